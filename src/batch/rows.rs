//! A batch in memory: a compact row for each deal, for callers that want a table instead of a file.
//!
//! Threads take short runs of consecutive deals from one counter and keep the rows of each run; the runs are put into order at
//! the end. Nothing is saved: use [`super::run`] for batches that must survive a crash.

use super::extras::ExtraSearches;
use super::run::Plan;
use super::summary::Verdicts;
use super::{BatchError, threads};
use crate::difficulty::Level;
use crate::format::record::RecordVerdict;
use crate::layout::Layout;
use crate::metric::Bounds;
use crate::search::{Answer, MinCells, SolveError, Solver};
use crate::verdict::{Reason, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most deals that a thread takes at once: few, so that all threads finish at about the same time.
const MOST_AT_ONCE: u64 = 64;
/// A run of deals that takes longer is followed by a shorter one.
const LONG: Duration = Duration::from_millis(20);

/// What was found out about one deal.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The verdict, or what was wrong with the board.
    pub verdict: RecordVerdict,
    /// Length of the solution in moves and in single-card moves.
    pub lengths: Option<(u32, u32)>,
    /// States expanded.
    pub states: u64,
    /// Bounds on the shortest length, if asked for.
    pub bounds: Option<Bounds>,
    /// The fewest cells, if asked for.
    pub min_cells: Option<MinCells>,
    /// The level, if asked for and winnable.
    pub level: Option<Level>,
}

/// Verdicts so far, to be looked at while a batch runs.
#[derive(Debug, Default)]
pub struct Tally(Mutex<Verdicts>);

impl Tally {
    /// The verdicts so far.
    pub fn verdicts(&self) -> Verdicts {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, verdicts: &Verdicts) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).merge(verdicts);
    }
}

/// The rows of `count` deals in order; `None` if the run was cancelled. `layout` gives the deal at a place, or says why it
/// cannot be read.
pub fn rows(
    plan: &Plan,
    count: u64,
    layout: &(dyn Fn(u64) -> Result<Layout, String> + Sync),
    tally: &Tally,
) -> Result<Option<Vec<Row>>, BatchError> {
    let (pool, threads) = threads::start(plan.threads_for(count))?;
    let (next, runs) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    pool.broadcast(|_| {
        let mut worker = Worker { plan, solver: plan.solver(), extras: ExtraSearches::new(plan) };
        let mut size = 1;
        while !plan.cancel.is_cancelled() {
            // Runs become shorter towards the end. A stale counter only makes a run longer than necessary.
            let left = count.saturating_sub(next.load(Ordering::Relaxed));
            let most = size.min(left / (2 * threads as u64)).max(1);
            let start = next.fetch_add(most, Ordering::Relaxed);
            if start >= count {
                break;
            }
            let (begun, end) = (Instant::now(), count.min(start + most));
            let mut verdicts = Verdicts::default();
            let mut run = Vec::with_capacity((end - start) as usize);
            for place in start..end {
                // An interrupted search says nothing about its deal.
                let Some(row) = worker.row(layout(place)) else { return };
                verdicts.add(&row.verdict);
                run.push(row);
            }
            tally.add(&verdicts);
            runs.lock().unwrap_or_else(PoisonError::into_inner).push((start, run));
            size = if begun.elapsed() < LONG { (size * 2).min(MOST_AT_ONCE) } else { (size / 2).max(1) };
        }
    });
    let mut runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner);
    runs.sort_unstable_by_key(|(start, _)| *start);
    let rows: Vec<Row> = runs.into_iter().flat_map(|(_, run)| run).collect();
    Ok((rows.len() as u64 == count).then_some(rows))
}

struct Worker<'a> {
    plan: &'a Plan,
    solver: Solver,
    extras: ExtraSearches,
}

impl Worker<'_> {
    /// The row of a deal; `None` if its search was interrupted. An internal error becomes the row of its deal.
    fn row(&mut self, layout: Result<Layout, String>) -> Option<Row> {
        let layout = match layout {
            Ok(layout) => layout,
            Err(problem) => return Some(Row::of_error(problem)),
        };
        let (solver, extras) = (&mut self.solver, &mut self.extras);
        let solved = catch_unwind(AssertUnwindSafe(|| {
            let answer = solver.solve(&layout)?;
            let extra = extras.of(&layout, &answer)?;
            Ok::<_, SolveError>((answer, extra))
        }));
        match solved {
            Ok(Ok((answer, extra))) => {
                let interrupted = answer.verdict == Verdict::Undecided(Reason::Interrupted) || self.cut_short(&answer);
                let extra = extra.filter(|_| !interrupted)?;
                Some(Row {
                    verdict: answer.verdict.into(),
                    lengths: answer.solution.as_ref().map(|s| (s.replay.moves, s.replay.cards)),
                    states: answer.states,
                    bounds: answer.bounds,
                    min_cells: extra.min_cells,
                    level: extra.difficulty.map(|difficulty| difficulty.level),
                })
            }
            Ok(Err(error)) => Some(Row::of_error(error.to_string())),
            Err(_) => {
                self.solver = self.plan.solver();
                self.extras = ExtraSearches::new(self.plan);
                Some(Row::of_error("the solver panicked".into()))
            }
        }
    }

    /// Whether the search was interrupted: then its bounds cannot be reproduced.
    fn cut_short(&self, answer: &Answer) -> bool {
        self.plan.optimal.is_some() && self.plan.cancel.is_cancelled() && answer.bounds.is_none_or(|b| !b.proven)
    }
}

impl Row {
    fn of_error(problem: String) -> Row {
        let verdict = RecordVerdict::Error(problem);
        Row { verdict, lengths: None, states: 0, bounds: None, min_cells: None, level: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::game::Game;

    fn deal(game: &Game, place: u64) -> Result<Layout, String> {
        Ok(game.deal(DealNumber::Microsoft(place + 1)))
    }

    #[test]
    fn rows_are_in_order_at_any_number_of_threads() {
        let game = Game::default();
        let all = |threads| {
            let plan = Plan { threads, ..Plan::new(game.clone()) };
            let tally = Tally::default();
            let found = rows(&plan, 150, &|place| deal(&game, place), &tally).unwrap().unwrap();
            assert_eq!((tally.verdicts().winnable, tally.verdicts().total()), (150, 150));
            found
        };
        let one = all(1);
        assert_eq!(one, all(3));
        let mut solver = Solver::new(game.clone());
        for (place, row) in one.iter().enumerate() {
            let answer = solver.solve(&deal(&game, place as u64).unwrap()).unwrap();
            assert_eq!((row.states, row.verdict.clone()), (answer.states, answer.verdict.into()), "{place}");
        }
    }

    #[test]
    fn unreadable_boards_and_cancelled_runs() {
        let plan = Plan::new(Game::default());
        let (game, tally) = (plan.rules.clone(), Tally::default());
        let second_is_bad = |place| if place == 1 { Err("no board".to_string()) } else { deal(&game, place) };
        let found = rows(&plan, 3, &second_is_bad, &tally).unwrap().unwrap();
        assert_eq!(found[1].verdict, RecordVerdict::Error("no board".into()));
        assert_eq!((tally.verdicts().winnable, tally.verdicts().errors), (2, 1));
        plan.cancel.cancel();
        assert_eq!(rows(&plan, 3, &second_is_bad, &tally).unwrap(), None);
    }
}
