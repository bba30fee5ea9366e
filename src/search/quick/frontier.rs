//! The open list: moves not yet made, in buckets by value, last in first out, with a bitmap to find the best.
//!
//! Pushing and popping are a few instructions each, nothing is ever sorted or moved, and emptying it for the next
//! deal clears one small bitmap.

use super::choices::{Choice, Made};

const BUCKETS: usize = 2048;
/// Values are told apart in steps of 2^SHIFT.
const SHIFT: u32 = 2;
const NIL: u32 = u32::MAX;

/// A move not yet made.
#[derive(Clone, Copy)]
struct Open {
    parent: u32,
    made: Made,
    following: u32,
}

/// Moves not yet made, best first.
pub struct Frontier {
    heads: Box<[u32; BUCKETS]>,
    full: [u64; BUCKETS / 64],
    summary: u32,
    entries: Vec<Open>,
    /// Value of the first bucket.
    origin: i32,
}

impl Frontier {
    /// An empty list.
    pub fn new() -> Frontier {
        Frontier {
            heads: Box::new([NIL; BUCKETS]),
            full: [0; BUCKETS / 64],
            summary: 0,
            entries: Vec::new(),
            origin: 0,
        }
    }

    /// Forgets everything; values will be near `value`.
    pub fn clear(&mut self, value: i32) {
        self.full = [0; BUCKETS / 64];
        self.summary = 0;
        self.entries.clear();
        self.origin = value - ((BUCKETS as i32 * 3 / 4) << SHIFT);
    }

    #[inline(always)]
    fn bucket(&self, value: i32) -> usize {
        ((value - self.origin) >> SHIFT).clamp(0, BUCKETS as i32 - 1) as usize
    }

    #[inline(always)]
    fn best(&self) -> usize {
        let word = self.summary.trailing_zeros() as usize % (BUCKETS / 64);
        (word * 64 + self.full[word].trailing_zeros() as usize) % BUCKETS
    }

    /// Whether a move of this value is as good as anything in the list.
    #[inline(always)]
    pub fn would_lead(&self, value: i32) -> bool {
        self.summary == 0 || self.bucket(value) <= self.best()
    }

    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, parent: u32, choice: Choice) {
        let bucket = self.bucket(choice.value());
        let bit = 1 << (bucket & 63);
        let word = &mut self.full[bucket / 64];
        let following = if *word & bit != 0 { self.heads[bucket] } else { NIL };
        *word |= bit;
        self.summary |= 1 << (bucket / 64);
        self.heads[bucket] = self.entries.len() as u32;
        self.entries.push(Open { parent, made: choice.made(), following });
    }

    /// Takes the best move, of equals the one added last, and the state it is made from.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, Made)> {
        if self.summary == 0 {
            return None;
        }
        let bucket = self.best();
        let open = self.entries[self.heads[bucket] as usize];
        self.heads[bucket] = open.following;
        if open.following == NIL {
            self.full[bucket / 64] &= !(1 << (bucket & 63));
            if self.full[bucket / 64] == 0 {
                self.summary &= !(1 << (bucket / 64));
            }
        }
        Some((open.parent, open.made))
    }
}
