//! One greedy best-first search with one set of weights.
//!
//! - Lazy evaluation: a move stays a few bytes in the [`Frontier`] until it is selected. Only then
//!   its state is built and checked against the [`GenerationSet`] of states already generated.
//! - Diving: the best move of the state just expanded is played at once if no open move is better.
//!   Most of the work is such dives and never touches the frontier.
//! - Commitment: a building move that improves the evaluation by more than a threshold is followed
//!   without alternatives.

use super::frontier::Frontier;
use super::generation_set::GenerationSet;
use crate::container::footprint::Footprint;
use crate::engine::win_state::columns::Lanes;
use crate::engine::win_state::deal_tables::DealTables;
use crate::engine::win_state::evaluation::Evaluation;
use crate::engine::win_state::expand::expand;
use crate::engine::win_state::game_tables::GameTables;
use crate::engine::win_state::state::State;
use crate::layout::Layout;
use crate::search::Clock;
use crate::verdict::Reason;

/// Interval between checks of the clock, in states.
const CLOCK: u64 = 4096;
/// Bytes that are kept for the next deal in any case.
const KEEP: u64 = 4 << 20;

/// The memory of a search, reused from deal to deal.
pub struct Run {
    pub deal: DealTables,
    pub states: Vec<State>,
    frontier: Frontier,
    seen: GenerationSet,
    /// Number of states expanded with all their moves, not committed to one.
    pub branched: u64,
}

/// The inputs of a search.
pub struct Task<'a> {
    /// The game.
    pub game: &'a GameTables,
    /// The weights.
    pub evaluation: &'a Evaluation,
    /// The deal.
    pub layout: &'a Layout,
    /// Maximum number of states to expand.
    pub budget: u64,
    /// The clock.
    pub stop: &'a Clock,
}

/// How a search ended.
pub enum Ended {
    /// The last of `states` is won.
    Won,
    /// The frontier or the budget is exhausted.
    Exhausted,
    /// The clock stopped the search.
    Stopped(Reason),
}

impl Run {
    /// Empty memory.
    pub fn new() -> Run {
        Run {
            deal: DealTables::empty(),
            states: Vec::new(),
            frontier: Frontier::new(),
            seen: GenerationSet::new(),
            branched: 0,
        }
    }

    /// Gives memory back, unless it is little.
    pub fn release(&mut self) {
        if self.footprint() > KEEP {
            *self = Run { branched: self.branched, ..Run::new() };
        }
    }

    /// Runs the search; adds the number of expanded states to `spent`.
    ///
    /// Everything below is inlined into this function, so that a caller compiled with more
    /// processor features gets all of it compiled with them.
    #[inline(always)]
    pub fn search(&mut self, lanes: impl Lanes, task: &Task, spent: &mut u64) -> Ended {
        let Run { deal, states, frontier, seen, branched } = self;
        let &Task { game, evaluation, layout, budget, stop } = task;
        deal.read(game, evaluation, layout);
        states.clear();
        seen.clear(budget.min(1 << 24) as usize);
        let mut root = deal.root;
        root.autoplay(deal, evaluation);
        frontier.clear(root.value);
        seen.insert(root.hash);
        states.push(root);
        if root.is_won(game) {
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
            let mut moves = frontier.room();
            let (value, commit) = expand(game, deal, evaluation, &states[index as usize], lanes, &mut moves);
            let mut dive = match commit {
                Some(commit) => Some(commit.step()),
                None => {
                    *branched += 1;
                    let len = moves.finish();
                    frontier.add(index, value, len)
                }
            };
            loop {
                let (parent, step) = match dive.take() {
                    Some(step) => (index, step),
                    None => match frontier.pop() {
                        Some(open) => open,
                        None => return Ended::Exhausted,
                    },
                };
                let at = states.len();
                states.extend_from_within(parent as usize..parent as usize + 1);
                let state = &mut states[at];
                state.value += evaluation.price(state, step);
                state.parent = parent;
                state.step = step;
                state.play(deal, evaluation, step);
                state.autoplay(deal, evaluation);
                if state.is_won(game) {
                    return Ended::Won;
                }
                if seen.insert(state.hash) {
                    break;
                }
                states.pop();
            }
        }
        Ended::Exhausted
    }
}

impl Footprint for Run {
    fn footprint(&self) -> u64 {
        let Run { deal: _, states, frontier, seen, branched: _ } = self;
        states.footprint() + frontier.footprint() + seen.footprint()
    }
}
