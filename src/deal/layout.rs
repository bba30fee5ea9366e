//! From a shuffled deck to a board: hooks first, then columns row by row, cells, and the rest.
//!
//! The order of the deck, the shuffle and the hooks follow PySolFC, so that its deal numbers give its boards.

use super::mersenne::Mersenne;
use super::microsoft::Microsoft;
use super::{DealNumber, DeckCard};
use crate::card::{Card, Rank, Suit};
use crate::layout::Layout;
use crate::rules::{FoundationBase, FoundationPiles, Rules};

/// PySolFC's order of suits, in which decks are laid out before the shuffle.
const DECK_ORDER: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];

/// The shuffled deck; cards are dealt from its end.
pub fn shuffled(rules: &Rules, number: DealNumber) -> Vec<DeckCard> {
    let order = rules.order();
    let mut cards = Vec::with_capacity(rules.cards());
    for deck in 0..rules.decks {
        for suit in DECK_ORDER {
            cards.extend(order.iter().map(|rank| DeckCard { card: Card::new(rank, suit), deck }));
        }
    }
    match number {
        DealNumber::Microsoft(n) => microsoft_shuffle(&mut cards, n),
        DealNumber::Pysol(n @ 1..32_000) => microsoft_shuffle(&mut cards, n as u64),
        DealNumber::Pysol(n) => {
            let mut random = Mersenne::new(n);
            shuffle(&mut cards, |bound| random.below(bound));
        }
    }
    cards
}

/// A single deck is first put into Microsoft's order, AC AD AH AS 2C … KS, which is the order of card indices.
fn microsoft_shuffle(cards: &mut [DeckCard], number: u64) {
    if cards.len() == Card::KINDS {
        for (place, card) in cards.iter_mut().zip((0..).map_while(Card::from_index)) {
            *place = DeckCard { card, deck: 0 };
        }
    }
    let mut random = Microsoft::new(number);
    shuffle(cards, |bound| random.next() as usize % bound);
}

fn shuffle(cards: &mut [DeckCard], mut below: impl FnMut(usize) -> usize) {
    for n in (1..cards.len()).rev() {
        cards.swap(n, below(n + 1));
    }
}

/// Deals a shuffled deck.
pub fn lay_out(rules: &Rules, mut deck: Vec<DeckCard>) -> Layout {
    let mut layout = Layout::empty(rules);
    deal_first(rules, &mut deck);
    take_bases(rules, &mut deck, &mut layout);

    let mut next = || deck.pop().map(|c| c.card);
    let rows = rules.columns.iter().copied().max().unwrap_or(0);
    for (column, &length) in layout.columns.iter_mut().zip(&rules.columns) {
        column.reserve_exact(length as usize);
    }
    for row in 0..rows {
        for (column, &length) in layout.columns.iter_mut().zip(&rules.columns) {
            if row < length
                && let Some(card) = next()
            {
                column.push(card);
            }
        }
    }
    for &cell in &rules.cells_prefilled {
        layout.cells[cell as usize] = next();
    }
    if rules.foundation_piles == FoundationPiles::AnySuit {
        // Every pile starts with whatever card comes: its own base.
        for pile in layout.foundations.iter_mut().take(rules.prefilled_foundations()) {
            if let Some(card) = next() {
                pile.base = Some(card.rank());
                pile.count = 1;
            }
        }
    }
    layout.stock = std::iter::from_fn(next).collect();
    layout
}

/// Moves the ranks that are dealt first to the end of the deck.
fn deal_first(rules: &Rules, deck: &mut Vec<DeckCard>) {
    for &rank in rules.deal_first.iter().rev() {
        for suit in DECK_ORDER.into_iter().rev() {
            let wanted = Card::new(rank, suit);
            let (mut first, rest): (Vec<_>, Vec<_>) = deck.iter().partition(|c| c.card == wanted);
            *deck = rest;
            deck.append(&mut first);
        }
    }
}

/// Takes the cards that start the foundations out of the deck; the others keep their order.
fn take_bases(rules: &Rules, deck: &mut Vec<DeckCard>, layout: &mut Layout) {
    if rules.foundation_piles == FoundationPiles::AnySuit {
        return;
    }
    match rules.foundation_base {
        FoundationBase::Rank(base) => {
            for pile in 0..rules.prefilled_foundations() {
                let (suit, from_deck) = (Suit::ALL[pile % 4], (pile / 4) as u8);
                let wanted = Card::new(base, suit);
                deck.retain(|c| c.card != wanted || c.deck != from_deck);
                layout.foundations[pile].count = 1;
            }
        }
        // The first card dealt decides the base and stays in play itself; its peers go to the foundations.
        FoundationBase::FromDeal => {
            let Some(first) = deck.pop() else { return };
            let base = first.card.rank();
            set_base(layout, base);
            let mut left = rules.prefilled_foundations();
            deck.retain(|c| {
                let taken = left > 0 && c.card.rank() == base && put_home(layout, c.card);
                left -= usize::from(taken);
                !taken
            });
            deck.push(first);
        }
    }
}

fn set_base(layout: &mut Layout, base: Rank) {
    for pile in &mut layout.foundations {
        pile.base = Some(base);
    }
}

/// Starts an empty pile of the card's suit with it.
fn put_home(layout: &mut Layout, card: Card) -> bool {
    let pile = layout.foundations.iter_mut().find(|p| p.suit == Some(card.suit()) && p.count == 0);
    pile.map(|p| p.count = 1).is_some()
}
