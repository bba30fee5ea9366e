//! The one-deck engine and the reference position are the same game, for every preset that the engine takes.
//!
//! Counts are kept in `fixtures/perft/*.csv`: deal, depth, move sequences of that length, positions first reached at
//! that depth up to symmetry. The engine must match them all, the reference those that it reaches in test time. After a
//! deliberate change of rules, `cargo test --release --test perft -- --ignored` writes the files anew, from the
//! reference alone.

mod support;

use std::path::PathBuf;
use support::engine::{reference_paths, reference_positions, walks_agree};
use support::position;
use winnable::engine::{OneDeck, perft};
use winnable::rules::{PRESETS, Rules};

type Engine = OneDeck<40, 28>;

const DEALS: [u64; 2] = [1, 617];
const DEPTH: usize = 4;
const REFERENCE_DEPTH: usize = 3;

fn games() -> impl Iterator<Item = Rules> {
    PRESETS.iter().map(|p| p.rules()).filter(|rules| Engine::new(rules, position(rules, 1).layout()).is_ok())
}

fn fixture(rules: &Rules) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/perft/{}.csv", rules.name))
}

fn read_fixture(rules: &Rules) -> Vec<[u64; 4]> {
    let path = fixture(rules);
    let mut reader = csv::Reader::from_path(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    reader.deserialize().map(|row| row.expect("four numbers in a row")).collect()
}

#[test]
fn the_engine_takes_all_one_deck_presets_by_suit() {
    assert_eq!(games().count(), 15);
}

#[test]
fn the_engine_counts_as_the_fixtures_say() {
    for rules in games() {
        let rows = read_fixture(&rules);
        assert_eq!(rows.len(), DEALS.len() * DEPTH, "{}", rules.name);
        for deal in DEALS {
            let mut engine = Engine::new(&rules, position(&rules, deal).layout()).unwrap();
            let positions = perft::positions(&mut engine, DEPTH);
            for [_, depth, paths, count] in rows.iter().filter(|row| row[0] == deal) {
                assert_eq!(positions[*depth as usize], *count, "{} {deal} depth {depth}", rules.name);
                assert_eq!(perft::paths(&mut engine, *depth as usize), *paths, "{} {deal} depth {depth}", rules.name);
            }
        }
    }
}

#[test]
fn the_reference_counts_as_the_fixtures_say() {
    for rules in games() {
        for [deal, depth, paths, count] in read_fixture(&rules) {
            if depth as usize <= REFERENCE_DEPTH {
                let start = position(&rules, deal);
                assert_eq!(reference_positions(&start, depth as usize)[depth as usize], count, "{}", rules.name);
                assert_eq!(reference_paths(&start, depth as usize), paths, "{} {deal} depth {depth}", rules.name);
            }
        }
    }
}

#[test]
#[ignore = "writes fixtures/perft from the reference position"]
fn write_fixtures() {
    for rules in games() {
        let mut writer = csv::Writer::from_path(fixture(&rules)).unwrap();
        writer.write_record(["deal", "depth", "paths", "positions"]).unwrap();
        for deal in DEALS {
            let start = position(&rules, deal);
            let positions = reference_positions(&start, DEPTH);
            for (depth, count) in positions.iter().enumerate().skip(1) {
                writer.serialize([deal, depth as u64, reference_paths(&start, depth), *count]).unwrap();
            }
        }
        writer.flush().unwrap();
    }
}

#[test]
fn random_walks_agree_for_every_preset() {
    for rules in games() {
        for deal in 1..=3 {
            let start = position(&rules, deal);
            walks_agree(&mut Engine::new(&rules, start.layout()).unwrap(), &start, 3, 150);
        }
    }
}

/// Rules that no preset uses: wrap with alternate colours, any suit, returns to cells, small decks, odd group rules,
/// and a walk started in the middle of a game.
#[test]
fn random_walks_agree_for_unusual_rules() {
    let unusual = [
        "build_wrap = true\nfoundation_return = 'tableau_and_cells'",
        "build = 'any_suit'\nbuild_wrap = true\ngroup_build = 'same_suit'\nfoundation_return = 'tableau'",
        "build = 'none'\ngroup = 'unlimited'",
        "empty_column = 'none'\ncells = 20",
        "empty_column = 'top_rank'\nfoundation_base = 5\nfoundation_wrap = true\nfoundation_prefill = 'bases'\ncolumns = [6,6,6,6,6,6,6,6]",
        "group = 'formula'\nempty_column = 'king'",
        "group = 'cells_plus_one'\ncells_kind = 'reserve'",
        "ranks = 4\ncolumns = [4,4,4,4]\ncells = 1\nfoundation_return = 'tableau_and_cells'",
        "ranks = 6\nstrip_ranks = [2,3]\ncolumns = [4,4,4,4]\ncells = 1\nbuild_wrap = true",
        "ranks = 1\ncolumns = [1,1,1,1]\nbuild_wrap = true",
        "cells = 0",
        "columns = [3,3,3,3,3,3,3,3,3,3,3,3,2,2,2,2,2,2,2,2]",
    ];
    for lines in unusual {
        let rules = Rules::from_toml(lines).unwrap();
        for deal in 1..=3 {
            let mut start = position(&rules, deal);
            walks_agree(&mut Engine::new(&rules, start.layout()).unwrap(), &start, 3, 150);
            for step in 0..40 {
                let moves = start.legal_moves();
                if !moves.is_empty() {
                    start.play(&moves[step * 7 % moves.len()]).unwrap();
                }
            }
            walks_agree(&mut Engine::new(&rules, start.layout()).unwrap(), &start, 3, 150);
        }
    }
}
