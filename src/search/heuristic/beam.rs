//! Beam search with an evaluation by the caller.

use super::Ended;
use super::nodes::{NONE, Nodes};
use crate::engine::Engine;
use crate::layout::Layout;
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// Expands layer after layer and keeps the `width` best states of each. States that were not kept may come back later.
pub fn search(nodes: &mut Nodes, width: usize, value: &mut dyn FnMut(&Layout) -> i32, effort: &mut Effort) -> Ended {
    let start = nodes.engine.start();
    if nodes.engine.is_won(&start) {
        return Ended::WonAtStart;
    }
    let mut layer: Vec<u32> = nodes.add(start, NONE, None, 0).into_iter().collect();
    let (mut actions, mut children) = (Vec::new(), Vec::new());
    while !layer.is_empty() {
        children.clear();
        for &number in &layer {
            if let Some(reason) = effort.spend(|| nodes.memory() + size_of_val(&children[..]) as u64) {
                return Ended::GaveUp(reason);
            }
            let state = nodes.all[number as usize].state;
            actions.clear();
            nodes.engine.actions(&state, &mut actions);
            for &action in &actions {
                let next = nodes.engine.apply(&state, action);
                if nodes.engine.is_won(&next) {
                    return Ended::Won(number, action);
                }
                if !nodes.contains(&next) {
                    // The order of generation breaks ties.
                    let order = children.len();
                    children.push((value(nodes.layout(&next)), order, number, action));
                }
            }
        }
        if nodes.engine.trie().is_full() {
            return Ended::GaveUp(Reason::Capacity(Capacity::Columns));
        }
        children.sort_unstable_by_key(|&(value, order, ..)| (value, order));
        layer.clear();
        for &(_, _, parent, action) in &children {
            if layer.len() == width {
                break;
            }
            let Nodes { engine, all, .. } = nodes;
            let state = engine.apply(&all[parent as usize].state, action);
            let cost = all[parent as usize].cost + 1;
            layer.extend(nodes.add(state, parent, Some(action), cost));
        }
    }
    Ended::NothingLeft
}
