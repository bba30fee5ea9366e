//! Proven shortest solutions, or lower and upper bounds.
//!
//! One-deck games without a stock are solved exactly by A* ([`astar`]). States of the engine's
//! [`optimal_state`](crate::engine::optimal_state) are kept in a [`node_store`] and expanded in the
//! order of a [`frontier`]. Lower bounds are in [`bounds`], pruning rules in [`pruning`]. A
//! [`beam`] search gives upper bounds, and [`reconstruct`] turns keys back into moves on real
//! [`piles`].
//!
//! All other games get bounds: a lower bound by counting ([`bounds::counting`]), an upper bound by
//! shortening a known win ([`improve`]).

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

use self::astar::{Context, Mode, Search};
use self::bounds::counting;
use self::improve::{Request, Shortener};
use super::Budget;
use crate::engine::optimal_state::{CodeBook, NumberedRules, State};
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::rules::Rules;
use crate::verdict::Reason;

/// The result of a search for a shortest solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimalResult {
    /// Bounds on the cost of a shortest solution.
    pub bounds: Bounds,
    /// A solution of cost `bounds.upper`.
    pub solution: Option<Vec<Move>>,
    /// Number of nodes expanded, including those of beam searches.
    pub states: u64,
    /// The complete search was exhausted without a solution.
    pub unwinnable: bool,
    /// Why the bounds are not proven optimal.
    pub reason: Option<Reason>,
}

/// Optimality-preserving techniques. Tests switch them off to show that they change only the
/// effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// The lower bound.
    pub bound: Bound,
    /// Safe home moves are forced.
    pub autoplay: bool,
    /// Cell contention raises the bound; without effect on the weaker bounds.
    pub contention: bool,
    /// Cards are parked only when the next move needs it.
    pub delayed_parking: bool,
    /// Beam searches look for upper bounds.
    pub beams: bool,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning { bound: Bound::Relaxation, autoplay: true, contention: true, delayed_parking: true, beams: true }
    }
}

/// Finds shortest solutions of deals of one game, and reuses its memory from deal to deal.
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

    /// A solver with these techniques.
    pub fn with_pruning(rules: &Rules, pruning: Pruning) -> OptimalSolver {
        OptimalSolver { rules: Game::of_checked(rules.clone()), pruning, search: Search::new(pruning), shortener: None }
    }

    /// Gives the memory of past searches back, for another search to use.
    pub fn release(&mut self) {
        self.search.release();
        self.shortener = None;
    }

    /// Whether the exact search covers this game. Other games get bounds only.
    pub fn proves(rules: &Rules) -> bool {
        NumberedRules::covers(rules)
    }

    /// Searches for a shortest solution. `upper` is a known win. Calls `progress` whenever a bound
    /// improves.
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
        let code_book = CodeBook::new(&game, layout);
        let mode = Mode::new(&game, metric);
        let context = Context { game: &game, code_book: &code_book, mode };
        let start = State::pack(&game, &code_book, layout);
        let known_length = known.as_ref().map(|k| k.0);
        let ended = self.search.run(&context, &start, known_length, limits, &mut |lower, upper| {
            progress(Bounds { metric, lower, upper, proven: upper == Some(lower) })
        });
        let (upper, solution) = match ended.better {
            Some((length, keys)) => (Some(length), Some(reconstruct::moves(&game, &code_book, mode, layout, &keys))),
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
