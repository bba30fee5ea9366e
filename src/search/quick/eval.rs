//! Weights made ready for the inner loop: tables padded to powers of two, so that masked indices need no checks.

use super::shape::Shape;
use super::weights::{Prices, Weights};

/// [`Weights`] for one game.
#[derive(Clone)]
pub struct Eval {
    /// See [`Weights::away`].
    pub away: i32,
    /// See [`Weights::broken`]; constant beyond the last entry.
    pub broken: [i32; 16],
    /// See [`Weights::broken_over`].
    pub broken_over: i32,
    /// See [`Weights::broken_higher`].
    pub broken_higher: i32,
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
    /// See [`Weights::uncovers_next`].
    pub uncovers_next: i32,
    /// See [`Weights::uncovers_child`].
    pub uncovers_child: i32,
    /// See [`Weights::uncovers_parent`].
    pub uncovers_parent: i32,
    /// See [`Weights::uncovers_exit`].
    pub uncovers_exit: i32,
    /// See [`Weights::commit`].
    pub commit: i32,
    /// Cards that must be home before a card goes there unasked.
    pub needs: [u64; 64],
}

impl Eval {
    /// Prepares weights for a game.
    pub fn new(shape: &Shape, weights: &Weights) -> Eval {
        Eval {
            away: weights.away,
            broken: padded(&weights.broken),
            broken_over: weights.broken_over,
            broken_higher: weights.broken_higher,
            buries_next: padded(&weights.buries_next),
            bottom: std::array::from_fn(|rank| if rank == 12 { 0 } else { weights.bottom }),
            free_cells: padded(&weights.free_cells),
            empty_columns: padded(&weights.empty_columns),
            price: weights.price.clone(),
            uncovers_next: weights.uncovers_next,
            uncovers_child: weights.uncovers_child,
            uncovers_parent: weights.uncovers_parent,
            uncovers_exit: weights.uncovers_exit,
            commit: weights.commit,
            needs: shape.autoplay(weights.slack),
        }
    }
}

/// The table with its last entry repeated.
fn padded(table: &[i32]) -> [i32; 16] {
    std::array::from_fn(|i| table.get(i).or(table.last()).copied().unwrap_or(0))
}
