//! The reference position: all rules, written to be obviously right rather than fast.
//!
//! It is the oracle that the packed engines are compared with and what the verifier replays solutions on.
//! [`legal`] says whether one move is allowed and why not, [`play`] carries it out, [`generate`] lists the moves
//! by trying all of them, and [`canonical`] defines when two positions are the same.

mod canonical;
mod generate;
mod legal;
mod play;

pub use legal::IllegalMove;

use crate::card::{Card, Rank};
use crate::layout::{FoundationPile, Layout};
use crate::rules::{CellKind, FoundationPiles, RankOrder, Rules};
use std::sync::Arc;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Position {
    rules: Arc<Rules>,
    order: RankOrder,
    /// Cards that a full foundation pile holds.
    capacity: usize,
    layout: Layout,
}

/// A layout that does not hold the cards of its rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// Wrong number of columns or cells.
    #[error("the board has {found} {what}, but the rules have {expected}")]
    Piles {
        /// Columns, cells or foundations.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A card is there too often.
    #[error("{card} is there {found} times, but the deck has it {expected} times")]
    TooMany {
        /// The card.
        card: Card,
        /// How often it is there.
        found: usize,
        /// How often it should be.
        expected: usize,
    },
    /// A card is not there.
    #[error("{card} is missing: it is there {found} times, but the deck has it {expected} times")]
    Missing {
        /// The card.
        card: Card,
        /// How often it is there.
        found: usize,
        /// How often it should be.
        expected: usize,
    },
    /// Cards are missing or too many where it cannot be said which.
    #[error("the board has {found} cards, but the deck has {expected}")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A foundation pile that holds more than a full one.
    #[error("a foundation holds {found} cards, but a full one has {expected}")]
    Foundation {
        /// How many there are.
        found: usize,
        /// How many there may be.
        expected: usize,
    },
    /// A stock or waste where the rules have none.
    #[error("the board has a {what}, but the game has none")]
    NoStock {
        /// Stock or waste.
        what: &'static str,
    },
}

impl Position {
    /// The position of this layout; the layout must hold exactly the cards of the rules.
    pub fn new(rules: Arc<Rules>, layout: Layout) -> Result<Position, LayoutError> {
        let (order, capacity) = (rules.order(), rules.foundation_capacity());
        let position = Position { rules, order, capacity, layout };
        position.check_piles()?;
        position.check_cards()?;
        Ok(position)
    }

    fn check_piles(&self) -> Result<(), LayoutError> {
        use crate::rules::Stock;
        let piles = [
            ("columns", self.layout.columns.len(), self.rules.columns.len()),
            ("cells", self.layout.cells.len(), self.rules.cells as usize),
            ("foundations", self.layout.foundations.len(), self.rules.foundation_piles()),
        ];
        for (what, found, expected) in piles {
            if found != expected {
                return Err(LayoutError::Piles { what, found, expected });
            }
        }
        let expected = self.capacity;
        if let Some(pile) = self.layout.foundations.iter().find(|p| p.count as usize > expected) {
            return Err(LayoutError::Foundation { found: pile.count as usize, expected });
        }
        if self.rules.stock == Stock::None && !self.layout.stock.is_empty() {
            return Err(LayoutError::NoStock { what: "stock" });
        }
        if !matches!(self.rules.stock, Stock::Waste { .. }) && !self.layout.waste.is_empty() {
            return Err(LayoutError::NoStock { what: "waste" });
        }
        Ok(())
    }

    fn check_cards(&self) -> Result<(), LayoutError> {
        let mut found = [0usize; Card::KINDS];
        for card in self.layout.cards_in_play() {
            found[card.index() as usize] += 1;
        }
        let any_suit = self.rules.foundation_piles == FoundationPiles::AnySuit;
        if !any_suit {
            for pile in &self.layout.foundations {
                for card in self.pile_cards(pile) {
                    found[card.index() as usize] += 1;
                }
            }
        }
        let mut missing = None;
        for card in (0..Card::KINDS as u8).filter_map(Card::from_index) {
            let expected = if self.order.contains(card.rank()) { self.rules.decks as usize } else { 0 };
            let found = found[card.index() as usize];
            if found > expected {
                return Err(LayoutError::TooMany { card, found, expected });
            }
            if found < expected && missing.is_none() {
                missing = Some(LayoutError::Missing { card, found, expected });
            }
        }
        match missing {
            Some(error) if !any_suit => Err(error),
            _ => {
                let found = self.layout.cards_in_play().count() + self.layout.cards_home();
                let expected = self.rules.cards();
                if found == expected { Ok(()) } else { Err(LayoutError::Count { found, expected }) }
            }
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Where the cards lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether every card is home.
    pub fn is_won(&self) -> bool {
        self.layout.cards_home() == self.rules.cards()
    }

    /// Empty cells that can take a card.
    pub fn free_cells(&self) -> usize {
        match self.rules.cells_kind {
            CellKind::Free => self.layout.cells.iter().filter(|c| c.is_none()).count(),
            CellKind::Reserve => 0,
        }
    }

    /// Empty columns.
    pub fn empty_columns(&self) -> usize {
        self.layout.columns.iter().filter(|c| c.is_empty()).count()
    }

    /// The rank that a foundation pile takes next; `None` when it is full.
    fn next_rank(&self, pile: &FoundationPile) -> Option<Rank> {
        if pile.count as usize >= self.capacity {
            return None;
        }
        pile.base.map(|base| self.order.above(base, pile.count as usize))
    }

    /// The cards of a foundation pile that has a suit, bottom first.
    fn pile_cards(&self, pile: &FoundationPile) -> Vec<Card> {
        let (Some(suit), Some(base)) = (pile.suit, pile.base) else { return Vec::new() };
        (0..pile.count as usize).map(|i| Card::new(self.order.above(base, i), suit)).collect()
    }
}
