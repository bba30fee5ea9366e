//! The heuristic of A*: the exact number of cards (or runs) to park in the relaxation with
//! unlimited cells.
//!
//! *Definitions.*
//!
//! 1. A column card is *parked* in a solution if it makes any move other than its last move home.
//! 2. For a column card z, B(z) is the set of all cards that are, in suit, at or above some card
//!    under z. None of them can go home before z has moved.
//! 3. z is *dead* if z ∈ B(z); otherwise it is *live*.
//! 4. The *blocking graph* has an edge from z to w if and only if w ∈ B(z).
//!
//! *Claim.* Every solution parks at least
//!
//! > dead cards + minimum feedback vertex set of the blocking graph on the live cards
//!
//! cards, and each costs one move in addition to the home moves of all cards.
//!
//! *Proof.*
//!
//! 1. A dead card must be parked.
//! 2. A card that is not parked moves only by going home. So if w ∈ B(z) and neither is parked, z
//!    goes home before w. Hence the cards that are never parked induce an acyclic subgraph. ∎
//!
//! *Rule keys.* None: the argument does not mention cells, building, empty columns, group sizes or
//! return from foundations. The bound is the exact distance in the relaxation with unlimited cells,
//! hence consistent.
//!
//! *Units.* In `moves` a group counts once, so the vertices are *units*: maximal runs that could
//! move together. The cards of a group that have not moved before lie together in one run, so every
//! move parks at most one unit for the first time. A unit is parked as soon as one of its cards is.
//! In `cards` every card is a unit.
//!
//! *Places.* Cards are numbered here by *place*: column by column from the top down, then cells. So
//! the uppermost card of a set in a column is its lowest bit. B grows upwards in a column, so
//! everything that a set of cards blocks is blocked by the uppermost ones.
//!
//! (Deadlock bounds: Paul & Helmert, 2016; the exact minimum is ours.)

use crate::card_set::{Numbering, Set64};
use crate::engine::optimal_state::numbered_rules::{BASE, CARDS, CELL, HOME, NUMBERS, NumberSet, NumberedRules};
use crate::engine::optimal_state::state::{COLUMNS, State, Step};

/// The numbering of the cards of one state by place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {}

/// A set of cards by their places.
pub type PlaceSet = Set64<Place>;

impl Numbering for Place {
    type Member = u8;

    #[inline(always)]
    fn number(place: u8) -> u8 {
        place
    }

    #[inline(always)]
    fn numbered(number: u8) -> u8 {
        number
    }
}

impl PlaceSet {
    /// The places from the first (inclusive) to the end (exclusive); both are given as the set of
    /// one place, and an end beyond the last place as the empty set.
    #[inline(always)]
    fn between(first: PlaceSet, end: PlaceSet) -> PlaceSet {
        PlaceSet::from_bits(end.bits().wrapping_sub(first.bits()))
    }

    /// The places below this number, which is below 64.
    #[inline(always)]
    fn below(end: usize) -> PlaceSet {
        PlaceSet::from_bits((1 << end) - 1)
    }
}

/// Every place is a unit of its own.
const SINGLE: [PlaceSet; 64] = {
    let mut units = [PlaceSet::EMPTY; 64];
    let mut place = 0;
    while place < 64 {
        units[place] = PlaceSet::from_bits(1 << place);
        place += 1;
    }
    units
};

/// The blocking graph of a state.
#[derive(Clone, Debug)]
pub struct Relaxation {
    /// Whether units are runs.
    runs: bool,
    columns: usize,
    column: [PlaceSet; COLUMNS],
    blocks: [PlaceSet; 64],
    unit: [PlaceSet; 64],
    /// Cards that are in a unit with the one below them.
    joined: PlaceSet,
    /// The deepest card of every unit.
    heads: PlaceSet,
    /// Dead cards.
    dead: PlaceSet,
    dead_units: u32,
    /// Cards of units without a dead card.
    live: PlaceSet,
    /// Cards of the suit at or above each card, as places.
    in_suit: [PlaceSet; NUMBERS],
    /// The place of each card as a set of one; empty for cards at home that cannot return.
    place: [PlaceSet; NUMBERS],
    card: [u8; 64],
    /// By card: the cards that it may lie on and move together with.
    joins: [NumberSet; NUMBERS],
    /// Saved `blocks` and `mutual` of a group while it is placed elsewhere.
    saved: [(PlaceSet, PlaceSet); 64],
    /// By place: the cards in a two-cycle with it, dead ones included.
    mutual: [PlaceSet; 64],
    /// By column: the set to park after its top card has left, if computed already.
    without_top: [Option<Parked>; COLUMNS],
}

