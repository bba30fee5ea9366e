//! The states met so far, by hash, in a table that forgets.
//!
//! A quick search may lose states to equal hashes or forget some: it then finds a win later or not at all, never a
//! wrong one. So the table is small enough for the cache, a set of eight entries is one cache line, a full set
//! overwrites, and a generation number in every entry replaces clearing between deals.

const WAYS: usize = 8;
const GENERATION_BITS: u32 = 20;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u64; WAYS]);

/// A set of hashes.
pub struct Seen {
    lines: Vec<Line>,
    used: usize,
    generation: u64,
}

impl Seen {
    /// An empty table.
    pub fn new() -> Seen {
        Seen { lines: Vec::new(), used: 1, generation: 0 }
    }

    /// Forgets everything and makes room for about this many states.
    pub fn clear(&mut self, states: usize) {
        self.used = (states / WAYS * 2).next_power_of_two().max(64);
        if self.lines.len() < self.used {
            self.lines.resize(self.used, Line([0; WAYS]));
        }
        self.generation += 1;
        if self.generation >> GENERATION_BITS != 0 {
            self.lines.fill(Line([0; WAYS]));
            self.generation = 1;
        }
    }

    /// Adds a hash; false if it is there already.
    #[inline(always)]
    pub fn insert(&mut self, hash: u64) -> bool {
        // The index comes from the middle, the overwritten place from the top, the tag is all but the low bits.
        let hash = hash ^ hash >> 32;
        let at = (hash as usize >> 20) & (self.used - 1);
        let entry = hash << GENERATION_BITS | self.generation;
        let line = &mut self.lines[at].0;
        let mut place = (hash >> 58) as usize % WAYS;
        for (i, &old) in line.iter().enumerate() {
            if old == entry {
                return false;
            }
            if old & ((1 << GENERATION_BITS) - 1) != self.generation {
                place = i;
            }
        }
        line[place] = entry;
        true
    }
}
