//! Tables computed once per deal, before the search.
//!
//! A card that has not moved still lies on the cards it was dealt on, so all its evaluation terms
//! are constant during the search. A card that has moved lies in a cell or in a run that reaches
//! the top of its column. So the evaluation needs no scan of the columns: unmoved cards are looked
//! up here, and for moved cards only the lowest unmoved rank of their column matters.

use super::evaluation::Evaluation;
use super::game_tables::{ALL, GameTables, MAX_COLUMNS};
use super::state::{BASE, CELL, HOME, State};
use crate::layout::Layout;

/// Tables of one deal under one set of weights, by card.
#[derive(Clone)]
pub struct DealTables {
    /// Evaluation term of the unmoved card, for what it rests on.
    pub share: [i32; 64],
    /// Lowest rank (from 0) of the unmoved cards up to this one; 15 at [`BASE`].
    pub lowest: [u8; 64],
    /// Number of unmoved cards up to this one that have a lower card under them.
    pub overs: [u8; 64],
    /// Number of unmoved cards up to this one, inclusive.
    pub height: [u8; 64],
    /// The cards of the run whose top card is this unmoved card.
    pub run: [u64; 64],
    /// The lowest card of that run; [`BASE`] if there is no card.
    pub run_base: [u8; 64],
    /// Lowest rank under that run; 15 if there is none.
    pub run_lowest: [u8; 64],
    /// The root state.
    pub root: State,
}

impl DealTables {
    /// Tables without a deal.
    pub fn empty() -> DealTables {
        DealTables {
            share: [0; 64],
            lowest: [15; 64],
            overs: [0; 64],
            height: [0; 64],
            run: [0; 64],
            run_base: [BASE; 64],
            run_lowest: [15; 64],
            root: State::empty(),
        }
    }

    /// Fills the tables for a layout. The caller has checked that it belongs to these rules.
    pub fn read(&mut self, game: &GameTables, evaluation: &Evaluation, layout: &Layout) {
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
        }
        for (column, cards) in layout.columns.iter().enumerate().take(MAX_COLUMNS) {
            let mut under = BASE;
            let mut broken = 0;
            let mut suits = 0u64;
            for (height, card) in cards.iter().enumerate() {
                let card = card.index();
                let (at, rank, down) = (card as usize & 63, card / 4, under as usize & 63);
                let over = self.lowest[down] < rank;
                let built = game.parents[at] >> under & 1 != 0;
                self.lowest[at] = self.lowest[down].min(rank);
                self.overs[at] = self.overs[down] + over as u8;
                self.height[at] = height as u8 + 1;
                self.run[at] = 1 << card | if built { self.run[down] } else { 0 };
                self.run_base[at] = if built { self.run_base[down] } else { card };
                self.run_lowest[at] = if built { self.run_lowest[down] } else { self.lowest[down] };
                self.share[at] = if under == BASE {
                    evaluation.bottom[rank as usize & 15]
                } else if built {
                    0
                } else {
                    let over = if over { evaluation.broken_over } else { 0 };
                    let higher = if under / 4 < rank { evaluation.broken_higher } else { 0 };
                    broken += 1;
                    let suited = suits & 0x1111_1111_1111 << (card & 3) & ((1 << (card & !3)) - 1) != 0;
                    let suit = if suited { evaluation.broken_suit } else { 0 };
                    evaluation.broken[(broken - 1) & 15] + over + higher + suit
                };
                state.value += self.share[at];
                state.below[at] = under;
                state.column[at] = column as u8;
                suits |= 1 << card;
                under = card;
            }
            state.over += self.overs[under as usize & 63];
            state.runs |= self.run[under as usize & 63];
            state.base[column] = self.run_base[under as usize & 63];
            state.bases |= 1 << state.base[column] & ALL;
            *state.length(column) = cards.len() as u8;
            state.lowest[column] = self.run_lowest[under as usize & 63];
            state.top[column] = under;
            if under == BASE {
                state.empty |= 1 << column;
            } else {
                state.tops |= 1 << under;
            }
        }
        self.root = state;
    }
}
