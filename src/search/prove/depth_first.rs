//! The end of the space of a one-deck game: depth-first through all positions, remembering nothing but their keys.
//!
//! For a proof the order does not matter, so nothing is evaluated and no links are kept: a position costs its key in the
//! set of those seen and, while it waits, its key on the stack. Positions that have been expanded stay on the
//! stack, marked, until all that they led to is done; so if a win turns up after all, the marked ones are the way to
//! it.
//!
//! A search that ends at its limit of states can go on from there: nothing of it is lost while something else is tried.

use super::best_first::{replay, settled};
use crate::engine::one_deck::Action;
use crate::engine::{Engine, OneDeck};
use crate::container::exact_set::ExactSet;
use crate::container::hash::hash;
use crate::search::{Budget, Outcome, Searched};
use crate::verdict::Reason;
use bitvec::vec::BitVec;

/// How often the clock is looked at, in states.
const CLOCK: u64 = 1 << 12;
/// Positions that were seen last, kept where they are found without a walk to memory: most positions that are made lie
/// around the corner and have been seen a moment ago.
const RECENT: usize = 1 << 14;

/// The memory of a search, used again from deal to deal. What waits on the stack belongs to a search that goes on.
pub struct DepthFirst<const P: usize, const N: usize> {
    seen: ExactSet<N>,
    stack: Vec<[u8; N]>,
    /// Which positions of the stack have been expanded.
    expanded: BitVec,
    actions: Vec<Action>,
    /// The positions that the current one leads to.
    made: Vec<Made<N>>,
    recent: Recent<N>,
}

/// Some of the positions seen last, by their hashes.
struct Recent<const N: usize>(Box<[[u8; N]]>);

impl<const N: usize> Recent<N> {
    fn new() -> Recent<N> {
        Recent(vec![[0; N]; RECENT].into_boxed_slice())
    }

    fn clear(&mut self) {
        self.0.fill([0; N]);
    }

    /// Adds a key in place of another one; false if it is there already.
    #[inline]
    fn insert(&mut self, key: &[u8; N], hash: u64) -> bool {
        let slot = &mut self.0[(hash >> 8) as usize % RECENT];
        let new = slot != key;
        *slot = *key;
        new
    }
}

/// A position that has just been made.
#[derive(Clone, Copy)]
struct Made<const N: usize> {
    key: [u8; N],
    action: Action,
    hash: u64,
}

impl<const P: usize, const N: usize> DepthFirst<P, N> {
    /// An empty memory.
    pub fn new() -> Self {
        let (stack, expanded, actions, made) = Default::default();
        DepthFirst { seen: ExactSet::new(), stack, expanded, actions, made, recent: Recent::new() }
    }

    /// Searches until a win, the end of the space or a limit: from the engine's start, or, if the search before was ended
    /// by its limit of states and not forgotten, from there on. The engine must be one of the same deal then.
    pub fn search(&mut self, engine: &mut OneDeck<P, N>, limits: &Budget) -> Searched {
        let searched = self.run(engine, limits);
        if searched.outcome != Outcome::GaveUp(Reason::States) {
            self.clear();
        }
        searched
    }

