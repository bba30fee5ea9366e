//! Smallest hitting sets: the fewest units that meet every landmark.
//!
//! Sets of a given size are looked for by [`local_search`](super::local_search), and if that finds
//! none, by branch and bound, which also proves that there is none. Work is counted in steps, so that
//! results do not depend on the machine.
//!
//! *The bound of a node* is Lagrange's: for multipliers u ≥ 0 of the landmarks not yet met, every set
//! that meets them has at least L(u) = Σ u(s) + Σ min(0, r(e)) units, where r(e) = 1 − Σ u(s) over the
//! landmarks s with unit e. (For a hitting set X: |X| ≥ |X| + Σ u(s)(1 − |s ∩ X|) = Σ u(s) + Σ r(e)
//! over e in X.) Any multipliers give a bound. They start from those of the node before and follow a
//! subgradient (Held and Karp 1971; for covering Beasley, *A Lagrangian heuristic for set-covering
//! problems*, 1990). Numbers are integers, one unit is [`WHOLE`], so nothing is rounded.
//!
//! *Fixing.* If n units may still be chosen, a unit with r(e) ≥ 0 and L(u) + r(e) > n is not in any set
//! that is small enough, and one with r(e) < 0 and L(u) − r(e) > n is in all of them: these are the
//! bounds with the unit chosen or left out. A unit whose landmarks all have another unit in common,
//! which is not left out itself, can be left out, since the other can take its place.

use super::local_search::LocalSearch;
use super::unit_set::{MAX_UNITS, UnitSet};
use crate::container::random::SplitMix64;
use std::ops::ControlFlow;

/// One unit in the arithmetic of multipliers.
const WHOLE: i64 = 1 << 20;

/// What is known about hitting sets of a size.
pub enum Smallest {
    /// One of at most this size.
    Is(UnitSet),
    /// There is none; it takes more units.
    IsMore,
    /// Not known. A larger one.
    MayBe(UnitSet),
}

/// Landmarks and the searches for their hitting sets.
pub struct HittingSets {
    units: usize,
    /// None contains another.
    landmarks: Vec<UnitSet>,
    /// By unit: number of landmarks that it was in.
    uses: Vec<u32>,
    local: LocalSearch,
    /// Steps of work so far.
    pub steps: u64,
    /// Nodes of one search by branch and bound.
    nodes: u64,
}

impl HittingSets {
    pub fn new(units: usize) -> HittingSets {
        let local = LocalSearch::new(units);
        HittingSets { units, landmarks: Vec::new(), uses: vec![0; units], local, steps: 0, nodes: 2_000 }
    }

    /// Adds a landmark.
    pub fn add(&mut self, landmark: UnitSet) {
        landmark.iter().for_each(|unit| self.uses[unit] += 1);
        self.local.add(&landmark);
        if !self.landmarks.iter().any(|known| known.is_within(&landmark)) {
            self.landmarks.retain(|known| !landmark.is_within(known));
            self.landmarks.push(landmark);
        }
    }

    /// All units, those in many landmarks first, in random order otherwise.
    pub fn rarest_last(&self, random: &mut SplitMix64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.units).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        crate::short_sort::sort_by_key(&mut order, |&unit| std::cmp::Reverse(self.uses[unit]));
        order
    }

    /// Looks for a hitting set of at most `size` units; proves that there is none only if `prove`. Calls
    /// `report` with the steps so far until that breaks.
    pub fn smallest(
        &mut self,
        size: usize,
        prove: bool,
        random: &mut SplitMix64,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<(), Smallest> {
        if let Some(set) = self.local.search(size, random, &mut self.steps) {
            return ControlFlow::Continue(Smallest::Is(set));
        }
        if prove {
            let multipliers = vec![WHOLE / 4; self.landmarks.len()];
            let mut search = BranchAndBound { multipliers, left: self.nodes, steps: &mut self.steps, report };
            let open = self.landmarks.iter().copied().zip(0..).collect();
            match search.node(Node { chosen: UnitSet::EMPTY, open, size }, 100)? {
                End::Found(set) => return ControlFlow::Continue(Smallest::Is(set)),
                End::None => return ControlFlow::Continue(Smallest::IsMore),
                End::GaveUp => self.nodes *= 2,
            }
        }
        let mut larger = size;
        loop {
            larger += 1;
            if let Some(set) = self.local.search(larger, random, &mut self.steps) {
                return ControlFlow::Continue(Smallest::MayBe(set));
            }
        }
    }
}

