//! Shortest solutions of one-deck games without a stock: A* over exact states.
//!
//! Nodes are expanded in the order of f = g + h, where g is the path cost and h an admissible lower
//! bound ([`super::bounds`]). Nodes reached again by a cheaper path are reopened, so h need not be
//! consistent. Let U be the cost of a known solution: as soon as no open node has f < U, U is
//! optimal. U comes from the caller, from beam searches that start when the search turns out to be
//! long ([`super::beam`]), or from the search itself. Nodes with f ≥ U are never stored.
//!
//! After Paul & Helmert, "Optimal Solitaire Game Solutions using A* Search and Deadlock Analysis",
//! 2016, and Sukegawa & Hoki, 2023. The bound here is their deadlock bound made exact.

use super::Pruning;
use super::beam::{self, Beam};
use super::bounds::{Bound, CountingBound, ExactRelaxation, Heuristic, Reached};
use super::frontier::Frontier;
use super::node_store::{Found, MAX_PATH_COST, NONE, NewNode, Store};
use super::pruning::delayed_parking;
use crate::container::footprint::Footprint;
use crate::engine::optimal_state::numbered_rules::{NumberSet, NumberedRules};
use crate::engine::optimal_state::state::{Key, State, Step, Successor};
use crate::metric::Metric;
use crate::search::Budget;
use crate::verdict::{Capacity, Reason};
use std::cmp::Ordering;
use std::ops::Range;

/// How moves and their costs are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Runs move as a whole.
    pub groups: bool,
    /// A group of k cards costs k.
    pub per_card: bool,
}

impl Mode {
    pub fn new(game: &NumberedRules, metric: Metric) -> Mode {
        match metric {
            Metric::Moves => Mode { groups: true, per_card: false },
            Metric::Cards => Mode { groups: game.book.rules.group_is_primitive(), per_card: true },
        }
    }
}

/// The constants of all searches over states of one deal.
pub struct Context<'a> {
    pub game: &'a NumberedRules,
    pub mode: Mode,
}

impl Context<'_> {
    /// Whether only single cards move while no cell is free and no column is empty. Some rules let
    /// groups move without any room.
    pub fn no_groups_without_room(&self) -> bool {
        !self.mode.groups || self.game.book.largest_group(0, 0) == 1
    }
}

/// What a search is asked for.
pub struct Request<'a> {
    pub context: &'a Context<'a>,
    pub start: &'a State,
    /// The cost of a known solution.
    pub upper: Option<u32>,
    pub limits: &'a Budget,
    /// Called with the lower and the upper bound whenever one improves.
    pub progress: &'a mut dyn FnMut(u32, Option<u32>),
}

/// How a search ended.
#[derive(Debug)]
pub struct Ended {
    /// Lower bound on the cost of every solution.
    pub lower: u32,
    /// The cost and the keys of a solution cheaper than the given upper bound.
    pub better: Option<(u32, Vec<Key>)>,
    /// Number of nodes expanded.
    pub states: u64,
    /// The limit at which the search gave up, if it did.
    pub reason: Option<Reason>,
}

/// Memory of the search, reused from deal to deal.
pub struct Search {
    store: Store,
    frontier: Frontier,
    beam: Beam,
    batch: Vec<(u32, u32)>,
    expanded_nodes: Vec<ExpandedNode>,
    steps: Vec<Step>,
    children: Vec<Child>,
    pruning: Pruning,
    /// Longest path that is followed: what the store can hold.
    longest_path: u32,
}

/// A node whose successors have been generated.
struct ExpandedNode {
    index: u32,
    /// Heuristic h.
    bound: u32,
    /// Path cost g.
    g: u32,
    state: State,
    children: Range<usize>,
}

#[derive(Clone, Copy)]
struct Child {
    step: Step,
    successor: Successor,
    hash: u64,
    /// The code of the pending columns ([`delayed_parking`]).
    pending: u8,
}

/// The variables of one run of the search.
struct Run<'a, E> {
    context: &'a Context<'a>,
    heuristic: E,
    upper: Option<u32>,
    /// The parent of the goal node of the best solution, if this search found it.
    goal_parent: Option<u32>,
    lower: u32,
    progress: &'a mut dyn FnMut(u32, Option<u32>),
}

