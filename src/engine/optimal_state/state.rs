//! States of the optimal search: exact keys, unpacked states, moves and successors.
//!
//! A key has three bits per card that say what the card rests on: home, cell, column base, the card
//! it was dealt on, or one of the cards it may be built on. Keys are equal if and only if the
//! states are equal up to the order of columns and cells, and a group move changes one code. The
//! first bits of all codes form one word, the second and the third bits another, so the sets of
//! cards at home, in cells and on column bases are a few word operations.
//!
//! [`State`] is the unpacked form, from which moves are generated. A search needs only the key of a
//! successor, so [`Successor`] has no columns.

use super::numbered_rules::{BASE, CARDS, CELL, HOME, NUMBERS, NumberSet, NumberedRules};
use crate::layout::Layout;

/// Room for all columns and one more for a group that has just landed; a power of two, for cheap
/// indexing.
pub const COLUMNS: usize = (crate::rules::MAX_COLUMNS + 1).next_power_of_two();

/// Bit `b` of the code of card `c` is bit `c` of word `b`.
pub type Key = [u64; 3];

/// The code book of one deal: what each code of each card means, and back.
#[derive(Clone, Debug)]
pub struct CodeBook {
    rests_on: [[u8; 8]; CARDS],
    code: [[u8; 55]; CARDS],
}

/// No code: the card never rests there. Unused codes decode to `HOME`.
const NO_CODE: u8 = 8;

/// The bits of a byte, spread over the bytes of a word.
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

impl CodeBook {
    /// A code book without codes.
    pub fn empty() -> CodeBook {
        CodeBook { rests_on: [[HOME; 8]; CARDS], code: [[NO_CODE; 55]; CARDS] }
    }

    /// The code book for all states reachable from this layout.
    pub fn new(game: &NumberedRules, layout: &Layout) -> CodeBook {
        let mut code_book = CodeBook::empty();
        let mut original = [BASE; CARDS];
        for column in &layout.columns {
            for pair in column.windows(2) {
                original[game.number(pair[1]) as usize] = game.number(pair[0]);
            }
        }
        for (card, &original) in original.iter().enumerate().take(game.cards) {
            let mut set = |code: usize, below: u8| {
                code_book.rests_on[card][code] = below;
                code_book.code[card][below as usize] = code as u8;
            };
            set(0, HOME);
            set(1, CELL);
            set(3, original);
            set(2, BASE);
            // At most four parents, one per suit. A parent that is also the original card below
            // gets the later code.
            for (i, parent) in game.onto[card].into_iter().enumerate() {
                set(4 + i, parent);
            }
        }
        code_book
    }

    #[inline]
    fn put(&self, key: &mut Key, card: u8, from: u8, to: u8) {
        let code = &self.code[card as usize];
        let change = u64::from(code[from as usize] ^ code[to as usize]);
        key[0] ^= (change & 1) << card;
        key[1] ^= (change >> 1 & 1) << card;
        key[2] ^= (change >> 2) << card;
    }
}

/// An unpacked state.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub key: Key,
    /// What each card rests on.
    pub below: [u8; NUMBERS],
    /// Top cards of the columns that are not empty.
    pub tops: [u8; COLUMNS],
    pub columns: usize,
    pub top_set: NumberSet,
    pub cell_set: NumberSet,
    pub home_set: NumberSet,
    /// Cards not home.
    pub not_home: u32,
    pub free_cells: u32,
    pub empty_columns: u32,
}

/// One player move on a [`State`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Deepest card moved.
    pub card: u8,
    /// Uppermost card moved.
    pub upper: u8,
    /// Number of cards moved.
    pub count: u8,
    /// Destination: a card, `BASE`, `CELL` or `HOME`.
    pub to: u8,
    /// Source: the index of a column, `CELL` or `HOME`.
    pub from: u8,
}

/// The result of a step and the forced home moves after it.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    pub key: Key,
    /// Cards not home.
    pub not_home: u32,
    /// Cost of the step and the home moves.
    pub cost: u32,
    /// Cards in cells.
    pub cell_set: NumberSet,
    /// Top cards.
    pub top_set: NumberSet,
}

impl State {
    /// Packs a layout.
    pub fn pack(game: &NumberedRules, layout: &Layout) -> State {
        let mut key = [0; 3];
        for column in &layout.columns {
            let mut below = BASE;
            for &card in column {
                let card = game.number(card);
                game.code_book.put(&mut key, card, HOME, below);
                below = card;
            }
        }
        for card in layout.cells.iter().flatten() {
            game.code_book.put(&mut key, game.number(*card), HOME, CELL);
        }
        State::unpack(game, key)
    }

