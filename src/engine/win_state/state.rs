//! A state of the win search, and how moves change it.
//!
//! `below`, what each card rests on, determines the state. All other fields are redundant and
//! updated incrementally, so that no move ever scans a column. Columns keep their real numbers;
//! cells are a set. The hash is a sum over `(card, below)`, so it is independent of the order of
//! columns and cells and costs O(1) per move of any length.

use super::deal_tables::DealTables;
use super::evaluation::Evaluation;
use super::game_tables::{GameTables, MAX_COLUMNS};
use crate::card_set::IndexSet;
use crate::container::random::SplitMix64;

/// `below` of the lowest card of a column, and the destination "an empty column".
pub const BASE: u8 = 52;
/// `below` of a card in a cell, and the destination "a cell".
pub const CELL: u8 = 53;
/// `below` of a card on its foundation.
pub const HOME: u8 = 54;
/// No card.
pub const NONE: u8 = 63;

/// Where [`State::column`] holds the lengths.
pub const LENGTHS: usize = 52;
const _: () = assert!(LENGTHS + MAX_COLUMNS <= 64 && size_of::<State>() == 256);

/// A move of the win search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Deepest card moved.
    pub card: u8,
    /// A card, [`BASE`], [`CELL`] or [`HOME`].
    pub onto: u8,
    /// Number of cards moved.
    pub count: u8,
}

/// A state as a search node, with its parent and its evaluation.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub struct State {
    /// What each card rests on.
    pub below: [u8; 64],
    /// The column of each card that lies in one; after the cards, the number of cards in each
    /// column. (They share an array to keep a state at 256 bytes: it is copied through eight SIMD
    /// registers, a larger one by a call to memcpy.)
    pub column: [u8; 64],
    /// Top card of each column, or [`BASE`].
    pub top: [u8; 16],
    /// The lowest card of the run at the top of each column, or [`BASE`].
    pub base: [u8; 16],
    /// Lowest rank (from 0) under the run at the top of each column; 15 if there is none.
    pub lowest: [u8; 16],
    /// Empty columns.
    pub empty: u16,
    /// Number of cards that have a lower card under them in their column.
    pub over: u8,
    /// Top cards of the columns.
    pub tops: IndexSet,
    /// Cards of the runs at the tops of the columns.
    pub runs: IndexSet,
    /// The lowest card of each of these runs.
    pub bases: IndexSet,
    /// Cards in cells.
    pub cells: IndexSet,
    /// Cards on the foundations.
    pub home: IndexSet,
    /// Cards in columns that have moved since the deal.
    pub moved: IndexSet,
    /// Hash of `below`.
    pub hash: u64,
    /// Sum of the cards' evaluation terms and of the path cost.
    pub value: i32,
    /// Index of the parent.
    pub parent: u32,
    /// The move from the parent; automatic home moves followed it.
    pub step: Step,
}

impl State {
    /// A state without cards.
    pub fn empty() -> State {
        State {
            below: [BASE; 64],
            column: [0; 64],
            top: [BASE; 16],
            base: [BASE; 16],
            lowest: [15; 16],
            empty: 0,
            over: 0,
            tops: IndexSet::EMPTY,
            runs: IndexSet::EMPTY,
            bases: IndexSet::EMPTY,
            cells: IndexSet::EMPTY,
            home: IndexSet::EMPTY,
            moved: IndexSet::EMPTY,
            hash: 0,
            value: 0,
            parent: u32::MAX,
            step: Step { card: NONE, onto: NONE, count: 0 },
        }
    }

    /// The number of cards in a column.
    #[inline(always)]
    pub fn length(&mut self, column: usize) -> &mut u8 {
        &mut self.column[(LENGTHS + column) & 63]
    }

    /// Evaluation term of a card that can be lifted, for what it rests on. A moved card rests on a
    /// legal parent, on the bottom of a column or in a cell; on a parent its term is zero.
    #[inline(always)]
    fn share(&self, deal: &DealTables, evaluation: &Evaluation, card: u8, under: u8) -> i32 {
        let at = card as usize & 63;
        if under == BASE {
            evaluation.bottom[at / 4]
        } else if self.moved.contains(card) {
            0
        } else {
            deal.share[at]
        }
    }

    /// Takes the cards from `card` upwards off their column. What `card` rests on becomes the top.
    #[inline(always)]
    fn lift(&mut self, deal: &DealTables, evaluation: &Evaluation, card: u8, column: usize) {
        let at = card as usize & 63;
        let under = self.below[at];
        self.value -= self.share(deal, evaluation, card, under);
        let top = self.top[column];
        let count = card / 4 + 1 - top / 4;
        self.over -= over(card, self.lowest[column], count);
        if !self.moved.contains(card) {
            self.lowest[column] = deal.run_lowest[under as usize & 63];
        }
        *self.length(column) -= count;
        self.tops.remove(top);
        self.tops |= IndexSet::of(under) & IndexSet::CARDS;
        self.empty |= ((under == BASE) as u16) << column;
        self.top[column] = under;
        let whole = self.bases.contains(card);
        let base = deal.run_base[under as usize & 63];
        self.runs |= deal.run[under as usize & 63].only_if(whole);
        self.bases.remove(card);
        self.bases |= (IndexSet::of(base) & IndexSet::CARDS).only_if(whole);
        self.base[column] = if whole { base } else { self.base[column] };
    }

