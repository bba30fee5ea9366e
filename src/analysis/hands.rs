//! What every worker has in hand, and how idle workers help themselves.
//!
//! A worker that sits on a hard deal may hold a dozen easy ones behind it. When the queue is empty, others take the
//! back half of somebody's hand (work stealing, Blumofe & Leiserson 1999), so a core idles only when every deal that
//! is left is being searched by somebody.

use super::queue::{Chunk, Task};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The chunks that workers have in hand.
pub struct Hands {
    hands: Vec<Mutex<Chunk>>,
}

impl Hands {
    /// Empty hands for so many workers.
    pub fn new(workers: usize) -> Hands {
        Hands { hands: (0..workers).map(|_| Mutex::new(Chunk { start: 0, tasks: VecDeque::new() })).collect() }
    }

    fn hand(&self, worker: usize) -> MutexGuard<'_, Chunk> {
        self.hands[worker].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a worker something to do.
    pub fn fill(&self, worker: usize, chunk: Chunk) {
        *self.hand(worker) = chunk;
    }

    /// The next task of a worker and its place. The lock is the worker's own, so it hardly ever waits.
    pub fn pop(&self, worker: usize) -> Option<(u64, Task)> {
        let mut hand = self.hand(worker);
        let task = hand.tasks.pop_front()?;
        hand.start += 1;
        Some((hand.start - 1, task))
    }

    /// The back half of the fullest hand.
    pub fn steal(&self) -> Option<Chunk> {
        let fullest = (0..self.hands.len()).max_by_key(|&worker| self.hand(worker).tasks.len())?;
        let mut hand = self.hand(fullest);
        let kept = hand.tasks.len() / 2;
        let tasks = hand.tasks.split_off(kept);
        (!tasks.is_empty()).then(|| Chunk { start: hand.start + kept as u64, tasks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;

    #[test]
    fn everything_is_done_once_whoever_does_it() {
        let hands = Hands::new(3);
        let tasks = (1..=10).map(|n| Task::Solve(DealNumber::Microsoft(n))).collect();
        hands.fill(1, Chunk { start: 100, tasks });
        assert!(hands.pop(0).is_none());
        let mut seen = vec![hands.pop(1).unwrap().0];
        while let Some(stolen) = hands.steal() {
            hands.fill(2, stolen);
            while let Some((place, Task::Solve(deal))) = hands.pop(2) {
                assert_eq!(deal, DealNumber::Microsoft(place - 99));
                seen.push(place);
            }
        }
        seen.sort();
        assert_eq!(seen, (100..110).collect::<Vec<u64>>());
    }
}
