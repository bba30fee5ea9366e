//! One search with one set of weights: greedy best-first, diving as long as the best move is good enough.
//!
//! - A move stays a few bytes in the [`Frontier`] until it is made; only then its state is built and compared with
//!   those [`Seen`].
//! - The best move of the state just expanded is made at once if nothing open is better: most of the work is such
//!   dives and never touches the frontier.
//! - *Commit*: a building move that improves the value by more than a threshold is followed without alternatives.

use super::choices::Choices;
use super::eval::Eval;
use super::expand::expand;
use super::frontier::Frontier;
use super::seen::Seen;
use super::shape::Shape;
use super::start::Start;
use super::state::State;
use crate::layout::Layout;
use crate::search::Stop;
use crate::verdict::Reason;

/// How often the clock is asked, in states.
const CLOCK: u64 = 4096;

/// What a run works with, reused from deal to deal.
pub struct Run {
    pub start: Start,
    pub states: Vec<State>,
    frontier: Frontier,
    seen: Seen,
    choices: Choices,
}

/// What to search.
pub struct Task<'a> {
    /// The game.
    pub shape: &'a Shape,
    /// The weights.
    pub eval: &'a Eval,
    /// The deal.
    pub layout: &'a Layout,
    /// States that may be expanded.
    pub budget: u64,
    /// The clock.
    pub stop: &'a Stop,
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
        Run {
            start: Start::empty(),
            states: Vec::new(),
            frontier: Frontier::new(),
            seen: Seen::new(),
            choices: Choices::new(),
        }
    }

    /// Searches; adds the states expanded to `spent`.
    ///
    /// Everything below is inlined into this function, so that a caller that is compiled for a better processor gets
    /// all of it compiled for that processor.
    #[inline(always)]
    pub fn search(&mut self, task: &Task, spent: &mut u64) -> Ended {
        let Run { start, states, frontier, seen, choices } = self;
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
            if *spent % CLOCK == 0
                && let Some(reason) = stop.now()
            {
                return Ended::Stopped(reason);
            }
            let index = states.len() as u32 - 1;
            let mut dive = match expand(shape, start, eval, &states[index as usize], choices) {
                Some(commit) => Some(commit.made()),
                None => frontier.add(index, choices.all()),
            };
            loop {
                let (parent, made) = match dive.take() {
                    Some(made) => (index, made),
                    None => match frontier.pop() {
                        Some(open) => open,
                        None => return Ended::Nothing,
                    },
                };
                let from = states[parent as usize];
                states.push(from);
                let at = states.len() - 1;
                let state = &mut states[at];
                state.parent = parent;
                state.step = made.step();
                state.value += made.price();
                state.play(start, eval, made.step());
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
