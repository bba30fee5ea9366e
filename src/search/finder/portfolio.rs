//! Which techniques a game gets, in which order, with which weights. Chosen by the shape of the rules.

use super::value::Weights;
use crate::rules::{FoundationReturn, Group, Rules, Stock};
use serde::{Deserialize, Serialize};

/// A technique and how much of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// What is done.
    pub technique: Technique,
    /// By which evaluation.
    pub weights: Weights,
}

/// The rules that wins are searched under: stricter where that makes them worth more or easier to find. A win under
/// stricter rules is a win.
pub fn strict(rules: &Rules) -> Rules {
    let mut strict = rules.clone();
    if !rules.more_moves_only_help() {
        return strict;
    }
    strict.foundation_return = FoundationReturn::None;
    if strict.group == Group::Formula {
        strict.group = Group::Supermove;
    }
    strict
}

/// The portfolio for these rules.
pub fn stages(rules: &Rules) -> Vec<Stage> {
    match rules.stock {
        Stock::RowDeal { .. } => vec![Stage { technique: Technique::Rows { width: 1000, moves: 8 }, weights: rows() }],
        _ => vec![Stage { technique: Technique::BestFirst { states: 100_000 }, weights: plain() }],
    }
}

fn plain() -> Weights {
    Weights {
        away: 8,
        breaks: 40,
        blockers: 10,
        inversions: 0,
        next_breaks: 10,
        next_cards: 0,
        cells: 10,
        cells_squared: 4,
        empty: -50,
        stock: 0,
        step: 15,
        to_cell: 0,
        to_empty: 10,
        split: 30,
        deal: 0,
        slack: Some(1),
    }
}

fn rows() -> Weights {
    Weights {
        away: 0,
        breaks: 0,
        blockers: 0,
        inversions: 10,
        next_breaks: 0,
        next_cards: 0,
        cells: 0,
        cells_squared: 0,
        empty: 0,
        stock: 0,
        step: 0,
        to_cell: 0,
        to_empty: 0,
        split: 0,
        deal: 0,
        slack: Some(0),
    }
}
