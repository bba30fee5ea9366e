//! The rules of one game, compiled to sets and tables. All packed engines generate moves from them.
//!
//! This is the second implementation of the rules. The first, [`crate::position`], is written to be
//! obviously right; tests compare the two. Compiling the rules once keeps rule keys out of the
//! inner loops: "may this card be built on that one" is one bit of a set.

use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;
use crate::layout::Layout;
use crate::rules::{
    Build, CellKind, EmptyColumn, FoundationBase, FoundationPiles, FoundationReturn, Group, MAX_CELLS, MAX_COLUMNS,
    Rules,
};

/// Rule tables by kind of card.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The rules that were compiled.
    pub rules: Rules,
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of foundation piles.
    pub piles: usize,
    /// Number of ranks in play.
    pub ranks: u8,
    /// Number of cards on a full foundation pile.
    pub pile_capacity: u8,
    /// Number of cards in play, all decks together.
    pub cards: u16,
    /// Kinds in play.
    pub in_play: CardSet,
    /// Whether cards may be put into cells.
    pub cells_take: bool,
    /// Whether cards may return from foundations to columns.
    pub returns_to_columns: bool,
    /// Whether cards may return from foundations to cells.
    pub returns_to_cells: bool,
    /// Whether foundations are built regardless of suit, each from its own base.
    pub any_suit: bool,
    /// By kind: the kinds that it may be built on.
    pub build_on: [CardSet; Card::KINDS],
    /// By kind: the kinds that may be built on it (the inverse relation of `build_on`).
    pub built_on: [CardSet; Card::KINDS],
    /// By kind: the kinds that it may lie on and move together with.
    pub joins: [CardSet; Card::KINDS],
    /// Kinds that may fill an empty column.
    pub fills_empty: CardSet,
    /// By kind: its foundation order, the number of kinds of its suit that go home before it.
    pub order: [u8; Card::KINDS],
    /// The kind by suit and foundation order.
    by_order: [[Option<Card>; 13]; 4],
    /// Largest group that may move, by free cells and by empty columns other than the destination.
    group_size: [[u8; MAX_COLUMNS + 1]; MAX_CELLS + 1],
}

/// The base rank of the foundations, if they have one in common.
pub fn common_base(rules: &Rules, layout: &Layout) -> Option<Rank> {
    match (rules.foundation_piles, rules.foundation_base) {
        (FoundationPiles::AnySuit, _) => None,
        (_, FoundationBase::Rank(rank)) => Some(rank),
        (_, FoundationBase::FromDeal) => layout.foundations.iter().find_map(|pile| pile.base),
    }
}

impl Rulebook {
    /// Compiles the rules for a deal. The layout matters only where the deal decides the base rank.
    pub fn new(rules: &Rules, layout: &Layout) -> Rulebook {
        Rulebook::with_base(rules, common_base(rules, layout))
    }

    /// Compiles the rules for all deals with this base. Without a common base, foundation order
    /// counts from the lowest rank.
    pub fn with_base(rules: &Rules, base: Option<Rank>) -> Rulebook {
        // A new rule key does not compile before it is compiled into a field of the book, or said
        // here where it takes effect instead.
        let Rules {
            name: _,
            aliases: _,
            description: _,
            // What a layout is dealt from. Play may start from any layout.
            cells_prefilled: _,
            foundation_prefill: _,
            deal_first: _,
            // Decide the order of the ranks, and with it how much a foundation holds.
            ranks: _,
            strip_ranks: _,
            foundation_wrap: _,
            // The caller knows the base of the deal.
            foundation_base: _,
            // Each engine deals from the stock itself.
            stock: _,
            // Counted by `Rules`.
            decks: _,
            columns,
            cells,
            cells_kind,
            build,
            build_wrap,
            empty_column,
            // In `largest_group`.
            group: _,
            group_build,
            foundation_piles,
            foundation_return,
        } = rules;
        let order = rules.order();
        let base = base.or(order.bottom()).unwrap_or(Rank::ACE);
        let in_play: CardSet = Card::all().filter(|card| order.contains(card.rank())).collect();
        let mut book = Rulebook {
            columns: columns.len(),
            cells: *cells as usize,
            piles: rules.foundation_piles(),
            ranks: order.len() as u8,
            pile_capacity: rules.foundation_capacity() as u8,
            cards: rules.cards() as u16,
            in_play,
            cells_take: *cells_kind == CellKind::Free && *cells > 0,
            returns_to_columns: *foundation_return != FoundationReturn::None,
            returns_to_cells: *foundation_return == FoundationReturn::TableauAndCells && *cells_kind == CellKind::Free,
            any_suit: *foundation_piles == FoundationPiles::AnySuit,
            build_on: [CardSet::EMPTY; Card::KINDS],
            built_on: [CardSet::EMPTY; Card::KINDS],
            joins: [CardSet::EMPTY; Card::KINDS],
            fills_empty: CardSet::EMPTY,
            order: [0; Card::KINDS],
            by_order: [[None; 13]; 4],
            group_size: [[0; MAX_COLUMNS + 1]; MAX_CELLS + 1],
            rules: rules.clone(),
        };
        for card in in_play {
            let at = card.index() as usize;
            let place = (order.place(card.rank()) + order.len() - order.place(base)) % order.len();
            book.order[at] = place as u8;
            book.by_order[card.suit().index()][place] = Some(card);
            let fills = match empty_column {
                EmptyColumn::Any => true,
                EmptyColumn::King => Some(card.rank()) == order.top(),
                EmptyColumn::TopRank => place + 1 == order.len(),
                EmptyColumn::None => false,
            };
            if fills {
                book.fills_empty.insert(card);
            }
            for under in in_play {
                if order.follows(under.rank(), card.rank(), *build_wrap) {
                    if suits_fit(*build, card, under) {
                        book.build_on[at].insert(under);
                        book.built_on[under.index() as usize].insert(card);
                    }
                    if suits_fit(*group_build, card, under) {
                        book.joins[at].insert(under);
                    }
                }
            }
        }
        for (cells, row) in book.group_size.iter_mut().enumerate() {
            for (columns, size) in row.iter_mut().enumerate() {
                *size = largest_group(rules, cells, columns).min(255) as u8;
            }
        }
        book
    }

    /// The kind with this suit and foundation order.
    #[inline]
    pub fn at_order(&self, order: u8, suit: Suit) -> Option<Card> {
        self.by_order[suit.index()].get(order as usize).copied().flatten()
    }

    /// The largest group that may move, given the numbers of free cells and of empty columns other
    /// than the destination; at most 255.
    #[inline]
    pub fn largest_group(&self, free_cells: usize, empty_columns: usize) -> u8 {
        self.group_size[free_cells][empty_columns]
    }
}

fn suits_fit(build: Build, card: Card, under: Card) -> bool {
    match build {
        Build::AlternateColor => card.is_red() != under.is_red(),
        Build::SameSuit => card.suit() == under.suit(),
        Build::AnySuit => true,
        Build::None => false,
    }
}

fn largest_group(rules: &Rules, free_cells: usize, empty_columns: usize) -> usize {
    let doubled = || (free_cells + 1) << empty_columns.min(16);
    match rules.group {
        Group::Single => 1,
        Group::CellsPlusOne => free_cells + 1,
        Group::Supermove if rules.empty_column == EmptyColumn::Any => doubled(),
        Group::Supermove => free_cells + 1,
        Group::Formula => doubled(),
        Group::Unlimited => usize::MAX,
    }
}
