//! Shortest lengths on the reference position, with nothing clever about them: what the solver is compared with.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::position::Position;
use winnable::rules::Rules;

/// The shortest length, `None` if there is no win; `Err` if there are more than `most` positions. Shortest ways first;
/// `ahead` is a part of the way that is still ahead for certain, or 0.
pub fn shortest(
    rules: &Arc<Rules>,
    layout: &Layout,
    metric: Metric,
    most: usize,
    ahead: impl Fn(&Position) -> u32,
) -> Result<Option<u32>, ()> {
    let start = Position::new(rules.clone(), layout.clone()).unwrap();
    let mut best: HashMap<Layout, u32> = HashMap::from([(start.canonical(), 0)]);
    let mut open = BinaryHeap::from([Reverse((ahead(&start), 0u32, 0usize))]);
    let mut positions = vec![start];
    while let Some(Reverse((_, length, at))) = open.pop() {
        let position = positions[at].clone();
        if best[&position.canonical()] < length {
            continue;
        }
        if position.is_won() {
            return Ok(Some(length));
        }
        for mv in position.legal_moves() {
            let cost = match metric {
                Metric::Moves => 1,
                // A row or a card dealt, or the waste turned over.
                Metric::Cards if mv.card.is_none() => 1,
                Metric::Cards if mv.count > 1 && !rules.group_is_primitive() => continue,
                Metric::Cards => u32::from(mv.count),
            };
            let mut next = position.clone();
            next.play(&mv).unwrap();
            let key = next.canonical();
            if best.get(&key).is_none_or(|&known| known > length + cost) {
                best.insert(key, length + cost);
                open.push(Reverse((length + cost + ahead(&next), length + cost, positions.len())));
                positions.push(next);
            }
        }
        if positions.len() > most {
            return Err(());
        }
    }
    Ok(None)
}
