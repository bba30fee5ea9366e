//! Shortens the wins of the complete search.
//!
//! Depth-first search returns the path to the win on its stack, which can have thousands of moves.
//! First, loops are cut: of all visits to one position only the last is continued. Then short
//! breadth-first searches from each position of the path look for later positions of the path, and the
//! shortcut that saves most is taken; this is repeated while it helps. Such local improvement of plans
//! is due to Nakhost and Müller (ARAS, 2010). Positions are compared in canonical form, so a loop may
//! also exchange columns.
//!
//! Invariants: the number of expansions depends on the number of states of the search alone, never on a
//! clock, so that the same deal gives the same solution on every machine; and the verifier replays the
//! result like every win.

use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::Position;
use std::collections::{HashMap, HashSet};

/// Wins of at most so many moves for each card are left as they are: they can be followed, and nearly all are found at once.
const MOVES_PER_CARD: usize = 3;
/// States of the search for one expansion here, which bounds the time to a share of that of the search.
const STATES_FOR_ONE: u64 = 10;
/// Expansions around one position.
const EXPANSIONS: usize = 100;
/// Moves that are walked without a search where the last one found nothing: the next position would hardly see more.
const STRIDE: usize = 5;

/// A win at least as short, for a win that a search of so many states found.
pub(super) fn shorten(game: &Game, layout: &Layout, moves: Vec<Move>, states: u64) -> Vec<Move> {
    if moves.len() <= MOVES_PER_CARD * game.cards() {
        return moves;
    }
    shorter(game, layout, &moves, states).filter(|found| found.len() < moves.len()).unwrap_or(moves)
}

fn shorter(game: &Game, layout: &Layout, moves: &[Move], states: u64) -> Option<Vec<Move>> {
    let start = Position::new(game.clone(), layout.clone()).ok()?;
    let mut path = without_loops(&start, moves)?;
    let mut left = (states / STATES_FOR_ONE) as usize;
    while left > 0 {
        let (better, expanded) = with_shortcuts(&start, &path, left)?;
        left = left.saturating_sub(expanded.max(1));
        // A shortcut can lead through a position that the rest of the path visits, too.
        let visited: Vec<Layout> = std::iter::once(start.canonical()).chain(better).collect();
        let better = last_visits(&visited);
        if better.len() >= path.len() {
            break;
        }
        path = better;
    }
    moves_along(&start, &path)
}

/// The canonical positions of a win after the start, each once.
fn without_loops(start: &Position, moves: &[Move]) -> Option<Vec<Layout>> {
    let mut position = start.clone();
    let mut visited = vec![start.canonical()];
    for mv in moves {
        position.play(mv).ok()?;
        visited.push(position.canonical());
    }
    Some(last_visits(&visited))
}

/// The positions after the first, where of all visits to one position only the last continues.
fn last_visits(visited: &[Layout]) -> Vec<Layout> {
    let last: HashMap<&Layout, usize> = visited.iter().enumerate().map(|(i, layout)| (layout, i)).collect();
    let mut path = Vec::new();
    let mut at = last[&visited[0]];
    while at + 1 < visited.len() {
        at = last[&visited[at + 1]];
        path.push(visited[at].clone());
    }
    path
}

/// Walks along a path and takes every shortcut that a short search around the present position finds. Also says how many
/// positions were expanded.
fn with_shortcuts(start: &Position, path: &[Layout], most: usize) -> Option<(Vec<Layout>, usize)> {
    let places: HashMap<&Layout, usize> = path.iter().enumerate().map(|(i, layout)| (layout, i + 1)).collect();
    let (mut walked, mut expanded) = (Vec::new(), 0);
    let (mut position, mut at, mut search_from) = (start.clone(), 0, 0);
    while at < path.len() {
        let search = expanded < most && at >= search_from;
        let shortcut = if search { shortcut(&position, at, &places, &mut expanded) } else { None };
        if search && shortcut.is_none() {
            search_from = at + STRIDE;
        }
        let (steps, next) = shortcut.unwrap_or_else(|| (vec![path[at].clone()], at + 1));
        for layout in steps {
            let mv = move_to(&position, &layout)?;
            position.play(&mv).ok()?;
            walked.push(layout);
        }
        at = next;
    }
    Some((walked, expanded))
}

/// Breadth first around a position of the path: the way that saves the most moves, and the place on the path where it ends.
fn shortcut(
    from: &Position,
    at: usize,
    places: &HashMap<&Layout, usize>,
    expanded: &mut usize,
) -> Option<(Vec<Layout>, usize)> {
    // Position, the node that it came from, and its depth.
    let mut nodes = vec![(from.clone(), 0usize, 0usize)];
    let mut seen = HashSet::from([from.canonical()]);
    let (mut best, mut saved) = (None, 0);
    for number in 0..EXPANSIONS {
        if number >= nodes.len() {
            break;
        }
        *expanded += 1;
        let depth = nodes[number].2 + 1;
        for mv in nodes[number].0.legal_moves() {
            let mut next = nodes[number].0.clone();
            let _ = next.play(&mv);
            let layout = next.canonical();
            if seen.contains(&layout) {
                continue;
            }
            let place = places.get(&layout).copied().unwrap_or(0);
            if place > at + depth && place - at - depth > saved {
                (best, saved) = (Some((nodes.len(), place)), place - at - depth);
            }
            nodes.push((next, number, depth));
            seen.insert(layout);
        }
    }
    let (mut number, place) = best?;
    let mut steps = Vec::new();
    while number != 0 {
        steps.push(nodes[number].0.canonical());
        number = nodes[number].1;
    }
    steps.reverse();
    Some((steps, place))
}

/// The moves that lead along canonical positions.
fn moves_along(start: &Position, path: &[Layout]) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(path.len());
    for layout in path {
        let mv = move_to(&position, layout)?;
        position.play(&mv).ok()?;
        moves.push(mv);
    }
    Some(moves)
}

/// The first legal move to a canonical position.
fn move_to(position: &Position, layout: &Layout) -> Option<Move> {
    position.legal_moves().into_iter().find(|mv| {
        let mut next = position.clone();
        next.play(mv).is_ok() && next.canonical() == *layout
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::deal::DealNumber;
    use crate::moves::Pile;
    use crate::verify::verify;

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
        let cut = shorter(&game, &layout, &long, 0).unwrap();
        assert!(cut.len() <= length, "{} of {length}", cut.len());
        verify(&game, &layout, &cut).unwrap();
        let searched = shorter(&game, &layout, &long, 100_000).unwrap();
        assert!(searched.len() <= cut.len());
        verify(&game, &layout, &searched).unwrap();
        assert_eq!(Some(searched), shorter(&game, &layout, &long, 100_000), "the same win every time");
    }
}
