//! Shortens the wins of the complete search.
//!
//! The depth-first search returns the path on its stack, which may have thousands of moves. First, loops are cut: after the
//! first visit to a position the win continues as after the last. States are canonical, so paths that only exchange columns
//! are loops too. Then the *plan neighbourhood graph* is searched (Nakhost and Müller 2010): a breadth-first search from all
//! positions of the win expands a number of states, and the shortest path to a won position in the graph of these states
//! replaces the win. A shorter win leaves more expansions for each of its positions, so this is repeated, with more
//! expansions after a pass that saved little.
//!
//! Forced moves are played at once after every move; an edge costs the moves that it stands for. The edges of the win itself
//! are always in the graph, so the result is never longer.
//!
//! Invariants: the number of expansions depends only on the number of states of the search, never on a clock, so a deal has
//! the same solution on every machine. Nothing here is trusted: a result that does not replay is dropped, and the verifier
//! replays the answer like every win.

use crate::engine::sizes::{by_interned_size, by_one_deck_size, with_interned_size, with_one_deck_size};
use crate::engine::{SearchEngine, one_deck};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::verify::verify;
use ahash::AHashMap;

/// Wins of at most this number of moves per card are not changed: a person can follow them, and nearly all wins are shorter.
const MOVES_PER_CARD: usize = 3;
/// States of the search for one expansion here, which bounds the time to a share of that of the search.
const STATES_FOR_ONE: u64 = 4;
/// The most expansions, however long the search was.
const MOST_EXPANSIONS: usize = 400_000;
/// Expansions of the first pass for each move of the win.
const FIRST_PASS: usize = 3;
/// A pass that saves less than one move in this many is followed by a larger one.
const LITTLE: usize = 20;

/// Whether a win is so long that [`shorten`] changes it.
pub(super) fn is_long(game: &Game, moves: &[Move]) -> bool {
    moves.len() > MOVES_PER_CARD * game.cards()
}

/// A win at least as short. `states` is the effort of the search that found `moves`; `memory` is a limit in bytes.
pub(super) fn shorten(game: &Game, layout: &Layout, moves: Vec<Move>, states: u64, memory: u64) -> Vec<Move> {
    if !is_long(game, &moves) {
        return moves;
    }
    let most = usize::try_from(states / STATES_FOR_ONE).map_or(MOST_EXPANSIONS, |most| most.min(MOST_EXPANSIONS));
    shortened_win(game, layout, moves, most, memory)
}

/// A win at least as short, found with at most these numbers of expansions and bytes.
pub(super) fn shortened_win(
    game: &Game,
    layout: &Layout,
    moves: Vec<Move>,
    expansions: usize,
    memory: u64,
) -> Vec<Move> {
    let found = shorter(game, layout, &moves, expansions, memory);
    found.filter(|found| found.len() < moves.len() && verify(game, layout, found).is_ok()).unwrap_or(moves)
}

/// The win after this number of expansions; `None` if the engine cannot follow it.
fn shorter(game: &Game, layout: &Layout, moves: &[Move], expansions: usize, memory: u64) -> Option<Vec<Move>> {
    if one_deck::supports(game) {
        let engines = by_one_deck_size!(game, E => E::new(game, layout).ok()?);
        with_one_deck_size!(engines, engine => Shortening::new(engine, memory).run(game, layout, moves, expansions))
    } else {
        let engines = by_interned_size!(game, E => E::new(game, layout));
        with_interned_size!(engines, engine => Shortening::new(engine, memory).run(game, layout, moves, expansions))
    }
}

/// One win that is being shortened.
struct Shortening<E: SearchEngine> {
    engine: E,
    actions: Vec<E::Action>,
    /// Bytes that may be held.
    memory: u64,
}

/// Leads from an expanded state to another state of the graph, in one or more moves.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    moves: u32,
}

/// The states around a win. Numbers of states begin with those of the win, in order.
struct Graph<K> {
    keys: Vec<K>,
    edges: Vec<Edge>,
    /// Where the edges of each expanded state end.
    ends: Vec<u32>,
    /// The state in which all cards are home.
    won: u32,
}