impl<E> Run<'_, E> {
    /// Whether a solution of this cost would not improve on the incumbent.
    #[inline]
    fn is_too_long(&self, length: u32) -> bool {
        self.upper.is_some_and(|upper| length >= upper)
    }

    /// Records a better solution and removes open nodes that cannot improve on it.
    fn improve(&mut self, frontier: &mut Frontier, length: u32, goal_parent: Option<u32>) {
        self.upper = Some(length);
        self.goal_parent = goal_parent;
        frontier.cut(length);
        (self.progress)(self.lower, self.upper);
    }
}

/// Nodes are expanded in batches of `.1` after `.0` expansions, so that the memory accesses of one
/// node overlap with the work on the others. While there are few nodes, they fit into the cache,
/// and expanding them one at a time reaches the goal sooner.
const BATCH: (u64, u64) = (1_000, 4);

/// (Expansions, width): after this number of expansions a beam search of this width tries to find a
/// better solution. Each costs a small share of the work done so far.
const BEAMS: [(u64, usize); 4] = [(10_000, 60), (60_000, 500), (600_000, 4_000), (4_000_000, 20_000)];

/// The share of the limit on memory that is kept from deal to deal.
const KEPT: u64 = 32;

/// In `cards`, contention is tested only for f within this distance of the upper bound: a node
/// raised further below is popped and loaded twice. In `moves` upper bounds are too loose for this
/// limit.
const CONTENTION_MARGIN: u32 = 2;

