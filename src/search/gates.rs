//! The gates: for every technique, a predicate on rules that decides whether it applies.
//!
//! Each gate is defined beside the argument that it guards, and destructures [`Rules`] field by
//! field, so that a new rule key does not compile before every argument has been reviewed. This
//! list is for tests: random rules must exercise both sides of every gate.

use super::find::one_deck::OneDeckFinder;
use super::find::strict_rules;
use super::optimal::OptimalSolver;
use super::optimal::bounds::counting;
use crate::card::Rank;
use crate::engine::interned::{safe_home, stuck_cards};
use crate::engine::one_deck;
use crate::engine::optimal_state::safe_home as optimal_safe_home;
use crate::rules::{FoundationBase, Rules};
use crate::verify::certificate::lemma;

/// A predicate on rules.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The technique.
    pub name: &'static str,
    /// Whether the technique applies to these rules.
    pub covers: fn(&Rules) -> bool,
}

/// All gates.
pub const GATES: &[Gate] = &[
    Gate { name: "one-deck engine", covers: one_deck::supports },
    Gate { name: "block moves", covers: |r| one_deck::supports(r) && one_deck::groups_are_a_gesture(r) },
    Gate {
        name: "safe home moves, several decks or a stock",
        covers: |r| !one_deck::supports(r) && safe_home::covers(r),
    },
    Gate { name: "stuck cards", covers: |r| !one_deck::supports(r) && stuck_cards::covers(r) },
    Gate { name: "safe home moves in certificates", covers: lemma::applies },
    Gate { name: "quick search", covers: |r| OneDeckFinder::new(r).is_some() },
    Gate { name: "wins under stricter rules", covers: strict_rules::covers },
    Gate { name: "wins without return", covers: |r| strict_rules::without_return(r).is_some() },
    Gate { name: "exact shortest lengths", covers: OptimalSolver::proves },
    Gate {
        name: "home moves when nothing is left to build",
        covers: |r| OptimalSolver::proves(r) && rulings(r).nothing_to_build,
    },
    Gate { name: "home moves by Raymond's rule", covers: |r| OptimalSolver::proves(r) && rulings(r).raymond },
    Gate { name: "counting cards aside", covers: |r| !OptimalSolver::proves(r) && counting::coverage(r).aside },
    Gate { name: "counting rows", covers: |r| !OptimalSolver::proves(r) && counting::coverage(r).rows },
    Gate { name: "counting cards one by one", covers: |r| !OptimalSolver::proves(r) && counting::coverage(r).singly },
];

/// A base rank that the deal decides is assumed to be above the lowest rank, which it nearly always
/// is.
fn rulings(rules: &Rules) -> optimal_safe_home::Rulings {
    let base = match rules.foundation_base {
        FoundationBase::Rank(rank) => rank,
        FoundationBase::FromDeal => rules.order().top().unwrap_or(Rank::KING),
    };
    optimal_safe_home::rulings(rules, base)
}
