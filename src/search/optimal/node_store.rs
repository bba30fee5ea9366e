//! The nodes of A* with their path costs: 32 bytes each, found by exact key.
//!
//! Nodes are stored in blocks in the order of their generation. A hash table of 8-byte entries (32
//! bits of hash, 32 bits of index) refers to them; the full key in the node decides equality, so no
//! result depends on a hash. Memory beyond a fixed size is freed before the next deal.
//!
//! Unlike [`NodeIndex`](crate::container::node_index::NodeIndex), a lookup returns the node, table
//! entries and nodes are prefetched for a batch of successors, and key, path cost and set share a
//! node of 32 bytes without padding.

use crate::container::footprint::Footprint;
use crate::container::hash::hash;
use crate::container::large_pages::{in_large_pages, want_large_pages};
use crate::container::prefetch::prefetch;
use crate::engine::optimal_state::NumberSet;
use crate::engine::optimal_state::state::Key;

/// A state with the cheapest known path to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first and the second word of the key. The third is in their upper bits and the lower 28
    /// bits of `rest`.
    low: u64,
    middle: u64,
    /// The upper 4 bits are part of the code of the pending columns.
    rest: u32,
    parent: u32,
    /// The units to park, as cards (52 bits), the path cost (9 bits), the other 2 bits of the code
    /// of the pending columns, and the flag [`RAISED`].
    set_and_cost: u64,
}

/// Sets of cards take 52 bits.
const SET: u64 = (1 << 52) - 1;
/// No parent; also the largest possible index.
pub(super) const NONE: u32 = u32::MAX;
/// Largest path cost that can be stored.
pub(super) const MAX_PATH_COST: u32 = (1 << 9) - 1;
/// The part of `rest` that belongs to the key.
const KEY_REST: u32 = (1 << 28) - 1;
/// Marks nodes whose bound has been raised above the size of the set to park.
const RAISED: u64 = 1 << 63;
const EMPTY: u64 = u64::MAX;

/// Packs a key into 160 bits: its words have 52 bits each.
#[inline]
fn squeeze(key: &Key) -> (u64, u64, u32) {
    (key[0] | key[2] << 52, key[1] | key[2] >> 12 << 52, (key[2] >> 24) as u32)
}

/// Nodes by key and by index.
#[derive(Debug)]
pub(super) struct Store {
    blocks: Vec<Vec<Node>>,
    len: usize,
    table: Vec<u64>,
    mask: usize,
}

/// The node of a key, or the vacant slot where it belongs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    At(u32),
    Vacant(Vacancy),
}

/// Where a new node belongs in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vacancy {
    slot: usize,
    hash: u64,
}

/// What is stored about a new node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewNode {
    pub key: Key,
    pub parent: u32,
    /// The units to park, as cards.
    pub set: NumberSet,
    pub path_cost: u32,
}

const SMALLEST_TABLE: usize = 1 << 16;
/// Nodes per block. Blocks are reserved as a whole, but the system commits memory only when it is
/// written to.
const BLOCK_BITS: u32 = 20;
const BLOCK: usize = 1 << BLOCK_BITS;
/// Memory kept for the next deal at most: 128 MB of nodes, 64 MB of table.
const KEPT_BLOCKS: usize = 4;
const KEPT_TABLE: usize = 1 << 23;
/// Prefetch distance, in nodes, while the table is rebuilt.
const PREFETCH_DISTANCE: usize = 12;
/// The doubling of the table is counted in advance by this many insertions: more than happen
/// between two checks of the limits.
const GROWTH_NOTICE: usize = 1 << 14;

impl Store {
    pub fn new() -> Store {
        Store { blocks: Vec::new(), len: 0, table: vec![EMPTY; SMALLEST_TABLE], mask: SMALLEST_TABLE - 1 }
    }

