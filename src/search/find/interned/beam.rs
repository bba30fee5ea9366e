//! Beam search: expands layer by layer and keeps the best few states of each layer.
//!
//! Best-first search commits to whatever looked good early; a beam pursues thousands of different
//! states at the same depth. Successors are evaluated first. Only those that are kept enter the
//! closed set, so a later layer may reach the others again.

use super::{Ended, Step, Task, Work};
use crate::container::footprint::Footprint;
use crate::engine::interned::Action;
use crate::engine::interned::view::{InternedView, is_idle};
use crate::verdict::{Capacity, Reason};

/// A successor that may or may not be kept.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    priority: i32,
    hash: u64,
    /// Index in the layer.
    parent: u32,
    cost: i32,
    action: Action,
}

/// Searches with a beam of `width` states.
pub fn search<B: InternedView>(work: &mut Work<B>, task: Task<B>, width: usize) -> Ended {
    let Task { board, weights, effort } = task;
    if work.begin(board, weights) {
        return Ended::Won(Vec::new());
    }
    while !work.layer.is_empty() {
        work.candidates.clear();
        work.link_layer();
        for at in 0..work.layer.len() {
            if let Some(reason) = effort.spend(|| work.footprint() + board.trie().footprint()) {
                return Ended::GaveUp(reason);
            }
            let step = work.layer[at];
            work.actions.clear();
            board.actions(&step.state, &mut work.actions);
            for i in 0..work.actions.len() {
                let action = work.actions[i];
                if is_idle(board, &step.state, action) {
                    continue;
                }
                let next = weights.follow(board, &step.state, action);
                let hash = board.hash(&next);
                if work.seen.contains(hash) {
                    continue;
                }
                if board.is_won(&next) {
                    return Ended::Won(work.path(&step, action));
                }
                let cost = step.cost + weights.cost(board, &step.state, action);
                let priority = weights.value(board, &next) + cost;
                work.candidates.push(Candidate { priority, hash, parent: at as u32, cost, action });
            }
        }
        if board.trie().is_full() {
            return Ended::GaveUp(Reason::Capacity(Capacity::Columns));
        }
        // Ties are broken by hash, so the result is deterministic.
        let order = |c: &Candidate| (c.priority, c.hash);
        if work.candidates.len() > width {
            work.candidates.select_nth_unstable_by_key(width, order);
            work.candidates.truncate(width);
        }
        work.candidates.sort_unstable_by_key(order);
        std::mem::swap(&mut work.layer, &mut work.last_layer);
        work.layer.clear();
        let new = work.candidates.len().saturating_sub(work.layer.capacity()) * size_of::<Step<B::State>>();
        if effort.is_too_much(work.footprint() + board.trie().footprint() + new as u64) {
            return Ended::GaveUp(Reason::Memory);
        }
        work.layer.reserve_exact(work.candidates.len());
        for i in 0..work.candidates.len() {
            let Candidate { hash, parent, cost, action, .. } = work.candidates[i];
            if !work.seen.insert(hash) {
                continue;
            }
            let parent = work.last_layer[parent as usize];
            let state = weights.follow(board, &parent.state, action);
            work.layer.push(Step { state, parent: parent.parent, cost, action });
        }
    }
    Ended::Exhausted
}
