//! Estimates for beams that shorten wins. The path cost of a node is fixed by its bucket, so these
//! estimate only the cost to come: cards that must move aside, breaks to mend, cells to clear.
//!
//! Found by hill climbing on deals from 1001 on; each candidate was scored by what one narrow beam
//! made of its first win. A second estimate finds improvements that the first one misses.

use crate::rules::{Rules, Stock};
use crate::search::find::interned::Weights;

/// The estimates to try for these rules.
pub(super) fn cost_estimates(rules: &Rules) -> Vec<Weights> {
    match rules.stock {
        Stock::None => vec![ROOMY, Weights { slack: Some(1), ..TIGHT }, TIGHT],
        _ => vec![ROWS, Weights { breaks: 5, suit_blockers: 0, ..ROWS }],
    }
}

/// For many cells (tuned on FreeCell Four Deck).
const ROOMY: Weights = Weights {
    away: 10,
    breaks: 40,
    blockers: 11,
    blocked_runs: 0,
    suit_blockers: 8,
    inversions: 1,
    suit_inversions: 0,
    next_breaks: 0,
    next_cards: 1,
    cells: 10,
    cells_squared: 1,
    empty: -29,
    stock: 0,
    step: 0,
    to_cell: 0,
    to_empty: 0,
    split: 0,
    deal: 0,
    slack: Some(4),
};

/// For few cells (tuned on Big FreeCell).
const TIGHT: Weights = Weights {
    away: 0,
    suit_blockers: 7,
    inversions: 2,
    next_cards: 3,
    cells: 11,
    cells_squared: 7,
    empty: 20,
    ..ROOMY
};

/// For rows from a stock (tuned on Fours Up).
const ROWS: Weights = Weights {
    away: 10,
    breaks: -5,
    blockers: 0,
    suit_blockers: 15,
    inversions: 10,
    next_cards: 0,
    cells: 0,
    cells_squared: 6,
    empty: -5,
    slack: Some(1),
    ..ROOMY
};
