//! The rules of one deal as masks and tables, so that move generation asks no questions about rules.

use super::coding::{Coding, add_option};
use super::{BASE, CELL, HOME, NO_CARD, Unsupported};
use crate::card::{Card, Rank, Suit};
use crate::layout::Layout;
use crate::rules::{Build, CellKind, EmptyColumn, FoundationPiles, FoundationReturn, RankOrder, Rules, Stock};

/// Everything that stays the same while a deal is played.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of cards in play, foundations included.
    pub cards: u8,
    /// Cards in play, foundations included.
    pub in_play: u64,
    /// Cards that each card may be built on.
    pub parents: [u64; 52],
    /// Cards that each card may lie on and still move together with.
    pub group: [u64; 52],
    /// Cards that may be built on each card.
    pub children: [u64; 52],
    /// Cards that may fill an empty column.
    pub fillers: u64,
    /// Most cards that move together, by empty cells and empty columns besides the destination.
    pub capacity: [[u8; 21]; 21],
    /// Whether cards may be parked in cells.
    pub parking: bool,
    /// Whether cards come back from foundations, to columns and to cells.
    pub returns: (bool, bool),
    /// The card that a foundation takes next, by suit and cards on it; `NO_CARD` when it is full.
    pub next_home: [[u8; 14]; 4],
    /// Cards on a foundation, by suit and how many there are.
    pub home_mask: [[u64; 14]; 4],
    /// How many cards of its suit go home before each card.
    pub place: [u8; 52],
    /// Keys.
    pub coding: Coding,
    /// The rules and where cards lay at the start, for unpacking.
    pub rules: Rules,
}

impl Tables {
    /// Tables for rules, with the layout that play starts from.
    pub fn new(rules: &Rules, layout: &Layout) -> Result<Tables, Unsupported> {
        supported(rules)?;
        let order = rules.order();
        let in_play: Vec<Card> =
            (0..52).filter_map(Card::from_index).filter(|card| order.contains(card.rank())).collect();
        let mut tables = Tables {
            columns: rules.columns.len(),
            cells: rules.cells as usize,
            cards: in_play.len() as u8,
            in_play: in_play.iter().fold(0, |mask, card| mask | 1 << card.index()),
            parents: [0; 52],
            group: [0; 52],
            children: [0; 52],
            fillers: 0,
            capacity: [[0; 21]; 21],
            parking: rules.cells_kind == CellKind::Free && rules.cells > 0,
            returns: (
                rules.foundation_return != FoundationReturn::None,
                rules.foundation_return == FoundationReturn::TableauAndCells && rules.cells_kind == CellKind::Free,
            ),
            next_home: [[NO_CARD; 14]; 4],
            home_mask: [[0; 14]; 4],
            place: [0; 52],
            coding: Coding::new(&[const { Vec::new() }; 52]),
            rules: rules.clone(),
        };
        for (cells, row) in tables.capacity.iter_mut().enumerate() {
            for (columns, most) in row.iter_mut().enumerate() {
                *most = rules.capacity(cells, columns).min(52) as u8;
            }
        }
        let mut base = None;
        for (suit, pile) in layout.foundations.iter().take(4).enumerate() {
            let first = pile.base.ok_or(Unsupported::Base)?;
            base = Some(first);
            for count in 0..order.len() {
                let card = Card::new(order.above(first, count), Suit::ALL[suit]).index();
                tables.next_home[suit][count] = card;
                tables.home_mask[suit][count + 1] = tables.home_mask[suit][count] | 1 << card;
                tables.place[card as usize] = count as u8;
            }
        }
        let base = base.ok_or(Unsupported::Base)?;
        for &card in &in_play {
            let index = card.index() as usize;
            for &parent in &in_play {
                let bit = 1 << parent.index();
                if builds(rules.build, card, parent, &order, rules.build_wrap) {
                    tables.parents[index] |= bit;
                    tables.children[parent.index() as usize] |= 1 << index;
                }
                if builds(rules.group_build, card, parent, &order, rules.build_wrap) {
                    tables.group[index] |= bit;
                }
            }
            tables.fillers |= u64::from(fills(rules.empty_column, card, &order, base)) << index;
        }
        tables.coding = Coding::new(&tables.options(layout, &in_play));
        Ok(tables)
    }

    /// What every card in play can ever rest on.
    fn options(&self, layout: &Layout, in_play: &[Card]) -> [Vec<u8>; 52] {
        let mut options = [const { Vec::new() }; 52];
        for &card in in_play {
            let index = card.index() as usize;
            let options = &mut options[index];
            add_option(options, HOME);
            if self.parking || self.returns.1 {
                add_option(options, CELL);
            }
            if self.fillers >> index & 1 == 1 {
                add_option(options, BASE);
            }
            (0..52).filter(|p| self.parents[index] >> p & 1 == 1).for_each(|p| add_option(options, p));
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

/// Whether the engine takes games of these rules, or why not.
pub(super) fn supported(rules: &Rules) -> Result<(), Unsupported> {
    if rules.decks != 1 {
        return Err(Unsupported::Decks);
    }
    if rules.stock != Stock::None {
        return Err(Unsupported::Stock);
    }
    if rules.foundation_piles == FoundationPiles::AnySuit {
        return Err(Unsupported::AnySuitFoundations);
    }
    Ok(())
}

fn builds(build: Build, card: Card, parent: Card, order: &RankOrder, wrap: bool) -> bool {
    let suits = match build {
        Build::AlternateColor => card.is_red() != parent.is_red(),
        Build::SameSuit => card.suit() == parent.suit(),
        Build::AnySuit => true,
        Build::None => false,
    };
    suits && order.follows(parent.rank(), card.rank(), wrap)
}

fn fills(rule: EmptyColumn, card: Card, order: &RankOrder, base: Rank) -> bool {
    match rule {
        EmptyColumn::Any => true,
        EmptyColumn::King => Some(card.rank()) == order.top(),
        EmptyColumn::TopRank => card.rank() == order.above(base, order.len() - 1),
        EmptyColumn::None => false,
    }
}
