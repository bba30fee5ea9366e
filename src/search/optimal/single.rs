//! Shortest solutions of one-deck games without a stock: A* over exact positions.
//!
//! Positions come up in the order of f = way + bound, and those reached again by a shorter way come up again. The bound
//! never overestimates, so once nothing is left with an f below a known solution's length U, U is the optimum. U comes
//! from the caller, from beam searches that start when the search turns out to be long ([`super::beam`]), or from the
//! search itself. Positions with f ≥ U are neither kept nor even entered.
//! (After Paul & Helmert, "Optimal Solitaire Game Solutions using A* Search and Deadlock Analysis", 2016, and Sukegawa
//! & Hoki, 2023; the bound here is their deadlock bound made exact.)

use super::Pruning;
use super::beam::Beam;
use super::bound::{Bound, Counted, Evaluation, Exact};
use super::frontier::Frontier;
use super::game::Game;
use super::state::{Codes, Key, State, Step, Successor};
use super::store::{Found, LONGEST, NONE, Store};
use crate::metric::Metric;
use crate::search::Limits;
use crate::verdict::Reason;

/// How moves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mode {
    /// Runs move as a whole.
    pub groups: bool,
    /// A group of k cards costs k.
    pub per_card: bool,
}

impl Mode {
    pub fn new(game: &Game, metric: Metric) -> Mode {
        match metric {
            Metric::Moves => Mode { groups: true, per_card: false },
            Metric::Cards => Mode { groups: game.rules.group_is_primitive(), per_card: true },
        }
    }
}

/// What every search over positions of one deal needs.
pub(super) struct Context<'a> {
    pub game: &'a Game,
    pub codes: &'a Codes,
    pub mode: Mode,
}

