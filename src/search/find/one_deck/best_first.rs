//! One search with one set of weights: greedy best-first, diving as long as the best move is good enough.
//!
//! - A move stays a few bytes in the [`Frontier`] until it is made; only then its state is built and compared with
//!   those [`GenerationSet`].
//! - The best move of the state just expanded is made at once if nothing open is better: most of the work is such
//!   dives and never touches the frontier.
//! - *Commit*: a building move that improves the value by more than a threshold is followed without alternatives.

use crate::engine::win_state::columns::Lanes;
use crate::engine::win_state::evaluation::Evaluation;
use crate::engine::win_state::expand::expand;
use super::frontier::Frontier;
use super::generation_set::GenerationSet;
use crate::engine::win_state::game_tables::GameTables;
use crate::engine::win_state::deal_tables::DealTables;
use crate::engine::win_state::state::State;
use crate::layout::Layout;
use crate::search::Clock;
use crate::verdict::Reason;

/// How often the clock is asked, in states.
const CLOCK: u64 = 4096;

/// What a run works with, reused from deal to deal.
pub struct Run {
    pub start: DealTables,
    pub states: Vec<State>,
    frontier: Frontier,
    seen: GenerationSet,
    /// States expanded with all their moves: those that were not committed to one.
    pub branched: u64,
}

/// What to search.
pub struct Task<'a> {
    /// The game.
    pub shape: &'a GameTables,
    /// The weights.
    pub eval: &'a Evaluation,
    /// The deal.
    pub layout: &'a Layout,
    /// States that may be expanded.
    pub budget: u64,
    /// The clock.
    pub stop: &'a Clock,
}

/// How a run ended.
pub enum Ended {
    /// The last of `states` is won.
    Won,
    /// Nothing is left to try, or as many states as allowed were expanded.
    Nothing,
    /// Time is up.
    Stopped(Reason),
}

impl Run {
    /// Room for searches.
    pub fn new() -> Run {
        Run { start: DealTables::empty(), states: Vec::new(), frontier: Frontier::new(), seen: GenerationSet::new(), branched: 0 }
    }

    /// Searches; adds the states expanded to `spent`.
    ///
    /// Everything below is inlined into this function, so that a caller that is compiled for a better processor gets
    /// all of it compiled for that processor.
    #[inline(always)]
    pub fn search(&mut self, lanes: impl Lanes, task: &Task, spent: &mut u64) -> Ended {
        let Run { start, states, frontier, seen, branched } = self;
        let &Task { shape, eval, layout, budget, stop } = task;
        start.read(shape, eval, layout);
        states.clear();
        seen.clear(budget.min(1 << 24) as usize);
        let mut root = start.state;
        root.autoplay(start, eval);
        frontier.clear(root.value);
        seen.insert(root.hash);
        states.push(root);
        if root.is_won(shape) {
            return Ended::Won;
        }
        for _ in 0..budget {
            *spent += 1;
            if (*spent).is_multiple_of(CLOCK)
                && let Some(reason) = stop.check(*spent, 0)
            {
                return Ended::Stopped(reason);
            }
            let index = states.len() as u32 - 1;
            let mut choices = frontier.room();
            let (value, commit) = expand(shape, start, eval, &states[index as usize], lanes, &mut choices);
            let mut dive = match commit {
                Some(commit) => Some(commit.step()),
                None => {
                    *branched += 1;
                    let len = choices.finish();
                    frontier.add(index, value, len)
                }
            };
            loop {
                let (parent, step) = match dive.take() {
                    Some(step) => (index, step),
                    None => match frontier.pop() {
                        Some(open) => open,
                        None => return Ended::Nothing,
                    },
                };
                let at = states.len();
                states.extend_from_within(parent as usize..parent as usize + 1);
                let state = &mut states[at];
                state.value += eval.price(state, step);
                state.parent = parent;
                state.step = step;
                state.play(start, eval, step);
                state.autoplay(start, eval);
                if state.is_won(shape) {
                    return Ended::Won;
                }
                if seen.insert(state.hash) {
                    break;
                }
                states.pop();
            }
        }
        Ended::Nothing
    }
}
