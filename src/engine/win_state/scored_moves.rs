//! Scored moves, each packed into one integer that sorts by score. The best move is a minimum,
//! found without a branch.

use super::state::Step;

/// A move with its score, the change of the evaluation (upper half); then card, target and count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct ScoredMove(i32);

impl ScoredMove {
    /// No move: worse than any move.
    pub const NONE: ScoredMove = ScoredMove(i32::MAX);
    /// Better than any move; a lower end for [`best_after`].
    pub const ANY: ScoredMove = ScoredMove(i32::MIN);

    /// Packs a move. Weights are limited (see [`super::evaluation`]) so that a score fits into 16
    /// bits.
    #[inline(always)]
    pub fn new(score: i32, step: Step) -> ScoredMove {
        let step = i32::from(step.card) << 10 | i32::from(step.onto) << 4 | i32::from(step.count);
        ScoredMove(score << 16 | step)
    }

    /// The score: estimated evaluation of the successor minus that of the state.
    #[inline(always)]
    pub fn score(self) -> i32 {
        self.0 >> 16
    }

    /// The move.
    #[inline(always)]
    pub fn step(self) -> Step {
        Step { card: (self.0 >> 10) as u8 & 63, onto: (self.0 >> 4) as u8 & 63, count: self.0 as u8 & 15 }
    }

    /// The better of two moves.
    #[inline(always)]
    fn min(self, other: ScoredMove) -> ScoredMove {
        ScoredMove(self.0.min(other.0))
    }
}

/// Move lists are padded to a multiple of this with [`ScoredMove::NONE`], for SIMD.
pub const WIDTH: usize = 16;

/// The best of the moves that are worse than `floor`; [`ScoredMove::NONE`] if there are none. No
/// two moves of a state are equal, so repeated calls enumerate them in order.
#[inline(always)]
pub fn best_after(floor: ScoredMove, moves: &[ScoredMove]) -> ScoredMove {
    let mut best = [i32::MAX; WIDTH];
    for moves in moves.chunks_exact(WIDTH) {
        for (best, scored) in best.iter_mut().zip(moves) {
            let scored = if scored.0 > floor.0 { scored.0 } else { i32::MAX };
            *best = scored.min(*best);
        }
    }
    ScoredMove(best.into_iter().fold(i32::MAX, i32::min))
}

/// The scored moves of one state, written directly to their final place.
pub struct MoveList<'a> {
    list: &'a mut [ScoredMove; MoveList::CAPACITY],
    len: usize,
    building: ScoredMove,
}

impl<'a> MoveList<'a> {
    /// Capacity; more than any state needs: 12 column tops to a cell, at most 52 cards to an empty
    /// column, at most 4 cards onto each of 12 tops, and the padding of two SIMD blocks.
    pub const CAPACITY: usize = 256;

    /// An empty list in this memory.
    #[inline(always)]
    pub fn new(list: &'a mut [ScoredMove; MoveList::CAPACITY]) -> MoveList<'a> {
        MoveList { list, len: 0, building: ScoredMove::NONE }
    }

    /// Pads the list and returns its length.
    #[inline(always)]
    pub fn finish(self) -> usize {
        let len = self.len.next_multiple_of(WIDTH).min(MoveList::CAPACITY);
        for place in self.len..len {
            self.list[place] = ScoredMove::NONE;
        }
        len
    }

    /// The best building move: a whole run or a card from a cell onto a column;
    /// [`ScoredMove::NONE`] if there is none.
    #[inline(always)]
    pub fn building(&self) -> ScoredMove {
        self.building
    }

    /// Appends a move if it exists, without a branch.
    #[inline(always)]
    pub fn push_if(&mut self, exists: bool, scored: ScoredMove) {
        self.list[self.len & (MoveList::CAPACITY - 1)] = scored;
        self.len = (self.len + exists as usize) & (MoveList::CAPACITY - 1);
    }

    /// All moves, best first.
    #[cfg(test)]
    pub fn into_sorted(self) -> Vec<ScoredMove> {
        let mut moves: Vec<ScoredMove> =
            self.list[..self.len].iter().copied().filter(|&c| c != ScoredMove::NONE).collect();
        moves.sort_by_key(|scored| scored.0);
        moves
    }

    #[cfg(target_arch = "x86_64")]
    /// Reserves sixteen entries, some of which may become [`ScoredMove::NONE`].
    #[inline(always)]
    pub fn block(&mut self) -> &mut [ScoredMove; 16] {
        let from = self.len.min(MoveList::CAPACITY - 16);
        self.len = from + 16;
        self.list[from..].first_chunk_mut().expect("16 are left")
    }

    #[cfg(target_arch = "x86_64")]
    /// Room for sixteen entries, of which the caller writes the first `count` (up to 16) as moves; what it
    /// writes to the others is not kept.
    #[inline(always)]
    pub fn block_of(&mut self, count: usize) -> &mut [ScoredMove; 16] {
        let from = self.len.min(MoveList::CAPACITY - 16);
        self.len = from + count;
        self.list[from..].first_chunk_mut().expect("16 are left")
    }

    /// Appends a building move if it exists.
    #[inline(always)]
    pub fn push_building_if(&mut self, exists: bool, scored: ScoredMove) {
        self.push_if(exists, scored);
        self.building = self.building.min(if exists { scored } else { ScoredMove::NONE });
    }
}
