//! Winnable deals from a seed: the numbers to try, and what is known about one that was solved.
//!
//! The same seed gives the same deals on every machine: the sequence is SplitMix64, and the effort for each number is limited
//! in states, not in time. A deal that is not solved within the limit is skipped. `batch::seeds` solves many in parallel.
//!
//! ```
//! use winnable::{Game, Limits, Solver, Verdict, pick};
//!
//! let game = Game::default();
//! let mut solver = Solver::new(game.clone()).with_limits(Limits::of(&game).states(pick::EFFORT));
//! let winnable = |number: &winnable::DealNumber| {
//!     solver.solve(&game.deal(*number)).is_ok_and(|answer| answer.verdict == Verdict::Winnable)
//! };
//! println!("{}", pick::candidates(7).find(winnable).expect("most deals are winnable"));
//! ```

use super::Solution;
use crate::container::random;
use crate::deal::DealNumber;
use crate::difficulty::Difficulty;
use crate::layout::Layout;

/// Limit on the states for one number.
pub const EFFORT: u64 = 200_000;

/// Deals below 2³¹ are known to every program of this numbering.
const LAST: u64 = (1 << 31) - 1;

/// A deal that has been solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picked {
    /// Its number.
    pub number: DealNumber,
    /// Its board.
    pub layout: Layout,
    /// A verified solution.
    pub solution: Solution,
    /// States expanded for it.
    pub states: u64,
    /// How difficult it is for a player, if that was asked for.
    pub difficulty: Option<Difficulty>,
}

/// The numbers of a seed, one after the other; all are below 2³¹.
pub fn candidates(seed: u64) -> impl Iterator<Item = DealNumber> {
    (0..).map(move |i| DealNumber::Microsoft(1 + random::at(seed.wrapping_add(i)) % LAST))
}
