//! Refutes many successors of one position with one closed set.
//!
//! An exhausted search proves that every state in its closed set is lost. The successors of a position lead to largely the
//! same states, so the closed set of each refuted one is kept and prunes the next: a state in it is not expanded again. All
//! states are packed relative to the root position, so their exact keys can be compared. The search is depth-first by every
//! legal move, with forced moves played at once as in [`crate::search::prove`].
//!
//! *Soundness.* Let D be the kept states, all lost. A search that generates no win and whose unexpanded states all lie in D
//! has exhausted what can be reached outside D; a win reached through a state of D would contradict that it is lost. If the
//! search finds a win or gives up, its states prove nothing and are dropped.

use crate::container::footprint::Footprint;
use crate::engine::sizes::{by_interned_size, by_one_deck_size, with_interned_size, with_one_deck_size};
use crate::engine::{Pruning, SearchEngine, Space, SuccessorBuffer, one_deck};
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::prove::{after_forced_moves, replay_from};
use crate::search::{Budget, Outcome, Searched};
use crate::verdict::Reason;
use ahash::{AHashMap, AHashSet};

/// Interval between checks of clock and memory, in states.
const CLOCK: u64 = 1 << 6;

/// Proofs about the successors of one position.
pub(super) trait SharedProof {
    /// Whether the position after this move can be won: a win from there on, the end of its space, or why not.
    fn refute(&mut self, mv: &Move, after: &Position, limits: &Budget) -> Searched;
}

/// The shared proof of a root position, in the size of state that its rules need.
pub(super) fn shared_proof(rules: &Rules, root: &Layout) -> Box<dyn SharedProof> {
    if one_deck::supports(rules) {
        let engines = by_one_deck_size!(rules, E => {
            E::new(rules, root).expect("the layout is one of the rules, and the size fits them")
        });
        with_one_deck_size!(engines, engine => Proof::boxed(engine.with_pruning(EVERY_MOVE)))
    } else {
        let engines = by_interned_size!(rules, E => E::new(rules, root));
        with_interned_size!(engines, engine => Proof::boxed(engine.with_pruning(EVERY_MOVE)))
    }
}

const EVERY_MOVE: Pruning = Pruning { safe_home: true, stuck: true, space: Space::Plain };

struct Proof<E: SearchEngine> {
    engine: E,
    /// States that are lost.
    dead: AHashSet<E::Key>,
    /// The states of the running search and where each came from.
    parents: AHashMap<E::Key, E::Key>,
    stack: Vec<E::Key>,
    successors: SuccessorBuffer<E::State, E::Action>,
}

impl<E: SearchEngine + 'static> Proof<E> {
    fn boxed(engine: E) -> Box<dyn SharedProof> {
        let (stack, successors) = Default::default();
        Box::new(Proof { engine, dead: AHashSet::new(), parents: AHashMap::new(), stack, successors })
    }

    fn bytes(&self) -> u64 {
        let Proof { engine, dead, parents, stack, successors: _ } = self;
        dead.footprint() + parents.footprint() + stack.footprint() + engine.memory()
    }

    fn run(&mut self, start: E::State, limits: &Budget) -> Searched {
        let clock = limits.start();
        let mut states = 0;
        self.parents.clear();
        self.stack.clear();
        let first = after_forced_moves(&mut self.engine, start);
        let root = self.engine.key(&first);
        if self.engine.is_won(&first) {
            return Searched { outcome: Outcome::Won(replay_from(&mut self.engine, start, &[])), states };
        }
        if self.dead.contains(&root) {
            return Searched { outcome: Outcome::Exhausted, states };
        }
        self.parents.insert(root, root);
        self.stack.push(root);
        while let Some(key) = self.stack.pop() {
            let give_up = |reason| Searched { outcome: Outcome::GaveUp(reason), states };
            if states >= limits.states {
                return give_up(Reason::States);
            }
            if states % CLOCK == 0 {
                if self.bytes() > limits.memory {
                    return give_up(Reason::Memory);
                }
                if let Some(reason) = clock.check(states, self.bytes()) {
                    return give_up(reason);
                }
            }
            if let Some(capacity) = self.engine.is_full() {
                return give_up(Reason::Capacity(capacity));
            }
            states += 1;
            let state = self.engine.restore(&key);
            self.successors.clear();
            self.engine.expand(&state, &mut self.successors);
            for i in 0..self.successors.states().len() {
                let next = after_forced_moves(&mut self.engine, self.successors.states()[i]);
                let next_key = self.engine.key(&next);
                if self.engine.is_won(&next) {
                    let path = self.path(key, next_key);
                    return Searched { outcome: Outcome::Won(replay_from(&mut self.engine, start, &path)), states };
                }
                if !self.dead.contains(&next_key) && !self.parents.contains_key(&next_key) {
                    self.parents.insert(next_key, key);
                    self.stack.push(next_key);
                }
            }
        }
        self.dead.extend(self.parents.keys());
        Searched { outcome: Outcome::Exhausted, states }
    }

    /// Keys after the start of the search, to the last.
    fn path(&self, mut key: E::Key, last: E::Key) -> Vec<E::Key> {
        let mut path = vec![last];
        while self.parents[&key] != key {
            path.push(key);
            key = self.parents[&key];
        }
        path.reverse();
        path
    }
}

impl<E: SearchEngine + 'static> SharedProof for Proof<E> {
    fn refute(&mut self, mv: &Move, after: &Position, limits: &Budget) -> Searched {
        let root = self.engine.start();
        let mut actions = Vec::new();
        self.engine.actions(&root, &mut actions);
        // One action stands for all empty cells or columns that a card may go to.
        let target = after.canonical();
        for action in actions {
            let found = self.engine.to_move(&root, action);
            if (found.card, found.count, found.from) != (mv.card, mv.count, mv.from) {
                continue;
            }
            let next = self.engine.apply(&root, action);
            let reached = Position::new(after.rules().clone(), self.engine.unpack(&next));
            if reached.is_ok_and(|reached| reached.canonical() == target) {
                return self.run(next, limits);
            }
        }
        debug_assert!(false, "every legal move is an action up to symmetry");
        Searched { outcome: Outcome::GaveUp(Reason::Method), states: 0 }
    }
}
