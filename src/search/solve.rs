//! The whole search for one deal: incomplete, then complete, then (on request) optimal. Every win is
//! verified.

use super::budget::{Budget, Clock};
use super::find::one_deck::OneDeckFinder;
use super::limits::{Cancel, Limits};
use super::optimal::{OptimalSolver, Task};
use super::progress::{Phase, Progress, Watch};
use super::prove::NoCertificate;
use super::{InternedFinder, Outcome, Prover, Searched, shorten_win};
use crate::engine::one_deck;
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::position::{LayoutError, check_layout};
use crate::verdict::{Reason, Verdict};
use crate::verify::certificate::Certificate;
use crate::verify::{NotASolution, Replay, verify};

/// A verified solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
    /// What the verifier measured.
    pub replay: Replay,
}

/// The answer to a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// A verified solution, if winnable.
    pub solution: Option<Solution>,
    /// States expanded by all searches together.
    pub states: u64,
    /// Bounds on the shortest length, if they were asked for and the deal is not unwinnable.
    pub bounds: Option<Bounds>,
    /// Why the search for a shortest solution ended, if the bounds are not proven.
    pub cut_short: Option<Reason>,
}

/// Why there is no answer at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The layout is not one of this game.
    #[error("the deal does not fit the rules: {0}")]
    Layout(#[from] LayoutError),
    /// A found win that the verifier refused: a bug, reported as an internal error and never as an answer.
    #[error("a solution did not replay ({0}); this is a bug in the solver, please report the deal")]
    Replay(NotASolution),
}

/// Solves deals of one game. Its memory is reused from deal to deal.
///
/// A new solver has the default [`Limits`] of its game and stops at the first win; the `with_`
/// methods change that.
pub struct Solver {
    game: Game,
    limits: Limits,
    metric: Option<Metric>,
    cancel: Option<Cancel>,
    watch: Option<Watch>,
    quick: Option<OneDeckFinder>,
    finder: Option<InternedFinder>,
    prover: Prover,
    optimal: Option<OptimalSolver>,
}

impl Solver {
    /// A solver for deals of this game.
    pub fn new(game: Game) -> Solver {
        let quick = OneDeckFinder::new(&game);
        // The complete search of one deck is as good at finding wins as any other.
        let finder = (!one_deck::supports(&game)).then(|| InternedFinder::new(&game));
        let (limits, prover) = (Limits::of(&game), Prover::new(&game));
        Solver { game, limits, metric: None, cancel: None, watch: None, quick, finder, prover, optimal: None }
    }

    /// Sets the limits for each deal.
    pub fn with_limits(mut self, limits: Limits) -> Solver {
        self.limits = limits;
        self
    }

    /// Asks for a proven shortest solution in this metric; `None` for any win.
    pub fn with_metric(mut self, metric: impl Into<Option<Metric>>) -> Solver {
        self.metric = metric.into();
        self
    }

    /// Ends searches when this flag is set by another thread.
    pub fn with_cancel(mut self, cancel: Cancel) -> Solver {
        self.cancel = Some(cancel);
        self
    }

    /// Sets a function that is called every few thousand states and whenever a bound on the shortest
    /// length improves.
    pub fn with_progress(mut self, callback: impl FnMut(&Progress) + Send + 'static) -> Solver {
        self.watch = Some(Watch::new(callback));
        self
    }

