//! Work stealing: the tasks that every worker holds, and how idle workers take some of them.
//!
//! A worker that searches a hard deal may hold a dozen easy ones behind it. When the queue is empty, an idle worker takes the
//! second half of the longest list (Blumofe & Leiserson 1999), so a core idles only when all remaining deals are being
//! searched.

use super::queue::{Chunk, Task};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tasks that workers hold.
pub struct WorkStealing {
    held: Vec<Mutex<Chunk>>,
}

impl WorkStealing {
    /// Empty lists for this number of workers.
    pub fn new(workers: usize) -> WorkStealing {
        WorkStealing { held: (0..workers).map(|_| Mutex::new(Chunk { start: 0, tasks: VecDeque::new() })).collect() }
    }

    fn held(&self, worker: usize) -> MutexGuard<'_, Chunk> {
        self.held[worker].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a worker its tasks.
    pub fn fill(&self, worker: usize, chunk: Chunk) {
        *self.held(worker) = chunk;
    }

    /// The next task of a worker and its place. The lock is the worker's own, so it hardly ever waits.
    pub fn pop(&self, worker: usize) -> Option<(u64, Task)> {
        let mut held = self.held(worker);
        let task = held.tasks.pop_front()?;
        held.start += 1;
        Some((held.start - 1, task))
    }

    /// Takes the second half of the longest list.
    pub fn steal(&self) -> Option<Chunk> {
        let longest = (0..self.held.len()).max_by_key(|&worker| self.held(worker).tasks.len())?;
        let mut held = self.held(longest);
        let kept = held.tasks.len() / 2;
        let tasks = held.tasks.split_off(kept);
        (!tasks.is_empty()).then(|| Chunk { start: held.start + kept as u64, tasks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;

    #[test]
    fn everything_is_done_once_whoever_does_it() {
        let workers = WorkStealing::new(3);
        let tasks = (1..=10).map(|n| Task::Solve(DealNumber::Microsoft(n))).collect();
        workers.fill(1, Chunk { start: 100, tasks });
        assert!(workers.pop(0).is_none());
        let mut seen = vec![workers.pop(1).unwrap().0];
        while let Some(stolen) = workers.steal() {
            workers.fill(2, stolen);
            while let Some((place, Task::Solve(deal))) = workers.pop(2) {
                assert_eq!(deal, DealNumber::Microsoft(place - 99));
                seen.push(place);
            }
        }
        seen.sort();
        assert_eq!(seen, (100..110).collect::<Vec<u64>>());
    }
}
