//! The bound: how many cards (or runs) must step aside, if there were no end of cells.
//!
//! Every card not home must move once to go home. Call a column card *parked* in a solution if it makes any other
//! move. For a column card z let B(z) be all cards that are, in suit, at or above some card under z: none of them
//! can go home before z has moved. If z ∈ B(z), z is *dead*: it must be parked. And the cards that are never parked
//! must be free of cycles "z blocks w iff w ∈ B(z)", since a card that is not parked moves only by going home, so z
//! goes home before w. Hence at least
//!
//! > dead cards + minimum feedback vertex set of the blocking graph on the live cards
//!
//! cards are parked, and each costs one move more. None of this mentions cells, building, what fills a column, group
//! sizes or cards taken back from foundations, so it holds under all of them. It is the exact distance in the game
//! with cells without end, hence consistent.
//!
//! In `moves` a group counts once, so the vertices are *units*: maximal runs that could move together. The cards of
//! a group that have not moved before lie together in one run, so every move parks at most one unit for the
//! first time; a unit counts as parked as soon as one of its cards is. In `cards` every card is a unit.
//!
//! Cards are numbered here by *place*: column by column from the top down, then cells. Of any set of places the
//! uppermost card in a column is then its lowest bit, and because B grows upwards in a column, whatever a set of
//! cards blocks is blocked by the uppermost ones.

use crate::engine::optimal_state::numbered_rules::{BASE, CARDS, CELL, NumberedRules, HOME, NUMBERS};
use crate::engine::optimal_state::state::{COLUMNS, State, Step, bits};

/// Every place a unit.
const SINGLE: [u64; 64] = {
    let mut units = [0; 64];
    let mut place = 0;
    while place < 64 {
        units[place] = 1 << place;
        place += 1;
    }
    units
};

/// The blocking graph of a position.
#[derive(Clone, Debug)]
pub struct Relaxation {
    /// Whether units are runs.
    runs: bool,
    columns: usize,
    column: [u64; COLUMNS],
    blocks: [u64; 64],
    unit: [u64; 64],
    /// Cards that are in a unit with the one below them.
    joined: u64,
    /// The deepest card of every unit.
    heads: u64,
    /// Dead cards.
    dead: u64,
    dead_units: u32,
    /// Cards of units without a dead card.
    live: u64,
    /// Cards of the suit at or above each card, as places.
    in_suit: [u64; NUMBERS],
    /// The place of each card as a bit, 0 for cards at home that cannot come back.
    bit: [u64; NUMBERS],
    card: [u8; 64],
    /// Cards that each card may lie on and move together with.
    joins: [u64; NUMBERS],
    /// `blocks` and `mutual` of a group while it has landed elsewhere.
    saved: [(u64, u64); 64],
    /// Cards in a two-cycle with each card, dead ones too.
    mutual: [u64; 64],
    /// What remains to be parked when a column's top card has left, once asked.
    left: [Option<Parked>; COLUMNS],
}

/// A minimum set of units to park and how many that is, the dead ones counted too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parked {
    /// Live units to park; places inside this module, cards outside.
    pub set: u64,
    pub count: u32,
}

impl Relaxation {
    pub fn new(runs: bool) -> Relaxation {
        Relaxation {
            runs,
            columns: 0,
            column: [0; COLUMNS],
            blocks: [0; 64],
            unit: SINGLE,
            joined: 0,
            heads: 0,
            dead: 0,
            dead_units: 0,
            live: 0,
            in_suit: [0; NUMBERS],
            bit: [0; NUMBERS],
            card: [0; 64],
            joins: [0; NUMBERS],
            saved: [(0, 0); 64],
            mutual: [0; 64],
            left: [None; COLUMNS],
        }
    }

