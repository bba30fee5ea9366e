//! The queue of deals to be solved, handed out in chunks.
//!
//! Workers ask for as many deals as take a few milliseconds: thousands of easy ones or a single hard
//! one. Towards the end chunks shrink (guided self-scheduling, Polychronopoulos & Kuck 1987).

use super::BatchError;
use super::results::Results;
use crate::deal::{DealNumber, DealRange};
use crate::format::record::{Record, RecordVerdict};
use crate::verdict::Verdict;
use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Which records of an earlier file are run again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    /// Those without an answer: undecided ones, and those whose search ended in an internal error.
    Undecided,
    /// Those, and those without a proof that was asked for: of the shortest solution or of the fewest cells.
    Unproven,
}

impl Only {
    /// Whether this record is one of them.
    pub fn wants(self, record: &Record) -> bool {
        match record.verdict {
            RecordVerdict::Error(_) | RecordVerdict::Known(Verdict::Undecided(_)) => true,
            RecordVerdict::Known(verdict) => {
                let open_cells = record.min_cells.as_ref().map(|count| !count.proven);
                let open_length = record.optimal.as_ref().map(|optimal| !optimal.proven);
                // A winnable deal without either is one whose shortest solution has not been asked for yet.
                let asked = open_cells.is_some() || open_length.is_some() || verdict == Verdict::Unwinnable;
                let open = open_cells == Some(true) || open_length == Some(true) || !asked;
                self == Only::Unproven && open
            }
        }
    }
}

/// One deal's worth of work.
#[derive(Debug)]
pub enum Task {
    /// Solve this deal.
    Solve(DealNumber),
    /// Keep its earlier record.
    Keep(Box<Record>),
}

/// Consecutive tasks.
#[derive(Debug)]
pub struct Chunk {
    /// Place of the first in the whole range.
    pub start: u64,
    /// The tasks.
    pub tasks: VecDeque<Task>,
}

/// What is to be done.
pub struct Queue {
    source: Source,
    todo: VecDeque<Range<u64>>,
    left: u64,
}

enum Source {
    Range(DealRange),
    Again { path: PathBuf, only: Only, results: Box<Results>, read: u64 },
}

impl Queue {
    /// All deals of a range.
    pub fn deals(range: DealRange) -> Queue {
        Queue { source: Source::Range(range), todo: VecDeque::new(), left: 0 }
    }

    /// The records of an earlier file, some of them to be run again.
    pub fn again(path: &Path, results: Results, only: Only) -> Queue {
        let source = Source::Again { path: path.to_path_buf(), only, results: Box::new(results), read: 0 };
        Queue { source, todo: VecDeque::new(), left: 0 }
    }

    /// Says which places are to be done, in order.
    pub fn restrict(&mut self, todo: Vec<Range<u64>>) {
        self.left = todo.iter().map(|r| r.end - r.start).sum();
        self.todo = todo.into();
    }

    /// Takes up to `most` neighbouring tasks, fewer when not much is left for `threads` threads.
    pub(crate) fn take(&mut self, most: u64, threads: u64) -> Result<Option<Chunk>, BatchError> {
        let Some(next) = self.todo.front_mut() else { return Ok(None) };
        let fair = (self.left / (2 * threads)).max(1);
        let start = next.start;
        let end = next.end.min(start.saturating_add(most.min(fair)));
        next.start = end;
        if next.is_empty() {
            self.todo.pop_front();
        }
        self.left -= end - start;
        let tasks = (start..end).map(|place| self.source.task(place)).collect::<Result<_, _>>()?;
        Ok(Some(Chunk { start, tasks }))
    }
}

impl Source {
    fn task(&mut self, place: u64) -> Result<Task, BatchError> {
        match self {
            Source::Range(range) => Ok(Task::Solve(range.nth(place).expect("places are inside the range"))),
            Source::Again { path, only, results, read } => loop {
                let Some((deal, record)) = results.next_record()? else {
                    return Err(BatchError::refused(path, "has become shorter meanwhile"));
                };
                *read += 1;
                if *read <= place {
                    continue;
                }
                return Ok(match only.wants(&record) {
                    true => Task::Solve(deal),
                    false => Task::Keep(Box::new(record)),
                });
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_once_and_small_chunks_at_the_end() {
        let mut queue = Queue::deals("1..1000".parse().unwrap());
        queue.restrict(vec![10..20, 500..1000]);
        let mut seen = Vec::new();
        let mut sizes = Vec::new();
        while let Some(chunk) = queue.take(64, 2).unwrap() {
            sizes.push(chunk.tasks.len());
            seen.extend((chunk.start..).take(chunk.tasks.len()));
        }
        seen.sort();
        assert_eq!(seen, (10..20).chain(500..1000).collect::<Vec<u64>>());
        assert_eq!((sizes[0], sizes[1], *sizes.last().unwrap()), (10, 64, 1));
    }
}
