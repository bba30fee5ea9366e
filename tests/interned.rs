//! The interned engine against the reference position: every preset, and rules that no preset has.
//!
//! Perft counts of the presets that only this engine takes are kept in `fixtures/perft/*.csv`, as far as the
//! reference counts them in test time; `cargo test --release --test interned -- --ignored` writes them anew.

mod support;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use support::engine::{reference_paths, reference_positions};
use support::{Dice, position};
use winnable::deal::DealNumber;
use winnable::engine::interned::{Anything, FourDecks, Interned, StockGames, TwoDecks};
use winnable::engine::{Engine, one_deck, perft};
use winnable::layout::Layout;
use winnable::position::Position;
use winnable::rules::{PRESETS, Rules, preset};

fn canonical(rules: &Arc<Rules>, layout: Layout) -> Layout {
    Position::new(rules.clone(), layout).expect("the engine keeps all cards").canonical()
}

/// Walks at random and compares everything that both sides can say about each position met.
fn walk<const C: usize, const F: usize, const P: usize, const B: usize>(
    rules: &Arc<Rules>,
    deal: u64,
    steps: usize,
    class: &str,
) {
    if !Interned::<C, F, P, B>::supports(rules) {
        return;
    }
    let name = format!("{} {deal} {class}", rules.name);
    let layout = DealNumber::microsoft(deal).unwrap().deal(rules);
    let mut engine = Interned::<C, F, P, B>::new(rules, &layout);
    let mut state = engine.start();
    assert_eq!(engine.unpack(&state), layout, "{name}: the start");
    let mut position = Position::new(rules.clone(), layout).unwrap();
    let mut dice = Dice(deal);
    let mut keys = HashMap::new();
    let mut layouts = HashMap::new();
    let mut actions = Vec::new();
    for step in 0..steps {
        let here = position.canonical();
        let key = engine.key(&state);
        assert_eq!(
            *keys.entry(key).or_insert_with(|| here.clone()),
            here,
            "{name}, step {step}: one key, two positions"
        );
        assert_eq!(*layouts.entry(here.clone()).or_insert(key), key, "{name}, step {step}: one position, two keys");
        let restored = engine.restore(&key);
        assert_eq!(engine.key(&restored), key, "{name}, step {step}: restored key");
        assert_eq!(canonical(rules, engine.unpack(&restored)), here, "{name}, step {step}: restored position");
        assert_eq!(engine.is_won(&state), position.is_won());

        let mut expected: HashMap<Layout, u64> = HashMap::new();
        let legal = position.legal_moves();
        for mv in &legal {
            let mut next = position.clone();
            next.play(mv).unwrap();
            *expected.entry(next.canonical()).or_default() += 1;
        }
        actions.clear();
        engine.actions(&state, &mut actions);
        let mut found: HashMap<Layout, u64> = HashMap::new();
        for &action in &actions {
            let mv = engine.to_move(&state, action);
            assert!(legal.contains(&mv), "{name}, step {step}: {mv} is illegal");
            let next = engine.apply(&state, action);
            *found.entry(canonical(rules, engine.unpack(&next))).or_default() += engine.ways(&state, action);
        }
        assert_eq!(found, expected, "{name}, step {step}");
        if actions.is_empty() {
            break;
        }
        // Stock moves rarely, so that walks see positions before, between and after them.
        let mut action = actions[dice.below(actions.len())];
        if engine.to_move(&state, action).card.is_none() && dice.below(4) > 0 {
            action = actions[dice.below(actions.len())];
        }
        position.play(&engine.to_move(&state, action)).unwrap();
        state = engine.apply(&state, action);
        assert_eq!(
            canonical(rules, engine.unpack(&state)),
            position.canonical(),
            "{name}, step {step}: after the move"
        );
    }
}

fn walk_all_sizes(rules: Rules, deals: std::ops::Range<u64>, steps: usize) {
    rules.validate().unwrap();
    let rules = Arc::new(rules);
    for deal in deals {
        walk::<6, 0, 8, 28>(&rules, deal, steps, "stock games");
        walk::<10, 8, 8, 39>(&rules, deal, steps, "two decks");
        walk::<14, 14, 16, 59>(&rules, deal, steps, "four decks");
        walk::<20, 20, 16, 96>(&rules, deal, steps, "anything");
    }
}

#[test]
fn agrees_with_the_reference_on_every_preset() {
    for p in PRESETS {
        walk_all_sizes(p.rules(), 1..3, 120);
    }
}