    /// Builds the graph of a position. This is done for every position that comes up: loops run over all cards in one
    /// go rather than column by column, because ends of short loops are hard to predict.
    pub fn load(&mut self, game: &NumberedRules, state: &State) {
        self.columns = state.columns;
        self.joins = game.joins;
        self.bit = [0; NUMBERS];
        let mut above = [0u64; NUMBERS];
        let in_columns = (state.left - state.cell_set.count_ones()) as usize;
        let bases = match self.runs {
            true => self.number_columns::<true>(game, state, in_columns, &mut above),
            false => self.number_columns::<false>(game, state, in_columns, &mut above),
        };
        let mut places = in_columns;
        for card in bits(state.cell_set) {
            self.number(card, places);
            places += 1;
        }
        // Whatever lies above a card blocks it and all higher ones of its suit. Cards at home have no bit yet.
        let (mut higher, mut blockers) = ([0u64; 4], [0u64; 4]);
        let mut blocked_by = [0u64; NUMBERS];
        for four in (0..game.cards).step_by(4) {
            for (suit, blockers) in blockers.iter_mut().enumerate() {
                *blockers |= above[four + suit];
                blocked_by[four + suit] = *blockers;
            }
        }
        for four in (0..game.cards).step_by(4).rev() {
            for (suit, higher) in higher.iter_mut().enumerate() {
                *higher |= self.bit[four + suit];
                self.in_suit[four + suit] = *higher;
            }
        }
        if game.returns() {
            for card in bits(state.home_set & !(state.home_set >> 4)) {
                self.number(card, places);
                places += 1;
            }
        }
        self.link(bases, in_columns, &blocked_by);
        self.left[..self.columns].fill(None);
    }

    /// A card that is in no column.
    fn number(&mut self, card: u8, place: usize) {
        self.card[place] = card;
        self.bit[card as usize] = 1 << place;
        self.mutual[place] = 0;
    }

    /// Gives the cards in columns their places, and says which cards lie above each of them; returns the base places.
    fn number_columns<const RUNS: bool>(
        &mut self,
        game: &NumberedRules,
        state: &State,
        cards: usize,
        above: &mut [u64; NUMBERS],
    ) -> u64 {
        let (mut bit, mut first) = (1u64, 1u64);
        let (mut bases, mut joined) = (0, 0);
        // What comes after a base card is known long before we get there, so that we only wait for `below`.
        let (mut card, mut next_top, mut column) = (state.tops[0], state.tops[1], 1);
        for place in 0..cards {
            let at = card as usize % NUMBERS;
            self.card[place % 64] = card;
            self.bit[at] = bit;
            above[at] = bit - first;
            let below = state.below[at];
            let is_base = below == BASE;
            if RUNS {
                joined |= u64::from(!is_base && game.joins[at] >> (below & 63) & 1 == 1) << place;
            }
            bases |= u64::from(is_base) << place;
            bit <<= 1;
            first = if is_base { bit } else { first };
            card = if is_base { next_top } else { below };
            column += usize::from(is_base);
            next_top = state.tops[column % COLUMNS];
        }
        let mut first = 1u64;
        for (column, base) in self.column.iter_mut().zip(bits(bases)) {
            let next = 2 << base;
            *column = next - first;
            first = next;
        }
        self.joined = joined;
        bases
    }

    /// Who blocks whom, given the base places and what blocks each card.
    fn link(&mut self, bases: u64, cards: usize, blocked_by: &[u64; NUMBERS]) {
        let (mut blocks, mut dead) = (0, 0);
        for place in (0..cards).rev() {
            let (card, bit) = (self.card[place % 64] as usize % NUMBERS, 1 << place);
            blocks = if bases & bit != 0 { 0 } else { blocks };
            self.blocks[place % 64] = blocks;
            self.mutual[place % 64] = blocks & blocked_by[card] & !bit;
            dead |= blocks & bit;
            blocks |= self.in_suit[card];
        }
        let all = (1u64 << cards) - 1;
        self.dead = dead;
        self.live = all & !dead;
        // Without runs every card is the head of its unit, those in cells too: they may land.
        self.heads = !0;
        if self.runs {
            self.unit = SINGLE;
            self.heads = all & !self.joined;
            let mut rest = self.joined;
            while rest != 0 {
                let upper = rest.trailing_zeros();
                let length = (!(rest >> upper)).trailing_zeros();
                let unit = ((2 << length) - 1) << upper;
                rest &= !unit;
                self.name_unit(unit, unit);
                if unit & dead != 0 {
                    self.live &= !unit;
                }
            }
        }
        self.dead_units = (all & !self.live & self.heads).count_ones();
    }

