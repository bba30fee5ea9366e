//! The exact value of a state and the estimated value of everything it leads to, in one pass.
//!
//! Children are only *valued* here, by what their move changes; they are built when the search gets to them, and
//! most are never built. What a move changes is O(1), whatever its length: the shares of the moved cards, the
//! weight of the waited-for cards they leave and come to lie upon, cells, empty columns, the price of the move,
//! and a bonus for what it uncovers (the one thing a static value cannot see).

use super::shape::{MAX_COLUMNS, Shape};
use super::start::Start;
use super::state::{BASE, CELL, State, Step};
use super::weights::Weights;

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
    /// Index of the best; the last of equals.
    best: usize,
    /// Value of the best building move.
    building: i32,
    building_at: usize,
}

impl Choices {
    /// More than any state has: 12 column tops to a cell and at most 26 cards to an empty column; at most 12 tops
    /// take at most 4 cards each.
    const MOST: usize = 128;

    /// Room for the moves of one state.
    pub fn new() -> Choices {
        let none = Choice { value: 0, price: 0, step: Step { card: 0, onto: 0, count: 0 } };
        Choices { list: [none; Choices::MOST], len: 0, best: 0, building: i32::MAX, building_at: 0 }
    }

    /// All of them, in the order in which they were found.
    #[inline(always)]
    pub fn all(&self) -> &[Choice] {
        &self.list[..self.len]
    }

    /// Index of the best.
    #[inline(always)]
    pub fn best(&self) -> usize {
        self.best
    }

    /// The best building move: a whole run or a card from a cell onto a column.
    #[inline(always)]
    pub fn building(&self) -> Option<Choice> {
        (self.building != i32::MAX).then(|| self.list[self.building_at % Choices::MOST])
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.len = 0;
        self.best = 0;
        self.building = i32::MAX;
    }

    #[inline(always)]
    fn push(&mut self, value: i32, price: i32, step: Step, building: bool) {
        let at = self.len % Choices::MOST;
        self.list[at] = Choice { value, price, step };
        if value <= self.list[self.best % Choices::MOST].value {
            self.best = at;
        }
        if building && value < self.building {
            self.building = value;
            self.building_at = at;
        }
        self.len = at + 1;
    }
}

