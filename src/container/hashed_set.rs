//! The positions met so far, by hash: a plain open-addressing set that is reused from deal to deal.
//!
//! A win search may take two positions for one (that loses a branch, not a truth), so 64 bits are enough.

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

    /// Forgets everything; gives memory back that a hard deal needed.
    pub fn clear(&mut self) {
        if self.slots.len() > 1 << 18 && self.len < self.slots.len() / 16 {
            self.slots = vec![0; 1 << 12];
        } else {
            self.slots.fill(0);
        }
        self.len = 0;
    }

    /// Adds a hash; whether it is new.
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

    /// Whether the hash has been added.
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

    /// Bytes held, counting what the next growth needs on top once it is near.
    pub fn memory(&self) -> u64 {
        let now = self.slots.len() as u64 * 8;
        if self.len * 2 > self.slots.len() { now * 3 } else { now }
    }
}

impl Default for HashedSet {
    fn default() -> HashedSet {
        HashedSet::new()
    }
}
