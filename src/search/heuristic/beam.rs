//! Beam search with an evaluation by the caller.

use super::Ended;
use super::search_tree::{NONE, SearchTree};
use crate::engine::Engine;
use crate::layout::Layout;
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// Expands layer after layer and keeps the `width` best states of each. States that were not kept may come back later.
pub fn search(
    tree: &mut SearchTree,
    width: usize,
    value: &mut dyn FnMut(&Layout) -> i32,
    effort: &mut Effort,
) -> Ended {
    let start = tree.engine.start();
    if tree.engine.is_won(&start) {
        return Ended::WonAtStart;
    }
    let mut layer: Vec<u32> = tree.add(start, NONE, None, 0).into_iter().collect();
    let (mut actions, mut children) = (Vec::new(), Vec::new());
    while !layer.is_empty() {
        children.clear();
        for &number in &layer {
            if let Some(reason) = effort.spend(|| tree.memory() + size_of_val(&children[..]) as u64) {
                return Ended::GaveUp(reason);
            }
            let state = tree.all[number as usize].state;
            actions.clear();
            tree.engine.actions(&state, &mut actions);
            for &action in &actions {
                let next = tree.engine.apply(&state, action);
                if tree.engine.is_won(&next) {
                    return Ended::Won(number, action);
                }
                if !tree.contains(&next) {
                    // The order of generation breaks ties.
                    let order = children.len();
                    children.push((value(tree.layout(&next)), order, number, action));
                }
            }
        }
        if tree.engine.trie().is_full() {
            return Ended::GaveUp(Reason::Capacity(Capacity::Columns));
        }
        children.sort_unstable_by_key(|&(value, order, ..)| (value, order));
        layer.clear();
        for &(_, _, parent, action) in &children {
            if layer.len() == width {
                break;
            }
            let SearchTree { engine, all, .. } = tree;
            let state = engine.apply(&all[parent as usize].state, action);
            let cost = all[parent as usize].cost + 1;
            layer.extend(tree.add(state, parent, Some(action), cost));
        }
    }
    Ended::NothingLeft
}
