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

use super::relaxation::{PlaceSet, Relaxation};
use crate::engine::optimal_state::state::COLUMNS;

impl Relaxation {
    /// Whether disjoint cycles prove that no set is smaller than `set`. False proves nothing.
    pub fn every_unit_needed(&self, live: PlaceSet, set: PlaceSet) -> bool {
        self.cycles(live, set).is_some()
    }

    /// The union of disjoint cycles, one for each unit of `set`, if they are found: first
    /// two-cycles by matching; then triples of units of which any two form a cycle, so that two of
    /// them are needed; then any cycle through the remaining units.
    pub fn cycles(&self, live: PlaceSet, set: PlaceSet) -> Option<PlaceSet> {
        let mut matching = Matching {
            graph: self,
            free: live - set,
            taken: PlaceSet::EMPTY,
            in_triples: PlaceSet::EMPTY,
            owner: [UNMATCHED; 64],
        };
        let (mut rest, mut alone) = (set, PlaceSet::EMPTY);
        while let Some(place) = rest.first() {
            let unit = self.unit(place);
            rest -= unit;
            let mut seen = PlaceSet::EMPTY;
            if !matching.augment(unit, &mut seen) {
                alone |= unit;
            }
        }
        let mut free = live - set - matching.taken;
        while let Some(place) = alone.first() {
            let unit = self.unit(place);
            alone -= unit;
            if matching.makes_triple(unit) {
                continue;
            }
            let core = self.core(free | unit);
            if core.is_empty() {
                return None;
            }
            // Without the unit there is no cycle, so this cycle contains it.
            let mut cycle = [0; COLUMNS];
            let length = self.short_cycle(core, &mut cycle);
            free = cycle[..length].iter().fold(free, |free, &place| free - self.unit(place));
        }
        Some(live - free)
    }

    /// A lower bound on the number of disjoint two-cycles (greedy).
    pub fn disjoint_pairs(&self) -> u32 {
        let (mut rest, mut pairs) = (self.live(), 0);
        while let Some(place) = rest.pop_first() {
            if let Some(partner) = (self.mutual(place) & rest).first() {
                rest -= self.unit(place) | self.unit(partner);
                pairs += 1;
            }
        }
        pairs
    }

    /// A feedback vertex set of `live` with at most `budget` units, if there is one.
    pub fn park_at_most(&self, live: PlaceSet, budget: u32) -> Option<PlaceSet> {
        self.park(live, PlaceSet::EMPTY, budget)
    }

    /// The same, without the unit `kept`: all its two-cycle partners must then be parked.
    pub fn park_without(&self, live: PlaceSet, kept: PlaceSet, budget: u32) -> Option<PlaceSet> {
        let partners = self.units_around(self.all_mutual(kept) & live);
        let needed = self.units(partners);
        if needed > budget {
            return None;
        }
        self.park(live - partners, kept, budget - needed).map(|set| set | partners)
    }

    /// Cards in a two-cycle with any card of a set.
    #[inline]
    fn all_mutual(&self, set: PlaceSet) -> PlaceSet {
        set.into_iter().fold(PlaceSet::EMPTY, |all, place| all | self.mutual(place))
    }

    /// The units of all cards of a set.
    #[inline]
    fn units_around(&self, set: PlaceSet) -> PlaceSet {
        set.into_iter().fold(PlaceSet::EMPTY, |all, place| all | self.unit(place))
    }

