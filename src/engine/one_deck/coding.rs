//! Keys of one-deck states: for every card, one small digit that says what it rests on.
//!
//! "What each card rests on" determines a state up to the order of columns and of cells, so the key
//! is canonical without sorting. A card can only ever rest on a few things: home, a cell, the
//! bottom of a column, the card it was dealt on, or a card it may be built on (two with alternating
//! colours, one in suit, four in any suit).
//!
//! The digits of three neighbouring cards share a byte in mixed radix: 6·6·6 = 216 < 256, so one
//! deck takes 18 bytes. If some card has more than six options, two cards share a byte. A move
//! changes what one card rests on, hence one byte.
//!
//! Bytes rather than one long number: decoding ([`Coding::decode`]) is one table lookup per byte,
//! and searches decode one key for nearly every state they expand.

use super::{BASE, CELL, HOME};
use crate::card_set::IndexSet;

/// Number of values of "what it rests on": 52 cards and three places, rounded up to a power of two.
const BELOWS: usize = 64;
/// No digit: the card can never rest there.
const NEVER: u8 = 255;

/// The encoding of one deal.
#[derive(Clone, Debug)]
pub(super) struct Coding {
    /// By card and what it rests on: its digit times the weight of the digit in its byte.
    amount: Box<[[u8; BELOWS]; 52]>,
    /// By card: the byte that holds its digit.
    byte: [u8; 52],
    /// How many cards share a byte.
    share: usize,
    /// By byte and value: what the cards of the byte rest on and, in the last entry, which of them
    /// are in cells (lower half) and at home (upper half).
    meaning: Vec<[[u8; 4]; 256]>,
}

/// A decoded key: what every card rests on, and the sets of cards in cells and at home. Cards that
/// are not in play count as home.
pub(super) struct Decoded {
    pub below: [u8; 52],
    pub in_cells: IndexSet,
    pub home: IndexSet,
}

impl Coding {
    /// `options[card]` lists what the card can rest on, without repetition, home first. Cards that
    /// are not in play have no options.
    pub fn new(options: &[Vec<u8>; 52]) -> Coding {
        let most = options.iter().map(Vec::len).max().unwrap_or(0);
        let share = if most <= 6 { 3 } else { 2 };
        let mut coding = Coding { amount: Box::new([[NEVER; BELOWS]; 52]), byte: [0; 52], share, meaning: Vec::new() };
        if most == 0 {
            return coding;
        }
        for (byte, options) in options.chunks(share).enumerate() {
            let mut weight = 1;
            let mut meaning = [[HOME; 4]; 256];
            for (i, options) in options.iter().enumerate() {
                let card = byte * share + i;
                coding.byte[card] = byte as u8;
                for (digit, &below) in options.iter().enumerate() {
                    coding.amount[card][below as usize] = (digit * weight) as u8;
                }
                let radix = options.len();
                if radix > 0 {
                    meaning.iter_mut().enumerate().for_each(|(value, m)| m[i] = options[value / weight % radix]);
                    weight *= radix;
                }
            }
            debug_assert!(weight < 256, "no amount looks like NEVER");
            for belows in &mut meaning {
                let [first, second, third, _] = *belows;
                let set =
                    |place| [first, second, third].iter().rev().fold(0, |set, &b| set << 1 | u8::from(b == place));
                belows[3] = set(CELL) | set(HOME) << 4;
            }
            coding.meaning.push(meaning);
        }
        coding
    }

    /// Length of a key.
    pub fn bytes(&self) -> usize {
        self.meaning.len()
    }

    /// Updates a key after a card that rested on `old` has come to rest on `new`.
    #[inline]
    pub fn shift<const N: usize>(&self, key: &mut [u8; N], card: u8, old: u8, new: u8) {
        let amount = &self.amount[card as usize];
        debug_assert!(self.can_rest(card, old) && self.can_rest(card, new), "{card} from {old} to {new}");
        let byte = &mut key[self.byte[card as usize] as usize];
        *byte = byte.wrapping_add(amount[new as usize & 63]).wrapping_sub(amount[old as usize & 63]);
    }

