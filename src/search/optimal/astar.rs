//! Shortest solutions of one-deck games without a stock: A* over exact positions.
//!
//! Positions come up in the order of f = way + bound, and those reached again by a shorter way come up again. The bound
//! never overestimates, so once nothing is left with an f below a known solution's length U, U is the optimum. U comes
//! from the caller, from beam searches that start when the search turns out to be long ([`super::beam`]), or from the
//! search itself. Positions with f ≥ U are neither kept nor even entered.
//! (After Paul & Helmert, "Optimal Solitaire NumberedRules Solutions using A* Search and Deadlock Analysis", 2016, and Sukegawa
//! & Hoki, 2023; the bound here is their deadlock bound made exact.)

use super::Pruning;
use super::beam::Beam;
use super::bounds::{Bound, Counted, Evaluation, Exact};
use super::frontier::Frontier;
use crate::engine::optimal_state::numbered_rules::NumberedRules;
use super::pruning::delayed_parking;
use crate::engine::optimal_state::state::{Codes, Key, State, Step, Successor};
use super::node_store::{Found, LONGEST, NONE, Store};
use crate::metric::Metric;
use crate::search::Budget;
use crate::verdict::{Capacity, Reason};
use std::cmp::Ordering;
use std::ops::Range;

/// How moves are counted.
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

/// What every search over positions of one deal needs.
pub struct Context<'a> {
    pub game: &'a NumberedRules,
    pub codes: &'a Codes,
    pub mode: Mode,
}

impl Context<'_> {
    /// Whether cards move one by one where no cell is free and no column empty. Some rules let groups move without any room.
    pub fn no_groups_without_room(&self) -> bool {
        !self.mode.groups || self.game.book.largest_group(0, 0) == 1
    }
}

/// How a search ended.
#[derive(Debug)]
pub struct Ended {
    /// No solution is shorter than this.
    pub lower: u32,
    /// The length and keys of a solution shorter than the given upper bound.
    pub better: Option<(u32, Vec<Key>)>,
    /// Positions expanded.
    pub states: u64,
    /// The limit that ended it, if it did not end by itself.
    pub reason: Option<Reason>,
}

/// Memory of the search, reused from deal to deal.
pub struct Search {
    store: Store,
    frontier: Frontier,
    beam: Beam,
    taken: Vec<(u32, u32)>,
    opened: Vec<Opened>,
    steps: Vec<Step>,
    children: Vec<Child>,
    pruning: Pruning,
}

/// A position whose successors are listed.
struct Opened {
    index: u32,
    bound: u32,
    length: u32,
    state: State,
    children: Range<usize>,
}

#[derive(Clone, Copy)]
struct Child {
    step: Step,
    successor: Successor,
    hash: u64,
    /// The code of the columns due.
    due: u8,
}

/// What is known in the course of a search.
struct Course<'a, E> {
    context: &'a Context<'a>,
    evaluation: E,
    upper: Option<u32>,
    /// The position that the best solution comes from, if the search itself has found it.
    goal_parent: Option<u32>,
    lower: u32,
    progress: &'a mut dyn FnMut(u32, Option<u32>),
}

impl<E> Course<'_, E> {
    /// Whether a solution of this length would be none better.
    #[inline]
    fn is_too_long(&self, length: u32) -> bool {
        self.upper.is_some_and(|upper| length >= upper)
    }

    /// A solution has been found: what cannot be shorter is not looked at any more.
    fn improve(&mut self, frontier: &mut Frontier, length: u32, goal_parent: Option<u32>) {
        self.upper = Some(length);
        self.goal_parent = goal_parent;
        frontier.cut(length);
        (self.progress)(self.lower, self.upper);
    }
}

/// Positions that are opened side by side, as (expansions after which, how many): what one needs from memory is on its way while
/// we look at the others. While there are few positions they lie in the cache, and one by one leads to the goal sooner.
const SIDE_BY_SIDE: (u64, u64) = (1_000, 4);

/// Expansions after which a beam of the given width looks for a better solution. Beams cost a small share of what
/// the search has cost so far.
const BEAMS: [(u64, usize); 4] = [(10_000, 60), (60_000, 500), (600_000, 4_000), (4_000_000, 20_000)];

/// Contention is asked about only this near to the upper bound when cards are counted: what is set aside further down
/// comes up again and is loaded twice. In `moves` upper bounds are too loose for that.
const NEAR_UPPER: u32 = 2;