impl<K> Graph<K> {
    fn edges(&self, node: usize) -> &[Edge] {
        let Some(&end) = self.ends.get(node) else { return &[] };
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.edges[start as usize..end as usize]
    }
}

impl<E: SearchEngine> Shortening<E> {
    fn new(engine: E, memory: u64) -> Self {
        Shortening { engine, actions: Vec::new(), memory }
    }

    /// Whether a graph of this size exceeds the limit on memory. A growing table counts in its old and its new size; the
    /// search for the shortest path takes a few words per state and edge.
    fn is_too_much(&self, states: usize, edges: usize) -> bool {
        let (key, number) = (size_of::<E::Key>(), size_of::<u32>());
        let for_each_state = 2 * key + 3 * (key + 2 * number) + 4 * number;
        let for_each_edge = 2 * size_of::<Edge>() + 2 * number;
        self.engine.memory() + (states * for_each_state + edges * for_each_edge) as u64 >= self.memory
    }

    fn run(&mut self, game: &Game, layout: &Layout, moves: &[Move], mut left: usize) -> Option<Vec<Move>> {
        let visited = self.follow(&Position::new(game.clone(), layout.clone()).ok()?, moves)?;
        let mut path = last_visits(&visited);
        let mut for_each = FIRST_PASS;
        while left > path.len() && self.engine.is_full().is_none() && !self.is_too_much(path.len(), 0) {
            let expansions = left.min(for_each * path.len());
            left -= expansions;
            let graph = self.graph(&path, expansions);
            if graph.ends.len() < expansions && self.is_too_much(graph.keys.len(), graph.edges.len()) {
                left = 0;
            }
            let better = last_visits(&self.shortest(&graph, path.len()));
            debug_assert!(better.len() <= path.len(), "the graph holds the path");
            if (path.len() - better.len()) * LITTLE < path.len() {
                for_each *= 2;
            }
            path = better;
        }
        self.moves_along(&path)
    }

    /// The keys of the positions of a win, the first one included.
    fn follow(&mut self, start: &Position, moves: &[Move]) -> Option<Vec<E::Key>> {
        let (mut position, mut state) = (start.clone(), self.engine.start());
        let mut visited = vec![self.engine.key(&state)];
        for mv in moves {
            let target = match mv.to {
                Pile::Column(i) => position.layout().columns[usize::from(i)].last().copied(),
                _ => None,
            };
            position.play(mv).ok()?;
            self.actions.clear();
            self.engine.actions(&state, &mut self.actions);
            // Empty columns and cells are interchangeable, so the engine's piles may differ from those of the position. Moves
            // are matched by their cards, and among equal cards by the canonical position after the move.
            let mut fits = Vec::new();
            for &action in &self.actions {
                let found = self.engine.to_move(&state, action);
                if (found.card, found.count) == (mv.card, mv.count) && same_kind(found.to, mv.to) {
                    let next = self.engine.apply(&state, action);
                    let onto = match found.to {
                        Pile::Column(i) => self.engine.unpack(&state).columns[usize::from(i)].last().copied(),
                        _ => None,
                    };
                    if onto == target {
                        fits.push(next);
                    }
                }
            }
            if fits.len() > 1 {
                let (rules, canonical) = (start.rules().clone(), position.canonical());
                let is_it = |next: &E::State| {
                    let reached = Position::new(rules.clone(), self.engine.unpack(next));
                    reached.is_ok_and(|reached| reached.canonical() == canonical)
                };
                fits.retain(is_it);
            }
            state = *fits.first()?;
            visited.push(self.engine.key(&state));
        }
        self.engine.is_won(&state).then_some(visited)
    }