/// A minimum set of units to park, and their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parked {
    /// Live units to park.
    pub set: PlaceSet,
    /// Number of units to park, dead ones included.
    pub count: u32,
}

impl Relaxation {
    pub fn new(runs: bool) -> Relaxation {
        Relaxation {
            runs,
            columns: 0,
            column: [PlaceSet::EMPTY; COLUMNS],
            blocks: [PlaceSet::EMPTY; 64],
            unit: SINGLE,
            joined: PlaceSet::EMPTY,
            heads: PlaceSet::EMPTY,
            dead: PlaceSet::EMPTY,
            dead_units: 0,
            live: PlaceSet::EMPTY,
            in_suit: [PlaceSet::EMPTY; NUMBERS],
            place: [PlaceSet::EMPTY; NUMBERS],
            card: [0; 64],
            joins: [NumberSet::EMPTY; NUMBERS],
            saved: [(PlaceSet::EMPTY, PlaceSet::EMPTY); 64],
            mutual: [PlaceSet::EMPTY; 64],
            without_top: [None; COLUMNS],
        }
    }

    /// Builds the graph of a state. This runs for every expanded node. Loops run over all cards at
    /// once rather than column by column, because the ends of short loops are mispredicted.
    pub fn load(&mut self, game: &NumberedRules, state: &State) {
        self.columns = state.columns;
        self.joins = game.joins;
        self.place = [PlaceSet::EMPTY; NUMBERS];
        let mut above = [PlaceSet::EMPTY; NUMBERS];
        let in_columns = (state.not_home - state.cell_set.len()) as usize;
        let bases = match self.runs {
            true => self.number_columns::<true>(game, state, in_columns, &mut above),
            false => self.number_columns::<false>(game, state, in_columns, &mut above),
        };
        let mut places = in_columns;
        for card in state.cell_set {
            self.number(card, places);
            places += 1;
        }
        // Every card above a card blocks it and all higher cards of its suit. Cards at home have no
        // place yet.
        let (mut higher, mut blockers) = ([PlaceSet::EMPTY; 4], [PlaceSet::EMPTY; 4]);
        let mut blocked_by = [PlaceSet::EMPTY; NUMBERS];
        for four in (0..game.cards).step_by(4) {
            for (suit, blockers) in blockers.iter_mut().enumerate() {
                *blockers |= above[four + suit];
                blocked_by[four + suit] = *blockers;
            }
        }
        for four in (0..game.cards).step_by(4).rev() {
            for (suit, higher) in higher.iter_mut().enumerate() {
                *higher |= self.place[four + suit];
                self.in_suit[four + suit] = *higher;
            }
        }
        if game.returns() {
            for card in state.home_set.last_home() {
                self.number(card, places);
                places += 1;
            }
        }
        self.link(bases, in_columns, &blocked_by);
        self.without_top[..self.columns].fill(None);
    }

    /// Numbers a card that is not in a column.
    fn number(&mut self, card: u8, place: usize) {
        self.card[place] = card;
        self.place[card as usize] = PlaceSet::of(place as u8);
        self.mutual[place] = PlaceSet::EMPTY;
    }

    /// Numbers the cards in columns and computes which cards lie above each of them. Returns the
    /// places of the base cards.
    fn number_columns<const RUNS: bool>(
        &mut self,
        game: &NumberedRules,
        state: &State,
        cards: usize,
        above: &mut [PlaceSet; NUMBERS],
    ) -> PlaceSet {
        let first_place = PlaceSet::of(0);
        let (mut here, mut first) = (first_place, first_place);
        let (mut bases, mut joined) = (PlaceSet::EMPTY, PlaceSet::EMPTY);
        // The card after a base card is loaded in advance, so that the loop only waits for `below`.
        let (mut card, mut next_top, mut column) = (state.tops[0], state.tops[1], 1);
        for place in 0..cards {
            let at = card as usize % NUMBERS;
            self.card[place % 64] = card;
            self.place[at] = here;
            above[at] = PlaceSet::between(first, here);
            let below = state.below[at];
            let is_base = below == BASE;
            if RUNS {
                joined |= here.only_if(!is_base && game.joins[at].contains(below & 63));
            }
            bases |= here.only_if(is_base);
            here = PlaceSet::from_bits(here.bits() << 1);
            first = if is_base { here } else { first };
            card = if is_base { next_top } else { below };
            column += usize::from(is_base);
            next_top = state.tops[column % COLUMNS];
        }
        let mut first = first_place;
        for (column, base) in self.column.iter_mut().zip(bases) {
            let next = PlaceSet::from_bits(2 << base);
            *column = PlaceSet::between(first, next);
            first = next;
        }
        self.joined = joined;
        bases
    }

