//! Where every card lies, as plain data without rules: what dealing and reading a board produce, and what
//! positions and engines start from.

use crate::card::{Card, Rank, Suit};
use crate::rules::{FoundationBase, FoundationPiles, Rules};

/// One foundation pile.
///
/// Its content follows from three fields: `count` cards going up from `base`, all of `suit`. For a pile that is built
/// regardless of suit (`suit` is `None`) only the rank that comes next matters, so the suits of its cards are not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FoundationPile {
    /// Its suit.
    pub suit: Option<Suit>,
    /// The rank of its first card; `None` for a pile of any suit that is still empty.
    pub base: Option<Rank>,
    /// Cards on it.
    pub count: u8,
}

/// Where every card lies. Columns and waste are listed bottom card first, so the last one is on top; the stock
/// is listed in the order in which it is dealt.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// Columns, bottom card first.
    pub columns: Vec<Vec<Card>>,
    /// Cells.
    pub cells: Vec<Option<Card>>,
    /// Foundation piles: for every deck, the suits in order.
    pub foundations: Vec<FoundationPile>,
    /// Stock, next card first.
    pub stock: Vec<Card>,
    /// Waste, top card last.
    pub waste: Vec<Card>,
    /// How often the waste may still be turned over.
    pub redeals: u8,
}

impl Clone for Layout {
    fn clone(&self) -> Layout {
        let Layout { columns, cells, foundations, stock, waste, redeals } = self;
        Layout {
            columns: columns.clone(),
            cells: cells.clone(),
            foundations: foundations.clone(),
            stock: stock.clone(),
            waste: waste.clone(),
            redeals: *redeals,
        }
    }

    fn clone_from(&mut self, other: &Layout) {
        let Layout { columns, cells, foundations, stock, waste, redeals } = other;
        self.columns.clone_from(columns);
        self.cells.clone_from(cells);
        self.foundations.clone_from(foundations);
        self.stock.clone_from(stock);
        self.waste.clone_from(waste);
        self.redeals = *redeals;
    }
}

impl Layout {
    /// A board of these rules without any card on it.
    pub fn empty(rules: &Rules) -> Layout {
        let base = match rules.foundation_base {
            FoundationBase::Rank(rank) => Some(rank),
            FoundationBase::FromDeal => None,
        };
        let pile = |i: usize| FoundationPile {
            suit: (rules.foundation_piles != FoundationPiles::AnySuit).then_some(Suit::ALL[i % 4]),
            base,
            count: 0,
        };
        Layout {
            columns: vec![Vec::new(); rules.columns.len()],
            cells: vec![None; rules.cells as usize],
            foundations: (0..rules.foundation_piles()).map(pile).collect(),
            stock: Vec::new(),
            waste: Vec::new(),
            redeals: match rules.stock {
                crate::rules::Stock::Waste { redeals } => redeals,
                _ => 0,
            },
        }
    }

    /// Cards that are not on foundations.
    pub fn cards_in_play(&self) -> impl Iterator<Item = Card> + '_ {
        let columns = self.columns.iter().flatten();
        let cells = self.cells.iter().flatten();
        columns.chain(cells).chain(&self.stock).chain(&self.waste).copied()
    }

    /// Cards on the foundations.
    #[inline]
    pub fn cards_home(&self) -> usize {
        self.foundations.iter().map(|pile| pile.count as usize).sum()
    }
}
