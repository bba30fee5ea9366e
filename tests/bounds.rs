//! Bounds for games that have nothing better, several decks and stocks, against a complete search on the reference
//! position, on small decks.

mod support;

use std::sync::Arc;
use winnable::deal::DealNumber;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::position::Position;
use winnable::rules::Rules;
use winnable::search::{Limits, Solver};

/// The shortest length. Cards that are not home count as way ahead: no move brings more than one of them home.
fn shortest(rules: &Arc<Rules>, layout: &Layout, metric: Metric, most: usize) -> Result<Option<u32>, ()> {
    let ahead = |position: &Position| (rules.cards() - position.layout().cards_home()) as u32;
    support::shortest::shortest(rules, layout, metric, most, ahead)
}

/// Small games of several decks or with a stock.
fn small_big_games() -> Vec<Arc<Rules>> {
    let games: [(&str, &[&str]); 12] = [
        ("big-freecell", &["ranks=2", "columns=[6,5,5]", "cells=1"]),
        ("big-freecell", &["ranks=3", "columns=[8,8,8]", "cells=2", "empty_column=any"]),
        ("big-freecell", &["ranks=2", "columns=[6,5,5]", "cells=2", "foundation_return=tableau"]),
        ("freecell-four-deck", &["decks=3", "ranks=3", "columns=[9,9,9,9]", "cells=2"]),
        ("freecell-four-deck", &["ranks=2", "columns=[11,11,10]", "cells=3"]),
        ("freecell-four-deck", &["decks=3", "ranks=2", "columns=[8,8,8]", "cells=2", "build=same_suit"]),
        ("double-freecell", &["ranks=2", "columns=[4,4,4]", "cells=2"]),
        ("double-freecell-traditional", &["ranks=2", "columns=[4,4,4,4]", "cells=1", "group=supermove"]),
        ("fours-up", &["decks=1", "ranks=6", "foundation_base=1", "columns=[1,1,1]"]),
        ("fours-up", &["decks=2", "ranks=4", "foundation_base=1", "columns=[1,1,1]"]),
        ("fours-up", &["decks=2", "ranks=5", "foundation_base=1", "columns=[1,1,1,1]", "build_wrap=false"]),
        ("fours-up-waste", &["decks=2", "ranks=2", "foundation_base=1", "columns=[1,1]"]),
    ];
    let game = |(name, changes): &(&str, &[&str])| {
        let mut rules = winnable::rules::preset(name).unwrap();
        for change in *changes {
            rules.apply_override(change).unwrap();
        }
        rules.validate().unwrap_or_else(|e| panic!("{name} {changes:?}: {e}"));
        Arc::new(rules)
    };
    games.iter().map(game).collect()
}

/// How many bounds there were, how many upper ones were met, and by how much lower ones fell short.
fn compare_bounds(deals: u64, most: usize, states: u64) -> (u32, u32, u32) {
    let (mut all, mut met, mut short) = (0, 0, 0);
    for rules in small_big_games() {
        let mut solver = Solver::new(rules.clone());
        let limits = Limits { states, ..Limits::default() };
        for deal in 1..=deals {
            let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
            for metric in [Metric::Moves, Metric::Cards] {
                let Ok(expected) = shortest(&rules, &layout, metric, most) else { continue };
                let mut last = None;
                let answer = solver.solve(&layout, &limits, Some(metric), &mut |bounds| last = Some(bounds)).unwrap();
                let about = format!("{} {:?} deal {deal} {metric}: {answer:?}", rules.name, rules.columns);
                let (Some(expected), Some(bounds)) = (expected, answer.bounds) else {
                    assert!(answer.solution.is_none() && expected.is_none(), "{about}");
                    continue;
                };
                let upper = bounds.upper.unwrap_or_else(|| panic!("{about}"));
                assert!(bounds.lower <= expected && expected <= upper, "{expected}: {about}");
                assert_eq!(bounds.proven, bounds.lower == upper, "{about}");
                assert_eq!(last.and_then(|b| b.upper), bounds.upper, "{about}");
                all += 1;
                met += u32::from(upper == expected);
                short += expected - bounds.lower;
            }
        }
    }
    (all, met, short)
}

#[test]
fn bounds_hold_on_small_decks() {
    let (all, met, short) = compare_bounds(4, 2_500, 1_500);
    println!("{all} bounds, {met} upper ones met, lower ones {short} short");
    // 45 of 51 when this was written: beams are no complete search, and more states do not help.
    assert!(all > 30 && met * 5 > all * 4, "{met} of {all}");
}

/// The long form: `cargo test --release --test bounds -- --ignored --nocapture`.
#[test]
#[ignore = "minutes"]
fn bounds_hold_on_many_small_decks() {
    let (all, met, short) = compare_bounds(100, 30_000, 10_000);
    println!("{all} bounds, {met} upper ones met, lower ones {short} short");
}
