//! From a layout to an answer: quick search for a win, complete search for a proof, optimal search for a
//! shortest solution. One technique per file.

mod arena;
pub mod finder;
mod key_set;
pub mod limits;
pub mod optimal;
mod pages;
mod prefetch;
pub mod prove;
pub mod quick;
mod solve;
pub mod strategy;
#[doc(hidden)]
pub mod table;

pub use finder::Finder;
pub use limits::{Limits, Stop};
pub use prove::Prover;
pub use solve::{Answer, Solution, SolveError, Solver};

use crate::moves::Move;
use crate::verdict::Reason;

/// How a single search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A win, from the start layout; not yet verified.
    Won(Vec<Move>),
    /// The search space is exhausted: there is no win. Only complete searches say this.
    Exhausted,
    /// A limit came first.
    GaveUp(Reason),
}

/// The end of a search and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// How it ended.
    pub outcome: Outcome,
    /// States expanded: the machine-independent measure of work.
    pub states: u64,
}