/// How a search ended.
#[derive(Debug)]
pub(super) struct Ended {
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
pub(super) struct Search {
    store: Store,
    frontier: Frontier,
    beam: Beam,
    steps: Vec<Step>,
    children: Vec<Child>,
    pruning: Pruning,
}

#[derive(Clone, Copy)]
struct Child {
    step: Step,
    successor: Successor,
    hash: u64,
    /// Where the table led to first.
    entry: u64,
}

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
            children: Vec::new(),
        }
    }

    /// Searches for a solution shorter than `upper`, telling `progress` whenever a bound moves.
    pub fn run(
        &mut self,
        context: &Context,
        start: &State,
        upper: Option<u32>,
        limits: &Limits,
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
        mut upper: Option<u32>,
        limits: &Limits,
        progress: &mut dyn FnMut(u32, Option<u32>),
    ) -> Ended {
        let Context { game, codes, mode } = *context;
        let clock = limits.start();
        self.store.clear();
        self.frontier.clear();
        let mut evaluation = E::new(self.pruning.bound, !mode.per_card);
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
        let worth_asking = if mode.per_card { NEAR_UPPER } else { u32::MAX / 2 };
        let mut beams = BEAMS.iter().peekable();
        let mut expanded = 0u64;
        let mut goal_parent = None;
        progress(bound, upper);
        loop {
            let Some(f) = self.frontier.lowest().filter(|&f| upper.is_none_or(|u| f < u)) else {
                ended.lower = upper.unwrap_or(u32::MAX);
                break;
            };
            if f > ended.lower {
                ended.lower = f;
                progress(f, upper);
            }
            let Some((bound, index)) = self.frontier.pop() else { break };
            let length = self.store.length(index);
            if length + bound != f {
                continue;
            }
            ended.reason = self.over_limit(limits, ended.states, expanded);
            if expanded % 1024 == 0 {
                ended.reason = ended.reason.or_else(|| clock.now());
            }
            if f >= LONGEST {
                ended.reason = Some(Reason::States);
            }
            if ended.reason.is_some() {
                break;
            }
            if let Some((_, width)) = beams.next_if(|beam| self.pruning.beams && expanded >= beam.0) {
                let found = self.beam.run(context, start, *width, upper);
                ended.states += found.states;
                if let Some((length, keys)) = found.better {
                    upper = Some(length);
                    goal_parent = None;
                    ended.better = Some((length, keys));
                    self.frontier.cut(length);
                    progress(ended.lower, upper);
                    if length <= f {
                        ended.lower = length;
                        break;
                    }
                }
            }
            let state = State::unpack(game, codes, self.store.key(index));
            let raised = self.store.is_raised(index);
            let asks = self.pruning.contention && !raised && upper.is_none_or(|u| f + worth_asking >= u);
            if asks && evaluation.wastes_plainly(context, &state) {
                self.put_off(index, f, bound, upper);
                continue;
            }
            let before = evaluation.load(context, &state, self.store.set(index));
            debug_assert_eq!(bound > state.left + before.count, raised);
            if asks && evaluation.wastes(context, &state, before) {
                self.put_off(index, f, bound, upper);
                continue;
            }
            expanded += 1;
            ended.states += 1;
            self.list_children(context, &state);
            for i in 0..self.children.len() {
                let Child { step, successor, hash, .. } = self.children[i];
                let length = length + successor.cost;
                if upper.is_some_and(|u| length + successor.left >= u) {
                    continue;
                }
                if successor.left == 0 {
                    upper = Some(length);
                    goal_parent = Some(index);
                    self.frontier.cut(length);
                    progress(ended.lower, upper);
                    continue;
                }
                let found = self.store.find(&successor.key, hash);
                if let Found::At(known) = found {
                    if self.store.length(known) <= length {
                        continue;
                    }
                }
                let limit = upper.map_or(u32::MAX, |u| u - 1 - length - successor.left);
                let after = evaluation.after_step(context, before, step, successor.key, limit);
                let Some(parked) = after else { continue };
                // What is left here is left after the step, but for the step: this passes the waste found by contention on.
                let bound = (successor.left + parked.count).max(bound.saturating_sub(successor.cost));
                let set = evaluation.cards(parked.set);
                let child = match found {
                    Found::At(known) => {
                        self.store.shorten(known, index, set, length);
                        known
                    }
                    Found::Vacant(slot) => self.store.insert(slot, hash, &successor.key, index, set, length),
                };
                if bound > successor.left + parked.count {
                    self.store.raise(child);
                }
                self.frontier.push(length + bound, bound, child);
            }
        }
        if let (Some(length), Some(parent)) = (upper, goal_parent) {
            let mut keys = self.store.path(parent);
            keys.push([0; 3]);
            ended.better = Some((length, keys));
        }
        ended
    }

    /// A position from which every solution is longer than its bound comes up in the next layer, if that is searched.
    fn put_off(&mut self, index: u32, f: u32, bound: u32, upper: Option<u32>) {
        if upper.is_none_or(|u| f + 1 < u) {
            self.store.raise(index);
            self.frontier.push(f + 1, bound + 1, index);
        }
    }

    fn list_children(&mut self, context: &Context, state: &State) {
        let Context { game, codes, mode } = *context;
        self.steps.clear();
        state.steps(game, mode.groups, &mut self.steps);
        self.children.clear();
        for &step in &self.steps {
            let successor = state.successor(game, codes, step, mode.per_card, |_| {});
            self.children.push(Child { step, hash: Store::hash(&successor.key), successor, entry: 0 });
        }
        for child in &mut self.children {
            child.entry = self.store.peek(child.hash);
        }
        let read = self.children.iter().fold(0, |read, child| read ^ self.store.touch(child.entry, child.hash));
        std::hint::black_box(read);
    }

    fn over_limit(&self, limits: &Limits, states: u64, expanded: u64) -> Option<Reason> {
        if states >= limits.states {
            return Some(Reason::States);
        }
        let full = self.store.len() >= NONE as usize - 4096;
        let heavy = expanded % 64 == 0 && self.store.bytes() + self.frontier.bytes() > limits.memory;
        (full || heavy).then_some(Reason::Memory)
    }
}
