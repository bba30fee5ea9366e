//! A* with an evaluation by the caller; every move costs 1.

use super::Ended;
use super::search_tree::{NONE, SearchTree};
use crate::container::bucket_queue::BucketQueue;
use crate::container::footprint::Footprint;
use crate::engine::Engine;
use crate::engine::interned::Action;
use crate::layout::Layout;
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// Expands the state with the lowest f = g + h first. A state that is reached at a lower cost is expanded again, so the
/// heuristic need not be consistent. The search ends when a won node is popped, not when it is generated: with an admissible
/// heuristic its path is then a shortest one.
pub fn search(tree: &mut SearchTree, value: &mut dyn FnMut(&Layout) -> i32, effort: &mut Effort) -> Ended {
    let start = tree.engine.start();
    if tree.engine.is_won(&start) {
        return Ended::WonAtStart;
    }
    let mut open = BucketQueue::new();
    let mut actions: Vec<Action> = Vec::new();
    open.push(0, tree.add(start, NONE, None, 0).unwrap_or(0));
    while let Some(number) = open.pop() {
        if !tree.is_cheapest(number) {
            continue;
        }
        let node = &tree.all[number as usize];
        let (state, cost) = (node.state, node.cost + 1);
        if tree.engine.is_won(&state)
            && let (parent, Some(action)) = (node.parent, node.action)
        {
            return Ended::Won(parent, action);
        }
        if let Some(reason) = effort.spend(|| tree.memory() + open.footprint()) {
            return Ended::GaveUp(reason);
        }
        actions.clear();
        tree.engine.actions(&state, &mut actions);
        for &action in &actions {
            let next = tree.engine.apply(&state, action);
            if let Some(child) = tree.add(next, number, Some(action), cost) {
                let left = if tree.engine.is_won(&next) { 0 } else { value(tree.layout(&next)).max(0) };
                open.push(left.saturating_add(cost as i32), child);
            }
        }
        if tree.engine.trie().is_full() {
            return Ended::GaveUp(Reason::Capacity(Capacity::Columns));
        }
    }
    Ended::NothingLeft
}
