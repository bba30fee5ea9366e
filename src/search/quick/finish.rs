//! From the last state of a search back to a list of player's moves on real piles.
//!
//! The path is replayed on a plain copy of the layout: every step of the search, the cards that went home behind
//! it, and in the end the routine that [`State::is_won`] promises.

use super::state::{BASE, CELL, State};
use crate::card::Card;
use crate::layout::Layout;
use crate::moves::{Move, Pile};

/// A board being played to the end.
struct Board {
    columns: Vec<Vec<Card>>,
    cells: Vec<Option<Card>>,
    home: [u8; 4],
    moves: Vec<Move>,
}

/// The moves that lead to the last of `states` and on to the win. `None` if the states do not fit the layout.
pub fn solution(layout: &Layout, states: &[State]) -> Option<Vec<Move>> {
    let mut path = Vec::with_capacity(64);
    let mut at = states.len().checked_sub(1)?;
    while let Some(state) = states.get(at) {
        path.push(at);
        at = state.parent as usize;
    }
    let mut home = [0; 4];
    for pile in &layout.foundations {
        home[pile.suit?.index()] = pile.count;
    }
    let mut board =
        Board { columns: layout.columns.clone(), cells: layout.cells.clone(), home, moves: Vec::with_capacity(128) };
    for &at in path.iter().rev() {
        let state = &states[at];
        if (state.parent as usize) < states.len() {
            board.step(state)?;
        }
        while board.send_one_home(|card| state.home >> card.index() & 1 != 0) {}
    }
    board.release()?;
    Some(board.moves)
}

impl Board {
    fn step(&mut self, state: &State) -> Option<()> {
        let step = state.step;
        let card = Card::from_index(step.card)?;
        let count = step.count as usize;
        let from = match self.cells.iter().position(|cell| *cell == Some(card)) {
            Some(cell) => Pile::Cell(cell as u8),
            None => {
                let deep =
                    |column: &Vec<Card>| column.len().checked_sub(count).and_then(|at| column.get(at)) == Some(&card);
                Pile::Column(self.columns.iter().position(deep)? as u8)
            }
        };
        let to = match step.onto {
            CELL => Pile::Cell(self.cells.iter().position(Option::is_none)? as u8),
            BASE => Pile::Column(self.columns.iter().position(Vec::is_empty)? as u8),
            onto => Pile::Column(self.columns.iter().position(|c| c.last().is_some_and(|c| c.index() == onto))? as u8),
        };
        self.moves.push(Move { card: Some(card), count: step.count, from, to });
        match (from, to) {
            (Pile::Column(a), Pile::Column(b)) => {
                let source = &mut self.columns[a as usize];
                let mut run = [card; 13];
                let at = source.len() - count;
                run[..count].copy_from_slice(&source[at..]);
                source.truncate(at);
                self.columns[b as usize].extend_from_slice(&run[..count]);
            }
            (Pile::Column(a), Pile::Cell(b)) => self.cells[b as usize] = self.columns[a as usize].pop(),
            (Pile::Cell(a), Pile::Column(b)) => {
                self.cells[a as usize] = None;
                self.columns[b as usize].push(card);
            }
            _ => return None,
        }
        Some(())
    }

    /// Sends one card home that is on top or in a cell and that the caller wants there.
    fn send_one_home(&mut self, wanted: impl Fn(Card) -> bool) -> bool {
        let goes = |home: &[u8; 4], card: Card| home[card.suit().index()] + 1 == card.rank().number() && wanted(card);
        let mut from = None;
        for (i, cell) in self.cells.iter_mut().enumerate() {
            if let Some(card) = *cell
                && goes(&self.home, card)
            {
                *cell = None;
                from = Some((card, Pile::Cell(i as u8)));
                break;
            }
        }
        if from.is_none() {
            for (i, column) in self.columns.iter_mut().enumerate() {
                if let Some(&card) = column.last()
                    && goes(&self.home, card)
                {
                    column.pop();
                    from = Some((card, Pile::Column(i as u8)));
                    break;
                }
            }
        }
        let Some((card, from)) = from else { return false };
        self.home[card.suit().index()] += 1;
        self.moves.push(Move::single(card, from, Pile::Foundation(None)));
        true
    }

    /// Parks what lies above the lowest card in play until everything is home.
    fn release(&mut self) -> Option<()> {
        loop {
            while self.send_one_home(|_| true) {}
            let lowest = self.columns.iter().flatten().map(|card| card.rank()).min();
            let Some(lowest) = lowest else {
                return self.cells.iter().all(Option::is_none).then_some(());
            };
            let from = self.columns.iter().position(|c| c.iter().any(|card| card.rank() == lowest))?;
            let card = self.columns[from].pop()?;
            let to = match self.cells.iter().position(Option::is_none) {
                Some(cell) => {
                    self.cells[cell] = Some(card);
                    Pile::Cell(cell as u8)
                }
                None => {
                    let empty = self.columns.iter().position(Vec::is_empty)?;
                    self.columns[empty].push(card);
                    Pile::Column(empty as u8)
                }
            };
            self.moves.push(Move::single(card, Pile::Column(from as u8), to));
        }
    }
}
