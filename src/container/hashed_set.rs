//! A set of 64-bit hashes with open addressing: the closed set of win searches, reused from deal to
//! deal.
//!
//! A win search may mistake two states for one: it then loses a branch, but its solutions stay
//! valid. So 64 bits are enough here. Proofs use [`super::exact_set`].

use super::footprint::Footprint;

/// A set of non-zero hashes.
#[derive(Clone, Debug)]
pub struct HashedSet {
    slots: Vec<u64>,
    len: usize,
}

impl HashedSet {
    /// An empty set.
    pub fn new() -> HashedSet {
        HashedSet { slots: vec![0; 1 << 12], len: 0 }
    }

    /// Removes all hashes; frees memory that a hard deal needed.
    pub fn clear(&mut self) {
        if self.slots.len() > 1 << 18 && self.len < self.slots.len() / 16 {
            self.slots = vec![0; 1 << 12];
        } else {
            self.slots.fill(0);
        }
        self.len = 0;
    }

    /// Adds a hash. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 20) as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == hash {
                return false;
            }
            if found == 0 {
                self.slots[slot] = hash;
                self.len += 1;
                if self.len * 8 > self.slots.len() * 5 {
                    self.grow();
                }
                return true;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Whether the set contains the hash.
    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 20) as usize & mask;
        while self.slots[slot] != 0 {
            if self.slots[slot] == hash {
                return true;
            }
            slot = (slot + 1) & mask;
        }
        false
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for hash in old.into_iter().filter(|&h| h != 0) {
            let mut slot = (hash >> 20) as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = hash;
        }
    }
}

impl Footprint for HashedSet {
    fn footprint(&self) -> u64 {
        let now = self.slots.len() as u64 * 8;
        if self.len * 2 > self.slots.len() { now * 3 } else { now }
    }
}

impl Default for HashedSet {
    fn default() -> HashedSet {
        HashedSet::new()
    }
}