    fn can_rest(&self, card: u8, below: u8) -> bool {
        self.amount[card as usize][below as usize & 63] != NEVER
    }

    /// Computes the key of a state from scratch.
    pub fn encode<const N: usize>(&self, below: &[u8; 52]) -> [u8; N] {
        let mut key = [0; N];
        for (card, &below) in below.iter().enumerate() {
            let amount = self.amount[card][below as usize & 63];
            debug_assert!(amount != NEVER || self.amount[card] == [NEVER; BELOWS], "{card} on {below}");
            // Cards that are not in play have no digits.
            key[self.byte[card] as usize] += if amount == NEVER { 0 } else { amount };
        }
        key
    }

    /// Decodes a key.
    #[inline]
    pub fn decode<const N: usize>(&self, key: &[u8; N]) -> Decoded {
        if self.share == 3 { self.decode_shared::<N, 3>(key) } else { self.decode_shared::<N, 2>(key) }
    }

    #[inline(always)]
    fn decode_shared<const N: usize, const SHARE: usize>(&self, key: &[u8; N]) -> Decoded {
        let (mut below, mut in_cells, mut home) = ([HOME; 56], IndexSet::EMPTY, IndexSet::EMPTY);
        for (byte, (meaning, value)) in self.meaning.iter().zip(key).enumerate() {
            let belows = &meaning[*value as usize];
            // Bytes written beyond the cards of this byte are overwritten in the next iteration.
            below[byte * SHARE..byte * SHARE + 4].copy_from_slice(belows);
            let cards = |sets: u8| IndexSet::from_bits(u64::from(sets & ((1 << SHARE) - 1)) << (byte * SHARE));
            in_cells |= cards(belows[3]);
            home |= cards(belows[3] >> 4);
        }
        let (below, _) = below.split_first_chunk().expect("52 cards");
        Decoded { below: *below, in_cells, home }
    }
}

/// Adds an option unless it is already in the list.
pub(super) fn add_option(options: &mut Vec<u8>, below: u8) {
    debug_assert!(below < 52 || [CELL, BASE, HOME].contains(&below));
    if !options.contains(&below) {
        options.push(below);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_read_back_for_every_radix() {
        // Radices 1..=6 or 1..=8 mixed; every single digit value must come back alone and with the
        // others at their ends.
        for most in [6, 8] {
            let places = [HOME, CELL, BASE, 3, 5, 7, 9, 11];
            digits_read_back(&std::array::from_fn(|c| places[..c % most + 1].to_vec()));
        }
    }

    fn digits_read_back(options: &[Vec<u8>; 52]) {
        let coding = Coding::new(options);
        let lowest: [u8; 52] = std::array::from_fn(|c| options[c][0]);
        let highest: [u8; 52] = std::array::from_fn(|c| *options[c].last().unwrap());
        for start in [lowest, highest] {
            assert_eq!(coding.decode(&coding.encode::<28>(&start)).below, start);
            for card in 0..52 {
                for &below in &options[card] {
                    let mut changed = start;
                    changed[card] = below;
                    let mut key = coding.encode::<28>(&start);
                    coding.shift(&mut key, card as u8, start[card], below);
                    assert_eq!(key, coding.encode(&changed));
                    let decoded = coding.decode(&key);
                    assert_eq!(decoded.below, changed);
                    let set = |place| (0..52).filter(|&c| changed[c as usize] == place).collect::<IndexSet>();
                    assert_eq!((decoded.in_cells, decoded.home & IndexSet::CARDS), (set(CELL), set(HOME)));
                }
            }
        }
    }

    #[test]
    fn a_deck_takes_18_bytes_and_any_suit_26() {
        let bytes =
            |most: u8| Coding::new(&std::array::from_fn(|c| (0..if c < 48 { most } else { 4 }).collect())).bytes();
        assert_eq!((bytes(6), bytes(8)), (18, 26));
    }
}
