//! Block moves: macro moves of the win search, for games where groups are a gesture.
//!
//! Definitions.
//!
//! 1. A *parking move* takes a card off a card that it may be built on and puts it into a cell or
//!    an empty column, or moves a lone card between those. It can be undone at once.
//! 2. Every other single-card move is a *proper move*: a build, a home move, a return from a
//!    foundation, or taking a card off something that it could not be put back on.
//! 3. A *block* is one proper move together with the parking moves that it needs: the cards on the
//!    moving card w are parked; the cards on the target card y are parked; y itself gets a column
//!    of its own if it lies in a cell (or, as an alternative, to uncover what it lies on); then w
//!    moves onto y, home, into a cell, or into an empty column.
//!
//! The space: states in canonical parking form ([`super::canonical_parking`]), connected by blocks.
//! It is much smaller than the space of all moves, because a card parked before a proper move can
//! usually be parked after it instead.
//!
//! This space is *not complete*. A whole run in a column of its own can be parked to free that
//! column for another card, and the exchange may need more room than is left later. So exhausting
//! it proves nothing; [`crate::search::Prover`] then searches all moves.
//!
//! Merging states that can be transformed into each other is in the spirit of Solvitaire's
//! dominances for cells and empty columns; the block moves are ours.

use super::{Action, BASE, CELL, HOME, NO_CARD, OneDeck, State};
use crate::card_set::IndexSet;
use crate::engine::SuccessorBuffer;

/// The cards of the tableau that become accessible by parking the cards on them.
struct Runs {
    /// Column and depth (number of cards on it) of each accessible card.
    place: [(u8, u8); 52],
    /// The accessible cards.
    reachable: IndexSet,
    /// The accessible cards of each column, top card first.
    cards: [[u8; 14]; 20],
    len: [u8; 20],
    /// Cards in cells.
    celled: IndexSet,
    /// Free cells that accept cards.
    free_cells: usize,
    /// Empty columns.
    empty_columns: usize,
}

/// A card that blocks may move.
#[derive(Clone, Copy)]
struct Mover {
    card: u8,
    /// The pile it lies on; the suit if it is a foundation.
    pile: u8,
    /// Number of cards on it.
    depth: usize,
}

/// A block that has not been played yet.
struct Block<'a> {
    /// Cards to park, in this order, each with the pile it lies on. Each is on top when its turn
    /// comes.
    lifts: &'a [(u8, u8)],
    /// A card that must lie in a column when the proper move is made. If it lies in a cell or is
    /// parked by the block, it gets a column of its own.
    column_card: Option<u8>,
    /// The proper move: the card and its target (a card or `HOME`). `None` if parking the last card
    /// is itself the proper move.
    end: Option<(u8, u8)>,
}

impl<const P: usize, const N: usize> OneDeck<P, N> {
    /// Appends the successors by all blocks.
    pub(super) fn blocks(&self, state: &State<P, N>, out: &mut SuccessorBuffer<State<P, N>, Action>) {
        let runs = self.runs(state);
        for column in 0..self.tables.columns {
            let len = runs.len[column] as usize;
            for depth in 0..len {
                if depth > runs.free_cells + runs.empty_columns {
                    break;
                }
                self.blocks_of(state, &runs, Mover { card: runs.cards[column][depth], pile: column as u8, depth }, out);
            }
        }
        for pile in self.tables.columns..self.tables.columns + self.tables.cells {
            if state.top[pile] != NO_CARD {
                self.blocks_of(state, &runs, Mover { card: state.top[pile], pile: pile as u8, depth: 0 }, out);
            }
        }
        if self.tables.returns_to_columns {
            for suit in 0..4 {
                if let Some(card) = self.last_home(state, suit) {
                    self.blocks_of(state, &runs, Mover { card, pile: suit, depth: 0 }, out);
                }
            }
        }
    }

    fn runs(&self, state: &State<P, N>) -> Runs {
        let tables = &self.tables;
        let mut runs = Runs {
            place: [(0, 0); 52],
            reachable: IndexSet::EMPTY,
            cards: [[0; 14]; 20],
            len: [0; 20],
            celled: IndexSet::EMPTY,
            free_cells: 0,
            empty_columns: 0,
        };
        for column in 0..tables.columns {
            let mut card = state.top[column];
            if card == NO_CARD {
                runs.empty_columns += 1;
                continue;
            }
            let mut depth = 0;
            loop {
                runs.cards[column][depth] = card;
                runs.place[card as usize] = (column as u8, depth as u8);
                runs.reachable.insert(card);
                depth += 1;
                let below = state.below[card as usize];
                if !tables.parents[card as usize].contains(below) || depth == 13 {
                    break;
                }
                card = below;
            }
            runs.len[column] = depth as u8;
        }
        for &top in &state.top[tables.columns..tables.columns + tables.cells] {
            if top == NO_CARD {
                runs.free_cells += usize::from(tables.parking);
            } else {
                runs.celled.insert(top);
            }
        }
        runs
    }

