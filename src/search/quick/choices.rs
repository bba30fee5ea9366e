//! Valued moves, each packed into one number that sorts by value: the best is a minimum, found without a branch.

use super::state::Step;

/// A valued move: value (high half), price, card, target, count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice(i64);

impl Choice {
    /// Worse than any move.
    const NONE: Choice = Choice(i64::MAX);

    /// Packs a move.
    #[inline(always)]
    pub fn new(value: i32, price: i32, step: Step) -> Choice {
        let step = u32::from(step.card) << 10 | u32::from(step.onto) << 4 | u32::from(step.count);
        Choice(i64::from(value) << 32 | i64::from((price as u32) << 16 | step))
    }

    /// Value of the state it leads to, as far as can be told before it is built.
    #[inline(always)]
    pub fn value(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// Everything but the value.
    #[inline(always)]
    pub fn made(self) -> Made {
        Made(self.0 as u32)
    }
}

/// A move and the price that it adds to the value of the path.
#[derive(Clone, Copy)]
pub struct Made(u32);

impl Made {
    /// What it pays for the path.
    #[inline(always)]
    pub fn price(self) -> i32 {
        self.0 as i32 >> 16
    }

    /// The move.
    #[inline(always)]
    pub fn step(self) -> Step {
        Step { card: (self.0 >> 10) as u8 & 63, onto: (self.0 >> 4) as u8 & 63, count: self.0 as u8 & 15 }
    }
}

/// The moves of one state.
pub struct Choices {
    list: [Choice; Choices::MOST],
    len: usize,
    building: Choice,
}

impl Choices {
    /// More than any state has: 12 column tops to a cell, at most 52 cards to an empty column, at most 4 cards onto
    /// each of 12 tops.
    const MOST: usize = 128;

    /// Room for the moves of one state.
    pub fn new() -> Choices {
        Choices { list: [Choice::NONE; Choices::MOST], len: 0, building: Choice::NONE }
    }

    /// All of them, in the order in which they were found.
    #[inline(always)]
    pub fn all(&self) -> &[Choice] {
        &self.list[..self.len]
    }

    /// The best building move: a whole run or a card from a cell onto a column. Its value is beyond reach if there is
    /// none.
    #[inline(always)]
    pub fn building(&self) -> Choice {
        self.building
    }

    /// Forgets all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
        self.building = Choice::NONE;
    }

    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, choice: Choice) {
        self.list[self.len & (Choices::MOST - 1)] = choice;
        self.len = (self.len + 1) & (Choices::MOST - 1);
    }

    /// Adds a move if `really`, without a branch.
    #[inline(always)]
    pub fn push_if(&mut self, really: bool, choice: Choice) {
        self.list[self.len & (Choices::MOST - 1)] = choice;
        self.len = (self.len + really as usize) & (Choices::MOST - 1);
    }

    /// Adds a building move.
    #[inline(always)]
    pub fn push_building(&mut self, choice: Choice) {
        self.push(choice);
        self.building = self.building.min(choice);
    }
}
