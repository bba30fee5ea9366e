//! The weights of the win search's evaluation: plain data, read from and written to TOML.
//!
//! The evaluation of a state is an estimate of the work left (lower is better) plus the path cost.
//! Units are arbitrary; only ratios matter. The tuner (`winnable tune`) changes these weights.

use crate::named_weights::{NamedWeights, Weight};

/// Weights of one evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Each card that is not home.
    pub away: i32,
    /// A card that does not rest on a legal parent, by the number of such cards under it in its
    /// column.
    pub broken: [i32; 7],
    /// In addition, if a lower card lies anywhere under it.
    pub broken_over: i32,
    /// In addition, if it lies directly on a lower card.
    pub broken_higher: i32,
    /// In addition, if a lower card of its own suit lies under it.
    pub broken_suit: i32,
    /// Each card above a card that a foundation takes next, by the rank of that card (the last
    /// entry for all higher ranks).
    pub buries_next: [i32; 5],
    /// The bottom card of a column, unless it is a king.
    pub bottom: i32,
    /// By the number of free cells.
    pub free_cells: [i32; 9],
    /// By the number of empty columns.
    pub empty_columns: [i32; 5],
    /// Path cost of each move by kind.
    pub price: Prices,
    /// Bonus for a move that uncovers a card that can go home.
    pub uncovers_next: i32,
    /// Bonus for uncovering a run that can be built on another column.
    pub uncovers_child: i32,
    /// Bonus for uncovering a card on which a card from a cell can be built.
    pub uncovers_exit: i32,
    /// A building move that improves the evaluation by more than this is followed without
    /// alternatives.
    pub commit: i32,
    /// Whether part of a run may move to an empty column.
    pub parts_to_empty: bool,
    /// Number of ranks by which automatic home moves may be early.
    pub slack: i32,
}

/// Path cost of a move by kind.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl NamedWeights for Weights {
    fn visit(&mut self, f: &mut dyn FnMut(&'static str, Weight)) {
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
            parts_to_empty,
            slack,
        } = self;
        f("away", Weight::Number(away));
        f("broken", Weight::List(broken));
        f("broken_over", Weight::Number(broken_over));
        f("broken_higher", Weight::Number(broken_higher));
        f("broken_suit", Weight::Number(broken_suit));
        f("buries_next", Weight::List(buries_next));
        f("bottom", Weight::Number(bottom));
        f("free_cells", Weight::List(free_cells));
        f("empty_columns", Weight::List(empty_columns));
        f("uncovers_next", Weight::Number(uncovers_next));
        f("uncovers_child", Weight::Number(uncovers_child));
        f("uncovers_exit", Weight::Number(uncovers_exit));
        f("commit", Weight::Number(commit));
        f("parts_to_empty", Weight::Switch(parts_to_empty));
        f("slack", Weight::Number(slack));
        for (name, place) in price.named() {
            f(name, Weight::Number(place));
        }
    }
}

impl Prices {
    /// All prices with their names.
    fn named(&mut self) -> [(&'static str, &mut i32); 8] {
        let Prices { to_cell, run, column, part, run_to_empty, part_to_empty, cell_to_column, cell_to_empty } = self;
        [
            ("price.to_cell", to_cell),
            ("price.run", run),
            ("price.column", column),
            ("price.part", part),
            ("price.run_to_empty", run_to_empty),
            ("price.part_to_empty", part_to_empty),
            ("price.cell_to_column", cell_to_column),
            ("price.cell_to_empty", cell_to_empty),
        ]
    }
}

impl Weights {
    /// Calls `f` on every weight that the tuner changes, always in the same order.
    pub fn visit_tuned(&mut self, mut f: impl FnMut(&mut i32)) {
        let Weights { away, broken_over, broken_higher, broken_suit, bottom, commit, .. } = self;
        [away, broken_over, broken_higher, broken_suit, bottom, commit].into_iter().for_each(&mut f);
        [&mut self.uncovers_next, &mut self.uncovers_child, &mut self.uncovers_exit].into_iter().for_each(&mut f);
        self.price.named().into_iter().for_each(|(_, price)| f(price));
        let Weights { broken, buries_next, free_cells, empty_columns, .. } = self;
        broken.iter_mut().chain(buries_next).chain(free_cells).chain(empty_columns).for_each(f);
    }

    /// The tuned weights as a vector.
    pub fn to_vec(&self) -> Vec<i32> {
        let mut all = Vec::new();
        self.clone().visit_tuned(|weight| all.push(*weight));
        all
    }

    /// These weights with the values of a vector of the same length.
    pub fn with(&self, values: &[i32]) -> Weights {
        let mut weights = self.clone();
        let mut values = values.iter();
        weights.visit_tuned(|weight| *weight = *values.next().unwrap_or(weight));
        weights
    }
}

impl Weights {
    /// All weights zero.
    pub const ZERO: Weights = Weights {
        away: 0,
        broken: [0; 7],
        broken_over: 0,
        broken_higher: 0,
        broken_suit: 0,
        buries_next: [0; 5],
        bottom: 0,
        free_cells: [0; 9],
        empty_columns: [0; 5],
        price: Prices {
            to_cell: 0,
            run: 0,
            column: 0,
            part: 0,
            run_to_empty: 0,
            part_to_empty: 0,
            cell_to_column: 0,
            cell_to_empty: 0,
        },
        uncovers_next: 0,
        uncovers_child: 0,
        uncovers_exit: 0,
        commit: 0,
        parts_to_empty: false,
        slack: 0,
    };

    /// The built-in weights: those of the first search of the portfolio, and those from which the
    /// others are derived. They are the results of the `winnable tune` commands in
    /// benches/README.md.
    pub fn built_in() -> [Weights; 2] {
        let texts = [include_str!("weights/first.toml"), include_str!("weights/second.toml")];
        texts.map(|text| {
            Weights::from_toml(Weights::ZERO, text).expect("built-in weights are valid (a test reads them)")
        })
    }

    /// The same with the path cost multiplied by `factor`: a higher factor makes the search
    /// broader.
    pub fn with_prices(&self, factor: i32) -> Weights {
        let mut weights = self.clone();
        weights.price.named().into_iter().for_each(|(_, price)| *price *= factor);
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
            assert_eq!(Weights::from_toml(Weights::ZERO, &weights.to_toml()).unwrap(), weights);
            assert_eq!(weights.with(&weights.to_vec()), weights);
        }
        let text = Weights::default().to_toml();
        for (from, to, says) in [
            ("away = 6\n", "", "`away` is missing"),
            ("away = 6\n", "away = 6\naway_from = 3\n", "no weight `away_from`"),
            ("run = 17", "run = true", "`price.run` must be a whole number"),
            ("[price]", "[prices]", "no weight `prices`"),
            ("false", "0", "true or false"),
            ("[31, 19,", "[19,", "as many whole numbers"),
        ] {
            let error = Weights::from_toml(Weights::ZERO, &text.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(says), "{to}: {error}");
        }
    }
}