    /// Generates all blocks whose proper move moves this card.
    fn blocks_of(
        &self,
        state: &State<P, N>,
        runs: &Runs,
        mover: Mover,
        out: &mut SuccessorBuffer<State<P, N>, Action>,
    ) {
        let Mover { card, pile, depth } = mover;
        let tables = &self.tables;
        let below = state.below[card as usize];
        let in_column = below != HOME && (pile as usize) < tables.columns;
        let spots = runs.free_cells + runs.empty_columns;
        let mut lifts = [(0u8, 0u8); 32];
        let mut count = 0;
        let park = |lifts: &mut [(u8, u8); 32], count: &mut usize, column: u8, n: usize| {
            for &card in &runs.cards[column as usize][..n] {
                lifts[*count] = (card, column);
                *count += 1;
            }
        };
        if below != HOME && self.goes_home(state, card) {
            if in_column {
                park(&mut lifts, &mut count, pile, depth);
            }
            let block = Block { lifts: &lifts[..count], column_card: None, end: Some((card, HOME)) };
            self.play_block(state, &block, out);
        }
        for onto in tables.parents[card as usize] & runs.reachable {
            let (column, above) = runs.place[onto as usize];
            let above = above as usize;
            let same = in_column && column == pile;
            count = 0;
            if same && above != depth + 1 {
                continue;
            }
            // The card already lies on its parent. The parent is a new place only if it gets a
            // column of its own.
            if !same && depth + above <= spots {
                park(&mut lifts, &mut count, column, above);
                if in_column {
                    park(&mut lifts, &mut count, pile, depth);
                }
                let block = Block { lifts: &lifts[..count], column_card: Some(onto), end: Some((card, onto)) };
                self.play_block(state, &block, out);
            }
            let movable = above + 1 < runs.len[column as usize] as usize && tables.fillers.contains(onto);
            let needed = above + 1 + if same { 0 } else { depth };
            if movable && runs.empty_columns > 0 && needed <= spots {
                count = 0;
                park(&mut lifts, &mut count, column, above + 1);
                if in_column && !same {
                    park(&mut lifts, &mut count, pile, depth);
                }
                let block = Block { lifts: &lifts[..count], column_card: Some(onto), end: Some((card, onto)) };
                self.play_block(state, &block, out);
            }
        }
        count = 0;
        if in_column {
            park(&mut lifts, &mut count, pile, depth);
        }
        for onto in tables.parents[card as usize] & runs.celled & tables.fillers {
            let block = Block { lifts: &lifts[..count], column_card: Some(onto), end: Some((card, onto)) };
            self.play_block(state, &block, out);
        }
        // Parking the card itself is a proper move if it cannot be undone: the card leaves a card
        // that it may not be built on, the bottom of a column that it may not fill, a reserve, or a
        // foundation.
        let leaves_for_good = match below {
            HOME => true,
            CELL => !tables.parking,
            BASE => !tables.fillers.contains(card),
            under => !tables.parents[card as usize].contains(under),
        };
        if leaves_for_good && count < spots {
            lifts[count] = (card, pile);
            let column_card = (below == HOME && !tables.returns_to_cells).then_some(card);
            let block = Block { lifts: &lifts[..count + 1], column_card, end: None };
            self.play_block(state, &block, out);
        }
    }

    /// Plays a block if there is room for it. If no cell or column is free afterwards, generates
    /// one successor for every distribution of the lone cards over cells and columns.
    fn play_block(&self, start: &State<P, N>, block: &Block, out: &mut SuccessorBuffer<State<P, N>, Action>) {
        let mut state = *start;
        let Some(arranged) = self.try_block(&mut state, block, None, out) else {
            out.discard();
            return;
        };
        let frozen = self.free_cell(&state).is_none() && self.empty_column(&state).is_none();
        let choice = !arranged.0.is_empty() && !arranged.1.is_empty();
        if !frozen || !choice || block.lifts.is_empty() {
            out.push(state);
            return;
        }
        out.discard();
        let all = arranged.0 | arranged.1;
        let size = arranged.0.len();
        let mut subset = (1u64 << size) - 1;
        let cards = all.len();
        while subset < 1 << cards {
            let columns = deposit(subset, all);
            if block.column_card.is_none_or(|card| !all.contains(card) || columns.contains(card)) {
                let mut state = *start;
                match self.try_block(&mut state, block, Some(columns), out) {
                    Some(_) => out.push(state),
                    None => out.discard(),
                }
            }
            // The next larger number with the same number of bits (Gosper).
            let lowest = subset & subset.wrapping_neg();
            let ripple = subset + lowest;
            subset = (((ripple ^ subset) >> 2) / lowest) | ripple;
        }
    }

