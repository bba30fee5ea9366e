//! Safe home moves, restated for the checker of certificates: their definition, and why no win is lost.
//!
//! Let k be a kind of card, and let a kind be *ready* if all its copies are home, or if all copies of the kind before it
//! on the foundation are (of a base card: always). A card x that can go home is *safe* if there is a set L of kinds such
//! that
//! 1. x is in L, and every kind of L is ready;
//! 2. whatever may be built on a kind of L is in L too; where cards never come back, kinds with all copies home need not be;
//! 3. where cards come back, the kind before a kind of L on the foundation is in L too.
//!
//! **Lemma.** If a position S can be won in d moves and x is safe in S, then S with x home can be won in fewer than d.
//!
//! *Proof.* Let π win from S in d moves. Let S′ be S with x home, and then all cards of L that are uncovered in columns and cells
//! home as well, one after the other (1 allows it: a ready kind goes home whenever it is uncovered). Follow π on both, and
//! on S′ leave out every move of a card of L, sending such cards home instead as they are uncovered. It stays true that
//! S′ is S without some cards of L, all of which are home in S′: by 2 only cards of L are put on cards of L, so in S cards
//! outside of L that lie on a card of L have lain there from the start, and do in S′. Take a move of π that moves a card q
//! outside of L, perhaps with a group on it.
//! - The cards of L in the group are its upper part (2), so in S′ the group without them lies uncovered. It is no longer,
//!   S′ has no fewer free cells and empty columns, and every rule of capacity grows with those.
//! - From a foundation: q is on top there in S. A card above it in S′ would be of L, and q with it (3).
//! - Onto a card: that card is not of L (2). It is uncovered in S and so in S′. Into an empty cell or column: empty in S′.
//! - Home: q needs more copies of the kind before it home than of itself. S′ has at least as many of the former, and as many
//!   of the latter.
//! - A row falls on the same columns, a card is turned onto the same waste, in both games; cards of L that it holds are home.
//!
//! So π without the moves of L, one of which at least brings x home, wins from S′ after home moves of L only; each of these
//! stands for one that π makes too. Counted from S with x home that is fewer than d. ∎
//!
//! The proof needs: foundations by suit with a pile a deck, since with one pile for all decks a copy waits for the whole suit of
//! the other deck and readiness is not enough; rows that may be dealt at any time, since with more room or fewer cards on
//! the table a row could be forbidden; and with several decks no return, since which of two copies comes back is not said above.

use crate::card::Card;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::rules::{DealWhen, FoundationPiles, FoundationReturn, Rules, Stock};

/// The lemma for one game.
pub struct Lemma {
    applies: bool,
    returns: bool,
    decks: u8,
    /// By kind: the kinds that may be built on it, and the kind before it on its foundation.
    built_on: [u64; Card::KINDS],
    before: [Option<Card>; Card::KINDS],
    /// By kind: how many kinds of its suit go home before it.
    order: [u8; Card::KINDS],
}

/// Whether the proof covers these rules.
pub fn applies(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        decks,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        cells_kind: _,
        build: _,
        build_wrap: _,
        empty_column: _,
        group: _,
        group_build: _,
        foundation_base: _,
        foundation_wrap: _,
        foundation_prefill: _,
        foundation_piles,
        foundation_return,
        stock,
        deal_first: _,
    } = rules;
    let piles = match foundation_piles {
        FoundationPiles::PerDeck => true,
        FoundationPiles::PerSuit => *decks == 1,
        FoundationPiles::AnySuit => false,
    };
    let dealt_at_any_time = match stock {
        Stock::None | Stock::Waste { .. } | Stock::RowDeal { when: DealWhen::Any } => true,
        Stock::RowDeal { when: DealWhen::NoMoves | DealWhen::NoEmptyColumn } => false,
    };
    piles && dealt_at_any_time && (*foundation_return == FoundationReturn::None || *decks == 1 && *stock == Stock::None)
}

impl Lemma {
    pub fn new(position: &Position) -> Lemma {
        let rules = position.rules();
        let mut lemma = Lemma {
            applies: applies(rules),
            returns: rules.foundation_return != FoundationReturn::None,
            decks: rules.decks,
            built_on: [0; Card::KINDS],
            before: [None; Card::KINDS],
            order: [0; Card::KINDS],
        };
        let kinds: Vec<Card> = (0..).map_while(Card::from_index).filter(|&card| position.in_play(card)).collect();
        for &card in &kinds {
            let at = card.index() as usize;
            for &upper in kinds.iter().filter(|&&upper| position.may_be_built(upper, card)) {
                lemma.built_on[at] |= 1 << upper.index();
            }
            let (mut before, mut order) = (position.before_on_foundation(card), 0);
            lemma.before[at] = before;
            while let Some(card) = before {
                (before, order) = (position.before_on_foundation(card), order + 1);
            }
            lemma.order[at] = order;
        }
        lemma
    }

    /// Plays safe home moves of cards in columns and cells until there is none left; whether there was one.
    pub fn settle(&self, position: &mut Position) -> bool {
        let mut any = false;
        while let Some(mv) = self.safe_move(position) {
            position.play(&mv).expect("a card that can go home");
            any = true;
        }
        any
    }

    fn safe_move(&self, position: &Position) -> Option<Move> {
        if !self.applies {
            return None;
        }
        let layout = position.layout();
        let columns =
            layout.columns.iter().enumerate().map(|(i, column)| (Pile::Column(i as u8), column.last().copied()));
        let cells = layout.cells.iter().enumerate().map(|(i, cell)| (Pile::Cell(i as u8), *cell));
        columns.chain(cells).find_map(|(from, card)| {
            let card = card?;
            let safe = position.goes_home(card) && self.is_safe(layout, card);
            safe.then(|| Move::single(card, from, Pile::Foundation(None)))
        })
    }

    fn is_safe(&self, layout: &Layout, card: Card) -> bool {
        let (mut members, mut fresh) = (1u64 << card.index(), 1u64 << card.index());
        while fresh != 0 {
            let member = Card::from_index(fresh.trailing_zeros() as u8).expect("a kind");
            fresh &= fresh - 1;
            let before = self.before[member.index() as usize];
            let ready = self.is_home(layout, member) || before.is_none_or(|before| self.is_home(layout, before));
            if !ready {
                return false;
            }
            let mut needed = self.built_on[member.index() as usize];
            if self.returns {
                needed |= before.map_or(0, |before| 1 << before.index());
            } else {
                let mut rest = needed;
                while rest != 0 {
                    let kind = rest.trailing_zeros() as u8;
                    rest &= rest - 1;
                    if self.is_home(layout, Card::from_index(kind).expect("a kind")) {
                        needed &= !(1 << kind);
                    }
                }
            }
            fresh |= needed & !members;
            members |= needed;
        }
        true
    }

    /// Whether all copies of a kind are home.
    fn is_home(&self, layout: &Layout, card: Card) -> bool {
        let piles = layout.foundations.iter().filter(|pile| pile.suit == Some(card.suit()));
        piles.filter(|pile| pile.count > self.order[card.index() as usize]).count() == self.decks as usize
    }
}