struct BranchAndBound<'a> {
    /// By landmark.
    multipliers: Vec<i64>,
    /// Nodes that may be expanded.
    left: u64,
    steps: &'a mut u64,
    report: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

/// Nodes between two reports.
const REPORT: u64 = 256;

/// A node: the units chosen so far, the landmarks that they do not meet, without units that were left
/// out, and how many units there may be in all.
struct Node {
    chosen: UnitSet,
    open: Vec<(UnitSet, usize)>,
    size: usize,
}

enum End {
    Found(UnitSet),
    None,
    GaveUp,
}

const NO_SET: ControlFlow<(), End> = ControlFlow::Continue(End::None);

impl BranchAndBound<'_> {
    fn node(&mut self, mut node: Node, rounds: usize) -> ControlFlow<(), End> {
        if self.left == 0 {
            return ControlFlow::Continue(End::GaveUp);
        }
        if self.left.is_multiple_of(REPORT) {
            (self.report)(*self.steps)?;
        }
        self.left -= 1;
        loop {
            // Landmarks with one unit left.
            while let Some(&(last, _)) = node.open.iter().find(|(landmark, _)| landmark.len() <= 1) {
                if last.is_empty() {
                    return NO_SET;
                }
                node.choose(&last);
            }
            if node.chosen.len() > node.size {
                return NO_SET;
            }
            if node.open.is_empty() {
                return ControlFlow::Continue(End::Found(node.chosen));
            }
            let Some(fixed) = self.bound(&node, rounds) else { return NO_SET };
            let out = if fixed.out.is_empty() { dominated(&node.open) } else { fixed.out };
            if out.is_empty() && fixed.chosen.is_empty() {
                break;
            }
            for (landmark, _) in &mut node.open {
                *landmark = landmark.minus(&out);
            }
            node.choose(&fixed.chosen);
        }
        let Some(&(smallest, _)) = node.open.iter().min_by_key(|(landmark, _)| landmark.len()) else { return NO_SET };
        let uses = |unit: &usize| node.open.iter().filter(|(landmark, _)| landmark.contains(*unit)).count();
        let mut units: Vec<usize> = smallest.iter().collect();
        crate::short_sort::sort_by_key(&mut units, |unit| std::cmp::Reverse(uses(unit)));
        let mut out = UnitSet::EMPTY;
        for unit in units {
            let mut chosen = UnitSet::EMPTY;
            chosen.insert(unit);
            let open = node.open.iter().map(|&(landmark, number)| (landmark.minus(&out), number)).collect();
            let mut child = Node { chosen: node.chosen, open, size: node.size };
            child.choose(&chosen);
            match self.node(child, 10)? {
                End::None => out.insert(unit),
                ended => return ControlFlow::Continue(ended),
            }
        }
        NO_SET
    }

    /// The units that must be chosen or left out; `None` if the node needs too many.
    fn bound(&mut self, node: &Node, rounds: usize) -> Option<Fixed> {
        let size = (node.size - node.chosen.len()) as i64 * WHOLE;
        let mut fixed = Fixed { chosen: UnitSet::EMPTY, out: UnitSet::EMPTY };
        for _ in 0..rounds {
            *self.steps += node.open.len() as u64;
            let mut reduced = [WHOLE; MAX_UNITS];
            let mut bound = 0;
            let mut units = UnitSet::EMPTY;
            for (landmark, number) in &node.open {
                let multiplier = self.multipliers[*number];
                bound += multiplier;
                units = units.union(landmark);
                landmark.iter().for_each(|unit| reduced[unit] -= multiplier);
            }
            let negative: UnitSet = units.iter().filter(|&unit| reduced[unit] < 0).collect();
            bound += negative.iter().map(|unit| reduced[unit]).sum::<i64>();
            if bound > size {
                return None;
            }
            for unit in units.iter().filter(|&unit| bound + reduced[unit].abs() > size) {
                if negative.contains(unit) { fixed.chosen.insert(unit) } else { fixed.out.insert(unit) }
            }
            // A step along the subgradient, as long as what is missing asks for.
            let slope = |landmark: &UnitSet| 1 - landmark.len() as i64 + landmark.minus(&negative).len() as i64;
            let norm: i64 = node.open.iter().map(|(landmark, _)| slope(landmark).pow(2)).sum();
            if norm == 0 {
                break;
            }
            let step = (size + WHOLE / 2 - bound) / norm;
            for (landmark, number) in &node.open {
                let multiplier = &mut self.multipliers[*number];
                *multiplier = (*multiplier + step * slope(landmark)).max(0);
            }
        }
        Some(fixed)
    }
}

