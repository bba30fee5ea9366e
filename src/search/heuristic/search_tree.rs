//! The nodes of a search with an evaluation by the caller: states with their parents, and an exact
//! closed set.

use crate::container::footprint::Footprint;
use crate::engine::Engine;
use crate::engine::interned::{Action, Anything};
use crate::layout::Layout;
use ahash::AHashMap;

type State = <Anything as Engine>::State;
type Key = <Anything as Engine>::Key;

/// The start has no parent.
pub const NONE: u32 = u32::MAX;

/// A state and how it was reached.
pub struct Node {
    /// The state.
    pub state: State,
    /// The node before.
    pub parent: u32,
    /// The action that led here; `None` for the start.
    pub action: Option<Action>,
    /// Moves made so far.
    pub cost: u32,
}

/// All nodes, by number and by key.
pub struct SearchTree {
    /// The engine.
    pub engine: Anything,
    /// The nodes.
    pub all: Vec<Node>,
    by_key: AHashMap<Key, u32>,
    /// Buffers that positions are written into for the evaluation.
    layout: Layout,
}

impl SearchTree {
    /// No nodes yet.
    pub fn new(engine: Anything, layout: Layout) -> SearchTree {
        SearchTree { engine, all: Vec::new(), by_key: AHashMap::new(), layout }
    }

    /// Adds a state; `None` if it is known at this cost or a lower one.
    pub fn add(&mut self, state: State, parent: u32, action: Option<Action>, cost: u32) -> Option<u32> {
        let number = self.all.len() as u32;
        let known = self.by_key.entry(self.engine.key(&state)).or_insert(number);
        if *known != number {
            if self.all[*known as usize].cost <= cost {
                return None;
            }
            *known = number;
        }
        self.all.push(Node { state, parent, action, cost });
        Some(number)
    }

    /// Whether a state is known, at any cost.
    pub fn contains(&self, state: &State) -> bool {
        self.by_key.contains_key(&self.engine.key(state))
    }

    /// Whether no other node has the same state at a lower cost.
    pub fn is_cheapest(&self, number: u32) -> bool {
        self.by_key.get(&self.engine.key(&self.all[number as usize].state)) == Some(&number)
    }

    /// The position of a state, in buffers that are used again.
    pub fn layout(&mut self, state: &State) -> &Layout {
        self.engine.unpack_into(state, &mut self.layout);
        &self.layout
    }

    /// The actions that lead to a node.
    pub fn path(&self, mut node: u32) -> Vec<Action> {
        let mut path = Vec::new();
        while node != NONE {
            path.extend(self.all[node as usize].action);
            node = self.all[node as usize].parent;
        }
        path.reverse();
        path
    }

    /// Bytes held or needed for the next growth.
    pub fn memory(&self) -> u64 {
        let SearchTree { engine, all, by_key, layout: _ } = self;
        all.footprint() + by_key.footprint() + engine.trie().footprint()
    }
}
