//! States and actions of the interned engine, as plain small values.

use super::trie::{Column, EMPTY};
use crate::card::Card;

/// A state. Columns and cells are in their real places. Foundation piles of one suit are kept in
/// descending order of height: cards go to the first of equal piles and return from the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const COLUMNS: usize, const CELLS: usize, const PILES: usize> {
    /// Column numbers in the trie.
    pub columns: [Column; COLUMNS],
    /// The stock, next card on top.
    pub stock: Column,
    /// The waste.
    pub waste: Column,
    /// Cells: 0 if empty, else the card's index + 1.
    pub cells: [u8; CELLS],
    /// Heights of the foundation piles; see [`any_suit_pile`] for piles built regardless of suit.
    pub piles: [u8; PILES],
    /// Number of cards on foundations.
    pub home: u8,
    /// Number of redeals left.
    pub redeals: u8,
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize> State<COLUMNS, CELLS, PILES> {
    /// A state without cards.
    pub(super) const EMPTY: Self = State {
        columns: [EMPTY; COLUMNS],
        stock: EMPTY,
        waste: EMPTY,
        cells: [0; CELLS],
        piles: [0; PILES],
        home: 0,
        redeals: 0,
    };
}

/// A foundation pile of any suit in one byte: the index of its base rank, then its height.
#[inline]
pub fn any_suit_pile(base: u8, height: u8) -> u8 {
    base << 4 | height
}

/// Base of a pile whose base is irrelevant (full pile) or unknown (empty pile).
pub const NO_BASE: u8 = 15;

/// The card in a cell.
#[inline]
pub fn cell_card(cell: u8) -> Option<Card> {
    Card::from_index(cell.wrapping_sub(1))
}

/// Source or destination of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A column.
    Column(u8),
    /// A cell; as a destination the first empty one.
    Cell(u8),
    /// A foundation pile.
    Pile(u8),
    /// The stock.
    Stock,
    /// The waste.
    Waste,
    /// All columns.
    Tableau,
}

/// A move up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// Source.
    pub from: Place,
    /// Destination.
    pub to: Place,
    /// Number of cards moved.
    pub count: u8,
}
