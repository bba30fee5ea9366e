//! The open list of A*: buckets by f and h. Smallest f = g + h first, then smallest h, then last in
//! first out.
//!
//! So the last f-layer is searched depth-first towards the goal. Entries are node indices only. A
//! node reached again by a cheaper path is in two buckets; the stale entry is skipped when it is
//! popped.

const BOUNDS: usize = 128;

/// Node indices by f and h.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    buckets: Vec<Vec<u32>>,
    /// By f: the set of h with entries.
    filled: Vec<u128>,
    /// Lower bound on the f of every entry.
    lowest: usize,
    entries: usize,
}

impl Frontier {
    pub fn clear(&mut self) {
        for bucket in &mut self.buckets {
            // Large buckets are freed: which f has many entries differs from deal to deal.
            if bucket.capacity() > 1 << 16 { *bucket = Vec::new() } else { bucket.clear() }
        }
        self.filled.fill(0);
        self.lowest = 0;
        self.entries = 0;
    }

    pub fn push(&mut self, f: u32, bound: u32, index: u32) {
        let (f, bound) = (f as usize, bound as usize);
        debug_assert!(bound < BOUNDS);
        if f >= self.filled.len() {
            self.filled.resize(f + 1, 0);
            self.buckets.resize_with((f + 1) * BOUNDS, Vec::new);
        }
        self.filled[f] |= 1 << bound;
        self.buckets[f * BOUNDS + bound].push(index);
        self.lowest = self.lowest.min(f);
        self.entries += 1;
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
        let bucket = &mut self.buckets[f * BOUNDS + bound];
        let index = bucket.pop()?;
        if bucket.is_empty() {
            self.filled[f] &= !(1 << bound);
        }
        self.entries -= 1;
        Some((bound as u32, index))
    }

    /// Removes all entries with this f or more: they cannot improve on a solution of that cost.
    pub fn cut(&mut self, f: u32) {
        for f in f as usize..self.filled.len() {
            if self.filled[f] != 0 {
                self.filled[f] = 0;
                for bucket in &mut self.buckets[f * BOUNDS..(f + 1) * BOUNDS] {
                    self.entries -= bucket.len();
                    *bucket = Vec::new();
                }
            }
        }
    }

    /// Memory of the entries, in bytes (buckets grow by doubling).
    pub fn bytes(&self) -> u64 {
        self.entries as u64 * 8
    }
}
