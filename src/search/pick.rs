//! Deals that are known to be winnable: tries the numbers of a seeded sequence until one is solved.
//!
//! The same seed gives the same deal everywhere: the sequence is SplitMix64 and the effort spent on each number
//! is limited in states, not in time. A deal that is not solved within the limit is skipped.

use super::{Cancel, Limits, Solution, SolveError, Solver};
use crate::container::random;
use crate::deal::DealNumber;
use crate::difficulty::Difficulty;
use crate::game::Game;
use crate::layout::Layout;
use crate::verdict::Verdict;

/// States spent on one number before the next is tried.
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

/// The first winnable deal of the sequence that the seed starts, or `None` if the search was interrupted or none of
/// `tries` numbers could be solved.
pub fn winnable_deal(
    rules: &Game,
    seed: u64,
    tries: u64,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Option<Picked>, SolveError> {
    first_winnable(rules, candidates(seed).take(tries as usize), limits, cancel)
}

/// The numbers that a seed stands for, one after the other.
pub fn candidates(seed: u64) -> impl Iterator<Item = DealNumber> {
    (0..).map(move |i| DealNumber::Microsoft(1 + random::at(seed.wrapping_add(i)) % LAST))
}

/// The first winnable deal of these.
pub fn first_winnable(
    rules: &Game,
    numbers: impl IntoIterator<Item = DealNumber>,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Option<Picked>, SolveError> {
    let mut solver =
        Solver::new(rules.clone()).with_limits(limits.states(limits.states.min(EFFORT))).with_cancel(cancel.clone());
    for number in numbers {
        let layout = number.deal(rules);
        let answer = solver.solve(&layout)?;
        if let (Verdict::Winnable, Some(solution)) = (answer.verdict, answer.solution) {
            return Ok(Some(Picked { number, layout, solution, states: answer.states, difficulty: None }));
        }
        if cancel.is_cancelled() {
            break;
        }
    }
    Ok(None)
}
