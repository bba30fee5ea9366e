//! One deck's rules compiled to bit masks: who may lie on whom, who may fill a column, what is safe to send home.
//!
//! Cards are renumbered `4 · place + suit`, where `place` counts along the foundation (the base card has place 0).
//! "Lower in suit" then means "smaller number" whatever rank the foundations start with, and one `u64` holds any
//! set of cards.

use crate::card::{Card, Suit};
use crate::layout::Layout;
use crate::rules::{Build, CellKind, EmptyColumn, FoundationBase, FoundationPiles, FoundationReturn, Rules, Stock};

/// Largest number of cards in play.
pub(super) const CARDS: usize = 52;
/// Room for what is looked up by card: a power of two, so that a remainder and no comparison keeps inside.
pub(super) const NUMBERS: usize = 64;
/// What a card rests on when it is not another card.
pub(super) const HOME: u8 = 52;
pub(super) const CELL: u8 = 53;
pub(super) const BASE: u8 = 54;

/// The rules of one deal.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub rules: Rules,
    /// Cards in play.
    pub cards: usize,
    pub columns: usize,
    pub cells: u32,
    /// Whether cards may be put into cells.
    pub parking: bool,
    /// Cards that each card may be built on.
    pub onto: [u64; CARDS],
    /// Cards that may be built on each card.
    pub takes: [u64; CARDS],
    /// Cards that each card may lie on and move together with.
    pub joins: [u64; NUMBERS],
    /// Cards that may fill an empty column.
    pub fills: u64,
    /// A card may go home unasked when all of one of these two sets are home (see [`super::autoplay`]).
    pub safe: [[u64; 2]; CARDS],
    kinds: Vec<Card>,
    numbers: [u8; Card::KINDS],
}

impl Game {
    /// Whether this compilation covers the rules: one deck, no stock, foundations by suit.
    pub fn covers(rules: &Rules) -> bool {
        rules.decks == 1 && rules.stock == Stock::None && rules.foundation_piles != FoundationPiles::AnySuit
    }

    /// Compiles the rules for a layout (foundations whose base is decided by the deal need it).
    pub fn new(rules: &Rules, layout: &Layout, autoplay: bool) -> Option<Game> {
        if !Game::covers(rules) {
            return None;
        }
        let order = rules.order();
        let base = match rules.foundation_base {
            FoundationBase::Rank(rank) => rank,
            FoundationBase::FromDeal => layout.foundations.iter().find_map(|pile| pile.base)?,
        };
        let kinds: Vec<Card> =
            (0..order.len() * 4).map(|i| Card::new(order.above(base, i / 4), Suit::ALL[i % 4])).collect();
        let mut numbers = [HOME; Card::KINDS];
        for (i, card) in kinds.iter().enumerate() {
            numbers[card.index() as usize] = i as u8;
        }
        let mut game = Game {
            rules: rules.clone(),
            cards: kinds.len(),
            columns: rules.columns.len(),
            cells: u32::from(rules.cells),
            parking: rules.cells_kind == CellKind::Free,
            onto: [0; CARDS],
            takes: [0; CARDS],
            joins: [0; NUMBERS],
            fills: 0,
            safe: [[u64::MAX; 2]; CARDS],
            kinds,
            numbers,
        };
        let top_rank = order.above(base, order.len() - 1);
        for (i, &card) in game.kinds.iter().enumerate() {
            for (j, &below) in game.kinds.iter().enumerate() {
                let fits = |build| fits(rules, build, card, below);
                game.onto[i] |= u64::from(fits(rules.build)) << j;
                game.takes[j] |= u64::from(fits(rules.build)) << i;
                game.joins[i] |= u64::from(fits(rules.group_build)) << j;
            }
            let fills = match rules.empty_column {
                EmptyColumn::Any => true,
                EmptyColumn::King => Some(card.rank()) == order.top(),
                EmptyColumn::TopRank => card.rank() == top_rank,
                EmptyColumn::None => false,
            };
            game.fills |= u64::from(fills) << i;
        }
        if autoplay {
            game.safe = super::autoplay::conditions(&game, Some(base) == order.bottom());
        }
        Some(game)
    }

    /// Cards that could be built on this one.
    pub fn builds_on(&self, card: usize) -> u64 {
        (0..self.cards).filter(|&c| self.onto[c] >> card & 1 == 1).fold(0, |set, c| set | 1 << c)
    }

    /// Whether cards come back from the foundations.
    pub fn returns(&self) -> bool {
        self.rules.foundation_return != FoundationReturn::None
    }

    /// Our number of a card in play.
    pub fn number(&self, card: Card) -> u8 {
        self.numbers[card.index() as usize]
    }

    /// The card of our number.
    pub fn card(&self, number: u8) -> Card {
        self.kinds[number as usize]
    }
}

/// Whether `card` may lie on `below` by a building rule.
pub(super) fn fits(rules: &Rules, build: Build, card: Card, below: Card) -> bool {
    let suits = match build {
        Build::AlternateColor => card.is_red() != below.is_red(),
        Build::SameSuit => card.suit() == below.suit(),
        Build::AnySuit => true,
        Build::None => false,
    };
    suits && rules.order().follows(below.rank(), card.rank(), rules.build_wrap)
}