impl Search {
    pub fn new(pruning: Pruning) -> Search {
        Search {
            pruning,
            longest_path: MAX_PATH_COST,
            store: Store::new(),
            frontier: Frontier::new(),
            beam: Beam::new(),
            steps: Vec::new(),
            batch: Vec::new(),
            expanded_nodes: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Searches for a solution cheaper than the known one.
    pub fn run(&mut self, request: Request) -> Ended {
        match self.pruning.bound {
            Bound::Relaxation => self.run_with::<ExactRelaxation>(request),
            _ => self.run_with::<CountingBound>(request),
        }
    }

    fn run_with<E: Heuristic>(&mut self, request: Request) -> Ended {
        let Request { context, start, upper, limits, progress } = request;
        let clock = limits.start();
        self.store.clear(limits.memory / KEPT);
        self.frontier.clear();
        let mut heuristic = E::new(self.pruning.bound, !context.mode.per_card);
        let parked = heuristic.start(context, start);
        let set = heuristic.cards(parked.set);
        let bound = start.not_home + parked.count;
        let mut ended = Ended { lower: bound, better: None, states: 0, reason: None };
        if start.not_home == 0 {
            if upper.is_none_or(|u| u > 0) {
                ended.better = Some((0, vec![start.key]));
            }
            return ended;
        }
        let hash = Store::hash(&start.key);
        if let Found::Vacant(slot) = self.store.find(&start.key, hash) {
            let index = self.store.insert(slot, NewNode { key: start.key, parent: NONE, set, path_cost: 0 });
            self.frontier.push(bound, bound, index);
        }
        progress(bound, upper);
        let mut run = Run { context, heuristic, upper, goal_parent: None, lower: bound, progress };
        let mut beams = BEAMS.iter().peekable();
        let (mut expanded, mut rounds) = (0u64, 0u64);
        loop {
            let Some(f) = self.frontier.lowest().filter(|&f| !run.is_too_long(f)) else {
                run.lower = run.upper.unwrap_or(u32::MAX);
                break;
            };
            if f > run.lower {
                run.lower = f;
                (run.progress)(f, run.upper);
            }
            ended.reason = self.over_limit(limits, ended.states);
            if rounds % 256 == 0 {
                ended.reason = ended.reason.or_else(|| clock.check(ended.states, self.footprint()));
            }
            if f >= self.longest_path {
                ended.reason = Some(Reason::Capacity(Capacity::PathLength));
            }
            if ended.reason.is_some() {
                break;
            }
            rounds += 1;
            if let Some((_, width)) = beams.next_if(|beam| self.pruning.beams && expanded >= beam.0) {
                let room = limits.memory.saturating_sub(self.footprint());
                let found = self.beam.run(context, start, beam::Size { width: *width, room }, run.upper);
                ended.states += found.states;
                if let Some((length, keys)) = found.better {
                    ended.better = Some((length, keys));
                    run.improve(&mut self.frontier, length, None);
                }
                continue;
            }
            let batch_size = if expanded < BATCH.0 { 1 } else { BATCH.1 };
            self.pop_batch(f, batch_size.min(limits.states.saturating_sub(ended.states)));
            self.generate(&mut run, f);
            expanded += self.expanded_nodes.len() as u64;
            ended.states += self.expanded_nodes.len() as u64;
            self.insert_successors(&mut run, f);
        }
        ended.lower = run.lower;
        if let (Some(length), Some(parent)) = (run.upper, run.goal_parent) {
            let mut keys = self.store.path(parent);
            keys.push([0; 3]);
            ended.better = Some((length, keys));
        }
        ended
    }

    /// Pops the next nodes with this f, at most `most`.
    fn pop_batch(&mut self, f: u32, most: u64) {
        self.batch.clear();
        for _ in 0..most {
            if self.frontier.lowest() != Some(f) {
                break;
            }
            let Some((bound, index)) = self.frontier.pop() else { break };
            self.store.prefetch(index);
            self.batch.push((bound, index));
        }
    }

    /// Generates the successors of the batch and prefetches their table entries. Skips stale
    /// entries: nodes whose f has changed since they were queued.
    fn generate<E: Heuristic>(&mut self, run: &mut Run<E>, f: u32) {
        let context = run.context;
        let Context { game, mode } = *context;
        let near = if mode.per_card { CONTENTION_MARGIN } else { u32::MAX / 2 };
        let test_contention = self.pruning.contention && run.upper.is_none_or(|upper| f + near >= upper);
        self.expanded_nodes.clear();
        self.children.clear();
        for i in 0..self.batch.len() {
            let (bound, index) = self.batch[i];
            let g = self.store.path_cost(index);
            if g + bound != f {
                continue;
            }
            let state = State::unpack(game, self.store.key(index));
            if test_contention && !self.store.is_raised(index) {
                let raised = run.heuristic.raises_bound_cheaply(context, &state) || {
                    let before = run.heuristic.load(context, &state, self.store.set(index));
                    run.heuristic.raises_bound(context, &state, before)
                };
                if raised {
                    self.requeue_raised(index, f, bound, run.upper);
                    continue;
                }
            }
            self.steps.clear();
            state.steps(game, mode.groups, &mut self.steps);
            let first = self.children.len();
            let pending = delayed_parking::decode(self.store.pending(index), &state);
            for &step in &self.steps {
                let successor = state.successor(game, step, mode.per_card, |_| {});
                if run.is_too_long(g + successor.cost + successor.not_home) {
                    continue;
                }
                let pending = match self.pruning.delayed_parking {
                    true => delayed_parking::pending_after(context, &state, pending, step, &successor),
                    false => Some(NumberSet::EMPTY),
                };
                let Some(pending) = pending else { continue };
                let pending = delayed_parking::encode(pending, successor.top_set);
                let hash = Store::hash(&successor.key);
                self.store.prefetch_entry(hash);
                self.children.push(Child { step, successor, hash, pending });
            }
            self.expanded_nodes.push(ExpandedNode { index, bound, g, state, children: first..self.children.len() });
        }
        for child in &self.children {
            self.store.prefetch_found(child.hash);
        }
    }

    /// Inserts the generated successors. The blocking graph of a node is built only if one of its
    /// successors is new or cheaper.
    fn insert_successors<E: Heuristic>(&mut self, run: &mut Run<E>, f: u32) {
        let context = run.context;
        for i in 0..self.expanded_nodes.len() {
            let ExpandedNode { index, bound, g, ref state, ref children } = self.expanded_nodes[i];
            // An earlier node of the batch may have found a solution, or a cheaper path to this
            // node, which is then queued again.
            if self.store.path_cost(index) != g || run.is_too_long(f) {
                continue;
            }
            let mut loaded = None;
            for child in children.clone() {
                let Child { step, successor, hash, pending } = self.children[child];
                let g = g + successor.cost;
                if run.is_too_long(g + successor.not_home) {
                    continue;
                }
                if successor.not_home == 0 {
                    run.improve(&mut self.frontier, g, Some(index));
                    continue;
                }
                if g > self.longest_path {
                    // The store cannot represent this path cost. This entry ends the search when it
                    // is popped, unless a solution is found before.
                    self.frontier.push(self.longest_path, 0, index);
                    continue;
                }
                let found = self.store.find(&successor.key, hash);
                let (mut pending, mut raised) = (pending, false);
                if let Found::At(known) = found {
                    raised = self.store.is_raised(known);
                    match g.cmp(&self.store.path_cost(known)) {
                        Ordering::Less => {}
                        Ordering::Equal => {
                            match delayed_parking::intersect_if_smaller(self.store.pending(known), pending) {
                                Some(smaller) => pending = smaller,
                                None => continue,
                            }
                        }
                        Ordering::Greater => continue,
                    }
                }
                let before = *loaded.get_or_insert_with(|| run.heuristic.load(context, state, self.store.set(index)));
                debug_assert!(bound == state.not_home + before.count || self.store.is_raised(index));
                let limit = run.upper.map_or(u32::MAX, |u| u - 1 - g - successor.not_home);
                let after = run.heuristic.after_step(context, before, Reached { step, key: successor.key }, limit);
                let Some(parked) = after else { continue };
                // A raised bound belongs to the state, not to the path, so it stays. And h(child) ≥
                // h(parent) − cost, which passes a raised bound on to the successor (pathmax).
                let plain = successor.not_home + parked.count;
                let bound = (plain + u32::from(raised)).max(bound.saturating_sub(successor.cost));
                if run.is_too_long(g + bound) {
                    continue;
                }
                let set = run.heuristic.cards(parked.set);
                let child = match found {
                    Found::At(known) => {
                        self.store.shorten(known, index, set, g);
                        known
                    }
                    Found::Vacant(slot) => {
                        self.store.insert(slot, NewNode { key: successor.key, parent: index, set, path_cost: g })
                    }
                };
                if bound > plain {
                    self.store.raise(child);
                }
                self.store.set_pending(child, pending);
                self.frontier.push(g + bound, bound, child);
            }
        }
    }

    /// Raises the bound of a node by one and queues it in the next f-layer, if that layer is below
    /// the upper bound.
    fn requeue_raised(&mut self, index: u32, f: u32, bound: u32, upper: Option<u32>) {
        if upper.is_none_or(|u| f + 1 < u) {
            self.store.raise(index);
            self.frontier.push(f + 1, bound + 1, index);
        }
    }

    fn over_limit(&self, limits: &Budget, states: u64) -> Option<Reason> {
        if states >= limits.states {
            return Some(Reason::States);
        }
        if self.store.len() >= NONE as usize - 4096 {
            return Some(Reason::Capacity(Capacity::Positions));
        }
        (self.footprint() > limits.memory).then_some(Reason::Memory)
    }

    /// Gives all memory back that is kept for the next deal.
    pub fn release(&mut self) {
        *self = Search { longest_path: self.longest_path, ..Search::new(self.pruning) };
    }
}

impl Footprint for Search {
    fn footprint(&self) -> u64 {
        let Search { store, frontier, beam, batch, expanded_nodes, steps, children, pruning: _, longest_path: _ } =
            self;
        let lists = batch.footprint() + expanded_nodes.footprint() + steps.footprint() + children.footprint();
        store.footprint() + frontier.footprint() + beam.footprint() + lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::rules::preset;

    /// A path that is too long for the store ends the search as a capacity of the program. Bounds proven before stay valid,
    /// and a solution that fits is still found.
    #[test]
    fn paths_that_are_too_long_are_a_capacity() {
        let mut rules = preset("freecell").unwrap();
        for change in ["ranks=5", "columns=[5,5,5,5]", "cells=1"] {
            rules.apply_override(change).unwrap();
        }
        let mut cut_short = 0;
        for deal in 1..=20 {
            let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
            let game = NumberedRules::new(&rules, &layout, true).unwrap();
            for metric in Metric::ALL {
                let context = Context { game: &game, mode: Mode::new(&game, metric) };
                let start = State::pack(&game, &layout);
                let mut search = Search::new(Pruning { beams: false, ..Pruning::default() });
                let mut run = |longest_path| {
                    search.longest_path = longest_path;
                    let limits = &Budget::default();
                    let (context, start) = (&context, &start);
                    search.run(Request { context, start, upper: None, limits, progress: &mut |_, _| () })
                };
                let whole = run(MAX_PATH_COST);
                let Some((length, _)) = whole.better else { continue };
                assert!(whole.reason.is_none() && whole.lower == length, "{deal} {metric}");
                for longest in [length - 1, length - 2, length - 4, length - 6] {
                    let ended = run(longest);
                    assert_eq!(ended.reason, Some(Reason::Capacity(Capacity::PathLength)), "{deal} {metric} {longest}");
                    assert!(ended.lower <= length && ended.better.is_none(), "{deal} {metric} {longest}: {ended:?}");
                    cut_short += 1;
                }
                let ended = run(length + 1);
                assert_eq!(ended.better.map(|better| better.0), Some(length), "{deal} {metric}");
            }
        }
        assert!(cut_short >= 60, "{cut_short} searches");
    }
}
