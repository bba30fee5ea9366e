//! Reconstructs the player's moves on real piles from the last state of a search.
//!
//! The states of the path record the column of every card, so a few sets suffice: for every state,
//! its move and the automatic home moves after it, and at the end the trivial win that
//! [`State::is_won`] detected.

use crate::card::Card;
use crate::engine::win_state::game_tables::ALL;
use crate::engine::win_state::state::{BASE, CELL, HOME, State};
use crate::layout::Layout;
use crate::moves::{Move, Pile};

/// The board, as far as it is needed to name piles.
struct Board {
    /// Top cards of columns.
    tops: u64,
    cells: u64,
    home: u64,
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
        tops: 0,
        cells: 0,
        home: 0,
        cell: [0; 64],
        free: 0,
        columns: layout.columns.len() as u8,
        moves: Vec::with_capacity(128),
    };
    for pile in &layout.foundations {
        for rank in 0..u64::from(pile.count) {
            board.home |= 1 << (rank * 4 + pile.suit?.index() as u64);
        }
    }
    for (i, cell) in layout.cells.iter().enumerate() {
        match cell {
            Some(card) => {
                board.cells |= 1 << card.index();
                board.cell[card.index() as usize & 63] = i as u8;
            }
            None => board.free |= 1 << i,
        }
    }
    for card in layout.columns.iter().filter_map(|column| column.last()) {
        board.tops |= 1 << card.index();
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
        let (bit, at) = (1u64 << step.card, step.card as usize & 63);
        let mut top = step.card;
        let from = if self.cells & bit != 0 {
            self.cells ^= bit;
            self.free |= 1 << self.cell[at];
            Pile::Cell(self.cell[at])
        } else {
            let column = before.column[at];
            top = before.top[column as usize & 15];
            self.tops ^= 1 << top;
            self.tops |= (1 << before.below[at]) & ALL;
            Pile::Column(column)
        };
        let to = if step.onto == CELL {
            self.take_cell(step.card)?
        } else {
            self.tops &= !(1 << step.onto);
            self.tops |= 1 << top;
            Pile::Column(after.column[at])
        };
        self.moves.push(Move { card: Some(Card::from_index(step.card)?), count: step.count, from, to });
        Some(())
    }

    /// Puts a card into a free cell.
    fn take_cell(&mut self, card: u8) -> Option<Pile> {
        if self.free == 0 {
            return None;
        }
        let cell = self.free.trailing_zeros() as u8;
        self.free &= self.free - 1;
        self.cells |= 1 << card;
        self.cell[card as usize & 63] = cell;
        Some(Pile::Cell(cell))
    }

    /// Plays the home moves that lead to `after`. `below` is what cards rested on before them.
    fn follow(&mut self, below: &[u8; 64], after: &State) -> Option<()> {
        while self.home != after.home {
            let next = (self.home << 4 | 0xf) & !self.home & after.home & (self.tops | self.cells);
            if next == 0 {
                return None;
            }
            let card = next.trailing_zeros() as u8;
            self.send_home(card, below, &after.column)?;
        }
        Some(())
    }

    fn send_home(&mut self, card: u8, below: &[u8; 64], column: &[u8; 64]) -> Option<()> {
        let (bit, at) = (1u64 << card, card as usize & 63);
        let from = if self.cells & bit != 0 {
            self.cells ^= bit;
            self.free |= 1 << self.cell[at];
            Pile::Cell(self.cell[at])
        } else {
            self.tops ^= bit;
            self.tops |= (1 << below[at]) & ALL;
            Pile::Column(column[at])
        };
        self.home |= bit;
        self.moves.push(Move::single(Card::from_index(card)?, from, Pile::Foundation(None)));
        Some(())
    }

    /// Plays the trivial win: parks the cards above the lowest card in play until all cards are
    /// home.
    fn release(&mut self, mut state: State) -> Option<()> {
        let all = self.home | self.cells | self.in_columns(&state);
        while self.home != all {
            let next = (self.home << 4 | 0xf) & !self.home;
            let ready = next & (self.tops | self.cells);
            if ready != 0 {
                self.send_home(ready.trailing_zeros() as u8, &state.below, &state.column)?;
                continue;
            }
            // No card of the lowest rank is on top, or it could go home. So the card on top of its
            // column is higher.
            let lowest = (all & !self.home & !self.cells).trailing_zeros() as usize & 63;
            let column = state.column[lowest];
            let card = Card::from_index(self.top_of(&state, column)?)?;
            let at = card.index() as usize & 63;
            self.tops ^= 1 << at;
            self.tops |= (1 << state.below[at]) & ALL;
            let to = match self.take_cell(card.index()) {
                Some(cell) => cell,
                None => {
                    let empty = self.empty_column(&state)?;
                    self.tops |= 1 << at;
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
    fn in_columns(&self, state: &State) -> u64 {
        let mut cards = 0;
        let mut tops = self.tops;
        while tops != 0 {
            let mut card = tops.trailing_zeros() as u8;
            tops &= tops - 1;
            while card < BASE {
                cards |= 1 << card;
                card = state.below[card as usize & 63];
            }
        }
        cards
    }

    fn top_of(&self, state: &State, column: u8) -> Option<u8> {
        (0..BASE).find(|&card| self.tops >> card & 1 != 0 && state.column[card as usize & 63] == column)
    }

    fn empty_column(&self, state: &State) -> Option<u8> {
        let used = (0..BASE).filter(|&card| self.tops >> card & 1 != 0);
        let used = used.fold(0u16, |used, card| used | 1 << state.column[card as usize & 63]);
        (0..self.columns).find(|&column| used >> column & 1 == 0)
    }
}
