//! Games with a stock: a beam with one layer for every deal from it, a row or a card.
//!
//! Between two deals anything may be moved about, and depth says nothing about progress; the rows are the game's
//! real clock. So: from all positions kept after a deal, search best-first among the moves without dealing, then
//! deal from the positions seen, and go on with the best `width` of what that gives. The last layer, when the stock
//! is gone, is an ordinary best-first search.

use super::evaluation::Weights;
use super::{Step, Tried, Work};
use crate::engine::interned::view::InternedView;
use crate::engine::interned::{EMPTY, Place};
use crate::search::budget::Effort;
use crate::verdict::Reason;

/// How much more the last layer gets: it costs nothing to come after it.
const LAST_LAYER: usize = 8;

/// A state that a row could be dealt from.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    value: i32,
    hash: u64,
    /// Number of the state in the row.
    link: u32,
}

/// Deals row by row, keeping `width` states a row and expanding `moves` times as many in between.
pub fn search<B: InternedView>(
    board: &mut B,
    work: &mut Work<B>,
    weights: &Weights,
    width: usize,
    moves: usize,
    effort: &mut Effort,
) -> Tried {
    if work.begin(board, weights) {
        return Tried::Won(Vec::new());
    }
    while !work.layer.is_empty() {
        work.seen.clear();
        work.queue.clear();
        work.steps.clear();
        work.deals.clear();
        work.dealt.clear();
        let mut stock_gone = true;
        for i in 0..work.layer.len() {
            let step = work.layer[i];
            stock_gone &= board.stock(&step.state).0 == EMPTY;
            if work.seen.insert(board.hash(&step.state)) {
                work.wait(weights.value(board, &step.state), step);
            }
        }
        let budget = work.layer.len() * moves * if stock_gone { LAST_LAYER } else { 1 };
        let tried = work.run(board, weights, budget as u64, effort, |work, board, step, action| {
            if action.from != Place::Stock && action.to != Place::Stock {
                return false;
            }
            let state = weights.follow(board, &step.state, action);
            let deal =
                Deal { value: weights.value(board, &state), hash: board.hash(&state), link: work.dealt.len() as u32 };
            work.deals.push(deal);
            work.dealt.push(Step { state, parent: step.parent, cost: 0, action });
            true
        });
        match tried {
            Tried::Won(_) => return tried,
            Tried::GaveUp(Reason::States) if effort.is_left() => {}
            Tried::GaveUp(_) => return tried,
            Tried::Dry => {}
        }
        work.deals.sort_unstable_by_key(|deal| (deal.value, deal.hash, deal.link));
        work.deals.dedup_by_key(|deal| deal.hash);
        work.deals.truncate(width);
        work.layer.clear();
        for i in 0..work.deals.len() {
            let step = work.dealt[work.deals[i].link as usize];
            if board.is_won(&step.state) {
                return Tried::Won(work.path(&step, step.action));
            }
            work.layer.push(step);
        }
    }
    Tried::Dry
}
