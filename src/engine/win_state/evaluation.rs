//! Weights compiled for the inner loop: tables padded to powers of two, so that masked indices need
//! no bounds checks.

use super::game_tables::GameTables;
use super::state::{BASE, State, Step};
use super::weights::{Prices, Weights};
use crate::card_set::IndexSet;

/// [`Weights`] compiled for one game.
#[derive(Clone)]
pub struct Evaluation {
    /// See [`Weights::away`].
    pub away: i32,
    /// See [`Weights::broken`]; constant beyond the last entry.
    pub broken: [i32; 16],
    /// See [`Weights::broken_over`].
    pub broken_over: i32,
    /// See [`Weights::broken_higher`].
    pub broken_higher: i32,
    /// See [`Weights::broken_suit`].
    pub broken_suit: i32,
    /// See [`Weights::buries_next`]; by rank.
    pub buries_next: [i32; 16],
    /// See [`Weights::bottom`]; by rank.
    pub bottom: [i32; 16],
    /// See [`Weights::free_cells`]; constant beyond the last entry.
    pub free_cells: [i32; 16],
    /// See [`Weights::empty_columns`]; constant beyond the last entry.
    pub empty_columns: [i32; 16],
    /// See [`Weights::price`].
    pub price: Prices,
    /// The same by kind of move. The index encodes: target (column, empty column, cell,
    /// foundation), source is a cell, whole run, whole column.
    pub prices: [i32; 32],
    /// Bonus for the card that a move uncovers. The bits of the index stand for
    /// [`Weights::uncovers_next`], [`Weights::uncovers_exit`] and [`Weights::uncovers_child`].
    pub uncovers: [i32; 8],
    /// See [`Weights::commit`].
    pub commit: i32,
    /// See [`Weights::parts_to_empty`].
    pub parts_to_empty: bool,
    /// By card: the cards that must be home before it is sent home automatically.
    pub needs: [IndexSet; 64],
}

/// Weights are clamped to this magnitude, so that the score of a move fits into 16 bits.
const MAX_WEIGHT: i32 = 1000;

impl Evaluation {
    /// Compiles weights for a game.
    pub fn new(game: &GameTables, weights: &Weights) -> Evaluation {
        let commit = weights.commit;
        let weights =
            &weights.with(&weights.to_vec().iter().map(|w| (*w).clamp(-MAX_WEIGHT, MAX_WEIGHT)).collect::<Vec<i32>>());
        let price = &weights.price;
        Evaluation {
            away: weights.away,
            broken: padded(&weights.broken),
            broken_over: weights.broken_over,
            broken_higher: weights.broken_higher,
            broken_suit: weights.broken_suit,
            buries_next: padded(&weights.buries_next),
            bottom: std::array::from_fn(|rank| if rank == 12 { 0 } else { weights.bottom }),
            free_cells: padded(&weights.free_cells),
            empty_columns: padded(&weights.empty_columns),
            price: price.clone(),
            prices: std::array::from_fn(|kind| match (kind >> 3, kind >> 2 & 1, kind >> 1 & 1, kind & 1) {
                (0, 1, _, _) => price.cell_to_column,
                (0, 0, 0, _) => price.part,
                (0, 0, _, 0) => price.run,
                (0, ..) => price.column,
                (1, 1, _, _) => price.cell_to_empty,
                (1, 0, 0, _) => price.part_to_empty,
                (1, ..) => price.run_to_empty,
                (2, ..) => price.to_cell,
                _ => 0,
            }),
            uncovers: std::array::from_fn(|bits| {
                let bonus = |bit: usize, bonus: i32| if bits >> bit & 1 != 0 { bonus } else { 0 };
                bonus(0, weights.uncovers_next) + bonus(1, weights.uncovers_exit) + bonus(2, weights.uncovers_child)
            }),
            commit,
            parts_to_empty: weights.parts_to_empty,
            needs: game.autoplay(weights.slack),
        }
    }

    /// The path cost of a move.
    #[inline(always)]
    pub fn price(&self, state: &State, step: Step) -> i32 {
        let Step { card, onto, .. } = step;
        let cell = usize::from(state.cells.contains(card));
        let whole = usize::from(state.bases.contains(card));
        let bottom = usize::from(state.below[card as usize & 63] == BASE);
        let target = usize::from(onto.saturating_sub(BASE - 1));
        self.prices[(target << 3 | cell << 2 | whole << 1 | bottom) & 31]
    }
}

/// Pads a table by repeating its last entry.
fn padded(table: &[i32]) -> [i32; 16] {
    std::array::from_fn(|i| table.get(i).or(table.last()).copied().unwrap_or(0))
}
