//! A set of fixed-size keys: the closed set of a proof.
//!
//! Keys are stored in the table itself, with open addressing and no tags or links: 18 bytes per
//! one-deck state plus free slots, and one cache miss per lookup. Equality compares the whole key,
//! so a verdict never depends on a hash. Like [`super::node_index::NodeIndex`] the table is divided
//! into shards that grow by a quarter, each on its own; so growing needs little memory beyond the
//! final size.

use super::hash::{hash, home_slot};
use super::large_pages::in_large_pages;
use super::prefetch::prefetch;

const SHARD_BITS: u32 = 5;
const FIRST_SHARD: usize = 32;

/// A set of keys of `N` bytes. The all-zero key marks free slots and cannot be a member.
pub struct ExactSet<const N: usize> {
    shards: Vec<Shard<N>>,
    bytes: usize,
    /// Size of the largest shard, in bytes.
    largest: usize,
}

struct Shard<const N: usize> {
    slots: Vec<[u8; N]>,
    used: usize,
}

impl<const N: usize> Shard<N> {
    fn new() -> Shard<N> {
        Shard { slots: vec![[0; N]; FIRST_SHARD], used: 0 }
    }
}

impl<const N: usize> ExactSet<N> {
    /// The empty set.
    pub fn new() -> ExactSet<N> {
        ExactSet {
            shards: (0..1 << SHARD_BITS).map(|_| Shard::new()).collect(),
            bytes: (FIRST_SHARD * N) << SHARD_BITS,
            largest: FIRST_SHARD * N,
        }
    }

    /// Removes all keys; large shards free their memory.
    pub fn clear(&mut self) {
        for shard in &mut self.shards {
            if shard.slots.len() > 64 * FIRST_SHARD {
                self.bytes -= (shard.slots.len() - FIRST_SHARD) * N;
                *shard = Shard::new();
            } else if shard.used > 0 {
                shard.slots.fill([0; N]);
                shard.used = 0;
            }
        }
        self.largest = self.shards.iter().map(|shard| shard.slots.len() * N).max().unwrap_or(0);
    }

    /// Prefetches the first slot of this hash.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        let (number, tag) = place(hash);
        let slots = &self.shards[number].slots;
        prefetch(&slots[home_slot(tag, slots.len())]);
    }

    /// Adds a key. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, key: &[u8; N], hash: u64) -> bool {
        let (number, tag) = place(hash);
        let shard = &mut self.shards[number];
        let len = shard.slots.len();
        let mut slot = home_slot(tag, len);
        loop {
            let other = &mut shard.slots[slot];
            if other == key {
                return false;
            }
            if *other == [0; N] {
                *other = *key;
                break;
            }
            slot += 1;
            if slot == len {
                slot = 0;
            }
        }
        shard.used += 1;
        if shard.used > len - len / 5 {
            self.bytes += shard.grow();
            self.largest = self.largest.max(shard.slots.len() * N);
        }
        true
    }

    /// Number of keys.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.used).sum()
    }

    /// The keys, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8; N]> {
        self.shards.iter().flat_map(|shard| &shard.slots).filter(|key| **key != [0; N])
    }

    /// Memory held or needed for the next growth, in bytes: growing the largest shard needs its
    /// replacement beside it.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes + self.largest + self.largest / 4
    }
}

impl<const N: usize> Default for ExactSet<N> {
    fn default() -> Self {
        ExactSet::new()
    }
}

impl<const N: usize> Shard<N> {
    /// Grows the shard. Returns the number of bytes added.
    #[cold]
    fn grow(&mut self) -> usize {
        let old = std::mem::take(&mut self.slots);
        let len = old.len() + old.len() / 4 + FIRST_SHARD;
        self.slots = in_large_pages([0; N], len);
        for key in old.iter().filter(|key| **key != [0; N]) {
            let mut slot = home_slot(place(hash(key)).1, len);
            while self.slots[slot] != [0; N] {
                slot += 1;
                if slot == len {
                    slot = 0;
                }
            }
            self.slots[slot] = *key;
        }
        (len - old.len()) * N
    }
}

/// Shard and tag of a hash.
#[inline]
fn place(hash: u64) -> (usize, u32) {
    ((hash & ((1 << SHARD_BITS) - 1)) as usize, (hash >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Keys with equal hashes are distinguished by every single bit.
    #[test]
    fn equal_hashes_are_decided_by_the_whole_key() {
        let key = [0x5a; 18];
        for bit in 0..8 * 18 {
            let mut set = ExactSet::<18>::new();
            let mut other = key;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(set.insert(&key, 7) && set.insert(&other, 7), "bit {bit}");
            assert!(!set.insert(&key, 7) && !set.insert(&other, 7), "bit {bit}");
            assert!(set.len() == 2 && set.iter().count() == 2);
        }
    }

    #[test]
    fn agrees_with_the_standard_set() {
        let (mut set, mut standard) = (ExactSet::<5>::new(), HashSet::new());
        let mut seed = 1u64;
        for round in 0..2 {
            for _ in 0..200_000 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                // So few different keys that many repeat.
                let key: [u8; 5] = std::array::from_fn(|i| (seed >> (24 + 5 * i)) as u8 & 15 | u8::from(i == 0));
                let before = set.bytes();
                assert_eq!(set.insert(&key, hash(&key)), standard.insert(key), "{key:?} in round {round}");
                assert!(set.bytes() >= before);
            }
            assert_eq!(set.bytes, set.shards.iter().map(|s| s.slots.len() * 5).sum::<usize>());
            set.clear();
            standard.clear();
        }
    }
}