    /// The cards of `set` that lie on a cycle of blocking or behind one; empty if `set` is free of cycles.
    #[inline]
    pub fn core(&self, mut set: u64) -> u64 {
        loop {
            let mut blocked = 0;
            for column in &self.column[..self.columns] {
                let here = set & column;
                if here != 0 {
                    blocked |= self.blocks[here.trailing_zeros() as usize];
                }
            }
            let next = set & blocked;
            if next == set || next == 0 {
                return next;
            }
            set = next;
        }
    }

    /// Uppermost cards of `set` in their columns.
    pub fn uppermost(&self, set: u64, out: &mut [u8; COLUMNS]) -> usize {
        let mut n = 0;
        for column in &self.column[..self.columns] {
            let here = set & column;
            if here != 0 {
                out[n] = here.trailing_zeros() as u8;
                n += 1;
            }
        }
        n
    }

    #[inline]
    pub fn blocks(&self, place: u8) -> u64 {
        self.blocks[place as usize]
    }

    #[inline]
    pub fn unit(&self, place: u8) -> u64 {
        self.unit[place as usize]
    }

    /// Cards of live units.
    pub fn live(&self) -> u64 {
        self.live
    }

    /// How many units a set of whole units has.
    #[inline]
    pub fn units(&self, set: u64) -> u32 {
        (set & self.heads).count_ones()
    }

    /// Cards in a two-cycle with the card at `place`.
    #[inline]
    pub fn mutual(&self, place: u8) -> u64 {
        self.mutual[place as usize]
    }

    /// Replaces the two-cycles of a group that has landed.
    fn relink(&mut self, live: u64, group: u64) {
        for place in bits(group) {
            let bit = 1 << place;
            let candidates = self.blocks[place as usize] & live & !group;
            let now = bits(candidates)
                .filter(|&other| self.blocks[other as usize] & bit != 0)
                .fold(0, |set, other| set | 1 << other);
            self.exchange(place, now);
        }
    }

    fn exchange(&mut self, place: u8, now: u64) {
        let bit = 1 << place;
        let before = std::mem::replace(&mut self.mutual[place as usize], now);
        self.saved[place as usize].1 = before;
        for other in bits(before & !now) {
            self.mutual[other as usize] &= !bit;
        }
        for other in bits(now & !before) {
            self.mutual[other as usize] |= bit;
        }
    }

    /// From scratch: a minimum set of units to park.
    pub fn solve(&mut self) -> Parked {
        let mut budget = 0;
        loop {
            if let Some(set) = self.park_at_most(self.live, budget) {
                return Parked { set, count: self.dead_units + self.units(set) };
            }
            budget += 1;
        }
    }

    /// A minimum set after a step, given one before it; `None` if it has more than `limit` units. Sending a card home
    /// leaves the count as it is: consistency forbids less, and the same set shows that it is no more.
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
        let (deepest, upper) = (self.bit[step.card as usize], self.bit[step.upper as usize]);
        let group = deepest | (deepest - upper);
        let left_unit = if from_column { self.unit_of(step.card) } else { 0 };
        let joined =
            self.runs && (step.to as usize) < CARDS && self.joins[step.card as usize % NUMBERS] >> step.to & 1 == 1;
        let met_unit = if joined { self.unit_of(step.to) } else { 0 };
        let heads = self.heads;

