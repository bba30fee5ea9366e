//! The open list: moves not yet made, in buckets by value, last in first out, with a bitmap to find the best.
//!
//! Pushing and popping are a few instructions each, nothing is ever sorted or moved, and emptying it for the next
//! deal clears one small bitmap.

use super::state::Step;

const BUCKETS: usize = 2048;
/// Values are told apart in steps of 2^SHIFT.
const SHIFT: u32 = 2;
const NIL: u32 = u32::MAX;

/// A move not yet made.
#[derive(Clone, Copy)]
pub struct Open {
    /// The state it is made from.
    pub parent: u32,
    /// The move.
    pub step: Step,
    /// What it pays for the path.
    pub price: i32,
    following: u32,
}

/// Moves not yet made, best first.
pub struct Frontier {
    heads: Box<[u32; BUCKETS]>,
    full: [u64; BUCKETS / 64],
    summary: u64,
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

    /// The bucket of a value.
    #[inline(always)]
    pub fn bucket(&self, value: i32) -> usize {
        ((value - self.origin) >> SHIFT).clamp(0, BUCKETS as i32 - 1) as usize
    }

    /// The best bucket that holds anything.
    #[inline(always)]
    pub fn best(&self) -> Option<usize> {
        if self.summary == 0 {
            return None;
        }
        let word = self.summary.trailing_zeros() as usize;
        Some(word * 64 + self.full[word % (BUCKETS / 64)].trailing_zeros() as usize)
    }

    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, value: i32, parent: u32, step: Step, price: i32) {
        let bucket = self.bucket(value);
        let bit = 1 << (bucket & 63);
        let word = &mut self.full[bucket / 64];
        let following = if *word & bit != 0 { self.heads[bucket] } else { NIL };
        *word |= bit;
        self.summary |= 1 << (bucket / 64);
        self.heads[bucket] = self.entries.len() as u32;
        self.entries.push(Open { parent, step, price, following });
    }

    /// Takes the best move, of equals the one added last.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Open> {
        let bucket = self.best()?;
        let open = self.entries[self.heads[bucket] as usize];
        self.heads[bucket] = open.following;
        if open.following == NIL {
            self.full[bucket / 64] &= !(1 << (bucket & 63));
            if self.full[bucket / 64] == 0 {
                self.summary &= !(1 << (bucket / 64));
            }
        }
        Some(open)
    }
}