#[test]
fn agrees_with_the_reference_on_variants() {
    let variants: &[(&str, &[&str])] = &[
        ("fours-up", &["decks=1"]),
        ("fours-up", &["strip_ranks=[2,3]"]),
        ("fours-up", &["build_wrap=false"]),
        ("fours-up", &["stock_when=no_moves"]),
        ("fours-up", &["stock_when=no_empty_column"]),
        ("fours-up", &["foundation_return=tableau"]),
        ("fours-up", &["cells=2", "foundation_return=tableau_and_cells"]),
        ("fours-up-waste", &["stock_redeals=2"]),
        ("fours-up-waste", &["stock_redeals=1", "cells=1", "decks=1", "ranks=6"]),
        ("big-freecell", &["foundation_return=tableau_and_cells"]),
        ("double-freecell", &["foundation_return=tableau"]),
        ("triple-freecell", &["build=same_suit", "group_build=same_suit", "build_wrap=true"]),
        ("king-albert", &["ranks=13"]),
        ("freecell", &["ranks=4", "columns=[4,4,4,4]", "cells=1", "group=unlimited"]),
        ("freecell-four-deck", &["group=supermove", "empty_column=none"]),
        ("freecell-four-deck", &["foundation_return=tableau", "cells=20"]),
    ];
    for (game, changes) in variants {
        let mut rules = preset(game).unwrap();
        for change in *changes {
            rules.apply_override(change).unwrap();
        }
        walk_all_sizes(rules, 1..4, 100);
    }
}

#[test]
fn sizes_of_keys() {
    let rules = |name: &str| preset(name).unwrap();
    assert!(StockGames::supports(&rules("fours-up")) && !StockGames::supports(&rules("freecell")));
    assert!(TwoDecks::supports(&rules("big-freecell")) && !TwoDecks::supports(&rules("triple-freecell")));
    assert!(FourDecks::supports(&rules("freecell-four-deck")));
    assert!(PRESETS.iter().all(|p| Anything::supports(&p.rules())));
    assert_eq!(size_of::<<TwoDecks as Engine>::Key>(), 39);
    assert!(size_of::<<FourDecks as Engine>::Key>() <= 78);
}

/// The presets that only this engine takes, and how deep the reference goes in test time.
fn own_games() -> impl Iterator<Item = (Rules, usize)> {
    let own = PRESETS.iter().map(|p| p.rules()).filter(|rules| !one_deck::supports(rules));
    own.map(|rules| {
        let depth = match rules.columns.len() {
            0..=6 => 6,
            7..=8 => 4,
            9..=10 => 3,
            _ => 2,
        };
        (rules, depth)
    })
}

fn fixture(rules: &Rules) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/perft/{}.csv", rules.name))
}

const DEALS: [u64; 2] = [1, 617];

#[test]
fn counts_as_the_fixtures_say() {
    assert_eq!(own_games().count(), 8);
    for (rules, deepest) in own_games() {
        let rows: Vec<[u64; 4]> = csv::Reader::from_path(fixture(&rules))
            .unwrap_or_else(|e| panic!("{}: {e}", rules.name))
            .deserialize()
            .map(|row| row.expect("four numbers in a row"))
            .collect();
        assert_eq!(rows.len(), DEALS.len() * deepest, "{}", rules.name);
        for deal in DEALS {
            let mut engine = Anything::new(&rules, position(&rules, deal).layout());
            let positions = perft::positions(&mut engine, deepest);
            for [_, depth, paths, count] in rows.iter().filter(|row| row[0] == deal) {
                assert_eq!(positions[*depth as usize], *count, "{} {deal} depth {depth}", rules.name);
                assert_eq!(perft::paths(&mut engine, *depth as usize), *paths, "{} {deal} depth {depth}", rules.name);
            }
        }
    }
}

#[test]
#[ignore = "writes fixtures/perft from the reference position"]
fn write_fixtures() {
    for (rules, deepest) in own_games() {
        let mut writer = csv::Writer::from_path(fixture(&rules)).unwrap();
        writer.write_record(["deal", "depth", "paths", "positions"]).unwrap();
        for deal in DEALS {
            let start = position(&rules, deal);
            let positions = reference_positions(&start, deepest);
            for (depth, count) in positions.iter().enumerate().skip(1) {
                writer.serialize([deal, depth as u64, reference_paths(&start, depth), *count]).unwrap();
            }
        }
        writer.flush().unwrap();
    }
}