        let mut guess = Guess { live: self.live, dead: self.dead_units, set: before.set, least: before.count };
        if from_column {
            self.column[step.from as usize] &= !group;
            self.leave(&mut guess, group, left_unit);
            let parked = match self.left[step.from as usize] {
                Some(parked) if step.count == 1 => parked,
                _ => {
                    self.add_until_free(&mut guess, left_unit & !group);
                    self.minimum(&guess, 0)
                }
            };
            if step.count == 1 {
                self.left[step.from as usize] = Some(parked);
            }
            (guess.set, guess.least) = (parked.set, parked.count);
        }
        let mut after = Parked { set: guess.set, count: guess.least };
        // From here on the count can only grow.
        if step.to != CELL && after.count <= limit {
            let landing = if step.to == BASE { 0 } else { self.landing_on(step.to) };
            self.land(&mut guess, group, met_unit, landing);
            self.add_until_free(&mut guess, group);
            after = Parked { set: guess.set, count: guess.dead + self.units(guess.set) };
            // If what landed is a unit by itself, the rest needs as many as before. Then a dead one is one more, and a
            // set that is no larger than before does not contain a live one.
            let alone = met_unit == 0 && (self.runs || step.count == 1);
            let exact = alone && group & guess.live == 0;
            if after.count > guess.least && !exact {
                self.relink(guess.live, group);
                after = self.minimum(&guess, if alone { group } else { 0 });
                for place in bits(group) {
                    let before = self.saved[place as usize].1;
                    self.exchange(place, before);
                }
            }
            self.columns -= 1;
            for place in bits(group) {
                self.blocks[place as usize] = self.saved[place as usize].0;
            }
        }
        if from_column {
            self.column[step.from as usize] |= group;
        }
        if self.runs {
            self.heads = heads;
            self.name_unit(group, group);
            self.name_unit(left_unit, left_unit);
            self.name_unit(met_unit, met_unit);
        }
        (after.count <= limit).then_some(after)
    }

    #[inline]
    fn place_of(&self, card: u8) -> usize {
        self.bit[card as usize].trailing_zeros() as usize % 64
    }

    #[inline]
    fn unit_of(&self, card: u8) -> u64 {
        self.unit[self.place_of(card)]
    }

    /// B of a card that would land on this one.
    #[inline]
    fn landing_on(&self, top: u8) -> u64 {
        self.blocks[self.place_of(top)] | self.in_suit[top as usize]
    }

    #[inline]
    fn name_unit(&mut self, members: u64, unit: u64) {
        for member in bits(members) {
            self.unit[member as usize] = unit;
        }
    }

    /// Takes a group off its column.
    #[inline]
    fn leave(&mut self, guess: &mut Guess, group: u64, unit: u64) {
        if !self.runs {
            guess.least = guess.least.saturating_sub(group.count_ones());
            guess.dead -= (group & self.dead).count_ones();
            guess.live &= !group;
            guess.set &= !group;
            return;
        }
        let rest = unit & !group;
        if unit & guess.live != 0 {
            guess.least = guess.least.saturating_sub(1);
            guess.live &= !group;
            guess.set &= !unit;
        } else if rest & self.dead == 0 {
            guess.least = guess.least.saturating_sub(1);
            guess.dead -= 1;
            guess.live |= rest;
        }
        self.heads &= !group;
        self.name_unit(rest, rest);
    }

    /// Puts a group onto a column, as a column of its own; `met` is the unit it joins.
    #[inline]
    fn land(&mut self, guess: &mut Guess, group: u64, met: u64, landing: u64) {
        let mut blocks = landing;
        let mut dead = 0;
        let mut rest = group;
        while rest != 0 {
            let place = 63 - rest.leading_zeros();
            rest &= !(1 << place);
            let place = place as usize;
            self.saved[place].0 = self.blocks[place];
            self.blocks[place] = blocks;
            dead |= blocks & (1 << place);
            blocks |= self.in_suit[self.card[place] as usize];
        }
        self.column[self.columns] = group;
        self.columns += 1;
        if !self.runs {
            guess.dead += dead.count_ones();
            guess.live |= group & !dead;
            return;
        }
        let unit = met | group;
        self.name_unit(unit, unit);
        if met == 0 {
            self.heads |= 1 << (63 - group.leading_zeros());
        }
        if met != 0 && met & guess.live == 0 {
            // It joins a dead unit and is parked with it.
        } else if dead != 0 {
            guess.dead += 1;
            guess.live &= !unit;
            guess.set &= !unit;
        } else {
            guess.live |= group;
            if met & guess.set != 0 {
                guess.set |= group;
            }
        }
    }

    /// Adds units until no cycle is left. Only units that the step touched can close cycles that the old set does not
    /// break: the rest of the unit that was left, or whatever landed.
    #[inline]
    fn add_until_free(&self, guess: &mut Guess, touched: u64) {
        let mut suspects = touched & guess.live & !guess.set;
        while suspects != 0 && self.core(guess.live & !guess.set) != 0 {
            let unit = self.unit[63 - suspects.leading_zeros() as usize];
            guess.set |= unit;
            suspects &= !unit;
        }
    }

    /// Shrinks a guessed set to a minimum one. Smaller sets are known not to contain the unit `kept`.
    #[inline]
    fn minimum(&mut self, guess: &Guess, kept: u64) -> Parked {
        let mut best = Parked { set: guess.set, count: guess.dead + self.units(guess.set) };
        while best.count > guess.least && best.set != 0 {
            if self.every_unit_needed(guess.live, best.set) {
                break;
            }
            match self.park_without(guess.live, kept, best.count - guess.dead - 1) {
                Some(set) => best = Parked { set, count: guess.dead + self.units(set) },
                None => break,
            }
        }
        best
    }

    /// Places whose units belong to a minimum set to park, as far as we can tell, and dead ones.
    pub fn may_be_parked(&mut self, parked: Parked) -> u64 {
        let all = self.column_places();
        match self.cycles(self.live, parked.set) {
            Some(cycles) => all & !self.live | cycles,
            None => all & !self.live | self.core(self.live),
        }
    }

    /// All places in columns.
    pub fn column_places(&self) -> u64 {
        self.column[..self.columns].iter().fold(0, |set, c| set | c)
    }

    /// Uppermost cards of the columns, out of a set of places; `None` if a column has none.
    pub fn top_cards(&self, there: u64) -> Option<u64> {
        self.column[..self.columns].iter().try_fold(0, |set, column| {
            let here = there & column;
            (here != 0).then(|| set | 1 << self.card[here.trailing_zeros() as usize])
        })
    }

    /// Whether a card can be parked on another where that one lies now without having to be parked again.
    pub fn takes(&self, below: u8, card: u8) -> bool {
        let place = self.place_of(below);
        // A run that is parked later takes along what has landed on it.
        self.runs || self.blocks[place] & self.bit[card as usize] == 0
    }

    /// Cards as places.
    pub fn places(&self, cards: u64) -> u64 {
        bits(cards).fold(0, |set, card| set | self.bit[card as usize])
    }

    /// Places as cards.
    pub fn cards(&self, places: u64) -> u64 {
        bits(places).fold(0, |set, place| set | 1 << self.card[place as usize])
    }

    /// Whether the set breaks all cycles; for checking.
    pub fn core_free(&self, set: u64) -> bool {
        self.core(self.live & !set) == 0
    }

    /// The dead and the given live units of the loaded position.
    pub fn count(&self, set: u64) -> u32 {
        self.dead_units + self.units(set)
    }
}

