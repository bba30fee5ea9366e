//! The bounds that A* can be run with: the exact relaxation, and weaker ones to compare it with.
//!
//! All of them count moves that every solution needs, so all are admissible, and the search that opens positions again
//! finds the same optimum with each. The exact one is kept from step to step; the weaker ones, being there for
//! comparison, are counted anew for every position. The search is compiled for either kind, so that the exact one
//! pays nothing for the choice.

pub mod contention;
pub mod counting;
mod feedback_vertex_set;
pub mod relaxation;
mod row_conflicts;

use self::relaxation::{Parked, Relaxation};
use super::astar::Context;
use crate::engine::optimal_state::{Key, State, Step};

/// A lower bound on the moves that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Every card goes home once.
    Cards,
    /// And cards with a lower one of their suit under them move twice (one-suit deadlocks).
    Dead,
    /// And so does one of every two cards that wait for each other, in disjoint pairs (deadlock cycles).
    Cycles,
    /// The exact length of the game with cells without end.
    Relaxation,
}

/// How many units must be parked, position after position.
pub trait Evaluation {
    fn new(bound: Bound, runs: bool) -> Self;

    /// Of the first position.
    fn start(&mut self, context: &Context, state: &State) -> Parked;

    /// Of a position that comes up, given a set of cards to park that was found for it.
    fn load(&mut self, context: &Context, state: &State, set: u64) -> Parked;

    /// Of what a step from the loaded position leads to; `None` if it is more than `limit`.
    fn after_step(&mut self, context: &Context, before: Parked, step: Step, key: Key, limit: u32) -> Option<Parked>;

    /// Whether it is plain to see, without loading the position, that every solution is longer than the bound.
    fn wastes_plainly(&self, context: &Context, state: &State) -> bool;

    /// Whether every solution from the loaded position is longer than the bound.
    fn wastes(&mut self, context: &Context, state: &State, before: Parked) -> bool;

    /// A set to park as cards.
    fn cards(&self, set: u64) -> u64;
}

/// The relaxation, from step to step.
pub struct Exact {
    relaxation: Relaxation,
}

impl Evaluation for Exact {
    fn new(_: Bound, runs: bool) -> Exact {
        Exact { relaxation: Relaxation::new(runs) }
    }

    fn start(&mut self, context: &Context, state: &State) -> Parked {
        self.relaxation.load(context.game, state);
        self.relaxation.solve()
    }

    #[inline]
    fn load(&mut self, context: &Context, state: &State, set: u64) -> Parked {
        self.relaxation.load(context.game, state);
        let set = self.relaxation.places(set & !state.home_set);
        debug_assert!(self.relaxation.core_free(set));
        Parked { set, count: self.relaxation.count(set) }
    }

    #[inline]
    fn after_step(&mut self, _: &Context, before: Parked, step: Step, _: Key, limit: u32) -> Option<Parked> {
        self.relaxation.after_step(before, step, limit)
    }

    #[inline]
    fn wastes_plainly(&self, context: &Context, state: &State) -> bool {
        contention::wastes_plainly(context, state)
    }

    #[inline]
    fn wastes(&mut self, context: &Context, state: &State, before: Parked) -> bool {
        contention::wastes(context, &mut self.relaxation, state, before)
    }

    #[inline]
    fn cards(&self, set: u64) -> u64 {
        self.relaxation.cards(set)
    }
}

/// One of the weaker bounds, from scratch.
pub struct Counted {
    bound: Bound,
    relaxation: Relaxation,
}

impl Counted {
    fn count(&mut self, context: &Context, state: &State) -> Parked {
        let count = match self.bound {
            Bound::Cards => 0,
            bound => {
                self.relaxation.load(context.game, state);
                let dead = self.relaxation.count(0);
                dead + if bound == Bound::Dead { 0 } else { self.relaxation.disjoint_pairs() }
            }
        };
        Parked { set: 0, count }
    }
}

impl Evaluation for Counted {
    fn new(bound: Bound, runs: bool) -> Counted {
        Counted { bound, relaxation: Relaxation::new(runs) }
    }

    fn start(&mut self, context: &Context, state: &State) -> Parked {
        self.count(context, state)
    }

    fn load(&mut self, context: &Context, state: &State, _: u64) -> Parked {
        self.count(context, state)
    }

    fn after_step(&mut self, context: &Context, _: Parked, _: Step, key: Key, limit: u32) -> Option<Parked> {
        let parked = self.count(context, &State::unpack(context.game, context.codes, key));
        (parked.count <= limit).then_some(parked)
    }

    fn wastes_plainly(&self, _: &Context, _: &State) -> bool {
        false
    }

    fn wastes(&mut self, _: &Context, _: &State, _: Parked) -> bool {
        false
    }

    fn cards(&self, _: u64) -> u64 {
        0
    }
}
