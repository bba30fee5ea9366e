//! Beam search: all positions of one depth together, of which only the best few are kept.
//!
//! Where best-first search digs itself in (it commits to whatever looked good early), a beam keeps thousands of
//! different games going at the same pace. Children are valued first; only those that stay are stored and count as
//! seen, so that a later layer may come back to the others.

use super::evaluation::Weights;
use super::{Step, Tried, Work};
use crate::container::footprint::Footprint;
use crate::engine::interned::Action;
use crate::engine::interned::view::{InternedView, is_idle};
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// A child that may or may not be kept.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    priority: i32,
    hash: u64,
    /// Place in the layer.
    parent: u32,
    cost: i32,
    action: Action,
}

/// Goes down layer by layer, keeping `width` states.
pub fn search<B: InternedView>(
    board: &mut B,
    work: &mut Work<B>,
    weights: &Weights,
    width: usize,
    effort: &mut Effort,
) -> Tried {
    if work.begin(board, weights) {
        return Tried::Won(Vec::new());
    }
    while !work.layer.is_empty() {
        work.candidates.clear();
        work.link_layer();
        for at in 0..work.layer.len() {
            if let Some(reason) = effort.spend(|| work.footprint() + board.trie().footprint()) {
                return Tried::GaveUp(reason);
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
                    return Tried::Won(work.path(&step, action));
                }
                let cost = step.cost + weights.cost(board, &step.state, action);
                let priority = weights.value(board, &next) + cost;
                work.candidates.push(Candidate { priority, hash, parent: at as u32, cost, action });
            }
        }
        if board.trie().is_full() {
            return Tried::GaveUp(Reason::Capacity(Capacity::Columns));
        }
        // Ties are broken by content, so the result depends on nothing else.
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
            return Tried::GaveUp(Reason::Memory);
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
    Tried::Dry
}
