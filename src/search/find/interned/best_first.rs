//! Best-first search by evaluation plus path cost.
//!
//! Moves have path costs by kind, which keep the search from moving cards back and forth; in the
//! games of several decks no other single idea gained as much. Duplicates are dropped when they are
//! generated.

use super::{Ended, Step, Task, Work};
use crate::container::footprint::Footprint;
use crate::engine::interned::Action;
use crate::engine::interned::view::{InternedView, is_idle};
use crate::verdict::{Capacity, Reason};

/// Expands up to `budget` states.
pub fn search<B: InternedView>(work: &mut Work<B>, mut task: Task<B>, budget: u64) -> Ended {
    if work.begin(task.board, task.weights) {
        return Ended::Won(Vec::new());
    }
    for i in 0..work.layer.len() {
        let step = work.layer[i];
        work.open(task.weights.value(task.board, &step.state), step);
    }
    work.run(&mut task, budget, |_, _, _, _| false)
}

impl<B: InternedView> Work<B> {
    /// Expands open states, best first, until a win, the budget is used up or no state is open.
    /// Actions for which `aside` returns true are not played.
    pub(super) fn run(
        &mut self,
        task: &mut Task<B>,
        budget: u64,
        mut aside: impl FnMut(&mut Self, &mut B, &Step<B::State>, Action) -> bool,
    ) -> Ended {
        let (board, weights, effort) = (&mut *task.board, task.weights, &mut *task.effort);
        let mut left = budget;
        while let Some(number) = self.queue.pop() {
            if left == 0 {
                return Ended::GaveUp(Reason::States);
            }
            left -= 1;
            if let Some(reason) = effort.spend(|| self.footprint() + board.trie().footprint()) {
                return Ended::GaveUp(reason);
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
                    return Ended::Won(self.path(&step, action));
                }
                let cost = step.cost + weights.cost(board, &step.state, action);
                let priority = weights.value(board, &state) + cost;
                self.open(priority, Step { state, parent: step.parent, cost, action });
            }
            self.actions = actions;
            if board.trie().is_full() {
                return Ended::GaveUp(Reason::Capacity(Capacity::Columns));
            }
        }
        Ended::Exhausted
    }
}
