//! Reconstructs the player's moves on real piles from the last state of a search.
//!
//! The states of the path record the column of every card, so a few sets suffice: for every state,
//! its move and the automatic home moves after it, and at the end the trivial win that
//! [`State::is_won`] detected.

use crate::card::Card;
use crate::card_set::IndexSet;
use crate::engine::win_state::state::{BASE, CELL, HOME, State};
use crate::layout::Layout;
use crate::moves::{Move, Pile};

/// The board, as far as it is needed to name piles.
struct Board {
    /// Top cards of columns.
    tops: IndexSet,
    cells: IndexSet,
    home: IndexSet,
    /// By card in a cell: the number of the cell.
    cell: [u8; 64],
    /// Free cells.
    free: u32,
    /// Number of columns.
    columns: u8,
    moves: Vec<Move>,
}

/// The moves to the last of `states` and on to the win; `None` if the states do not belong to the
/// layout.
pub fn solution(layout: &Layout, root: &State, states: &[State]) -> Option<Vec<Move>> {
    let mut path = [0u32; 512];
    let mut length = 0;
    let mut at = states.len().checked_sub(1)?;
    while let Some(state) = states.get(at) {
        *path.get_mut(length)? = at as u32;
        length += 1;
        at = state.parent as usize;
    }
    let mut board = Board {
        tops: IndexSet::EMPTY,
        cells: IndexSet::EMPTY,
        home: IndexSet::EMPTY,
        cell: [0; 64],
        free: 0,
        columns: layout.columns.len() as u8,
        moves: Vec::with_capacity(128),
    };
    for pile in &layout.foundations {
        for rank in 0..pile.count {
            board.home.insert(rank * 4 + pile.suit?.index() as u8);
        }
    }
    for (i, cell) in layout.cells.iter().enumerate() {
        match cell {
            Some(card) => {
                board.cells.insert(card.index());
                board.cell[card.index() as usize & 63] = i as u8;
            }
            None => board.free |= 1 << i,
        }
    }
    for card in layout.columns.iter().filter_map(|column| column.last()) {
        board.tops.insert(card.index());
    }
    // Automatic home moves may precede the first state.
    let (&first, steps) = path[..length].split_last()?;
    let first = states.get(first as usize)?;
    board.follow(&root.below, first)?;
    let mut before = first;
    for &at in steps.iter().rev() {
        let state = states.get(at as usize)?;
        let mut below = before.below;
        below[state.step.card as usize & 63] = state.step.onto;
        if state.step.onto == HOME {
            // A home move is replayed with the automatic ones: the card rests on what it rested on.
            below = before.below;
        } else {
            board.step(before, state)?;
        }
        board.follow(&below, state)?;
        before = state;
    }
    board.release(*before)?;
    Some(board.moves)
}

impl Board {
    /// Plays the move from one state to the next.
    fn step(&mut self, before: &State, after: &State) -> Option<()> {
        let step = after.step;
        let at = step.card as usize & 63;
        let mut top = step.card;
        let from = if self.cells.contains(step.card) {
            self.cells.remove(step.card);
            self.free |= 1 << self.cell[at];
            Pile::Cell(self.cell[at])
        } else {
            let column = before.column[at];
            top = before.top[column as usize & 15];
            self.uncover(top, before.below[at]);
            Pile::Column(column)
        };
        let to = if step.onto == CELL {
            self.take_cell(step.card)?
        } else {
            self.tops.remove(step.onto);
            self.tops.insert(top);
            Pile::Column(after.column[at])
        };
        self.moves.push(Move { card: Some(Card::from_index(step.card)?), count: step.count, from, to });
        Some(())
    }

    /// Takes a top card off a column; what it rested on becomes the top.
    fn uncover(&mut self, top: u8, below: u8) {
        self.tops.remove(top);
        self.tops |= IndexSet::of(below) & IndexSet::CARDS;
    }

    /// Puts a card into a free cell.
    fn take_cell(&mut self, card: u8) -> Option<Pile> {
        if self.free == 0 {
            return None;
        }
        let cell = self.free.trailing_zeros() as u8;
        self.free &= self.free - 1;
        self.cells.insert(card);
        self.cell[card as usize & 63] = cell;
        Some(Pile::Cell(cell))
    }

    /// Plays the home moves that lead to `after`. `below` is what cards rested on before them.
    fn follow(&mut self, below: &[u8; 64], after: &State) -> Option<()> {
        while self.home != after.home {
            let next = self.home.next_home() & after.home & (self.tops | self.cells);
            let card = next.first()?;
            self.send_home(card, below, &after.column)?;
        }
        Some(())
    }

    fn send_home(&mut self, card: u8, below: &[u8; 64], column: &[u8; 64]) -> Option<()> {
        let at = card as usize & 63;
        let from = if self.cells.contains(card) {
            self.cells.remove(card);
            self.free |= 1 << self.cell[at];
            Pile::Cell(self.cell[at])
        } else {
            self.uncover(card, below[at]);
            Pile::Column(column[at])
        };
        self.home.insert(card);
        self.moves.push(Move::single(Card::from_index(card)?, from, Pile::Foundation(None)));
        Some(())
    }

    /// Plays the trivial win: parks the cards above the lowest card in play until all cards are
    /// home.
    fn release(&mut self, mut state: State) -> Option<()> {
        let all = self.home | self.cells | self.in_columns(&state);
        while self.home != all {
            let ready = self.home.next_home() & (self.tops | self.cells);
            if let Some(card) = ready.first() {
                self.send_home(card, &state.below, &state.column)?;
                continue;
            }
            // No card of the lowest rank is on top, or it could go home. So the card on top of its
            // column is higher.
            let lowest = (all - self.home - self.cells).first()?;
            let column = state.column[lowest as usize & 63];
            let card = Card::from_index(self.top_of(&state, column)?)?;
            let at = card.index() as usize & 63;
            self.uncover(card.index(), state.below[at]);
            let to = match self.take_cell(card.index()) {
                Some(cell) => cell,
                None => {
                    let empty = self.empty_column(&state)?;
                    self.tops.insert(card.index());
                    state.below[at] = BASE;
                    state.column[at] = empty;
                    Pile::Column(empty)
                }
            };
            self.moves.push(Move::single(card, Pile::Column(column), to));
        }
        Some(())
    }

    /// All cards that lie in columns.
    fn in_columns(&self, state: &State) -> IndexSet {
        let mut cards = IndexSet::EMPTY;
        for mut card in self.tops {
            while card < BASE {
                cards.insert(card);
                card = state.below[card as usize & 63];
            }
        }
        cards
    }

    fn top_of(&self, state: &State, column: u8) -> Option<u8> {
        self.tops.into_iter().find(|&card| state.column[card as usize & 63] == column)
    }

    fn empty_column(&self, state: &State) -> Option<u8> {
        let used = self.tops.into_iter().fold(0u16, |used, card| used | 1 << state.column[card as usize & 63]);
        (0..self.columns).find(|&column| used >> column & 1 == 0)
    }
}
