//! Comparing packed states with the reference position: every size of state that a search is compiled for, along random
//! walks and by perft counts.

use super::Dice;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use winnable::engine::interned::{Anything, FourDecks, Interned, StockGames, TwoDecks};
use winnable::engine::optimal_state::OptimalEngine;
use winnable::engine::win_state::WinEngine;
use winnable::engine::{Engine, OneDeck, perft};
use winnable::layout::Layout;
use winnable::moves::{Move, Pile};
use winnable::position::Position;
use winnable::rules::{Build, Rules};

/// What a packed state is compared by.
#[derive(Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    /// The legal moves that the state lists.
    pub lists: fn(&Position, &Move) -> bool,
    /// Whether that is all of them, and columns and cells stay in their places.
    pub complete: bool,
}

/// Called with each kind of packed state that takes a game.
pub trait Visitor {
    fn visit<E: Engine>(&mut self, engine: &mut E, kind: Kind, start: &Position);
}

/// Every packed state that the searches use, in every size that they are compiled for. `Sizes` of the complete search and
/// `Team` of the others choose among the first seven.
pub const KINDS: [&str; 11] = [
    "one deck, 12 piles",
    "one deck, 20 piles",
    "one deck, 40 piles",
    "stock games",
    "two decks",
    "four decks",
    "anything",
    "optimal search, groups",
    "optimal search, cards",
    "win search",
    "win search, parts of runs",
];

/// Shows a position to a visitor as every kind of packed state that takes it.
pub fn visit_every_kind(start: &Position, visitor: &mut impl Visitor) {
    visit_one_deck::<12, 18>(KINDS[0], start, visitor);
    visit_one_deck::<20, 18>(KINDS[1], start, visitor);
    visit_one_deck::<40, 28>(KINDS[2], start, visitor);
    visit_interned(KINDS[3], StockGames::supports, StockGames::new, start, visitor);
    visit_interned(KINDS[4], TwoDecks::supports, TwoDecks::new, start, visitor);
    visit_interned(KINDS[5], FourDecks::supports, FourDecks::new, start, visitor);
    visit_interned(KINDS[6], Anything::supports, Anything::new, start, visitor);
    let (rules, layout) = (start.rules(), start.layout());
    for (name, groups) in [(KINDS[7], true), (KINDS[8], false)] {
        let lists = if groups {
            changes_something
        } else {
            |p: &Position, mv: &Move| mv.count == 1 && changes_something(p, mv)
        };
        if let Some(mut engine) = OptimalEngine::new(rules, layout, groups) {
            visitor.visit(&mut engine, Kind { name, lists, complete: false }, start);
        }
    }
    for (name, parts) in [(KINDS[9], false), (KINDS[10], true)] {
        let lists =
            if parts { quick_lists } else { |p: &Position, mv: &Move| quick_lists(p, mv) && !parts_a_run(p, mv) };
        if let Some(mut engine) = WinEngine::new(rules, layout, parts) {
            visitor.visit(&mut engine, Kind { name, lists, complete: false }, start);
        }
    }
}

/// All legal moves, with piles in their places.
pub const COMPLETE: Kind = Kind { name: "reference", lists: |_, _| true, complete: true };

fn visit_one_deck<const P: usize, const N: usize>(name: &'static str, start: &Position, visitor: &mut impl Visitor) {
    if let Ok(mut engine) = OneDeck::<P, N>::new(start.rules(), start.layout()) {
        visitor.visit(&mut engine, Kind { name, ..COMPLETE }, start);
    }
}

/// Engines are used again from deal to deal, so this one has had another deal before.
fn visit_interned<const C: usize, const F: usize, const P: usize, const B: usize>(
    name: &'static str,
    supports: fn(&Rules) -> bool,
    new: fn(&Rules, &Layout) -> Interned<C, F, P, B>,
    start: &Position,
    visitor: &mut impl Visitor,
) {
    if supports(start.rules()) {
        let mut engine = new(start.rules(), super::position(start.rules(), 99).layout());
        perft::paths(&mut engine, 1);
        engine.load(start.layout());
        visitor.visit(&mut engine, Kind { name, ..COMPLETE }, start);
    }
}

