//! Finds minimal landmarks by deletion.
//!
//! If parking the units of P fails, every solution parks a unit outside of P. So the complement of P
//! is a landmark, and the larger P, the smaller the landmark. Units join P one by one, or many at once
//! as long as that works, wherever the failure is still proven.

use super::decision::Decision;
use super::unit_set::UnitSet;

/// The complement of a set that contains `parked`, for which [`Decision::fails`] has just been shown,
/// and fails too. Units that come early in `order` are rather left out of the landmark.
pub fn landmark(decision: &mut Decision, parked: &UnitSet, order: &[usize]) -> UnitSet {
    let mut landmark = UnitSet::first(order.len()).minus(parked);
    let mut blame = decision.blame;
    let mut block = order.len() / 2;
    let mut at = 0;
    loop {
        let rest = order[at.min(order.len())..].iter().copied();
        let tried: UnitSet = rest.filter(|&unit| landmark.contains(unit)).take(block.max(1)).collect();
        if tried.is_empty() {
            return landmark;
        }
        let smaller = landmark.minus(&tried);
        let blamed = tried.meets(&blame);
        if !blamed || decision.fails(&UnitSet::first(order.len()).minus(&smaller)) {
            blame = if blamed { decision.blame } else { blame };
            landmark = smaller;
            block *= 2;
        } else if block <= 1 {
            // The unit stays.
            while !tried.contains(order[at]) {
                at += 1;
            }
            at += 1;
        } else {
            block /= 3;
        }
    }
}