    /// Plays a block. If `columns` is given, exactly these lone cards must lie in columns when the
    /// last move is made. Returns the lone cards in columns and in cells at that time.
    fn try_block(
        &self,
        state: &mut State<P, N>,
        block: &Block,
        columns: Option<IndexSet>,
        out: &mut SuccessorBuffer<State<P, N>, Action>,
    ) -> Option<(IndexSet, IndexSet)> {
        // The column card moves first if it lies in a cell: this needs no extra room.
        if let Some(card) = block.column_card.filter(|&card| state.below[card as usize] == CELL) {
            self.to_column(state, card, out)?;
        }
        for (i, &(card, pile)) in block.lifts.iter().enumerate() {
            let last = i + 1 == block.lifts.len();
            let own_column = match columns {
                Some(columns) if last => {
                    self.arrange(state, columns - IndexSet::of(card), out);
                    columns.contains(card)
                }
                _ => block.column_card == Some(card),
            };
            let from_home = state.below[card as usize] == HOME;
            let cell = self.free_cell(state).filter(|_| !from_home || self.tables.returns_to_cells);
            let column = self.empty_column(state).filter(|_| self.tables.fillers.contains(card));
            let column_first = own_column || (columns.is_none() && self.tables.fillers != self.tables.in_play);
            let (onto, to) = match (cell, column) {
                (_, Some(column)) if column_first => (BASE, column),
                (Some(cell), _) if !own_column => (CELL, cell),
                (_, Some(column)) => (BASE, column),
                _ => return None,
            };
            self.play_recorded(state, Action { card, onto, from: pile, to }, out);
        }
        if columns.is_some_and(|columns| self.lone_cards(state).0 != columns) {
            return None;
        }
        let arranged = self.lone_cards(state);
        if let Some((card, onto)) = block.end {
            let from = match state.below[card as usize] {
                HOME => card & 3,
                _ => self.pile_of(state, card)?,
            };
            let to = if onto == HOME { card & 3 } else { self.pile_of(state, onto)? };
            self.play_recorded(state, Action { card, onto, from, to }, out);
        }
        Some(arranged)
    }

    /// Moves a lone card from its cell into a column, after moving another one to a cell if no
    /// column is empty.
    fn to_column(
        &self,
        state: &mut State<P, N>,
        card: u8,
        out: &mut SuccessorBuffer<State<P, N>, Action>,
    ) -> Option<()> {
        if self.empty_column(state).is_none() {
            let (alone, _) = self.lone_cards(state);
            let cell = self.free_cell(state)?;
            let other = alone.first()?;
            let from = self.pile_of(state, other)?;
            self.play_recorded(state, Action { card: other, onto: CELL, from, to: cell }, out);
        }
        let (from, to) = (self.pile_of(state, card)?, self.empty_column(state)?);
        self.play_recorded(state, Action { card, onto: BASE, from, to }, out);
        Some(())
    }

    /// Redistributes the lone cards so that exactly `columns` lie in columns, as far as there is
    /// room.
    fn arrange(&self, state: &mut State<P, N>, columns: IndexSet, out: &mut SuccessorBuffer<State<P, N>, Action>) {
        loop {
            let (alone, celled) = self.lone_cards(state);
            let (out_of_columns, into_columns) = ((alone - columns).first(), (celled & columns).first());
            let (card, onto, to) = match (self.free_cell(state), self.empty_column(state)) {
                (Some(to), _) if let Some(card) = out_of_columns => (card, CELL, to),
                (_, Some(to)) if let Some(card) = into_columns => (card, BASE, to),
                _ => return,
            };
            let Some(from) = self.pile_of(state, card) else { return };
            self.play_recorded(state, Action { card, onto, from, to }, out);
        }
    }

    fn play_recorded(&self, state: &mut State<P, N>, action: Action, out: &mut SuccessorBuffer<State<P, N>, Action>) {
        self.play(state, action);
        out.record(action);
    }

    /// The lone cards: those in cells or alone in a column that may lie in either. Returns the ones
    /// in columns and the ones in cells.
    pub(super) fn lone_cards(&self, state: &State<P, N>) -> (IndexSet, IndexSet) {
        let tables = &self.tables;
        let (mut alone, mut celled) = (IndexSet::EMPTY, IndexSet::EMPTY);
        for &top in &state.top[..tables.columns] {
            if top != NO_CARD && state.below[top as usize] == BASE {
                alone.insert(top);
            }
        }
        if tables.parking {
            for &top in &state.top[tables.columns..tables.columns + tables.cells] {
                celled.insert(top & 63);
            }
        }
        (alone & tables.fillers, celled & tables.fillers)
    }

    fn free_cell(&self, state: &State<P, N>) -> Option<u8> {
        let columns = self.tables.columns;
        let cells = if self.tables.parking { columns..columns + self.tables.cells } else { 0..0 };
        cells.into_iter().find(|&pile| state.top[pile] == NO_CARD).map(|pile| pile as u8)
    }

    fn empty_column(&self, state: &State<P, N>) -> Option<u8> {
        state.top[..self.tables.columns].iter().position(|&top| top == NO_CARD).map(|column| column as u8)
    }

    pub(super) fn pile_of(&self, state: &State<P, N>, top: u8) -> Option<u8> {
        let piles = self.tables.columns + self.tables.cells;
        state.top[..piles].iter().position(|&card| card == top).map(|pile| pile as u8)
    }
}

/// The members of `all` whose bits are set in `subset`, in ascending order (PDEP).
fn deposit(subset: u64, all: IndexSet) -> IndexSet {
    all.into_iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, card)| card).collect()
}
