//! Beam search in the neighbourhood of a known win, for a shorter win or a shortcut back onto it.
//!
//! Nodes are kept in buckets by path cost (the extra cost of [`super::path_cost`]) and, with a
//! stock, by the number of deals; the best few nodes of each bucket are expanded. Every state of
//! the known win is a root in its bucket regardless of its evaluation, so its neighbourhood is
//! searched even where the evaluation is poor. A path that returns to the known win at a lower cost
//! is a shortcut, and becomes the upper bound for all others.
//!
//! Using all states of the plan as roots is the idea of Nakhost and Müller (*Action elimination and
//! plan neighborhood graph search*, ICAPS 2010). A beam replaces their breadth-first expansion,
//! because a game of hundreds of moves has too many neighbours.
//!
//! States are identified by hash. The verifier replays every result before it counts.

use super::incumbent::{Incumbent, is_deal};
use super::path_cost::Costs;
use crate::container::arena::Arena;
use crate::container::footprint::Footprint;
use crate::container::hashed_set::HashedSet;
use crate::container::stacks::Stacks;
use crate::engine::interned::view::{InternedView, is_idle};
use crate::engine::interned::{Action, Place};
use crate::search::budget::Effort;
use crate::search::find::interned::Weights;
use crate::verdict::{Capacity, Reason};

/// Parameters of a beam.
pub(super) struct Plan<'a, B: InternedView> {
    pub weights: &'a Weights,
    /// Nodes kept per bucket.
    pub width: usize,
    pub costs: &'a Costs,
    /// The win in whose neighbourhood the beam searches.
    pub known: &'a Incumbent<B>,
}

#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    /// The parent node; if `action` is `None`, the point of the known win.
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

/// A shorter win: the path to a node, an action, and then, unless the action wins, the known win
/// from a point on.
#[derive(Clone, Copy)]
struct Found {
    node: u32,
    action: Action,
    point: Option<u32>,
}

/// The constants of a beam.
struct BeamContext<'a, B: InternedView> {
    plan: Plan<'a, B>,
    /// Number of buckets per deal.
    span: usize,
    last_deal: u32,
}

/// The memory of the beam, reused from run to run.
pub(super) struct Neighbourhood<B: InternedView> {
    nodes: Arena<Node<B::State>>,
    seen: HashedSet,
    buckets: Stacks<Candidate>,
    open: Vec<u32>,
    actions: Vec<Action>,
    /// Extra cost of the best win.
    best: u32,
    found: Option<Found>,
    /// Whether a node was dropped because of the width.
    truncated: bool,
}

/// How a beam ended.
pub(super) struct Ended {
    /// A shorter win.
    pub better: Option<Vec<Action>>,
    /// The limit at which the beam gave up, if it did.
    pub reason: Option<Reason>,
    /// Whether a wider beam would keep more nodes.
    pub truncated: bool,
}

impl<B: InternedView> Neighbourhood<B> {
    pub fn new() -> Neighbourhood<B> {
        Neighbourhood {
            nodes: Arena::new(),
            seen: HashedSet::new(),
            buckets: Stacks::new(0),
            open: Vec::new(),
            actions: Vec::new(),
            best: 0,
            found: None,
            truncated: false,
        }
    }

    /// Searches for a shorter win.
    pub fn run(&mut self, board: &mut B, plan: Plan<B>, effort: &mut Effort) -> Ended {
        let known = plan.known;
        self.nodes.clear();
        self.seen.clear();
        self.buckets.clear();
        self.truncated = false;
        (self.best, self.found) = (known.extra(), None);
        let span = known.extra() as usize;
        let last_deal = known.points.last().map_or(0, |point| point.deals);
        let context = BeamContext { plan, span, last_deal };
        self.buckets.at_least((last_deal as usize + 1) * span);
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
                self.choose(board, &context, deals, extra);
                let mut at = 0;
                while at < self.open.len() {
                    if let Some(limit) = effort.spend(|| self.footprint() + board.trie().footprint()) {
                        reason = Some(limit);
                        break 'all;
                    }
                    self.expand(board, &context, self.open[at]);
                    at += 1;
                }
                if board.trie().is_full() {
                    reason = Some(Reason::Capacity(Capacity::Columns));
                    break 'all;
                }
            }
        }
        let better = self.found.map(|found| self.path(board, &context.plan, found));
        Ended { better, reason, truncated: self.truncated }
    }

    /// Creates nodes for the best candidates of a bucket.
    fn choose(&mut self, board: &mut B, context: &BeamContext<B>, deals: u32, extra: u32) {
        let (plan, bucket) = (&context.plan, deals as usize * context.span + extra as usize);
        let mut candidates = self.buckets.take(bucket);
        // Ties are broken by hash, so the result is deterministic.
        let order = |c: &Candidate| (c.value, c.hash, c.parent);
        // Two or three paths to the same state are common.
        let enough = 3 * plan.width;
        if candidates.len() > enough {
            candidates.select_nth_unstable_by_key(enough, order);
            candidates.truncate(enough);
            self.truncated = true;
        }
        candidates.sort_unstable_by_key(order);
        let mut left = plan.width;
        for candidate in &candidates {
            if left == 0 {
                self.truncated = true;
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
    }

    fn expand(&mut self, board: &mut B, context: &BeamContext<B>, number: u32) {
        let &BeamContext { ref plan, span, last_deal } = context;
        let (costs, known) = (plan.costs, plan.known);
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
            // More deals than the known win has are not considered.
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
                // A home move costs nothing, so the node belongs to the current bucket. Limited,
                // because home moves in any order make too many states.
                if self.open.len() >= most {
                    self.truncated = true;
                    continue;
                }
                self.seen.insert(hash);
                let home = Node { state, parent: number, extra, deals, action: Some(action) };
                self.open.push(self.nodes.push(home));
                continue;
            }
            let candidate = Candidate { value: plan.weights.value(board, &state), parent: number, hash, action };
            self.buckets.push(deals as usize * span + extra as usize, candidate);
        }
        self.actions = actions;
    }

    /// Reconstructs the actions of a shorter win.
    fn path(&self, board: &mut B, plan: &Plan<B>, found: Found) -> Vec<Action> {
        let known = plan.known;
        let mut own = vec![found.action];
        let mut at = found.node;
        let root = loop {
            let node = self.nodes.get(at);
            let Some(action) = node.action else { break node.parent as usize };
            own.push(action);
            at = node.parent;
        };
        let mut path = known.actions[..root].to_vec();
        let mut state = known.points[root].state;
        for &action in own.iter().rev() {
            state = plan.weights.follow_with(board, &state, action, |_, _, action| path.push(action));
        }
        if let Some(point) = found.point {
            path.extend(known.rest(board, point, &state));
        }
        path
    }
}

impl<B: InternedView> Footprint for Neighbourhood<B> {
    fn footprint(&self) -> u64 {
        let Neighbourhood { nodes, seen, buckets, open, actions, best: _, found: _, truncated: _ } = self;
        nodes.footprint() + seen.footprint() + buckets.footprint() + open.footprint() + actions.footprint()
    }
}
