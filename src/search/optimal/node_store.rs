//! All positions met so far: 32 bytes a position, found again by exact key.
//!
//! Nodes lie in blocks in the order of their discovery; a hash table of 8-byte entries (32 bits of hash, 32 bits of
//! index) leads to them, and the full key in the node decides. What a very hard deal needed is given
//! back before the next.

use crate::engine::optimal_state::state::Key;
use crate::container::large_pages::{in_large_pages, want_large_pages};
use crate::container::prefetch::prefetch;

/// A position with the best way to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first and the second word of the key, and the third in their upper bits and the lower 28 bits of `rest`.
    low: u64,
    middle: u64,
    /// The upper 4 bits are part of what is due.
    rest: u32,
    parent: u32,
    /// Units to park as cards (52 bits), the length of the way here (9 bits), the other 2 bits of what is due, and whether more
    /// is known to be needed.
    set_and_length: u64,
}

/// Sets of cards take 52 bits.
const SET: u64 = (1 << 52) - 1;
/// No parent; also the largest possible index.
pub(super) const NONE: u32 = u32::MAX;
/// Ways cannot be longer than this.
pub(super) const LONGEST: u32 = (1 << 9) - 1;
/// The part of `rest` that belongs to the key.
const KEY_REST: u32 = (1 << 28) - 1;
/// Marks positions whose bound has been raised beyond the set to park.
const RAISED: u64 = 1 << 63;
const EMPTY: u64 = u64::MAX;

/// A key in 160 bits: its words have 52 bits each.
#[inline]
fn squeeze(key: &Key) -> (u64, u64, u32) {
    (key[0] | key[2] << 52, key[1] | key[2] >> 12 << 52, (key[2] >> 24) as u32)
}

/// Positions by key and by index.
#[derive(Debug)]
pub(super) struct Store {
    blocks: Vec<Vec<Node>>,
    len: usize,
    table: Vec<u64>,
    mask: usize,
}

/// Where a key is, or where it belongs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    At(u32),
    Vacant(usize),
}

const SMALLEST_TABLE: usize = 1 << 16;
/// Nodes of a block. Blocks are reserved as a whole, but memory that is never written to is never taken.
const BLOCK_BITS: u32 = 20;
const BLOCK: usize = 1 << BLOCK_BITS;
/// What is kept for the next deal: 128 MB of nodes, 64 MB of table.
const KEPT_BLOCKS: usize = 4;
const KEPT_TABLE: usize = 1 << 23;
/// How many positions ahead of the one that is entered anew a table entry is asked for.
const AHEAD: usize = 12;
/// Insertions before which the table's doubling is announced: more than happen between two looks at the limits.
const GROWTH_NOTICE: usize = 1 << 14;

impl Store {
    pub fn new() -> Store {
        Store { blocks: Vec::new(), len: 0, table: vec![EMPTY; SMALLEST_TABLE], mask: SMALLEST_TABLE - 1 }
    }

    /// Forgets all positions. Memory shrinks to its first size, so that easy deals stay cheap after hard ones.
    pub fn clear(&mut self) {
        self.blocks.truncate(KEPT_BLOCKS);
        self.blocks.iter_mut().for_each(Vec::clear);
        self.len = 0;
        if self.table.len() > KEPT_TABLE {
            self.table = Vec::new();
        }
        self.table.truncate(SMALLEST_TABLE);
        self.table.fill(EMPTY);
        self.table.resize(SMALLEST_TABLE, EMPTY);
        self.mask = SMALLEST_TABLE - 1;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use or needed shortly: a table about to double counts double. Reserved memory that was never written to
    /// does not count, so that the answer does not depend on the deals before.
    pub fn bytes(&self) -> u64 {
        let doubles_soon = (self.len + GROWTH_NOTICE) * 4 > self.table.len() * 3;
        (self.len * size_of::<Node>() + self.table.len() * if doubles_soon { 16 } else { 8 }) as u64
    }

    #[inline]
    pub fn hash(key: &Key) -> u64 {
        let mut h = (key[0] ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h = (h ^ h >> 32 ^ key[1]).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h = (h ^ h >> 29 ^ key[2]).wrapping_mul(0x9fb2_1c65_1e98_df25);
        h ^ h >> 32
    }

    /// Asks for a position's memory.
    #[inline]
    pub fn prefetch(&self, index: u32) {
        prefetch(self.node(index));
    }

    /// Asks for the table entry that a hash leads to first.
    #[inline]
    pub fn prefetch_entry(&self, hash: u64) {
        prefetch(&self.table[hash as usize & self.mask]);
    }

    /// Asks for the position that the first table entry leads to, if it has this hash.
    #[inline]
    pub fn prefetch_found(&self, hash: u64) {
        let entry = self.table[hash as usize & self.mask];
        if entry >> 32 == hash >> 32 && entry != EMPTY {
            self.prefetch(entry as u32);
        }
    }

    /// Looks a key up.
    #[inline]
    pub fn find(&self, key: &Key, hash: u64) -> Found {
        let tag = hash >> 32;
        let squeezed = squeeze(key);
        let mut slot = hash as usize & self.mask;
        loop {
            let entry = self.table[slot];
            if entry == EMPTY {
                return Found::Vacant(slot);
            }
            if entry >> 32 == tag {
                let node = self.node(entry as u32);
                if (node.low, node.middle, node.rest & KEY_REST) == squeezed {
                    return Found::At(entry as u32);
                }
            }
            slot = (slot + 1) & self.mask;
        }
    }

    /// Adds a position at the vacant slot that [`Store::find`] gave. There is room for 2³² − 1 of them.
    pub fn insert(&mut self, slot: usize, hash: u64, key: &Key, parent: u32, set: u64, length: u32) -> u32 {
        debug_assert!(length <= LONGEST);
        let index = self.len as u32;
        let (low, middle, rest) = squeeze(key);
        if self.len == self.blocks.len() << BLOCK_BITS {
            let block = Vec::with_capacity(BLOCK);
            want_large_pages(&block);
            self.blocks.push(block);
        }
        let node = Node { low, middle, rest, parent, set_and_length: set | u64::from(length) << 52 };
        self.blocks[self.len >> BLOCK_BITS].push(node);
        self.len += 1;
        self.table[slot] = hash >> 32 << 32 | u64::from(index);
        if self.len * 4 > self.table.len() * 3 {
            self.grow();
        }
        index
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        if size <= self.table.capacity() {
            self.table.fill(EMPTY);
            self.table.resize(size, EMPTY);
        } else {
            // The old one goes first.
            self.table = Vec::new();
            self.table = in_large_pages(EMPTY, size);
        }
        self.mask = size - 1;
        let hash = |store: &Store, index: usize| Store::hash(&store.key(index as u32));
        for index in 0..self.len {
            // Entries go to random places; a few steps ahead they are asked for.
            let ahead = (index + AHEAD).min(self.len - 1);
            self.prefetch_entry(hash(self, ahead));
            let hash = hash(self, index);
            let mut slot = hash as usize & self.mask;
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & self.mask;
            }
            self.table[slot] = hash >> 32 << 32 | index as u64;
        }
    }

    #[inline]
    fn node(&self, index: u32) -> &Node {
        &self.blocks[index as usize >> BLOCK_BITS][index as usize & (BLOCK - 1)]
    }

    #[inline]
    fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.blocks[index as usize >> BLOCK_BITS][index as usize & (BLOCK - 1)]
    }

