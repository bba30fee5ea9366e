//! The relaxed game: no card that has left its place is ever in the way again.
//!
//! Compiled from a layout once per bound. What the relaxation keeps: cards lie on each other in
//! columns, rows fall on what has not left by then, and copies of a kind take turns on the foundations
//! of their suit.

use super::super::counting::Suits;
use super::Coverage;
use super::unit_set::{MAX_UNITS, UnitSet};
use crate::card::Card;
use crate::engine::rulebook::Rulebook;
use crate::layout::Layout;
use crate::rules::{MAX_CARDS, MAX_COLUMNS, Rules};

/// No card, no unit.
pub const NONE: u8 = u8::MAX;
const _: () = assert!(MAX_CARDS < NONE as usize && MAX_CARDS <= MAX_UNITS);

/// A relaxed game. Cards are numbered, copies apart; kinds are numbered by suit and foundation order.
pub struct RelaxedGame {
    pub decks: u8,
    /// Kinds of a suit.
    pub ranks: usize,
    /// Number of units.
    pub units: usize,
    /// By kind: copies that are home.
    pub home: Vec<u8>,
    /// By card: its kind.
    pub kind: Vec<u8>,
    /// By card: its unit; `NONE` for a card that is never in the way.
    pub unit: Vec<u8>,
    /// By card: its latest turn if it goes home straight from where it lies.
    pub latest: Vec<u8>,
    /// By card: its column.
    pub column: Vec<u8>,
    /// By card: the card under it, if it lies in a column at the start.
    pub under: Vec<u8>,
    /// By column: its top card.
    pub tops: [u8; MAX_COLUMNS],
    /// The cards of each row to come, from the first column on.
    pub rows: Vec<Vec<u8>>,
    /// Cards that are never in the way.
    pub free: Vec<u8>,
}

impl RelaxedGame {
    /// The relaxed game of a layout. Units are cards, or runs if `runs`.
    pub fn new(rules: &Rules, layout: &Layout, suits: &Suits, coverage: Coverage, runs: bool) -> RelaxedGame {
        let book = Rulebook::new(rules, layout);
        let ranks = book.ranks as usize;
        let kind_of = |card: Card| card.suit().index() * ranks + suits.order(card);
        let mut game = RelaxedGame {
            decks: rules.decks,
            ranks,
            units: 0,
            home: vec![0; 4 * ranks],
            kind: Vec::new(),
            unit: Vec::new(),
            latest: Vec::new(),
            column: Vec::new(),
            under: Vec::new(),
            tops: [NONE; MAX_COLUMNS],
            rows: Vec::new(),
            free: Vec::new(),
        };
        for card in book.in_play {
            game.home[kind_of(card)] = suits.home(card) as u8;
        }
        for (i, column) in layout.columns.iter().enumerate() {
            let mut counts = [0; Card::KINDS];
            for (at, &card) in column.iter().enumerate() {
                let joins = runs && at > 0 && book.joins[card.index() as usize].contains(column[at - 1]);
                game.units += usize::from(!joins);
                let number = game.add(kind_of(card), (game.units - 1) as u8, i as u8);
                game.under[number as usize] = game.tops[i];
                game.latest[number as usize] = suits.latest_turn(card, &counts) as u8;
                game.tops[i] = number;
                counts[card.index() as usize] += 1;
            }
        }
        if coverage.rows {
            for row in layout.stock.chunks(layout.columns.len().max(1)) {
                let fall = |(i, &card): (usize, &Card)| {
                    game.units += 1;
                    game.add(kind_of(card), (game.units - 1) as u8, i as u8)
                };
                let row = row.iter().enumerate().map(fall).collect();
                game.rows.push(row);
            }
        }
        let stock = if coverage.rows { &[][..] } else { &layout.stock };
        for &card in layout.cells.iter().flatten().chain(stock).chain(&layout.waste) {
            let number = game.add(kind_of(card), NONE, NONE);
            game.free.push(number);
        }
        game
    }

    fn add(&mut self, kind: usize, unit: u8, column: u8) -> u8 {
        self.kind.push(kind as u8);
        self.unit.push(unit);
        self.column.push(column);
        self.under.push(NONE);
        self.latest.push(self.decks);
        (self.kind.len() - 1) as u8
    }

    /// Number of cards that are not home.
    pub fn cards(&self) -> usize {
        self.kind.len()
    }

    /// Whether a card is in the way until it goes home, if the cards of these units are parked.
    #[inline]
    pub fn is_direct(&self, card: u8, parked: &UnitSet) -> bool {
        let unit = self.unit[card as usize];
        unit != NONE && !parked.contains(unit as usize)
    }
}
