//! The engine for one deck without a stock: FreeCell, Seven by Four, Baker's Game, Eight Off,
//! Penguin, ….
//!
//! A state stores what every card rests on, in one array of bytes, and the top card of every column
//! and cell. A group move of any length changes what *one* card rests on and two tops, and one byte
//! of the key ([`coding`]).
//!
//! Building, wrapping and empty-column rules are sets computed once per deal ([`tables`]), so the
//! generality costs FreeCell nothing. `P`, the room for piles, and `N`, the length of a key, are
//! compile-time constants.

mod block_moves;
mod canonical_parking;
mod coding;
mod safe_home;
mod state;
mod tables;

pub use canonical_parking::groups_are_a_gesture;
pub use state::{Action, State};

use super::{Engine, Pruning};
use crate::card::Card;
use crate::card_set::IndexSet;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::rules::Rules;
use tables::Tables;

/// `below` of a card in a cell.
const CELL: u8 = 52;
/// `below` of the bottom card of a column.
const BASE: u8 = 53;
/// `below` of a card on its foundation.
const HOME: u8 = 54;
/// Top of an empty pile. Its bit in a set is never that of a card.
const NO_CARD: u8 = 63;

/// Why rules or a layout need another engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsupported {
    /// More than one deck.
    #[error("the one-deck engine takes one deck only")]
    Decks,
    /// A stock.
    #[error("the one-deck engine takes no stock")]
    Stock,
    /// Foundations built regardless of suit.
    #[error("the one-deck engine takes foundations by suit only")]
    AnySuitFoundations,
    /// The layout does not determine the base rank of the foundations.
    #[error("the layout has no foundation base")]
    Base,
    /// More piles than this instance has room for.
    #[error("too many columns and cells for this size of state")]
    Piles,
    /// A longer key than this instance has room for.
    #[error("the key is too long for this size of state")]
    KeyLength,
}

/// Whether the engine supports these rules.
pub fn supports(rules: &Rules) -> bool {
    tables::supported(rules).is_ok()
}

/// One deal of a one-deck game. `P` is the room for columns and cells together, `N` the length of a
/// key in bytes.
#[derive(Clone, Debug)]
pub struct OneDeck<const P: usize, const N: usize> {
    tables: Tables,
    start: State<P, N>,
    pruning: Pruning,
    /// Whether group moves are a gesture for single-card moves. Canonical parking and blocks need
    /// this.
    groups_are_a_gesture: bool,
}

impl<const P: usize, const N: usize> OneDeck<P, N> {
    /// The engine for this deal, or the reason why it is not supported.
    pub fn new(rules: &Rules, layout: &Layout) -> Result<Self, Unsupported> {
        let tables = Tables::new(rules, layout)?;
        if tables.columns + tables.cells > P {
            return Err(Unsupported::Piles);
        }
        if tables.coding.bytes() > N {
            return Err(Unsupported::KeyLength);
        }
        let start = State::pack(&tables, layout);
        Ok(OneDeck { tables, start, pruning: Pruning::default(), groups_are_a_gesture: groups_are_a_gesture(rules) })
    }

    /// The key of the won state: digit 0 of every card is its foundation.
    pub(crate) const WON: [u8; N] = [0; N];

    /// The number of key bytes that this deal uses.
    pub fn key_bytes(&self) -> usize {
        self.tables.coding.bytes()
    }

    /// The key computed from scratch, for comparison with the incrementally updated one.
    pub fn recomputed_key(&self, state: &State<P, N>) -> [u8; N] {
        self.tables.coding.encode(&state.below)
    }

    fn column_moves(&self, state: &State<P, N>, view: &View, out: &mut Vec<Action>) {
        let tables = &self.tables;
        for from in 0..tables.columns {
            let top = state.top[from];
            if top == NO_CARD {
                continue;
            }
            let from = from as u8;
            self.single_moves(state, view, from, out);
            let (mut card, mut count) = (top, 1);
            // In a wrapping run, the run's own top could be a legal parent of its lowest card.
            let tops = view.tops - IndexSet::of(top);
            while count <= view.longest {
                if count <= view.to_column {
                    for onto in tables.parents[card as usize] & tops {
                        out.push(Action { card, onto, from, to: view.column_of[onto as usize] });
                    }
                }
                if count <= view.to_empty && tables.fillers.contains(card) {
                    out.push(Action { card, onto: BASE, from, to: view.empty_column });
                }
                let below = state.below[card as usize];
                if !tables.group[card as usize].contains(below) {
                    break;
                }
                card = below;
                count += 1;
            }
        }
    }

