//! The rulebook of a deal, with the kinds that the foundations take next.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::engine::rulebook::Rulebook;
use crate::layout::Layout;
use crate::rules::Rules;
use std::ops::Deref;

/// The rule tables of one deal.
#[derive(Clone, Debug)]
pub struct Tables {
    book: Rulebook,
    /// The kinds of each foundation order.
    by_order: [CardSet; 13],
    /// The kinds of each suit.
    by_suit: [CardSet; 4],
}

impl Deref for Tables {
    type Target = Rulebook;

    #[inline]
    fn deref(&self) -> &Rulebook {
        &self.book
    }
}

impl Tables {
    /// The tables of a deal. The layout matters only where the deal decides the base rank.
    pub fn new(rules: &Rules, layout: &Layout) -> Tables {
        let book = Rulebook::new(rules, layout);
        let (mut by_order, mut by_suit) = ([CardSet::EMPTY; 13], [CardSet::EMPTY; 4]);
        for card in book.in_play {
            by_order[book.order[card.index() as usize] as usize].insert(card);
            by_suit[card.suit().index()].insert(card);
        }
        Tables { book, by_order, by_suit }
    }

    /// The kinds that a card may be built on.
    #[inline]
    pub fn build_on(&self, card: Card) -> CardSet {
        self.book.build_on[card.index() as usize]
    }

    /// The kinds that may be built on a card.
    #[inline]
    pub fn built_on(&self, card: Card) -> CardSet {
        self.book.built_on[card.index() as usize]
    }

    /// The kinds that a card may lie on and move together with.
    #[inline]
    pub fn group_on(&self, card: Card) -> CardSet {
        self.book.joins[card.index() as usize]
    }

    /// Foundation order: the number of cards of its suit (and deck) that go home before this one.
    #[inline]
    pub fn order(&self, card: Card) -> u8 {
        self.book.order[card.index() as usize]
    }

    /// The kinds that foundations of these heights take next.
    #[inline]
    pub fn next_kinds(&self, piles: &[u8]) -> CardSet {
        let ranks = self.ranks;
        let mut kinds = CardSet::EMPTY;
        for (i, &pile) in piles.iter().enumerate() {
            if self.any_suit {
                let (base, height) = (pile >> 4, pile & 15);
                if height < self.pile_capacity && base < ranks {
                    kinds |= self.by_order[((base + height) % ranks) as usize];
                }
            } else if pile < self.pile_capacity {
                kinds |= self.by_order[(pile % ranks) as usize] & self.by_suit[i % 4];
            }
        }
        kinds
    }
}
