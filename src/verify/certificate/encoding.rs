//! Positions as records of a fixed number of bytes, equal exactly when the positions are equal up to symmetry.
//!
//! Columns are numbered in a table: number 0 is the empty column, every other one is an earlier column with one card more on
//! top. A record is a string of bits, most significant first, filled up with zeros to whole bytes:
//! 1. with a stock: the stock as the number of a column whose top card is dealt next; with a waste, the waste as another
//!    one, and 8 bits for the redeals that are left;
//! 2. the numbers of the columns; in ascending order, unless a row has yet to be dealt onto them;
//! 3. the cards in cells, in ascending order: 0 for an empty cell, otherwise the number of the card in deck order, from 1;
//! 4. only where foundations are built regardless of suit: for every pile 4 bits for the number of its base rank, from 1,
//!    and 4 for its height, in ascending order; a full pile has base 0.
//!
//! What lies on foundations by suit is what is nowhere else.

use crate::card::{Card, Rank, Suit};
use crate::layout::{FoundationPile, Layout};
use crate::rules::{FoundationPiles, Rules, Stock};
use ahash::AHashMap;

/// All columns that positions of a certificate have.
#[derive(Clone, Debug)]
pub struct ColumnTable {
    /// Contents by number, bottom card first; the first is the empty column.
    contents: Vec<Vec<Card>>,
    numbers: AHashMap<Vec<Card>, u32>,
    /// Cards in all columns together.
    cards: usize,
}

impl Default for ColumnTable {
    fn default() -> ColumnTable {
        ColumnTable::new()
    }
}

impl ColumnTable {
    /// A table of the empty column alone.
    pub fn new() -> ColumnTable {
        ColumnTable { contents: vec![Vec::new()], numbers: AHashMap::from([(Vec::new(), 0)]), cards: 0 }
    }

    /// How many columns there are, the empty one too.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Bytes held or needed for the next growth, about: every column twice, each in a block of its own, and both tables,
    /// which double.
    pub fn bytes(&self) -> u64 {
        const BLOCK: usize = 32;
        let entry = size_of::<(Vec<Card>, u32)>() + 1;
        (2 * (self.cards + self.len() * BLOCK)
            + 2 * self.len() * size_of::<Vec<Card>>()
            + 3 * self.numbers.capacity() * entry) as u64
    }

    /// The cards of a column.
    pub fn cards(&self, number: u32) -> Option<&[Card]> {
        self.contents.get(number as usize).map(Vec::as_slice)
    }

    /// The number of a column.
    #[inline]
    pub fn number(&self, cards: &[Card]) -> Option<u32> {
        self.numbers.get(cards).copied()
    }

    /// The number of a column, which is added if it is new, with all that it stands on.
    pub fn intern(&mut self, cards: &[Card]) -> u32 {
        if let Some(number) = self.number(cards) {
            return number;
        }
        self.intern(&cards[..cards.len() - 1]);
        let number = self.contents.len() as u32;
        self.contents.push(cards.to_vec());
        self.cards += cards.len();
        self.numbers.insert(cards.to_vec(), number);
        number
    }

    /// Adds a column that is another one with a card more; false if that one does not exist or the column is known already.
    #[cfg(feature = "serde")]
    pub(crate) fn extend(&mut self, below: u32, card: Card) -> bool {
        let Some(cards) = self.cards(below) else { return false };
        let mut cards = cards.to_vec();
        cards.push(card);
        let number = self.contents.len() as u32;
        let new = self.numbers.insert(cards.clone(), number).is_none();
        self.cards += cards.len();
        self.contents.push(cards);
        new
    }

    /// The columns after the empty one, each as an earlier column and a card more.
    #[cfg(feature = "serde")]
    pub(crate) fn steps(&self) -> impl Iterator<Item = (u32, Card)> + '_ {
        self.contents.iter().skip(1).map(|cards| {
            let (top, below) = cards.split_last().expect("only the first column is empty");
            (self.numbers[below], *top)
        })
    }
}

/// How many bits go where.
#[derive(Clone, Debug)]
pub struct Encoding {
    columns: usize,
    cells: usize,
    piles: usize,
    any_suit: bool,
    stock: Stock,
    column_bits: u32,
    card_bits: u32,
    /// Cards in deck order, and the number of each, from 1.
    deck: Vec<Card>,
    number: [u8; Card::KINDS],
    ranks: Vec<Rank>,
    decks: usize,
    capacity: usize,
}

