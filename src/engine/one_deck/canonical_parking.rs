//! Tidying: reversible moves that bring all positions which differ only in how cards are parked to one of them.
//!
//! Most of a hard proof is the same few cards in every arrangement over cells, short columns and the cards they can be
//! built on. All of these arrangements can be turned into each other, so either all of them are won or none is. A tidy
//! move is a legal move of one card that (a) can be taken back at once by a legal move and (b) uncovers no card, so
//! that it never makes a move home safe. Which one is played depends on the position up to symmetry only, so a
//! position has one tidy form. The search for a win stores tidy positions only; [`super::block_moves`] is how it gets from one
//! to the next.

use super::{Action, BASE, CELL, OneDeck, State, View};
use crate::rules::{Group, Rules};

/// Whether single-card moves reach whatever group moves reach, which tidying and blocks rely on.
pub fn groups_are_a_gesture(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Tidy moves and blocks are made of legal moves, whatever position play starts from.
        decks: _,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        build_wrap: _,
        foundation_base: _,
        foundation_wrap: _,
        foundation_prefill: _,
        foundation_piles: _,
        foundation_return: _,
        stock: _,
        // The capacity of these groups counts only cells that take cards and columns that any card may fill.
        cells_kind: _,
        empty_column: _,
        group,
        // The cards of a group can be put back on each other one by one.
        build,
        group_build,
    } = rules;
    let replayable = match group {
        Group::Single | Group::CellsPlusOne | Group::Supermove => true,
        Group::Formula | Group::Unlimited => false,
    };
    replayable && group_build.implies(*build)
}

impl<const P: usize, const N: usize> OneDeck<P, N> {
    /// The next tidy move.
    pub(super) fn tidy(&self, state: &State<P, N>) -> Option<Action> {
        let (alone, celled) = self.lone_cards(state);
        let view = self.view(state);
        self.build_parked(state, &view, alone).or_else(|| self.arrange_loose(state, &view, alone, celled))
    }

    /// A card in a cell or alone in a column that it may fill, onto a column that takes it: the lowest such card, onto the
    /// lowest such column. Taken back: the cell or column that it left is empty.
    fn build_parked(&self, state: &State<P, N>, view: &View, alone: u64) -> Option<Action> {
        let tables = &self.tables;
        let mut parked = alone;
        if tables.parking {
            let cells = &state.top[tables.columns..tables.columns + tables.cells];
            parked |= cells.iter().fold(0, |mask, &top| mask | 1 << (top & 63)) & tables.in_play;
        }
        while parked != 0 {
            let card = parked.trailing_zeros() as u8;
            parked &= parked - 1;
            let hits = tables.parents[card as usize] & view.tops;
            if hits != 0 {
                let onto = hits.trailing_zeros() as u8;
                let from = self.pile_of(state, card)?;
                return Some(Action { card, onto, from, to: view.column_of[onto as usize] });
            }
        }
        None
    }

    /// Cards that lie alone and may lie in cells and in columns: the lowest ones into the cells, the others into columns.
    /// Where only some cards may fill a column, the lowest ones into columns, the others into cells.
    /// Taken back: the pile that the card left is empty.
    fn arrange_loose(&self, state: &State<P, N>, view: &View, alone: u64, celled: u64) -> Option<Action> {
        let lowest = |mask: u64| mask.trailing_zeros() as u8;
        let highest = |mask: u64| 63 - mask.leading_zeros() as u8;
        let both = alone != 0 && celled != 0;
        let empty_column = view.to_empty > 0;
        let (card, onto) = if self.tables.fillers == self.tables.in_play {
            if view.parking && alone != 0 {
                (lowest(alone), CELL)
            } else if empty_column && both && highest(celled) > lowest(alone) {
                (highest(celled), BASE)
            } else {
                return None;
            }
        } else if empty_column && celled != 0 {
            (lowest(celled), BASE)
        } else if view.parking && both && highest(alone) > lowest(celled) {
            (highest(alone), CELL)
        } else {
            return None;
        };
        let from = self.pile_of(state, card)?;
        Some(Action { card, onto, from, to: if onto == CELL { view.free_cell } else { view.empty_column } })
    }
}
