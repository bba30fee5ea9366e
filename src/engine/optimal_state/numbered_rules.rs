//! One deck's rules compiled to bit masks: who may lie on whom, who may fill a column, what is safe to send home.
//!
//! Cards are renumbered `4 · place + suit`, where `place` counts along the foundation (the base card has place 0).
//! "Lower in suit" then means "smaller number" whatever rank the foundations start with, and one `u64` holds any
//! set of cards.

use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::engine::rulebook::{Rulebook, common_base};
use crate::layout::Layout;
use crate::rules::{CellKind, FoundationPiles, Rules, Stock};

/// Largest number of cards in play.
pub const CARDS: usize = 52;
/// Room for what is looked up by card: a power of two, so that a remainder and no comparison keeps inside.
pub const NUMBERS: usize = 64;
/// What a card rests on when it is not another card.
pub const HOME: u8 = 52;
pub const CELL: u8 = 53;
pub const BASE: u8 = 54;

/// The rules of one deal.
#[derive(Clone, Debug)]
pub struct NumberedRules {
    pub book: Rulebook,
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
    /// A card may go home unasked when all of one of these two sets are home (see [`super::safe_home`]).
    pub safe: [[u64; 2]; CARDS],
    kinds: Vec<Card>,
    numbers: [u8; Card::KINDS],
}

impl NumberedRules {
    /// Whether this compilation covers the rules, and with it the exact search: one deck, no stock, foundations by
    /// suit. The bounds and prunings of the search hold for all of these; those that do not have gates of their own.
    pub fn covers(rules: &Rules) -> bool {
        let Rules {
            name: _,
            aliases: _,
            description: _,
            // Every card is there once.
            decks,
            // Cards are numbered along their foundations, whatever ranks there are and wherever play starts.
            ranks: _,
            strip_ranks: _,
            columns: _,
            cells: _,
            cells_prefilled: _,
            deal_first: _,
            foundation_prefill: _,
            foundation_base: _,
            foundation_wrap: _,
            // Compiled into tables that every move is read from.
            cells_kind: _,
            build: _,
            build_wrap: _,
            group: _,
            group_build: _,
            empty_column: _,
            foundation_return: _,
            // Foundation order is by suit.
            foundation_piles,
            // Positions have no stock.
            stock,
        } = rules;
        *decks == 1 && *stock == Stock::None && *foundation_piles != FoundationPiles::AnySuit
    }

    /// Compiles the rules for a layout (foundations whose base is decided by the deal need it).
    pub fn new(rules: &Rules, layout: &Layout, autoplay: bool) -> Option<NumberedRules> {
        if !NumberedRules::covers(rules) {
            return None;
        }
        let base = common_base(rules, layout)?;
        let book = Rulebook::with_base(rules, Some(base));
        let kinds: Vec<Card> =
            (0..4 * book.ranks).filter_map(|i| book.at_order(i / 4, Suit::ALL[i as usize % 4])).collect();
        let mut numbers = [HOME; Card::KINDS];
        for (i, card) in kinds.iter().enumerate() {
            numbers[card.index() as usize] = i as u8;
        }
        let renumbered =
            |set: CardSet| set.into_iter().fold(0u64, |bits, card| bits | 1 << numbers[card.index() as usize]);
        let mut game = NumberedRules {
            cards: kinds.len(),
            columns: book.columns,
            cells: book.cells as u32,
            parking: rules.cells_kind == CellKind::Free,
            onto: [0; CARDS],
            takes: [0; CARDS],
            joins: [0; NUMBERS],
            fills: renumbered(book.fills_empty),
            safe: [[u64::MAX; 2]; CARDS],
            book,
            kinds,
            numbers,
        };
        for (i, card) in game.kinds.iter().enumerate() {
            let at = card.index() as usize;
            game.onto[i] = renumbered(game.book.build_on[at]);
            game.takes[i] = renumbered(game.book.built_on[at]);
            game.joins[i] = renumbered(game.book.joins[at]);
        }
        if autoplay {
            game.safe = super::safe_home::conditions(&game, base);
        }
        Some(game)
    }

    /// Whether cards come back from the foundations.
    pub fn returns(&self) -> bool {
        self.book.returns_to_columns
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
