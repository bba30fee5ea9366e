//! Beam search: all positions of one depth together, of which only the best few are kept.
//!
//! Where best-first search digs itself in (it commits to whatever looked good early), a beam keeps thousands of
//! different games going at the same pace. Children are valued first and only those that stay are stored.

use super::best_first::is_idle;
use super::board::Board;
use super::value::Weights;
use super::{Effort, Step, Tried, Work};
use crate::engine::interned::Action;
use crate::verdict::Reason;

/// A child that may or may not be kept.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    priority: i32,
    hash: u64,
    parent: u32,
    cost: i32,
    action: Action,
}

/// Goes down layer by layer, keeping `width` states.
pub fn search<B: Board>(
    board: &mut B,
    work: &mut Work<B>,
    weights: &Weights,
    width: usize,
    effort: &mut Effort,
) -> Tried {
    work.clear();
    let start = weights.autoplay(board, board.start(), |_, _, _| {});
    if board.is_won(&start) {
        return Tried::Won(Vec::new());
    }
    work.seen.insert(board.hash(&start));
    let root = work.nodes.push(Step { state: start, parent: u32::MAX, cost: 0, action: super::NO_ACTION });
    work.layer.push(root);
    while !work.layer.is_empty() {
        work.candidates.clear();
        for at in 0..work.layer.len() {
            let number = work.layer[at];
            if let Some(reason) = effort.spend(1, || work.memory() + board.trie().memory()) {
                return Tried::GaveUp(reason);
            }
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
                let hash = board.hash(&next);
                if !work.seen.insert(hash) {
                    continue;
                }
                if board.is_won(&next) {
                    let child = work.nodes.push(Step { state: next, parent: number, cost, action });
                    return Tried::Won(work.path(child));
                }
                let priority = weights.value(board, &next) + cost;
                work.candidates.push(Candidate { priority, hash, parent: number, cost, action });
            }
        }
        if board.trie().is_full() {
            return Tried::GaveUp(Reason::Memory);
        }
        // Ties are broken by content, so the result depends on nothing else.
        let order = |c: &Candidate| (c.priority, c.hash);
        if work.candidates.len() > width {
            work.candidates.select_nth_unstable_by_key(width, order);
            work.candidates.truncate(width);
        }
        work.candidates.sort_unstable_by_key(order);
        work.layer.clear();
        for i in 0..work.candidates.len() {
            let Candidate { parent, cost, action, .. } = work.candidates[i];
            let state = work.nodes.get(parent).state;
            let next = board.apply(&state, action);
            let state = weights.autoplay(board, next, |_, _, _| {});
            let child = work.nodes.push(Step { state, parent, cost, action });
            work.layer.push(child);
        }
    }
    Tried::Dry
}
