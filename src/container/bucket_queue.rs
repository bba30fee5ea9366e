//! A bucket queue: lowest priority first, last in first out within a bucket, with a bitmap of
//! non-empty buckets.

use super::footprint::Footprint;
use super::stacks::Stacks;

const BUCKETS: usize = 1 << 16;

/// Node numbers by priority.
#[derive(Clone, Debug)]
pub struct BucketQueue {
    buckets: Stacks<u32>,
    used: Vec<u64>,
}

impl BucketQueue {
    /// An empty queue.
    pub fn new() -> BucketQueue {
        BucketQueue { buckets: Stacks::new(BUCKETS), used: vec![0; BUCKETS / 64] }
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        for word in 0..self.used.len() {
            while self.used[word] != 0 {
                let bit = self.used[word].trailing_zeros() as usize;
                self.buckets.clear_one(word * 64 + bit);
                self.used[word] &= self.used[word] - 1;
            }
        }
    }

    /// Adds a node. Priorities outside the range of buckets share the first or last bucket.
    #[inline]
    pub fn push(&mut self, priority: i32, node: u32) {
        let bucket = priority.clamp(0, BUCKETS as i32 - 1) as usize;
        self.buckets.push(bucket, node);
        self.used[bucket / 64] |= 1 << (bucket % 64);
    }

    /// Removes the best node.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let word = self.used.iter().position(|&w| w != 0)?;
        let bucket = word * 64 + self.used[word].trailing_zeros() as usize;
        let node = self.buckets.pop(bucket);
        if self.buckets.get(bucket).is_empty() {
            self.used[word] &= !(1 << (bucket % 64));
        }
        node
    }
}

impl Footprint for BucketQueue {
    fn footprint(&self) -> u64 {
        self.buckets.footprint() + self.used.footprint()
    }
}

impl Default for BucketQueue {
    fn default() -> BucketQueue {
        BucketQueue::new()
    }
}