impl Search {
    pub fn new(pruning: Pruning) -> Search {
        Search {
            pruning,
            store: Store::new(),
            frontier: Frontier::default(),
            beam: Beam::new(),
            steps: Vec::new(),
            taken: Vec::new(),
            opened: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Searches for a solution shorter than `upper`, telling `progress` whenever a bound moves.
    pub fn run(
        &mut self,
        context: &Context,
        start: &State,
        upper: Option<u32>,
        limits: &Budget,
        progress: &mut dyn FnMut(u32, Option<u32>),
    ) -> Ended {
        match self.pruning.bound {
            Bound::Relaxation => self.run_with::<Exact>(context, start, upper, limits, progress),
            _ => self.run_with::<Counted>(context, start, upper, limits, progress),
        }
    }

    fn run_with<E: Evaluation>(
        &mut self,
        context: &Context,
        start: &State,
        upper: Option<u32>,
        limits: &Budget,
        progress: &mut dyn FnMut(u32, Option<u32>),
    ) -> Ended {
        let clock = limits.start();
        self.store.clear();
        self.frontier.clear();
        let mut evaluation = E::new(self.pruning.bound, !context.mode.per_card);
        let parked = evaluation.start(context, start);
        let set = evaluation.cards(parked.set);
        let bound = start.left + parked.count;
        let mut ended = Ended { lower: bound, better: None, states: 0, reason: None };
        if start.left == 0 {
            if upper.is_none_or(|u| u > 0) {
                ended.better = Some((0, vec![start.key]));
            }
            return ended;
        }
        let hash = Store::hash(&start.key);
        if let Found::Vacant(slot) = self.store.find(&start.key, hash) {
            let index = self.store.insert(slot, hash, &start.key, NONE, set, 0);
            self.frontier.push(bound, bound, index);
        }
        progress(bound, upper);
        let mut course = Course { context, evaluation, upper, goal_parent: None, lower: bound, progress };
        let mut beams = BEAMS.iter().peekable();
        let (mut expanded, mut rounds) = (0u64, 0u64);
        loop {
            let Some(f) = self.frontier.lowest().filter(|&f| !course.is_too_long(f)) else {
                course.lower = course.upper.unwrap_or(u32::MAX);
                break;
            };
            if f > course.lower {
                course.lower = f;
                (course.progress)(f, course.upper);
            }
            ended.reason = self.over_limit(limits, ended.states);
            if rounds % 256 == 0 {
                ended.reason = ended.reason.or_else(|| clock.check(ended.states, self.memory()));
            }
            if f >= LONGEST {
                ended.reason = Some(Reason::Capacity(Capacity::PathLength));
            }
            if ended.reason.is_some() {
                break;
            }
            rounds += 1;
            if let Some((_, width)) = beams.next_if(|beam| self.pruning.beams && expanded >= beam.0) {
                let found = self.beam.run(context, start, *width, course.upper);
                ended.states += found.states;
                if let Some((length, keys)) = found.better {
                    ended.better = Some((length, keys));
                    course.improve(&mut self.frontier, length, None);
                }
                continue;
            }
            let side_by_side = if expanded < SIDE_BY_SIDE.0 { 1 } else { SIDE_BY_SIDE.1 };
            self.take(f, side_by_side.min(limits.states.saturating_sub(ended.states)));
            self.open(&mut course, f);
            expanded += self.opened.len() as u64;
            ended.states += self.opened.len() as u64;
            self.expand(&mut course, f);
        }
        ended.lower = course.lower;
        if let (Some(length), Some(parent)) = (course.upper, course.goal_parent) {
            let mut keys = self.store.path(parent);
            keys.push([0; 3]);
            ended.better = Some((length, keys));
        }
        ended
    }

    /// Takes the next positions of a layer, at most `most`.
    fn take(&mut self, f: u32, most: u64) {
        self.taken.clear();
        for _ in 0..most {
            if self.frontier.lowest() != Some(f) {
                break;
            }
            let Some((bound, index)) = self.frontier.pop() else { break };
            self.store.prefetch(index);
            self.taken.push((bound, index));
        }
    }

    /// Lists the successors of those taken that are due, and asks for what the table has about them.
    fn open<E: Evaluation>(&mut self, course: &mut Course<E>, f: u32) {
        let context = course.context;
        let Context { game, codes, mode } = *context;
        let near = if mode.per_card { NEAR_UPPER } else { u32::MAX / 2 };
        let asks = self.pruning.contention && course.upper.is_none_or(|upper| f + near >= upper);
        self.opened.clear();
        self.children.clear();
        for i in 0..self.taken.len() {
            let (bound, index) = self.taken[i];
            let length = self.store.length(index);
            if length + bound != f {
                continue;
            }
            let state = State::unpack(game, codes, self.store.key(index));
            if asks && !self.store.is_raised(index) {
                let wastes = course.evaluation.wastes_plainly(context, &state) || {
                    let before = course.evaluation.load(context, &state, self.store.set(index));
                    course.evaluation.wastes(context, &state, before)
                };
                if wastes {
                    self.put_off(index, f, bound, course.upper);
                    continue;
                }
            }
            self.steps.clear();
            state.steps(game, mode.groups, &mut self.steps);
            let first = self.children.len();
            let due = delayed_parking::decode(self.store.due(index), &state);
            for &step in &self.steps {
                let successor = state.successor(game, codes, step, mode.per_card, |_| {});
                if course.is_too_long(length + successor.cost + successor.left) {
                    continue;
                }
                let due = match self.pruning.late_parking {
                    true => delayed_parking::due_after(context, &state, due, step, &successor),
                    false => Some(0),
                };
                let Some(due) = due else { continue };
                let due = delayed_parking::encode(due, successor.top_set);
                let hash = Store::hash(&successor.key);
                self.store.prefetch_entry(hash);
                self.children.push(Child { step, successor, hash, due });
            }
            self.opened.push(Opened { index, bound, length, state, children: first..self.children.len() });
        }
        for child in &self.children {
            self.store.prefetch_found(child.hash);
        }
    }

    /// Enters the successors of what is opened. The graph of a position is built only when a successor turns out to be new.
    fn expand<E: Evaluation>(&mut self, course: &mut Course<E>, f: u32) {
        let context = course.context;
        for i in 0..self.opened.len() {
            let Opened { index, bound, length, ref state, ref children } = self.opened[i];
            // One before it may have found a solution, or a shorter way to this one, which then comes up again.
            if self.store.length(index) != length || course.is_too_long(f) {
                continue;
            }
            let mut loaded = None;
            for child in children.clone() {
                let Child { step, successor, hash, due } = self.children[child];
                let length = length + successor.cost;
                if course.is_too_long(length + successor.left) {
                    continue;
                }
                if successor.left == 0 {
                    course.improve(&mut self.frontier, length, Some(index));
                    continue;
                }
                if length > LONGEST {
                    // There is no room for such a way. Unless a solution is found before, the search ends when this comes up.
                    self.frontier.push(LONGEST, 0, index);
                    continue;
                }
                let found = self.store.find(&successor.key, hash);
                let (mut due, mut raised) = (due, false);
                if let Found::At(known) = found {
                    raised = self.store.is_raised(known);
                    match length.cmp(&self.store.length(known)) {
                        Ordering::Less => {}
                        Ordering::Equal => match delayed_parking::fewer(self.store.due(known), due) {
                            Some(fewer) => due = fewer,
                            None => continue,
                        },
                        Ordering::Greater => continue,
                    }
                }
                let before =
                    *loaded.get_or_insert_with(|| course.evaluation.load(context, state, self.store.set(index)));
                debug_assert!(bound == state.left + before.count || self.store.is_raised(index));
                let limit = course.upper.map_or(u32::MAX, |u| u - 1 - length - successor.left);
                let after = course.evaluation.after_step(context, before, step, successor.key, limit);
                let Some(parked) = after else { continue };
                // What is known to be wasted from there on stays known, whatever the way; and what is left here is left
                // after the step, but for the step: this passes the waste found by contention on.
                let plain = successor.left + parked.count;
                let bound = (plain + u32::from(raised)).max(bound.saturating_sub(successor.cost));
                if course.is_too_long(length + bound) {
                    continue;
                }
                let set = course.evaluation.cards(parked.set);
                let child = match found {
                    Found::At(known) => {
                        self.store.shorten(known, index, set, length);
                        known
                    }
                    Found::Vacant(slot) => self.store.insert(slot, hash, &successor.key, index, set, length),
                };
                if bound > plain {
                    self.store.raise(child);
                }
                self.store.set_due(child, due);
                self.frontier.push(length + bound, bound, child);
            }
        }
    }

    /// A position from which every solution is longer than its bound comes up in the next layer, if that is searched.
    fn put_off(&mut self, index: u32, f: u32, bound: u32, upper: Option<u32>) {
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
        (self.memory() > limits.memory).then_some(Reason::Memory)
    }

    fn memory(&self) -> u64 {
        self.store.bytes() + self.frontier.bytes()
    }
}
