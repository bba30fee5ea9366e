//! The open list of A*: smallest f = g + h first, then smallest h, then last in first out.
//!
//! So the last f-layer is searched depth-first towards the goal. f and h together are the priority
//! of a [`BucketQueue`]. Entries are node indices only. A node reached again by a cheaper path is in
//! two buckets; the stale entry is skipped when it is popped.

use super::node_store::MAX_PATH_COST;
use crate::container::bucket_queue::{BUCKETS, BucketQueue};

/// Number of values of h.
const BOUNDS: usize = 128;
// An f beyond the last bucket counts as the largest path cost, at which the search gives up.
const _: () = assert!((MAX_PATH_COST as usize + 1) * BOUNDS == BUCKETS);

/// Node indices by f and h.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    queue: BucketQueue,
}

impl Frontier {
    pub fn clear(&mut self) {
        self.queue.clear();
    }

    #[inline]
    pub fn push(&mut self, f: u32, bound: u32, index: u32) {
        debug_assert!((bound as usize) < BOUNDS);
        self.queue.push((f * BOUNDS as u32 + bound) as i32, index);
    }

    /// The smallest f of any entry.
    #[inline]
    pub fn lowest(&mut self) -> Option<u32> {
        self.queue.lowest().map(|priority| (priority / BOUNDS) as u32)
    }

    /// Pops the next entry: h and index. Its f is [`Frontier::lowest`].
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        self.queue.pop_with_priority().map(|(priority, index)| ((priority % BOUNDS) as u32, index))
    }

    /// Removes all entries with this f or more: they cannot improve on a solution of that cost.
    pub fn cut(&mut self, f: u32) {
        self.queue.cut(f as usize * BOUNDS);
    }

    /// Memory of the entries, in bytes.
    pub fn bytes(&self) -> u64 {
        self.queue.memory()
    }
}
