//! Whether a layout is one of a game: the right piles, and exactly the cards of the deck.

use super::ranks::Ranks;
use crate::card::{Card, Rank, Suit};
use crate::layout::Layout;
use crate::rules::{FoundationBase, FoundationPiles, Rules, Stock};
use crate::text::times;

/// A layout that does not hold the cards of its rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// Wrong number of columns or cells.
    #[error("the board has {found} {what}, but the rules have {expected}")]
    Piles {
        /// Columns, cells or foundations.
        what: &'static str,
        /// Number found.
        found: usize,
        /// Number expected.
        expected: usize,
    },
    /// A card occurs too often.
    #[error("{card} occurs {}, but the deck has it {}", times(*found), times(*expected))]
    TooMany {
        /// The card.
        card: Card,
        /// How often it occurs.
        found: usize,
        /// How often it should occur.
        expected: usize,
    },
    /// A card occurs too rarely.
    #[error("{card} {}", too_few(*found, *expected))]
    Missing {
        /// The card.
        card: Card,
        /// How often it occurs.
        found: usize,
        /// How often it should occur.
        expected: usize,
    },
    /// The number of cards is wrong, and which ones cannot be told.
    #[error("the board has {found} cards, but the deck has {expected}")]
    Count {
        /// Number found.
        found: usize,
        /// Number expected.
        expected: usize,
    },
    /// There are too many or too few cards of a rank.
    #[error("the board has {found} cards of rank {rank}, foundations included, but the deck has {expected}")]
    Rank {
        /// The rank.
        rank: Rank,
        /// Number found.
        found: usize,
        /// Number expected.
        expected: usize,
    },
    /// A foundation pile that holds more than a full one.
    #[error("a foundation holds {found} cards, but a full one has {expected}")]
    Foundation {
        /// Number found.
        found: usize,
        /// Largest number allowed.
        expected: usize,
    },
    /// A foundation pile of another suit than the rules have in this place.
    #[error("foundation {number} is not of the suit that the rules have there")]
    Suit {
        /// Which pile, from 1.
        number: usize,
    },
    /// A foundation pile that does not start with the rank that the rules or the other piles start with.
    #[error("foundation {number} does not start with the rank that all foundations of this game start with")]
    Base {
        /// Which pile, from 1.
        number: usize,
    },
    /// More redeals than the rules have.
    #[error("the board has {found} redeals left, but the rules have {most}")]
    Redeals {
        /// Number found.
        found: u8,
        /// Largest number allowed.
        most: u8,
    },
    /// A stock or waste where the rules have none.
    #[error("the board has a {what}, but the game has none")]
    NoStock {
        /// Stock or waste.
        what: &'static str,
    },
}

fn too_few(found: usize, expected: usize) -> String {
    match found {
        0 => "is missing".into(),
        _ => format!("occurs {}, but the deck has it {}", times(found), times(expected)),
    }
}

/// Whether the layout has the piles of the rules and holds exactly their cards.
pub fn check_layout(rules: &Rules, layout: &Layout) -> Result<(), LayoutError> {
    let ranks = Ranks::new(rules);
    check_piles(rules, &ranks, layout)?;
    check_cards(rules, &ranks, layout)
}

/// Number of foundation piles.
fn foundations(rules: &Rules) -> usize {
    match rules.foundation_piles {
        FoundationPiles::PerDeck | FoundationPiles::AnySuit => 4 * rules.decks as usize,
        FoundationPiles::PerSuit => 4,
    }
}

/// Cards that a full foundation pile holds.
pub(super) fn foundation_capacity(rules: &Rules, ranks: &Ranks) -> usize {
    let decks_in_a_pile = match rules.foundation_piles {
        FoundationPiles::PerDeck | FoundationPiles::AnySuit => 1,
        FoundationPiles::PerSuit => rules.decks as usize,
    };
    ranks.len() * decks_in_a_pile
}