    /// Computes the edges, given the base places and the cards that block each card.
    fn link(&mut self, bases: PlaceSet, cards: usize, blocked_by: &[PlaceSet; NUMBERS]) {
        let (mut blocks, mut dead) = (PlaceSet::EMPTY, PlaceSet::EMPTY);
        for place in (0..cards).rev() {
            let (card, here) = (self.card[place % 64] as usize % NUMBERS, PlaceSet::of(place as u8));
            blocks = if bases.meets(here) { PlaceSet::EMPTY } else { blocks };
            self.blocks[place % 64] = blocks;
            self.mutual[place % 64] = blocks & (blocked_by[card] - here);
            dead |= blocks & here;
            blocks |= self.in_suit[card];
        }
        let all = PlaceSet::below(cards);
        self.dead = dead;
        self.live = all - dead;
        // Without runs every card is the head of its unit, those in cells too: they may land.
        self.heads = !PlaceSet::EMPTY;
        if self.runs {
            self.unit = SINGLE;
            self.heads = all - self.joined;
            let mut rest = self.joined;
            while let Some(upper) = rest.first() {
                // A unit ends with the first card that is not joined.
                let length = (!(rest.bits() >> upper)).trailing_zeros();
                let unit = PlaceSet::from_bits(((2 << length) - 1) << upper);
                rest -= unit;
                self.name_unit(unit, unit);
                if unit.meets(dead) {
                    self.live -= unit;
                }
            }
        }
        self.dead_units = ((all - self.live) & self.heads).len();
    }

    /// The cards of `set` that lie on a cycle or are reachable from one; empty if and only if `set`
    /// is acyclic.
    #[inline]
    pub fn core(&self, mut set: PlaceSet) -> PlaceSet {
        loop {
            let mut blocked = PlaceSet::EMPTY;
            for &column in &self.column[..self.columns] {
                if let Some(uppermost) = (set & column).first() {
                    blocked |= self.blocks[uppermost as usize];
                }
            }
            let next = set & blocked;
            if next == set || next.is_empty() {
                return next;
            }
            set = next;
        }
    }

    /// Uppermost cards of `set` in their columns.
    pub fn uppermost(&self, set: PlaceSet, out: &mut [u8; COLUMNS]) -> usize {
        let mut n = 0;
        for &column in &self.column[..self.columns] {
            if let Some(uppermost) = (set & column).first() {
                out[n] = uppermost;
                n += 1;
            }
        }
        n
    }

    #[inline]
    pub fn blocks(&self, place: u8) -> PlaceSet {
        self.blocks[place as usize]
    }

    #[inline]
    pub fn unit(&self, place: u8) -> PlaceSet {
        self.unit[place as usize]
    }

    /// Cards of live units.
    pub fn live(&self) -> PlaceSet {
        self.live
    }

    /// Number of units in a set of whole units.
    #[inline]
    pub fn units(&self, set: PlaceSet) -> u32 {
        (set & self.heads).len()
    }

    /// Cards in a two-cycle with the card at `place`.
    #[inline]
    pub fn mutual(&self, place: u8) -> PlaceSet {
        self.mutual[place as usize]
    }

    /// Recomputes the two-cycles of a group that has landed.
    fn relink(&mut self, live: PlaceSet, group: PlaceSet) {
        for place in group {
            let candidates = self.blocks[place as usize] & (live - group);
            let now = candidates.into_iter().filter(|&other| self.blocks[other as usize].contains(place)).collect();
            self.exchange(place, now);
        }
    }