    /// Expands states around a path, nearest to it first.
    fn graph(&mut self, path: &[E::Key], expansions: usize) -> Graph<E::Key> {
        let mut numbers: AHashMap<E::Key, u32> = path.iter().copied().zip(0..).collect();
        let won = path.len() as u32 - 1;
        let mut graph = Graph { keys: path.to_vec(), edges: Vec::new(), ends: Vec::new(), won };
        for node in 0..expansions {
            let Some(key) = graph.keys.get(node) else { break };
            // The win itself stays in the graph.
            if node >= path.len() && self.is_too_much(graph.keys.len(), graph.edges.len()) {
                break;
            }
            let state = self.engine.restore(key);
            if node + 1 < path.len() {
                graph.edges.push(Edge { to: node as u32 + 1, moves: 1 });
            }
            let mut actions = std::mem::take(&mut self.actions);
            actions.clear();
            self.engine.actions(&state, &mut actions);
            for &action in &actions {
                let mut next = self.engine.apply(&state, action);
                let mut moves = 1;
                while let Some(forced) = self.engine.forced(&next) {
                    next = self.engine.apply(&next, forced);
                    moves += 1;
                }
                let key = self.engine.key(&next);
                let to = *numbers.entry(key).or_insert_with(|| {
                    graph.keys.push(key);
                    graph.keys.len() as u32 - 1
                });
                graph.edges.push(Edge { to, moves });
            }
            self.actions = actions;
            graph.ends.push(graph.edges.len() as u32);
        }
        graph
    }

    /// The keys along a shortest path to the won state, every position included. A path of `most` positions is known.
    fn shortest(&mut self, graph: &Graph<E::Key>, most: usize) -> Vec<E::Key> {
        let mut from = vec![(u32::MAX, u32::MAX); graph.keys.len()];
        let mut waiting = vec![Vec::new(); most + 1];
        from[0].1 = 0;
        waiting[0].push(0u32);
        for distance in 0..waiting.len() {
            while let Some(node) = waiting[distance].pop() {
                if from[node as usize].1 as usize != distance {
                    continue;
                }
                for edge in graph.edges(node as usize) {
                    let far = distance + edge.moves as usize;
                    let target = &mut from[edge.to as usize];
                    if far < waiting.len() && far < target.1 as usize {
                        *target = (node, far as u32);
                        waiting[far].push(edge.to);
                    }
                }
            }
        }
        let mut nodes = vec![graph.won];
        while let Some(&node) = nodes.last().filter(|&&node| node != 0) {
            nodes.push(from[node as usize].0);
        }
        nodes.reverse();
        let mut path = vec![graph.keys[0]];
        for pair in nodes.windows(2) {
            let moves = from[pair[1] as usize].1 - from[pair[0] as usize].1;
            self.append(&graph.keys[pair[0] as usize], &graph.keys[pair[1] as usize], moves, &mut path);
        }
        path
    }

    /// Appends the positions of an edge: of one move, or of a move and the forced ones after it.
    fn append(&mut self, from: &E::Key, to: &E::Key, moves: u32, path: &mut Vec<E::Key>) {
        if moves == 1 {
            path.push(*to);
            return;
        }
        let state = self.engine.restore(from);
        let mut actions = Vec::new();
        self.engine.actions(&state, &mut actions);
        let before = path.len();
        for action in actions {
            let mut next = self.engine.apply(&state, action);
            path.push(self.engine.key(&next));
            while let Some(forced) = self.engine.forced(&next) {
                next = self.engine.apply(&next, forced);
                path.push(self.engine.key(&next));
            }
            if path.last() == Some(to) && path.len() - before == moves as usize {
                return;
            }
            path.truncate(before);
        }
        debug_assert!(false, "the edge was made in this way");
    }

    /// The moves that lead along keys.
    fn moves_along(&mut self, path: &[E::Key]) -> Option<Vec<Move>> {
        let mut state = self.engine.start();
        let mut moves = Vec::with_capacity(path.len());
        for key in &path[1..] {
            self.actions.clear();
            self.engine.actions(&state, &mut self.actions);
            let (mv, next) = self.actions.iter().find_map(|&action| {
                let next = self.engine.apply(&state, action);
                (self.engine.key(&next) == *key).then(|| (self.engine.to_move(&state, action), next))
            })?;
            moves.push(mv);
            state = next;
        }
        Some(moves)
    }
}

