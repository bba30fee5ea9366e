//! A bucket queue: lowest priority first, last in first out within a bucket, with a bitmap of
//! non-empty buckets.

const BUCKETS: usize = 1 << 16;

/// Node numbers by priority.
#[derive(Clone, Debug)]
pub struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    used: Vec<u64>,
    len: usize,
}

impl BucketQueue {
    /// An empty queue.
    pub fn new() -> BucketQueue {
        BucketQueue { buckets: vec![Vec::new(); BUCKETS], used: vec![0; BUCKETS / 64], len: 0 }
    }

    /// Removes all nodes and keeps the memory.
    pub fn clear(&mut self) {
        for word in 0..self.used.len() {
            while self.used[word] != 0 {
                let bit = self.used[word].trailing_zeros() as usize;
                self.buckets[word * 64 + bit].clear();
                self.used[word] &= self.used[word] - 1;
            }
        }
        self.len = 0;
    }

    /// Adds a node. Priorities outside the range of buckets share the first or last bucket.
    #[inline]
    pub fn push(&mut self, priority: i32, node: u32) {
        let bucket = priority.clamp(0, BUCKETS as i32 - 1) as usize;
        self.buckets[bucket].push(node);
        self.used[bucket / 64] |= 1 << (bucket % 64);
        self.len += 1;
    }

    /// Removes the best node.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let word = self.used.iter().position(|&w| w != 0)?;
        let bucket = word * 64 + self.used[word].trailing_zeros() as usize;
        let node = self.buckets[bucket].pop();
        if self.buckets[bucket].is_empty() {
            self.used[word] &= !(1 << (bucket % 64));
        }
        self.len -= 1;
        node
    }

    /// Approximate memory held, in bytes: the capacity of a doubling vector is less than twice its
    /// length.
    pub fn memory(&self) -> u64 {
        (self.len * 8) as u64
    }
}

impl Default for BucketQueue {
    fn default() -> BucketQueue {
        BucketQueue::new()
    }
}
