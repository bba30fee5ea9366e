//! The open list of A*: buckets by f and h. Smallest f = g + h first, then smallest h, then last in
//! first out.
//!
//! So the last f-layer is searched depth-first towards the goal. Entries are node indices only. A
//! node reached again by a cheaper path is in two buckets; the stale entry is skipped when it is
//! popped.
//!
//! [`BucketQueue`](crate::container::bucket_queue::BucketQueue) has one priority in a fixed range. Here
//! there are two, f has no fixed end, and [`Frontier::cut`] removes all entries that cannot improve on
//! a new incumbent.

use crate::container::footprint::Footprint;
use crate::container::stacks::Stacks;

const BOUNDS: usize = 128;

/// Node indices by f and h.
#[derive(Debug)]
pub(super) struct Frontier {
    buckets: Stacks<u32>,
    /// By f: the set of h with entries.
    filled: Vec<u128>,
    /// Lower bound on the f of every entry.
    lowest: usize,
}

impl Frontier {
    pub fn new() -> Frontier {
        Frontier { buckets: Stacks::new(0), filled: Vec::new(), lowest: 0 }
    }

    pub fn clear(&mut self) {
        self.buckets.clear();
        self.filled.fill(0);
        self.lowest = 0;
    }

    pub fn push(&mut self, f: u32, bound: u32, index: u32) {
        let (f, bound) = (f as usize, bound as usize);
        debug_assert!(bound < BOUNDS);
        if f >= self.filled.len() {
            self.filled.resize(f + 1, 0);
            self.buckets.at_least((f + 1) * BOUNDS);
        }
        self.filled[f] |= 1 << bound;
        self.buckets.push(f * BOUNDS + bound, index);
        self.lowest = self.lowest.min(f);
    }

    /// The smallest f of any entry.
    pub fn lowest(&mut self) -> Option<u32> {
        while self.lowest < self.filled.len() && self.filled[self.lowest] == 0 {
            self.lowest += 1;
        }
        (self.lowest < self.filled.len()).then_some(self.lowest as u32)
    }

    /// Pops the next entry: h and index. Its f is [`Frontier::lowest`].
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        let f = self.lowest()? as usize;
        let bound = self.filled[f].trailing_zeros() as usize;
        let bucket = f * BOUNDS + bound;
        let index = self.buckets.pop(bucket)?;
        if self.buckets.get(bucket).is_empty() {
            self.filled[f] &= !(1 << bound);
        }
        Some((bound as u32, index))
    }

    /// Removes all entries with this f or more: they cannot improve on a solution of that cost.
    pub fn cut(&mut self, f: u32) {
        for f in f as usize..self.filled.len() {
            if self.filled[f] != 0 {
                self.filled[f] = 0;
                (f * BOUNDS..(f + 1) * BOUNDS).for_each(|bucket| self.buckets.clear_one(bucket));
            }
        }
    }
}

impl Footprint for Frontier {
    fn footprint(&self) -> u64 {
        self.buckets.footprint() + self.filled.footprint()
    }
}
