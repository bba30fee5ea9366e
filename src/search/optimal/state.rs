//! A position between its key and its successors.
//!
//! The key says for every card what it rests on, in three bits: home, cell, column base, the card that lay below it
//! at the start, or one of the cards it may be built on. Orders of columns and cells vanish, equality of keys is
//! equality of positions, and a group move changes one code. [`State`] is the unpacked form that moves are
//! generated from; a successor needs only its key, so [`Successor`] carries no columns.

use super::game::{BASE, CARDS, CELL, Game, HOME};
use crate::layout::Layout;
use crate::rules::FoundationReturn;

/// Three bits for each of 52 cards, 21 to a word.
pub(super) type Key = [u64; 3];

/// Columns that a state can hold.
const COLUMNS: usize = crate::rules::MAX_COLUMNS;

/// The code book of one deal.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    rests_on: [[u8; 8]; CARDS],
    code: [[u8; 55]; CARDS],
}

const NO_CODE: u8 = 8;

impl Codes {
    /// Codes for positions that can arise from this layout.
    pub fn new(game: &Game, layout: &Layout) -> Codes {
        let mut codes = Codes { rests_on: [[HOME; 8]; CARDS], code: [[NO_CODE; 55]; CARDS] };
        let mut original = [BASE; CARDS];
        for column in &layout.columns {
            for pair in column.windows(2) {
                original[game.number(pair[1]) as usize] = game.number(pair[0]);
            }
        }
        for (card, &original) in original.iter().enumerate().take(game.cards) {
            let mut set = |code: usize, below: u8| {
                codes.rests_on[card][code] = below;
                codes.code[card][below as usize] = code as u8;
            };
            set(0, HOME);
            set(1, CELL);
            set(3, original);
            set(2, BASE);
            let parents = (0..game.cards as u8).filter(|&below| game.onto[card] >> below & 1 == 1);
            // At most four parents, one of each suit; where one of them is the original card below, its own code wins.
            for (i, parent) in parents.enumerate() {
                set(4 + i, parent);
            }
        }
        codes
    }

    #[inline]
    fn put(&self, key: &mut Key, card: u8, from: u8, to: u8) {
        let codes = &self.code[card as usize];
        let change = u64::from(codes[from as usize] ^ codes[to as usize]);
        key[card as usize / 21] ^= change << (card % 21 * 3);
    }
}

/// An unpacked position.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub key: Key,
    /// What each card rests on.
    pub below: [u8; CARDS],
    /// Top cards of the columns that are not empty.
    pub tops: [u8; COLUMNS],
    pub columns: usize,
    pub top_set: u64,
    pub cell_set: u64,
    pub home_set: u64,
    /// Cards not home.
    pub left: u32,
    pub free_cells: u32,
    pub empty_columns: u32,
}

/// One player move on a [`State`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// Deepest and uppermost card moved, and how many.
    pub card: u8,
    pub upper: u8,
    pub count: u8,
    /// Where to: a card, `BASE`, `CELL` or `HOME`.
    pub to: u8,
    /// Index of the destination column among [`State::tops`]; meaningless for other destinations.
    pub to_column: u8,
    /// Index of the source column; `CELL` or `HOME` if it is none.
    pub from: u8,
}

/// A successor: a step and the safe home moves after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub key: Key,
    /// Cards not home.
    pub left: u32,
    /// Length of the step and the home moves.
    pub cost: u32,
    /// Cards in cells.
    pub in_cells: u32,
}

impl State {
    /// The position of a layout.
    pub fn pack(game: &Game, codes: &Codes, layout: &Layout) -> State {
        let mut key = [0; 3];
        for column in &layout.columns {
            let mut below = BASE;
            for &card in column {
                let card = game.number(card);
                codes.put(&mut key, card, HOME, below);
                below = card;
            }
        }
        for card in layout.cells.iter().flatten() {
            codes.put(&mut key, game.number(*card), HOME, CELL);
        }
        State::unpack(game, codes, key)
    }

    /// The position of a key.
    pub fn unpack(game: &Game, codes: &Codes, key: Key) -> State {
        let mut below = [HOME; CARDS];
        let (mut covered, mut homes, mut cell_set) = (0u64, 0u64, 0u64);
        let mut empty_columns = game.columns as u32;
        for (card, rests) in below.iter_mut().enumerate().take(game.cards) {
            let code = (key[card / 21] >> (card % 21 * 3)) & 7;
            let on = codes.rests_on[card][code as usize];
            *rests = on;
            // BASE, CELL and HOME shift into the bits above the cards.
            covered |= 1 << on;
            homes |= u64::from(on == HOME) << card;
            cell_set |= u64::from(on == CELL) << card;
            empty_columns -= u32::from(on == BASE);
        }
        let in_play = !0 >> (64 - game.cards);
        let top_set = in_play & !homes & !cell_set & !covered;
        let mut tops = [0; COLUMNS];
        let mut columns = 0;
        for card in bits(top_set) {
            tops[columns] = card;
            columns += 1;
        }
        State {
            key,
            below,
            tops,
            columns,
            top_set,
            cell_set,
            home_set: homes,
            left: game.cards as u32 - homes.count_ones(),
            free_cells: if game.parking { game.cells - cell_set.count_ones() } else { 0 },
            empty_columns,
        }
    }

