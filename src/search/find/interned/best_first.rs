//! Best-first search: always go on from the position of the lowest value plus cost of its path.
//!
//! The cost of the path, by kind of move, is what keeps it from shuffling cards about; in the big games it is the
//! strongest single idea. Duplicates are dropped when they are generated.

use super::evaluation::Weights;
use super::{Step, Tried, Work};
use crate::container::footprint::Footprint;
use crate::engine::interned::view::{InternedView, is_idle};
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// Expands up to `budget` states.
pub fn search<B: InternedView>(
    board: &mut B,
    work: &mut Work<B>,
    weights: &Weights,
    budget: u64,
    effort: &mut Effort,
) -> Tried {
    if work.begin(board, weights) {
        return Tried::Won(Vec::new());
    }
    for i in 0..work.layer.len() {
        let step = work.layer[i];
        work.wait(weights.value(board, &step.state), step);
    }
    work.run(board, weights, budget, effort, |_, _, _, _| false)
}

impl<B: InternedView> Work<B> {
    /// Expands waiting states, best first, until a win, the budget or the end. `aside` may take an action out of the
    /// search.
    pub(super) fn run(
        &mut self,
        board: &mut B,
        weights: &Weights,
        budget: u64,
        effort: &mut Effort,
        mut aside: impl FnMut(&mut Self, &mut B, &Step<B::State>, crate::engine::interned::Action) -> bool,
    ) -> Tried {
        let mut left = budget;
        while let Some(number) = self.queue.pop() {
            if left == 0 {
                return Tried::GaveUp(Reason::States);
            }
            left -= 1;
            if let Some(reason) = effort.spend(|| self.footprint() + board.trie().footprint()) {
                return Tried::GaveUp(reason);
            }
            let step = self.linked(*self.steps.get(number));
            let mut actions = std::mem::take(&mut self.actions);
            actions.clear();
            board.actions(&step.state, &mut actions);
            for &action in &actions {
                if is_idle(board, &step.state, action) || aside(self, board, &step, action) {
                    continue;
                }
                let state = weights.follow(board, &step.state, action);
                if !self.seen.insert(board.hash(&state)) {
                    continue;
                }
                if board.is_won(&state) {
                    self.actions = actions;
                    return Tried::Won(self.path(&step, action));
                }
                let cost = step.cost + weights.cost(board, &step.state, action);
                let priority = weights.value(board, &state) + cost;
                self.wait(priority, Step { state, parent: step.parent, cost, action });
            }
            self.actions = actions;
            if board.trie().is_full() {
                return Tried::GaveUp(Reason::Capacity(Capacity::Columns));
            }
        }
        Tried::Dry
    }
}
