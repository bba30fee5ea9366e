//! The exact value of a state and the estimated value of everything it leads to, in one pass.
//!
//! Children are only *valued* here, by what their move changes; they are built when the search gets to them, and
//! most are never built. What a move changes is O(1), whatever its length: the shares of the moved cards, the
//! weight of the waited-for cards they leave and come to lie upon, cells, empty columns, the price of the move,
//! and a bonus for what it uncovers (the one thing a static value cannot see).

use super::eval::Eval;
use super::shape::Shape;
use super::start::Start;
use super::state::{BASE, CELL, State, Step};

/// A valued move.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Value of the state it leads to, as far as can be told from here.
    pub value: i32,
    /// What it pays for the path, part of `value`.
    pub price: i32,
    /// The move.
    pub step: Step,
}

/// The moves of one state.
pub struct Choices {
    list: [Choice; Choices::MOST],
    len: usize,
    /// Value and index of the best, as one number so that finding it takes no branch.
    best: i64,
    /// Value and index of the best building move: a whole run or a card from a cell onto a column.
    building: i64,
}

impl Choices {
    /// More than any state has: 12 column tops to a cell, at most 52 cards to an empty column, at most 4 cards onto
    /// each of 12 tops.
    const MOST: usize = 128;

    /// Room for the moves of one state.
    pub fn new() -> Choices {
        let none = Choice { value: 0, price: 0, step: Step { card: 0, onto: 0, count: 0 } };
        Choices { list: [none; Choices::MOST], len: 0, best: i64::MAX, building: i64::MAX }
    }

    /// All of them, in the order in which they were found.
    #[inline(always)]
    pub fn all(&self) -> &[Choice] {
        &self.list[..self.len]
    }

    /// Index of the best.
    #[inline(always)]
    pub fn best(&self) -> usize {
        (self.best & 0xff) as usize
    }

    /// The best building move: a whole run or a card from a cell onto a column.
    #[inline(always)]
    pub fn building(&self) -> Option<Choice> {
        (self.building != i64::MAX).then(|| self.list[(self.building & 0x7f) as usize])
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.len = 0;
        self.best = i64::MAX;
        self.building = i64::MAX;
    }

    #[inline(always)]
    fn push(&mut self, value: i32, price: i32, step: Step, building: bool) {
        let at = self.len % Choices::MOST;
        self.list[at] = Choice { value, price, step };
        let key = i64::from(value) << 8 | at as i64;
        self.best = self.best.min(key);
        self.building = self.building.min(if building { key } else { i64::MAX });
        self.len = at + 1;
    }
}