    /// Plays a legal move.
    #[inline(always)]
    pub fn play(&mut self, deal: &DealTables, evaluation: &Evaluation, step: Step) {
        let Step { card, onto, count } = step;
        if onto == HOME {
            return self.send_home(deal, evaluation, card);
        }
        let (at, rank) = (card as usize & 63, (card as usize / 4) & 15);
        self.hash = self.hash.wrapping_add(hash_change(card, self.below[at], onto));
        let mut top = card;
        if self.cells.contains(card) {
            self.cells.remove(card);
        } else {
            let from = self.column[at] as usize & 15;
            top = self.top[from];
            self.lift(deal, evaluation, card, from);
        }
        self.below[at] = onto;
        if onto == CELL {
            self.cells.insert(card);
            self.moved.remove(card);
            self.runs.remove(card);
            return;
        }
        let to = if onto == BASE {
            self.value += evaluation.bottom[rank];
            self.bases.insert(card);
            let to = self.empty.trailing_zeros() as usize & 15;
            self.empty &= self.empty - 1;
            self.base[to] = card;
            to
        } else {
            self.tops.remove(onto);
            self.column[onto as usize & 63] as usize & 15
        };
        self.over += over(card, self.lowest[to], count);
        self.tops.insert(top);
        self.top[to] = top;
        *self.length(to) += count;
        let mut cards = IndexSet::EMPTY;
        let mut each = top;
        loop {
            cards.insert(each);
            self.column[each as usize & 63] = to as u8;
            if each == card {
                break;
            }
            each = self.below[each as usize & 63];
        }
        self.moved |= cards;
        self.runs |= cards;
    }

    /// Sends cards home automatically, by the conditions of [`Evaluation::needs`].
    #[inline(always)]
    pub fn autoplay(&mut self, deal: &DealTables, evaluation: &Evaluation) {
        loop {
            let before = self.home;
            for card in before.next_home() & (self.tops | self.cells) {
                if evaluation.needs[card as usize & 63].is_within(self.home) {
                    self.send_home(deal, evaluation, card);
                }
            }
            if self.home == before {
                return;
            }
        }
    }

    #[inline(always)]
    fn send_home(&mut self, deal: &DealTables, evaluation: &Evaluation, card: u8) {
        let at = card as usize & 63;
        self.hash = self.hash.wrapping_add(hash_change(card, self.below[at], HOME));
        if self.cells.contains(card) {
            self.cells.remove(card);
        } else {
            let column = self.column[at] as usize & 15;
            self.lift(deal, evaluation, card, column);
            self.runs.remove(card);
        }
        self.value -= evaluation.away;
        self.below[at] = HOME;
        self.home.insert(card);
    }

    /// Whether the state is trivially won: all cards that lie above a lower one can be parked at
    /// the same time, and without them every column can be sent home in the order of ranks.
    #[inline(always)]
    pub fn is_won(&self, game: &GameTables) -> bool {
        let free = game.cells as u32 - self.cells.len();
        let empty = if game.parks_anywhere() { self.empty.count_ones() } else { 0 };
        u32::from(self.over) <= free + empty
    }
}

/// Number of the `count` cards of a run from `card` upwards that are higher than the lowest card
/// under the run. Ranks in a run are consecutive, so no scan is needed.
#[inline(always)]
fn over(card: u8, lowest: u8, count: u8) -> u8 {
    (card / 4).saturating_sub(lowest).min(count)
}

/// Change of the hash when a card comes to rest on something else.
#[inline(always)]
fn hash_change(card: u8, from: u8, to: u8) -> u64 {
    CARD_HASH[card as usize & 63]
        .wrapping_mul(PLACE_HASH[to as usize & 63].wrapping_sub(PLACE_HASH[from as usize & 63]))
}

static CARD_HASH: [u64; 64] = odd_randoms(1);
static PLACE_HASH: [u64; 64] = odd_randoms(2);

/// Random numbers, made odd so that multiplication by them is a bijection.
const fn odd_randoms(seed: u64) -> [u64; 64] {
    let mut table = [0; 64];
    let mut random = SplitMix64::new(seed);
    let mut i = 0;
    while i < 64 {
        table[i] = random.next() | 1;
        i += 1;
    }
    table
}