/// Whether a move is more than a whole column in another place.
fn changes_something(position: &Position, mv: &Move) -> bool {
    let columns = &position.layout().columns;
    let (Pile::Column(from), Pile::Column(to)) = (mv.from, mv.to) else { return true };
    !columns[to as usize].is_empty() || mv.count as usize != columns[from as usize].len()
}

/// Moves that the win search of one deck looks at: not back from a foundation, and nothing that some column would take goes
/// from a column into a cell or an empty column.
fn quick_lists(position: &Position, mv: &Move) -> bool {
    let columns = &position.layout().columns;
    let card = mv.card.expect("games without a stock");
    let taken = || columns.iter().filter_map(|column| column.last()).any(|top| is_built(position.rules(), card, *top));
    match (mv.from, mv.to) {
        (Pile::Foundation(_), _) => false,
        (Pile::Column(_), Pile::Cell(_)) => !taken(),
        (Pile::Column(_), Pile::Column(to)) if columns[to as usize].is_empty() => {
            changes_something(position, mv) && !taken()
        }
        _ => true,
    }
}

/// Whether a move takes part of a run into an empty column.
fn parts_a_run(position: &Position, mv: &Move) -> bool {
    let columns = &position.layout().columns;
    let (Pile::Column(from), Pile::Column(to)) = (mv.from, mv.to) else { return false };
    let (column, count) = (&columns[from as usize], mv.count as usize);
    let under = column.len().checked_sub(count + 1).map(|under| column[under]);
    columns[to as usize].is_empty()
        && under.is_some_and(|under| is_built(position.rules(), column[column.len() - count], under))
}

/// Whether a card may be built on another, for rules without wrapping.
fn is_built(rules: &Rules, card: winnable::Card, on: winnable::Card) -> bool {
    on.rank().number() == card.rank().number() + 1
        && match rules.build {
            Build::AlternateColor => card.is_red() != on.is_red(),
            Build::SameSuit => card.suit() == on.suit(),
            Build::AnySuit => true,
            // Also kinds of building that this check does not know: nothing is built.
            _ => false,
        }
}

/// The moves of a position that a kind of state lists.
fn listed(kind: Kind, position: &Position) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|mv| (kind.lists)(position, mv)).collect()
}

fn after(position: &Position, mv: &Move) -> Position {
    let mut next = position.clone();
    next.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
    next
}

/// Walks at random, and compares everything that engine and reference say about each position met and its successors.
#[derive(Default)]
pub struct Walks {
    pub walks: usize,
    pub steps: usize,
    /// Positions compared, by kind.
    pub compared: HashMap<&'static str, usize>,
}

impl Visitor for Walks {
    fn visit<E: Engine>(&mut self, engine: &mut E, kind: Kind, start: &Position) {
        let mut walk = Walk::new(kind, start);
        let mut dice = Dice(start.layout().columns.len() as u64);
        for _ in 0..self.walks {
            let mut state = engine.start();
            let layout = engine.unpack(&state);
            assert!(!kind.complete || same_places(&layout, start.layout()), "{}: the start", walk.about);
            for _ in 0..self.steps {
                *self.compared.entry(kind.name).or_default() += 1;
                // Searches expand states that they restore from keys.
                if dice.below(2) == 0 {
                    let key = engine.key(&state);
                    state = engine.restore(&key);
                }
                let Some(next) = walk.step(engine, &state, start, &mut dice) else { break };
                state = next;
            }
        }
    }
}

fn same_places(a: &Layout, b: &Layout) -> bool {
    (&a.columns, &a.cells, &a.stock, &a.waste) == (&b.columns, &b.cells, &b.stock, &b.waste)
}

/// A comparison of one engine.
struct Walk<K> {
    kind: Kind,
    about: String,
    /// Keys and positions met so far: one key for one position.
    positions: HashMap<K, Layout>,
    keys: HashMap<Layout, K>,
}

