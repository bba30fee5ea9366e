//! The rules of a one-deck deal compiled to card sets: building, filling empty columns, safe home
//! moves.
//!
//! Cards are renumbered `4 · place + suit`, where `place` counts along the foundation (the base
//! card has place 0). "Lower in suit" then means "smaller number" whatever rank the foundations
//! start with, and a [`NumberSet`] holds any set of cards.

use super::state::CodeBook;
use crate::card::{Card, Suit};
use crate::card_set::{CardSet, Numbering, Set64};
use crate::engine::rulebook::{Rulebook, common_base};
use crate::layout::Layout;
use crate::rules::{CellKind, FoundationPiles, Rules, Stock};

/// Largest number of cards in play.
pub const CARDS: usize = 52;
/// Length of arrays indexed by card: a power of two, so that a masked index needs no bounds check.
pub const NUMBERS: usize = 64;
/// `below` of a card on its foundation.
pub const HOME: u8 = 52;
/// `below` of a card in a cell.
pub const CELL: u8 = 53;
/// `below` of the bottom card of a column.
pub const BASE: u8 = 54;

/// The numbering of cards along their foundations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {}

/// A set of cards by their numbers.
pub type NumberSet = Set64<Number>;

impl Numbering for Number {
    type Member = u8;

    #[inline(always)]
    fn number(card: u8) -> u8 {
        card
    }

    #[inline(always)]
    fn numbered(number: u8) -> u8 {
        number
    }
}

impl NumberSet {
    /// The cards that the foundations take next if they hold this set: their predecessors (four
    /// lower) are home and they are not.
    #[inline(always)]
    pub const fn next_home(self) -> NumberSet {
        Set64::from_bits((self.bits() << 4 | 0xf) & !self.bits())
    }

    /// The cards on top of the foundations if they hold this set: those four higher are not home.
    #[inline(always)]
    pub const fn last_home(self) -> NumberSet {
        Set64::from_bits(self.bits() & !(self.bits() >> 4))
    }
}

/// The compiled rules of one deal.
#[derive(Clone, Debug)]
pub struct NumberedRules {
    pub book: Rulebook,
    /// Number of cards in play.
    pub cards: usize,
    pub columns: usize,
    pub cells: u32,
    /// Whether cards may be put into cells.
    pub parking: bool,
    /// By card: the cards that it may be built on.
    pub onto: [NumberSet; CARDS],
    /// By card: the cards that may be built on it.
    pub takes: [NumberSet; CARDS],
    /// By card: the cards that it may lie on and move together with.
    pub joins: [NumberSet; NUMBERS],
    /// Cards that may fill an empty column.
    pub fills: NumberSet,
    /// By card: its home move is forced when all cards of one of these two sets are home (see
    /// [`super::safe_home`]).
    pub safe: [[NumberSet; 2]; CARDS],
    /// What the codes of keys mean.
    pub code_book: CodeBook,
    kinds: Vec<Card>,
    numbers: [u8; Card::KINDS],
}

impl NumberedRules {
    /// Whether the exact search covers the rules: one deck, no stock, foundations by suit. The
    /// bounds and pruning rules of the search hold for all of these; those that do not have gates
    /// of their own.
    pub fn covers(rules: &Rules) -> bool {
        let Rules {
            name: _,
            aliases: _,
            description: _,
            // Every card occurs once.
            decks,
            // Cards are numbered along their foundations, for any ranks and any start state.
            ranks: _,
            strip_ranks: _,
            columns: _,
            cells: _,
            cells_prefilled: _,
            deal_first: _,
            foundation_prefill: _,
            foundation_base: _,
            foundation_wrap: _,
            // Compiled into the tables that moves are generated from.
            cells_kind: _,
            build: _,
            build_wrap: _,
            group: _,
            group_build: _,
            empty_column: _,
            foundation_return: _,
            // Foundation order is by suit.
            foundation_piles,
            // States have no stock.
            stock,
        } = rules;
        *decks == 1 && *stock == Stock::None && *foundation_piles != FoundationPiles::AnySuit
    }

    /// Compiles the rules for a layout, which may determine the base rank. `autoplay`: whether safe
    /// home moves are forced.
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
            |set: CardSet| set.into_iter().map(|card| numbers[card.index() as usize]).collect::<NumberSet>();
        let mut game = NumberedRules {
            cards: kinds.len(),
            columns: book.columns,
            cells: book.cells as u32,
            parking: rules.cells_kind == CellKind::Free,
            onto: [NumberSet::EMPTY; CARDS],
            takes: [NumberSet::EMPTY; CARDS],
            joins: [NumberSet::EMPTY; NUMBERS],
            fills: renumbered(book.fills_empty),
            safe: [[!NumberSet::EMPTY; 2]; CARDS],
            code_book: CodeBook::empty(),
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
        game.code_book = CodeBook::new(&game, layout);
        Some(game)
    }

    /// Whether cards may return from the foundations.
    pub fn returns(&self) -> bool {
        self.book.returns_to_columns
    }

    /// The number of a card in play.
    pub fn number(&self, card: Card) -> u8 {
        self.numbers[card.index() as usize]
    }

    /// The card with this number.
    pub fn card(&self, number: u8) -> Card {
        self.kinds[number as usize]
    }
}
