//! Exhausts the space of a one-deck game depth-first, storing nothing but keys.
//!
//! For a proof the order does not matter, so no state is evaluated and no links are kept: a state
//! costs its key in the closed set and, while it is open, its key on the stack. Expanded states
//! stay on the stack, marked, until all their successors are done; if a win is found, the marked
//! states are the path to it.
//!
//! A search that gives up at its state limit can be resumed, so that another search can run in
//! between.

use super::best_first::{after_forced_moves, replay};
use crate::container::exact_set::ExactSet;
use crate::container::hash::hash;
use crate::engine::one_deck::Action;
use crate::engine::{Engine, OneDeck};
use crate::search::{Budget, Outcome, Searched};
use crate::verdict::Reason;
use bitvec::vec::BitVec;

/// Interval between checks of the clock, in states.
const CLOCK: u64 = 1 << 12;
/// Size of a cache of recently generated states. Most duplicates were generated a moment ago, so
/// this avoids a cache miss in the closed set.
const RECENT: usize = 1 << 14;

/// The memory of a search, reused from deal to deal. A non-empty stack belongs to a search that can
/// be resumed.
pub struct DepthFirst<const P: usize, const N: usize> {
    seen: ExactSet<N>,
    stack: Vec<[u8; N]>,
    /// Which states of the stack have been expanded.
    expanded: BitVec,
    actions: Vec<Action>,
    /// The successors of the current state.
    generated: Vec<Generated<N>>,
    recent: Recent<N>,
}

/// A direct-mapped cache of recently generated keys.
struct Recent<const N: usize>(Box<[[u8; N]]>);

impl<const N: usize> Recent<N> {
    fn new() -> Recent<N> {
        Recent(vec![[0; N]; RECENT].into_boxed_slice())
    }

    fn clear(&mut self) {
        self.0.fill([0; N]);
    }

    /// Replaces the entry of the hash by a key. Returns whether the key was not there.
    #[inline]
    fn insert(&mut self, key: &[u8; N], hash: u64) -> bool {
        let slot = &mut self.0[(hash >> 8) as usize % RECENT];
        let new = slot != key;
        *slot = *key;
        new
    }
}

/// A successor that has just been generated.
#[derive(Clone, Copy)]
struct Generated<const N: usize> {
    key: [u8; N],
    action: Action,
    hash: u64,
}

impl<const P: usize, const N: usize> DepthFirst<P, N> {
    /// Empty memory.
    pub fn new() -> Self {
        let (stack, expanded, actions, generated) = Default::default();
        DepthFirst { seen: ExactSet::new(), stack, expanded, actions, generated, recent: Recent::new() }
    }

    /// Searches until a win, exhaustion or a limit. Starts from the engine's start state, or
    /// resumes the previous search if that gave up at its state limit and was not forgotten; the
    /// engine must then be one of the same deal.
    pub fn search(&mut self, engine: &mut OneDeck<P, N>, limits: &Budget) -> Searched {
        let searched = self.run(engine, limits);
        if searched.outcome != Outcome::GaveUp(Reason::States) {
            self.clear();
        }
        searched
    }

    /// Discards a search that could be resumed, if there is one.
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
        // The state on top of the stack, if it is available without restoring it from its key.
        let mut top = None;
        if self.stack.is_empty() {
            let start = after_forced_moves(engine, engine.start());
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
            self.generated.clear();
            for &action in &self.actions {
                let key = engine.key_after(&state, action);
                if key == OneDeck::<P, N>::WON {
                    let path = self.path_to(key);
                    return Searched { outcome: Outcome::Won(replay(engine, &path)), states };
                }
                let hash = hash(&key);
                if self.recent.insert(&key, hash) {
                    self.seen.prefetch(hash);
                    self.generated.push(Generated { key, action, hash });
                }
            }
            let mut last = None;
            for i in 0..self.generated.len() {
                let Generated { key, action, hash } = self.generated[i];
                if self.seen.insert(&key, hash) {
                    self.push(key);
                    last = Some(action);
                }
            }
            if let Some(action) = last {
                let next = engine.apply(&state, action);
                top = Some(after_forced_moves(engine, next));
            }
        }
        Searched { outcome: Outcome::Exhausted, states }
    }

    /// Pushes a state onto the stack, which grows by a quarter instead of doubling.
    #[inline]
    fn push(&mut self, key: [u8; N]) {
        if self.stack.len() == self.stack.capacity() {
            self.stack.reserve_exact(self.stack.len() / 4 + 1024);
        }
        self.stack.push(key);
        self.expanded.push(false);
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.seen.bytes() + self.stack.capacity() * N + self.expanded.capacity() / 8
    }

    /// The keys on the path to `last`, without the root.
    fn path_to(&self, last: [u8; N]) -> Vec<[u8; N]> {
        self.expanded.iter_ones().skip(1).map(|place| self.stack[place]).chain([last]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::engine::{Pruning, Space};
    use crate::rules::preset;
    use std::sync::Arc;

    /// Keys with equal hashes are distinguished by every single bit.
    #[test]
    fn equal_hashes_are_decided_by_the_whole_key() {
        let mut recent = Recent::<18>::new();
        let key = [0x5a; 18];
        for bit in 0..8 * 18 {
            let mut other = key;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(recent.insert(&key, 7) && !recent.insert(&key, 7) && recent.insert(&other, 7), "bit {bit}");
        }
    }

    /// Time and the caller end the search, and it is not taken for one that can be resumed.
    #[test]
    fn the_clock_ends_the_search() {
        let rules = preset("freecell").unwrap();
        let layout = DealNumber::microsoft(6_825_625_742).unwrap().deal(&rules);
        let every_move = Pruning { space: Space::Plain, ..Pruning::default() };
        let mut engine = OneDeck::<12, 18>::new(&rules, &layout).unwrap().with_pruning(every_move);
        let limits = Budget { states: 1_000_000, ..Budget::default() };
        let time = Budget { time: Some(std::time::Duration::from_millis(20)), ..limits.clone() };
        let cancelled = Arc::new(std::sync::atomic::AtomicBool::new(true)).into();
        let cancelled = Budget { cancel: Some(cancelled), ..limits };
        let mut search = DepthFirst::<12, 18>::new();
        for (limits, reason) in [(time, Reason::Time), (cancelled, Reason::Interrupted)] {
            let ended = search.search(&mut engine, &limits);
            assert_eq!(ended.outcome, Outcome::GaveUp(reason));
            assert!(search.stack.is_empty(), "{reason:?}");
        }
    }

    /// A search that is interrupted repeatedly has the same result after the same number of states,
    /// and leaves no trace for the next deal.
    #[test]
    fn resumes_where_it_stopped() {
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
            // Without `forget`, the next deal would resume this search.
            search.search(&mut engine(), &Budget { states: 5, ..Budget::default() });
            search.forget();
        }
    }
}