    /// The top card of a column home and into a cell.
    #[inline]
    fn single_moves(&self, state: &State<P, N>, view: &View, from: u8, out: &mut Vec<Action>) {
        let card = state.top[from as usize];
        if self.goes_home(state, card) {
            out.push(Action { card, onto: HOME, from, to: card & 3 });
        }
        if view.parking {
            out.push(Action { card, onto: CELL, from, to: view.free_cell });
        }
    }

    #[inline]
    fn goes_home(&self, state: &State<P, N>, card: u8) -> bool {
        let suit = (card & 3) as usize;
        self.tables.next_home[suit][state.home[suit] as usize] == card
    }

    /// A lone card onto every column top that takes it and onto an empty column.
    fn lone_card_to_columns(&self, view: &View, card: u8, from: u8, out: &mut Vec<Action>) {
        for onto in self.tables.parents[card as usize] & view.tops {
            out.push(Action { card, onto, from, to: view.column_of[onto as usize] });
        }
        if view.to_empty > 0 && self.tables.fillers.contains(card) {
            out.push(Action { card, onto: BASE, from, to: view.empty_column });
        }
    }

    fn cell_moves(&self, state: &State<P, N>, view: &View, out: &mut Vec<Action>) {
        for from in self.tables.columns..self.tables.columns + self.tables.cells {
            let card = state.top[from];
            if card != NO_CARD {
                if self.goes_home(state, card) {
                    out.push(Action { card, onto: HOME, from: from as u8, to: card & 3 });
                }
                self.lone_card_to_columns(view, card, from as u8, out);
            }
        }
    }

    fn return_moves(&self, state: &State<P, N>, view: &View, out: &mut Vec<Action>) {
        for suit in 0..4u8 {
            if let Some(card) = self.last_home(state, suit) {
                self.lone_card_to_columns(view, card, suit, out);
                if self.tables.returns_to_cells && view.parking {
                    out.push(Action { card, onto: CELL, from: suit, to: view.free_cell });
                }
            }
        }
    }

    fn last_home(&self, state: &State<P, N>, suit: u8) -> Option<u8> {
        let count = state.home[suit as usize].checked_sub(1)?;
        Some(self.tables.next_home[suit as usize][count as usize])
    }

    /// Plays a legal action.
    #[inline]
    fn play(&self, state: &mut State<P, N>, action: Action) {
        let Action { card, onto, from, to } = action;
        let old = state.below[card as usize];
        debug_assert!(match onto {
            HOME => self.goes_home(state, card),
            CELL => to as usize >= self.tables.columns && state.top[to as usize] == NO_CARD,
            BASE => (to as usize) < self.tables.columns && state.top[to as usize] == NO_CARD,
            _ => (to as usize) < self.tables.columns && state.top[to as usize] == onto,
        });
        self.tables.coding.shift(&mut state.key, card, old, onto);
        state.below[card as usize] = onto;
        if old == HOME {
            state.home[from as usize] -= 1;
            state.top[to as usize] = card;
            return;
        }
        let top = state.top[from as usize];
        state.top[from as usize] = if old < 52 { old } else { NO_CARD };
        if onto == HOME {
            state.home[to as usize] += 1;
        } else {
            state.top[to as usize] = top;
        }
    }

