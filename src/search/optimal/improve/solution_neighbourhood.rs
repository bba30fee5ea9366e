//! A beam around a known win: everything near it is searched for a shorter way, to its end or back onto it.
//!
//! Positions are kept by what they have cost so far (the extra of [`super::path_cost`]) and, with a stock, by how much of it
//! has been dealt; of each such bucket the most promising few go on. Every position of the known win is one of
//! them, whatever it looks like, so its surroundings are searched even where the evaluation thinks little of
//! them. A way that comes back to the known win at a lower price is a shortcut, and the bound for all others.
//!
//! The roots all along the plan are the idea of Nakhost and Müller (*Action elimination and plan neighborhood graph
//! search*, ICAPS 2010); a beam takes the place of their breadth-first expansion, as a game of hundreds of moves has
//! too many neighbours.
//!
//! Positions are told apart by hash: what comes out is replayed by the verifier before it counts.

use super::path_cost::Costs;
use super::incumbent::{Incumbent, is_deal};
use crate::engine::interned::{Action, Place};
use crate::search::find::interned::Weights;
use crate::container::arena::Arena;
use crate::engine::interned::view::{InternedView, is_idle};
use crate::container::hashed_set::HashedSet;
use crate::search::budget::Effort;
use crate::verdict::{Capacity, Reason};

/// How to search.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub weights: &'a Weights,
    /// Positions kept in a bucket.
    pub width: usize,
}

#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    /// The node before, or the point of the known win, if `action` is none.
    parent: u32,
    extra: u32,
    deals: u32,
    action: Option<Action>,
}

#[derive(Clone, Copy)]
struct Candidate {
    value: i32,
    parent: u32,
    hash: u64,
    action: Action,
}

/// A shorter win: from a node by an action, then along the known win from a point on, if it does not win at once.
#[derive(Clone, Copy)]
struct Found {
    node: u32,
    action: Action,
    point: Option<u32>,
}

/// What stays the same throughout a beam.
struct Course<'a, B: InternedView> {
    costs: &'a Costs,
    known: &'a Incumbent<B>,
    plan: Plan<'a>,
    /// Buckets for every deal.
    span: usize,
    last_deal: u32,
}

/// Memory of the beam, reused.
pub(super) struct Around<B: InternedView> {
    nodes: Arena<Node<B::State>>,
    seen: HashedSet,
    buckets: Vec<Vec<Candidate>>,
    waiting: usize,
    open: Vec<u32>,
    actions: Vec<Action>,
    /// The extra of the best win.
    best: u32,
    found: Option<Found>,
    /// Something was left out for want of width.
    narrow: bool,
}

/// How a beam ended.
pub(super) struct Ended {
    /// A shorter win.
    pub better: Option<Vec<Action>>,
    /// The limit that came first.
    pub reason: Option<Reason>,
    /// A wider beam would see more.
    pub narrow: bool,
}

impl<B: InternedView> Around<B> {
    pub fn new() -> Around<B> {
        Around {
            nodes: Arena::new(),
            seen: HashedSet::new(),
            buckets: Vec::new(),
            waiting: 0,
            open: Vec::new(),
            actions: Vec::new(),
            best: 0,
            found: None,
            narrow: false,
        }
    }

    fn memory(&self) -> u64 {
        self.nodes.memory() + self.seen.memory() + 2 * (self.waiting * size_of::<Candidate>()) as u64
    }

