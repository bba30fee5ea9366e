//! The exact value of a state and the estimated value of everything it leads to, in one pass.
//!
//! Children are only *valued* here, by what their move changes; they are built when the search gets to them, and
//! most are never built. What a move changes is O(1), whatever its length: what the lifted run rests on, the cards
//! waited for that it leaves and comes to lie upon, cells, empty columns, the price of the move, and a bonus for what
//! it uncovers (the one thing a static value cannot see).

use super::choices::{Choice, Choices};
use super::eval::Eval;
use super::shape::Shape;
use super::start::Start;
use super::state::{BASE, CELL, HOME, State, Step};

/// Values a state and its moves. Returns the move to commit to, if one is that good; the list of choices is not
/// complete then.
#[inline(always)]
pub fn expand(shape: &Shape, start: &Start, eval: &Eval, state: &State, choices: &mut Choices) -> Option<Choice> {
    choices.clear();
    let free = shape.cells - state.cells.count_ones() as usize;
    let empty = state.empty.count_ones() as usize;
    let view = View::new(shape, start, eval, state, free, empty);
    let value = view.value;
    let cell_gain = eval.free_cells[(free + 1) & 15] - eval.free_cells[free & 15];
    let prices = &eval.price;

    // Building moves first: every whole run, or card in a cell, that some top can take.
    let takes = shape.takes(state.tops);
    let most = shape.capacity(free, empty);
    for card in Cards(takes & state.bases) {
        let Lifted { here, count, under } = view.lift(card, true);
        if count > most {
            continue;
        }
        let price = select(under == BASE, prices.column, prices.run);
        for onto in Cards(shape.parents[card as usize & 63] & state.tops) {
            let value = here + price + view.buries(onto) * count as i32;
            choices.push_building(Choice::new(value, price, Step { card, onto, count }));
        }
    }
    for card in Cards(takes & state.cells) {
        let price = prices.cell_to_column;
        let here = value + price + cell_gain;
        for onto in Cards(shape.parents[card as usize & 63] & state.tops) {
            choices.push_building(Choice::new(here + view.buries(onto), price, Step { card, onto, count: 1 }));
        }
    }
    let building = choices.building();
    if building.value() < value - eval.commit {
        return Some(building);
    }

    for card in Cards(takes & state.runs & !state.bases) {
        let Lifted { here, count, .. } = view.lift(card, false);
        let price = prices.part;
        for onto in Cards(shape.parents[card as usize & 63] & state.tops) {
            let value = here + price + view.buries(onto) * count as i32;
            choices.push_if(count <= most, Choice::new(value, price, Step { card, onto, count }));
        }
    }
    // What could have gone home and did not may still be sent.
    for card in Cards(view.next & (state.tops | state.cells)) {
        let step = Step { card, onto: HOME, count: 1 };
        choices.push(Choice::new(value - eval.away, 0, step));
    }
    // What can be built on a column has no business in a cell or an empty column.
    if free > 0 {
        let price = prices.to_cell;
        let change = eval.free_cells[(free - 1) & 15] - eval.free_cells[free & 15] + price;
        for card in Cards(state.tops & !takes) {
            let value = view.lift(card, state.bases >> card & 1 != 0).here + change;
            choices.push(Choice::new(value, price, Step { card, onto: CELL, count: 1 }));
        }
    }
    if empty > 0 {
        let change = eval.empty_columns[(empty - 1) & 15] - eval.empty_columns[empty & 15];
        let most = shape.capacity(free, empty - 1);
        for card in Cards(state.cells & shape.fills_empty) {
            let price = prices.cell_to_empty;
            let value = value + cell_gain + eval.bottom[(card as usize / 4) & 15] + change + price;
            choices.push(Choice::new(value, price, Step { card, onto: BASE, count: 1 }));
        }
        for card in Cards(state.runs & shape.fills_empty & !takes) {
            let whole = state.bases >> card & 1 != 0;
            let Lifted { here, count, under } = view.lift(card, whole);
            let price = select(whole, prices.run_to_empty, prices.part_to_empty);
            let value = here + price + change + eval.bottom[(card as usize / 4) & 15];
            let really = (count <= most) & (under != BASE);
            choices.push_if(really, Choice::new(value, price, Step { card, onto: BASE, count }));
        }
    }
    None
}

/// One of two numbers, without a branch: what the conditions here depend on cannot be predicted.
#[inline(always)]
fn select(condition: bool, yes: i32, no: i32) -> i32 {
    no ^ ((no ^ yes) & -(condition as i32))
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
    shape: &'a Shape,
    start: &'a Start,
    eval: &'a Eval,
    state: &'a State,
    value: i32,
    /// What each card more in a column costs because of the cards waited for that it buries.
    buries: [i32; 16],
    /// The cards that the foundations wait for.
    next: u64,
    /// What one more empty column changes.
    column_gain: i32,
}

/// A run that can be taken off its column.
struct Lifted {
    /// Value of the state without it, uncovered cards considered.
    here: i32,
    /// Its cards.
    count: u8,
    /// What it rests on.
    under: u8,
}

impl<'a> View<'a> {
    #[inline(always)]
    fn new(
        shape: &'a Shape,
        start: &'a Start,
        eval: &'a Eval,
        state: &'a State,
        free: usize,
        empty: usize,
    ) -> View<'a> {
        let next = state.next() & shape.deck;
        let room = eval.free_cells[free & 15] + eval.empty_columns[empty & 15];
        let mut value = state.value + room;
        let mut buries = [0; 16];
        for card in Cards(next & !state.cells) {
            let at = card as usize & 63;
            let column = state.column[at] as usize & 15;
            // Above a moved card there is only the rest of its run.
            let moved = at as i32 / 4 - state.top[column] as i32 / 4;
            let unmoved = state.length[column] as i32 - start.height[at] as i32;
            let above = select(state.moved >> card & 1 != 0, moved, unmoved);
            value += above * eval.buries_next[at / 4];
            buries[column] += eval.buries_next[at / 4];
        }
        let column_gain = eval.empty_columns[(empty + 1) & 15] - eval.empty_columns[empty & 15];
        View { shape, start, eval, state, value, buries, next, column_gain }
    }

    /// What each card more costs in the column of this card.
    #[inline(always)]
    fn buries(&self, card: u8) -> i32 {
        self.buries[self.state.column[card as usize & 63] as usize & 15]
    }

    /// Takes off the cards from `card` upwards, `whole` if they are a whole run. A column's base has no entry in the
    /// tables, so it uncovers nothing without being asked for.
    #[inline(always)]
    fn lift(&self, card: u8, whole: bool) -> Lifted {
        let View { shape, start, eval, state, .. } = self;
        let at = card as usize & 63;
        let under = state.below[at];
        let down = under as usize & 63;
        let top = state.top[state.column[at] as usize & 15];
        let others = state.tops & !(1 << top);
        let count = card / 4 + 1 - top / 4;
        let rests = select(under == BASE, eval.bottom[at / 4] - self.column_gain, start.share[at]);
        let next = select(self.next >> under & 1 != 0, eval.uncovers_next, 0);
        let child = select(start.run_parents[down] & others != 0, eval.uncovers_child, 0);
        let parent = select(shape.children[down] & others != 0, eval.uncovers_parent, 0);
        let exit = select(shape.children[down] & state.cells != 0, eval.uncovers_exit, 0);
        let all = select(whole, rests + next + child, 0);
        Lifted { here: self.value - self.buries(card) * count as i32 - all - parent - exit, count, under }
    }
}
