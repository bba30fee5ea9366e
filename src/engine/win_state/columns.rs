//! The moves that every column has: its top card into a cell, its run into an empty column.
//!
//! They are valued for all columns at once. What a column contributes is small and without branches, so it is written
//! twice, for any processor ([`Plain`]) and in wide registers (`avx2.rs`); a test compares them move by move.

use super::choices::{Choice, Choices};
use super::evaluation::Evaluation;
use super::deal_tables::DealTables;
use super::state::{BASE, CELL, State, Step};

/// What the moves of all columns have in common.
pub struct Columns<'a> {
    pub start: &'a DealTables,
    pub eval: &'a Evaluation,
    pub state: &'a State,
    /// Number of columns.
    pub count: usize,
    /// What each card more in a column costs because of the cards waited for that it buries.
    pub buries: &'a [i32; 16],
    /// What lifting a run can uncover.
    pub view: Uncovered,
    /// Top cards that may go to a cell.
    pub parked: u64,
    /// What the cell costs, with the price of the move.
    pub to_cell: i32,
    /// Lowest cards of runs that may go to an empty column; none if there is no such column.
    pub spread: u64,
    /// What the column costs, with the price of the move.
    pub to_empty: i32,
    /// How many cards may go there together.
    pub most: u8,
}

/// What makes a card worth uncovering.
#[derive(Clone, Copy)]
pub struct Uncovered {
    /// The cards that the foundations wait for.
    pub next: u64,
    /// Cards that the tops of columns can take.
    pub takes: u64,
    /// Cards that can take a card from a cell.
    pub take_cell: u64,
    /// What one more empty column changes.
    pub column_gain: i32,
}

/// A way of valuing them.
pub trait Lanes: Copy {
    /// Adds the moves of all columns, in whatever order.
    fn push(self, columns: &Columns, choices: &mut Choices);
}

/// One column after the other.
#[derive(Clone, Copy)]
pub struct Plain;

impl Lanes for Plain {
    #[inline(always)]
    fn push(self, columns: &Columns, choices: &mut Choices) {
        let &Columns { start, eval, state, buries, .. } = columns;
        for column in 0..columns.count {
            let (top, base) = (state.top[column & 15], state.base[column & 15]);
            let count = base / 4 + 1 - top / 4;
            let under = state.below[base as usize & 63];
            let each = buries[column & 15];
            let uncovers = columns.view.uncovers(start, eval, base, under);
            let change = columns.to_cell - each - select(count == 1, uncovers, 0);
            let step = Step { card: top, onto: CELL, count: 1 };
            choices.push_if(columns.parked >> top & 1 != 0, Choice::new(change, step));
            if columns.spread != 0 {
                let bottom = eval.bottom[(base as usize / 4) & 15];
                let change = columns.to_empty - each * i32::from(count) - uncovers + bottom;
                let really = (columns.spread >> base & 1 != 0) & (count <= columns.most) & (under != BASE);
                choices.push_if(really, Choice::new(change, Step { card: base, onto: BASE, count }));
            }
        }
    }
}

impl Uncovered {
    /// What the lowest card of a whole run costs where it lies, and the bonus for uncovering what is under it. A
    /// column's base has no entry in the tables, so it uncovers nothing without being asked for.
    #[inline(always)]
    pub fn uncovers(&self, start: &DealTables, eval: &Evaluation, card: u8, under: u8) -> i32 {
        let (at, down) = (card as usize & 63, under as usize & 63);
        let bit = |cards: u64, at: u8| (cards >> (at & 63) & 1) as usize;
        let bits = bit(self.next, under) | bit(self.take_cell, under) << 1 | bit(self.takes, start.run_base[down]) << 2;
        let rests = select(under == BASE, eval.bottom[at / 4] - self.column_gain, start.share[at]);
        rests + eval.uncovers[bits]
    }
}

/// One of two numbers, without a branch: what the conditions here depend on cannot be predicted.
#[inline(always)]
pub fn select(condition: bool, yes: i32, no: i32) -> i32 {
    no ^ ((no ^ yes) & -(condition as i32))
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::avx2::Avx2;
    use super::super::expand::expand;
    use super::super::weights::Weights;
    use super::super::game_tables::GameTables;
    use super::*;
    use crate::deal::DealNumber;
    use crate::rules::preset;

    /// Random walks through deals of games that differ in columns, cells, building and empty columns: wherever they
    /// lead, both ways find the same moves at the same values.
    #[test]
    fn wide_registers_change_nothing() {
        let Some(avx2) = Avx2::detect() else { return };
        let (mut random, mut compared) = (1u64, 0);
        for game in ["freecell", "seven-by-four", "eight-off", "bakers-game", "seahaven-towers", "forecell"] {
            let rules = preset(game).unwrap();
            let shape = GameTables::new(&rules).unwrap();
            for (number, weights) in (1..=40).zip(Weights::built_in().iter().cycle()) {
                let eval = Evaluation::new(&shape, weights);
                let mut start = DealTables::empty();
                start.read(&shape, &eval, &DealNumber::microsoft(number).unwrap().deal(&rules));
                let mut state = start.state;
                for _ in 0..80 {
                    let [mut plain, mut wide] = [[Choice::NONE; Choices::MOST]; 2];
                    let mut choices = [Choices::new(&mut plain), Choices::new(&mut wide)];
                    let values = [
                        expand(&shape, &start, &eval, &state, Plain, &mut choices[0]),
                        expand(&shape, &start, &eval, &state, avx2, &mut choices[1]),
                    ];
                    assert_eq!(values[0], values[1]);
                    let [plain, wide] = choices.map(|choices| choices.into_sorted());
                    assert_eq!(plain, wide, "{game} {number}");
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(&choice) = plain.get((random >> 33) as usize % plain.len().max(1)) else { break };
                    state.play(&start, &eval, choice.step());
                    state.autoplay(&start, &eval);
                    compared += plain.len();
                }
            }
        }
        assert!(compared > 20_000, "{compared}");
    }
}
