//! Any rules that are accepted get an answer, whatever they are, and any layout that does not fit is refused: no panics.

use crate::support::rule_changes;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use winnable::Game;
use winnable::rules::PRESETS;
use winnable::search::SolveError;
use winnable::{DealNumber, Layout, Limits, Solver, preset};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(11982), ..ProptestConfig::default() }
}

/// Small enough that a few hundred solvers fit into a test.
fn limits(states: u64) -> Limits {
    Limits::of(&Game::default()).states(states).memory(256 << 20)
}

/// A preset with changes, if it makes sense.
fn changed(pick: u8, changes: &[String]) -> Option<Game> {
    let mut rules = PRESETS[pick as usize % PRESETS.len()].rules();
    for change in changes {
        rules.apply_override(change).ok()?;
    }
    rules.validate().ok()?;
    Some(Game::new(rules).unwrap())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn accepted_rules_are_answered(
        pick: u8, changes in proptest::collection::vec(rule_changes::change(), 1..4), number in 1u64..1000,
    ) {
        if let Some(rules) = changed(pick, &changes) {
            let deal = DealNumber::Microsoft(number).deal(&rules);
            let answer = Solver::new(rules.clone()).with_limits(limits(200)).solve(&deal);
            prop_assert!(answer.is_ok(), "{answer:?}\n{}", rules.to_toml());
        }
    }
}

#[test]
fn layouts_that_do_not_fit_are_refused() {
    for game in PRESETS {
        let rules = Game::new(game.rules()).unwrap();
        let mut solver = Solver::new(rules.clone()).with_limits(limits(100));
        let good = DealNumber::Microsoft(1).deal(&rules);
        let mut refuse = |layout: Layout, what: &str| {
            let answer = solver.solve(&layout);
            assert!(matches!(answer, Err(SolveError::Layout(_))), "{}: {what}: {answer:?}", game.name);
        };
        refuse(Layout::empty(&rules), "no cards");
        let mut short = good.clone();
        let card = short.columns[0].pop().unwrap();
        refuse(short, "a card is missing");
        let mut twice = good.clone();
        twice.columns[0].push(card);
        refuse(twice, "a card too many");
        let mut narrow = good.clone();
        narrow.columns.pop();
        refuse(narrow, "a column is missing");
        let mut celled = good.clone();
        celled.cells.push(None);
        refuse(celled, "one cell too many");
        let mut full = good.clone();
        full.foundations[0].count = 200;
        refuse(full, "an endless foundation");
    }
    let four_deck = preset("freecell-four-deck").unwrap();
    let layout = DealNumber::Microsoft(1).deal(&four_deck);
    let answer = Solver::new(Game::default()).with_limits(limits(100)).solve(&layout);
    assert!(matches!(answer, Err(SolveError::Layout(_))));
}
