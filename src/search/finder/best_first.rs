//! Best-first search: always go on from the position of the lowest value plus cost of its path.
//!
//! The cost of the path, by kind of move, is what keeps it from shuffling cards about (FINDINGS of the probes: the
//! strongest single idea in the big games). Duplicates are dropped when they are generated.

use super::board::Board;
use super::value::Weights;
use super::{Effort, Step, Tried, Work};
use crate::engine::interned::{EMPTY, Place};
use crate::verdict::Reason;

/// Expands up to `budget` states.
pub fn search<B: Board>(
    board: &mut B,
    work: &mut Work<B>,
    weights: &Weights,
    budget: u64,
    effort: &mut Effort,
) -> Tried {
    work.clear();
    let start = weights.autoplay(board, board.start(), |_, _, _| {});
    if board.is_won(&start) {
        return Tried::Won(Vec::new());
    }
    let first = weights.value(board, &start);
    work.seen.insert(board.hash(&start));
    let root = work.nodes.push(Step { state: start, parent: u32::MAX, cost: 0, action: super::NO_ACTION });
    work.queue.push(first, root);
    let mut expanded = 0;
    while let Some(number) = work.queue.pop() {
        if expanded >= budget {
            return Tried::GaveUp(Reason::States);
        }
        if let Some(reason) = effort.spend(1, || work.memory() + board.trie().memory()) {
            return Tried::GaveUp(reason);
        }
        expanded += 1;
        let step = *work.nodes.get(number);
        work.actions.clear();
        board.actions(&step.state, &mut work.actions);
        for i in 0..work.actions.len() {
            let action = work.actions[i];
            if is_idle(board, &step.state, action) {
                continue;
            }
            let cost = step.cost + weights.cost(board, &step.state, action);
            let next = board.apply(&step.state, action);
            let next = weights.autoplay(board, next, |_, _, _| {});
            if !work.seen.insert(board.hash(&next)) {
                continue;
            }
            let child = work.nodes.push(Step { state: next, parent: number, cost, action });
            if board.is_won(&next) {
                return Tried::Won(work.path(child));
            }
            work.queue.push(weights.value(board, &next) + cost, child);
        }
        if board.trie().is_full() {
            return Tried::GaveUp(Reason::Memory);
        }
    }
    Tried::Dry
}

/// A move of a whole column into an empty one, where it does not matter which column is which.
#[inline]
pub fn is_idle<B: Board>(board: &B, state: &B::State, action: crate::engine::interned::Action) -> bool {
    let (Place::Column(from), Place::Column(to)) = (action.from, action.to) else { return false };
    let columns = board.columns(state);
    columns[to as usize] == EMPTY
        && board.trie().node(columns[from as usize]).len == action.count
        && board.stock(state).0 == EMPTY
}
