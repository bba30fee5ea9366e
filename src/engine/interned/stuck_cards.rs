//! Positions that cannot be won, seen at a glance: some card can never leave its place.
//!
//! A relaxation in which nothing that was once possible is lost: a card that has been uncovered once may be built
//! on for good, and a card that could leave its place once has left. Time is kept, though: a row of the stock falls
//! on what has not left its column by then, and fills every cleared column.
//!
//! *Soundness.* Follow a solution, and let the relaxed game have had its fill before each of its deals. By induction
//! every card that lies in its column since it came there (in the position, or with a row) and has not left it in the
//! relaxed game has the same cards on it in both games, or fewer in the relaxed one, and every card that is
//! uncovered in the solution has been uncovered in the relaxed game: the first move that takes a card x from the
//! place where it came to lie finds x uncovered, and goes home, onto an uncovered card, or into an empty column or
//! cell. The home move needs a copy more of the card before x than there are copies of x home now, each of them
//! uncovered before or home. The uncovered card has been uncovered in the relaxed game. A column is empty only
//! if all that came to lie there, the last row included, has left. A free cell lets every card leave, so nothing is
//! said then; without one groups move only by way of an empty column that would take each of their cards (or all cells
//! are full and a group is one card). Hence x leaves in the relaxed game too, and if one card never does, there is no solution. A rule
//! that forbids some deals only takes solutions away.
//!
//! From the start of a game this hardly ever says anything; it cuts off positions in which the columns have grown over.

use super::Interned;
use super::state::{State, cell_card};
use super::trie::{Column, EMPTY};
use crate::card::Card;
use crate::rules::{EmptyColumn, FoundationPiles, FoundationReturn, Group, Rules, Stock};

/// Lists that are used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    columns: Vec<Grown>,
}

/// What has not left a column: cards of the position, and rows on top.
#[derive(Clone, Debug, Default)]
struct Grown {
    lying: Column,
    rows: Vec<Card>,
    /// The part of the position whose top card was the last to be uncovered.
    uncovered: Column,
}

impl Grown {
    fn is_empty(&self) -> bool {
        self.lying == EMPTY && self.rows.is_empty()
    }
}

/// What the relaxed game has reached.
struct Reached {
    /// Kinds that have been uncovered.
    kinds: u64,
    /// Copies of each kind that are home now, and that may have come home.
    home: [u8; Card::KINDS],
    may_be_home: [u8; Card::KINDS],
    /// Copies of each kind, not home, that have been uncovered.
    uncovered: [u8; Card::KINDS],
}

