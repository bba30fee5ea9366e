//! Minimum feedback vertex sets of the blocking graph, as decision problems: is there a set of at
//! most k units?
//!
//! *Lower bound by disjoint cycles.* If every unit of a set lies on a cycle of its own, disjoint
//! from the others, no smaller set exists. Two-cycles with partners outside the set are found by
//! bipartite matching, longer cycles one at a time. Two units form a cycle only if two of their
//! cards form a two-cycle, because B grows upwards within a column. This answers most questions.
//!
//! *Search for the rest.* In a set of cards that is its own core, every uppermost card of a column
//! is blocked by another uppermost card. So there is a cycle among at most as many cards as there
//! are columns, and one of its units must be parked: branch on it. There is no transposition table,
//! so no result can be wrong by a hash collision.

use super::relaxation::Relaxation;
use crate::engine::optimal_state::state::{COLUMNS, bits};

impl Relaxation {
    /// Whether disjoint cycles prove that no set is smaller than `set`. False proves nothing.
    pub fn every_unit_needed(&self, live: u64, set: u64) -> bool {
        self.cycles(live, set).is_some()
    }

    /// The union of disjoint cycles, one for each unit of `set`, if they are found: first
    /// two-cycles by matching; then triples of units of which any two form a cycle, so that two of
    /// them are needed; then any cycle through the remaining units.
    pub fn cycles(&self, live: u64, set: u64) -> Option<u64> {
        let mut matching = Matching { graph: self, free: live & !set, taken: 0, in_triples: 0, owner: [UNMATCHED; 64] };
        let (mut rest, mut alone) = (set, 0);
        while rest != 0 {
            let unit = self.unit(rest.trailing_zeros() as u8);
            rest &= !unit;
            if !matching.augment(unit, &mut 0) {
                alone |= unit;
            }
        }
        let mut free = live & !set & !matching.taken;
        while alone != 0 {
            let unit = self.unit(alone.trailing_zeros() as u8);
            alone &= !unit;
            if matching.makes_triple(unit) {
                continue;
            }
            let core = self.core(free | unit);
            if core == 0 {
                return None;
            }
            // Without the unit there is no cycle, so this cycle contains it.
            let mut cycle = [0; COLUMNS];
            let length = self.short_cycle(core, &mut cycle);
            free = cycle[..length].iter().fold(free, |free, &place| free & !self.unit(place));
        }
        Some(live & !free)
    }

    /// A lower bound on the number of disjoint two-cycles (greedy).
    pub fn disjoint_pairs(&self) -> u32 {
        let (mut rest, mut pairs) = (self.live(), 0);
        while rest != 0 {
            let place = rest.trailing_zeros() as u8;
            let partners = self.mutual(place) & rest;
            rest &= !(1 << place);
            if partners != 0 {
                rest &= !self.unit(place) & !self.unit(partners.trailing_zeros() as u8);
                pairs += 1;
            }
        }
        pairs
    }

    /// A feedback vertex set of `live` with at most `budget` units, if there is one.
    pub fn park_at_most(&self, live: u64, budget: u32) -> Option<u64> {
        self.park(live, 0, budget)
    }

    /// The same, without the unit `kept`: all its two-cycle partners must then be parked.
    pub fn park_without(&self, live: u64, kept: u64, budget: u32) -> Option<u64> {
        let partners = bits(kept).fold(0, |set, place| set | self.mutual(place)) & live;
        let partners = bits(partners).fold(0, |set, other| set | self.unit(other));
        let needed = self.units(partners);
        if needed > budget {
            return None;
        }
        self.park(live & !partners, kept, budget - needed).map(|set| set | partners)
    }

    /// The same, without the units `kept`; their two-cycle partners have been removed from `live`.
    fn park(&self, live: u64, kept: u64, budget: u32) -> Option<u64> {
        let core = self.core(live);
        if core == 0 {
            return Some(0);
        }
        if budget == 0 {
            return None;
        }
        // Lower bound by cliques: of units that pairwise form cycles, all but one are needed. The
        // remaining graph may have a cycle too.
        let (mut rest, mut needed) = (core, 0);
        // Number of partners of each card, in binary: bit i of the count of a card is its bit in
        // word i (saturating).
        let mut partners_count = [0u64; 3];
        for place in bits(core) {
            let partners = self.mutual(place) & core;
            let twos = partners_count[0] & partners;
            partners_count[0] ^= partners;
            partners_count[2] |= partners_count[1] & twos;
            partners_count[1] ^= twos;
            let mut others = partners & rest;
            if rest >> place & 1 == 1 && others != 0 {
                rest &= !self.unit(place);
                while others != 0 {
                    let other = others.trailing_zeros() as u8;
                    needed += 1;
                    rest &= !self.unit(other);
                    others &= self.mutual(other) & rest;
                }
            }
        }
        if needed > budget || needed == budget && self.core(rest) != 0 {
            return None;
        }
        let busiest = partners_count.iter().rev().fold(core, |set, bit| if set & bit != 0 { set & bit } else { set });
        let busiest = busiest.trailing_zeros() as u8;
        if self.mutual(busiest) & core == 0 {
            return self.break_long_cycle(core, kept, budget);
        }
        let unit = self.unit(busiest);
        let partners = bits(self.mutual(busiest) & core).fold(0, |set, other| set | self.unit(other));
        // Branch: either this unit is parked, or all units in a two-cycle with this card are.
        if unit & kept == 0
            && let Some(set) = self.park(core & !unit, kept, budget - 1)
        {
            return Some(set | unit);
        }
        let needed = self.units(partners);
        if partners & kept != 0 || needed > budget {
            return None;
        }
        self.park(core & !partners, kept | unit, budget - needed).map(|set| set | partners)
    }

