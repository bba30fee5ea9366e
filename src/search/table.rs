//! The set of states seen: exact, open addressing, growing in small steps.
//!
//! An entry is a 32-bit tag and a 32-bit node number; the key itself lies with the node, and equal tags are always
//! settled by comparing keys, so a verdict never rests on a hash. The table is cut into shards that grow by a
//! quarter, each on its own: growing never needs more than a sliver of memory beyond what the table has afterwards, and
//! needs no look at the keys, because the tag alone says where an entry belongs.

use super::pages::in_large_pages;
use std::hash::{Hash, Hasher};

const SHARD_BITS: u32 = 6;
const FIRST_SHARD: usize = 64;
/// Entries are at least a quarter free.
const fn full(len: usize) -> usize {
    len - len / 4
}

/// A set of node numbers, found by key.
pub struct Table {
    shards: Vec<Shard>,
}

struct Shard {
    /// `tag << 32 | node + 1`; 0 is free.
    entries: Vec<u64>,
    used: usize,
}

/// What the table knows about a key.
pub enum Lookup {
    /// Some node has it.
    Found,
    /// Nobody has it: a place for it, good until the next change.
    Vacant(Vacant),
}

/// A place for a new entry.
pub struct Vacant {
    shard: u32,
    slot: u32,
    tag: u32,
}

impl Table {
    /// An empty table.
    pub fn new() -> Table {
        let shard = || Shard { entries: vec![0; FIRST_SHARD], used: 0 };
        Table { shards: (0..1 << SHARD_BITS).map(|_| shard()).collect() }
    }

    /// Forgets everything; large shards give their memory back.
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

    /// Looks for a key; `same` compares it with that of a node.
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

    /// Fills a vacant place. Returns the number of bytes by which the table has grown.
    #[inline]
    pub fn insert(&mut self, place: Vacant, node: u32) -> usize {
        let shard = &mut self.shards[place.shard as usize];
        shard.entries[place.slot as usize] = u64::from(place.tag) << 32 | u64::from(node + 1);
        shard.used += 1;
        if shard.used < full(shard.entries.len()) { 0 } else { shard.grow() }
    }

    /// Bytes held.
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

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}

/// Where an entry belongs in a shard of any length, without a division.
#[inline]
pub(super) fn home_slot(tag: u32, len: usize) -> usize {
    ((u64::from(tag) * len as u64) >> 32) as usize
}

/// A fixed hash: the same on every machine and in every run, so state counts are too.
#[inline]
pub fn hash<K: Hash>(key: &K) -> u64 {
    let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
    key.hash(&mut mixer);
    mixer.finish()
}

struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (product >> 64) as u64 ^ (product as u64).rotate_left(23);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(u64::from_le_bytes(chunk.try_into().expect("chunks of eight")));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    /// Length prefixes of arrays: keys of one search have one length.
    #[inline]
    fn write_usize(&mut self, _: usize) {}

    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * 0xd6e8_feb8_6659_fd93_u128;
        (product >> 64) as u64 ^ product as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_it_was_given_and_nothing_else() {
        let mut table = Table::new();
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

    /// Keys that share all tag bits still are different keys.
    #[test]
    fn equal_tags_are_settled_by_the_keys() {
        let mut table = Table::new();
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
