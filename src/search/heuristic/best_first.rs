//! Best-first search with an evaluation by the caller.

use super::Ended;
use super::search_tree::{NONE, SearchTree};
use crate::container::bucket_queue::BucketQueue;
use crate::container::footprint::Footprint;
use crate::engine::Engine;
use crate::layout::Layout;
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// Expands the state with the lowest sum of evaluation and weighted path length first. Duplicates are dropped when they are
/// generated.
pub fn search(
    tree: &mut SearchTree,
    path_weight: i32,
    value: &mut dyn FnMut(&Layout) -> i32,
    effort: &mut Effort,
) -> Ended {
    let start = tree.engine.start();
    if tree.engine.is_won(&start) {
        return Ended::WonAtStart;
    }
    let mut open = BucketQueue::new();
    let mut actions = Vec::new();
    open.push(0, tree.add(start, NONE, None, 0).unwrap_or(0));
    while let Some(number) = open.pop() {
        if let Some(reason) = effort.spend(|| tree.memory() + open.footprint()) {
            return Ended::GaveUp(reason);
        }
        let (state, cost) = (tree.all[number as usize].state, tree.all[number as usize].cost + 1);
        actions.clear();
        tree.engine.actions(&state, &mut actions);
        for &action in &actions {
            let next = tree.engine.apply(&state, action);
            if tree.engine.is_won(&next) {
                return Ended::Won(number, action);
            }
            if tree.contains(&next) {
                continue;
            }
            let priority = value(tree.layout(&next)).saturating_add(path_weight.saturating_mul(cost as i32));
            if let Some(child) = tree.add(next, number, Some(action), cost) {
                open.push(priority, child);
            }
        }
        if tree.engine.trie().is_full() {
            return Ended::GaveUp(Reason::Capacity(Capacity::Columns));
        }
    }
    Ended::NothingLeft
}