fn check_piles(rules: &Rules, ranks: &Ranks, layout: &Layout) -> Result<(), LayoutError> {
    let piles = [
        ("columns", layout.columns.len(), rules.columns.len()),
        ("cells", layout.cells.len(), rules.cells as usize),
        ("foundations", layout.foundations.len(), foundations(rules)),
    ];
    for (what, found, expected) in piles {
        if found != expected {
            return Err(LayoutError::Piles { what, found, expected });
        }
    }
    let expected = foundation_capacity(rules, ranks);
    if let Some(pile) = layout.foundations.iter().find(|p| p.count as usize > expected) {
        return Err(LayoutError::Foundation { found: pile.count as usize, expected });
    }
    check_foundations(rules, ranks, layout)?;
    let most = match rules.stock {
        Stock::Waste { redeals } => redeals,
        Stock::None | Stock::RowDeal { .. } => 0,
    };
    if layout.redeals > most {
        return Err(LayoutError::Redeals { found: layout.redeals, most });
    }
    if rules.stock == Stock::None && !layout.stock.is_empty() {
        return Err(LayoutError::NoStock { what: "stock" });
    }
    if !matches!(rules.stock, Stock::Waste { .. }) && !layout.waste.is_empty() {
        return Err(LayoutError::NoStock { what: "waste" });
    }
    Ok(())
}

/// Suits are in their places, and all piles start with the same rank, unless each has a base of its own.
fn check_foundations(rules: &Rules, ranks: &Ranks, layout: &Layout) -> Result<(), LayoutError> {
    let any_suit = rules.foundation_piles == FoundationPiles::AnySuit;
    let common = match rules.foundation_base {
        FoundationBase::Rank(rank) => Some(rank),
        FoundationBase::FromDeal => layout.foundations.iter().find_map(|pile| pile.base),
    };
    for (i, pile) in layout.foundations.iter().enumerate() {
        let number = i + 1;
        if pile.suit != (!any_suit).then_some(Suit::ALL[i % 4]) {
            return Err(LayoutError::Suit { number });
        }
        let right = match any_suit {
            true => pile.count == 0 || pile.base.is_some(),
            false => pile.base.is_some() && pile.base == common,
        };
        if !right || pile.base.is_some_and(|base| !ranks.contains(base)) {
            return Err(LayoutError::Base { number });
        }
    }
    Ok(())
}

fn check_cards(rules: &Rules, ranks: &Ranks, layout: &Layout) -> Result<(), LayoutError> {
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
        // Which cards a pile without a suit holds is unknown; only their number is checked, below.
        let (Some(suit), Some(base)) = (pile.suit, pile.base) else { continue };
        for i in 0..pile.count as usize {
            found[Card::new(ranks.after(base, i), suit).index() as usize] += 1;
        }
    }
    let mut missing = None;
    for (card, found) in (0..).map_while(Card::from_index).zip(found) {
        let expected = if ranks.contains(card.rank()) { rules.decks as usize } else { 0 };
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
            let expected = 4 * rules.decks as usize * ranks.len();
            if found != expected {
                return Err(LayoutError::Count { found, expected });
            }
            if rules.foundation_piles == FoundationPiles::AnySuit { check_ranks(rules, ranks, layout) } else { Ok(()) }
        }
    }
}

/// Piles of any suit do not say which cards they hold, but of which ranks.
fn check_ranks(rules: &Rules, ranks: &Ranks, layout: &Layout) -> Result<(), LayoutError> {
    let mut found = [0usize; 14];
    layout.cards_in_play().for_each(|card| found[card.rank().number() as usize] += 1);
    for pile in &layout.foundations {
        let Some(base) = pile.base else { continue };
        (0..pile.count as usize).for_each(|i| found[ranks.after(base, i).number() as usize] += 1);
    }
    let expected = 4 * rules.decks as usize;
    let wrong =
        (1..=13).filter_map(Rank::new).find(|rank| ranks.contains(*rank) && found[rank.number() as usize] != expected);
    match wrong {
        Some(rank) => Err(LayoutError::Rank { rank, found: found[rank.number() as usize], expected }),
        None => Ok(()),
    }
}
