//! Dead-end detection: prunes states in which some card can never leave its place.
//!
//! *Relaxation.* Possibilities are never lost. A card that has been uncovered once can be built on
//! forever; a card that could leave its place once has left it. Deals keep their time: a row of the
//! stock falls on the cards that have not left their column by then, and fills every cleared
//! column.
//!
//! *Claim.* If some card never leaves its place in the relaxation, the state cannot be won.
//!
//! *Proof.* Follow a solution. Before each of its deals, run the relaxation to its fixed point.
//!
//! 1. Invariant, by induction over the moves of the solution. (a) Every card that still lies where
//!    it came to lie (in the state, or with a row) and has not left in the relaxation has the same
//!    cards on it in both games, or fewer in the relaxation. (b) Every card that is uncovered in
//!    the solution has been uncovered in the relaxation.
//! 2. Consider the first move that takes a card x from the place where it came to lie. By (b) x has
//!    been uncovered in the relaxation. The move goes home, onto an uncovered card, or into an
//!    empty column or cell.
//! 3. Home: this needs one more copy of the card before x than there are copies of x home now. Each
//!    of these copies has been uncovered before or is home, so the relaxation allows the move.
//! 4. Onto a card: that card has been uncovered in the relaxation by (b).
//! 5. Into an empty column: the column is empty only if every card that came to lie there, the last
//!    row included, has left.
//! 6. Into a cell: a free cell lets every card leave, so nothing is claimed while a cell is free or
//!    can be cleared.
//! 7. Without a free cell, a group moves only by way of an empty column that would take each of its
//!    cards; otherwise a group is one card.
//! 8. So x leaves in the relaxation too. If one card never does, there is no solution. Rules that
//!    forbid some deals only remove solutions. ∎
//!
//! *Rule keys.* See [`covers`].
//!
//! The test hardly ever succeeds at the start of a game. It prunes states in which the columns have
//! grown over.

use super::Interned;
use super::state::{State, cell_card};
use super::trie::{Column, EMPTY};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::rules::{EmptyColumn, FoundationPiles, FoundationReturn, Group, Rules, Stock};

/// Reusable buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    columns: Vec<ColumnRest>,
}

/// The cards that have not left a column: cards of the state, and dealt rows on top.
#[derive(Clone, Debug, Default)]
struct ColumnRest {
    original: Column,
    rows: Vec<Card>,
    /// The part of the original column whose top card was the last to be uncovered.
    uncovered: Column,
}

impl ColumnRest {
    fn is_empty(&self) -> bool {
        self.original == EMPTY && self.rows.is_empty()
    }
}

/// What the relaxation has reached.
struct Reached {
    /// Kinds that have been uncovered.
    kinds: CardSet,
    /// Copies of each kind that are home in the state.
    home: [u8; Card::KINDS],
    /// Copies of each kind that may be home in the relaxation.
    may_be_home: [u8; Card::KINDS],
    /// Copies of each kind that are not home and have been uncovered.
    uncovered: [u8; Card::KINDS],
}

