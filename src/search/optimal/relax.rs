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

use super::game::{BASE, CARDS, CELL, Game, HOME};
use super::state::{State, Step, bits};

/// Columns, and one more for a group that has just landed.
pub(super) const COLUMNS: usize = crate::rules::MAX_COLUMNS + 1;

/// The blocking graph of a position.
#[derive(Clone, Debug)]
pub(super) struct Relaxation {
    /// Whether units are runs.
    runs: bool,
    columns: usize,
    column: [u64; COLUMNS],
    /// B of a card that would land on the column.
    landing: [u64; COLUMNS],
    blocks: [u64; 64],
    unit: [u64; 64],
    /// The deepest card of every unit.
    heads: u64,
    /// Dead cards.
    dead: u64,
    dead_units: u32,
    /// Cards of units without a dead card.
    live: u64,
    /// Cards of the suit at or above each card, as places.
    in_suit: [u64; CARDS],
    place: [u8; CARDS],
    card: [u8; 64],
    /// Whether what lands on a column can move on together with the card it lands on.
    landings_join: bool,
    /// `blocks` of a group while it has landed elsewhere.
    saved: [u64; 64],
}

/// A minimum set of units to park and how many that is, the dead ones counted too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parked {
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
            landing: [0; COLUMNS],
            blocks: [0; 64],
            unit: [0; 64],
            heads: 0,
            dead: 0,
            dead_units: 0,
            live: 0,
            in_suit: [0; CARDS],
            place: [0; CARDS],
            card: [0; 64],
            landings_join: true,
            saved: [0; 64],
        }
    }

    /// Builds the graph of a position.
    pub fn load(&mut self, game: &Game, state: &State) {
        self.columns = state.columns;
        self.landings_join = game.rules.build == game.rules.group_build;
        let mut places = 0;
        for column in 0..state.columns {
            let first = places;
            let mut card = state.tops[column];
            while card != BASE {
                self.card[places] = card;
                self.place[card as usize] = places as u8;
                places += 1;
                card = state.below[card as usize];
            }
            self.column[column] = (!0 << first) & !(!0u64).checked_shl(places as u32).unwrap_or(0);
        }
        let returnable = if game.returns() { state.home_set & !(state.home_set >> 4) } else { 0 };
        for card in bits(state.cell_set | returnable) {
            self.card[places] = card;
            self.place[card as usize] = places as u8;
            self.unit[places] = 1 << places;
            places += 1;
        }
        let mut suits = [0u64; 4];
        for card in (0..game.cards).rev() {
            let suit = &mut suits[card % 4];
            if state.below[card] != HOME {
                *suit |= 1 << self.place[card];
            }
            self.in_suit[card] = *suit;
        }
        (self.dead, self.dead_units, self.live, self.heads) = (0, 0, 0, 0);
        for column in 0..state.columns {
            self.load_column(game, column);
        }
    }

    fn load_column(&mut self, game: &Game, column: usize) {
        let top = self.column[column].trailing_zeros() as usize;
        let bottom = 63 - self.column[column].leading_zeros() as usize;
        let mut blocks = 0;
        let mut unit = 0u64;
        for place in (top..=bottom).rev() {
            let card = self.card[place] as usize;
            self.blocks[place] = blocks;
            self.dead |= blocks & (1 << place);
            blocks |= self.in_suit[card];
            unit |= 1 << place;
            let joined = self.runs && place > top && {
                let upper = self.card[place - 1] as usize;
                game.joins[upper] >> card & 1 == 1
            };
            if !joined {
                self.heads |= 1 << (63 - unit.leading_zeros());
                if unit & self.dead != 0 {
                    self.dead_units += 1;
                } else {
                    self.live |= unit;
                }
                for member in bits(unit) {
                    self.unit[member as usize] = unit;
                }
                unit = 0;
            }
        }
        self.landing[column] = blocks;
    }

    /// The cards of `set` that lie on a cycle of blocking or behind one; empty if `set` is free of cycles.
    #[inline]
    pub(super) fn core(&self, mut set: u64) -> u64 {
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
    pub(super) fn uppermost(&self, set: u64, out: &mut [u8; COLUMNS]) -> usize {
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
    pub(super) fn blocks(&self, place: u8) -> u64 {
        self.blocks[place as usize]
    }

    #[inline]
    pub(super) fn unit(&self, place: u8) -> u64 {
        self.unit[place as usize]
    }

    /// How many units a set of whole units has.
    #[inline]
    fn units(&self, set: u64) -> u32 {
        (set & self.heads).count_ones()
    }

    /// Cards in a two-cycle with the card at `place`, out of a set.
    #[inline]
    pub(super) fn mutual(&self, place: u8, within: u64) -> u64 {
        let candidates = self.blocks[place as usize] & within;
        bits(candidates)
            .filter(|&other| self.blocks[other as usize] >> place & 1 == 1)
            .fold(0, |set, other| set | 1 << other)
    }

    /// From scratch: a minimum set of units to park.
    pub fn solve(&self) -> Parked {
        let mut budget = 0;
        loop {
            if let Some(set) = self.park_at_most(self.live, budget) {
                return Parked { set, count: self.dead_units + self.units(set) };
            }
            budget += 1;
        }
    }

    /// A minimum set after a step, given one before it. The step must not be a home move: sending a card home leaves
    /// the count as it is (consistency forbids less, the same set shows no more), and the set too.
    pub fn after(&mut self, before: Parked, step: Step) -> Parked {
        let (deepest, upper) = (self.place[step.card as usize], self.place[step.upper as usize]);
        let group = (!0 << upper) & (!0 >> (63 - deepest));
        let from_column = (step.from as usize) < self.columns;
        let left_unit = if from_column { self.unit[deepest as usize] } else { 0 };
        let joined = self.runs && self.landings_join && (step.to as usize) < CARDS;
        let met_unit = if joined { self.unit[self.place[step.to as usize] as usize] } else { 0 };
        let heads = self.heads;

        let mut guess = Guess { live: self.live, dead: self.dead_units, set: before.set, least: before.count };
        if from_column {
            self.column[step.from as usize] &= !group;
            self.leave(&mut guess, group, left_unit);
        }
        if step.to == CELL {
            self.add_until_free(&mut guess, left_unit & !group, 0);
        } else {
            let landing = if step.to == BASE { 0 } else { self.landing[step.to_column as usize] };
            self.land(&mut guess, group, met_unit, landing);
            self.add_until_free(&mut guess, left_unit & !group, group);
        }
        let after = self.minimum(guess);

        if step.to != CELL {
            self.columns -= 1;
            for place in bits(group) {
                self.blocks[place as usize] = self.saved[place as usize];
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
        after
    }

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
            self.saved[place] = self.blocks[place];
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

    /// Only units that the step touched can close cycles that the old set does not break: the rest of the unit that
    /// was left, and whatever landed.
    #[inline]
    fn add_until_free(&self, guess: &mut Guess, rest: u64, group: u64) {
        let mut suspects = (rest | group) & guess.live & !guess.set;
        while suspects != 0 && self.core(guess.live & !guess.set) != 0 {
            let unit = self.unit[63 - suspects.leading_zeros() as usize];
            guess.set |= unit;
            suspects &= !unit;
        }
    }

    /// Shrinks a guessed set to a minimum one.
    #[inline]
    fn minimum(&self, mut guess: Guess) -> Parked {
        loop {
            let count = guess.dead + self.units(guess.set);
            if count <= guess.least || guess.set == 0 || self.every_unit_needed(guess.live, guess.set) {
                return Parked { set: guess.set, count };
            }
            match self.park_at_most(guess.live, count - guess.dead - 1) {
                Some(set) => guess.set = set,
                None => return Parked { set: guess.set, count },
            }
        }
    }

    /// Cards as places.
    pub fn places(&self, cards: u64) -> u64 {
        bits(cards).fold(0, |set, card| set | 1 << self.place[card as usize])
    }

    /// Places as cards.
    pub fn cards(&self, places: u64) -> u64 {
        bits(places).fold(0, |set, place| set | 1 << self.card[place as usize])
    }

    /// The dead and the given live units of the loaded position; for checking.
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
