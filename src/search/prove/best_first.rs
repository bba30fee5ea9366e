//! Complete best-first search over any engine: finds a win if there is one, otherwise exhausts the
//! space.
//!
//! *Nodes.* A node is a key (18 bytes for one deck) with its parent and queue links; its state is
//! restored when it is expanded. The moves of a solution are reconstructed by replaying from the
//! start. Every state is inserted into the closed set when it is generated, so none is expanded
//! twice. Forced moves ([`SearchEngine::forced`]) are played at once, so states with a forced move
//! are never stored.
//!
//! *Order.* Every node is in two queues, ordered by two heuristics, and the queues alternate: where
//! one heuristic stagnates, the other usually does not (the alternation of the planner LAMA). Every
//! second expansion takes a node with a random h instead of the best h, with a fixed random
//! sequence (type-based exploration, Xie, Müller, Holte and Imai 2014): without it, hard wins took
//! a hundred times as many states. For a proof the order makes no difference. A queue is an array
//! of stacks by h, last in first out among equals, linked through the nodes: every node is in
//! two queues, and entries of 4 bytes each inside the node need no memory that doubles.

use super::{Order, SearchEngine, SuccessorBuffer};
use crate::container::hash::hash;
use crate::container::node_arena::{NONE, NodeArena, QUEUES};
use crate::container::node_index::{Lookup, NodeIndex};
use crate::container::random::Lcg;
use crate::moves::Move;
use crate::search::{Budget, Outcome, Searched};
use crate::verdict::{Capacity, Reason};

/// Interval between checks of the clock, in states.
const CLOCK: u64 = 1 << 12;
/// Memory kept from deal to deal, in bytes.
const KEEP: usize = 8 << 20;

/// The memory of a search, reused from deal to deal.
pub struct BestFirst<E: SearchEngine> {
    arena: NodeArena<E::Key>,
    table: NodeIndex,
    queues: [Queue; QUEUES],
    successors: SuccessorBuffer<E::State, E::Action>,
    order: Order,
}

/// Nodes by h.
#[derive(Default)]
struct Queue {
    /// By h: the top node of its stack.
    stacks: Vec<u32>,
    /// Lower bound on the h of all nodes.
    best: usize,
}

impl<E: SearchEngine> BestFirst<E> {
    /// Empty memory for searches in this order.
    pub fn new(order: Order) -> Self {
        BestFirst {
            order,
            arena: NodeArena::new(),
            table: NodeIndex::new(),
            queues: Default::default(),
            successors: SuccessorBuffer::default(),
        }
    }

    /// Searches from the engine's start state until a win, exhaustion or a limit.
    pub fn search(&mut self, engine: &mut E, limits: &Budget) -> Searched {
        let searched = self.run(engine, limits);
        self.arena.clear(KEEP);
        self.table.clear();
        for queue in &mut self.queues {
            queue.stacks.clear();
            queue.best = 0;
        }
        searched
    }

    fn run(&mut self, engine: &mut E, limits: &Budget) -> Searched {
        let clock = limits.start();
        let mut states = 0;
        let start = after_forced_moves(engine, engine.start());
        if engine.is_won(&start) {
            return Searched { outcome: Outcome::Won(replay(engine, &[])), states };
        }
        self.add(engine.key(&start), NONE, self.estimates(engine, &start));
        let mut bytes = self.arena.bytes() + self.table.bytes();
        let give_up = |reason, states| Searched { outcome: Outcome::GaveUp(reason), states };
        let mut random = Lcg::new(1);
        while let Some(node) = self.pop(states, &mut random) {
            if states >= limits.states {
                return give_up(Reason::States, states);
            }
            if states % CLOCK == 0
                && let Some(reason) = clock.check(states, bytes as u64)
            {
                return give_up(reason, states);
            }
            if let Some(capacity) = engine.is_full() {
                return give_up(Reason::Capacity(capacity), states);
            }
            if engine.memory() + bytes as u64 > limits.memory {
                return give_up(Reason::Memory, states);
            }
            states += 1;
            let state = engine.restore(self.arena.key(node));
            self.successors.clear();
            engine.expand(&state, &mut self.successors);
            for i in 0..self.successors.states().len() {
                let next = after_forced_moves(engine, self.successors.states()[i]);
                let key = engine.key(&next);
                let Lookup::Vacant(place) = self.find(&key, hash(&key)) else { continue };
                if engine.is_won(&next) {
                    let path = self.path(node, key);
                    return Searched { outcome: Outcome::Won(replay(engine, &path)), states };
                }
                if self.arena.must_grow() {
                    if self.arena.len() >= (NONE as usize) >> 1 {
                        return give_up(Reason::Capacity(Capacity::Positions), states);
                    }
                    if engine.memory() + (bytes + NodeArena::<E::Key>::BLOCK_BYTES) as u64 > limits.memory {
                        return give_up(Reason::Memory, states);
                    }
                    bytes += NodeArena::<E::Key>::BLOCK_BYTES;
                }
                bytes += self.table.insert(place, self.arena.len() as u32);
                self.push(key, node, self.estimates(engine, &next));
            }
        }
        Searched { outcome: Outcome::Exhausted, states }
    }

    /// The h of a state in each queue. With h = 0 for all the order is depth-first: the last
    /// generated state is expanded next.
    #[inline]
    fn estimates(&self, engine: &E, state: &E::State) -> [u32; QUEUES] {
        match self.order {
            Order::Best => engine.estimates(state),
            Order::Depth => [0; QUEUES],
        }
    }