    fn exchange(&mut self, place: u8, now: PlaceSet) {
        let before = std::mem::replace(&mut self.mutual[place as usize], now);
        self.saved[place as usize].1 = before;
        for other in before - now {
            self.mutual[other as usize].remove(place);
        }
        for other in now - before {
            self.mutual[other as usize].insert(place);
        }
    }

    /// Computes a minimum set of units to park from scratch.
    pub fn solve(&mut self) -> Parked {
        let mut budget = 0;
        loop {
            if let Some(set) = self.park_at_most(self.live, budget) {
                return Parked { set, count: self.dead_units + self.units(set) };
            }
            budget += 1;
        }
    }

    /// A minimum set after a step, given one before it; `None` if it has more than `limit` units. A
    /// home move leaves the count unchanged: consistency forbids less, and the same set shows that
    /// it is not more.
    #[inline]
    pub fn after_step(&mut self, before: Parked, step: Step, limit: u32) -> Option<Parked> {
        match step.to {
            HOME => (before.count <= limit).then_some(before),
            _ => self.after_move(before, step, limit),
        }
    }

    fn after_move(&mut self, before: Parked, step: Step, limit: u32) -> Option<Parked> {
        let from_column = (step.from as usize) < self.columns;
        let gain = if !from_column {
            0
        } else if self.runs {
            1
        } else {
            u32::from(step.count)
        };
        if before.count > limit.saturating_add(gain) {
            return None;
        }
        let (deepest, upper) = (self.place[step.card as usize], self.place[step.upper as usize]);
        let group = deepest | PlaceSet::between(upper, deepest);
        let source_unit = if from_column { self.unit_of(step.card) } else { PlaceSet::EMPTY };
        let joined =
            self.runs && (step.to as usize) < CARDS && self.joins[step.card as usize % NUMBERS].contains(step.to);
        let target_unit = if joined { self.unit_of(step.to) } else { PlaceSet::EMPTY };
        let heads = self.heads;

        let mut candidate = Candidate { live: self.live, dead: self.dead_units, set: before.set, least: before.count };
        if from_column {
            self.column[step.from as usize] -= group;
            self.leave(&mut candidate, group, source_unit);
            let parked = match self.without_top[step.from as usize] {
                Some(parked) if step.count == 1 => parked,
                _ => {
                    self.add_until_acyclic(&mut candidate, source_unit - group);
                    self.minimum(&candidate, PlaceSet::EMPTY)
                }
            };
            if step.count == 1 {
                self.without_top[step.from as usize] = Some(parked);
            }
            (candidate.set, candidate.least) = (parked.set, parked.count);
        }
        let mut after = Parked { set: candidate.set, count: candidate.least };
        // Landing can only increase the count.
        if step.to != CELL && after.count <= limit {
            let landing = if step.to == BASE { PlaceSet::EMPTY } else { self.landing_on(step.to) };
            self.land(&mut candidate, group, target_unit, landing);
            self.add_until_acyclic(&mut candidate, group);
            after = Parked { set: candidate.set, count: candidate.dead + self.units(candidate.set) };
            // If the landed group is a unit by itself, the rest needs as many units as before. Then
            // a dead group adds one, and a set that is no larger than before does not contain a
            // live group.
            let alone = target_unit.is_empty() && (self.runs || step.count == 1);
            let exact = alone && !group.meets(candidate.live);
            if after.count > candidate.least && !exact {
                self.relink(candidate.live, group);
                after = self.minimum(&candidate, group.only_if(alone));
                for place in group {
                    let before = self.saved[place as usize].1;
                    self.exchange(place, before);
                }
            }
            self.columns -= 1;
            for place in group {
                self.blocks[place as usize] = self.saved[place as usize].0;
            }
        }
        if from_column {
            self.column[step.from as usize] |= group;
        }
        if self.runs {
            self.heads = heads;
            self.name_unit(group, group);
            self.name_unit(source_unit, source_unit);
            self.name_unit(target_unit, target_unit);
        }
        (after.count <= limit).then_some(after)
    }

    #[inline]
    fn place_of(&self, card: u8) -> usize {
        self.place[card as usize].bits().trailing_zeros() as usize % 64
    }

    #[inline]
    fn unit_of(&self, card: u8) -> PlaceSet {
        self.unit[self.place_of(card)]
    }

    /// B of a card that would land on `top`.
    #[inline]
    fn landing_on(&self, top: u8) -> PlaceSet {
        self.blocks[self.place_of(top)] | self.in_suit[top as usize]
    }

