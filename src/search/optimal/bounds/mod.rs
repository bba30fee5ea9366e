//! The heuristics that A* can be run with: the exact relaxation, and weaker bounds for comparison.
//!
//! All of them count moves that every solution needs, so all are admissible, and a search that
//! reopens nodes finds the same optimum with each. The exact one is updated incrementally; the
//! weaker ones are recomputed for every state. The search is monomorphised over the two kinds, so
//! the choice costs the exact one nothing.

pub mod contention;
pub mod counting;
mod feedback_vertex_set;
pub mod landmarks;
pub mod relaxation;
mod row_conflicts;

use self::relaxation::{Parked, PlaceSet, Relaxation};
use super::astar::Context;
use crate::engine::optimal_state::{Key, NumberSet, State, Step};

/// A lower bound on the cost to a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Every card goes home once.
    Cards,
    /// In addition, cards with a lower card of their suit under them move twice (one-suit
    /// deadlocks).
    Dead,
    /// In addition, so does one of every two cards that block each other, in disjoint pairs
    /// (deadlock cycles).
    Cycles,
    /// The exact distance in the relaxation with unlimited cells.
    Relaxation,
}

/// A step of the loaded state and the key that it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    pub step: Step,
    pub key: Key,
}

/// Computes the number of units to park, state by state. h = cards not home + units to park.
pub trait Heuristic {
    fn new(bound: Bound, runs: bool) -> Self;

    /// Evaluates the root state.
    fn start(&mut self, context: &Context, state: &State) -> Parked;

    /// Loads a state that is expanded, given a set of cards to park that was computed for it.
    fn load(&mut self, context: &Context, state: &State, set: NumberSet) -> Parked;

    /// Evaluates the successor of the loaded state by a step; `None` if it needs more than `limit`
    /// units.
    fn after_step(&mut self, context: &Context, before: Parked, reached: Reached, limit: u32) -> Option<Parked>;

    /// Whether every solution costs more than the bound: a cheap test that does not need the state
    /// to be loaded.
    fn raises_bound_cheaply(&self, context: &Context, state: &State) -> bool;

    /// Whether every solution from the loaded state costs more than the bound.
    fn raises_bound(&mut self, context: &Context, state: &State, before: Parked) -> bool;

    /// Converts a set to park from places to cards.
    fn cards(&self, set: PlaceSet) -> NumberSet;
}

/// The exact relaxation, updated incrementally.
pub struct ExactRelaxation {
    relaxation: Relaxation,
}

impl Heuristic for ExactRelaxation {
    fn new(_: Bound, runs: bool) -> ExactRelaxation {
        ExactRelaxation { relaxation: Relaxation::new(runs) }
    }

    fn start(&mut self, context: &Context, state: &State) -> Parked {
        self.relaxation.load(context.game, state);
        self.relaxation.solve()
    }

    #[inline]
    fn load(&mut self, context: &Context, state: &State, set: NumberSet) -> Parked {
        self.relaxation.load(context.game, state);
        let set = self.relaxation.places(set - state.home_set);
        debug_assert!(self.relaxation.breaks_all_cycles(set));
        Parked { set, count: self.relaxation.count(set) }
    }

    #[inline]
    fn after_step(&mut self, _: &Context, before: Parked, reached: Reached, limit: u32) -> Option<Parked> {
        self.relaxation.after_step(before, reached.step, limit)
    }

    #[inline]
    fn raises_bound_cheaply(&self, context: &Context, state: &State) -> bool {
        contention::raises_bound_cheaply(context, state)
    }

    #[inline]
    fn raises_bound(&mut self, context: &Context, state: &State, before: Parked) -> bool {
        contention::raises_bound(context, &mut self.relaxation, state, before)
    }

    #[inline]
    fn cards(&self, set: PlaceSet) -> NumberSet {
        self.relaxation.cards(set)
    }
}

/// One of the weaker bounds, computed from scratch.
pub struct CountingBound {
    bound: Bound,
    relaxation: Relaxation,
}

impl CountingBound {
    fn count(&mut self, context: &Context, state: &State) -> Parked {
        let count = match self.bound {
            Bound::Cards => 0,
            bound => {
                self.relaxation.load(context.game, state);
                let dead = self.relaxation.count(PlaceSet::EMPTY);
                dead + if bound == Bound::Dead { 0 } else { self.relaxation.disjoint_pairs() }
            }
        };
        Parked { set: PlaceSet::EMPTY, count }
    }
}

impl Heuristic for CountingBound {
    fn new(bound: Bound, runs: bool) -> CountingBound {
        CountingBound { bound, relaxation: Relaxation::new(runs) }
    }

    fn start(&mut self, context: &Context, state: &State) -> Parked {
        self.count(context, state)
    }

    fn load(&mut self, context: &Context, state: &State, _: NumberSet) -> Parked {
        self.count(context, state)
    }

    fn after_step(&mut self, context: &Context, _: Parked, reached: Reached, limit: u32) -> Option<Parked> {
        let parked = self.count(context, &State::unpack(context.game, reached.key));
        (parked.count <= limit).then_some(parked)
    }

    fn raises_bound_cheaply(&self, _: &Context, _: &State) -> bool {
        false
    }

    fn raises_bound(&mut self, _: &Context, _: &State, _: Parked) -> bool {
        false
    }

    fn cards(&self, _: PlaceSet) -> NumberSet {
        NumberSet::EMPTY
    }
}