    /// The same, without the units `kept`; their two-cycle partners have been removed from `live`.
    fn park(&self, live: PlaceSet, kept: PlaceSet, budget: u32) -> Option<PlaceSet> {
        let core = self.core(live);
        if core.is_empty() {
            return Some(PlaceSet::EMPTY);
        }
        if budget == 0 {
            return None;
        }
        // Lower bound by cliques: of units that pairwise form cycles, all but one are needed. The
        // remaining graph may have a cycle too.
        let (mut rest, mut needed) = (core, 0);
        // Number of partners of each card, in binary: bit i of the count of a card is its bit in
        // word i (saturating).
        let mut partners_count = [PlaceSet::EMPTY; 3];
        for place in core {
            let partners = self.mutual(place) & core;
            let twos = partners_count[0] & partners;
            partners_count[0] = partners_count[0] ^ partners;
            partners_count[2] |= partners_count[1] & twos;
            partners_count[1] = partners_count[1] ^ twos;
            let mut others = partners & rest;
            if rest.contains(place) && !others.is_empty() {
                rest -= self.unit(place);
                while let Some(other) = others.first() {
                    needed += 1;
                    rest -= self.unit(other);
                    others &= self.mutual(other) & rest;
                }
            }
        }
        if needed > budget || needed == budget && !self.core(rest).is_empty() {
            return None;
        }
        let busiest = partners_count.iter().rev().fold(core, |set, &bit| if set.meets(bit) { set & bit } else { set });
        let Some(busiest) = busiest.first() else { return Some(PlaceSet::EMPTY) };
        if !self.mutual(busiest).meets(core) {
            return self.break_long_cycle(core, kept, budget);
        }
        let unit = self.unit(busiest);
        let partners = self.units_around(self.mutual(busiest) & core);
        // Branch: either this unit is parked, or all units in a two-cycle with this card are.
        if !unit.meets(kept)
            && let Some(set) = self.park(core - unit, kept, budget - 1)
        {
            return Some(set | unit);
        }
        let needed = self.units(partners);
        if partners.meets(kept) || needed > budget {
            return None;
        }
        self.park(core - partners, kept | unit, budget - needed).map(|set| set | partners)
    }

    fn break_long_cycle(&self, core: PlaceSet, mut kept: PlaceSet, budget: u32) -> Option<PlaceSet> {
        let mut cycle = [0; COLUMNS];
        let length = self.short_cycle(core, &mut cycle);
        cycle[..length].iter().find_map(|&place| {
            let unit = self.unit(place);
            let set = if unit.meets(kept) { None } else { self.park(core - unit, kept, budget - 1) };
            kept |= unit;
            set.map(|set| set | unit)
        })
    }

    /// A shortest cycle among the uppermost cards of a core.
    fn short_cycle(&self, core: PlaceSet, out: &mut [u8; COLUMNS]) -> usize {
        let mut tops = [0; COLUMNS];
        let n = self.uppermost(core, &mut tops);
        let top_set: PlaceSet = tops[..n].iter().copied().collect();
        let mut best = usize::MAX;
        for &start in &tops[..n] {
            // Breadth-first from `start` along "blocks" until something blocks `start`.
            let mut from = [0u8; 64];
            let mut queue = [0u8; COLUMNS];
            let mut depth = [0usize; COLUMNS];
            let (mut head, mut tail) = (0, 1);
            queue[0] = start;
            let mut seen = PlaceSet::of(start);
            'search: while head < tail {
                let place = queue[head];
                if depth[head] + 1 >= best {
                    break;
                }
                if self.blocks(place).contains(start) {
                    best = depth[head] + 1;
                    let mut step = place;
                    for slot in out[..best].iter_mut().rev() {
                        *slot = step;
                        step = from[step as usize];
                    }
                    break 'search;
                }
                for next in self.blocks(place) & (top_set - seen) {
                    seen.insert(next);
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

/// The slot of a partner unit in [`Matching::owner`]: its lowest place.
#[inline]
fn slot(unit: PlaceSet) -> usize {
    unit.bits().trailing_zeros() as usize
}

/// A matching of units inside the set with partners outside it.
struct Matching<'a> {
    graph: &'a Relaxation,
    free: PlaceSet,
    /// Partners in use.
    taken: PlaceSet,
    /// Partners that belong to a triple.
    in_triples: PlaceSet,
    /// By lowest card of a partner unit: one card of the unit that it is matched with.
    owner: [u8; 64],
}

impl Matching<'_> {
    fn augment(&mut self, unit: PlaceSet, seen: &mut PlaceSet) -> bool {
        for place in unit {
            loop {
                let partners = self.graph.mutual(place) & (self.free - *seen);
                let Some(partner) = partners.first() else { break };
                let partner = self.graph.unit(partner);
                *seen |= partner;
                let slot = slot(partner);
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
    fn makes_triple(&mut self, unit: PlaceSet) -> bool {
        let partners = self.graph.all_mutual(unit);
        let mut pairs = partners & (self.taken - self.in_triples);
        while let Some(place) = pairs.first() {
            let partner = self.graph.unit(place);
            pairs -= partner;
            let owner = self.owner[slot(partner)];
            if self.graph.unit(owner).meets(partners) {
                self.in_triples |= partner;
                return true;
            }
        }
        false
    }
}