/// Whether both are columns, both are cells, or both are the same pile of another kind.
fn same_kind(a: Pile, b: Pile) -> bool {
    match (a, b) {
        (Pile::Column(_), Pile::Column(_)) | (Pile::Cell(_), Pile::Cell(_)) => true,
        _ => a == b,
    }
}

/// The positions of a path, where of all visits to one position only the last continues.
fn last_visits<K: Copy + Eq + std::hash::Hash>(visited: &[K]) -> Vec<K> {
    let last: AHashMap<&K, usize> = visited.iter().zip(0..).collect();
    let mut path = vec![visited[0]];
    let mut at = last[&visited[0]];
    while at + 1 < visited.len() {
        at = last[&visited[at + 1]];
        path.push(visited[at]);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::deal::DealNumber;

    /// A win of deal 1 with a detour near its end: the only card of a column goes to an empty one.
    fn with_a_detour(game: &Game, layout: &Layout) -> (usize, Vec<Move>) {
        let mut moves = Solver::new(game.clone()).solve(layout).unwrap().solution.unwrap().moves;
        let mut position = Position::new(game.clone(), layout.clone()).unwrap();
        let length = moves.len();
        for at in 0..length {
            let columns = &position.layout().columns;
            let (single, empty) = (columns.iter().position(|c| c.len() == 1), columns.iter().position(Vec::is_empty));
            if let (Some(single), Some(empty)) = (single, empty) {
                let (from, to) = (Pile::Column(single as u8), Pile::Column(empty as u8));
                let exchanged = |pile: Pile| {
                    if pile == from {
                        to
                    } else if pile == to {
                        from
                    } else {
                        pile
                    }
                };
                for mv in &mut moves[at..] {
                    (mv.from, mv.to) = (exchanged(mv.from), exchanged(mv.to));
                }
                moves.insert(at, Move::single(columns[single][0], from, to));
                return (length, moves);
            }
            position.play(&moves[at]).unwrap();
        }
        panic!("no column is empty beside one of a single card");
    }

    #[test]
    fn loops_are_cut_and_the_rest_wins() {
        let game = Game::preset("freecell").unwrap();
        let layout = game.deal(DealNumber::Microsoft(1));
        let (length, long) = with_a_detour(&game, &layout);
        verify(&game, &layout, &long).unwrap();
        let cut = shorter(&game, &layout, &long, 0, u64::MAX).unwrap();
        assert_eq!(Some(&cut), shorter(&game, &layout, &long, 10_000, 0).as_ref(), "without memory only loops are cut");
        assert!(cut.len() <= length, "{} of {length}", cut.len());
        verify(&game, &layout, &cut).unwrap();
        let searched = shorter(&game, &layout, &long, 10_000, u64::MAX).unwrap();
        assert!(searched.len() < cut.len(), "{} of {}", searched.len(), cut.len());
        verify(&game, &layout, &searched).unwrap();
        assert_eq!(Some(searched), shorter(&game, &layout, &long, 10_000, u64::MAX), "the same win every time");
    }

    /// Every game's wins can be followed by its engine, and what comes out is a win that is no longer.
    #[test]
    fn wins_of_all_games_are_followed() {
        for preset in crate::rules::PRESETS {
            let game = Game::new(preset.rules()).unwrap();
            let mut solver = Solver::new(game.clone()).with_limits(crate::Limits::of(&game).states(20_000));
            let won = (1..=5).find_map(|deal| {
                let layout = game.deal(DealNumber::Microsoft(deal));
                let solution = solver.solve(&layout).unwrap().solution?;
                Some((layout, solution.moves))
            });
            let Some((layout, moves)) = won else { continue };
            let found = shorter(&game, &layout, &moves, 2_000, u64::MAX);
            let found = found.unwrap_or_else(|| panic!("{}: the engine does not follow the win", game.name));
            assert!(found.len() <= moves.len(), "{}: {} of {}", game.name, found.len(), moves.len());
            verify(&game, &layout, &found).unwrap_or_else(|error| panic!("{}: {error}", game.name));
        }
    }
}