    /// Ends a search that could go on, if there is one.
    pub fn forget(&mut self) {
        if !self.stack.is_empty() {
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.seen.clear();
        self.recent.clear();
        self.stack = Vec::new();
        self.expanded = BitVec::new();
    }

    fn run(&mut self, engine: &mut OneDeck<P, N>, limits: &Budget) -> Searched {
        let clock = limits.start();
        let mut states = 0;
        // The position on top of the stack, if it need not be restored from its key.
        let mut top = None;
        if self.stack.is_empty() {
            let start = settled(engine, engine.start());
            if engine.is_won(&start) {
                return Searched { outcome: Outcome::Won(replay(engine, &[])), states };
            }
            let key = engine.key(&start);
            self.seen.insert(&key, hash(&key));
            self.push(key);
            top = Some(start);
        }
        while let Some(key) = self.stack.last() {
            let last = self.stack.len() - 1;
            if self.expanded[last] {
                self.stack.pop();
                self.expanded.pop();
                continue;
            }
            if states >= limits.states {
                return Searched { outcome: Outcome::GaveUp(Reason::States), states };
            }
            if states % CLOCK == 0
                && let Some(reason) = clock.check(states, self.bytes() as u64)
            {
                return Searched { outcome: Outcome::GaveUp(reason), states };
            }
            if self.bytes() as u64 > limits.memory {
                return Searched { outcome: Outcome::GaveUp(Reason::Memory), states };
            }
            let state = top.take().unwrap_or_else(|| engine.restore(key));
            self.expanded.set(last, true);
            states += 1;
            self.actions.clear();
            engine.actions(&state, &mut self.actions);
            self.made.clear();
            for &action in &self.actions {
                let key = engine.key_after(&state, action);
                if key == OneDeck::<P, N>::WON {
                    let path = self.way_to(key);
                    return Searched { outcome: Outcome::Won(replay(engine, &path)), states };
                }
                let hash = hash(&key);
                if self.recent.insert(&key, hash) {
                    self.seen.prefetch(hash);
                    self.made.push(Made { key, action, hash });
                }
            }
            let mut last = None;
            for i in 0..self.made.len() {
                let Made { key, action, hash } = self.made[i];
                if self.seen.insert(&key, hash) {
                    self.push(key);
                    last = Some(action);
                }
            }
            if let Some(action) = last {
                let next = engine.apply(&state, action);
                top = Some(settled(engine, next));
            }
        }
        Searched { outcome: Outcome::Exhausted, states }
    }

    /// Puts a position onto the stack, which grows by a quarter rather than to twice its size.
    #[inline]
    fn push(&mut self, key: [u8; N]) {
        if self.stack.len() == self.stack.capacity() {
            self.stack.reserve_exact(self.stack.len() / 4 + 1024);
        }
        self.stack.push(key);
        self.expanded.push(false);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.seen.bytes() + self.stack.capacity() * N + self.expanded.capacity() / 8
    }

    /// Keys after the start, up to the last.
    fn way_to(&self, last: [u8; N]) -> Vec<[u8; N]> {
        self.expanded.iter_ones().skip(1).map(|place| self.stack[place]).chain([last]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::engine::{Pruning, Space};
    use crate::rules::preset;

    /// Keys whose hashes are equal are told apart by every single bit.
    #[test]
    fn equal_hashes_are_settled_by_the_whole_key() {
        let mut recent = Recent::<18>::new();
        let key = [0x5a; 18];
        for bit in 0..8 * 18 {
            let mut other = key;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(recent.insert(&key, 7) && !recent.insert(&key, 7) && recent.insert(&other, 7), "bit {bit}");
        }
    }

    /// A search that is interrupted again and again comes to the same end, after as many states, and leaves nothing behind.
    #[test]
    fn goes_on_where_it_stopped() {
        let rules = preset("seven-by-four").unwrap();
        let every_move = Pruning { space: Space::Plain, ..Pruning::default() };
        let mut search = DepthFirst::<12, 18>::new();
        for dead in [9, 110, 208] {
            let layout = DealNumber::microsoft(dead).unwrap().deal(&rules);
            let engine = || OneDeck::<12, 18>::new(&rules, &layout).unwrap().with_pruning(every_move);
            let whole = search.search(&mut engine(), &Budget::default());
            assert!(whole.outcome == Outcome::Exhausted && whole.states > 777, "deal {dead}");
            let mut states = 0;
            loop {
                let turn = search.search(&mut engine(), &Budget { states: 777, ..Budget::default() });
                states += turn.states;
                if turn.outcome == Outcome::Exhausted {
                    break;
                }
                assert!(turn.outcome == Outcome::GaveUp(Reason::States) && turn.states == 777, "deal {dead}");
            }
            assert_eq!(states, whole.states, "deal {dead}");
            // Without this the next deal would begin in the middle.
            search.search(&mut engine(), &Budget { states: 5, ..Budget::default() });
            search.forget();
        }
    }
}
