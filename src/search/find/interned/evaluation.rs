//! The evaluation of a state: cards not home, disorder in the columns, cards above those that go
//! home next, free cells and empty columns. Lower is better.
//!
//! Disorder is a property of a single column, so the trie stores it with the column. Only the terms
//! for cards that go home next scan columns, and only those columns that hold such a card.

use crate::card_set::CardSet;
use crate::engine::interned::view::InternedView;
use crate::engine::interned::{Action, EMPTY, Place};
use crate::named_weights::{NamedWeights, Weight};
use crate::rules::Build;

/// Weights of the evaluation and of the path cost. Plain data, found by experiment (`benches/results/`).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Each card that is not home.
    pub away: i32,
    /// Each card that lies on one it may not be built on.
    pub breaks: i32,
    /// Each card with a lower one below it in its column.
    pub blockers: i32,
    /// Each run with such a card.
    pub blocked_runs: i32,
    /// Each card with a lower one of its suit below it.
    pub suit_blockers: i32,
    /// Each pair of cards in a column of which the lower one lies below.
    pub inversions: i32,
    /// Each such pair of one suit.
    pub suit_inversions: i32,
    /// Each break above a card that goes home next.
    pub next_breaks: i32,
    /// Each card above a card that goes home next.
    pub next_cards: i32,
    /// Each used cell.
    pub cells: i32,
    /// The square of used cells.
    pub cells_squared: i32,
    /// Each empty column (usually negative).
    pub empty: i32,
    /// Each card still in the stock or the waste.
    pub stock: i32,
    /// Each move.
    pub step: i32,
    /// In addition, a move into a cell.
    pub to_cell: i32,
    /// In addition, a move into an empty column.
    pub to_empty: i32,
    /// In addition, a move that splits a run.
    pub split: i32,
    /// In addition, a deal from the stock.
    pub deal: i32,
    /// A card goes home automatically if it is at most this many ranks ahead of all others; `None`: no
    /// card does.
    pub slack: Option<u8>,
}

impl NamedWeights for Weights {
    fn visit(&mut self, f: &mut dyn FnMut(&'static str, Weight)) {
        let Weights {
            away,
            breaks,
            blockers,
            blocked_runs,
            suit_blockers,
            inversions,
            suit_inversions,
            next_breaks,
            next_cards,
            cells,
            cells_squared,
            empty,
            stock,
            step,
            to_cell,
            to_empty,
            split,
            deal,
            slack,
        } = self;
        f("away", Weight::Number(away));
        f("breaks", Weight::Number(breaks));
        f("blockers", Weight::Number(blockers));
        f("blocked_runs", Weight::Number(blocked_runs));
        f("suit_blockers", Weight::Number(suit_blockers));
        f("inversions", Weight::Number(inversions));
        f("suit_inversions", Weight::Number(suit_inversions));
        f("next_breaks", Weight::Number(next_breaks));
        f("next_cards", Weight::Number(next_cards));
        f("cells", Weight::Number(cells));
        f("cells_squared", Weight::Number(cells_squared));
        f("empty", Weight::Number(empty));
        f("stock", Weight::Number(stock));
        f("step", Weight::Number(step));
        f("to_cell", Weight::Number(to_cell));
        f("to_empty", Weight::Number(to_empty));
        f("split", Weight::Number(split));
        f("deal", Weight::Number(deal));
        f("slack", Weight::Optional(slack));
    }
}

impl Weights {
    /// The evaluation of a state.
    #[inline]
    pub fn value<B: InternedView>(&self, board: &B, state: &B::State) -> i32 {
        let (tables, trie) = (board.tables(), board.trie());
        let mut value = self.away * i32::from(tables.cards - board.home(state));
        let needed = if self.next_breaks | self.next_cards != 0 { needed(board, state) } else { CardSet::EMPTY };
        let (stock, waste) = board.stock(state);
        // The waste is a column that nothing can be put on by choice.
        for &column in board.columns(state).iter().chain(&[waste]) {
            if column == EMPTY {
                value += self.empty;
                continue;
            }
            let top = trie.node(column);
            value += self.breaks * i32::from(top.breaks)
                + self.blockers * i32::from(top.blockers)
                + self.blocked_runs * i32::from(top.blocked_runs)
                + self.suit_blockers * i32::from(top.suit_blockers)
                + self.inversions * i32::from(top.inversions)
                + self.suit_inversions * i32::from(top.suit_inversions);
            let mut node = top;
            while node.kinds.meets(needed) {
                if needed.contains(node.card) {
                    value += self.next_breaks * i32::from(top.breaks - node.breaks)
                        + self.next_cards * i32::from(top.len - node.len);
                }
                node = trie.node(node.below);
            }
        }
        let used = board.cells(state).iter().filter(|&&c| c != 0).count() as i32;
        value
            + self.cells * used
            + self.cells_squared * used * used
            + self.stock * i32::from(trie.node(stock).len + trie.node(waste).len)
    }

