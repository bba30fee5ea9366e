//! The open list: moves not yet made, best first.
//!
//! The moves of one state stay together in a batch, and only the best of a batch stands in the queue: when it is made,
//! the next best takes its place. Most batches are touched once or twice, so this is much less work than queueing
//! every move. The queue has buckets by value, last in first out, with a bitmap to find the best; emptying it for the
//! next deal clears that bitmap and nothing else.

use super::choices::{Choice, Made};

const BUCKETS: usize = 2048;
/// Values are told apart in steps of 2^SHIFT.
const SHIFT: u32 = 2;
const NIL: u32 = u32::MAX;

/// The moves of one state that are not yet made, the best of them in front.
#[derive(Clone, Copy)]
struct Batch {
    parent: u32,
    /// Where its moves are.
    from: u32,
    to: u32,
    /// The next batch in the same bucket.
    following: u32,
}

/// Moves not yet made, best first.
pub struct Frontier {
    heads: Box<[u32; BUCKETS]>,
    full: [u64; BUCKETS / 64],
    summary: u32,
    batches: Vec<Batch>,
    moves: Vec<Choice>,
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
            batches: Vec::new(),
            moves: Vec::new(),
            origin: 0,
        }
    }

    /// Forgets everything; values will be near `value`.
    pub fn clear(&mut self, value: i32) {
        self.full = [0; BUCKETS / 64];
        self.summary = 0;
        self.batches.clear();
        self.moves.clear();
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

    /// Adds the moves of a state. If one of them is as good as anything in the list, it is taken at once.
    #[inline(always)]
    pub fn add(&mut self, parent: u32, choices: &[Choice]) -> Option<Made> {
        let from = self.moves.len() as u32;
        self.moves.extend_from_slice(choices);
        let mut batch = Batch { parent, from, to: self.moves.len() as u32, following: NIL };
        let best = self.lead(&batch)?;
        let leads = self.summary == 0 || self.bucket(best.value()) <= self.best();
        batch.from += leads as u32;
        self.batches.push(batch);
        let next = if leads { self.lead(&batch) } else { Some(best) };
        if let Some(next) = next {
            self.queue(self.batches.len() - 1, next.value());
        }
        leads.then(|| best.made())
    }

    /// Takes the best move, of equals one of the batch queued last, and the state it is made from.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, Made)> {
        if self.summary == 0 {
            return None;
        }
        let bucket = self.best();
        let at = self.heads[bucket] as usize;
        let batch = &mut self.batches[at];
        let made = self.moves[batch.from as usize].made();
        batch.from += 1;
        let batch = *batch;
        self.heads[bucket] = batch.following;
        if batch.following == NIL {
            self.full[bucket / 64] &= !(1 << (bucket & 63));
            if self.full[bucket / 64] == 0 {
                self.summary &= !(1 << (bucket / 64));
            }
        }
        if let Some(next) = self.lead(&batch) {
            self.queue(at, next.value());
        }
        Some((batch.parent, made))
    }

    /// Brings the best move of a batch to its front.
    #[inline(always)]
    fn lead(&mut self, batch: &Batch) -> Option<Choice> {
        let moves = &mut self.moves[batch.from as usize..batch.to as usize];
        let (&first, _) = moves.split_first()?;
        let (mut best, mut place) = (first, 0);
        for (i, &choice) in moves.iter().enumerate() {
            place = if choice < best { i } else { place };
            best = best.min(choice);
        }
        moves.swap(0, place);
        Some(best)
    }

    /// Puts a batch into the bucket of its best move.
    #[inline(always)]
    fn queue(&mut self, batch: usize, value: i32) {
        let bucket = self.bucket(value);
        let word = &mut self.full[bucket / 64];
        // The head of an empty bucket is left over from before.
        let stale = (*word >> (bucket & 63) & 1) as u32;
        self.batches[batch].following = self.heads[bucket] | stale.wrapping_sub(1);
        *word |= 1 << (bucket & 63);
        self.summary |= 1 << (bucket / 64);
        self.heads[bucket] = batch as u32;
    }
}
