//! Proven shortest solutions, or honest bounds.
//!
//! One-deck games without a stock are searched exactly: [`single`] runs A* over positions packed by [`state`] and kept
//! in a [`store`], in the order of a [`frontier`]; the bound is the [`relax`]ation without end of cells (its hard
//! core, minimum [`feedback`] vertex sets, has a file of its own), raised where cells run out ([`contention`]), or a
//! weaker [`bound`] for comparison. Safe home moves are made unasked ([`autoplay`]), cards parked as [`late`] as can be; a [`beam`] gives upper bounds.
//! [`path`] turns keys back into moves on a [`board`].
//! All other games get bounds: [`counting`] from below, a known win made shorter ([`shorten`]) from above.

mod autoplay;
mod beam;
mod board;
mod bound;
mod contention;
mod counting;
mod feedback;
mod frontier;
mod game;
mod late;
mod path;
mod relax;
mod shorten;
mod single;
mod singles;
mod state;
mod store;

pub use self::bound::Bound;

use self::game::Game;
use self::shorten::Shortener;
use self::single::{Context, Mode, Search};
use self::state::{Codes, State};
use super::Limits;
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::rules::Rules;
use crate::verdict::Reason;
use std::sync::Arc;

/// What the search for a shortest solution found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimalResult {
    /// What is known about the shortest length.
    pub bounds: Bounds,
    /// A solution of length `bounds.upper`.
    pub solution: Option<Vec<Move>>,
    /// Positions expanded, those of the beams too.
    pub states: u64,
    /// The complete search ended without a solution.
    pub unwinnable: bool,
    /// The limit that ended the search before a proof.
    pub reason: Option<Reason>,
}

/// Optimality-preserving techniques that can be switched off, to show that they change nothing but the effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// The lower bound.
    pub bound: Bound,
    /// Send cards home unasked where that is safe.
    pub autoplay: bool,
    /// Raise the bound where cells run out; without effect on the weaker bounds.
    pub contention: bool,
    /// Park cards only when the next move needs it.
    pub late_parking: bool,
    /// Look for upper bounds by beam search.
    pub beams: bool,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning { bound: Bound::Relaxation, autoplay: true, contention: true, late_parking: true, beams: true }
    }
}

/// Finds shortest solutions of deals of one game, one after the other, reusing its memory.
pub struct OptimalSolver {
    rules: Arc<Rules>,
    pruning: Pruning,
    search: Search,
    shortener: Option<Shortener>,
}

impl OptimalSolver {
    /// A solver for these rules.
    pub fn new(rules: &Rules) -> OptimalSolver {
        OptimalSolver::with_pruning(rules, Pruning::default())
    }

    /// A solver that uses only some techniques.
    pub fn with_pruning(rules: &Rules, pruning: Pruning) -> OptimalSolver {
        OptimalSolver { rules: Arc::new(rules.clone()), pruning, search: Search::new(pruning), shortener: None }
    }

    /// Whether lengths can be proven for this game; for others there are only bounds.
    pub fn proves(rules: &Rules) -> bool {
        Game::covers(rules)
    }

    /// Looks for a shortest solution. `upper` is a known win; `progress` is told whenever a bound moves.
    pub fn solve(
        &mut self,
        layout: &Layout,
        metric: Metric,
        upper: Option<Vec<Move>>,
        limits: &Limits,
        progress: &mut dyn FnMut(Bounds),
    ) -> OptimalResult {
        let known = upper.and_then(|moves| shorten::measure(&self.rules, layout, metric, &moves));
        let Some(game) = Game::new(&self.rules, layout, self.pruning.autoplay) else {
            return self.bounds_only(layout, metric, known, limits, progress);
        };
        let codes = Codes::new(&game, layout);
        let mode = Mode::new(&game, metric);
        let context = Context { game: &game, codes: &codes, mode };
        let start = State::pack(&game, &codes, layout);
        let known_length = known.as_ref().map(|k| k.0);
        let ended = self.search.run(&context, &start, known_length, limits, &mut |lower, upper| {
            progress(Bounds { metric, lower, upper, proven: upper == Some(lower) })
        });
        let (upper, solution) = match ended.better {
            Some((length, keys)) => (Some(length), Some(path::moves(&game, &codes, mode, layout, &keys))),
            None => (known_length, known.map(|k| k.1)),
        };
        let unwinnable = upper.is_none() && ended.reason.is_none();
        let lower = ended.lower.min(upper.unwrap_or(u32::MAX));
        let proven = upper == Some(lower);
        let bounds = Bounds { metric, lower, upper, proven };
        OptimalResult { bounds, solution, states: ended.states, unwinnable, reason: ended.reason.filter(|_| !proven) }
    }

    /// Games that the exact search does not cover.
    fn bounds_only(
        &mut self,
        layout: &Layout,
        metric: Metric,
        known: Option<shorten::Win>,
        limits: &Limits,
        progress: &mut dyn FnMut(Bounds),
    ) -> OptimalResult {
        let lower = counting::lower_bound(&self.rules, layout, metric);
        let bounds = |upper: Option<u32>| Bounds { metric, lower, upper, proven: upper == Some(lower) };
        progress(bounds(known.as_ref().map(|k| k.0)));
        let Some(known) = known else {
            let reason = Some(limits.start().now().unwrap_or(Reason::States));
            return OptimalResult { bounds: bounds(None), solution: None, states: 0, unwinnable: false, reason };
        };
        let shortener = self.shortener.get_or_insert_with(|| Shortener::new(&self.rules));
        let mut report = |length| progress(bounds(Some(length)));
        let ended = shortener.shorten(layout, metric, (lower, known), limits, &mut report);
        let (length, moves) = ended.win;
        let bounds = bounds(Some(length));
        let reason = (!bounds.proven).then_some(ended.reason.unwrap_or(Reason::States));
        OptimalResult { bounds, solution: Some(moves), states: ended.states, unwinnable: false, reason }
    }
}
