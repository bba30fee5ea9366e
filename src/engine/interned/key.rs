//! Exact canonical keys: the numbers of a state, sorted where order is a symmetry, packed bit by
//! bit.
//!
//! A column takes 23 bits, a card in a cell 6, a foundation height 4 or 5; stock and waste are
//! columns. Two decks take 10 · 23 + 4 · 6 + 8 · 4 bits = 36 bytes, four decks 14 · 23 + 14 · 6 +
//! 16 · 4 bits = 59 bytes. Column numbers refer to the trie of the engine, so a key is meaningful
//! only with the engine that made it.

use super::Interned;
use super::state::{NO_BASE, State, any_suit_pile};
use super::tables::Tables;
use super::trie::COLUMN_BITS;
use crate::rules::{FoundationPiles, Rules, Stock};

/// A state up to symmetry, for the engine that made it.
pub type Key<const BYTES: usize> = [u8; BYTES];

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize>
    Interned<COLUMNS, CELLS, PILES, BYTES>
{
    /// Number of bits in a key of this game.
    pub(super) fn key_bits(rules: &Rules) -> u32 {
        let Rules {
            name: _,
            aliases: _,
            description: _,
            // Contents of a state: column numbers, cells, foundation heights, stock and waste.
            columns,
            cells,
            stock,
            // Determine the number and the capacity of the foundation piles, below.
            decks: _,
            ranks: _,
            strip_ranks: _,
            foundation_piles: _,
            // Constant while a deal is played.
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
        let stock = match stock {
            Stock::None => 0,
            Stock::RowDeal { .. } => COLUMN_BITS,
            Stock::Waste { .. } => 2 * COLUMN_BITS + 8,
        };
        let piles = rules.foundation_piles() as u32 * pile_bits(rules);
        columns.len() as u32 * COLUMN_BITS + u32::from(*cells) * 6 + piles + stock
    }

    pub(super) fn pack_key(&self, state: &State<COLUMNS, CELLS, PILES>) -> Key<BYTES> {
        let tables = &self.tables;
        let mut columns = state.columns;
        if !self.columns_differ(state) {
            sort(&mut columns[..tables.columns]);
        }
        let mut cells = state.cells;
        sort(&mut cells[..tables.cells]);
        let mut piles = state.piles;
        if tables.any_suit {
            for pile in &mut piles[..tables.piles] {
                if *pile & 15 == tables.pile_capacity {
                    *pile = any_suit_pile(NO_BASE, tables.pile_capacity);
                }
            }
            sort(&mut piles[..tables.piles]);
        }

        let mut writer = Writer { bytes: [0; BYTES], at: 0, bits: 0, pending: 0 };
        for &column in &columns[..tables.columns] {
            writer.put(column, COLUMN_BITS);
        }
        for &cell in &cells[..tables.cells] {
            writer.put(u32::from(cell), 6);
        }
        let bits = pile_bits(&tables.rules);
        for &pile in &piles[..tables.piles] {
            writer.put(u32::from(pile), bits);
        }
        match tables.rules.stock {
            Stock::None => {}
            Stock::RowDeal { .. } => writer.put(state.stock, COLUMN_BITS),
            Stock::Waste { .. } => {
                writer.put(state.stock, COLUMN_BITS);
                writer.put(state.waste, COLUMN_BITS);
                writer.put(u32::from(state.redeals), 8);
            }
        }
        writer.finish()
    }

    pub(super) fn unpack_key(&self, key: &Key<BYTES>) -> State<COLUMNS, CELLS, PILES> {
        let tables: &Tables = &self.tables;
        let mut reader = Reader { bytes: key, at: 0, bits: 0, pending: 0 };
        let mut state = State { redeals: self.start.redeals, ..State::EMPTY };
        for column in &mut state.columns[..tables.columns] {
            *column = reader.take(COLUMN_BITS);
        }
        for cell in &mut state.cells[..tables.cells] {
            *cell = reader.take(6) as u8;
        }
        let bits = pile_bits(&tables.rules);
        for pile in &mut state.piles[..tables.piles] {
            *pile = reader.take(bits) as u8;
            state.home += if tables.any_suit { *pile & 15 } else { *pile };
        }
        match tables.rules.stock {
            Stock::None => {}
            Stock::RowDeal { .. } => state.stock = reader.take(COLUMN_BITS),
            Stock::Waste { .. } => {
                state.stock = reader.take(COLUMN_BITS);
                state.waste = reader.take(COLUMN_BITS);
                state.redeals = reader.take(8) as u8;
            }
        }
        state
    }
}

/// Number of bits of a foundation pile: its height, or base and height.
fn pile_bits(rules: &Rules) -> u32 {
    match rules.foundation_piles {
        FoundationPiles::AnySuit => 8,
        _ => usize::BITS - rules.foundation_capacity().leading_zeros(),
    }
}

/// Insertion sort of about a dozen numbers, mostly sorted already. It shifts copies instead of swapping
/// like [`crate::short_sort`], because keys are computed in the inner loop.
#[inline]
fn sort<T: Copy + PartialOrd>(values: &mut [T]) {
    for i in 1..values.len() {
        let value = values[i];
        let mut at = i;
        while at > 0 && values[at - 1] > value {
            values[at] = values[at - 1];
            at -= 1;
        }
        values[at] = value;
    }
}

struct Writer<const BYTES: usize> {
    bytes: [u8; BYTES],
    at: usize,
    bits: u32,
    pending: u64,
}

impl<const BYTES: usize> Writer<BYTES> {
    #[inline]
    fn put(&mut self, value: u32, bits: u32) {
        debug_assert!(bits == 32 || value >> bits == 0, "the value does not fit its field");
        self.pending |= u64::from(value) << self.bits;
        self.bits += bits;
        while self.bits >= 8 {
            self.bytes[self.at] = self.pending as u8;
            self.at += 1;
            self.pending >>= 8;
            self.bits -= 8;
        }
    }

    fn finish(mut self) -> [u8; BYTES] {
        if self.bits > 0 {
            self.bytes[self.at] = self.pending as u8;
        }
        self.bytes
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    bits: u32,
    pending: u64,
}

impl Reader<'_> {
    #[inline]
    fn take(&mut self, bits: u32) -> u32 {
        while self.bits < bits {
            self.pending |= u64::from(self.bytes[self.at]) << self.bits;
            self.at += 1;
            self.bits += 8;
        }
        let value = self.pending & ((1 << bits) - 1);
        self.pending >>= bits;
        self.bits -= bits;
        value as u32
    }
}