/// Whether the argument covers these rules.
pub fn covers(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // How the board is dealt does not matter: the argument starts from any position.
        decks,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Free cells: nothing is said while one is free or can be freed. Reserve cards may land and be built on.
        cells_kind: _,
        // Whatever is built is built on an uncovered card.
        build: _,
        build_wrap: _,
        // Without free cells a group moves by way of an empty column that takes each of its cards, which therefore can
        // leave one by one in the relaxed game.
        group,
        group_build: _,
        empty_column,
        // Order is counted along the foundation, wherever it starts.
        foundation_base: _,
        foundation_wrap: _,
        // Copies of the card before are counted for a pile a deck.
        foundation_piles,
        // Cards stay home.
        foundation_return,
        // Rows are dealt in their order, whatever else forbids them. Nothing is said about cards in a waste.
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
        let stuck = self.relaxed_game_ends(state, &mut scratch);
        self.scratch = scratch;
        stuck
    }

    fn relaxed_game_ends(&self, state: &State<COLUMNS, CELLS, PILES>, scratch: &mut Scratch) -> bool {
        let tables = &self.tables;
        let columns = &mut scratch.columns;
        columns.resize_with(tables.columns, Default::default);
        let mut reached = self.reached(state);
        for (grown, &column) in columns.iter_mut().zip(&state.columns) {
            grown.lying = column;
            grown.uncovered = column;
            grown.rows.clear();
            if let Some(card) = self.top(column) {
                self.uncover(&mut reached, card);
            }
        }
        let cells = || state.cells[..tables.cells].iter().filter_map(|&cell| cell_card(cell));
        let mut stock = state.stock;
        loop {
            let mut cleared = columns.iter().any(Grown::is_empty);
            let mut again = true;
            while again {
                again = false;
                if tables.cells_take {
                    // A cell that can be cleared is as good as a free one.
                    if cells().any(|card| self.may_leave(&reached, card, cleared)) {
                        return false;
                    }
                } else {
                    // A reserve card that can land on a column can be built on from then on.
                    for card in cells() {
                        let landed = 1 << card.index();
                        if reached.kinds & landed == 0 && self.may_land(&reached, card, cleared) {
                            reached.kinds |= landed;
                            again = true;
                        }
                    }
                }
                for grown in columns.iter_mut() {
                    while let Some(card) = grown.rows.last().copied().or_else(|| self.top(grown.lying)) {
                        if !self.may_leave(&reached, card, cleared) {
                            break;
                        }
                        again = true;
                        if grown.rows.pop().is_none() {
                            grown.lying = self.trie.node(grown.lying).below;
                        }
                        cleared |= grown.is_empty();
                        if grown.rows.is_empty() && grown.lying != grown.uncovered {
                            grown.uncovered = grown.lying;
                            if let Some(card) = self.top(grown.lying) {
                                self.uncover(&mut reached, card);
                            }
                        }
                    }
                }
            }
            if stock == EMPTY {
                return !columns.iter().all(Grown::is_empty);
            }
            for grown in columns.iter_mut() {
                let Some(card) = self.top(stock) else { break };
                stock = self.trie.node(stock).below;
                grown.rows.push(card);
                self.uncover(&mut reached, card);
            }
        }
    }

    fn top(&self, column: Column) -> Option<Card> {
        (column != EMPTY).then(|| self.trie.node(column).card)
    }

    fn reached(&self, state: &State<COLUMNS, CELLS, PILES>) -> Reached {
        let none = [0; Card::KINDS];
        let mut reached = Reached { kinds: 0, home: none, may_be_home: none, uncovered: none };
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
                self.come_to_light(&mut reached, card);
            }
        }
        reached
    }

    /// A card may be built on from now on, and may go home when its turn comes.
    fn uncover(&self, reached: &mut Reached, card: Card) {
        reached.kinds |= 1 << card.index();
        self.come_to_light(reached, card);
    }

    fn come_to_light(&self, reached: &mut Reached, card: Card) {
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

    /// Copies of the card before this one that may be home.
    fn before(&self, reached: &Reached, card: Card) -> u8 {
        match self.tables.order(card).checked_sub(1).and_then(|order| self.tables.at_order(order, card.suit())) {
            Some(before) => reached.may_be_home[before.index() as usize],
            None => self.tables.rules.decks,
        }
    }

    /// Home, onto a card that has been uncovered, or into a cleared column.
    fn may_leave(&self, reached: &Reached, card: Card, cleared: bool) -> bool {
        self.may_land(reached, card, cleared) || self.before(reached, card) > reached.home[card.index() as usize]
    }

    /// Onto a card that has been uncovered, or into a cleared column.
    fn may_land(&self, reached: &Reached, card: Card, cleared: bool) -> bool {
        self.tables.build_on(card) & reached.kinds != 0 || cleared && self.tables.fills_empty.contains(card)
    }
}

#[cfg(test)]
mod tests {
    use crate::deal::DealNumber;
    use crate::engine::Engine;
    use crate::engine::interned::Anything;
    use crate::rules::preset;
    use std::collections::HashMap;

    /// Small games; how many positions of how many deals must at least be lost and taken for stuck.
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
        // Reserves: what they hold may land and be built on.
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

    /// All positions of small deals: none that can be won is taken for stuck, and many that cannot are.
    #[test]
    fn stuck_positions_are_lost() {
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

    /// All positions of a deal and whether each can be won; `None` if there are too many.
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