    /// What an action adds to the path cost.
    #[inline]
    pub fn cost<B: InternedView>(&self, board: &B, state: &B::State, action: Action) -> i32 {
        let extra = match action.to {
            Place::Pile(_) => return 0,
            Place::Cell(_) => self.to_cell,
            Place::Column(to) if board.columns(state)[to as usize] == EMPTY => self.to_empty,
            Place::Column(_) => 0,
            Place::Stock | Place::Waste | Place::Tableau => self.deal,
        };
        let split = match action.from {
            Place::Column(from) => board.trie().node(board.columns(state)[from as usize]).run > action.count,
            _ => false,
        };
        self.step + extra + if split { self.split } else { 0 }
    }

    /// The state after an action and the automatic home moves that follow it. There must be none
    /// before it.
    #[inline]
    pub fn follow<B: InternedView>(&self, board: &mut B, state: &B::State, action: Action) -> B::State {
        self.follow_with(board, state, action, |_, _, _| {})
    }

    /// The same, calling `each` for every step, the action first.
    #[inline]
    pub fn follow_with<B: InternedView>(
        &self,
        board: &mut B,
        state: &B::State,
        action: Action,
        mut each: impl FnMut(&B, &B::State, Action),
    ) -> B::State {
        each(board, state, action);
        let next = board.apply(state, action);
        let Some(slack) = self.slack else { return next };
        if let (Place::Column(_) | Place::Cell(_), Place::Column(_) | Place::Cell(_)) = (action.from, action.to) {
            // The foundations have not changed, so only the uncovered card can go home now.
            let uncovered = board.homeward(&next, action.from);
            if !uncovered.is_some_and(|action| is_automatic(board, &next, action, slack)) {
                return next;
            }
        }
        self.autoplay(board, next, each)
    }

    /// Plays the automatic home moves. Calls `each` for every one.
    #[inline]
    pub fn autoplay<B: InternedView>(
        &self,
        board: &mut B,
        state: B::State,
        mut each: impl FnMut(&B, &B::State, Action),
    ) -> B::State {
        let Some(slack) = self.slack else { return state };
        let mut state = state;
        'again: loop {
            let columns = board.tables().columns as u8;
            let cells = board.tables().cells as u8;
            let sources = (0..columns).map(Place::Column).chain((0..cells).map(Place::Cell)).chain([Place::Waste]);
            for from in sources {
                let Some(action) = board.homeward(&state, from) else { continue };
                if is_automatic(board, &state, action, slack) {
                    each(board, &state, action);
                    state = board.apply(&state, action);
                    continue 'again;
                }
            }
            return state;
        }
    }
}

/// Whether a home move is automatic: of all suits whose cards may be built on this one (and its own),
/// no foundation is more than `slack` ranks behind.
fn is_automatic<B: InternedView>(board: &B, state: &B::State, action: Action, slack: u8) -> bool {
    let Place::Pile(to) = action.to else { return false };
    let piles = board.piles(state);
    let height = piles[to as usize];
    let suit = to % 4;
    let red = |suit: u8| suit == 1 || suit == 2;
    let misses = |other: u8| match board.tables().rules.build {
        Build::AlternateColor => other == suit || red(other) != red(suit),
        Build::SameSuit => other == suit,
        Build::AnySuit => true,
        Build::None => false,
    };
    (0..piles.len()).all(|i| !misses((i % 4) as u8) || height <= piles[i].saturating_add(slack))
}

/// The kinds that foundations take next.
#[inline]
fn needed<B: InternedView>(board: &B, state: &B::State) -> CardSet {
    board.tables().next_kinds(board.piles(state))
}