impl<K: Copy + Eq + Hash + Debug> Walk<K> {
    fn new(kind: Kind, start: &Position) -> Walk<K> {
        let about = format!("{}: {}", kind.name, start.rules().name);
        Walk { kind, about, positions: HashMap::new(), keys: HashMap::new() }
    }

    /// The reference position of a state.
    fn position<E: Engine<Key = K>>(&self, engine: &E, state: &E::State, start: &Position) -> Position {
        let layout = engine.unpack(state);
        Position::new(start.rules().clone(), layout).unwrap_or_else(|error| panic!("{}: {error}", self.about))
    }

    /// Compares a state and its successors; one of them, if there is any.
    fn step<E: Engine<Key = K>>(
        &mut self,
        engine: &mut E,
        state: &E::State,
        start: &Position,
        dice: &mut Dice,
    ) -> Option<E::State> {
        let position = self.position(engine, state, start);
        let here = position.canonical();
        assert_eq!(engine.is_won(state), position.is_won(), "{}", self.about);
        let key = engine.key(state);
        self.name(key, &here);
        let restored = engine.restore(&key);
        assert_eq!(engine.key(&restored), key, "{}: a restored key", self.about);
        assert_eq!(self.position(engine, &restored, start).canonical(), here, "{}: a restored position", self.about);

        let legal = listed(self.kind, &position);
        let mut expected: HashMap<Layout, u64> = HashMap::new();
        for mv in &legal {
            *expected.entry(after(&position, mv).canonical()).or_default() += 1;
        }
        let (mut actions, mut moves, mut successors) = (Vec::new(), HashSet::new(), Vec::new());
        let mut found: HashMap<Layout, u64> = HashMap::new();
        engine.actions(state, &mut actions);
        for &action in &actions {
            let mv = engine.to_move(state, action);
            assert!(legal.contains(&mv), "{}: {mv} is not listed in {:?}", self.about, position.layout());
            assert!(moves.insert(mv), "{}: {mv} twice", self.about);
            let next = engine.apply(state, action);
            let (made, played) = (self.position(engine, &next, start), after(&position, &mv));
            assert!(!self.kind.complete || same_places(made.layout(), played.layout()), "{}: {mv}", self.about);
            let there = played.canonical();
            assert_eq!(made.canonical(), there, "{}: {mv}", self.about);
            self.name(engine.key(&next), &there);
            *found.entry(there).or_default() += engine.multiplicity(state, action);
            successors.push((next, mv));
        }
        assert_eq!(found, expected, "{}: {:?}", self.about, position.layout());
        if successors.is_empty() {
            return None;
        }
        // Stock moves rarely, so that walks see positions before, between and after them.
        let mut chosen = dice.below(successors.len());
        if successors[chosen].1.card.is_none() && dice.below(4) > 0 {
            chosen = dice.below(successors.len());
        }
        Some(successors[chosen].0)
    }

    /// Keys are equal exactly if positions are.
    fn name(&mut self, key: K, position: &Layout) {
        let known = self.positions.entry(key).or_insert_with(|| position.clone());
        assert_eq!(known, position, "{}: one key, two positions", self.about);
        let known = self.keys.entry(position.clone()).or_insert(key);
        assert_eq!(*known, key, "{}: one position, two keys", self.about);
    }
}

/// The reference's count of move sequences of exactly `depth` moves.
pub fn reference_paths(position: &Position, depth: usize, kind: Kind) -> u64 {
    if depth == 0 {
        return 1;
    }
    listed(kind, position).iter().map(|mv| reference_paths(&after(position, mv), depth - 1, kind)).sum()
}

/// The reference's count of positions up to symmetry that are first reached at each depth.
pub fn reference_positions(start: &Position, depth: usize, kind: Kind) -> Vec<u64> {
    let mut seen: HashSet<Layout> = HashSet::from([start.canonical()]);
    let mut layer = vec![start.clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next_layer = Vec::new();
        for position in &layer {
            for mv in listed(kind, position) {
                let next = after(position, &mv);
                if seen.insert(next.canonical()) {
                    next_layer.push(next);
                }
            }
        }
        counts.push(next_layer.len() as u64);
        layer = next_layer;
    }
    counts
}
