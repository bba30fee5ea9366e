//! The rules of one deal as sets and tables, so that move generation does not branch on rule keys.

use super::coding::{Coding, add_option};
use super::{BASE, CELL, HOME, NO_CARD, Unsupported};
use crate::card::{Card, Suit};
use crate::card_set::{CardSet, IndexSet};
use crate::engine::rulebook::Rulebook;
use crate::layout::Layout;
use crate::rules::{FoundationPiles, Rules, Stock};

/// The constants of a deal.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of cards in play, foundations included.
    pub cards: u8,
    /// Cards in play, foundations included.
    pub in_play: IndexSet,
    /// By card: the cards that it may be built on.
    pub parents: [IndexSet; 52],
    /// By card: the cards that it may lie on and move together with.
    pub group: [IndexSet; 52],
    /// By card: the cards that may be built on it.
    pub children: [IndexSet; 52],
    /// Cards that may fill an empty column.
    pub fillers: IndexSet,
    /// Whether cards may be parked in cells.
    pub parking: bool,
    /// Whether cards may return from foundations to columns.
    pub returns_to_columns: bool,
    /// Whether cards may return from foundations to cells.
    pub returns_to_cells: bool,
    /// The card that a foundation takes next, by suit and cards on it; `NO_CARD` when it is full.
    pub next_home: [[u8; 14]; 4],
    /// The set of cards on a foundation, by suit and number of cards on it.
    pub home_set: [[IndexSet; 14]; 4],
    /// By card: its foundation order, the number of cards of its suit that go home before it.
    pub place: [u8; 52],
    /// By card: the set of the card that goes home directly before it; empty for base cards.
    pub predecessor: [IndexSet; 52],
    /// The encoding of keys.
    pub coding: Coding,
    /// The compiled rules.
    pub book: Rulebook,
}

impl Tables {
    /// Builds the tables for a deal.
    pub fn new(rules: &Rules, layout: &Layout) -> Result<Tables, Unsupported> {
        supported(rules)?;
        let book = Rulebook::new(rules, layout);
        let mut tables = Tables {
            columns: book.columns,
            cells: book.cells,
            cards: book.cards as u8,
            in_play: book.in_play.indices(),
            parents: book.build_on.map(CardSet::indices),
            group: book.joins.map(CardSet::indices),
            children: book.built_on.map(CardSet::indices),
            fillers: book.fills_empty.indices(),
            parking: book.cells_take,
            returns_to_columns: book.returns_to_columns,
            returns_to_cells: book.returns_to_cells,
            next_home: [[NO_CARD; 14]; 4],
            home_set: [[IndexSet::EMPTY; 14]; 4],
            place: book.order,
            predecessor: [IndexSet::EMPTY; 52],
            coding: Coding::new(&[const { Vec::new() }; 52]),
            book,
        };
        for suit in Suit::ALL {
            let (next_home, home_set) = (&mut tables.next_home[suit.index()], &mut tables.home_set[suit.index()]);
            for count in 0..tables.book.ranks as usize {
                let card = tables.book.at_order(count as u8, suit).ok_or(Unsupported::Base)?.index();
                next_home[count] = card;
                home_set[count + 1] = home_set[count] | IndexSet::of(card);
                if count > 0 {
                    tables.predecessor[card as usize] = IndexSet::of(next_home[count - 1]);
                }
            }
        }
        let in_play: Vec<Card> = tables.book.in_play.into_iter().collect();
        tables.coding = Coding::new(&tables.options(layout, &in_play));
        Ok(tables)
    }

    /// By card: everything it can ever rest on.
    fn options(&self, layout: &Layout, in_play: &[Card]) -> [Vec<u8>; 52] {
        let mut options = [const { Vec::new() }; 52];
        for &card in in_play {
            let index = card.index() as usize;
            let options = &mut options[index];
            add_option(options, HOME);
            if self.parking || self.returns_to_cells {
                add_option(options, CELL);
            }
            if self.fillers.contains(card.index()) {
                add_option(options, BASE);
            }
            self.parents[index].into_iter().for_each(|parent| add_option(options, parent));
        }
        for &card in layout.cells.iter().flatten() {
            add_option(&mut options[card.index() as usize], CELL);
        }
        for column in &layout.columns {
            let belows = std::iter::once(BASE).chain(column.iter().map(|c| c.index()));
            column.iter().zip(belows).for_each(|(card, below)| add_option(&mut options[card.index() as usize], below));
        }
        options
    }
}

/// Whether the engine supports these rules; if not, why.
pub(super) fn supported(rules: &Rules) -> Result<(), Unsupported> {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Every card occurs once, so what it rests on determines where it is.
        decks,
        // A state has room for 52 cards; any layout can be the start.
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Compiled into the sets that moves are generated from.
        cells_kind: _,
        build: _,
        build_wrap: _,
        empty_column: _,
        group: _,
        group_build: _,
        foundation_base: _,
        foundation_wrap: _,
        foundation_return: _,
        // A foundation is the number of cards of its suit that are home.
        foundation_piles,
        // A state has no stock and no waste.
        stock,
    } = rules;
    if *decks != 1 {
        return Err(Unsupported::Decks);
    }
    if *stock != Stock::None {
        return Err(Unsupported::Stock);
    }
    if *foundation_piles == FoundationPiles::AnySuit {
        return Err(Unsupported::AnySuitFoundations);
    }
    Ok(())
}
