//! Tables computed once per deal, before the search.
//!
//! A card that has not moved still lies on the cards it was dealt on, so all its evaluation terms
//! are constant during the search. A card that has moved lies in a cell or in a run that reaches
//! the top of its column. So the evaluation needs no scan of the columns: unmoved cards are looked
//! up here, and for moved cards only the lowest unmoved rank of their column matters.

use super::evaluation::Evaluation;
use super::game_tables::{GameTables, MAX_COLUMNS};
use super::state::{BASE, CELL, HOME, State};
use crate::card_set::IndexSet;
use crate::layout::Layout;

/// Tables of one deal under one set of weights, by card.
#[derive(Clone)]
pub struct DealTables {
    /// Evaluation term of the unmoved card, for what it rests on.
    pub share: [i32; 64],
    /// The same in 16 bits, for SIMD: a term is a sum of four limited weights.
    pub narrow_share: [i16; 64],
    /// Lowest rank (from 0) of the unmoved cards up to this one; 15 at [`BASE`].
    pub lowest: [u8; 64],
    /// Number of unmoved cards up to this one that have a lower card under them.
    pub overs: [u8; 64],
    /// Number of unmoved cards up to this one, inclusive.
    pub height: [u8; 64],
    /// The cards of the run whose top card is this unmoved card.
    pub run: [IndexSet; 64],
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
            narrow_share: [0; 64],
            lowest: [15; 64],
            overs: [0; 64],
            height: [0; 64],
            run: [IndexSet::EMPTY; 64],
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
                let card = rank * 4 + suit.index() as u8;
                state.home.insert(card);
                state.below[card as usize & 63] = HOME;
            }
        }
        for card in layout.cells.iter().flatten() {
            let card = card.index();
            state.cells.insert(card);
            state.below[card as usize & 63] = CELL;
        }
        for (column, cards) in layout.columns.iter().enumerate().take(MAX_COLUMNS) {
            let mut under = BASE;
            let mut broken = 0;
            let mut lower_cards = IndexSet::EMPTY;
            for (height, card) in cards.iter().enumerate() {
                let card = card.index();
                let (at, rank, down) = (card as usize & 63, card / 4, under as usize & 63);
                let over = self.lowest[down] < rank;
                let built = game.parents[at].contains(under);
                self.lowest[at] = self.lowest[down].min(rank);
                self.overs[at] = self.overs[down] + over as u8;
                self.height[at] = height as u8 + 1;
                self.run[at] = IndexSet::of(card) | self.run[down].only_if(built);
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
                    let suited = lower_cards & IndexSet::of_suit(card as usize & 3);
                    let suit = if suited.rank_of(card) > 0 { evaluation.broken_suit } else { 0 };
                    evaluation.broken[(broken - 1) & 15] + over + higher + suit
                };
                self.narrow_share[at] = self.share[at] as i16;
                state.value += self.share[at];
                state.below[at] = under;
                state.column[at] = column as u8;
                lower_cards.insert(card);
                under = card;
            }
            state.over += self.overs[under as usize & 63];
            state.runs |= self.run[under as usize & 63];
            state.base[column] = self.run_base[under as usize & 63];
            state.bases |= IndexSet::of(state.base[column]) & IndexSet::CARDS;
            *state.length(column) = cards.len() as u8;
            state.lowest[column] = self.run_lowest[under as usize & 63];
            state.top[column] = under;
            if under == BASE {
                state.empty |= 1 << column;
            } else {
                state.tops.insert(under);
            }
        }
        self.root = state;
    }
}
