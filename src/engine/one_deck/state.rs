//! States and actions of the one-deck engine, and their conversion from and to plain data.

use super::coding::Decoded;
use super::tables::Tables;
use super::{BASE, CELL, HOME, NO_CARD};
use crate::card::Card;
use crate::card_set::IndexSet;
use crate::layout::Layout;

/// A state. Among the piles, columns come first, then cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<const P: usize, const N: usize> {
    /// What each card rests on: a card, `CELL`, `BASE` or `HOME`.
    pub(super) below: [u8; 52],
    /// Cards on each foundation.
    pub(super) home: [u8; 4],
    /// Top card of each column and cell.
    pub(super) top: [u8; P],
    /// The key, updated with every move.
    pub(super) key: [u8; N],
}

/// A move of one card and the cards on it. Valid only for the state it was generated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// The deepest card moved.
    pub(super) card: u8,
    /// What it rests on afterwards.
    pub(super) onto: u8,
    /// The source pile; the suit if it is a foundation.
    pub(super) from: u8,
    /// The destination pile; the suit if it is a foundation.
    pub(super) to: u8,
}

impl<const P: usize, const N: usize> State<P, N> {
    /// Packs a layout: the one that the tables were made for, or one reachable from it.
    pub(super) fn pack(tables: &Tables, layout: &Layout) -> Self {
        let mut state = State { below: [HOME; 52], home: [0; 4], top: [NO_CARD; P], key: [0; N] };
        for (i, column) in layout.columns.iter().enumerate() {
            let mut below = BASE;
            for card in column {
                state.below[card.index() as usize] = below;
                below = card.index();
                state.top[i] = below;
            }
        }
        for (i, card) in layout.cells.iter().enumerate() {
            if let Some(card) = card {
                state.below[card.index() as usize] = CELL;
                state.top[tables.columns + i] = card.index();
            }
        }
        for (home, pile) in state.home.iter_mut().zip(&layout.foundations) {
            *home = pile.count;
        }
        state.key = tables.coding.encode(&state.below);
        state
    }

    /// Unpacks a key. Columns and cells are in the order of their top cards.
    #[inline]
    pub(super) fn from_key(tables: &Tables, key: &[u8; N]) -> Self {
        let Decoded { below, in_cells, home } = tables.coding.decode(key);
        let mut state = State { below, home: [0; 4], top: [NO_CARD; P], key: *key };
        let covered: IndexSet = state.below.iter().map(|below| below & 63).collect();
        let in_columns = !(home | in_cells);
        // Cards that are not in play count as home in `below`; foundations count only cards in
        // play.
        let home = home & tables.in_play;
        for (suit, count) in state.home.iter_mut().enumerate() {
            *count = (home & IndexSet::of_suit(suit)).len() as u8;
        }
        for (column, top) in (in_columns & (IndexSet::CARDS - covered)).into_iter().enumerate() {
            state.top[column] = top;
        }
        for (cell, card) in in_cells.into_iter().enumerate() {
            state.top[tables.columns + cell] = card;
        }
        state
    }

    pub(super) fn unpack(&self, tables: &Tables) -> Layout {
        let mut layout = Layout::empty(&tables.book.rules);
        for (column, &top) in layout.columns.iter_mut().zip(&self.top) {
            let mut card = top;
            while card < 52 {
                column.extend(Card::from_index(card));
                card = self.below[card as usize];
            }
            column.reverse();
        }
        for (cell, &top) in layout.cells.iter_mut().zip(&self.top[tables.columns..]) {
            *cell = Card::from_index(top);
        }
        for (suit, pile) in layout.foundations.iter_mut().enumerate() {
            pile.count = self.home[suit];
            pile.base = Card::from_index(tables.next_home[suit][0]).map(Card::rank);
        }
        layout
    }
}
