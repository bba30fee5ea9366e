//! What is known about a deal before the search starts.
//!
//! A card that has not moved still lies on the cards it was dealt on, so everything about the cards under it is
//! fixed for the whole search; a card that has moved lies in a run that reaches the top of its column, or in a
//! cell. So the evaluation needs no scan of the columns: unmoved cards look up this table, and for moved cards
//! only the lowest unmoved rank of their column matters.

use super::shape::{MAX_COLUMNS, Shape};
use super::state::{BASE, CELL, HOME, NONE, State};
use super::weights::Weights;
use crate::layout::Layout;

/// Tables of one deal under one set of weights, by card.
#[derive(Clone)]
pub struct Start {
    /// Share of the unmoved card in the value.
    pub share: [i32; 64],
    /// Lowest rank (from 0) of the unmoved cards up to this one; 15 at [`BASE`].
    pub lowest: [u8; 64],
    /// How many unmoved cards up to this one rest on no legal parent.
    pub broken: [u8; 64],
    /// Height in the column.
    pub height: [u8; 64],
    /// Base of the run that this card ends.
    pub run_base: [u8; 64],
    /// Unmoved cards with a lower card under them.
    pub over: u64,
    /// The first state.
    pub state: State,
}

impl Start {
    /// Tables without a deal.
    pub fn empty() -> Start {
        Start {
            share: [0; 64],
            lowest: [15; 64],
            broken: [0; 64],
            height: [0; 64],
            run_base: [0; 64],
            over: 0,
            state: State::empty(),
        }
    }

    /// Looks at a layout. Layouts of these rules only: the caller has checked their size.
    pub fn read(&mut self, shape: &Shape, weights: &Weights, layout: &Layout) {
        self.over = 0;
        let mut state = State::empty();
        for pile in &layout.foundations {
            let Some(suit) = pile.suit else { continue };
            for rank in 0..pile.count {
                let card = rank as usize * 4 + suit.index();
                state.home |= 1 << card;
                state.below[card & 63] = HOME;
            }
        }
        for card in layout.cells.iter().flatten() {
            let card = card.index();
            state.cells |= 1 << card;
            state.below[card as usize & 63] = CELL;
            state.value += weights.in_cell[card as usize / 4];
        }
        for (column, cards) in layout.columns.iter().enumerate().take(MAX_COLUMNS) {
            let mut under = BASE;
            let mut run_base = BASE;
            for (height, card) in cards.iter().enumerate() {
                let card = card.index();
                let (at, rank) = (card as usize & 63, card / 4);
                let lowest = self.lowest[under as usize];
                let over = lowest < rank;
                let built = shape.parents[at] >> under & 1 != 0;
                self.over |= (over as u64) << card;
                self.lowest[at] = lowest.min(rank);
                let broken = if under == BASE { 0 } else { self.broken[under as usize & 63] };
                self.broken[at] = broken + !built as u8;
                self.height[at] = height as u8;
                if !built {
                    run_base = card;
                }
                self.run_base[at] = run_base;
                self.share[at] = match (under == BASE, built, over) {
                    (true, ..) => weights.bottom[rank as usize],
                    (_, true, true) => weights.built_over,
                    (_, true, false) => 0,
                    (_, false, true) => weights.broken_over[lowest as usize],
                    (_, false, false) => weights.broken,
                };
                state.value += self.share[at];
                state.below[at] = under;
                state.column[at] = column as u8;
                under = card;
            }
            state.length[column] = cards.len() as u8;
            state.unmoved[column] = under;
            if under == BASE {
                state.empty |= 1 << column;
                state.top[column] = NONE;
            } else {
                state.tops |= 1 << under;
                state.top[column] = under;
            }
        }
        state.over = self.over.count_ones() as u8;
        self.state = state;
    }
}
