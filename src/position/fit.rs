//! Whether a layout is one of a game: the right piles, and exactly the cards of the deck.

use crate::card::Card;
use crate::layout::Layout;
use crate::rules::{FoundationPiles, RankOrder, Rules, Stock};

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

/// Whether the layout has the piles of the rules and holds exactly their cards.
pub fn check_layout(rules: &Rules, layout: &Layout) -> Result<(), LayoutError> {
    check_piles(rules, layout)?;
    check_cards(rules, &rules.order(), layout)
}

fn check_piles(rules: &Rules, layout: &Layout) -> Result<(), LayoutError> {
    let piles = [
        ("columns", layout.columns.len(), rules.columns.len()),
        ("cells", layout.cells.len(), rules.cells as usize),
        ("foundations", layout.foundations.len(), rules.foundation_piles()),
    ];
    for (what, found, expected) in piles {
        if found != expected {
            return Err(LayoutError::Piles { what, found, expected });
        }
    }
    let expected = rules.foundation_capacity();
    if let Some(pile) = layout.foundations.iter().find(|p| p.count as usize > expected) {
        return Err(LayoutError::Foundation { found: pile.count as usize, expected });
    }
    if rules.stock == Stock::None && !layout.stock.is_empty() {
        return Err(LayoutError::NoStock { what: "stock" });
    }
    if !matches!(rules.stock, Stock::Waste { .. }) && !layout.waste.is_empty() {
        return Err(LayoutError::NoStock { what: "waste" });
    }
    Ok(())
}

fn check_cards(rules: &Rules, order: &RankOrder, layout: &Layout) -> Result<(), LayoutError> {
    let mut found = [0usize; Card::KINDS];
    for pile in layout.columns.iter().chain([&layout.stock, &layout.waste]) {
        for card in pile {
            found[card.index() as usize] += 1;
        }
    }
    for card in layout.cells.iter().flatten() {
        found[card.index() as usize] += 1;
    }
    for pile in &layout.foundations {
        // A pile without a suit holds nobody knows what: only the number of its cards counts, below.
        let (Some(suit), Some(base)) = (pile.suit, pile.base) else { continue };
        for i in 0..pile.count as usize {
            found[Card::new(order.above(base, i), suit).index() as usize] += 1;
        }
    }
    let mut missing = None;
    for (card, found) in (0..).map_while(Card::from_index).zip(found) {
        let expected = if order.contains(card.rank()) { rules.decks as usize } else { 0 };
        if found > expected {
            return Err(LayoutError::TooMany { card, found, expected });
        }
        if found < expected && missing.is_none() {
            missing = Some(LayoutError::Missing { card, found, expected });
        }
    }
    match missing {
        Some(error) if rules.foundation_piles != FoundationPiles::AnySuit => Err(error),
        _ => {
            let found = layout.cards_in_play().count() + layout.cards_home();
            let expected = rules.cards();
            if found == expected { Ok(()) } else { Err(LayoutError::Count { found, expected }) }
        }
    }
}
