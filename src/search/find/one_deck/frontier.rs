//! The open list: moves not yet played, best first.
//!
//! The moves of one state stay together in a batch, and only the best of a batch is queued; when it
//! is popped, the next best takes its place. Most batches are touched once or twice, so this is
//! much less work than queueing every move. The queue has buckets by value, last in first out, with
//! a bitmap to find the best bucket. Clearing it for the next deal clears only the bitmap.
//!
//! Entries are links between batches, so the queue owns no memory per bucket. With
//! [`BucketQueue`](crate::container::bucket_queue::BucketQueue) instead, the same search took 12 % more
//! instructions (FreeCell 1..400) and 10 % more CPU time (1..4000, median of nine alternating runs).

use crate::container::footprint::Footprint;
use crate::engine::win_state::scored_moves::{MoveList, ScoredMove, best_after};
use crate::engine::win_state::state::Step;

const BUCKETS: usize = 2048;
/// Bucket width: 2^SHIFT.
const SHIFT: u32 = 2;
const NIL: u32 = u32::MAX;

/// The moves of one state.
#[derive(Clone, Copy)]
struct Batch {
    /// The best move that has not been popped; all better ones have.
    queued: ScoredMove,
    /// Evaluation of the state.
    value: i32,
    parent: u32,
    /// First index of the moves.
    from: u32,
    len: u32,
    /// The next batch in the same bucket.
    following: u32,
}

/// Moves not yet played, best first.
pub struct Frontier {
    heads: Box<[u32; BUCKETS]>,
    full: [u64; BUCKETS / 64],
    summary: u32,
    batches: Vec<Batch>,
    /// The moves of all batches, and room for those of one more state.
    moves: Vec<ScoredMove>,
    /// Number of moves that belong to batches.
    used: usize,
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
            used: 0,
            origin: 0,
        }
    }

    /// Removes everything; the expected values are near `value`.
    pub fn clear(&mut self, value: i32) {
        self.full = [0; BUCKETS / 64];
        self.summary = 0;
        self.batches.clear();
        self.used = 0;
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

    /// Room for the moves of one state; call [`Frontier::add`] after writing them.
    #[inline(always)]
    pub fn room(&mut self) -> MoveList<'_> {
        if self.moves.len() < self.used + MoveList::CAPACITY {
            self.moves.resize((self.used + MoveList::CAPACITY) * 2, ScoredMove::NONE);
        }
        let (room, _) = self.moves[self.used..].split_first_chunk_mut().expect("made room");
        MoveList::new(room)
    }

    /// Adds the `len` moves just written, of a state of this value. If the best of them is as good
    /// as every open move, it is returned instead of queued.
    #[inline(always)]
    pub fn add(&mut self, parent: u32, value: i32, len: usize) -> Option<Step> {
        let moves = &self.moves[self.used..self.used + len];
        let mut queued = best_after(ScoredMove::ANY, moves);
        let best = queued;
        let leads = self.summary == 0 || self.bucket(value + best.score()) <= self.best();
        if leads {
            queued = best_after(best, moves);
        }
        if queued != ScoredMove::NONE {
            self.batches.push(Batch { queued, value, parent, from: self.used as u32, len: len as u32, following: NIL });
            self.used += len;
            self.queue(self.batches.len() - 1, value + queued.score());
        }
        (leads && best != ScoredMove::NONE).then(|| best.step())
    }

    /// Pops the best move and its parent state; among equals, one of the batch queued last.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, Step)> {
        if self.summary == 0 {
            return None;
        }
        let bucket = self.best();
        let at = self.heads[bucket] as usize;
        let Batch { queued, value, parent, from, len, following } = self.batches[at];
        self.heads[bucket] = following;
        if following == NIL {
            self.full[bucket / 64] &= !(1 << (bucket & 63));
            if self.full[bucket / 64] == 0 {
                self.summary &= !(1 << (bucket / 64));
            }
        }
        let next = best_after(queued, &self.moves[from as usize..(from + len) as usize]);
        if next != ScoredMove::NONE {
            self.batches[at].queued = next;
            self.queue(at, value + next.score());
        }
        Some((parent, queued.step()))
    }

    /// Puts a batch into the bucket of its best move.
    #[inline(always)]
    fn queue(&mut self, batch: usize, value: i32) {
        let bucket = self.bucket(value);
        let word = &mut self.full[bucket / 64];
        // The head of an empty bucket is stale.
        let stale = (*word >> (bucket & 63) & 1) as u32;
        self.batches[batch].following = self.heads[bucket] | stale.wrapping_sub(1);
        *word |= 1 << (bucket & 63);
        self.summary |= 1 << (bucket / 64);
        self.heads[bucket] = batch as u32;
    }
}

impl Footprint for Frontier {
    fn footprint(&self) -> u64 {
        self.batches.footprint() + self.moves.footprint()
    }
}
