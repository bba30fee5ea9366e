//! Bounds for games that have nothing better, several decks and stocks, against a complete search on the reference
//! position, on small decks.

use std::sync::{Arc, Mutex};
use winnable::Game;
use winnable::deal::DealNumber;
use winnable::layout::Layout;
use winnable::metric::{Bounds, Metric};
use winnable::position::Position;
use winnable::search::{Limits, Solver};

/// The shortest length. Cards that are not home count as way ahead: no move brings more than one of them home.
fn shortest(rules: &Game, layout: &Layout, metric: Metric, most: usize) -> Option<Option<u32>> {
    let ahead = |position: &Position| (rules.cards() - position.layout().cards_home()) as u32;
    let start = Position::new(rules.clone(), layout.clone()).unwrap();
    crate::support::brute_force::shortest(&start, metric, most, ahead)
}

/// Small games of several decks or with a stock, and of 16 comparisons of the short form how many come to a length, to a deal
/// that cannot be won, and to a deal that is too large for brute force.
const GAMES: [(&str, &[&str], [u32; 3]); 12] = [
    ("big-freecell", &["ranks=2", "columns=[6,5,5]", "cells=1"], [16, 0, 0]),
    ("big-freecell", &["ranks=3", "columns=[8,8,8]", "cells=2", "empty_column=any"], [16, 0, 0]),
    ("big-freecell", &["ranks=2", "columns=[6,5,5]", "cells=2", "foundation_return=tableau"], [16, 0, 0]),
    ("freecell-four-deck", &["decks=3", "ranks=2", "columns=[6,6,6,6]", "cells=2"], [16, 0, 0]),
    ("freecell-four-deck", &["ranks=2", "columns=[11,11,10]", "cells=3"], [10, 0, 6]),
    ("freecell-four-deck", &["decks=3", "ranks=2", "columns=[8,8,8]", "cells=2", "build=same_suit"], [16, 0, 0]),
    ("double-freecell", &["ranks=2", "columns=[4,4,4]", "cells=2"], [16, 0, 0]),
    ("double-freecell-traditional", &["ranks=2", "columns=[4,4,4,4]", "cells=1", "group=supermove"], [16, 0, 0]),
    ("fours-up", &["decks=1", "ranks=6", "foundation_base=1", "columns=[1,1,1]"], [10, 0, 6]),
    ("fours-up", &["decks=2", "ranks=3", "foundation_base=1", "columns=[3,3,3]"], [12, 0, 4]),
    ("fours-up", &["decks=2", "ranks=3", "foundation_base=1", "columns=[2,2,2,2]", "build_wrap=false"], [12, 0, 4]),
    ("fours-up-waste", &["decks=2", "ranks=2", "foundation_base=1", "columns=[1,1]"], [16, 0, 0]),
];

/// What a game came to.
#[derive(Default)]
struct Tally {
    /// Lengths, deals that cannot be won, deals that are too large for brute force.
    compared: [u32; 3],
    /// Upper bounds that are the shortest length.
    met: u32,
    /// By how much lower bounds fall short, all together.
    short: u32,
}

/// Compares the bounds of these deals of a game with the shortest lengths.
fn compare_bounds(rules: &Game, deals: u64, most: usize, states: u64) -> Tally {
    let mut tally = Tally::default();
    let last: Arc<Mutex<Option<Bounds>>> = Arc::default();
    let told = last.clone();
    let mut solver = Solver::new(rules.clone())
        .with_limits(Limits::of(rules).states(states))
        .with_progress(move |progress| *told.lock().unwrap() = progress.bounds);
    for deal in 1..=deals {
        let layout = DealNumber::microsoft(deal).unwrap().deal(rules);
        for metric in [Metric::Moves, Metric::Cards] {
            let Some(expected) = shortest(rules, &layout, metric, most) else {
                tally.compared[2] += 1;
                continue;
            };
            solver.set_metric(Some(metric));
            let answer = solver.solve(&layout).unwrap();
            let last = *last.lock().unwrap();
            let about = format!("{} {:?} deal {deal} {metric}: {answer:?}", rules.name, rules.columns);
            let (Some(expected), Some(bounds)) = (expected, answer.bounds) else {
                assert!(answer.solution.is_none() && expected.is_none(), "{about}");
                tally.compared[1] += 1;
                continue;
            };
            let upper = bounds.upper.unwrap_or_else(|| panic!("{about}"));
            assert!(bounds.lower <= expected && expected <= upper, "{expected}: {about}");
            assert_eq!(bounds.proven, bounds.lower == upper, "{about}");
            assert_eq!(last.and_then(|b| b.upper), bounds.upper, "{about}");
            tally.compared[0] += 1;
            tally.met += u32::from(upper == expected);
            tally.short += expected - bounds.lower;
        }
    }
    let [bounds, dead, too_large] = tally.compared;
    println!(
        "{} {:?}: {bounds} bounds ({} upper ones met, lower ones {} short), {dead} dead, {too_large} too large",
        rules.name, rules.columns, tally.met, tally.short
    );
    tally
}

#[test]
fn bounds_hold_on_small_decks() {
    let (mut all, mut met) = (0, 0);
    for (name, changes, compared) in GAMES {
        let tally = compare_bounds(&crate::support::game(name, changes), 8, 20_000, 1_500);
        assert_eq!(tally.compared, compared, "{name} {changes:?}");
        all += tally.compared[0];
        met += tally.met;
    }
    // Beams are no complete search, and more states do not help.
    assert!(met * 5 > all * 4, "{met} of {all}");
}

/// The long form, in parts of one game each: `cargo test --release --test truth bounds -- --ignored --nocapture`.
#[test]
#[ignore = "minutes"]
fn bounds_hold_on_many_small_decks() {
    for (name, changes, _) in GAMES {
        let tally = compare_bounds(&crate::support::game(name, changes), 100, 30_000, 10_000);
        assert!(tally.compared[0] >= 50, "{name} {changes:?}: {:?}", tally.compared);
    }
}
