//! The evaluation's weights as plain data: readable from TOML, writable by the tuner.
//!
//! A state's value is what still has to be done (lower is better) plus the price of the path to it. Units are
//! arbitrary; only ratios matter.

use serde::{Deserialize, Serialize};

/// Weights of one evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Each card that is not home.
    pub away: i32,
    /// A card that rests on no legal parent and lies above a lower card, by the lowest rank under it.
    pub broken_over: [i32; 13],
    /// A card that rests on no legal parent with nothing lower under it.
    pub broken: i32,
    /// A card that rests on a legal parent and lies above a lower card.
    pub built_over: i32,
    /// Each card above a card that a foundation waits for.
    pub buries_next: i32,
    /// In addition, each of them that rests on no legal parent.
    pub buries_next_broken: i32,
    /// Each card above the one after that.
    pub buries_second: i32,
    /// The bottom card of a column, by rank.
    pub bottom: [i32; 13],
    /// A card in a cell, by rank.
    pub in_cell: [i32; 13],
    /// Number of used cells, counted from all cells used downwards: entry 0 is "no cell free".
    pub free_cells: [i32; 9],
    /// Number of empty columns.
    pub empty_columns: [i32; 5],
    /// Price of each move by kind.
    pub price: Prices,
    /// Bonus for a move that uncovers a card that can go home.
    pub uncovers_next: i32,
    /// Bonus for uncovering a run that can be built on another column.
    pub uncovers_child: i32,
    /// Bonus for uncovering a card on which another can be built.
    pub uncovers_parent: i32,
    /// A building move that improves the value by more than this is followed without alternatives.
    pub commit: i32,
    /// How many ranks early cards go home unasked.
    pub slack: i32,
}

/// Price of a move by its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// A column's top card into a cell.
    pub to_cell: i32,
    /// A whole run onto another column.
    pub run: i32,
    /// A run that is the whole column.
    pub column: i32,
    /// Part of a run onto another column.
    pub part: i32,
    /// A whole run into an empty column.
    pub run_to_empty: i32,
    /// Part of a run into an empty column.
    pub part_to_empty: i32,
    /// A card from a cell onto a column.
    pub cell_to_column: i32,
    /// A card from a cell into an empty column.
    pub cell_to_empty: i32,
}

impl Weights {
    /// Calls `f` on every weight, always in the same order: how the tuner sees the vector.
    pub fn visit(&mut self, mut f: impl FnMut(&mut i32)) {
        let Weights {
            away,
            broken_over,
            broken,
            built_over,
            buries_next,
            buries_next_broken,
            buries_second,
            bottom,
            in_cell,
            free_cells,
            empty_columns,
            price,
            uncovers_next,
            uncovers_child,
            uncovers_parent,
            commit,
            slack: _,
        } = self;
        let Prices { to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty } = price;
        for weight in [away, broken, built_over, buries_next, buries_next_broken, buries_second] {
            f(weight);
        }
        for weight in [uncovers_next, uncovers_child, uncovers_parent, commit] {
            f(weight);
        }
        for weight in [to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty] {
            f(weight);
        }
        broken_over.iter_mut().chain(bottom).chain(in_cell).chain(free_cells).chain(empty_columns).for_each(f);
    }

    /// All weights as a vector.
    pub fn to_vec(&self) -> Vec<i32> {
        let mut all = Vec::new();
        self.clone().visit(|weight| all.push(*weight));
        all
    }

    /// These weights with the values of a vector of the same length.
    pub fn with(&self, values: &[i32]) -> Weights {
        let mut weights = self.clone();
        let mut values = values.iter();
        weights.visit(|weight| *weight = *values.next().unwrap_or(weight));
        weights
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            away: 8,
            broken_over: [62, 61, 60, 59, 58, 57, 56, 55, 54, 54, 54, 54, 54],
            broken: 64,
            built_over: 8,
            buries_next: 17,
            buries_next_broken: 5,
            buries_second: 4,
            bottom: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
            in_cell: [0; 13],
            free_cells: [382, 202, 74, 4, 0, 0, 0, 0, 0],
            empty_columns: [0, -54, -102, -150, -180],
            price: Prices {
                to_cell: 15,
                run: 15,
                column: 0,
                part: 65,
                run_to_empty: 15,
                part_to_empty: 65,
                cell_to_column: 15,
                cell_to_empty: 112,
            },
            uncovers_next: 80,
            uncovers_child: 60,
            uncovers_parent: 40,
            commit: 40,
            slack: 12,
        }
    }
}
