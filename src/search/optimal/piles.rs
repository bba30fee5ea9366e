//! A board on which the moves of a solution are recorded one after the other.
//!
//! Foundations are not kept: a card that returns from one is named by the move. Nothing is checked
//! here; solutions are verified as a whole.

use crate::layout::Layout;
use crate::moves::{Move, Pile};

/// A layout and the moves made so far.
pub(super) struct Piles {
    pub layout: Layout,
    pub played: Vec<Move>,
}

impl Piles {
    pub fn new(layout: &Layout) -> Piles {
        Piles { layout: layout.clone(), played: Vec::new() }
    }

    pub fn play(&mut self, mv: Move) {
        let cards = match mv.from {
            Pile::Column(i) => {
                let column = &mut self.layout.columns[i as usize];
                column.split_off(column.len().saturating_sub(mv.count as usize))
            }
            Pile::Cell(i) => self.layout.cells[i as usize].take().into_iter().collect(),
            _ => mv.card.into_iter().collect(),
        };
        match mv.to {
            Pile::Column(i) => self.layout.columns[i as usize].extend(cards),
            Pile::Cell(i) => self.layout.cells[i as usize] = cards.first().copied(),
            _ => {}
        }
        self.played.push(mv);
    }
}
