//! Shortens a known win by merging and removing moves.
//!
//! Wins often carry a card from A to B and later from B to C. Each such pair is tried as one move
//! from A to C, at the later and at the earlier time; home moves made earlier and round trips
//! removed altogether are special cases. The verifier decides whether the result is still a win, so
//! nothing here can be unsound. Repeated until no pair improves the win.

use super::{Deal, Win};
use crate::moves::{Move, Pile};
use crate::search::budget::Effort;
use crate::verify::verify;

/// Returns a win that is at least as short. Calls `better` for every improvement.
pub(super) fn shorten(deal: Deal, mut known: Win, effort: &mut Effort, better: &mut dyn FnMut(u32)) -> Win {
    let Deal { rules, layout, metric } = deal;
    loop {
        let before = known.0;
        let mut at = 0;
        while at < known.1.len() {
            for candidate in candidates(&known.1, at) {
                if effort.spend(|| 0).is_some() {
                    return known;
                }
                if let Ok(replay) = verify(rules, layout, &candidate)
                    && replay.length(metric) < known.0
                {
                    known = (replay.length(metric), candidate);
                    better(known.0);
                    break;
                }
            }
            at += 1;
        }
        if known.0 == before {
            return known;
        }
    }
}

/// The variants of a solution with the move at `at` merged with the next move of the same cards.
fn candidates(moves: &[Move], at: usize) -> Vec<Vec<Move>> {
    let first = moves[at];
    if first.card.is_none() || !matches!(first.to, Pile::Column(_) | Pile::Cell(_)) {
        return Vec::new();
    }
    let later = moves[at + 1..].iter().position(|m| m.card == first.card && m.from == first.to);
    let Some(next) = later.map(|offset| at + 1 + offset).filter(|&next| moves[next].count == first.count) else {
        return Vec::new();
    };
    let joined = Move { from: first.from, ..moves[next] };
    let without = |left_out: usize, put: usize| {
        let mut all: Vec<Move> = moves.to_vec();
        all[put] = joined;
        all.remove(left_out);
        all
    };
    if joined.from == joined.to {
        let mut all = moves.to_vec();
        all.remove(next);
        all.remove(at);
        return vec![all];
    }
    vec![without(at, next), without(next, at)]
}
