//! The incumbent: the best win so far as a sequence of states, with path costs and a lookup by
//! hash.

use super::path_cost::Costs;
use crate::engine::interned::view::InternedView;
use crate::engine::interned::{Action, Place};
use crate::moves::{Move, Pile};
use ahash::AHashMap;

/// A win, state by state.
pub(super) struct Incumbent<B: InternedView> {
    pub actions: Vec<Action>,
    /// The states before and after each action; the last one is won.
    pub points: Vec<Point<B::State>>,
    /// By hash of the state: the earliest point.
    by_hash: AHashMap<u64, u32>,
}

/// A state of the incumbent.
#[derive(Clone, Copy)]
pub(super) struct Point<S> {
    pub state: S,
    /// Extra path cost up to here.
    pub extra: u32,
    /// Number of deals from the stock up to here.
    pub deals: u32,
}

impl<B: InternedView> Incumbent<B> {
    /// Replays a verified win; `None` if the engine cannot represent it.
    pub fn new(board: &mut B, costs: &Costs, moves: &[Move]) -> Option<Incumbent<B>> {
        let mut point = Point { state: board.start(), extra: 0, deals: 0 };
        let mut incumbent = Incumbent { actions: Vec::new(), points: vec![point], by_hash: AHashMap::new() };
        incumbent.by_hash.insert(board.hash(&point.state), 0);
        for mv in moves {
            let action = action(board, &point.state, mv)?;
            point = Point {
                state: board.apply(&point.state, action),
                extra: point.extra + costs.extra(board, &point.state, action),
                deals: point.deals + u32::from(is_deal(action)),
            };
            incumbent.actions.push(action);
            let number = incumbent.points.len() as u32;
            incumbent.by_hash.entry(board.hash(&point.state)).or_insert(number);
            incumbent.points.push(point);
        }
        board.is_won(&point.state).then_some(incumbent)
    }

    /// The extra cost of the whole win.
    pub fn extra(&self) -> u32 {
        self.points.last().map_or(0, |point| point.extra)
    }

    /// The point whose state has this hash.
    #[inline]
    pub fn find(&self, hash: u64) -> Option<u32> {
        self.by_hash.get(&hash).copied()
    }

    /// The actions from a point to the end, translated to a state that equals the point up to the
    /// order of piles.
    pub fn rest(&self, board: &B, from: u32, state: &B::State) -> Vec<Action> {
        let point = &self.points[from as usize].state;
        let columns = matching(board.columns(point), board.columns(state));
        let cells = matching(board.cells(point), board.cells(state));
        let place = |place: Place| match place {
            Place::Column(i) => Place::Column(columns[i as usize]),
            Place::Cell(i) => Place::Cell(cells[i as usize]),
            other => other,
        };
        let rest = self.actions[from as usize..].iter();
        rest.map(|a| Action { from: place(a.from), to: place(a.to), count: a.count }).collect()
    }
}

/// Matches each entry of one list with an equal entry of the other, each used at most once. Returns
/// indices.
fn matching<T: PartialEq>(from: &[T], to: &[T]) -> Vec<u8> {
    let mut free: Vec<bool> = vec![true; to.len()];
    let find = |value: &T| {
        let at = (0..to.len()).find(|&i| free[i] && to[i] == *value).unwrap_or(0);
        if let Some(place) = free.get_mut(at) {
            *place = false;
        }
        at as u8
    };
    from.iter().map(find).collect()
}

/// Whether the action is a deal from the stock or a redeal of the waste.
pub(super) fn is_deal(action: Action) -> bool {
    action.from == Place::Stock || action.to == Place::Stock
}

/// Converts a player move to the action between the same piles.
fn action<B: InternedView>(board: &mut B, state: &B::State, mv: &Move) -> Option<Action> {
    let place = |pile: Pile| match pile {
        Pile::Column(i) => Some(Place::Column(i)),
        Pile::Cell(i) => Some(Place::Cell(i)),
        Pile::Stock => Some(Place::Stock),
        Pile::Waste => Some(Place::Waste),
        Pile::Tableau => Some(Place::Tableau),
        Pile::Foundation(_) => None,
    };
    if let (Some(from), Some(to)) = (place(mv.from), place(mv.to)) {
        return Some(Action { from, to, count: mv.count });
    }
    // The engine decides which of several equal foundation piles is used.
    let mut actions = Vec::new();
    board.actions(state, &mut actions);
    let same = |action: &&Action| {
        let found = board.to_move(state, **action);
        let to_same = matches!(mv.to, Pile::Column(_) | Pile::Cell(_)) || found.to == mv.to;
        found.card == mv.card && found.from == mv.from && to_same && found.count == mv.count
    };
    let found = *actions.iter().find(same)?;
    Some(Action { to: place(mv.to).unwrap_or(found.to), ..found })
}
