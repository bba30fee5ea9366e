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
    /// A card that rests on no legal parent and lies above a lower card.
    pub broken_over: i32,
    /// A card that rests on no legal parent with nothing lower under it.
    pub broken: i32,
    /// Each card above a card that a foundation waits for.
    pub buries_next: i32,
    /// The bottom card of a column, by rank.
    pub bottom: [i32; 13],
    /// A card in a cell, by rank.
    pub in_cell: [i32; 13],
    /// By the number of free cells.
    pub free_cells: [i32; 9],
    /// By the number of empty columns.
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
            buries_next,
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
        for weight in [away, broken, broken_over, buries_next, uncovers_next, uncovers_child, uncovers_parent, commit] {
            f(weight);
        }
        for weight in [to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty] {
            f(weight);
        }
        bottom.iter_mut().chain(in_cell).chain(free_cells).chain(empty_columns).for_each(f);
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
            away: 2,
            broken_over: 53,
            broken: 54,
            buries_next: 11,
            bottom: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
            in_cell: [0; 13],
            free_cells: [470, 260, 120, 5, 0, 0, 0, 0, 0],
            empty_columns: [0, -89, -157, -160, -160],
            price: Prices {
                to_cell: 23,
                run: 15,
                column: 0,
                part: 65,
                run_to_empty: 5,
                part_to_empty: 100,
                cell_to_column: 30,
                cell_to_empty: 100,
            },
            uncovers_next: 170,
            uncovers_child: 170,
            uncovers_parent: 17,
            commit: 40,
            slack: 12,
        }
    }
}