impl Encoding {
    /// The encoding of positions under these rules with this number of different columns.
    pub fn new(rules: &Rules, columns: usize) -> Encoding {
        let Rules {
            name: _,
            aliases: _,
            description: _,
            // What a position has: columns, cells, stock and waste, and piles of any suit.
            columns: in_columns,
            cells,
            stock,
            foundation_piles,
            // The cards that there are, which decide what lies on foundations by suit.
            decks,
            ranks,
            strip_ranks,
            // Nothing else of these changes while a deal is played.
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
            foundation_return: _,
            deal_first: _,
        } = rules;
        let stripped = |rank: &Rank| strip_ranks.contains(rank);
        let ranks: Vec<Rank> = (1..=*ranks).filter_map(Rank::new).filter(|rank| !stripped(rank)).collect();
        let deck: Vec<Card> = ranks.iter().flat_map(|&rank| Suit::ALL.map(|suit| Card::new(rank, suit))).collect();
        let mut number = [0; Card::KINDS];
        for (i, card) in deck.iter().enumerate() {
            number[card.index() as usize] = i as u8 + 1;
        }
        let decks = *decks as usize;
        let piles = match foundation_piles {
            FoundationPiles::PerDeck | FoundationPiles::AnySuit => 4 * decks,
            FoundationPiles::PerSuit => 4,
        };
        Encoding {
            columns: in_columns.len(),
            cells: *cells as usize,
            piles,
            any_suit: *foundation_piles == FoundationPiles::AnySuit,
            stock: *stock,
            column_bits: bits(columns - 1),
            card_bits: bits(deck.len()),
            capacity: 4 * decks * ranks.len() / piles,
            deck,
            number,
            ranks,
            decks,
        }
    }

    /// Bytes of a record.
    pub fn width(&self) -> usize {
        let stock = match self.stock {
            Stock::None => 0,
            Stock::RowDeal { .. } => self.column_bits,
            Stock::Waste { .. } => 2 * self.column_bits + 8,
        };
        let piles = if self.any_suit { 8 * self.piles as u32 } else { 0 };
        let bits = stock + self.columns as u32 * self.column_bits + self.cells as u32 * self.card_bits + piles;
        // A record of no bits at all would be a set that cannot be counted.
        (bits.div_ceil(8) as usize).max(1)
    }

    /// Appends the record of a layout; nothing if one of its columns is not in the table.
    pub fn encode(&self, layout: &Layout, table: &ColumnTable, out: &mut Vec<u8>) -> Option<()> {
        let mut numbers = [0; crate::rules::MAX_COLUMNS];
        for (number, column) in numbers.iter_mut().zip(&layout.columns) {
            *number = table.number(column)?;
        }
        self.encode_numbered(layout, numbers, table, out)
    }

    /// The same where the numbers of the columns are known.
    pub(super) fn encode_numbered(
        &self,
        layout: &Layout,
        mut numbers: [u32; crate::rules::MAX_COLUMNS],
        table: &ColumnTable,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let start = out.len();
        let mut writer = Writer { out, held: 0, bits: 0 };
        let pile = |cards: &[Card], reversed: bool| {
            if !reversed {
                return table.number(cards);
            }
            let cards: Vec<Card> = cards.iter().rev().copied().collect();
            table.number(&cards)
        };
        match self.stock {
            Stock::None => {}
            Stock::RowDeal { .. } => writer.put(pile(&layout.stock, true)?, self.column_bits),
            Stock::Waste { .. } => {
                writer.put(pile(&layout.stock, true)?, self.column_bits);
                writer.put(pile(&layout.waste, false)?, self.column_bits);
                writer.put(u32::from(layout.redeals), 8);
            }
        }
        let columns = &mut numbers[..self.columns];
        if !matches!(self.stock, Stock::RowDeal { .. }) || layout.stock.is_empty() {
            crate::short_sort::sort(columns);
        }
        for &number in columns.iter() {
            writer.put(number, self.column_bits);
        }
        let mut cells = [0; crate::rules::MAX_CELLS];
        for (number, cell) in cells.iter_mut().zip(&layout.cells) {
            *number = cell.map_or(0, |card| self.number[card.index() as usize]);
        }
        let cells = &mut cells[..self.cells];
        crate::short_sort::sort(cells);
        for &cell in cells.iter() {
            writer.put(u32::from(cell), self.card_bits);
        }
        if self.any_suit {
            let mut piles: Vec<u8> = layout.foundations.iter().map(|pile| self.any_suit_pile(pile)).collect();
            crate::short_sort::sort(&mut piles);
            piles.iter().for_each(|&pile| writer.put(u32::from(pile), 8));
        }
        writer.finish();
        // Without cells and with a table of the empty column alone there is nothing to write, but a record has a byte.
        if out.len() == start {
            out.push(0);
        }
        Some(())
    }

