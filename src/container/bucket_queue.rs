//! A bucket queue: lowest priority first, last in first out within a bucket, with a bitmap of
//! non-empty buckets.
//!
//! Best-first search with a heuristic of the caller, the win finder of several decks and A*
//! ([`search::optimal::frontier`](crate::search)) use it. Two searches keep queues of their own,
//! whose entries are links inside their nodes: `search/find/one_deck/frontier.rs` and
//! `search/prove/best_first.rs` say why.

/// Number of priorities; higher ones share the last bucket.
pub const BUCKETS: usize = 1 << 16;
/// Buckets with more room than this are freed when the queue is cleared: which priority has many
/// entries differs from deal to deal.
const KEEP: usize = 1 << 16;

/// Node numbers by priority.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    /// As many as were ever used.
    buckets: Vec<Vec<u32>>,
    used: Vec<u64>,
    /// No word of `used` before this one has a bit set.
    first_word: usize,
    len: usize,
}

impl BucketQueue {
    /// An empty queue.
    pub fn new() -> BucketQueue {
        BucketQueue::default()
    }

    /// Removes all nodes and keeps the memory of small buckets.
    pub fn clear(&mut self) {
        for word in self.first_word..self.used.len() {
            while self.used[word] != 0 {
                let bucket = &mut self.buckets[word * 64 + self.used[word].trailing_zeros() as usize];
                bucket.clear();
                bucket.shrink_to(KEEP);
                self.used[word] &= self.used[word] - 1;
            }
        }
        self.first_word = 0;
        self.len = 0;
    }

    /// Adds a node. Priorities outside the range of buckets share the first or last bucket.
    #[inline]
    pub fn push(&mut self, priority: i32, node: u32) {
        let bucket = priority.clamp(0, BUCKETS as i32 - 1) as usize;
        let word = bucket / 64;
        if word >= self.used.len() {
            self.used.resize(word + 1, 0);
            self.buckets.resize_with((word + 1) * 64, Vec::new);
        }
        self.buckets[bucket].push(node);
        self.used[word] |= 1 << (bucket % 64);
        self.first_word = self.first_word.min(word);
        self.len += 1;
    }

    /// The lowest priority of any node.
    #[inline]
    pub fn lowest(&mut self) -> Option<usize> {
        while self.first_word < self.used.len() {
            match self.used[self.first_word] {
                0 => self.first_word += 1,
                word => return Some(self.first_word * 64 + word.trailing_zeros() as usize),
            }
        }
        None
    }

    /// Removes the node with the lowest priority; among equals, the one added last.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        self.pop_with_priority().map(|(_, node)| node)
    }

    /// The same, with the priority.
    #[inline]
    pub fn pop_with_priority(&mut self) -> Option<(usize, u32)> {
        let lowest = self.lowest()?;
        let bucket = &mut self.buckets[lowest];
        let node = bucket.pop()?;
        if bucket.is_empty() {
            self.used[lowest / 64] &= !(1 << (lowest % 64));
        }
        self.len -= 1;
        Some((lowest, node))
    }

    /// Removes all nodes of this priority or a higher one, and frees their memory.
    pub fn cut(&mut self, priority: usize) {
        for bucket in priority..self.buckets.len() {
            if self.used[bucket / 64] >> (bucket % 64) & 1 == 1 {
                self.used[bucket / 64] &= !(1 << (bucket % 64));
                self.len -= std::mem::take(&mut self.buckets[bucket]).len();
            }
        }
    }

    /// Approximate memory held, in bytes: the capacity of a doubling vector is less than twice its
    /// length.
    pub fn memory(&self) -> u64 {
        (self.len * 8) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::random::SplitMix64;

    /// Against a sorted list: the same nodes in the same order, with cuts in between.
    #[test]
    fn lowest_first_and_last_in_first_out() {
        let (mut queue, mut list, mut random) = (BucketQueue::new(), Vec::new(), SplitMix64::new(3));
        for node in 0..20_000u32 {
            let priority = random.below(300) as i32 - 5;
            queue.push(priority, node);
            list.push((priority.max(0) as usize, node));
            if node % 3 > 0 {
                let next = list.iter().enumerate().min_by_key(|(_, (p, n))| (*p, u32::MAX - n)).map(|(i, _)| i);
                assert_eq!(queue.lowest(), next.map(|i| list[i].0));
                assert_eq!(queue.pop_with_priority(), next.map(|i| list.remove(i)));
            }
            if node % 5_000 == 4_999 {
                queue.cut(150);
                list.retain(|(priority, _)| *priority < 150);
            }
            assert_eq!(queue.memory(), list.len() as u64 * 8);
        }
        queue.clear();
        assert_eq!((queue.lowest(), queue.pop(), queue.memory()), (None, None, 0));
        queue.push(i32::MAX, 7);
        assert_eq!(queue.pop_with_priority(), Some((BUCKETS - 1, 7)));
    }
}
