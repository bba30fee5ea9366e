//! Beam search for games with a stock: one layer per deal from the stock (a row or a card).
//!
//! Between two deals many moves are possible, so the number of moves says little about progress;
//! the number of deals does. A layer starts with the states kept after a deal. Best-first search
//! expands them by all moves but deals. Then every state generated is followed by a deal, and the
//! best `width` results are the next layer. When the stock is empty, the last layer is an ordinary
//! best-first search.

use super::{Ended, Step, Task, Work};
use crate::engine::interned::view::InternedView;
use crate::engine::interned::{EMPTY, Place};
use crate::verdict::Reason;

/// The budget of the last layer, as a multiple of that of the others: no layer follows it.
const LAST_LAYER: usize = 8;

/// The result of a deal, which may be kept for the next layer.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    value: i32,
    hash: u64,
    /// Index in [`Work::dealt`].
    link: u32,
}

/// Searches deal by deal. Keeps `width` states per deal and expands `moves` times as many before the
/// next.
pub fn search<B: InternedView>(work: &mut Work<B>, mut task: Task<B>, width: usize, moves: usize) -> Ended {
    let weights = task.weights;
    if work.begin(task.board, weights) {
        return Ended::Won(Vec::new());
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
            stock_gone &= task.board.stock(&step.state).0 == EMPTY;
            if work.seen.insert(task.board.hash(&step.state)) {
                work.open(weights.value(task.board, &step.state), step);
            }
        }
        let budget = work.layer.len() * moves * if stock_gone { LAST_LAYER } else { 1 };
        let ended = work.run(&mut task, budget as u64, |work, board, step, action| {
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
        match ended {
            Ended::Won(_) => return ended,
            Ended::GaveUp(Reason::States) if task.effort.is_left() => {}
            Ended::GaveUp(_) => return ended,
            Ended::Exhausted => {}
        }
        work.deals.sort_unstable_by_key(|deal| (deal.value, deal.hash, deal.link));
        work.deals.dedup_by_key(|deal| deal.hash);
        work.deals.truncate(width);
        work.layer.clear();
        for i in 0..work.deals.len() {
            let step = work.dealt[work.deals[i].link as usize];
            if task.board.is_won(&step.state) {
                return Ended::Won(work.path(&step, step.action));
            }
            work.layer.push(step);
        }
    }
    Ended::Exhausted
}
