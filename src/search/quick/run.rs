//! One search with one set of weights: greedy best-first, diving as long as the best move is good enough.
//!
//! - A move stays a few bytes in the [`Frontier`] until it is made; only then its state is built and compared with
//!   those [`Seen`].
//! - The best move of the state just expanded is made at once if nothing open is better: most of the work is such
//!   dives and never touches the frontier.
//! - *Commit*: a building move that improves the value by more than a threshold is followed without alternatives.

use super::eval::Eval;
use super::expand::{Choices, expand};
use super::frontier::Frontier;
use super::seen::Seen;
use super::shape::Shape;
use super::start::Start;
use super::state::{State, Step};
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
    pub fn search(
        &mut self,
        shape: &Shape,
        eval: &Eval,
        layout: &Layout,
        budget: u64,
        stop: &Stop,
        spent: &mut u64,
    ) -> Ended {
        let Run { start, states, frontier, seen, choices } = self;
        start.read(shape, eval, layout);
        states.clear();
        seen.clear(budget.min(1 << 24) as usize);
        let mut root = start.state;
        root.autoplay(shape, start, eval);
        frontier.clear(root.value);
        seen.insert(root.hash);
        states.push(root);
        if root.is_won(shape) {
            return Ended::Won;
        }
        let mut left = budget;
        loop {
            if left == 0 {
                return Ended::Nothing;
            }
            left -= 1;
            *spent += 1;
            if *spent % CLOCK == 0
                && let Some(reason) = stop.now()
            {
                return Ended::Stopped(reason);
            }
            let index = states.len() as u32 - 1;
            let mut dive: Option<(u32, Step, i32)> = None;
            match expand(shape, start, eval, &states[index as usize], choices) {
                Some(best) => dive = Some((index, best.step, best.price)),
                _ if choices.all().is_empty() => {}
                _ => {
                    let all = choices.all();
                    let best = choices.best();
                    let now = frontier.best().is_none_or(|open| frontier.bucket(all[best].value) <= open);
                    for (i, choice) in all.iter().enumerate() {
                        if i != best || !now {
                            frontier.push(choice.value, index, choice.step, choice.price);
                        }
                    }
                    if now {
                        dive = Some((index, all[best].step, all[best].price));
                    }
                }
            }
            loop {
                let (parent, step, price) = match dive.take() {
                    Some(dive) => dive,
                    None => match frontier.pop() {
                        Some(open) => (open.parent, open.step, open.price),
                        None => return Ended::Nothing,
                    },
                };
                let mut state = states[parent as usize];
                state.parent = parent;
                state.step = step;
                state.value += price;
                state.play(shape, start, eval, step);
                state.autoplay(shape, start, eval);
                if state.is_won(shape) {
                    states.push(state);
                    return Ended::Won;
                }
                if seen.insert(state.hash) {
                    states.push(state);
                    break;
                }
            }
        }
    }
}