    /// Other limits for the deals that follow.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Another metric for the deals that follow, or none.
    pub fn set_metric(&mut self, metric: Option<Metric>) {
        self.metric = metric;
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The limits for each deal.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Solves a deal, or any position of the game.
    pub fn solve(&mut self, deal: &Layout) -> Result<Answer, SolveError> {
        self.solve_within(deal, &self.budget())
    }

    /// Solves a deal within another budget than the solver's own.
    pub(super) fn solve_within(&mut self, deal: &Layout, limits: &Budget) -> Result<Answer, SolveError> {
        check_layout(&self.game, deal)?;
        if let Some(watch) = &limits.watch {
            watch.reset();
        }
        let limits = limits.clone().without_overhead();
        let clock = limits.start();
        let decided = self.decide(deal, &limits, &clock);
        match self.metric {
            Some(metric) if decided.outcome != Outcome::Exhausted => {
                let rest = limits.after(decided.states, &clock).with_phase(Phase::Shortening);
                self.shorten(deal, decided, metric, &rest)
            }
            _ => self.answer(deal, decided, None, None),
        }
    }

    /// The certificate that a deal cannot be won, for a deal that is known to be unwinnable. `name` is what the certificate
    /// calls the deal.
    pub fn certificate(&self, name: &str, deal: &Layout) -> Result<Certificate, NoCertificate> {
        self.prover.certificate(&self.game, name, deal, &self.budget().without_overhead())
    }

    /// Gives the memory of past searches back: for callers that keep several solvers.
    pub fn release(&mut self) {
        self.release_all_but_prover();
        self.prover.release();
    }

    fn release_all_but_prover(&mut self) {
        if let Some(quick) = &mut self.quick {
            quick.release();
        }
        if let Some(finder) = &mut self.finder {
            finder.release();
        }
        if let Some(optimal) = &mut self.optimal {
            optimal.release();
        }
    }

    pub(super) fn budget(&self) -> Budget {
        Budget { cancel: self.cancel.clone(), watch: self.watch.clone(), ..Budget::from(&self.limits) }
    }

    /// Runs the incomplete searches only: a verified win, or `None`, and the states it took.
    pub(super) fn find_within(
        &mut self,
        layout: &Layout,
        limits: &Budget,
    ) -> Result<(Option<Vec<Move>>, u64), SolveError> {
        let limits = limits.clone().without_overhead();
        let found = self.find(layout, &limits, &limits.start());
        let won = match found.outcome {
            Outcome::Won(moves) => {
                verify(&self.game, layout, &moves).map_err(SolveError::Replay)?;
                Some(moves)
            }
            _ => None,
        };
        Ok((won, found.states))
    }

    /// Decides the deal. Wins of the complete search can be very long and are shortened.
    fn decide(&mut self, layout: &Layout, limits: &Budget, clock: &Clock) -> Searched {
        let Searched { outcome, states } = self.search(layout, limits, clock);
        let outcome = match outcome {
            Outcome::Won(moves) if shorten_win::is_long(&self.game, &moves) => {
                // Each search may use the whole limit, and so may this.
                self.release();
                Outcome::Won(shorten_win::shorten(&self.game, layout, moves, states, limits.memory))
            }
            other => other,
        };
        Searched { outcome, states }
    }

    /// Decides the deal: the incomplete searches first, then the complete one with the rest of the
    /// budget.
    fn search(&mut self, layout: &Layout, limits: &Budget, clock: &Clock) -> Searched {
        let found = self.find(layout, limits, clock);
        if settles(&found, limits) {
            return found;
        }
        // Each search may use the whole limit, so others give back what they keep for the next deal.
        self.release_all_but_prover();
        let spent = found.states;
        let searched = self.prover.prove(layout, &limits.after(spent, clock).with_phase(Phase::Proving));
        Searched { states: spent + searched.states, ..searched }
    }

    /// A win by the incomplete searches, or the reason why the last of them gave up.
    fn find(&mut self, layout: &Layout, limits: &Budget, clock: &Clock) -> Searched {
        let mut last = Searched { outcome: Outcome::GaveUp(Reason::Method), states: 0 };
        if let Some(quick) = &mut self.quick {
            last = quick.solve(layout, limits.states, clock);
        }
        if let Some(finder) = &mut self.finder
            && !settles(&last, limits)
        {
            if let Some(optimal) = &mut self.optimal {
                optimal.release();
            }
            let spent = last.states;
            let found = finder.solve(layout, &limits.after(spent, clock));
            last = Searched { states: spent + found.states, ..found };
        }
        last
    }

    /// Proves the shortest solution, or gives bounds, starting from a known win if there is one.
    fn shorten(
        &mut self,
        layout: &Layout,
        decided: Searched,
        metric: Metric,
        limits: &Budget,
    ) -> Result<Answer, SolveError> {
        let (won, gave_up) = match decided.outcome {
            Outcome::Won(moves) => (Some(moves), None),
            Outcome::GaveUp(reason) => (None, Some(reason)),
            Outcome::Exhausted => (None, None),
        };
        if let Some(moves) = &won {
            verify(&self.game, layout, moves).map_err(SolveError::Replay)?;
        }
        if let Some(finder) = &mut self.finder {
            finder.release();
        }
        if let Some(quick) = &mut self.quick {
            quick.release();
        }
        let optimal = self.optimal.get_or_insert_with(|| OptimalSolver::new(&self.game));
        let result = optimal.solve(Task { layout, metric, known: won, limits }, &mut |bounds| {
            if let Some(watch) = &limits.watch {
                watch.report_bounds(bounds);
            }
        });
        let outcome = match (result.solution, result.unwinnable) {
            (Some(moves), _) => Outcome::Won(moves),
            (None, true) => Outcome::Exhausted,
            // Where no method proves lengths, the search for a win is what gave up.
            (None, false) => match (result.reason, gave_up) {
                (Some(Reason::Method) | None, Some(reason)) | (Some(reason), _) => Outcome::GaveUp(reason),
                (None, None) => unreachable!("a search without a win either gave up or exhausted the space"),
            },
        };
        let bounds = Some(result.bounds).filter(|_| outcome != Outcome::Exhausted);
        self.answer(layout, Searched { outcome, states: decided.states + result.states }, bounds, result.reason)
    }

    /// The answer, every win replayed and every claimed length measured.
    fn answer(
        &self,
        layout: &Layout,
        searched: Searched,
        bounds: Option<Bounds>,
        cut_short: Option<Reason>,
    ) -> Result<Answer, SolveError> {
        let states = searched.states;
        let (verdict, solution) = match searched.outcome {
            Outcome::Won(moves) => {
                let replay = verify(&self.game, layout, &moves).map_err(SolveError::Replay)?;
                (Verdict::Winnable, Some(Solution { moves, replay }))
            }
            Outcome::Exhausted => (Verdict::Unwinnable, None),
            Outcome::GaveUp(reason) => (Verdict::Undecided(reason), None),
        };
        if let (Some(bounds), Some(solution)) = (bounds, &solution) {
            let length = solution.replay.length(bounds.metric);
            if bounds.upper != Some(length) {
                return Err(SolveError::Replay(NotASolution::WrongLength { claimed: bounds.upper, length }));
            }
        }
        Ok(Answer { verdict, solution, states, bounds, cut_short })
    }
}

/// Whether nothing is left to search after this: a win, or a limit that holds for all searches together.
fn settles(found: &Searched, limits: &Budget) -> bool {
    let over = matches!(found.outcome, Outcome::GaveUp(Reason::Time | Reason::Interrupted));
    over || matches!(found.outcome, Outcome::Won(_)) || found.states >= limits.states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use std::sync::{Arc, Mutex};

    /// States never go back, phases follow each other, and a cancelled search says so.
    #[test]
    fn progress_is_told_and_cancelling_works() {
        let game = Game::preset("freecell").unwrap();
        let told: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let cancel = Cancel::new();
        let (log, end) = (told.clone(), cancel.clone());
        let mut solver = Solver::new(game.clone()).with_cancel(cancel).with_progress(move |progress| {
            log.lock().unwrap().push(*progress);
            if progress.phase == Phase::Proving && progress.states > 40_000 {
                end.cancel();
            }
        });
        let answer = solver.solve(&game.deal(DealNumber::Microsoft(11982))).unwrap();
        assert_eq!(answer.verdict, Verdict::Undecided(Reason::Interrupted));
        let told = told.lock().unwrap();
        assert!(told.windows(2).all(|pair| pair[0].states <= pair[1].states), "{told:?}");
        assert_eq!(told.first().map(|progress| progress.phase), Some(Phase::Finding));
        assert_eq!(told.last().map(|progress| progress.phase), Some(Phase::Proving));
    }
}
