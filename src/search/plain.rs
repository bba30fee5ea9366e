//! Best-first search on the reference position: slow, complete and without any pruning.

use super::{Limits, Outcome, Searched};
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Reason;
use ahash::AHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Searches until a win, the end of the space or a limit.
pub fn search(rules: &Arc<Rules>, layout: &Layout, limits: &Limits) -> Searched {
    let clock = limits.start();
    let Ok(start) = Position::new(rules.clone(), layout.clone()) else {
        return Searched { outcome: Outcome::Exhausted, states: 0 };
    };
    let mut seen: AHashSet<Layout> = AHashSet::new();
    seen.insert(start.canonical());
    let mut nodes: Vec<(Position, Option<(usize, Move)>)> = vec![(start, None)];
    let mut open: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    open.insert(0, vec![0]);
    let mut states = 0;
    while let Some(mut bucket) = open.first_entry() {
        let Some(node) = bucket.get_mut().pop() else {
            bucket.remove();
            continue;
        };
        if nodes[node].0.is_won() {
            return Searched { outcome: Outcome::Won(path(&nodes, node)), states };
        }
        if states >= limits.states {
            return Searched { outcome: Outcome::GaveUp(Reason::States), states };
        }
        if nodes.len() as u64 * 2048 > limits.memory {
            return Searched { outcome: Outcome::GaveUp(Reason::Memory), states };
        }
        if let Some(reason) = clock.now() {
            return Searched { outcome: Outcome::GaveUp(reason), states };
        }
        states += 1;
        for mv in nodes[node].0.legal_moves() {
            let mut next = nodes[node].0.clone();
            if next.play(&mv).is_ok() && seen.insert(next.canonical()) {
                open.entry(value(&next)).or_default().push(nodes.len());
                nodes.push((next, Some((node, mv))));
            }
        }
    }
    Searched { outcome: Outcome::Exhausted, states }
}

/// Cards not home, and every card that lies on a lower one.
fn value(position: &Position) -> usize {
    let layout = position.layout();
    let inverted: usize = layout
        .columns
        .iter()
        .map(|c| (1..c.len()).filter(|&i| c[..i].iter().any(|low| low.rank() < c[i].rank())).count())
        .sum();
    position.rules().cards() - layout.cards_home() + 2 * inverted
}

fn path(nodes: &[(Position, Option<(usize, Move)>)], mut node: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((parent, mv)) = nodes[node].1 {
        moves.push(mv);
        node = parent;
    }
    moves.reverse();
    moves
}
