//! Every position of a small game, with the fewest moves from there to a win.

use super::brute_force::{canonical_bytes, cost};
use ahash::AHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use winnable::metric::Metric;
use winnable::position::Position;

/// All positions that can be reached.
pub struct WholeGame {
    pub positions: Vec<Position>,
    numbers: AHashMap<Box<[u8]>, usize>,
    /// Shortest lengths from each position, in moves and in cards; none where it cannot be won.
    lengths: [Vec<Option<u32>>; 2],
}

impl WholeGame {
    /// The game from a position on, or `None` if it has more than `most` positions.
    pub fn new(start: &Position, most: usize) -> Option<WholeGame> {
        let mut key = Vec::new();
        canonical_bytes(start, &mut key);
        let mut positions = vec![start.clone()];
        let mut numbers: AHashMap<Box<[u8]>, usize> = AHashMap::from([(key[..].into(), 0)]);
        let mut before: Vec<Vec<Arrival>> = vec![Vec::new()];
        let mut at = 0;
        while at < positions.len() {
            for mv in positions[at].legal_moves() {
                let mut next = positions[at].clone();
                next.play(&mv).expect("listed moves are legal");
                canonical_bytes(&next, &mut key);
                let number = *numbers.entry(key[..].into()).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(next);
                    before.push(Vec::new());
                }
                let cost = METRICS.map(|metric| cost(start.rules(), &mv, metric));
                before[number].push((at, cost));
            }
            if positions.len() > most {
                return None;
            }
            at += 1;
        }
        let lengths = [0, 1].map(|metric| lengths(&positions, &before, metric));
        Some(WholeGame { positions, numbers, lengths })
    }

    /// The shortest length from one of its positions, if that can be won.
    pub fn length(&self, position: &Position, metric: Metric) -> Option<u32> {
        let mut key = Vec::new();
        canonical_bytes(position, &mut key);
        let number = *self.numbers.get(&key[..]).unwrap_or_else(|| panic!("not reached: {:?}", position.layout()));
        self.lengths[usize::from(metric == Metric::Cards)][number]
    }
}

/// Where a position can be reached from, with the cost of the move in each metric.
type Arrival = (usize, [Option<u32>; 2]);

const METRICS: [Metric; 2] = [Metric::Moves, Metric::Cards];

/// Uniform-cost search backwards from the positions that are won.
fn lengths(positions: &[Position], before: &[Vec<Arrival>], metric: usize) -> Vec<Option<u32>> {
    let mut lengths = vec![None; positions.len()];
    let won = (0..positions.len()).filter(|&at| positions[at].is_won());
    let mut open: BinaryHeap<_> = won.map(|at| Reverse((0, at))).collect();
    while let Some(Reverse((length, at))) = open.pop() {
        if lengths[at].is_some() {
            continue;
        }
        lengths[at] = Some(length);
        for (earlier, cost) in &before[at] {
            if let (None, Some(cost)) = (lengths[*earlier], cost[metric]) {
                open.push(Reverse((length + cost, *earlier)));
            }
        }
    }
    lengths
}
