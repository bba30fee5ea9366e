//! Proven shortest solutions, or lower and upper bounds.
//!
//! One-deck games without a stock are searched exactly by A* ([`astar`]): positions of the engine's
//! [`optimal_state`](crate::engine::optimal_state) are kept in a [`node_store`] and expanded in the order of a
//! [`frontier`]. The lower bounds are in [`bounds`], what is left out in [`pruning`]; a [`beam`] search gives upper bounds,
//! and [`reconstruct`] turns keys back into moves on real [`piles`]. Every other game gets bounds: by counting from below
//! ([`bounds::counting`]), by shortening a known win from above ([`improve`]).

pub mod astar;
mod beam;
pub mod bounds;
mod carrying_cost;
pub mod claims;
mod frontier;
mod improve;
mod node_store;
mod piles;
mod pruning;
mod reconstruct;
mod split_groups;

pub use self::bounds::Bound;

use crate::game::Game;
use self::astar::{Context, Mode, Search};
use self::bounds::counting;
use self::improve::{Request, Shortener};
use super::Budget;
use crate::engine::optimal_state::{Codes, NumberedRules, State};
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::rules::Rules;
use crate::verdict::Reason;

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
    /// Why the search ended without a proof.
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
    rules: Game,
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
        OptimalSolver { rules: Game::of_checked(rules.clone()), pruning, search: Search::new(pruning), shortener: None }
    }

    /// Whether lengths can be proven for this game; for others there are only bounds.
    pub fn proves(rules: &Rules) -> bool {
        NumberedRules::covers(rules)
    }

    /// Looks for a shortest solution. `upper` is a known win; `progress` is told whenever a bound moves.
    pub fn solve(
        &mut self,
        layout: &Layout,
        metric: Metric,
        upper: Option<Vec<Move>>,
        limits: &Budget,
        progress: &mut dyn FnMut(Bounds),
    ) -> OptimalResult {
        let known = upper.and_then(|moves| improve::measure(&self.rules, layout, metric, &moves));
        let Some(game) = NumberedRules::new(&self.rules, layout, self.pruning.autoplay) else {
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
            Some((length, keys)) => (Some(length), Some(reconstruct::moves(&game, &codes, mode, layout, &keys))),
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
        known: Option<improve::Win>,
        limits: &Budget,
        progress: &mut dyn FnMut(Bounds),
    ) -> OptimalResult {
        let lower = counting::lower_bound(&self.rules, layout, metric);
        let bounds = |upper: Option<u32>| Bounds { metric, lower, upper, proven: upper == Some(lower) };
        progress(bounds(known.as_ref().map(|k| k.0)));
        let Some(known) = known else {
            let reason = Some(Reason::Method);
            return OptimalResult { bounds: bounds(None), solution: None, states: 0, unwinnable: false, reason };
        };
        let shortener = self.shortener.get_or_insert_with(|| Shortener::new(&self.rules));
        let mut report = |length| progress(bounds(Some(length)));
        let ended = shortener.shorten(Request { layout, metric, lower, known, limits }, &mut report);
        let (length, moves) = ended.win;
        let bounds = bounds(Some(length));
        let reason = (!bounds.proven).then_some(ended.reason.unwrap_or(Reason::Method));
        OptimalResult { bounds, solution: Some(moves), states: ended.states, unwinnable: false, reason }
    }
}
