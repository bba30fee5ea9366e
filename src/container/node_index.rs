//! The closed set of a best-first search: an exact hash table from keys to nodes, with open
//! addressing.
//!
//! An entry is a 32-bit tag and a 32-bit node number. The key itself is stored with the node, and
//! equal tags are always decided by comparing keys, so a verdict never depends on a hash. The table
//! is divided into shards that grow by a quarter, each on its own; so growing needs little memory
//! beyond the final size. It needs no access to the keys, because the tag alone determines the slot
//! of an entry.

use super::hash::home_slot;
use super::large_pages::in_large_pages;

const SHARD_BITS: u32 = 6;
const FIRST_SHARD: usize = 64;
/// Number of entries at which a shard of this length grows: a quarter of the slots stays free.
const fn full(len: usize) -> usize {
    len - len / 4
}

/// A set of node numbers, found by key.
pub struct NodeIndex {
    shards: Vec<Shard>,
}

struct Shard {
    /// `tag << 32 | node + 1`; 0 is free.
    entries: Vec<u64>,
    used: usize,
}

/// The result of a lookup.
pub enum Lookup {
    /// Some node has the key.
    Found,
    /// No node has the key. The slot for it is valid until the next insertion.
    Vacant(Vacant),
}

/// A slot for a new entry.
pub struct Vacant {
    shard: u32,
    slot: u32,
    tag: u32,
}

impl NodeIndex {
    /// An empty table.
    pub fn new() -> NodeIndex {
        let shard = || Shard { entries: vec![0; FIRST_SHARD], used: 0 };
        NodeIndex { shards: (0..1 << SHARD_BITS).map(|_| shard()).collect() }
    }

    /// Removes all entries; large shards free their memory.
    pub fn clear(&mut self) {
        for shard in &mut self.shards {
            if shard.entries.len() > 16 * FIRST_SHARD {
                shard.entries = vec![0; FIRST_SHARD];
            } else {
                shard.entries.fill(0);
            }
            shard.used = 0;
        }
    }

    /// Looks up a key; `same` compares it with the key of a node.
    #[inline]
    pub fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Lookup {
        let number = (hash & ((1 << SHARD_BITS) - 1)) as u32;
        let tag = (hash >> 32) as u32;
        let entries = &self.shards[number as usize].entries;
        let mut slot = home_slot(tag, entries.len());
        loop {
            let entry = entries[slot];
            if entry == 0 {
                return Lookup::Vacant(Vacant { shard: number, slot: slot as u32, tag });
            }
            if (entry >> 32) as u32 == tag && same(entry as u32 - 1) {
                return Lookup::Found;
            }
            slot += 1;
            if slot == entries.len() {
                slot = 0;
            }
        }
    }

    /// Fills a vacant slot. Returns the number of bytes by which the table has grown.
    #[inline]
    pub fn insert(&mut self, place: Vacant, node: u32) -> usize {
        let shard = &mut self.shards[place.shard as usize];
        shard.entries[place.slot as usize] = u64::from(place.tag) << 32 | u64::from(node + 1);
        shard.used += 1;
        if shard.used < full(shard.entries.len()) { 0 } else { shard.grow() }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|s| s.entries.capacity() * 8).sum()
    }
}

impl Shard {
    #[cold]
    fn grow(&mut self) -> usize {
        let old = std::mem::take(&mut self.entries);
        let len = old.len() + old.len() / 4 + FIRST_SHARD;
        self.entries = in_large_pages(0, len);
        for &entry in old.iter().filter(|&&e| e != 0) {
            let mut slot = home_slot((entry >> 32) as u32, len);
            while self.entries[slot] != 0 {
                slot += 1;
                if slot == len {
                    slot = 0;
                }
            }
            self.entries[slot] = entry;
        }
        (len - old.len()) * 8
    }
}

impl Default for NodeIndex {
    fn default() -> NodeIndex {
        NodeIndex::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::hash::hash;

    #[test]
    fn finds_what_it_was_given_and_nothing_else() {
        let mut table = NodeIndex::new();
        let keys: Vec<[u8; 18]> = (0..100_000u32)
            .map(|i| {
                std::array::from_fn(|b| if b < 4 { (i.wrapping_mul(2_654_435_761) >> (8 * b)) as u8 } else { b as u8 })
            })
            .collect();
        let mut grown = table.bytes();
        for (i, key) in keys.iter().enumerate() {
            match table.find(hash(key), |node| keys[node as usize] == *key) {
                Lookup::Found => panic!("{i} is new"),
                Lookup::Vacant(place) => grown += table.insert(place, i as u32),
            }
        }
        assert_eq!(grown, table.bytes());
        for (i, key) in keys.iter().enumerate() {
            assert!(matches!(table.find(hash(key), |n| n == i as u32 && keys[n as usize] == *key), Lookup::Found));
        }
        table.clear();
        assert!(matches!(table.find(hash(&keys[0]), |_| true), Lookup::Vacant(_)));
    }

    /// Keys with equal tags are distinguished.
    #[test]
    fn equal_tags_are_decided_by_the_keys() {
        let mut table = NodeIndex::new();
        for node in 0..20 {
            match table.find(7, |other| other == node) {
                Lookup::Found => panic!(),
                Lookup::Vacant(place) => table.insert(place, node),
            };
        }
        for node in 0..20 {
            assert!(matches!(table.find(7, |other| other == node), Lookup::Found));
        }
    }
}