/// Whether the argument covers these rules.
pub fn covers(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // How the board is dealt does not matter: the argument starts from any state.
        decks,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Free cells: nothing is claimed while one is free or can be cleared. Reserve cards may
        // land on columns and be built on.
        cells_kind: _,
        // A card is built on an uncovered card.
        build: _,
        build_wrap: _,
        // Step 7: without free cells a group moves by way of an empty column that takes each of its
        // cards, so they can leave one at a time in the relaxation.
        group,
        group_build: _,
        empty_column,
        // Foundation order counts from the base, whatever it is.
        foundation_base: _,
        foundation_wrap: _,
        // Step 3 counts copies for one pile per deck.
        foundation_piles,
        // Cards on foundations stay there.
        foundation_return,
        // Rows are dealt in order, whatever the deal condition. A waste is not covered.
        stock,
    } = rules;
    let singly = match group {
        Group::Single | Group::CellsPlusOne | Group::Supermove => true,
        Group::Formula => *empty_column == EmptyColumn::Any,
        Group::Unlimited => false,
    };
    let piles = match foundation_piles {
        FoundationPiles::PerDeck => true,
        FoundationPiles::PerSuit => *decks == 1,
        FoundationPiles::AnySuit => false,
    };
    let dealt = match stock {
        Stock::None | Stock::RowDeal { .. } => true,
        Stock::Waste { .. } => false,
    };
    singly && piles && dealt && *foundation_return == FoundationReturn::None
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize>
    Interned<COLUMNS, CELLS, PILES, BYTES>
{
    /// Whether some card can never leave its place.
    pub(super) fn is_stuck(&mut self, state: &State<COLUMNS, CELLS, PILES>) -> bool {
        if self.free_cells(state) > 0 {
            return false;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let stuck = self.relaxation_is_stuck(state, &mut scratch);
        self.scratch = scratch;
        stuck
    }

    fn relaxation_is_stuck(&self, state: &State<COLUMNS, CELLS, PILES>, scratch: &mut Scratch) -> bool {
        let tables = &self.tables;
        let columns = &mut scratch.columns;
        columns.resize_with(tables.columns, Default::default);
        let mut reached = self.reached(state);
        for (rest, &column) in columns.iter_mut().zip(&state.columns) {
            rest.original = column;
            rest.uncovered = column;
            rest.rows.clear();
            if let Some(card) = self.top(column) {
                self.uncover(&mut reached, card);
            }
        }
        let cells = || state.cells[..tables.cells].iter().filter_map(|&cell| cell_card(cell));
        let mut stock = state.stock;
        loop {
            let mut cleared = columns.iter().any(ColumnRest::is_empty);
            let mut again = true;
            while again {
                again = false;
                if tables.cells_take {
                    // A cell that can be cleared counts as free.
                    if cells().any(|card| self.may_leave(&reached, card, cleared)) {
                        return false;
                    }
                } else {
                    // A reserve card that can land on a column can be built on afterwards.
                    for card in cells() {
                        if !reached.kinds.contains(card) && self.may_land(&reached, card, cleared) {
                            reached.kinds.insert(card);
                            again = true;
                        }
                    }
                }
                for rest in columns.iter_mut() {
                    while let Some(card) = rest.rows.last().copied().or_else(|| self.top(rest.original)) {
                        if !self.may_leave(&reached, card, cleared) {
                            break;
                        }
                        again = true;
                        if rest.rows.pop().is_none() {
                            rest.original = self.trie.node(rest.original).below;
                        }
                        cleared |= rest.is_empty();
                        if rest.rows.is_empty() && rest.original != rest.uncovered {
                            rest.uncovered = rest.original;
                            if let Some(card) = self.top(rest.original) {
                                self.uncover(&mut reached, card);
                            }
                        }
                    }
                }
            }
            if stock == EMPTY {
                return !columns.iter().all(ColumnRest::is_empty);
            }
            for rest in columns.iter_mut() {
                let Some(card) = self.top(stock) else { break };
                stock = self.trie.node(stock).below;
                rest.rows.push(card);
                self.uncover(&mut reached, card);
            }
        }
    }

    fn top(&self, column: Column) -> Option<Card> {
        (column != EMPTY).then(|| self.trie.node(column).card)
    }

    fn reached(&self, state: &State<COLUMNS, CELLS, PILES>) -> Reached {
        let none = [0; Card::KINDS];
        let mut reached = Reached { kinds: CardSet::EMPTY, home: none, may_be_home: none, uncovered: none };
        for (pile, &height) in state.piles[..self.tables.piles].iter().enumerate() {
            for order in 0..height {
                if let Some(card) = self.tables.at_order(order, crate::card::Suit::ALL[pile % 4]) {
                    reached.home[card.index() as usize] += 1;
                }
            }
        }
        reached.may_be_home = reached.home;
        for &cell in &state.cells[..self.tables.cells] {
            if let Some(card) = cell_card(cell) {
                self.reveal(&mut reached, card);
            }
        }
        reached
    }

    /// Marks a card as uncovered: it can be built on from now on and may go home when its turn
    /// comes.
    fn uncover(&self, reached: &mut Reached, card: Card) {
        reached.kinds.insert(card);
        self.reveal(reached, card);
    }

    fn reveal(&self, reached: &mut Reached, card: Card) {
        reached.uncovered[card.index() as usize] += 1;
        let mut order = self.tables.order(card);
        while let Some(kind) = self.tables.at_order(order, card.suit()) {
            let at = kind.index() as usize;
            let most = self.before(reached, kind).min(reached.home[at] + reached.uncovered[at]);
            if most <= reached.may_be_home[at] {
                break;
            }
            reached.may_be_home[at] = most;
            order += 1;
        }
    }

    /// Number of copies of the preceding card that may be home.
    fn before(&self, reached: &Reached, card: Card) -> u8 {
        match self.tables.order(card).checked_sub(1).and_then(|order| self.tables.at_order(order, card.suit())) {
            Some(before) => reached.may_be_home[before.index() as usize],
            None => self.tables.rules.decks,
        }
    }

    /// Whether the card can leave its place: home, onto an uncovered card, or into a cleared
    /// column.
    fn may_leave(&self, reached: &Reached, card: Card, cleared: bool) -> bool {
        self.may_land(reached, card, cleared) || self.before(reached, card) > reached.home[card.index() as usize]
    }

    /// Whether the card can move onto an uncovered card or into a cleared column.
    fn may_land(&self, reached: &Reached, card: Card, cleared: bool) -> bool {
        self.tables.build_on(card).meets(reached.kinds) || cleared && self.tables.fills_empty.contains(card)
    }
}

#[cfg(test)]
mod tests {
    use crate::deal::DealNumber;
    use crate::engine::Engine;
    use crate::engine::interned::Anything;
    use crate::rules::preset;
    use std::collections::HashMap;

    /// Small games, with minimum numbers of deals, of lost states, and of lost states detected as
    /// stuck.
    const GAMES: [(&str, &[&str], [u32; 3]); 9] = [
        ("fours-up", &["decks=1", "ranks=5", "foundation_base=1", "columns=[1,1]"], [10, 29000, 20000]),
        (
            "fours-up",
            &["decks=1", "ranks=6", "foundation_base=1", "columns=[1,1]", "build_wrap=false"],
            [10, 36000, 20000],
        ),
        (
            "fours-up",
            &["decks=2", "ranks=3", "foundation_base=1", "columns=[3,3]", "build=same_suit", "build_wrap=false"],
            [8, 2300, 900],
        ),
        (
            "fours-up",
            &["decks=1", "ranks=4", "foundation_base=1", "columns=[3,3]", "cells=1", "build_wrap=false"],
            [3, 700, 300],
        ),
        ("big-freecell", &["ranks=3", "columns=[12,12]", "cells=2", "group=supermove"], [12, 600, 100]),
        ("freecell-four-deck", &["decks=2", "ranks=3", "columns=[12,12]", "cells=1"], [12, 300, 70]),
        // Reserves: their cards may land on columns and be built on.
        (
            "big-freecell",
            &["ranks=2", "columns=[7,7]", RESERVE[0], RESERVE[1], RESERVE[2], "group=single"],
            [12, 80, 80],
        ),
        (
            "freecell-four-deck",
            &[
                "decks=2",
                "ranks=3",
                "columns=[8,7,7]",
                RESERVE[0],
                RESERVE[1],
                RESERVE[2],
                "build=any_suit",
                "build_wrap=true",
            ],
            [2, 60, 50],
        ),
        (
            "fours-up",
            &["decks=1", "ranks=4", "foundation_base=1", "columns=[3,3]", RESERVE[0], RESERVE[1], RESERVE[2]],
            [12, 4000, 3000],
        ),
    ];

    const RESERVE: [&str; 3] = ["cells=2", "cells_prefilled=[0,1]", "cells_kind=reserve"];

    /// All states of small deals: no winnable state is reported as stuck, and many lost ones are.
    #[test]
    fn stuck_states_are_lost() {
        for (name, changes, least) in GAMES {
            let mut rules = preset(name).unwrap();
            changes.iter().for_each(|change| rules.apply_override(change).unwrap());
            rules.validate().unwrap_or_else(|e| panic!("{name} {changes:?}: {e}"));
            assert!(super::covers(&rules), "{name}");
            let (mut deals, mut lost, mut seen) = (0, 0, 0);
            for deal in 1..=12 {
                let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
                let mut engine = Anything::new(&rules, &layout);
                let Some((states, can_be_won)) = whole_game(&mut engine, 10_000) else { continue };
                deals += 1;
                for (state, can_be_won) in states.iter().zip(can_be_won) {
                    let stuck = engine.is_stuck(state);
                    assert!(!(stuck && can_be_won), "{name} {changes:?} {deal}: {:?}", engine.unpack(state));
                    lost += u32::from(!can_be_won);
                    seen += u32::from(stuck);
                }
            }
            println!("{name} {changes:?}: {deals} deals, {lost} positions lost, {seen} of them stuck");
            let counts = [deals, lost, seen];
            assert!(counts.iter().zip(least).all(|(count, least)| *count >= least), "{name} {changes:?}: {counts:?}");
        }
    }

    /// All states of a deal and whether each can be won; `None` if there are too many.
    fn whole_game(engine: &mut Anything, most: usize) -> Option<(Vec<<Anything as Engine>::State>, Vec<bool>)> {
        let mut states = vec![engine.start()];
        let mut numbers = HashMap::from([(engine.key(&states[0]), 0)]);
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut actions = Vec::new();
        let mut at = 0;
        while at < states.len() {
            actions.clear();
            let state = states[at];
            engine.actions(&state, &mut actions);
            for &action in &actions {
                let next = engine.apply(&state, action);
                let number = *numbers.entry(engine.key(&next)).or_insert(states.len());
                if number == states.len() {
                    states.push(next);
                    before.push(Vec::new());
                }
                before[number].push(at);
            }
            if states.len() > most {
                return None;
            }
            at += 1;
        }
        let mut can_be_won: Vec<bool> = states.iter().map(|state| engine.is_won(state)).collect();
        let mut open: Vec<usize> = (0..states.len()).filter(|&i| can_be_won[i]).collect();
        while let Some(at) = open.pop() {
            for &earlier in &before[at] {
                if !std::mem::replace(&mut can_be_won[earlier], true) {
                    open.push(earlier);
                }
            }
        }
        Some((states, can_be_won))
    }
}
