//! Canonical parking: a canonical form for states that differ only in how cards are parked.
//!
//! Most of a hard search consists of the same few cards in every arrangement over cells, short
//! columns and the cards they can be built on. Definitions and claim:
//!
//! 1. A *canonicalising move* is a legal single-card move that (a) can be undone at once by a legal
//!    move and (b) uncovers no card, so it never makes a home move safe.
//! 2. Which canonicalising move is played depends only on the state up to symmetry. So playing them
//!    until none is left gives every state one canonical form.
//! 3. By (a) a state and its canonical form are reachable from each other. So either both can be
//!    won or neither can.
//!
//! The win search stores canonical forms only and moves between them by blocks
//! ([`super::block_moves`]). The idea is a symmetry reduction: one representative per class of
//! mutually reachable states.

use super::{Action, BASE, CELL, OneDeck, State, View};
use crate::card_set::IndexSet;
use crate::rules::{Group, Rules};

/// Whether single-card moves reach every state that group moves reach. Canonical parking and blocks
/// need this.
pub fn groups_are_a_gesture(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Canonicalising moves and blocks consist of legal moves, from any state.
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
        // Group capacity counts only cells that take cards and columns that any card may fill.
        cells_kind: _,
        empty_column: _,
        group,
        // The cards of a group can be put back on each other one at a time.
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
    /// The next canonicalising move.
    pub(super) fn canonical_parking_move(&self, state: &State<P, N>) -> Option<Action> {
        let (alone, celled) = self.lone_cards(state);
        let view = self.view(state);
        self.build_parked(state, &view, alone).or_else(|| self.sort_lone_cards(state, &view, alone, celled))
    }

    /// Builds a parked card (in a cell, or alone in a column that it may fill) onto a column: the
    /// lowest such card, onto the lowest possible top card. Undone by moving it back: the pile it
    /// left is empty.
    fn build_parked(&self, state: &State<P, N>, view: &View, alone: IndexSet) -> Option<Action> {
        let tables = &self.tables;
        let mut parked = alone;
        if tables.parking {
            let cells = &state.top[tables.columns..tables.columns + tables.cells];
            parked |= cells.iter().map(|top| top & 63).collect::<IndexSet>() & tables.in_play;
        }
        for card in parked {
            if let Some(onto) = (tables.parents[card as usize] & view.tops).first() {
                let from = self.pile_of(state, card)?;
                return Some(Action { card, onto, from, to: view.column_of[onto as usize] });
            }
        }
        None
    }

    /// Sorts the lone cards: the lowest into cells, the others into columns. Where only some cards
    /// may fill a column, the lowest into columns and the others into cells. Undone by moving the
    /// card back: the pile it left is empty.
    fn sort_lone_cards(&self, state: &State<P, N>, view: &View, alone: IndexSet, celled: IndexSet) -> Option<Action> {
        let empty_column = view.to_empty > 0;
        // The highest of one set, if it is above the lowest of the other.
        let out_of_order =
            |of: IndexSet, other: IndexSet| of.last().filter(|&card| other.first().is_some_and(|o| card > o));
        let to_cell = |card| (card, CELL);
        let to_column = |card| (card, BASE);
        let (card, onto) = if self.tables.fillers == self.tables.in_play {
            let lowest = alone.first().filter(|_| view.parking);
            let swapped = || out_of_order(celled, alone).filter(|_| empty_column);
            lowest.map(to_cell).or_else(|| swapped().map(to_column))?
        } else {
            let lowest = celled.first().filter(|_| empty_column);
            let swapped = || out_of_order(alone, celled).filter(|_| view.parking);
            lowest.map(to_column).or_else(|| swapped().map(to_cell))?
        };
        let from = self.pile_of(state, card)?;
        Some(Action { card, onto, from, to: if onto == CELL { view.free_cell } else { view.empty_column } })
    }
}