    #[inline]
    fn name_unit(&mut self, members: PlaceSet, unit: PlaceSet) {
        for member in members {
            self.unit[member as usize] = unit;
        }
    }

    /// Takes a group off its column.
    #[inline]
    fn leave(&mut self, candidate: &mut Candidate, group: PlaceSet, unit: PlaceSet) {
        if !self.runs {
            candidate.least = candidate.least.saturating_sub(group.len());
            candidate.dead -= (group & self.dead).len();
            candidate.live -= group;
            candidate.set -= group;
            return;
        }
        let rest = unit - group;
        if unit.meets(candidate.live) {
            candidate.least = candidate.least.saturating_sub(1);
            candidate.live -= group;
            candidate.set -= unit;
        } else if !rest.meets(self.dead) {
            candidate.least = candidate.least.saturating_sub(1);
            candidate.dead -= 1;
            candidate.live |= rest;
        }
        self.heads -= group;
        self.name_unit(rest, rest);
    }

    /// Puts a group onto a column, represented as a column of its own. `met` is the unit that it
    /// joins.
    #[inline]
    fn land(&mut self, candidate: &mut Candidate, group: PlaceSet, met: PlaceSet, landing: PlaceSet) {
        let mut blocks = landing;
        let mut dead = PlaceSet::EMPTY;
        let mut rest = group;
        while let Some(place) = rest.last() {
            rest.remove(place);
            let (here, place) = (PlaceSet::of(place), place as usize);
            self.saved[place].0 = self.blocks[place];
            self.blocks[place] = blocks;
            dead |= blocks & here;
            blocks |= self.in_suit[self.card[place] as usize];
        }
        self.column[self.columns] = group;
        self.columns += 1;
        if !self.runs {
            candidate.dead += dead.len();
            candidate.live |= group - dead;
            return;
        }
        let unit = met | group;
        self.name_unit(unit, unit);
        if let (true, Some(deepest)) = (met.is_empty(), group.last()) {
            self.heads.insert(deepest);
        }
        if !met.is_empty() && !met.meets(candidate.live) {
            // The group joins a dead unit and is parked with it.
        } else if !dead.is_empty() {
            candidate.dead += 1;
            candidate.live -= unit;
            candidate.set -= unit;
        } else {
            candidate.live |= group;
            if met.meets(candidate.set) {
                candidate.set |= group;
            }
        }
    }

    /// Adds units until the graph is acyclic. Only units that the step touched can close cycles
    /// that the old set does not break: the rest of the source unit, or the group that landed.
    #[inline]
    fn add_until_acyclic(&self, candidate: &mut Candidate, touched: PlaceSet) {
        let mut suspects = touched & (candidate.live - candidate.set);
        while let Some(place) = suspects.last() {
            if self.core(candidate.live - candidate.set).is_empty() {
                break;
            }
            let unit = self.unit[place as usize];
            candidate.set |= unit;
            suspects -= unit;
        }
    }

    /// Shrinks a feedback vertex set to a minimum one. Smaller sets are known not to contain the
    /// unit `kept`.
    #[inline]
    fn minimum(&mut self, candidate: &Candidate, kept: PlaceSet) -> Parked {
        let mut best = Parked { set: candidate.set, count: candidate.dead + self.units(candidate.set) };
        while best.count > candidate.least && !best.set.is_empty() {
            if self.every_unit_needed(candidate.live, best.set) {
                break;
            }
            match self.park_without(candidate.live, kept, best.count - candidate.dead - 1) {
                Some(set) => best = Parked { set, count: candidate.dead + self.units(set) },
                None => break,
            }
        }
        best
    }

    /// A superset of the places whose units are dead or belong to some minimum set to park.
    pub fn may_be_parked(&mut self, parked: Parked) -> PlaceSet {
        let all = self.column_places();
        match self.cycles(self.live, parked.set) {
            Some(cycles) => (all - self.live) | cycles,
            None => (all - self.live) | self.core(self.live),
        }
    }

    /// All places in columns.
    pub fn column_places(&self) -> PlaceSet {
        self.column[..self.columns].iter().fold(PlaceSet::EMPTY, |set, &column| set | column)
    }