    /// Looks for a shorter win.
    pub fn run(
        &mut self,
        board: &mut B,
        costs: &Costs,
        known: &Incumbent<B>,
        plan: Plan,
        effort: &mut Effort,
    ) -> Ended {
        self.nodes.clear();
        self.seen.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        self.waiting = 0;
        self.narrow = false;
        (self.best, self.found) = (known.extra(), None);
        let span = known.extra() as usize;
        let last_deal = known.points.last().map_or(0, |point| point.deals);
        let course = Course { costs, known, plan, span, last_deal };
        self.buckets.resize_with((last_deal as usize + 1) * span, Vec::new);
        let mut root = 0;
        let mut reason = None;
        'all: for deals in 0..=last_deal {
            for extra in 0..known.extra() {
                self.open.clear();
                while let Some(point) = known.points.get(root).filter(|p| (p.deals, p.extra) == (deals, extra)) {
                    let node = Node { state: point.state, parent: root as u32, extra, deals, action: None };
                    self.open.push(self.nodes.push(node));
                    root += 1;
                }
                if extra + (last_deal - deals) >= self.best {
                    continue;
                }
                self.choose(board, plan, deals as usize * span + extra as usize, (deals, extra));
                let mut at = 0;
                while at < self.open.len() {
                    if let Some(limit) = effort.spend(|| self.memory() + board.trie().memory()) {
                        reason = Some(limit);
                        break 'all;
                    }
                    self.expand(board, &course, self.open[at]);
                    at += 1;
                }
                if board.trie().is_full() {
                    reason = Some(Reason::Capacity(Capacity::Columns));
                    break 'all;
                }
            }
        }
        let better = self.found.map(|found| self.way(board, plan.weights, known, found));
        Ended { better, reason, narrow: self.narrow }
    }

    /// Opens the best candidates of a bucket.
    fn choose(&mut self, board: &mut B, plan: Plan, bucket: usize, (deals, extra): (u32, u32)) {
        let mut candidates = std::mem::take(&mut self.buckets[bucket]);
        self.waiting -= candidates.len();
        // Ties are broken by content, so the result depends on nothing else.
        let order = |c: &Candidate| (c.value, c.hash, c.parent);
        // Different ways to one position come in twos and threes.
        let enough = 3 * plan.width;
        if candidates.len() > enough {
            candidates.select_nth_unstable_by_key(enough, order);
            candidates.truncate(enough);
            self.narrow = true;
        }
        candidates.sort_unstable_by_key(order);
        let mut left = plan.width;
        for candidate in &candidates {
            if left == 0 {
                self.narrow = true;
                break;
            }
            if !self.seen.insert(candidate.hash) {
                continue;
            }
            left -= 1;
            let state = plan.weights.follow(board, &self.nodes.get(candidate.parent).state, candidate.action);
            let node = Node { state, parent: candidate.parent, extra, deals, action: Some(candidate.action) };
            self.open.push(self.nodes.push(node));
        }
        if candidates.capacity() <= 1 << 14 {
            candidates.clear();
            self.buckets[bucket] = candidates;
        }
    }

    fn expand(&mut self, board: &mut B, course: &Course<B>, number: u32) {
        let Course { costs, known, plan, span, last_deal } = *course;
        let node = *self.nodes.get(number);
        let most = 2 * plan.width;
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        board.actions(&node.state, &mut actions);
        for &action in &actions {
            if is_idle(board, &node.state, action) {
                continue;
            }
            let extra = node.extra + costs.extra(board, &node.state, action);
            let deals = node.deals + u32::from(is_deal(action));
            // Turning the waste over more often than the known win does is not looked at.
            if deals > last_deal || extra + (last_deal - deals) > self.best {
                continue;
            }
            let state = plan.weights.follow(board, &node.state, action);
            let hash = board.hash(&state);
            if let Some(point) = known.find(hash) {
                let total = extra + known.extra() - known.points[point as usize].extra;
                if total < self.best {
                    self.best = total;
                    self.found = Some(Found { node: number, action, point: Some(point) });
                }
                continue;
            }
            if extra + (last_deal - deals) >= self.best || self.seen.contains(hash) {
                continue;
            }
            if board.is_won(&state) {
                self.best = extra;
                self.found = Some(Found { node: number, action, point: None });
                continue;
            }
            if matches!(action.to, Place::Pile(_)) {
                // Costs nothing, so it belongs to the bucket at hand; but what may go home in any order makes
                // too many positions.
                if self.open.len() >= most {
                    self.narrow = true;
                    continue;
                }
                self.seen.insert(hash);
                let home = Node { state, parent: number, extra, deals, action: Some(action) };
                self.open.push(self.nodes.push(home));
                continue;
            }
            let candidate = Candidate { value: plan.weights.value(board, &state), parent: number, hash, action };
            self.buckets[deals as usize * span + extra as usize].push(candidate);
            self.waiting += 1;
        }
        self.actions = actions;
    }

    /// The actions of a shorter win.
    fn way(&self, board: &mut B, weights: &Weights, known: &Incumbent<B>, found: Found) -> Vec<Action> {
        let mut own = vec![found.action];
        let mut at = found.node;
        let root = loop {
            let node = self.nodes.get(at);
            let Some(action) = node.action else { break node.parent as usize };
            own.push(action);
            at = node.parent;
        };
        let mut way = known.actions[..root].to_vec();
        let mut state = known.points[root].state;
        for &action in own.iter().rev() {
            state = weights.follow_telling(board, &state, action, |_, _, action| way.push(action));
        }
        if let Some(point) = found.point {
            way.extend(known.rest(board, point, &state));
        }
        way
    }
}
