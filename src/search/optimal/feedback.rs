//! Minimum feedback vertex sets of the blocking graph, as yes-or-no questions.
//!
//! Most questions are answered by a certificate: if every unit of a set has a two-cycle partner of its own outside
//! the set, these disjoint cycles show that no smaller set will do (bipartite matching). Two units form a cycle at
//! all only if two of their cards form a two-cycle, because B grows upwards within a column.
//!
//! What remains is searched: in a set of cards that is its own core every uppermost card of a column is blocked by
//! another uppermost card, so there is a cycle among at most as many cards as there are columns, and one of its
//! units must be parked. Plain branching, no table, so nothing here can be wrong by a hash collision.

use super::relax::{COLUMNS, Relaxation};
use super::state::bits;

impl Relaxation {
    /// Whether disjoint two-cycles show that no set is smaller than `set`. A "no" proves nothing.
    pub(super) fn every_unit_needed(&self, live: u64, set: u64) -> bool {
        self.pairs(live, set).is_some()
    }

    /// The units of `set` together with two-cycle partners of their own, if all have one.
    pub(super) fn pairs(&self, live: u64, set: u64) -> Option<u64> {
        let mut matching = Matching { graph: self, free: live & !set, taken: 0, owner: [NOBODY; 64] };
        let mut rest = set;
        while rest != 0 {
            let unit = self.unit(rest.trailing_zeros() as u8);
            rest &= !unit;
            if !matching.augment(unit, &mut 0) {
                return None;
            }
        }
        Some(matching.taken | set)
    }

    /// A set of at most `budget` units that breaks all cycles within `live`.
    pub(super) fn park_at_most(&self, live: u64, budget: u32) -> Option<u64> {
        self.park(live, 0, budget)
    }

    /// As above, with units that must not be parked.
    fn park(&self, live: u64, kept: u64, budget: u32) -> Option<u64> {
        let core = self.core(live);
        if core == 0 {
            return Some(0);
        }
        if budget == 0 {
            return None;
        }
        let (mut rest, mut cycles) = (core, 0);
        let (mut most, mut busiest) = (0, 0u8);
        for place in bits(core) {
            let partners = self.mutual(place) & core;
            let degree = partners.count_ones();
            if degree > most {
                (most, busiest) = (degree, place);
            }
            if rest >> place & 1 == 1 && partners & rest != 0 {
                cycles += 1;
                rest &= !self.unit(place) & !self.unit((partners & rest).trailing_zeros() as u8);
            }
        }
        // Disjoint cycles need a unit each.
        if cycles > budget {
            return None;
        }
        if most == 0 {
            return self.break_long_cycle(core, kept, budget);
        }
        let unit = self.unit(busiest);
        let partners = bits(self.mutual(busiest) & core).fold(0, |set, other| set | self.unit(other));
        // Either this unit is parked, or all units in a two-cycle with this card.
        if unit & kept == 0 {
            if let Some(set) = self.park(core & !unit, kept, budget - 1) {
                return Some(set | unit);
            }
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

const NOBODY: u8 = 64;

/// Partners outside the set for units inside it.
struct Matching<'a> {
    graph: &'a Relaxation,
    free: u64,
    /// Partners in use.
    taken: u64,
    /// The unit (by one of its cards) that holds the partner unit with this lowest card.
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
                if owner == NOBODY || self.augment(self.graph.unit(owner), seen) {
                    self.owner[slot] = place;
                    self.taken |= partner;
                    return true;
                }
            }
        }
        false
    }
}
