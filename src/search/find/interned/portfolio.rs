//! The portfolio: which techniques are run for a game, in which order and with which weights. Cheap
//! ones come first; the choice depends on the stock and on the number of cells.
//!
//! The weights were found by hill climbing on a few dozen deals outside the range that results are
//! reported for. Different evaluations win different deals, so stages differ in their weights and not
//! only in their budgets: three searches of 100,000 states with different weights win more deals than
//! one of a million.

use super::evaluation::Weights;
use crate::rules::{Rules, Stock};

/// A technique and its budget.
#[derive(Clone, Debug, PartialEq)]
pub enum Technique {
    /// Best-first search.
    BestFirst {
        /// States expanded at most.
        states: u64,
    },
    /// A beam of this width.
    Beam {
        /// States kept per layer.
        width: usize,
    },
    /// A beam with one layer per deal from the stock.
    Rows {
        /// States kept per deal.
        width: usize,
        /// States expanded between two deals for each state kept.
        moves: usize,
    },
}

/// One entry of a portfolio.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Whether the search uses the rules as given; otherwise the stricter ones of
    /// [`crate::search::find::strict_rules`].
    pub as_given: bool,
    /// The technique.
    pub technique: Technique,
    /// The evaluation.
    pub weights: Weights,
}

impl Stage {
    pub(super) fn best_first(states: u64, weights: &Weights) -> Stage {
        Stage { as_given: false, technique: Technique::BestFirst { states }, weights: weights.clone() }
    }

    /// The same with more expansions between deals; this wins more deals than the same effort spent on
    /// width.
    fn with_moves(self, moves: usize) -> Stage {
        match self.technique {
            Technique::Rows { width, .. } => Stage { technique: Technique::Rows { width, moves }, ..self },
            _ => self,
        }
    }

    /// Whether the search, if it ends before a limit, has expanded all states up to safe home moves.
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

/// Many cells: nearly every deal is won within a few hundred states by an evaluation that gives
/// little weight to the cards that go home next.
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

/// Few cells: the searches differ in their evaluations and in how eagerly they send cards home. Wins
/// under the stricter rules are preferred, so the rules as given come late.
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
