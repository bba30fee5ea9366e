//! Comparing a packed engine with the reference position: legal moves, keys and round trips along random walks, and
//! perft counts.

use super::Dice;
use std::collections::{BTreeSet, HashSet};
use winnable::engine::Engine;
use winnable::layout::Layout;
use winnable::moves::{Move, Pile};
use winnable::position::Position;

/// Of moves that differ only in the empty cell or empty column they go to, the first.
fn first_destinations(position: &Position) -> BTreeSet<Move> {
    let layout = position.layout();
    let cell = layout.cells.iter().position(Option::is_none);
    let column = layout.columns.iter().position(Vec::is_empty);
    let kept = |mv: &Move| match mv.to {
        Pile::Cell(i) => Some(i as usize) == cell,
        Pile::Column(i) => !layout.columns[i as usize].is_empty() || Some(i as usize) == column,
        _ => true,
    };
    position.legal_moves().into_iter().filter(kept).collect()
}

/// Walks at random from the start and compares engine and reference at every step.
pub fn walks_agree<E: Engine>(engine: &mut E, start: &Position, walks: usize, steps: usize) {
    let mut dice = Dice(start.layout().columns.len() as u64);
    let mut actions = Vec::new();
    for _ in 0..walks {
        let (mut position, mut state) = (start.clone(), engine.start());
        for _ in 0..steps {
            assert_eq!(engine.unpack(&state), *position.layout());
            assert_eq!(engine.is_won(&state), position.is_won());
            let key = engine.key(&state);
            let restored = engine.restore(&key);
            assert_eq!(engine.key(&restored), key);
            let restored = Position::new(position.rules().clone(), engine.unpack(&restored)).expect("no card is lost");
            assert_eq!(restored.canonical(), position.canonical());
            actions.clear();
            engine.actions(&state, &mut actions);
            let moves: BTreeSet<Move> = actions.iter().map(|&a| engine.to_move(&state, a)).collect();
            assert_eq!(moves.len(), actions.len(), "an action twice");
            assert_eq!(moves, first_destinations(&position), "{:?}", position.layout());
            let ways: u64 = actions.iter().map(|&a| engine.ways(&state, a)).sum();
            assert_eq!(ways, position.legal_moves().len() as u64);
            if actions.is_empty() {
                break;
            }
            let action = actions[dice.below(actions.len())];
            position.play(&engine.to_move(&state, action)).expect("just found legal");
            state = engine.apply(&state, action);
        }
    }
}

/// The reference's count of move sequences of exactly `depth` moves.
pub fn reference_paths(position: &Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |mv: &Move| {
        let mut next = position.clone();
        next.play(mv).expect("legal moves can be played");
        reference_paths(&next, depth - 1)
    };
    position.legal_moves().iter().map(after).sum()
}

/// The reference's count of positions up to symmetry that are first reached at each depth.
pub fn reference_positions(start: &Position, depth: usize) -> Vec<u64> {
    let mut seen: HashSet<Layout> = HashSet::from([start.canonical()]);
    let mut layer = vec![start.clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next_layer = Vec::new();
        for position in &layer {
            for mv in position.legal_moves() {
                let mut next = position.clone();
                next.play(&mv).expect("legal moves can be played");
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