/// A set that breaks all cycles, not yet known to be a minimum one.
struct Guess {
    live: u64,
    dead: u32,
    set: u64,
    /// The count cannot be lower.
    least: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::metric::Metric;
    use crate::rules::preset;
    use crate::search::optimal::astar::Mode;
    use crate::engine::optimal_state::Codes;

    /// Along random walks the count after every step equals the count from scratch.
    #[test]
    fn steps_change_the_count_as_a_new_search_finds_it() {
        for (name, metric) in [
            ("freecell", Metric::Cards),
            ("freecell", Metric::Moves),
            ("bakers-game", Metric::Moves),
            ("penguin", Metric::Cards),
            ("king-albert", Metric::Moves),
        ] {
            let rules = preset(name).unwrap();
            let mut choice = 1u64;
            for deal in 1..=4 {
                let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
                let game = NumberedRules::new(&rules, &layout, true).unwrap();
                let codes = Codes::new(&game, &layout);
                let mode = Mode::new(&game, metric);
                let mut state = State::pack(&game, &codes, &layout);
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
                        let key = state.successor(&game, &codes, step, mode.per_card, |_| {}).key;
                        let next = State::unpack(&game, &codes, key);
                        let mut scratch = Relaxation::new(!mode.per_card);
                        scratch.load(&game, &next);
                        let set = scratch.places(relaxation.cards(after.set) & !next.home_set);
                        assert_eq!(after.count, scratch.solve().count, "{name} {metric} deal {deal} {step:?}");
                        assert_eq!(after.count, scratch.count(set), "{name} {metric} deal {deal} {step:?}");
                        assert!(scratch.core_free(set));
                    }
                    choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let Some(&step) = steps.get((choice >> 33) as usize % steps.len().max(1)) else { break };
                    let key = state.successor(&game, &codes, step, mode.per_card, |_| {}).key;
                    state = State::unpack(&game, &codes, key);
                }
            }
        }
    }
}