    /// Summarises the piles for move generation.
    #[inline]
    fn view(&self, state: &State<P, N>) -> View {
        let tables = &self.tables;
        let mut view = View {
            tops: IndexSet::EMPTY,
            column_of: [0; 64],
            empty_column: 0,
            free_cell: 0,
            to_column: 0,
            to_empty: 0,
            longest: 0,
            parking: false,
        };
        let mut empty = 0;
        for column in (0..tables.columns).rev() {
            let top = state.top[column] & 63;
            view.tops |= IndexSet::of(top);
            view.column_of[top as usize] = column as u8;
            empty += usize::from(top == NO_CARD);
        }
        view.tops &= IndexSet::CARDS;
        view.empty_column = view.column_of[NO_CARD as usize];
        let mut free = 0;
        for cell in (tables.columns..tables.columns + tables.cells).rev() {
            if state.top[cell] == NO_CARD {
                view.free_cell = cell as u8;
                free += 1;
            }
        }
        view.parking = tables.parking && free > 0;
        let spare = if tables.parking { free } else { 0 };
        view.to_column = tables.book.largest_group(spare, empty);
        view.to_empty = if empty > 0 { tables.book.largest_group(spare, empty - 1) } else { 0 };
        view.longest = view.to_column.max(view.to_empty);
        view
    }

    fn pile(&self, pile: u8) -> Pile {
        match (pile as usize).checked_sub(self.tables.columns) {
            None => Pile::Column(pile),
            Some(cell) => Pile::Cell(cell as u8),
        }
    }
}

/// A summary of the piles.
struct View {
    /// Top cards of columns.
    tops: IndexSet,
    /// By top card: its column.
    column_of: [u8; 64],
    /// The first empty column; valid if `to_empty` is not 0.
    empty_column: u8,
    /// The first free cell; valid if `parking`.
    free_cell: u8,
    /// Largest group that may move onto another column.
    to_column: u8,
    /// Largest group that may move into an empty column; 0 if there is none.
    to_empty: u8,
    /// The larger of the two.
    longest: u8,
    /// Whether a cell is free and accepts cards.
    parking: bool,
}

impl<const P: usize, const N: usize> Engine for OneDeck<P, N> {
    type State = State<P, N>;
    type Key = [u8; N];
    type Action = Action;

    fn start(&self) -> State<P, N> {
        self.start
    }

    #[inline]
    fn actions(&mut self, state: &State<P, N>, out: &mut Vec<Action>) {
        let view = self.view(state);
        self.column_moves(state, &view, out);
        self.cell_moves(state, &view, out);
        if self.tables.returns_to_columns {
            self.return_moves(state, &view, out);
        }
    }

    #[inline]
    fn apply(&mut self, state: &State<P, N>, action: Action) -> State<P, N> {
        let mut next = *state;
        self.play(&mut next, action);
        next
    }

    #[inline]
    fn key(&self, state: &State<P, N>) -> [u8; N] {
        state.key
    }

    #[inline]
    fn restore(&mut self, key: &[u8; N]) -> State<P, N> {
        State::from_key(&self.tables, key)
    }

    #[inline]
    fn is_won(&self, state: &State<P, N>) -> bool {
        state.home.iter().sum::<u8>() == self.tables.cards
    }

    fn multiplicity(&self, state: &State<P, N>, action: Action) -> u64 {
        let empty = |piles: std::ops::Range<usize>| piles.filter(|&i| state.top[i] == NO_CARD).count() as u64;
        match action.onto {
            CELL => empty(self.tables.columns..self.tables.columns + self.tables.cells),
            BASE => empty(0..self.tables.columns),
            _ => 1,
        }
    }

    fn to_move(&self, state: &State<P, N>, action: Action) -> Move {
        let from = match state.below[action.card as usize] {
            HOME => Pile::Foundation(None),
            _ => self.pile(action.from),
        };
        let to = match action.onto {
            HOME => Pile::Foundation(None),
            _ => self.pile(action.to),
        };
        let mut count = 1;
        if let Pile::Column(column) = from {
            let mut above = state.top[column as usize];
            while above != action.card {
                above = state.below[above as usize];
                count += 1;
            }
        }
        Move { card: Card::from_index(action.card), count, from, to }
    }

    fn unpack(&self, state: &State<P, N>) -> Layout {
        state.unpack(&self.tables)
    }
}

#[cfg(test)]
mod tests;
