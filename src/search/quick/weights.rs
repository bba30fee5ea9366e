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
    /// A card that rests on no legal parent, by how many such cards lie under it in its column.
    pub broken: [i32; 7],
    /// In addition, if a lower card lies anywhere under it.
    pub broken_over: i32,
    /// In addition, if it lies directly on a lower card.
    pub broken_higher: i32,
    /// In addition, if a lower card of its own suit lies under it.
    pub broken_suit: i32,
    /// Each card above a card that a foundation waits for, by the rank of that card (the last entry for all higher).
    pub buries_next: [i32; 5],
    /// The bottom card of a column, unless it is a king.
    pub bottom: i32,
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
    /// Bonus for uncovering a card on which a card from a cell can be built.
    pub uncovers_exit: i32,
    /// A building move that improves the value by more than this is followed without alternatives.
    pub commit: i32,
    /// Whether part of a run may go to an empty column at all.
    pub parts_to_empty: bool,
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
            broken,
            broken_over,
            broken_higher,
            broken_suit,
            buries_next,
            bottom,
            free_cells,
            empty_columns,
            price,
            uncovers_next,
            uncovers_child,
            uncovers_exit,
            commit,
            parts_to_empty: _,
            slack: _,
        } = self;
        let Prices { to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty } = price;
        let single = [away, broken_over, broken_higher, broken_suit, bottom, commit];
        let uncovers = [uncovers_next, uncovers_child, uncovers_exit];
        let prices = [to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty];
        single.into_iter().chain(uncovers).chain(prices).for_each(&mut f);
        broken.iter_mut().chain(buries_next).chain(free_cells).chain(empty_columns).for_each(f);
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

impl Weights {
    /// The weights that come with the program: those of the first search of the portfolio, and those from which the
    /// others are made. They are what `winnable tune` gives for the commands in benches/README.md.
    pub fn built_in() -> [Weights; 2] {
        let texts = [include_str!("weights/first.toml"), include_str!("weights/second.toml")];
        texts.map(|text| toml::from_str(text).expect("built-in weights are valid (a test reads them)"))
    }

    /// The same with so many times the price of the path: the higher it is, the more broadly the search looks.
    pub fn with_prices(&self, factor: i32) -> Weights {
        let mut weights = self.clone();
        let Prices { to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty } =
            &mut weights.price;
        for price in [to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty] {
            *price *= factor;
        }
        weights
    }
}

impl Default for Weights {
    fn default() -> Weights {
        let [first, ..] = Weights::built_in();
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        for weights in Weights::built_in() {
            let text = toml::to_string(&weights).unwrap();
            assert_eq!(toml::from_str::<Weights>(&text).unwrap(), weights);
            assert_eq!(weights.with(&weights.to_vec()), weights);
        }
        assert!(toml::from_str::<Weights>("away = 1").is_err());
    }
}
