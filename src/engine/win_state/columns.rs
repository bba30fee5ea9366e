//! The moves that every column has: its top card into a cell, its run into an empty column.
//!
//! They are scored for all columns at once. The computation per column is short and free of
//! branches, so it is written for any processor ([`Plain`]) and again in SIMD registers (`avx2.rs`,
//! `avx512.rs`). A test compares them move by move.

use super::deal_tables::DealTables;
use super::evaluation::Evaluation;
use super::scored_moves::{MoveList, ScoredMove};
use super::state::{BASE, CELL, State, Step};
use crate::card_set::IndexSet;

/// The inputs common to the moves of all columns.
pub struct Columns<'a> {
    pub deal: &'a DealTables,
    pub evaluation: &'a Evaluation,
    pub state: &'a State,
    /// Number of columns.
    pub count: usize,
    /// By column: the cost of each additional card, because it buries cards that a foundation takes
    /// next.
    pub buries: &'a [i32; 16],
    /// Properties of the cards that lifting a run uncovers.
    pub view: Uncovered,
    /// Top cards that may go to a cell.
    pub parked: IndexSet,
    /// Score of using a cell, including the path cost of the move.
    pub to_cell: i32,
    /// Lowest cards of runs that may go to an empty column; empty if there is no such column.
    pub spread: IndexSet,
    /// Score of using an empty column, including the path cost of the move.
    pub to_empty: i32,
    /// Largest group that may move there.
    pub most: u8,
}

/// Properties that make a card worth uncovering.
#[derive(Clone, Copy)]
pub struct Uncovered {
    /// The cards that the foundations take next.
    pub next: IndexSet,
    /// Cards that the tops of columns can take.
    pub takes: IndexSet,
    /// Cards that can take a card from a cell.
    pub take_cell: IndexSet,
    /// Change of the evaluation by one more empty column.
    pub column_gain: i32,
}

/// An implementation of the scoring.
pub trait Lanes: Copy {
    /// Appends the moves of all columns, in any order.
    fn push(self, columns: &Columns, moves: &mut MoveList);
}

/// The portable implementation, one column at a time.
#[derive(Clone, Copy)]
pub struct Plain;

impl Lanes for Plain {
    #[inline(always)]
    fn push(self, columns: &Columns, moves: &mut MoveList) {
        let &Columns { deal, evaluation, state, buries, .. } = columns;
        for column in 0..columns.count {
            let (top, base) = (state.top[column & 15], state.base[column & 15]);
            let count = base / 4 + 1 - top / 4;
            let under = state.below[base as usize & 63];
            let each = buries[column & 15];
            let uncovers = columns.view.uncovers(deal, evaluation, base, under);
            let change = columns.to_cell - each - select(count == 1, uncovers, 0);
            let step = Step { card: top, onto: CELL, count: 1 };
            moves.push_if(columns.parked.contains(top), ScoredMove::new(change, step));
            if !columns.spread.is_empty() {
                let bottom = evaluation.bottom[(base as usize / 4) & 15];
                let change = columns.to_empty - each * i32::from(count) - uncovers + bottom;
                let exists = columns.spread.contains(base) & (count <= columns.most) & (under != BASE);
                moves.push_if(exists, ScoredMove::new(change, Step { card: base, onto: BASE, count }));
            }
        }
    }
}

impl Uncovered {
    /// The gain of lifting a whole run with lowest card `card`: its evaluation term where it lies,
    /// plus the bonus for uncovering the card under it. At a column's base all lookups give zero,
    /// so no test is needed.
    #[inline(always)]
    pub fn uncovers(&self, deal: &DealTables, evaluation: &Evaluation, card: u8, under: u8) -> i32 {
        let (at, down) = (card as usize & 63, under as usize & 63);
        let bit = |cards: IndexSet, at: u8| usize::from(cards.contains(at & 63));
        let bits = bit(self.next, under) | bit(self.take_cell, under) << 1 | bit(self.takes, deal.run_base[down]) << 2;
        let rests = select(under == BASE, evaluation.bottom[at / 4] - self.column_gain, deal.share[at]);
        rests + evaluation.uncovers[bits]
    }
}

/// Selects one of two numbers without a branch: the conditions here are unpredictable.
#[inline(always)]
pub fn select(condition: bool, yes: i32, no: i32) -> i32 {
    no ^ ((no ^ yes) & -(condition as i32))
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::avx2::Avx2;
    use super::super::avx512::Avx512;
    use super::super::expand::{Tables, expand};
    use super::super::game_tables::GameTables;
    use super::super::weights::Weights;
    use super::*;
    use crate::deal::DealNumber;
    use crate::rules::preset;

    /// Random walks through deals of games that differ in columns, cells, building and empty
    /// columns: an implementation generates the same moves with the same scores as the portable one.
    fn agrees_with_portable(lanes: impl Lanes) {
        let (mut random, mut compared) = (1u64, 0);
        for name in ["freecell", "seven-by-four", "eight-off", "bakers-game", "seahaven-towers", "forecell"] {
            let rules = preset(name).unwrap();
            let game = GameTables::new(&rules).unwrap();
            for (number, weights) in (1..=40).zip(Weights::built_in().iter().cycle()) {
                let evaluation = Evaluation::new(&game, weights);
                let mut deal = DealTables::empty();
                deal.read(&game, &evaluation, &DealNumber::microsoft(number).unwrap().deal(&rules));
                let mut state = deal.root;
                for _ in 0..80 {
                    let [mut plain, mut wide] = [[ScoredMove::NONE; MoveList::CAPACITY]; 2];
                    let mut moves = [MoveList::new(&mut plain), MoveList::new(&mut wide)];
                    let tables = Tables { game: &game, deal: &deal, evaluation: &evaluation };
                    let values =
                        [expand(tables, &state, Plain, &mut moves[0]), expand(tables, &state, lanes, &mut moves[1])];
                    assert_eq!(values[0], values[1]);
                    let [plain, wide] = moves.map(|moves| moves.into_sorted());
                    assert_eq!(plain, wide, "{name} {number}");
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(&scored) = plain.get((random >> 33) as usize % plain.len().max(1)) else { break };
                    state.play(&deal, &evaluation, scored.step());
                    state.autoplay(&deal, &evaluation);
                    compared += plain.len();
                }
            }
        }
        assert!(compared > 20_000, "{compared}");
    }

    #[test]
    fn avx2_and_portable_scores_agree() {
        Avx2::detect().into_iter().for_each(agrees_with_portable);
    }

    #[test]
    fn avx512_and_portable_scores_agree() {
        Avx512::detect().into_iter().for_each(agrees_with_portable);
    }
}