    fn any_suit_pile(&self, pile: &FoundationPile) -> u8 {
        let full = pile.count as usize == self.capacity;
        let base = pile.base.filter(|_| !full).and_then(|base| self.ranks.iter().position(|&rank| rank == base));
        base.map_or(0, |place| place as u8 + 1) << 4 | pile.count
    }

    /// The layout of a record, where `start` says which rank foundations begin with; `None` if it is not a record.
    pub fn decode(&self, record: &[u8], table: &ColumnTable, start: &Layout) -> Option<Layout> {
        let mut reader = Reader { bytes: record, at: 0 };
        let mut layout = Layout {
            columns: Vec::with_capacity(self.columns),
            cells: Vec::with_capacity(self.cells),
            foundations: start.foundations.clone(),
            stock: Vec::new(),
            waste: Vec::new(),
            redeals: 0,
        };
        match self.stock {
            Stock::None => {}
            Stock::RowDeal { .. } => layout.stock = self.pile(&mut reader, table)?,
            Stock::Waste { .. } => {
                layout.stock = self.pile(&mut reader, table)?;
                layout.waste = self.pile(&mut reader, table)?;
                layout.redeals = reader.take(8)? as u8;
            }
        }
        layout.stock.reverse();
        for _ in 0..self.columns {
            layout.columns.push(self.pile(&mut reader, table)?);
        }
        for _ in 0..self.cells {
            let number = reader.take(self.card_bits)?;
            layout.cells.push(match number.checked_sub(1) {
                None => None,
                Some(place) => Some(*self.deck.get(place as usize)?),
            });
        }
        if self.any_suit {
            for pile in &mut layout.foundations {
                let byte = reader.take(8)? as u8;
                let base = match (byte >> 4).checked_sub(1) {
                    None if (byte & 15) as usize == self.capacity => self.ranks.first().copied(),
                    None => None,
                    Some(place) => Some(*self.ranks.get(place as usize)?),
                };
                *pile = FoundationPile { suit: None, base, count: byte & 15 };
            }
        } else {
            self.put_missing_cards_home(&mut layout)?;
        }
        reader.rest_is_zero().then_some(layout)
    }

    fn pile(&self, reader: &mut Reader, table: &ColumnTable) -> Option<Vec<Card>> {
        table.cards(reader.take(self.column_bits)?).map(<[Card]>::to_vec)
    }

    /// Heights of foundations by suit; nothing if what is missing elsewhere cannot lie on foundations.
    fn put_missing_cards_home(&self, layout: &mut Layout) -> Option<()> {
        let mut home = [self.decks as u8; Card::KINDS];
        for card in layout.cards_in_play() {
            let copies = &mut home[card.index() as usize];
            *copies = copies.checked_sub(1)?;
        }
        let cards_of = |suit: Suit| self.ranks.iter().map(move |&rank| Card::new(rank, suit));
        let one_pile = self.piles == 4;
        for (i, pile) in layout.foundations.iter_mut().enumerate() {
            let copies = |card: Card| home[card.index() as usize] as usize;
            // With one pile for all decks its height is the number of cards; otherwise the i-th pile of a suit has the cards
            // of which more than i copies are home. Whether these are in sequence is checked with the layout as a whole.
            let height = |card: Card| if one_pile { copies(card) } else { usize::from(copies(card) > i / 4) };
            pile.count = cards_of(pile.suit?).map(height).sum::<usize>() as u8;
        }
        Some(())
    }
}

/// Bits that numbers up to this one take.
fn bits(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

struct Writer<'a> {
    out: &'a mut Vec<u8>,
    held: u64,
    bits: u32,
}

impl Writer<'_> {
    #[inline]
    fn put(&mut self, value: u32, bits: u32) {
        debug_assert!(bits >= 32 || value >> bits == 0);
        self.held = self.held << bits | u64::from(value);
        self.bits += bits;
        while self.bits >= 8 {
            self.bits -= 8;
            self.out.push((self.held >> self.bits) as u8);
        }
    }

    fn finish(self) {
        if self.bits > 0 {
            self.out.push((self.held << (8 - self.bits)) as u8);
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// In bits.
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, bits: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..bits {
            let byte = self.bytes.get(self.at / 8)?;
            value = value << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }

    fn rest_is_zero(mut self) -> bool {
        while self.at < 8 * self.bytes.len() {
            if self.take(1) != Some(0) {
                return false;
            }
        }
        true
    }
}