    #[inline]
    fn find(&self, key: &E::Key, hash: u64) -> Lookup {
        self.table.find(hash, |other| self.arena.key(other) == key)
    }

    fn add(&mut self, key: E::Key, parent: u32, estimates: [u32; QUEUES]) {
        if let Lookup::Vacant(place) = self.find(&key, hash(&key)) {
            self.table.insert(place, self.arena.len() as u32);
            self.push(key, parent, estimates);
        }
    }

    #[inline]
    fn push(&mut self, key: E::Key, parent: u32, estimates: [u32; QUEUES]) {
        let node = self.arena.push(key, parent);
        let links = self.arena.links(node);
        for ((queue, link), h) in self.queues.iter_mut().zip(links).zip(estimates) {
            let h = h as usize;
            if h >= queue.stacks.len() {
                queue.stacks.resize(h + 1, NONE);
            }
            *link = std::mem::replace(&mut queue.stacks[h], node);
            queue.best = queue.best.min(h);
        }
    }

    /// The next node to expand: alternately the best node of each queue and a node of a random
    /// h.
    #[inline]
    fn pop(&mut self, turn: u64, random: &mut Lcg) -> Option<u32> {
        let queue = turn as usize % QUEUES;
        let explore = turn as usize / QUEUES % 2 == 1;
        if explore {
            let Queue { stacks, best } = &self.queues[queue];
            let start = best + random.below(stacks.len() - best);
            for h in start..stacks.len() {
                if let Some(node) = self.take(queue, h) {
                    return Some(node);
                }
            }
        }
        while self.queues[queue].best < self.queues[queue].stacks.len() {
            if let Some(node) = self.take(queue, self.queues[queue].best) {
                return Some(node);
            }
            self.queues[queue].best += 1;
        }
        None
    }

    /// The last node of this h that has not been expanded. Every queue contains all nodes.
    #[inline]
    fn take(&mut self, queue: usize, h: usize) -> Option<u32> {
        let top = &mut self.queues[queue].stacks[h];
        while *top != NONE {
            let node = *top;
            *top = self.arena.links(node)[queue];
            if self.arena.mark_expanded(node) {
                return Some(node);
            }
        }
        None
    }

    /// The keys on the path to `last`, without the root.
    fn path(&self, mut node: u32, last: E::Key) -> Vec<E::Key> {
        let mut path = vec![last];
        while self.arena.parent(node) != NONE {
            path.push(*self.arena.key(node));
            node = self.arena.parent(node);
        }
        path.reverse();
        path
    }
}

/// The state after all forced moves.
#[inline]
pub(in crate::search) fn after_forced_moves<E: SearchEngine>(engine: &mut E, mut state: E::State) -> E::State {
    while let Some(action) = engine.forced(&state) {
        state = engine.apply(&state, action);
    }
    state
}

/// The moves along a path of keys, forced moves included.
pub(super) fn replay<E: SearchEngine>(engine: &mut E, path: &[E::Key]) -> Vec<Move> {
    let start = engine.start();
    replay_from(engine, start, path)
}

/// The moves from a state along a path of states without forced moves.
pub(in crate::search) fn replay_from<E: SearchEngine>(
    engine: &mut E,
    mut state: E::State,
    path: &[E::Key],
) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut successors = SuccessorBuffer::default();
    play_forced_moves(engine, &mut state, &mut moves);
    for key in path {
        successors.clear();
        engine.expand(&state, &mut successors);
        let leads_on = |engine: &mut E, successor: usize| {
            let next = after_forced_moves(engine, successors.states()[successor]);
            engine.key(&next) == *key
        };
        let found = (0..successors.states().len()).find(|&i| leads_on(engine, i));
        let found = found.expect("every stored state was generated from its parent in this way");
        for &action in successors.actions(found) {
            moves.push(engine.to_move(&state, action));
            state = engine.apply(&state, action);
        }
        play_forced_moves(engine, &mut state, &mut moves);
    }
    moves
}

/// Plays all forced moves and records them.
fn play_forced_moves<E: SearchEngine>(engine: &mut E, state: &mut E::State, moves: &mut Vec<Move>) {
    while let Some(action) = engine.forced(state) {
        moves.push(engine.to_move(state, action));
        *state = engine.apply(state, action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::engine::OneDeck;
    use crate::engine::interned::Anything;
    use crate::rules::preset;

    /// A full table of columns ends the search as a capacity of the program, not as a limit or a proof.
    #[test]
    fn a_full_table_of_columns_is_a_capacity() {
        let rules = preset("big-freecell").unwrap();
        let layout = DealNumber::microsoft(4).unwrap().deal(&rules);
        let mut engine = Anything::new(&rules, &layout).with_room_for(50);
        let searched = BestFirst::new(Order::Best).search(&mut engine, &Budget::default());
        assert_eq!(searched.outcome, Outcome::GaveUp(Reason::Capacity(Capacity::Columns)));
        assert!(searched.states > 0);
    }

    /// States with equal hashes are distinguished by every single bit of their keys.
    #[test]
    fn equal_hashes_are_decided_by_the_whole_key() {
        let mut search = BestFirst::<OneDeck<12, 18>>::new(Order::Best);
        let key = [0x5a; 18];
        let Lookup::Vacant(place) = search.find(&key, 7) else { panic!("a new table is empty") };
        search.table.insert(place, 0);
        search.push(key, NONE, [0; QUEUES]);
        for bit in 0..8 * 18 {
            let mut other = key;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(matches!(search.find(&other, 7), Lookup::Vacant(_)), "bit {bit}");
        }
        assert!(matches!(search.find(&key, 7), Lookup::Found));
    }
}
