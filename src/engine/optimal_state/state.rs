//! A position between its key and its successors.
//!
//! The key says for every card what it rests on, in three bits: home, cell, column base, the card that lay below it
//! at the start, or one of the cards it may be built on. Orders of columns and cells vanish, equality of keys is
//! equality of positions, and a group move changes one code. The first bits of all codes are one word, the second and
//! the third bits another, so that the cards at home, in cells and on bases come out by a few operations on words. [`State`] is the unpacked form that moves are
//! generated from; a successor needs only its key, so [`Successor`] carries no columns.

use super::numbered_rules::{BASE, CARDS, CELL, NumberedRules, HOME, NUMBERS};
use crate::layout::Layout;

/// Room for all columns, and one more for a group that has just landed; a power of two, which is quick to count by.
pub const COLUMNS: usize = (crate::rules::MAX_COLUMNS + 1).next_power_of_two();

/// Bit `b` of the code of card `c` is bit `c` of word `b`.
pub type Key = [u64; 3];

/// The code book of one deal.
#[derive(Clone, Debug)]
pub struct Codes {
    rests_on: [[u8; 8]; CARDS],
    code: [[u8; 55]; CARDS],
}

/// A card never rests there. Codes that no card has mean `HOME` when read.
const NO_CODE: u8 = 8;

/// The bits of a byte as bytes.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl Codes {
    /// Codes for positions that can arise from this layout.
    pub fn new(game: &NumberedRules, layout: &Layout) -> Codes {
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
        key[0] ^= (change & 1) << card;
        key[1] ^= (change >> 1 & 1) << card;
        key[2] ^= (change >> 2) << card;
    }
}

/// An unpacked position.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub key: Key,
    /// What each card rests on.
    pub below: [u8; NUMBERS],
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
pub struct Step {
    /// Deepest and uppermost card moved, and how many.
    pub card: u8,
    pub upper: u8,
    pub count: u8,
    /// Where to: a card, `BASE`, `CELL` or `HOME`.
    pub to: u8,
    /// Index of the source column; `CELL` or `HOME` if it is none.
    pub from: u8,
}

/// A successor: a step and the safe home moves after it.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    pub key: Key,
    /// Cards not home.
    pub left: u32,
    /// Length of the step and the home moves.
    pub cost: u32,
    /// Cards in cells.
    pub cell_set: u64,
    /// Top cards.
    pub top_set: u64,
}

impl State {
    /// The position of a layout.
    pub fn pack(game: &NumberedRules, codes: &Codes, layout: &Layout) -> State {
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
    pub fn unpack(game: &NumberedRules, codes: &Codes, key: Key) -> State {
        let in_play = !0 >> (64 - game.cards);
        let home_set = in_play & !(key[0] | key[1] | key[2]);
        let cell_set = key[0] & !(key[1] | key[2]);
        let bases = key[1] & !(key[0] | key[2]);
        let mut below = [HOME; NUMBERS];
        let mut covered = 0u64;
        for (eight, rests) in below[..CARDS].chunks_mut(8).enumerate() {
            let spread = |word: u64| SPREAD[(word >> (8 * eight)) as usize & 0xff];
            let these = spread(key[0]) | spread(key[1]) << 1 | spread(key[2]) << 2;
            for ((on, code), rests_on) in rests.iter_mut().zip(these.to_le_bytes()).zip(&codes.rests_on[8 * eight..]) {
                *on = rests_on[code as usize & 7];
                // BASE, CELL and HOME shift into the bits above the cards.
                covered |= 1 << *on;
            }
        }
        let top_set = in_play & !(home_set | cell_set | covered);
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
            home_set,
            left: game.cards as u32 - home_set.count_ones(),
            free_cells: if game.parking { game.cells - cell_set.count_ones() } else { 0 },
            empty_columns: game.columns as u32 - bases.count_ones(),
        }
    }

    /// The next card of each suit's foundation that is still in play.
    #[inline]
    pub fn next_home(home_set: u64) -> u64 {
        // The next cards are those whose predecessor (four lower) is home and which are not home themselves.
        (home_set << 4 | 0xf) & !home_set
    }

    /// Appends every step; `groups` says whether runs move as a whole.
    pub fn steps(&self, game: &NumberedRules, groups: bool, out: &mut Vec<Step>) {
        let next = State::next_home(self.home_set);
        let to_columns = self.capacity(game, groups, 0);
        let to_empty = if self.empty_columns > 0 { self.capacity(game, groups, 1) } else { 0 };
        for column in 0..self.columns {
            let upper = self.tops[column];
            let single = Step { card: upper, upper, count: 1, to: HOME, from: column as u8 };
            if next >> upper & 1 == 1 {
                out.push(single);
            }
            let mut card = upper;
            let mut count = 1;
            loop {
                if count <= to_columns {
                    for dest in bits(self.top_set & game.onto[card as usize]) {
                        if dest != upper {
                            out.push(Step { card, count: count as u8, to: dest, ..single });
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
            let single = Step { card, upper: card, count: 1, to: HOME, from: CELL };
            if next >> card & 1 == 1 {
                out.push(single);
            }
            self.landings(game, single, out);
        }
        if game.returns() {
            // A card is on top of its foundation if the one four higher is not home.
            for card in bits(self.home_set & !(self.home_set >> 4)) {
                let single = Step { card, upper: card, count: 1, to: CELL, from: HOME };
                self.landings(game, single, out);
                if game.book.returns_to_cells && self.free_cells > 0 {
                    out.push(single);
                }
            }
        }
    }

    /// Steps of a single card that is on no column onto columns.
    fn landings(&self, game: &NumberedRules, single: Step, out: &mut Vec<Step>) {
        for dest in bits(self.top_set & game.onto[single.card as usize]) {
            out.push(Step { to: dest, ..single });
        }
        if self.empty_columns > 0 && game.fills >> single.card & 1 == 1 {
            out.push(Step { to: BASE, ..single });
        }
    }

    fn capacity(&self, game: &NumberedRules, groups: bool, used_columns: u32) -> usize {
        if !groups {
            return 1;
        }
        game.book.largest_group(self.free_cells as usize, (self.empty_columns - used_columns) as usize).into()
    }

    /// The position after a step and the safe home moves that follow, which are told to `home` one by one.
    /// `per_card` counts every card of a group.
    #[inline]
    pub fn successor(
        &self,
        game: &NumberedRules,
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
        let mut left = self.left + u32::from(step.from == HOME) - u32::from(step.to == HOME);
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
            left -= 1;
            cost += 1;
            home(card);
        }
        Successor { key, left, cost, cell_set: cells, top_set: tops }
    }
}

/// The members of a set, lowest first.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            set &= set - 1;
            lowest
        })
    })
}