    /// The uppermost card of each column, restricted to a set of places; `None` if a column has
    /// none.
    pub fn top_cards(&self, there: PlaceSet) -> Option<NumberSet> {
        self.column[..self.columns].iter().try_fold(NumberSet::EMPTY, |set, &column| {
            let uppermost = (there & column).first()?;
            Some(set | NumberSet::of(self.card[uppermost as usize]))
        })
    }

    /// Whether a card can be parked on another where that one lies now, without having to be parked
    /// again.
    pub fn takes(&self, below: u8, card: u8) -> bool {
        let place = self.place_of(below);
        // In `moves`, a run that is parked later carries along the cards that landed on it.
        self.runs || !self.blocks[place].meets(self.place[card as usize])
    }

    /// Converts cards to places.
    pub fn places(&self, cards: NumberSet) -> PlaceSet {
        cards.into_iter().fold(PlaceSet::EMPTY, |set, card| set | self.place[card as usize])
    }

    /// Converts places to cards.
    pub fn cards(&self, places: PlaceSet) -> NumberSet {
        places.into_iter().map(|place| self.card[place as usize]).collect()
    }

    /// Whether the set is a feedback vertex set; for debug assertions.
    pub fn breaks_all_cycles(&self, set: PlaceSet) -> bool {
        self.core(self.live - set).is_empty()
    }

    /// Number of dead units plus the given live units.
    pub fn count(&self, set: PlaceSet) -> u32 {
        self.dead_units + self.units(set)
    }
}

/// A feedback vertex set that is not yet known to be minimum.
struct Candidate {
    live: PlaceSet,
    dead: u32,
    set: PlaceSet,
    /// Lower bound on the count.
    least: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::metric::Metric;
    use crate::rules::preset;
    use crate::search::optimal::astar::Mode;

    /// Along random walks, the incrementally updated count equals the count from scratch.
    #[test]
    fn incremental_count_equals_count_from_scratch() {
        let cases: [(&str, &[&str], Metric); 10] = [
            ("freecell", &[], Metric::Cards),
            ("freecell", &[], Metric::Moves),
            ("bakers-game", &[], Metric::Moves),
            ("penguin", &[], Metric::Cards),
            ("king-albert", &[], Metric::Moves),
            // Cards that land on others without joining them.
            ("freecell", &["build=any_suit", "group_build=alternate_color"], Metric::Moves),
            ("freecell", &["build=any_suit", "group_build=same_suit"], Metric::Moves),
            ("freecell", &["group_build=none"], Metric::Moves),
            // Groups of which every card counts.
            ("freecell", &["group=unlimited"], Metric::Cards),
            ("freecell", &["group=formula", "cells=6"], Metric::Cards),
        ];
        for (name, changes, metric) in cases {
            let mut rules = preset(name).unwrap();
            changes.iter().for_each(|change| rules.apply_override(change).unwrap());
            let mut choice = 1u64;
            for deal in 1..=4 {
                let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
                let game = NumberedRules::new(&rules, &layout, true).unwrap();
                let mode = Mode::new(&game, metric);
                let mut state = State::pack(&game, &layout);
                let mut steps = Vec::new();
                for _ in 0..60 {
                    let mut relaxation = Relaxation::new(!mode.per_card);
                    relaxation.load(&game, &state);
                    let before = relaxation.solve();
                    relaxation.load(&game, &state);
                    steps.clear();
                    state.steps(&game, mode.groups, &mut steps);
                    for &step in &steps {
                        let after = relaxation.after_step(before, step, u32::MAX).unwrap();
                        let key = state.successor(&game, step, mode.per_card, |_| {}).key;
                        let next = State::unpack(&game, key);
                        let mut scratch = Relaxation::new(!mode.per_card);
                        scratch.load(&game, &next);
                        let set = scratch.places(relaxation.cards(after.set) - next.home_set);
                        assert_eq!(
                            after.count,
                            scratch.solve().count,
                            "{name} {changes:?} {metric} deal {deal} {step:?}"
                        );
                        assert_eq!(after.count, scratch.count(set), "{name} {changes:?} {metric} deal {deal} {step:?}");
                        assert!(scratch.breaks_all_cycles(set));
                    }
                    choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let Some(&step) = steps.get((choice >> 33) as usize % steps.len().max(1)) else { break };
                    let key = state.successor(&game, step, mode.per_card, |_| {}).key;
                    state = State::unpack(&game, key);
                }
            }
        }
    }
}
