//! The exact value of a state and the estimated value of everything it leads to, in one pass.
//!
//! Children are only *valued* here, by what their move changes; they are built when the search gets to them, and
//! most are never built. What a move changes is O(1), whatever its length: what the lifted run rests on, the cards
//! waited for that it leaves and comes to lie upon, cells, empty columns, the price of the move, and a bonus for what
//! it uncovers (the one thing a static value cannot see).

use super::choices::{Choice, Choices};
use super::columns::{Columns, Lanes, Uncovered, select};
use super::evaluation::Evaluation;
use super::game_tables::{ALL, GameTables};
use super::deal_tables::DealTables;
use super::state::{BASE, HOME, LENGTHS, State, Step};

/// Values a state and its moves. Returns the value and the move to commit to, if one is that good; the list of choices
/// is not complete then.
///
/// Conditions that nothing predicts are computed, not branched on: a move that does not exist costs less than a wrong
/// guess of the processor.
#[inline(always)]
pub fn expand(
    shape: &GameTables,
    start: &DealTables,
    eval: &Evaluation,
    state: &State,
    lanes: impl Lanes,
    choices: &mut Choices,
) -> (i32, Option<Choice>) {
    let free = shape.cells - state.cells.count_ones() as usize;
    let empty = state.empty.count_ones() as usize;
    let view = View::new(shape, start, eval, state, free, empty);
    let (value, takes) = (view.value, view.cards.takes);
    let cell_gain = eval.free_cells[(free + 1) & 15] - eval.free_cells[free & 15];
    let prices = &eval.price;

    // Building moves first: every whole run, or card in a cell, that some top can take.
    let most = shape.capacity(free, empty);
    for card in Cards(takes & state.bases) {
        let Lifted { here, count } = view.lift(card);
        let under = state.below[card as usize & 63];
        let here =
            here - view.cards.uncovers(start, eval, card, under) + select(under == BASE, prices.column, prices.run);
        for &onto in &shape.onto[card as usize & 63][..shape.fan & 7] {
            let choice = Choice::new(here + view.lands(onto, count), Step { card, onto, count });
            choices.push_building_if((state.tops >> onto & 1 != 0) & (count <= most), choice);
        }
    }
    for card in Cards(takes & state.cells) {
        let here = prices.cell_to_column + cell_gain;
        for &onto in &shape.onto[card as usize & 63][..shape.fan & 7] {
            let choice = Choice::new(here + view.lands(onto, 1), Step { card, onto, count: 1 });
            choices.push_building_if(state.tops >> onto & 1 != 0, choice);
        }
    }
    let building = choices.building();
    if building.change() < -eval.commit {
        return (value, Some(building));
    }

    for card in Cards(takes & state.runs & !state.bases) {
        let Lifted { here, count } = view.lift(card);
        let here = here + prices.part;
        for &onto in &shape.onto[card as usize & 63][..shape.fan & 7] {
            let choice = Choice::new(here + view.lands(onto, count), Step { card, onto, count });
            choices.push_if((state.tops >> onto & 1 != 0) & (count <= most), choice);
        }
    }
    // What could have gone home and did not may still be sent.
    for card in Cards(view.cards.next & (state.tops | state.cells)) {
        choices.push_if(true, Choice::new(-eval.away, Step { card, onto: HOME, count: 1 }));
    }
    // What can be built on a column has no business in a cell or an empty column.
    let to_cell = eval.free_cells[free.wrapping_sub(1) & 15] - eval.free_cells[free & 15] + prices.to_cell;
    let to_empty = eval.empty_columns[empty.wrapping_sub(1) & 15] - eval.empty_columns[empty & 15];
    let most = shape.capacity(free, empty.saturating_sub(1));
    let spread = if empty > 0 { shape.fills_empty & !takes } else { 0 };
    let columns = Columns {
        start,
        eval,
        state,
        count: shape.columns,
        buries: &view.buries,
        view: view.cards,
        parked: if free > 0 { state.tops & !takes } else { 0 },
        to_cell,
        spread,
        to_empty: to_empty + prices.run_to_empty,
        most,
    };
    lanes.push(&columns, choices);
    if empty > 0 {
        for card in Cards(state.cells & shape.fills_empty) {
            let bottom = eval.bottom[(card as usize / 4) & 15];
            let change = prices.cell_to_empty + cell_gain + bottom + to_empty;
            choices.push_if(true, Choice::new(change, Step { card, onto: BASE, count: 1 }));
        }
        let parts = if eval.parts_to_empty { state.runs & !state.bases & spread } else { 0 };
        for card in Cards(parts) {
            let Lifted { here, count } = view.lift(card);
            let change = here + prices.part_to_empty + to_empty + eval.bottom[(card as usize / 4) & 15];
            choices.push_if(count <= most, Choice::new(change, Step { card, onto: BASE, count }));
        }
    }
    (value, None)
}

/// The cards of a mask, lowest first.
struct Cards(u64);

impl Iterator for Cards {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let card = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

/// A state with what its moves have in common.
struct View<'a> {
    state: &'a State,
    value: i32,
    /// What each card more in a column costs because of the cards waited for that it buries.
    buries: [i32; 16],
    cards: Uncovered,
}

/// Cards of a run that can be taken off their column.
struct Lifted {
    /// How taking them away changes the value, but for what they uncover.
    here: i32,
    /// How many they are.
    count: u8,
}

impl<'a> View<'a> {
    #[inline(always)]
    fn new(
        shape: &'a GameTables,
        start: &'a DealTables,
        eval: &'a Evaluation,
        state: &'a State,
        free: usize,
        empty: usize,
    ) -> View<'a> {
        const EACH: u64 = 0x1111_1111_1111_1111;
        let next = state.next() & shape.deck;
        let room = eval.free_cells[free & 15] + eval.empty_columns[empty & 15];
        let mut value = state.value + room;
        let mut buries = [0; 16];
        for suit in 0..4 {
            // The lowest card of the suit that is not home; not a card at all if all are.
            let card = (!state.home >> suit & EACH).trailing_zeros() + suit;
            let (at, rank) = (card as usize & 63, (card as usize / 4) & 15);
            let column = state.column[at] as usize & 15;
            let weight = select((next & !state.cells) >> (card & 63) & 1 != 0, eval.buries_next[rank], 0);
            // Above a moved card there is only the rest of its run.
            let moved = rank as i32 - i32::from(state.top[column] / 4);
            let unmoved = i32::from(state.column[(LENGTHS + column) & 63]) - i32::from(start.height[at]);
            value += select(state.moved >> (card & 63) & 1 != 0, moved, unmoved) * weight;
            buries[column] += weight;
        }
        let column_gain = eval.empty_columns[(empty + 1) & 15] - eval.empty_columns[empty & 15];
        let takes = shape.takes(state.tops);
        let take_cell = shape.takers(state.cells) & ALL;
        View { state, value, buries, cards: Uncovered { next, takes, take_cell, column_gain } }
    }

    /// What a run costs where it lands.
    #[inline(always)]
    fn lands(&self, onto: u8, count: u8) -> i32 {
        self.buries[self.state.column[onto as usize & 63] as usize & 15] * i32::from(count)
    }

    /// Takes off the cards from `card` upwards.
    #[inline(always)]
    fn lift(&self, card: u8) -> Lifted {
        let column = self.state.column[card as usize & 63] as usize & 15;
        let count = card / 4 + 1 - self.state.top[column] / 4;
        Lifted { here: -self.buries[column] * i32::from(count), count }
    }
}
