//! Lists of winnable deals: many numbers of a seeded sequence, each solved and verified, on all cores.
//!
//! The list depends only on the seed: candidates come from one sequence ([`Sequence`]), the effort for each is limited in
//! states, and winnable deals are passed on in the order of the sequence. Candidates are solved in blocks; a block grows until
//! it takes about [`BLOCK_TIME`], so that deals are passed on early and threads rarely wait for each other.

use super::error::BatchError;
use super::threads;
use crate::container::random;
use crate::deal::DealNumber;
use crate::difficulty::Level;
use crate::game::Game;
use crate::search::pick::{EFFORT, Picked};
use crate::search::{Cancel, DifficultyMeter, Limits, SolveError, Solver};
use crate::verdict::Verdict;
use ahash::AHashSet;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Target duration of a block.
const BLOCK_TIME: Duration = Duration::from_millis(200);
/// Largest block, in candidates.
const BLOCK: usize = 1 << 14;

/// Deals below 2³¹ are known to every program of Microsoft's numbering.
const LAST: u64 = (1 << 31) - 1;
/// PySolFC deals numbers below this by Microsoft's generator.
const FIRST_PYSOL: u64 = 32_000;

/// Which numbers a list is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// Microsoft's, 1 to 2³¹ − 1.
    #[default]
    Microsoft,
    /// PySolFC's, from 32000 to 2³¹ − 1: those that it deals by its own generator.
    Pysol,
}

/// The candidates of a seed: pseudo-random numbers (SplitMix64), each once.
pub struct Sequence {
    seed: u64,
    numbering: Numbering,
    place: u64,
    given: AHashSet<u32>,
}

impl Sequence {
    /// The sequence of a seed.
    pub fn new(seed: u64, numbering: Numbering) -> Sequence {
        Sequence { seed, numbering, place: 0, given: AHashSet::new() }
    }
}

impl Iterator for Sequence {
    type Item = DealNumber;

    fn next(&mut self) -> Option<DealNumber> {
        loop {
            let random = random::at(self.seed.wrapping_add(self.place));
            self.place += 1;
            let number = match self.numbering {
                Numbering::Microsoft => 1 + random % LAST,
                Numbering::Pysol => FIRST_PYSOL + random % (LAST - FIRST_PYSOL + 1),
            };
            if self.given.insert(number as u32) {
                return Some(match self.numbering {
                    Numbering::Microsoft => DealNumber::Microsoft(number),
                    Numbering::Pysol => DealNumber::Pysol(number.into()),
                });
            }
        }
    }
}

/// Why there is no list.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeedsError {
    /// A search failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] BatchError),
}

/// Which deals are wanted, and how they are searched for.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The game.
    pub game: &'a Game,
    /// Only deals of this level.
    pub level: Option<Level>,
    /// Number of threads; at most four for each core are used.
    pub threads: usize,
    /// Ends the search.
    pub cancel: &'a Cancel,
}

/// Calls `take` with winnable deals of the candidates, in their order, until it returns false, the candidates end or the run
/// is cancelled. With a level, only deals of that level are passed on. Deals that are not solved within the limit are skipped.
/// Returns the number of candidates tried.
pub fn winnable_deals<E: From<SeedsError>>(
    wanted: Wanted,
    candidates: impl IntoIterator<Item = DealNumber>,
    mut take: impl FnMut(Picked) -> Result<bool, E>,
) -> Result<u64, E> {
    let Wanted { game, level, threads, cancel } = wanted;
    let (pool, threads) = threads::start(threads::sensible(threads, u64::MAX)).map_err(SeedsError::from)?;
    let limits = Limits::of(game);
    let limits = limits.states(limits.states.min(EFFORT));
    let worker = || {
        let solver = Solver::new(game.clone()).with_limits(limits).with_cancel(cancel.clone());
        Mutex::new((solver, level.map(|level| (DifficultyMeter::new(game.clone(), cancel.clone()), level))))
    };
    let workers: Vec<_> = (0..threads).map(|_| worker()).collect();
    let mut candidates = candidates.into_iter();
    let mut size = 4 * threads;
    let mut looked_at = 0;
    while !cancel.is_cancelled() {
        let block: Vec<DealNumber> = candidates.by_ref().take(size).collect();
        if block.is_empty() {
            break;
        }
        let started = Instant::now();
        let solve = |&number: &DealNumber| -> Result<Option<Picked>, SolveError> {
            // Every thread of the pool has its own solver, so the lock is never contended.
            let index = rayon::current_thread_index().unwrap_or(0) % workers.len();
            let mut worker = workers[index].lock().unwrap_or_else(PoisonError::into_inner);
            let (solver, meter) = &mut *worker;
            let layout = number.deal(game);
            let answer = solver.solve(&layout)?;
            let (Verdict::Winnable, Some(solution)) = (answer.verdict, answer.solution) else { return Ok(None) };
            let difficulty = match meter {
                None => None,
                Some((meter, level)) => match meter.measure(&layout)? {
                    Some(difficulty) if difficulty.level == *level => Some(difficulty),
                    _ => return Ok(None),
                },
            };
            Ok(Some(Picked { number, layout, solution, states: answer.states, difficulty }))
        };
        let solved: Vec<Result<Option<Picked>, SolveError>> = pool.install(|| block.par_iter().map(solve).collect());
        if cancel.is_cancelled() {
            break;
        }
        for picked in solved {
            looked_at += 1;
            if let Some(picked) = picked.map_err(SeedsError::from)?
                && !take(picked)?
            {
                return Ok(looked_at);
            }
        }
        size = match started.elapsed() {
            took if took < BLOCK_TIME => (2 * size).min(BLOCK),
            took if took > 2 * BLOCK_TIME => (size / 2).max(threads),
            _ => size,
        };
    }
    Ok(looked_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(seed: u64, numbering: Numbering, threads: usize) -> Vec<DealNumber> {
        let (game, mut list) = (Game::default(), Vec::new());
        let take = |picked: Picked| -> Result<bool, SeedsError> {
            list.push(picked.number);
            Ok(list.len() < 50)
        };
        let wanted = Wanted { game: &game, level: None, threads, cancel: &Cancel::new() };
        winnable_deals(wanted, Sequence::new(seed, numbering), take).unwrap();
        list
    }

    #[test]
    fn lists_depend_on_the_seed_alone() {
        let one = list(7, Numbering::Microsoft, 1);
        assert_eq!(one.len(), 50);
        assert_eq!(one, list(7, Numbering::Microsoft, 3));
        assert_ne!(one, list(8, Numbering::Microsoft, 1));
    }

    #[test]
    fn numbers_of_pysol_are_those_of_its_own_generator() {
        assert!(Sequence::new(1, Numbering::Pysol).take(10_000).all(|n| n >= DealNumber::Pysol(32_000)));
    }

    #[test]
    fn no_number_comes_twice() {
        let numbers: AHashSet<DealNumber> = Sequence::new(3, Numbering::Microsoft).take(200_000).collect();
        assert_eq!(numbers.len(), 200_000);
    }
}
