//! Makes a win of the complete search fit to be followed.
//!
//! The depth-first search returns the path on which it stood, which wanders for thousands of moves. First loops are cut: of all visits
//! to one position only the last continues. Then the positions around the path are expanded, nearest first, and the shortest path
//! through what was seen replaces it; repeated while that helps. This is the neighbourhood search of Nakhost and Müller (ARAS, 2010), in its
//! simplest form. Positions are compared in canonical form, so a loop is also one that only exchanges columns.
//!
//! Invariants: the number of expansions depends on the number of states of the search alone, never on a clock, so that the same
//! deal gives the same solution everywhere; and nothing here is trusted: the verifier replays the result like every win.

use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::Position;
use std::collections::{HashMap, VecDeque};

/// Wins of at most so many moves for each card are left as they are: they can be followed, and nearly all are found at once.
const MOVES_PER_CARD: usize = 3;
/// States of the search for one expansion here: an expansion takes about as long as ten, so this keeps to a share of its time.
const STATES_FOR_ONE: u64 = 50;
/// Positions that are held at most.
const MOST: usize = 30_000;

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
    let mut left = path.len().max((states / STATES_FOR_ONE) as usize);
    while left > 0 {
        let (better, expanded) = around(&start, &path, left);
        left = left.saturating_sub(expanded.max(1));
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
    let last: HashMap<&Layout, usize> = visited.iter().enumerate().map(|(i, layout)| (layout, i)).collect();
    let mut path = Vec::new();
    let mut at = last[&visited[0]];
    while at + 1 < visited.len() {
        at = last[&visited[at + 1]];
        path.push(visited[at].clone());
    }
    Some(path)
}

/// A position seen near the path: how to come to it, and where it leads.
struct Node {
    position: Position,
    /// Successors; none while it is not expanded.
    successors: Vec<usize>,
}

/// The shortest path through the positions around a path, and how many were expanded for it.
fn around(start: &Position, path: &[Layout], most: usize) -> (Vec<Layout>, usize) {
    let mut nodes = vec![Node { position: start.clone(), successors: Vec::new() }];
    let mut numbers: HashMap<Layout, usize> = HashMap::from([(start.canonical(), 0)]);
    let mut open: VecDeque<usize> = VecDeque::from([0]);
    let mut position = start.clone();
    for layout in path {
        let Some(mv) = move_to(&position, layout) else { return (path.to_vec(), 0) };
        let _ = position.play(&mv);
        numbers.insert(layout.clone(), nodes.len());
        open.push_back(nodes.len());
        nodes.push(Node { position: position.clone(), successors: Vec::new() });
    }
    let goal = nodes.len() - 1;
    let mut expanded = 0;
    while let Some(number) = open.pop_front() {
        if expanded >= most {
            break;
        }
        expanded += 1;
        for mv in nodes[number].position.legal_moves() {
            let mut next = nodes[number].position.clone();
            let _ = next.play(&mv);
            let fresh = nodes.len();
            let found = *numbers.entry(next.canonical()).or_insert(fresh);
            if found == fresh {
                nodes.push(Node { position: next, successors: Vec::new() });
                open.push_back(fresh);
            }
            nodes[number].successors.push(found);
        }
        if nodes.len() > MOST {
            break;
        }
    }
    // Breadth first from the start: all moves cost the same.
    let mut from = vec![usize::MAX; nodes.len()];
    let mut queue = VecDeque::from([0]);
    from[0] = 0;
    while let Some(number) = queue.pop_front() {
        // A node of the path that was not expanded still leads to the next one.
        let along = (number < goal).then_some(number + 1);
        for next in nodes[number].successors.iter().copied().chain(along) {
            if from[next] == usize::MAX {
                from[next] = number;
                queue.push_back(next);
            }
        }
    }
    let mut back = Vec::new();
    let mut at = goal;
    while at != 0 {
        back.push(nodes[at].position.canonical());
        at = from[at];
    }
    back.reverse();
    (back, expanded)
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