/// Values a state and all of its moves. Returns the state's value.
#[inline(always)]
pub fn expand(shape: &Shape, start: &Start, weights: &Weights, state: &State, choices: &mut Choices) -> i32 {
    choices.clear();
    let used = state.cells.count_ones() as usize;
    let free = shape.cells.saturating_sub(used);
    let empty = state.empty.count_ones() as usize;
    let room_cells = |free: usize| weights.free_cells[free.min(8)];
    let room_columns = |empty: usize| weights.empty_columns[empty.min(4)];

    // What each card more in a column costs because of the cards waited for that it would bury.
    let mut buries = [0i32; 16];
    let mut buries_broken = [0i32; 16];
    let mut value = state.value + room_cells(free) + room_columns(empty);
    let next = state.next() & super::shape::ALL;
    let mut waiting = |mut cards: u64, each: i32, broken: i32| {
        while cards != 0 {
            let card = cards.trailing_zeros() as usize & 63;
            cards &= cards - 1;
            let column = state.column[card] as usize % MAX_COLUMNS;
            if state.moved >> card & 1 != 0 {
                value += each * (card as i32 / 4 - state.top[column] as i32 / 4);
            } else {
                let top = state.unmoved[column] as usize & 63;
                value += each * (state.length[column] as i32 - 1 - start.height[card] as i32)
                    + broken * (start.broken[top] as i32 - start.broken[card] as i32);
            }
            buries[column] += each;
            buries_broken[column] += broken;
        }
    };
    waiting(next & !state.cells, weights.buries_next, weights.buries_next_broken);
    waiting((next << 4) & super::shape::ALL & !state.cells, weights.buries_second, 0);

    let cell_change = if free > 0 { room_cells(free - 1) - room_cells(free) } else { 0 };
    let cell_gain = room_cells(free + 1) - room_cells(free);
    let column_gain = room_columns(empty + 1) - room_columns(empty);
    let column_change = if empty > 0 { room_columns(empty - 1) - room_columns(empty) } else { 0 };
    let most = shape.capacity(free, empty);
    let most_to_empty = if empty > 0 { shape.capacity(free, empty - 1) } else { 0 };
    let prices = &weights.price;

    let mut sources = state.tops;
    while sources != 0 {
        let top = sources.trailing_zeros() as u8;
        sources &= sources - 1;
        let from = state.column[top as usize & 63] as usize % MAX_COLUMNS;
        let (lift_each, lift_broken) = (buries[from], buries_broken[from]);
        let others = state.tops & !(1 << top);
        // What taking the run off down to `card` gains.
        let mut lifted = value;
        let mut card = top;
        let mut count = 1u8;
        loop {
            let at = card as usize & 63;
            let under = state.below[at];
            let whole = shape.parents[at] >> under & 1 == 0;
            lifted -= state.share(start, weights, card, from).0 + lift_each;
            let mut here = lifted;
            if under == BASE {
                here += column_gain;
            } else {
                if whole {
                    here -= lift_broken;
                    if next >> under & 1 != 0 {
                        here -= weights.uncovers_next;
                    }
                    if shape.parents[start.run_base[under as usize & 63] as usize & 63] & others != 0 {
                        here -= weights.uncovers_child;
                    }
                }
                if shape.children[under as usize & 63] & (others | state.cells) != 0 {
                    here -= weights.uncovers_parent;
                }
            }
            if count == 1 && free > 0 {
                let value = here + weights.in_cell[at / 4 % 13] + cell_change + prices.to_cell;
                choices.push(value, prices.to_cell, Step { card, onto: CELL, count }, false);
            }
            if count <= most {
                let mut targets = shape.parents[at] & state.tops;
                while targets != 0 {
                    let onto = targets.trailing_zeros() as u8;
                    targets &= targets - 1;
                    let to = state.column[onto as usize & 63] as usize % MAX_COLUMNS;
                    let lowest = state.lowest(start, to);
                    // Ranks of the moved cards are consecutive: those above `lowest` come to lie over a lower card.
                    let over = (card / 4).saturating_sub(lowest).min(count);
                    let price = match (whole, under == BASE) {
                        (true, true) => prices.column,
                        (true, false) => prices.run,
                        _ => prices.part,
                    };
                    let value = here + price + buries[to] * count as i32 + weights.built_over * over as i32;
                    choices.push(value, price, Step { card, onto, count }, whole);
                }
            }
            if count <= most_to_empty && under != BASE && shape.fills_empty >> card & 1 != 0 {
                let price = if whole { prices.run_to_empty } else { prices.part_to_empty };
                let value = here + price + column_change + weights.bottom[at / 4 % 13];
                choices.push(value, price, Step { card, onto: BASE, count }, false);
            }
            if whole {
                break;
            }
            card = under;
            count += 1;
        }
    }
    let mut sources = state.cells;
    while sources != 0 {
        let card = sources.trailing_zeros() as u8;
        sources &= sources - 1;
        let at = card as usize & 63;
        let here = value - weights.in_cell[at / 4 % 13] + cell_gain;
        let mut targets = shape.parents[at] & state.tops;
        while targets != 0 {
            let onto = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let to = state.column[onto as usize & 63] as usize % MAX_COLUMNS;
            let over = (state.lowest(start, to) < card / 4) as i32;
            let price = prices.cell_to_column;
            let value = here + price + buries[to] + weights.built_over * over;
            choices.push(value, price, Step { card, onto, count: 1 }, true);
        }
        if empty > 0 && shape.fills_empty >> card & 1 != 0 {
            let price = prices.cell_to_empty;
            let value = here + price + column_change + weights.bottom[at / 4 % 13];
            choices.push(value, price, Step { card, onto: BASE, count: 1 }, false);
        }
    }
    value
}