/// Values a state and its moves. Returns the move to commit to, if one is that good; the other moves are incomplete then.
#[inline(always)]
pub fn expand(shape: &Shape, start: &Start, eval: &Eval, state: &State, choices: &mut Choices) -> Option<Choice> {
    choices.clear();
    let used = state.cells.count_ones() as usize;
    let free = shape.cells.saturating_sub(used);
    let empty = state.empty.count_ones() as usize;
    let room_cells = |free: usize| eval.free_cells[free & 15];
    let room_columns = |empty: usize| eval.empty_columns[empty & 15];

    // What each card more in a column costs because of the cards waited for that it would bury.
    let mut buries = [0i32; 16];
    let mut value = state.value + room_cells(free) + room_columns(empty);
    let next = state.next() & super::shape::ALL;
    let mut waiting = next & !state.cells;
    while waiting != 0 {
        let card = waiting.trailing_zeros() as usize & 63;
        waiting &= waiting - 1;
        let column = state.column[card] as usize & 15;
        let moved = card as i32 / 4 - state.top[column] as i32 / 4;
        let unmoved = state.length[column] as i32 - start.height[card] as i32;
        value += eval.buries_next * if state.moved >> card & 1 != 0 { moved } else { unmoved };
        buries[column] += eval.buries_next;
    }

    let cell_change = if free > 0 { room_cells(free - 1) - room_cells(free) } else { 0 };
    let cell_gain = room_cells(free + 1) - room_cells(free);
    let column_gain = room_columns(empty + 1) - room_columns(empty);
    let column_change = if empty > 0 { room_columns(empty - 1) - room_columns(empty) } else { 0 };
    let most = shape.capacity(free, empty);
    let most_to_empty = if empty > 0 { shape.capacity(free, empty - 1) } else { 0 };
    let prices = &eval.price;

    let view = View { shape, start, eval, state, buries, value, next, column_gain };

    // Onto columns: every card of a top run that some top can take.
    let mut takes = 0;
    let mut tops = state.tops;
    while tops != 0 {
        takes |= shape.children[tops.trailing_zeros() as usize & 63];
        tops &= tops - 1;
    }
    let mut sources = takes & state.runs;
    while sources != 0 {
        let card = sources.trailing_zeros() as u8;
        sources &= sources - 1;
        let Lifted { here, count, whole, under } = view.lift(card);
        if count > most {
            continue;
        }
        let price = match (whole, under == BASE) {
            (true, true) => prices.column,
            (true, false) => prices.run,
            _ => prices.part,
        };
        let mut targets = shape.parents[card as usize & 63] & state.tops;
        while targets != 0 {
            let onto = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let to = state.column[onto as usize & 63] as usize & 15;
            let value = here + price + buries[to] * count as i32;
            choices.push(value, price, Step { card, onto, count }, whole);
        }
    }
    let mut sources = takes & state.cells;
    while sources != 0 {
        let card = sources.trailing_zeros() as u8;
        sources &= sources - 1;
        let at = card as usize & 63;
        let price = prices.cell_to_column;
        let here = value - eval.in_cell[at / 4] + cell_gain + price;
        let mut targets = shape.parents[at] & state.tops;
        while targets != 0 {
            let onto = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let to = state.column[onto as usize & 63] as usize & 15;
            choices.push(here + buries[to], price, Step { card, onto, count: 1 }, true);
        }
    }
    if let Some(best) = choices.building()
        && best.value < value - eval.commit
    {
        return Some(best);
    }
    if free > 0 {
        let mut sources = state.tops;
        while sources != 0 {
            let card = sources.trailing_zeros() as u8;
            sources &= sources - 1;
            let Lifted { here, .. } = view.lift(card);
            let value = here + eval.in_cell[(card as usize / 4) & 15] + cell_change + prices.to_cell;
            choices.push(value, prices.to_cell, Step { card, onto: CELL, count: 1 }, false);
        }
    }
    if empty > 0 {
        let mut sources = state.cells & shape.fills_empty;
        while sources != 0 {
            let card = sources.trailing_zeros() as u8;
            sources &= sources - 1;
            let rank = (card as usize / 4) & 15;
            let here = value - eval.in_cell[rank] + cell_gain + column_change + eval.bottom[rank];
            let price = prices.cell_to_empty;
            choices.push(here + price, price, Step { card, onto: BASE, count: 1 }, false);
        }
        let mut sources = state.runs & shape.fills_empty;
        while sources != 0 {
            let card = sources.trailing_zeros() as u8;
            sources &= sources - 1;
            let Lifted { here, count, whole, under } = view.lift(card);
            if count <= most_to_empty && under != BASE {
                let price = if whole { prices.run_to_empty } else { prices.part_to_empty };
                let value = here + price + column_change + eval.bottom[(card as usize / 4) & 15];
                choices.push(value, price, Step { card, onto: BASE, count }, false);
            }
        }
    }
    None
}

/// A state with what its moves have in common.
struct View<'a> {
    shape: &'a Shape,
    start: &'a Start,
    eval: &'a Eval,
    state: &'a State,
    /// What each card more in a column costs because of the cards waited for that it would bury.
    buries: [i32; 16],
    value: i32,
    /// Cards that the foundations wait for.
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
    /// Whether it is all of the run.
    whole: bool,
    /// What it rests on.
    under: u8,
}

impl View<'_> {
    /// Takes off the cards from `card` upwards. A column's base has no entry in the tables, so it uncovers nothing
    /// without being asked for.
    #[inline(always)]
    fn lift(&self, card: u8) -> Lifted {
        let View { shape, start, eval, state, .. } = self;
        let at = card as usize & 63;
        let from = state.column[at] as usize & 15;
        let under = state.below[at];
        let down = under as usize & 63;
        let whole = shape.parents[at] >> under & 1 == 0;
        let top = state.top[from];
        let others = state.tops & !(1 << top);
        let count = card / 4 + 1 - top / 4;
        let mut here = self.value - self.buries[from] * count as i32;
        if whole {
            here -= if under == BASE { eval.bottom[at / 4] - self.column_gain } else { start.share[at] };
            here -= if self.next >> under & 1 != 0 { eval.uncovers_next } else { 0 };
            here -= if start.run_parents[down] & others != 0 { eval.uncovers_child } else { 0 };
        }
        let parent = shape.children[down] & (others | state.cells) != 0;
        here -= if parent { eval.uncovers_parent } else { 0 };
        Lifted { here, count, whole, under }
    }
}
