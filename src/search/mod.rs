//! From a layout to an answer: the win search, the complete search for a proof, and the optimal search for
//! a shortest solution. One technique per file.

pub mod budget;
mod difficulty_meter;
pub mod find;
pub mod gates;
pub mod heuristic;
pub mod limits;
mod min_cells;
pub mod optimal;
pub mod oracle;
pub mod pick;
pub mod progress;
pub mod prove;
pub mod registry;
mod shorten_win;
mod solve;

pub use budget::{Budget, Clock};
pub use difficulty_meter::DifficultyMeter;
pub use find::interned::InternedFinder;
pub use limits::{Cancel, Limits};
pub use min_cells::{CellCounter, MinCells};
pub use oracle::{Hint, JudgedMove, JudgedPosition, Oracle, Purpose, Review, ReviewError};
pub use progress::{Phase, Progress};
pub use prove::{NoCertificate, Prover};
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
    /// The search gave up.
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