/// Units whose choice is decided.
struct Fixed {
    chosen: UnitSet,
    out: UnitSet,
}

impl Node {
    fn choose(&mut self, units: &UnitSet) {
        self.chosen = self.chosen.union(units);
        self.open.retain(|(landmark, _)| !landmark.meets(units));
    }
}

/// Units that another unit can take the place of.
fn dominated(open: &[(UnitSet, usize)]) -> UnitSet {
    let mut common = [None; MAX_UNITS];
    for (landmark, _) in open {
        for unit in landmark.iter() {
            let shared = common[unit].get_or_insert(*landmark);
            *shared = shared.minus(&shared.minus(landmark));
        }
    }
    let mut out = UnitSet::EMPTY;
    for (unit, shared) in common.iter().enumerate() {
        if shared.is_some_and(|shared| shared.minus(&out).len() > 1) {
            out.insert(unit);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of a smallest hitting set of landmarks over up to 16 units, by trying all sets.
    fn smallest(landmarks: &[UnitSet]) -> usize {
        let masks: Vec<u32> = landmarks.iter().map(|l| l.iter().map(|unit| 1 << unit).sum()).collect();
        let hits = |set: &u32| masks.iter().all(|mask| mask & set != 0);
        (0..1u32 << 16).filter(hits).map(u32::count_ones).min().unwrap() as usize
    }

    /// Branch and bound alone, without local search, with few and many rounds for the bound.
    #[test]
    fn no_set_is_missed() {
        let mut random = SplitMix64::new(1);
        for _ in 0..300 {
            let width = 2 + random.below(4);
            let landmarks: Vec<UnitSet> = (0..3 + random.below(40))
                .map(|_| (0..1 + random.below(width) + width / 3).map(|_| random.below(16)).collect())
                .collect();
            let mut sets = HittingSets::new(16);
            landmarks.iter().for_each(|landmark| sets.add(*landmark));
            let least = smallest(&landmarks);
            for size in 0..16 {
                for rounds in [1, 100] {
                    let mut steps = 0;
                    let mut search = BranchAndBound {
                        multipliers: vec![WHOLE / 4; sets.landmarks.len()],
                        left: u64::MAX,
                        steps: &mut steps,
                        report: &mut |_| ControlFlow::Continue(()),
                    };
                    let open = sets.landmarks.iter().copied().zip(0..).collect();
                    let node = Node { chosen: UnitSet::EMPTY, open, size };
                    match search.node(node, rounds) {
                        ControlFlow::Continue(End::Found(set)) => {
                            assert!(set.len() <= size && landmarks.iter().all(|l| l.meets(&set)), "{landmarks:?}");
                            assert!(least <= size);
                        }
                        ControlFlow::Continue(End::None) => assert!(least > size, "{least}, not {size}: {landmarks:?}"),
                        _ => panic!("{landmarks:?}"),
                    }
                }
            }
            let found = sets.smallest(least, true, &mut random, &mut |_| ControlFlow::Continue(()));
            assert!(matches!(found, ControlFlow::Continue(Smallest::Is(set)) if set.len() <= least));
        }
    }
}
