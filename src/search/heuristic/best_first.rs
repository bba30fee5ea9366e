//! Best-first search with an evaluation of one's own.

use super::Ended;
use super::nodes::{NONE, Nodes};
use crate::container::bucket_queue::BucketQueue;
use crate::container::footprint::Footprint;
use crate::engine::Engine;
use crate::layout::Layout;
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// Expands the state of the lowest value plus weighted path first. Duplicates are dropped when they are generated.
pub fn search(
    nodes: &mut Nodes,
    path_weight: i32,
    value: &mut dyn FnMut(&Layout) -> i32,
    effort: &mut Effort,
) -> Ended {
    let start = nodes.engine.start();
    if nodes.engine.is_won(&start) {
        return Ended::WonAtStart;
    }
    let mut open = BucketQueue::new();
    let mut actions = Vec::new();
    open.push(0, nodes.add(start, NONE, None, 0).unwrap_or(0));
    while let Some(number) = open.pop() {
        if let Some(reason) = effort.spend(|| nodes.memory() + open.footprint()) {
            return Ended::GaveUp(reason);
        }
        let (state, cost) = (nodes.all[number as usize].state, nodes.all[number as usize].cost + 1);
        actions.clear();
        nodes.engine.actions(&state, &mut actions);
        for &action in &actions {
            let next = nodes.engine.apply(&state, action);
            if nodes.engine.is_won(&next) {
                return Ended::Won(number, action);
            }
            if nodes.contains(&next) {
                continue;
            }
            let priority = value(nodes.layout(&next)).saturating_add(path_weight.saturating_mul(cost as i32));
            if let Some(child) = nodes.add(next, number, Some(action), cost) {
                open.push(priority, child);
            }
        }
        if nodes.engine.trie().is_full() {
            return Ended::GaveUp(Reason::Capacity(Capacity::Columns));
        }
    }
    Ended::NothingLeft
}
