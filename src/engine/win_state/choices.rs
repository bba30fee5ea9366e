//! Valued moves, each packed into one number that sorts by value: the best is a minimum, found without a branch.

use super::state::Step;

/// A valued move: by how much it changes the value (upper half), card, target, count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Choice(i32);

impl Choice {
    /// Worse than any move.
    pub const NONE: Choice = Choice(i32::MAX);
    /// Better than any move.
    pub const ANY: Choice = Choice(i32::MIN);

    /// Packs a move. Weights are small enough (see [`super::evaluation`]) for a change to fit into 16 bits.
    #[inline(always)]
    pub fn new(change: i32, step: Step) -> Choice {
        let step = i32::from(step.card) << 10 | i32::from(step.onto) << 4 | i32::from(step.count);
        Choice(change << 16 | step)
    }

    /// Value of the state it leads to less that of the state it is made in, as far as can be told before it is built.
    #[inline(always)]
    pub fn change(self) -> i32 {
        self.0 >> 16
    }

    /// The move.
    #[inline(always)]
    pub fn step(self) -> Step {
        Step { card: (self.0 >> 10) as u8 & 63, onto: (self.0 >> 4) as u8 & 63, count: self.0 as u8 & 15 }
    }

    /// The better one.
    #[inline(always)]
    fn min(self, other: Choice) -> Choice {
        Choice(self.0.min(other.0))
    }
}

/// Lists of moves are filled up to a multiple of this with [`Choice::NONE`], for wide registers.
pub const WIDTH: usize = 16;

/// The best of the moves that are worse than `floor`; [`Choice::NONE`] if there are none. No two moves of a state are
/// equal, so this goes through all of them in order.
#[inline(always)]
pub fn best_after(floor: Choice, moves: &[Choice]) -> Choice {
    let mut best = [i32::MAX; WIDTH];
    for moves in moves.chunks_exact(WIDTH) {
        for (best, choice) in best.iter_mut().zip(moves) {
            let choice = if choice.0 > floor.0 { choice.0 } else { i32::MAX };
            *best = choice.min(*best);
        }
    }
    Choice(best.into_iter().fold(i32::MAX, i32::min))
}

/// The moves of one state, written to where they will stay.
pub struct Choices<'a> {
    list: &'a mut [Choice; Choices::MOST],
    len: usize,
    building: Choice,
}

impl<'a> Choices<'a> {
    /// More than any state has: 12 column tops to a cell, at most 52 cards to an empty column, at most 4 cards onto
    /// each of 12 tops, and what is left empty of two blocks.
    pub const MOST: usize = 256;

    /// Room for the moves of one state.
    #[inline(always)]
    pub fn new(list: &'a mut [Choice; Choices::MOST]) -> Choices<'a> {
        Choices { list, len: 0, building: Choice::NONE }
    }

    /// How many places of the list are in use, once the last of them are filled up.
    #[inline(always)]
    pub fn finish(self) -> usize {
        let len = self.len.next_multiple_of(WIDTH).min(Choices::MOST);
        for place in self.len..len {
            self.list[place] = Choice::NONE;
        }
        len
    }

    /// The best building move: a whole run or a card from a cell onto a column. It gets nowhere if there is none.
    #[inline(always)]
    pub fn building(&self) -> Choice {
        self.building
    }

    /// Adds a move if `really`, without a branch.
    #[inline(always)]
    pub fn push_if(&mut self, really: bool, choice: Choice) {
        self.list[self.len & (Choices::MOST - 1)] = choice;
        self.len = (self.len + really as usize) & (Choices::MOST - 1);
    }

    /// All moves, best first.
    #[cfg(test)]
    pub fn into_sorted(self) -> Vec<Choice> {
        let mut moves: Vec<Choice> = self.list[..self.len].iter().copied().filter(|&c| c != Choice::NONE).collect();
        moves.sort_by_key(|choice| choice.0);
        moves
    }

    #[cfg(target_arch = "x86_64")]
    /// Room for sixteen moves at once, some of which may be [`Choice::NONE`].
    #[inline(always)]
    pub fn block(&mut self) -> &mut [Choice; 16] {
        let from = self.len.min(Choices::MOST - 16);
        self.len = from + 16;
        self.list[from..].first_chunk_mut().expect("16 are left")
    }

    /// Adds a building move if `really`.
    #[inline(always)]
    pub fn push_building_if(&mut self, really: bool, choice: Choice) {
        self.push_if(really, choice);
        self.building = self.building.min(if really { choice } else { Choice::NONE });
    }
}
