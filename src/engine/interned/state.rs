//! States and actions of the interned engine: plain small values.

use super::trie::Column;
use crate::card::Card;

/// A position. Columns and cells lie in their real places; foundation piles of one suit are kept in descending
/// order of height, which playing the first and taking back from the last of equal ones preserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const COLUMNS: usize, const CELLS: usize, const PILES: usize> {
    /// Columns by the number of their top node.
    pub columns: [Column; COLUMNS],
    /// The stock, next card on top.
    pub stock: Column,
    /// The waste.
    pub waste: Column,
    /// Cells: 0 where empty, else the card's index + 1.
    pub cells: [u8; CELLS],
    /// Foundation piles: heights; where piles are built regardless of suit, see [`any_suit_pile`].
    pub piles: [u8; PILES],
    /// Cards on foundations.
    pub home: u8,
    /// How often the waste may still be turned over.
    pub redeals: u8,
}

/// A foundation pile of any suit in one byte: the place of its base among the ranks, then its height.
#[inline]
pub fn any_suit_pile(base: u8, height: u8) -> u8 {
    base << 4 | height
}

/// A pile whose base no longer matters (full) or will never be known (never started).
pub const NO_BASE: u8 = 15;

/// The card in a cell.
#[inline]
pub fn cell_card(cell: u8) -> Option<Card> {
    Card::from_index(cell.wrapping_sub(1))
}

/// Where an action takes cards from or brings them to.
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
    /// Where from.
    pub from: Place,
    /// Where to.
    pub to: Place,
    /// Cards moved.
    pub count: u8,
}
