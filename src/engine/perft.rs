//! Perft: counts move sequences and states by depth. The main engine test, and a measure of speed.
//!
//! Engines and the reference position must agree on two counts: *paths*, the number of move
//! sequences of a given length, where every destination counts (two empty cells are two moves); and
//! *positions*, the number of states, up to symmetry, that are first reached at a given depth.

use super::Engine;
use ahash::AHashSet;

/// Number of move sequences of exactly `depth` moves.
pub fn paths<E: Engine>(engine: &mut E, depth: usize) -> u64 {
    let start = engine.start();
    let mut buffers = vec![Vec::new(); depth];
    paths_from(engine, &start, &mut buffers)
}

fn paths_from<E: Engine>(engine: &mut E, state: &E::State, buffers: &mut [Vec<E::Action>]) -> u64 {
    let Some((actions, deeper)) = buffers.split_first_mut() else { return 1 };
    actions.clear();
    engine.actions(state, actions);
    let mut count = 0;
    for &action in actions.iter() {
        let multiplicity = engine.multiplicity(state, action);
        let next = engine.apply(state, action);
        count += multiplicity * paths_from(engine, &next, deeper);
    }
    count
}

/// Number of states, up to symmetry, that are first reached at each depth 0, 1, …, `depth`.
pub fn positions<E: Engine>(engine: &mut E, depth: usize) -> Vec<u64> {
    let start = engine.start();
    let mut seen = AHashSet::from([engine.key(&start)]);
    let mut layer = vec![start];
    let mut counts = vec![1];
    let mut actions = Vec::new();
    for _ in 0..depth {
        let mut next_layer = Vec::new();
        for state in &layer {
            actions.clear();
            engine.actions(state, &mut actions);
            for &action in &actions {
                let next = engine.apply(state, action);
                if seen.insert(engine.key(&next)) {
                    next_layer.push(next);
                }
            }
        }
        counts.push(next_layer.len() as u64);
        layer = next_layer;
    }
    counts
}

/// Generates every successor down to `depth` and computes its key, as a measure of speed. Returns
/// the number of successors and a checksum of their keys that is independent of their order.
pub fn sweep<E: Engine>(engine: &mut E, depth: usize, digest: impl Fn(&E::Key) -> u64 + Copy) -> (u64, u64) {
    let start = engine.start();
    let mut buffers = vec![Vec::new(); depth];
    sweep_from(engine, &start, &mut buffers, digest)
}

fn sweep_from<E: Engine>(
    engine: &mut E,
    state: &E::State,
    buffers: &mut [Vec<E::Action>],
    digest: impl Fn(&E::Key) -> u64 + Copy,
) -> (u64, u64) {
    let Some((actions, deeper)) = buffers.split_first_mut() else { return (0, 0) };
    actions.clear();
    engine.actions(state, actions);
    let (mut count, mut sum) = (0, 0u64);
    for &action in actions.iter() {
        let next = engine.apply(state, action);
        sum = sum.wrapping_add(digest(&engine.key(&next)));
        let below = sweep_from(engine, &next, deeper, digest);
        count += 1 + below.0;
        sum = sum.wrapping_add(below.1);
    }
    (count, sum)
}
