//! Games whose stock is dealt in rows: a beam with one layer for every row.
//!
//! Between two deals anything may be moved about for free, and depth says nothing about progress; the rows are the
//! game's real clock. So: from all positions kept after a deal, search best-first among the moves (no deal), then
//! deal from the best `width` positions seen, and go on with those. The last layer, when the stock is gone, is an
//! ordinary best-first search.

use super::board::Board;
use super::value::Weights;
use super::{Effort, Step, Tried, Work};
use crate::engine::interned::{EMPTY, Place};
use crate::verdict::Reason;

/// Deals row by row, keeping `width` states a row and expanding `effort_per_row` times as many.
pub fn search<B: Board>(
    board: &mut B,
    work: &mut Work<B>,
    weights: &Weights,
    width: usize,
    moves_per_state: usize,
    effort: &mut Effort,
) -> Tried {
    work.clear();
    let start = weights.autoplay(board, board.start(), |_, _, _| {});
    if board.is_won(&start) {
        return Tried::Won(Vec::new());
    }
    let root = work.nodes.push(Step { state: start, parent: u32::MAX, cost: 0, action: super::NO_ACTION });
    work.layer.push(root);
    while !work.layer.is_empty() {
        work.seen.clear();
        work.queue.clear();
        work.ranked.clear();
        for i in 0..work.layer.len() {
            let number = work.layer[i];
            let state = work.nodes.get(number).state;
            let hash = board.hash(&state);
            if work.seen.insert(hash) {
                work.queue.push(weights.value(board, &state), number);
            }
        }
        let budget = work.layer.len().max(width / 4) * moves_per_state;
        let mut expanded = 0;
        while let Some(number) = work.queue.pop() {
            if expanded >= budget {
                break;
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
                if action.from == Place::Stock {
                    let next = board.apply(&step.state, action);
                    let next = weights.autoplay(board, next, |_, _, _| {});
                    work.ranked.push((weights.value(board, &next), board.hash(&next), number));
                    continue;
                }
                let next = board.apply(&step.state, action);
                let next = weights.autoplay(board, next, |_, _, _| {});
                if !work.seen.insert(board.hash(&next)) {
                    continue;
                }
                let cost = step.cost + weights.cost(board, &step.state, action);
                let child = work.nodes.push(Step { state: next, parent: number, cost, action });
                if board.is_won(&next) {
                    return Tried::Won(work.path(child));
                }
                work.queue.push(weights.value(board, &next) + cost, child);
            }
        }
        if board.trie().is_full() {
            return Tried::GaveUp(Reason::Memory);
        }
        work.ranked.sort_unstable();
        work.ranked.dedup_by_key(|r| r.1);
        work.ranked.truncate(width);
        work.layer.clear();
        for i in 0..work.ranked.len() {
            let parent = work.ranked[i].2;
            let state = work.nodes.get(parent).state;
            work.actions.clear();
            board.actions(&state, &mut work.actions);
            let Some(&action) = work.actions.iter().find(|a| a.from == Place::Stock) else { continue };
            let next = board.apply(&state, action);
            let state = weights.autoplay(board, next, |_, _, _| {});
            let child = work.nodes.push(Step { state, parent, cost: 0, action });
            if board.is_won(&state) {
                return Tried::Won(work.path(child));
            }
            work.layer.push(child);
        }
        if work.layer.iter().all(|&n| board.stock(&work.nodes.get(n).state).0 == EMPTY) && work.layer.is_empty() {
            break;
        }
    }
    Tried::Dry
}