    /// The next card of each suit's foundation that is still in play.
    #[inline]
    pub fn next_home(home_set: u64) -> u64 {
        // The next cards are those whose predecessor (four lower) is home and which are not home themselves.
        (home_set << 4 | 0xf) & !home_set
    }

    /// Appends every step; `groups` says whether runs move as a whole.
    pub fn steps(&self, game: &Game, groups: bool, out: &mut Vec<Step>) {
        let next = State::next_home(self.home_set);
        let to_columns = self.capacity(game, groups, 0);
        let to_empty = if self.empty_columns > 0 { self.capacity(game, groups, 1) } else { 0 };
        for column in 0..self.columns {
            let upper = self.tops[column];
            let single = Step { card: upper, upper, count: 1, to: HOME, to_column: 0, from: column as u8 };
            if next >> upper & 1 == 1 {
                out.push(single);
            }
            let mut card = upper;
            let mut count = 1;
            loop {
                if count <= to_columns {
                    for dest in bits(self.top_set & game.onto[card as usize]) {
                        if dest != upper {
                            let to_column = self.column_of(dest);
                            out.push(Step { card, count: count as u8, to: dest, to_column, ..single });
                        }
                    }
                }
                let below = self.below[card as usize];
                if count <= to_empty && game.fills >> card & 1 == 1 && below != BASE {
                    out.push(Step { card, count: count as u8, to: BASE, ..single });
                }
                if below == BASE || count >= to_columns || game.joins[card as usize] >> below & 1 == 0 {
                    break;
                }
                card = below;
                count += 1;
            }
            if self.free_cells > 0 {
                out.push(Step { to: CELL, ..single });
            }
        }
        for card in bits(self.cell_set) {
            let single = Step { card, upper: card, count: 1, to: HOME, to_column: 0, from: CELL };
            if next >> card & 1 == 1 {
                out.push(single);
            }
            self.landings(game, single, out);
        }
        if game.returns() {
            // A card is on top of its foundation if the one four higher is not home.
            for card in bits(self.home_set & !(self.home_set >> 4)) {
                let single = Step { card, upper: card, count: 1, to: CELL, to_column: 0, from: HOME };
                self.landings(game, single, out);
                if game.rules.foundation_return == FoundationReturn::TableauAndCells && self.free_cells > 0 {
                    out.push(single);
                }
            }
        }
    }

    /// Steps of a single card that is on no column onto columns.
    fn landings(&self, game: &Game, single: Step, out: &mut Vec<Step>) {
        for dest in bits(self.top_set & game.onto[single.card as usize]) {
            out.push(Step { to: dest, to_column: self.column_of(dest), ..single });
        }
        if self.empty_columns > 0 && game.fills >> single.card & 1 == 1 {
            out.push(Step { to: BASE, ..single });
        }
    }

    fn capacity(&self, game: &Game, groups: bool, used_columns: u32) -> usize {
        if !groups {
            return 1;
        }
        game.rules.capacity(self.free_cells as usize, (self.empty_columns - used_columns) as usize)
    }

    #[inline]
    fn column_of(&self, top: u8) -> u8 {
        // Tops are listed in ascending order.
        (self.top_set & ((1 << top) - 1)).count_ones() as u8
    }

    /// The position after a step and the safe home moves that follow, which are told to `home` one by one.
    /// `per_card` counts every card of a group.
    #[inline]
    pub fn successor(
        &self,
        game: &Game,
        codes: &Codes,
        step: Step,
        per_card: bool,
        mut home: impl FnMut(u8),
    ) -> Successor {
        let mut key = self.key;
        let under = self.below[step.card as usize];
        codes.put(&mut key, step.card, under, step.to);
        let (mut tops, mut cells, mut homes) = (self.top_set, self.cell_set, self.home_set);
        match step.from {
            CELL => cells &= !(1 << step.card),
            HOME => homes &= !(1 << step.card),
            _ => {
                tops &= !(1 << step.upper);
                tops |= if under == BASE { 0 } else { 1 << under };
            }
        }
        match step.to {
            CELL => cells |= 1 << step.card,
            HOME => homes |= 1 << step.card,
            BASE => tops |= 1 << step.upper,
            dest => tops = tops & !(1 << dest) | 1 << step.upper,
        }
        let mut cost = if per_card { u32::from(step.count) } else { 1 };
        loop {
            let next = State::next_home(homes) & (tops | cells);
            let safe = |card: &u8| game.safe[*card as usize].iter().any(|needed| needed & !homes == 0);
            let Some(card) = bits(next).find(safe) else { break };
            let under = if card == step.card { step.to } else { self.below[card as usize] };
            codes.put(&mut key, card, under, HOME);
            if under == CELL {
                cells &= !(1 << card);
            } else {
                tops &= !(1 << card);
                tops |= if under == BASE { 0 } else { 1 << under };
            }
            homes |= 1 << card;
            cost += 1;
            home(card);
        }
        Successor { key, left: game.cards as u32 - homes.count_ones(), cost, in_cells: cells.count_ones() }
    }
}

/// The members of a set, lowest first.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            set &= set - 1;
            lowest
        })
    })
}