    /// Removes all nodes and keeps about `keep` bytes of memory. The table shrinks to its initial size, so that easy deals
    /// stay cheap after hard ones.
    pub fn clear(&mut self, keep: u64) {
        let keep = keep as usize / 2;
        self.blocks.truncate(KEPT_BLOCKS.min(keep / (BLOCK * size_of::<Node>())));
        self.blocks.iter_mut().for_each(Vec::clear);
        self.len = 0;
        if self.table.capacity() > KEPT_TABLE.min(keep / 8).max(SMALLEST_TABLE) {
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

    #[inline]
    pub fn hash(key: &Key) -> u64 {
        hash(key)
    }

    /// Prefetches a node.
    #[inline]
    pub fn prefetch(&self, index: u32) {
        prefetch(self.node(index));
    }

    /// Prefetches the first table entry of a hash.
    #[inline]
    pub fn prefetch_entry(&self, hash: u64) {
        prefetch(&self.table[hash as usize & self.mask]);
    }

    /// Prefetches the node of the first table entry, if its tag matches the hash.
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
                return Found::Vacant(Vacancy { slot, hash });
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

    /// Adds a node where [`Store::find`] found a vacancy. There is room for 2³² − 1 nodes.
    pub fn insert(&mut self, Vacancy { slot, hash }: Vacancy, node: NewNode) -> u32 {
        let NewNode { key, parent, set, path_cost } = node;
        debug_assert!(path_cost <= MAX_PATH_COST);
        let index = self.len as u32;
        let (low, middle, rest) = squeeze(&key);
        if self.len == self.blocks.len() << BLOCK_BITS {
            let block = Vec::with_capacity(BLOCK);
            want_large_pages(&block);
            self.blocks.push(block);
        }
        let node = Node { low, middle, rest, parent, set_and_cost: set.bits() | u64::from(path_cost) << 52 };
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
            // Free the old table first.
            self.table = Vec::new();
            self.table = in_large_pages(EMPTY, size);
        }
        self.mask = size - 1;
        let hash = |store: &Store, index: usize| Store::hash(&store.key(index as u32));
        for index in 0..self.len {
            // Entries go to random slots: prefetch a few nodes ahead.
            let ahead = (index + PREFETCH_DISTANCE).min(self.len - 1);
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
    pub fn path_cost(&self, index: u32) -> u32 {
        (self.node(index).set_and_cost >> 52) as u32 & MAX_PATH_COST
    }

    /// Whether the bound has been raised above the size of the set to park.
    #[inline]
    pub fn is_raised(&self, index: u32) -> bool {
        self.node(index).set_and_cost & RAISED != 0
    }

    /// Marks the bound as raised above the size of the set to park.
    #[inline]
    pub fn raise(&mut self, index: u32) {
        self.node_mut(index).set_and_cost |= RAISED;
    }

    /// The code of the pending columns.
    #[inline]
    pub fn pending(&self, index: u32) -> u8 {
        let node = self.node(index);
        (node.rest >> 28) as u8 | ((node.set_and_cost >> 61 & 3) as u8) << 4
    }

    /// Sets the code (below 64) of the pending columns.
    #[inline]
    pub fn set_pending(&mut self, index: u32, pending: u8) {
        let node = self.node_mut(index);
        node.rest = node.rest & KEY_REST | u32::from(pending) << 28;
        node.set_and_cost = node.set_and_cost & !(3 << 61) | u64::from(pending >> 4) << 61;
    }

    /// The units to park, as cards. May include cards of these units that have gone home since.
    pub fn set(&self, index: u32) -> NumberSet {
        NumberSet::from_bits(self.node(index).set_and_cost & SET)
    }

    /// Records a cheaper path to a known state.
    pub fn shorten(&mut self, index: u32, parent: u32, set: NumberSet, path_cost: u32) {
        debug_assert!(path_cost <= MAX_PATH_COST);
        let node = self.node_mut(index);
        node.parent = parent;
        node.set_and_cost = set.bits() | u64::from(path_cost) << 52;
    }

    /// The keys on the path from the root to this node.
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

impl Footprint for Store {
    /// A table about to double counts double: the old one is freed first. Reserved memory that was
    /// never written to does not count, so the result does not depend on earlier deals.
    fn footprint(&self) -> u64 {
        let doubles_soon = (self.len + GROWTH_NOTICE) * 4 > self.table.len() * 3;
        (self.len * size_of::<Node>() + self.table.len() * if doubles_soon { 16 } else { 8 }) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States with equal hashes are distinguished by every single bit of their keys.
    #[test]
    fn equal_hashes_are_decided_by_the_whole_key() {
        let mut store = Store::new();
        let key = [SET ^ 5, SET ^ 6, SET ^ 7];
        let Found::Vacant(slot) = store.find(&key, 7) else { panic!("a new store is empty") };
        store.insert(slot, NewNode { key, parent: NONE, set: NumberSet::EMPTY, path_cost: 0 });
        store.set_pending(0, 63);
        for bit in 0..3 * 52 {
            let mut other = key;
            other[bit / 52] ^= 1 << (bit % 52);
            assert!(matches!(store.find(&other, 7), Found::Vacant(_)), "bit {bit}");
        }
        assert!(matches!(store.find(&key, 7), Found::At(0)));
    }

    #[test]
    fn fields_that_share_a_word_are_independent() {
        let mut store = Store::new();
        let key = [SET, SET ^ 1, SET ^ 2];
        let hash = Store::hash(&key);
        let Found::Vacant(slot) = store.find(&key, hash) else { panic!("a new store is empty") };
        let set = NumberSet::from_bits(SET);
        let index = store.insert(slot, NewNode { key, parent: NONE, set, path_cost: MAX_PATH_COST });
        for pending in 0..64 {
            store.set_pending(index, pending);
            assert_eq!((store.pending(index), store.path_cost(index), store.set(index)), (pending, MAX_PATH_COST, set));
            assert!(!store.is_raised(index) && store.key(index) == key);
            assert!(matches!(store.find(&key, hash), Found::At(found) if found == index));
        }
        store.raise(index);
        assert!(store.is_raised(index) && store.pending(index) == 63 && store.path_cost(index) == MAX_PATH_COST);
    }
}