    fn break_long_cycle(&self, core: u64, mut kept: u64, budget: u32) -> Option<u64> {
        let mut cycle = [0; COLUMNS];
        let length = self.short_cycle(core, &mut cycle);
        cycle[..length].iter().find_map(|&place| {
            let unit = self.unit(place);
            let set = if unit & kept == 0 { self.park(core & !unit, kept, budget - 1) } else { None };
            kept |= unit;
            set.map(|set| set | unit)
        })
    }

    /// A shortest cycle among the uppermost cards of a core.
    fn short_cycle(&self, core: u64, out: &mut [u8; COLUMNS]) -> usize {
        let mut tops = [0; COLUMNS];
        let n = self.uppermost(core, &mut tops);
        let top_set = tops[..n].iter().fold(0u64, |set, &top| set | 1 << top);
        let mut best = usize::MAX;
        for &start in &tops[..n] {
            // Breadth-first from `start` along "blocks" until something blocks `start`.
            let mut from = [0u8; 64];
            let mut queue = [0u8; COLUMNS];
            let mut depth = [0usize; COLUMNS];
            let (mut head, mut tail) = (0, 1);
            queue[0] = start;
            let mut seen = 1u64 << start;
            'search: while head < tail {
                let place = queue[head];
                if depth[head] + 1 >= best {
                    break;
                }
                if self.blocks(place) >> start & 1 == 1 {
                    best = depth[head] + 1;
                    let mut step = place;
                    for slot in out[..best].iter_mut().rev() {
                        *slot = step;
                        step = from[step as usize];
                    }
                    break 'search;
                }
                for next in bits(self.blocks(place) & top_set & !seen) {
                    seen |= 1 << next;
                    from[next as usize] = place;
                    queue[tail] = next;
                    depth[tail] = depth[head] + 1;
                    tail += 1;
                }
                head += 1;
            }
            if best == 2 {
                break;
            }
        }
        debug_assert!(best <= n, "every core has a cycle among its uppermost cards");
        best
    }
}

const UNMATCHED: u8 = 64;

/// A matching of units inside the set with partners outside it.
struct Matching<'a> {
    graph: &'a Relaxation,
    free: u64,
    /// Partners in use.
    taken: u64,
    /// Partners that belong to a triple.
    in_triples: u64,
    /// By lowest card of a partner unit: one card of the unit that it is matched with.
    owner: [u8; 64],
}

impl Matching<'_> {
    fn augment(&mut self, unit: u64, seen: &mut u64) -> bool {
        for place in bits(unit) {
            loop {
                let partners = self.graph.mutual(place) & self.free & !*seen;
                if partners == 0 {
                    break;
                }
                let partner = self.graph.unit(partners.trailing_zeros() as u8);
                *seen |= partner;
                let slot = partner.trailing_zeros() as usize;
                let owner = self.owner[slot];
                if owner == UNMATCHED || self.augment(self.graph.unit(owner), seen) {
                    self.owner[slot] = place;
                    self.taken |= partner;
                    return true;
                }
            }
        }
        false
    }

    /// Whether the unit forms cycles with both units of some pair that is not yet part of a triple.
    fn makes_triple(&mut self, unit: u64) -> bool {
        let partners = bits(unit).fold(0, |set, place| set | self.graph.mutual(place));
        let mut pairs = partners & self.taken & !self.in_triples;
        while pairs != 0 {
            let partner = self.graph.unit(pairs.trailing_zeros() as u8);
            pairs &= !partner;
            let owner = self.owner[partner.trailing_zeros() as usize];
            if self.graph.unit(owner) & partners != 0 {
                self.in_triples |= partner;
                return true;
            }
        }
        false
    }
}
