//! Which techniques a game gets, in which order, with which weights: cheap ones first, chosen by the shape of the
//! rules.
//!
//! The weights come from hill climbing on a few dozen deals outside of those that results are reported for. What
//! one evaluation misses another one finds, so stages differ in their weights rather than only in their effort:
//! three searches of 100,000 states with different weights win more deals than one of a million.

use super::evaluation::Weights;
use crate::rules::{Rules, Stock};

/// A technique and how much of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Technique {
    /// Best-first search of so many states.
    BestFirst {
        /// States expanded at most.
        states: u64,
    },
    /// A beam of this width.
    Beam {
        /// States kept a layer.
        width: usize,
    },
    /// A beam by rows of the stock.
    Rows {
        /// States kept a row.
        width: usize,
        /// States expanded between two deals for each state kept.
        moves: usize,
    },
}

/// One entry of a portfolio.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Under the game's own rules, or under stricter ones if there are any (see [`crate::search::find::strict_rules`]).
    pub as_given: bool,
    /// What is done.
    pub technique: Technique,
    /// By which evaluation.
    pub weights: Weights,
}

impl Stage {
    pub(super) fn best_first(states: u64, weights: &Weights) -> Stage {
        Stage { as_given: false, technique: Technique::BestFirst { states }, weights: weights.clone() }
    }

    /// The same with more moves between deals, which wins more than the same effort spent on width.
    fn with_moves(self, moves: usize) -> Stage {
        match self.technique {
            Technique::Rows { width, .. } => Stage { technique: Technique::Rows { width, moves }, ..self },
            _ => self,
        }
    }

    /// Whether it leaves next to nothing out, if it may go on until the end.
    pub(super) fn is_exhaustive(&self) -> bool {
        matches!(self.technique, Technique::BestFirst { .. }) && self.weights.slack == Some(0)
    }

    fn under_given_rules(self) -> Stage {
        Stage { as_given: true, ..self }
    }

    pub(super) fn beam(width: usize, weights: &Weights) -> Stage {
        Stage { as_given: false, technique: Technique::Beam { width }, weights: weights.clone() }
    }

    fn rows(width: usize, weights: &Weights) -> Stage {
        Stage { as_given: false, technique: Technique::Rows { width, moves: 4 }, weights: weights.clone() }
    }
}

/// The portfolio for these rules.
pub fn stages(rules: &Rules) -> Vec<Stage> {
    match rules.stock {
        Stock::RowDeal { .. } => dealt_in_rows(),
        Stock::Waste { .. } => dealt_in_rows(),
        Stock::None if rules.cells as usize * 2 > rules.columns.len() => roomy(),
        Stock::None => tight(),
    }
}

/// Many cells: nearly every deal falls to a few hundred states that hardly look at what goes home next.
fn roomy() -> Vec<Stage> {
    let patient = Weights { slack: Some(1), ..ROOMY };
    let mut stages = vec![
        Stage::best_first(3_000, &ROOMY),
        Stage::best_first(3_000, &patient),
        Stage::beam(100, &ROOMY),
        Stage::beam(1_000, &ROOMY),
    ];
    stages.extend(tight());
    stages
}

/// Few cells: searches that differ in what they look at and in how eagerly they send cards home. A win that needs
/// the game's looser rules is worth less, so those come late.
fn tight() -> Vec<Stage> {
    let patient = Weights { slack: Some(1), ..TIGHT };
    let safe = Weights { slack: Some(0), ..TIGHT };
    let blind = Weights { away: 8, next_breaks: 0, next_cards: 0, ..TIGHT };
    let orderly = Weights { breaks: 45, slack: Some(2), ..TIGHT };
    vec![
        Stage::best_first(50_000, &TIGHT),
        Stage::best_first(100_000, &safe),
        Stage::best_first(50_000, &patient),
        Stage::best_first(50_000, &blind),
        Stage::best_first(50_000, &orderly),
        Stage::best_first(300_000, &safe),
        Stage::best_first(300_000, &patient),
        Stage::beam(2_000, &TIGHT),
        Stage::beam(2_000, &safe),
        Stage::best_first(1_000_000, &TIGHT),
        Stage::best_first(1_000_000, &blind),
        Stage::best_first(3_000_000, &safe),
        Stage::best_first(100_000, &TIGHT).under_given_rules(),
        Stage::best_first(100_000, &safe).under_given_rules(),
        Stage::beam(16_000, &safe),
        Stage::beam(16_000, &blind),
    ]
}

/// Rows from the stock: beams by rows, wider and wider.
fn dealt_in_rows() -> Vec<Stage> {
    let suits =
        Weights { away: 5, inversions: 12, suit_inversions: 20, next_breaks: -5, step: 10, to_empty: -5, ..ROWS };
    let roomier = Weights { suit_inversions: 10, empty: -20, step: 3, split: 15, slack: Some(1), ..ROWS };
    let eager = Weights { away: 20, breaks: 15, step: 5, split: 30, ..ROWS };
    let nearer = Weights { away: 5, breaks: 0, suit_inversions: 5, next_breaks: -5, next_cards: 3, ..ROWS };
    let nearer = Weights { split: 15, slack: Some(1), ..nearer };
    let mut stages = vec![Stage::rows(500, &ROWS)];
    for width in [4_000, 16_000] {
        stages.extend([&ROWS, &suits, &roomier, &eager].map(|weights| Stage::rows(width, weights)));
    }
    stages.extend([&suits, &ROWS, &nearer].map(|weights| Stage::rows(16_000, weights).with_moves(12)));
    stages.extend([&ROWS, &roomier].map(|weights| Stage::rows(64_000, weights)));
    stages
}

const ROOMY: Weights = Weights {
    away: 8,
    breaks: 40,
    blockers: 7,
    blocked_runs: 0,
    suit_blockers: 0,
    inversions: 1,
    suit_inversions: 0,
    next_breaks: 0,
    next_cards: 0,
    cells: 10,
    cells_squared: 4,
    empty: -50,
    stock: 0,
    step: 15,
    to_cell: 5,
    to_empty: 15,
    split: 75,
    deal: 0,
    slack: Some(4),
};

const TIGHT: Weights = Weights {
    away: 0,
    breaks: 28,
    blockers: 7,
    blocked_runs: 0,
    suit_blockers: 0,
    inversions: 1,
    suit_inversions: 0,
    next_breaks: -5,
    next_cards: 5,
    cells: 15,
    cells_squared: 3,
    empty: 0,
    stock: 0,
    step: 19,
    to_cell: 5,
    to_empty: 19,
    split: 75,
    deal: 0,
    slack: Some(4),
};

const ROWS: Weights = Weights {
    away: 10,
    breaks: 5,
    blockers: 0,
    blocked_runs: 0,
    suit_blockers: 0,
    inversions: 10,
    suit_inversions: 0,
    next_breaks: 0,
    next_cards: 0,
    cells: 0,
    cells_squared: 6,
    empty: -5,
    stock: 0,
    step: 0,
    to_cell: 0,
    to_empty: 0,
    split: 40,
    deal: 2,
    slack: Some(3),
};
