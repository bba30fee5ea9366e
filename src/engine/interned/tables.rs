//! The rules of one deal as masks and small tables, so that the inner loops ask no questions about rules.

use crate::card::{Card, Rank, Suit};
use crate::layout::Layout;
use crate::rules::{Build, CellKind, EmptyColumn, FoundationPiles, FoundationReturn, Rules};

/// What the rules say about every kind of card.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The rules that the tables were made from.
    pub rules: Rules,
    /// Columns, cells and foundation piles in play.
    pub columns: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of foundation piles.
    pub piles: usize,
    /// Ranks in play.
    pub ranks: u8,
    /// Cards that a full foundation pile holds.
    pub pile_capacity: u8,
    /// Cards in play.
    pub cards: u16,
    /// Cells may be filled.
    pub cells_take: bool,
    /// Foundations are built regardless of suit, each from its own base.
    pub any_suit: bool,
    /// Cards may come back from foundations to columns, and to cells.
    pub returns: (bool, bool),
    /// Kinds that may fill an empty column.
    pub fills_empty: u64,
    build: [u64; Card::KINDS],
    /// The other way round: what may be built on a card.
    children: [u64; Card::KINDS],
    group: [u64; Card::KINDS],
    order: [u8; Card::KINDS],
    /// By suit and order.
    cards_by_order: [[Option<Card>; 13]; 4],
    kinds_by_order: [u64; 13],
}

impl Tables {
    /// The tables of a deal; the layout matters only where it decides the foundations' base.
    pub fn new(rules: &Rules, layout: &Layout) -> Tables {
        let ranks = rules.order();
        let any_suit = rules.foundation_piles == FoundationPiles::AnySuit;
        let base = match any_suit {
            true => None,
            false => layout.foundations.iter().find_map(|pile| pile.base),
        }
        .or(ranks.bottom())
        .unwrap_or(Rank::ACE);
        let kinds: Vec<Card> =
            Suit::ALL.iter().flat_map(|&suit| ranks.iter().map(move |r| Card::new(r, suit))).collect();
        let mut tables = Tables {
            columns: rules.columns.len(),
            cells: rules.cells as usize,
            piles: rules.foundation_piles(),
            ranks: ranks.len() as u8,
            pile_capacity: rules.foundation_capacity() as u8,
            cards: rules.cards() as u16,
            cells_take: rules.cells_kind == CellKind::Free,
            any_suit,
            returns: (
                rules.foundation_return != FoundationReturn::None,
                rules.foundation_return == FoundationReturn::TableauAndCells,
            ),
            fills_empty: 0,
            build: [0; Card::KINDS],
            children: [0; Card::KINDS],
            group: [0; Card::KINDS],
            order: [0; Card::KINDS],
            cards_by_order: [[None; 13]; 4],
            kinds_by_order: [0; 13],
            rules: rules.clone(),
        };
        let top = match rules.empty_column {
            EmptyColumn::King => ranks.top(),
            EmptyColumn::TopRank => Some(ranks.above(base, ranks.len() - 1)),
            EmptyColumn::Any | EmptyColumn::None => None,
        };
        for &card in &kinds {
            let at = card.index() as usize;
            tables.order[at] = ((ranks.place(card.rank()) + ranks.len() - ranks.place(base)) % ranks.len()) as u8;
            tables.cards_by_order[card.suit().index()][tables.order[at] as usize] = Some(card);
            tables.kinds_by_order[tables.order[at] as usize] |= 1 << at;
            if rules.empty_column == EmptyColumn::Any || top == Some(card.rank()) {
                tables.fills_empty |= 1 << at;
            }
            for &under in &kinds {
                if ranks.follows(under.rank(), card.rank(), rules.build_wrap) {
                    let allows = |build: Build| match build {
                        Build::AlternateColor => card.is_red() != under.is_red(),
                        Build::SameSuit => card.suit() == under.suit(),
                        Build::AnySuit => true,
                        Build::None => false,
                    };
                    tables.build[at] |= u64::from(allows(rules.build)) << under.index();
                    tables.children[under.index() as usize] |= u64::from(allows(rules.build)) << at;
                    tables.group[at] |= u64::from(allows(rules.group_build)) << under.index();
                }
            }
        }
        tables
    }

    /// The kinds that a card may be built on.
    #[inline]
    pub fn build_on(&self, card: Card) -> u64 {
        self.build[card.index() as usize]
    }

    /// The kinds that may be built on a card.
    #[inline]
    pub fn built_on(&self, card: Card) -> u64 {
        self.children[card.index() as usize]
    }

    /// The kinds that a card may lie on to move along with them.
    #[inline]
    pub fn group_on(&self, card: Card) -> u64 {
        self.group[card.index() as usize]
    }

    /// How many cards of its suit (and deck) go to a foundation before this one.
    #[inline]
    pub fn order(&self, card: Card) -> u8 {
        self.order[card.index() as usize]
    }

    /// The card of this foundation order.
    pub fn card_at(&self, order: u8, suit: Suit) -> Option<Card> {
        self.cards_by_order[suit.index()][order as usize]
    }

    /// The kinds that foundations of these heights take next.
    #[inline]
    pub fn next_kinds(&self, piles: &[u8]) -> u64 {
        let mut kinds = 0;
        for (i, &pile) in piles.iter().enumerate() {
            if self.any_suit {
                let (base, height) = (pile >> 4, pile & 15);
                if height < self.pile_capacity && base < self.ranks {
                    kinds |= self.kinds_by_order[((base + height) % self.ranks) as usize];
                }
            } else if pile < self.pile_capacity {
                kinds |= self.kinds_by_order[(pile % self.ranks) as usize] & SUIT << (i % 4);
            }
        }
        kinds
    }
}

/// The kinds of the first suit.
const SUIT: u64 = 0x0001_1111_1111_1111;