    /// Unpacks a key.
    pub fn unpack(game: &NumberedRules, key: Key) -> State {
        let in_play = NumberSet::from_bits(!0 >> (64 - game.cards));
        let [first, second, third] = key.map(NumberSet::from_bits);
        let home_set = in_play - (first | second | third);
        let cell_set = first - (second | third);
        let bases = second - (first | third);
        let mut below = [HOME; NUMBERS];
        let mut covered = NumberSet::EMPTY;
        for (eight, rests) in below[..CARDS].chunks_mut(8).enumerate() {
            let spread = |word: u64| SPREAD[(word >> (8 * eight)) as usize & 0xff];
            let these = spread(key[0]) | spread(key[1]) << 1 | spread(key[2]) << 2;
            for ((on, code), rests_on) in
                rests.iter_mut().zip(these.to_le_bytes()).zip(&game.code_book.rests_on[8 * eight..])
            {
                *on = rests_on[code as usize & 7];
                // BASE, CELL and HOME are numbers above the cards.
                covered.insert(*on);
            }
        }
        let top_set = in_play - (home_set | cell_set | covered);
        let mut tops = [0; COLUMNS];
        let mut columns = 0;
        for card in top_set {
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
            not_home: game.cards as u32 - home_set.len(),
            free_cells: if game.parking { game.cells - cell_set.len() } else { 0 },
            empty_columns: game.columns as u32 - bases.len(),
        }
    }

    /// Appends all legal steps. `groups`: whether runs move as a whole.
    pub fn steps(&self, game: &NumberedRules, groups: bool, out: &mut Vec<Step>) {
        let next = self.home_set.next_home();
        let to_columns = self.capacity(game, groups, 0);
        let to_empty = if self.empty_columns > 0 { self.capacity(game, groups, 1) } else { 0 };
        for column in 0..self.columns {
            let upper = self.tops[column];
            let single = Step { card: upper, upper, count: 1, to: HOME, from: column as u8 };
            if next.contains(upper) {
                out.push(single);
            }
            let mut card = upper;
            let mut count = 1;
            loop {
                if count <= to_columns {
                    for dest in self.top_set & game.onto[card as usize] {
                        if dest != upper {
                            out.push(Step { card, count: count as u8, to: dest, ..single });
                        }
                    }
                }
                let below = self.below[card as usize];
                if count <= to_empty && game.fills.contains(card) && below != BASE {
                    out.push(Step { card, count: count as u8, to: BASE, ..single });
                }
                if below == BASE || count >= to_columns || !game.joins[card as usize].contains(below) {
                    break;
                }
                card = below;
                count += 1;
            }
            if self.free_cells > 0 {
                out.push(Step { to: CELL, ..single });
            }
        }
        for card in self.cell_set {
            let single = Step { card, upper: card, count: 1, to: HOME, from: CELL };
            if next.contains(card) {
                out.push(single);
            }
            self.landings(game, single, out);
        }
        if game.returns() {
            for card in self.home_set.last_home() {
                let single = Step { card, upper: card, count: 1, to: CELL, from: HOME };
                self.landings(game, single, out);
                if game.book.returns_to_cells && self.free_cells > 0 {
                    out.push(single);
                }
            }
        }
    }

    /// Appends the steps of a single card from a cell or foundation onto columns.
    fn landings(&self, game: &NumberedRules, single: Step, out: &mut Vec<Step>) {
        for dest in self.top_set & game.onto[single.card as usize] {
            out.push(Step { to: dest, ..single });
        }
        if self.empty_columns > 0 && game.fills.contains(single.card) {
            out.push(Step { to: BASE, ..single });
        }
    }

    fn capacity(&self, game: &NumberedRules, groups: bool, used_columns: u32) -> usize {
        if !groups {
            return 1;
        }
        game.book.largest_group(self.free_cells as usize, (self.empty_columns - used_columns) as usize).into()
    }

    /// The successor by a step and the forced home moves that follow; `home` is called for each of
    /// these. `per_card`: whether a group costs its number of cards.
    #[inline]
    pub fn successor(&self, game: &NumberedRules, step: Step, per_card: bool, mut home: impl FnMut(u8)) -> Successor {
        let mut key = self.key;
        let under = self.below[step.card as usize];
        game.code_book.put(&mut key, step.card, under, step.to);
        let (mut tops, mut cells, mut homes) = (self.top_set, self.cell_set, self.home_set);
        match step.from {
            CELL => cells.remove(step.card),
            HOME => homes.remove(step.card),
            _ => {
                tops.remove(step.upper);
                tops |= NumberSet::of(under).only_if(under != BASE);
            }
        }
        match step.to {
            CELL => cells |= NumberSet::of(step.card),
            HOME => homes |= NumberSet::of(step.card),
            BASE => tops |= NumberSet::of(step.upper),
            dest => tops = (tops - NumberSet::of(dest)) | NumberSet::of(step.upper),
        }
        let mut not_home = self.not_home + u32::from(step.from == HOME) - u32::from(step.to == HOME);
        let mut cost = if per_card { u32::from(step.count) } else { 1 };
        loop {
            let next = homes.next_home() & (tops | cells);
            let safe = |card: &u8| game.safe[*card as usize].iter().any(|needed| needed.is_within(homes));
            let Some(card) = next.into_iter().find(safe) else { break };
            let under = if card == step.card { step.to } else { self.below[card as usize] };
            game.code_book.put(&mut key, card, under, HOME);
            if under == CELL {
                cells.remove(card);
            } else {
                tops.remove(card);
                tops |= NumberSet::of(under).only_if(under != BASE);
            }
            homes.insert(card);
            not_home -= 1;
            cost += 1;
            home(card);
        }
        Successor { key, not_home, cost, cell_set: cells, top_set: tops }
    }
}
