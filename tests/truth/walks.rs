//! Every packed state against the reference position along random walks: legal moves, successors, keys that are equal exactly
//! if positions are, and round trips through keys. Presets, rules that no preset has, and random rules.

use crate::support::engine::{KINDS, Walks, visit_every_kind};
use crate::support::{game, generator, start};
use winnable::engine::Engine;
use winnable::engine::interned::{Anything, FourDecks, StockGames, TwoDecks};
use winnable::position::Position;
use winnable::rules::{PRESETS, preset};

impl Walks {
    fn new(walks: usize, steps: usize) -> Walks {
        Walks { walks, steps, ..Walks::default() }
    }

    /// Every kind of state must have come to so many comparisons.
    fn assert_each(&self, least: usize) {
        for kind in KINDS {
            let compared = self.compared.get(kind).copied().unwrap_or(0);
            println!("{kind}: {compared} positions");
            assert!(compared >= least, "{kind}: {compared} positions");
        }
    }
}

#[test]
fn walks_agree_for_every_preset() {
    let mut walks = Walks::new(1, 100);
    for preset in PRESETS {
        for deal in 1..=2 {
            visit_every_kind(&start(&game(preset.name, &[]), deal), &mut walks);
        }
    }
    walks.assert_each(100);
}

/// Rules that no preset has, from the deal and from the middle of a game.
#[test]
fn walks_agree_for_unusual_rules() {
    let unusual: &[(&str, &[&str])] = &[
        ("freecell", &["build_wrap=true", "foundation_return=tableau_and_cells"]),
        ("freecell", &["build=any_suit", "build_wrap=true", "group_build=same_suit"]),
        ("freecell", &["build=none", "group=unlimited"]),
        ("freecell", &["empty_column=none", "cells=20"]),
        (
            "freecell",
            &[
                "empty_column=top_rank",
                "foundation_base=5",
                "foundation_wrap=true",
                "foundation_prefill=bases",
                "columns=[6,6,6,6,6,6,6,6]",
            ],
        ),
        ("freecell", &["group=formula", "empty_column=king"]),
        ("freecell", &["group=cells_plus_one", "cells_kind=reserve"]),
        ("freecell", &["ranks=4", "columns=[4,4,4,4]", "cells=1", "foundation_return=tableau_and_cells"]),
        ("freecell", &["ranks=6", "strip_ranks=[2,3]", "columns=[4,4,4,4]", "cells=1", "build_wrap=true"]),
        ("freecell", &["ranks=1", "columns=[1,1,1,1]", "build_wrap=true"]),
        ("freecell", &["cells=0"]),
        ("freecell", &["columns=[3,3,3,3,3,3,3,3,3,3,3,3,2,2,2,2,2,2,2,2]"]),
        ("freecell", &["ranks=4", "columns=[4,4,4,4]", "cells=1", "group=unlimited"]),
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
        ("freecell-four-deck", &["group=supermove", "empty_column=none"]),
        ("freecell-four-deck", &["foundation_return=tableau", "cells=20"]),
    ];
    let mut walks = Walks::new(1, 60);
    for (name, changes) in unusual {
        for deal in 1..=2 {
            let mut position = start(&game(name, changes), deal);
            visit_every_kind(&position, &mut walks);
            for step in 0..40 {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.play(&moves[step * 7 % moves.len()]).unwrap();
                }
            }
            visit_every_kind(&position, &mut walks);
        }
    }
    walks.assert_each(100);
}

/// The rules of the differential test: every key, small decks, positions from the middle of a game.
#[test]
fn walks_agree_for_random_rules() {
    let mut walks = Walks::new(1, 25);
    for case in (0..1_500).filter_map(generator::draw) {
        visit_every_kind(&Position::new(case.rules, case.layout).unwrap(), &mut walks);
    }
    walks.assert_each(500);
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
