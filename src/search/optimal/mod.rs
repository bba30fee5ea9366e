//! Proven shortest solutions, or lower and upper bounds.
//!
//! One-deck games without a stock are solved exactly by A* ([`astar`]). States of the engine's
//! [`optimal_state`](crate::engine::optimal_state) are kept in a [`node_store`] and expanded in the
//! order of a [`frontier`]. Lower bounds are in [`bounds`], pruning rules in [`pruning`]. A
//! [`beam`] search gives upper bounds, and [`reconstruct`] turns keys back into moves on real
//! [`piles`].
//!
//! All other games get bounds: a lower bound by landmarks ([`bounds::landmarks`]) and counting
//! ([`bounds::counting`]), an upper bound by shortening a known win ([`improve`]).

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
use self::bounds::landmarks;
use self::improve::{Request, Shortener};
use super::Budget;
use crate::engine::optimal_state::{NumberedRules, State};
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::rules::Rules;
use crate::verdict::Reason;
use std::ops::ControlFlow;

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
    /// Beam searches give upper bounds.
    pub beams: bool,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning { bound: Bound::Relaxation, autoplay: true, contention: true, delayed_parking: true, beams: true }
    }
}

/// A deal whose shortest solution is asked for.
pub struct Task<'a> {
    /// The deal.
    pub layout: &'a Layout,
    /// What is counted.
    pub metric: Metric,
    /// A known win.
    pub known: Option<Vec<Move>>,
    /// The limits.
    pub limits: &'a Budget,
}

impl<'a> Task<'a> {
    /// A deal without a known win.
    pub fn new(layout: &'a Layout, metric: Metric, limits: &'a Budget) -> Task<'a> {
        Task { layout, metric, known: None, limits }
    }
}

/// A win of a game that the exact search does not cover, with its length.
struct Known<'a> {
    layout: &'a Layout,
    metric: Metric,
    win: improve::Win,
    limits: &'a Budget,
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

    /// Searches for a shortest solution. Calls `progress` whenever a bound improves.
    pub fn solve(&mut self, task: Task, progress: &mut dyn FnMut(Bounds)) -> OptimalResult {
        let Task { layout, metric, known, limits } = task;
        let known = known.and_then(|moves| improve::measure(&self.rules, layout, metric, &moves));
        let Some(game) = NumberedRules::new(&self.rules, layout, self.pruning.autoplay) else {
            return match known {
                Some(known) => self.shorten(Known { layout, metric, win: known, limits }, progress),
                None => self.bounds_only(layout, metric, limits, progress),
            };
        };
        let mode = Mode::new(&game, metric);
        let context = Context { game: &game, mode };
        let start = State::pack(&game, layout);
        let known_length = known.as_ref().map(|k| k.0);
        let ended = self.search.run(astar::Request {
            context: &context,
            start: &start,
            upper: known_length,
            limits,
            progress: &mut |lower, upper| progress(Bounds { metric, lower, upper, proven: upper == Some(lower) }),
        });
        let (upper, solution) = match ended.better {
            Some((length, keys)) => (Some(length), Some(reconstruct::moves(&game, mode, layout, &keys))),
            None => (known_length, known.map(|k| k.1)),
        };
        let unwinnable = upper.is_none() && ended.reason.is_none();
        let lower = ended.lower.min(upper.unwrap_or(u32::MAX));
        let proven = upper == Some(lower);
        let bounds = Bounds { metric, lower, upper, proven };
        OptimalResult { bounds, solution, states: ended.states, unwinnable, reason: ended.reason.filter(|_| !proven) }
    }

    /// A game that the exact search does not cover, without a known win.
    fn bounds_only(
        &self,
        layout: &Layout,
        metric: Metric,
        limits: &Budget,
        progress: &mut dyn FnMut(Bounds),
    ) -> OptimalResult {
        let bounds = |lower| Bounds { metric, lower, upper: None, proven: false };
        let lower = self.lower_bound(layout, metric, limits, &mut |lower| progress(bounds(lower)));
        let bounds = bounds(lower);
        OptimalResult { bounds, solution: None, states: 0, unwinnable: false, reason: Some(Reason::Method) }
    }

    /// A game that the exact search does not cover, with a known win.
    fn shorten(&mut self, known: Known, progress: &mut dyn FnMut(Bounds)) -> OptimalResult {
        let Known { layout, metric, win, limits } = known;
        let clock = limits.start();
        let bounds = |lower, upper| Bounds { metric, lower, upper: Some(upper), proven: upper == lower };
        let lower = self.lower_bound(layout, metric, limits, &mut |lower| progress(bounds(lower, win.0)));
        let shortener = self.shortener.get_or_insert_with(|| Shortener::new(&self.rules));
        let mut report = |length| progress(bounds(lower, length));
        let limits = &limits.after(0, &clock);
        let ended = shortener.shorten(Request { layout, metric, lower, known: win, limits }, &mut report);
        let (length, moves) = ended.win;
        let bounds = bounds(lower, length);
        let reason = (!bounds.proven).then_some(ended.reason.unwrap_or(Reason::Method));
        OptimalResult { bounds, solution: Some(moves), states: ended.states, unwinnable: false, reason }
    }

    /// A lower bound for a game that the exact search does not cover. Calls `better` with the first
    /// value and whenever it rises.
    fn lower_bound(&self, layout: &Layout, metric: Metric, limits: &Budget, better: &mut dyn FnMut(u32)) -> u32 {
        // Of limited time some is for shorter wins.
        let clock = Budget { time: limits.time.map(|time| time / TIME_SHARE), ..limits.clone() }.start();
        let steps = limits.states.saturating_mul(STEPS_PER_STATE).min(STEPS);
        let mut told = None;
        let lower =
            landmarks::lower_bound(&landmarks::Request { rules: &self.rules, layout, metric, steps }, &mut |lower| {
                if told != Some(lower) {
                    told = Some(lower);
                    better(lower);
                }
                match clock.check(0, 0) {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            });
        if told != Some(lower) {
            better(lower);
        }
        lower
    }
}

/// Steps that a lower bound may take: 13 seconds or less.
const STEPS: u64 = 300_000_000;

/// Steps of a lower bound for every state that may be expanded: less time than the state takes.
const STEPS_PER_STATE: u64 = 50;

/// The part of limited time that a lower bound may take.
const TIME_SHARE: u32 = 4;
