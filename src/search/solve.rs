//! The whole search for one deal: quick, then complete, then (asked for) optimal, every win verified.

use super::optimal::OptimalSolver;
use super::prove::NoCertificate;
use super::find::one_deck::OneDeckFinder;
use super::{InternedFinder, Limits, Outcome, Prover, Searched, Stop};
use crate::engine::one_deck;
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::position::{LayoutError, check_layout};
use crate::rules::Rules;
use crate::verdict::{Reason, Verdict};
use crate::verify::certificate::Certificate;
use crate::verify::{NotASolution, Replay, verify};
use std::sync::Arc;

/// A verified solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
    /// What the verifier measured.
    pub replay: Replay,
}

/// The answer to a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
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
pub enum SolveError {
    /// The layout is not one of this game.
    #[error("the deal does not fit the rules: {0}")]
    Layout(#[from] LayoutError),
    /// A found win that the verifier refused: a bug, reported as an internal error and never as an answer.
    #[error("a solution did not replay ({0}); this is a bug in the solver, please report the deal")]
    Replay(NotASolution),
}

/// Memory that is not the searches' own: the program, the quick search, the start of a deal.
const OVERHEAD: u64 = 24 << 20;

/// Solves deals of one game, one after the other, reusing its memory.
pub struct Solver {
    rules: Arc<Rules>,
    quick: Option<OneDeckFinder>,
    finder: Option<InternedFinder>,
    prover: Prover,
    optimal: Option<OptimalSolver>,
}

impl Solver {
    /// A solver for these rules, which must be valid ([`Rules::validate`]), as presets and rule files always are.
    pub fn new(rules: Arc<Rules>) -> Solver {
        let quick = OneDeckFinder::new(&rules);
        // The complete search of one deck is as good at finding wins as any other.
        let finder = (!one_deck::supports(&rules)).then(|| InternedFinder::new(&rules));
        Solver { quick, finder, prover: Prover::new(&rules), optimal: None, rules }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Solves a deal; with a metric also looks for a proven shortest solution, telling `progress` about every
    /// improvement of the bounds. The layout must hold the cards of the rules; any position of the game will do.
    pub fn solve(
        &mut self,
        layout: &Layout,
        limits: &Limits,
        optimal: Option<Metric>,
        progress: &mut dyn FnMut(Bounds),
    ) -> Result<Answer, SolveError> {
        check_layout(&self.rules, layout)?;
        let limits = Limits { memory: limits.memory.saturating_sub(OVERHEAD).max(OVERHEAD), ..limits.clone() };
        let clock = limits.start();
        let decided = self.decide(layout, &limits, &clock);
        match optimal {
            Some(metric) if decided.outcome != Outcome::Exhausted => {
                let rest = limits.after(decided.states, &clock);
                self.shorten(layout, decided, metric, &rest, progress)
            }
            _ => self.answer(layout, decided, None, None),
        }
    }

    /// The certificate that a deal cannot be won, for a deal that is known to be unwinnable.
    pub fn certificate(&self, deal: &str, layout: &Layout, limits: &Limits) -> Result<Certificate, NoCertificate> {
        self.prover.certificate(&self.rules, deal, layout, limits)
    }

    /// Winnable or not: the quick search first, then the complete one with what is left of the states.
    fn decide(&mut self, layout: &Layout, limits: &Limits, clock: &Stop) -> Searched {
        let mut spent = 0;
        let mut settles = |found: &Searched| {
            spent += found.states;
            let over = matches!(found.outcome, Outcome::GaveUp(Reason::Time | Reason::Interrupted));
            over || matches!(found.outcome, Outcome::Won(_)) || spent >= limits.states
        };
        if let Some(quick) = &mut self.quick {
            let found = quick.solve(layout, limits.states, clock);
            if settles(&found) {
                return found;
            }
        }
        if let Some(finder) = &mut self.finder {
            let found = finder.solve(layout, limits);
            if settles(&found) {
                return found;
            }
        }
        let searched = self.prover.prove(layout, &limits.after(spent, clock));
        Searched { states: spent + searched.states, ..searched }
    }

    /// From a win, or from nothing, to a shortest solution or bounds.
    fn shorten(
        &mut self,
        layout: &Layout,
        decided: Searched,
        metric: Metric,
        limits: &Limits,
        progress: &mut dyn FnMut(Bounds),
    ) -> Result<Answer, SolveError> {
        let (won, gave_up) = match decided.outcome {
            Outcome::Won(moves) => (Some(moves), None),
            Outcome::GaveUp(reason) => (None, Some(reason)),
            Outcome::Exhausted => (None, None),
        };
        if let Some(moves) = &won {
            verify(&self.rules, layout, moves).map_err(SolveError::Replay)?;
        }
        if let Some(finder) = &mut self.finder {
            finder.release();
        }
        let optimal = self.optimal.get_or_insert_with(|| OptimalSolver::new(&self.rules));
        let result = optimal.solve(layout, metric, won, limits, progress);
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
                let replay = verify(&self.rules, layout, &moves).map_err(SolveError::Replay)?;
                (Verdict::Winnable, Some(Solution { moves, replay }))
            }
            Outcome::Exhausted => (Verdict::Unwinnable, None),
            Outcome::GaveUp(reason) => (Verdict::Undecided(reason), None),
        };
        if let (Some(bounds), Some(solution)) = (bounds, &solution) {
            let length = match bounds.metric {
                Metric::Moves => solution.replay.moves,
                Metric::Cards => solution.replay.cards,
            };
            if bounds.upper != Some(length) {
                return Err(SolveError::Replay(NotASolution::WrongLength { claimed: bounds.upper, length }));
            }
        }
        Ok(Answer { verdict, solution, states, bounds, cut_short })
    }
}