    pub fn key(&self, index: u32) -> Key {
        let node = self.node(index);
        let third = node.low >> 52 | node.middle >> 52 << 12 | u64::from(node.rest & KEY_REST) << 24;
        [node.low & SET, node.middle & SET, third]
    }

    #[inline]
    pub fn length(&self, index: u32) -> u32 {
        (self.node(index).set_and_length >> 52) as u32 & LONGEST
    }

    /// Whether the bound is known to be higher than the set to park says.
    #[inline]
    pub fn is_raised(&self, index: u32) -> bool {
        self.node(index).set_and_length & RAISED != 0
    }

    /// Notes that the bound is higher than the set to park says.
    #[inline]
    pub fn raise(&mut self, index: u32) {
        self.node_mut(index).set_and_length |= RAISED;
    }

    /// The code of the columns that are due.
    #[inline]
    pub fn due(&self, index: u32) -> u8 {
        let node = self.node(index);
        (node.rest >> 28) as u8 | ((node.set_and_length >> 61 & 3) as u8) << 4
    }

    /// Sets the code (below 64) of the columns that are due.
    #[inline]
    pub fn set_due(&mut self, index: u32, due: u8) {
        let node = self.node_mut(index);
        node.rest = node.rest & KEY_REST | u32::from(due) << 28;
        node.set_and_length = node.set_and_length & !(3 << 61) | u64::from(due >> 4) << 61;
    }

    /// Units to park, as cards; cards of these units that have gone home since may still be among them.
    pub fn set(&self, index: u32) -> u64 {
        self.node(index).set_and_length & SET
    }

    /// A shorter way to a known position.
    pub fn shorten(&mut self, index: u32, parent: u32, set: u64, length: u32) {
        debug_assert!(length <= LONGEST);
        let node = self.node_mut(index);
        node.parent = parent;
        node.set_and_length = set | u64::from(length) << 52;
    }

    /// Keys from the start to this position.
    pub fn path(&self, index: u32) -> Vec<Key> {
        let mut keys = Vec::new();
        let mut at = index;
        while at != NONE {
            keys.push(self.key(at));
            at = self.node(at).parent;
        }
        keys.reverse();
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose hashes are equal, which real ones hardly ever are, are told apart by every single bit of their keys.
    #[test]
    fn equal_hashes_are_settled_by_the_whole_key() {
        let mut store = Store::new();
        let key = [SET ^ 5, SET ^ 6, SET ^ 7];
        let Found::Vacant(slot) = store.find(&key, 7) else { panic!("a new store is empty") };
        store.insert(slot, 7, &key, NONE, 0, 0);
        store.set_due(0, 63);
        for bit in 0..3 * 52 {
            let mut other = key;
            other[bit / 52] ^= 1 << (bit % 52);
            assert!(matches!(store.find(&other, 7), Found::Vacant(_)), "bit {bit}");
        }
        assert!(matches!(store.find(&key, 7), Found::At(0)));
    }

    #[test]
    fn what_shares_a_word_does_not_mix() {
        let mut store = Store::new();
        let key = [SET, SET ^ 1, SET ^ 2];
        let hash = Store::hash(&key);
        let Found::Vacant(slot) = store.find(&key, hash) else { panic!("a new store is empty") };
        let index = store.insert(slot, hash, &key, NONE, SET, LONGEST);
        for due in 0..64 {
            store.set_due(index, due);
            assert_eq!((store.due(index), store.length(index), store.set(index)), (due, LONGEST, SET));
            assert!(!store.is_raised(index) && store.key(index) == key);
            assert!(matches!(store.find(&key, hash), Found::At(found) if found == index));
        }
        store.raise(index);
        assert!(store.is_raised(index) && store.due(index) == 63 && store.length(index) == LONGEST);
    }
}
