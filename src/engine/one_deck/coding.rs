//! How a position becomes a key: for every card, one small digit saying what it rests on.
//!
//! "What does each card rest on" forgets the order of columns and of cells by construction and nothing else. A
//! card can only ever rest on a handful of things: home, a cell, the bottom of a column, the card that it lay on at
//! the start, or a card that it may be built on (two with alternate colours, one in suit, four in any suit).
//! The digits of as many cards as fit share a byte in mixed radix: three cards of six possibilities make 216 < 256,
//! so one deck of alternate colours takes 17 bytes. A move changes what one card rests on, so it changes one byte.
//!
//! Bytes rather than one long number because decoding ([`Coding::decode`]) then needs no division of long
//! integers, and searches decode one key for every state they expand.

use super::{BASE, CELL, HOME};

/// Number of values that "what it rests on" can have: 52 cards and three places, rounded up.
const BELOWS: usize = 64;
/// No digit: the card can never rest there.
const NEVER: u8 = 255;
/// Most things that a card can rest on.
const MAX_DIGITS: usize = 8;

/// The digits of one deal.
#[derive(Clone, Debug)]
pub(super) struct Coding {
    /// Digit of a card on what it rests on, times the card's weight in its byte.
    amount: Box<[[u8; BELOWS]; 52]>,
    /// The byte that holds the card's digit.
    byte: [u8; 52],
    /// In the order of bytes and, within a byte, of weights: card, its number of digits, what each digit means.
    slots: Vec<Slot>,
    bytes: usize,
}

#[derive(Clone, Debug)]
struct Slot {
    card: u8,
    byte: u8,
    /// First of its byte.
    first: bool,
    /// 2^16 / radix, rounded up: `(value · reciprocal) >> 16` is `value / radix` for every byte value.
    reciprocal: u32,
    radix: u32,
    below: [u8; MAX_DIGITS],
}

impl Coding {
    /// `options[card]` lists what the card can rest on, each once; cards that are not in play have none.
    pub fn new(options: &[Vec<u8>; 52]) -> Coding {
        let mut coding =
            Coding { amount: Box::new([[NEVER; BELOWS]; 52]), byte: [0; 52], slots: Vec::with_capacity(52), bytes: 0 };
        // First fit, widest digits first: bytes of 6·6·6, with narrow digits filling what is left.
        let mut cards: Vec<u8> = (0..52).filter(|&c| !options[c as usize].is_empty()).collect();
        cards.sort_by_key(|&c| std::cmp::Reverse(options[c as usize].len()));
        let mut room: Vec<usize> = Vec::new();
        let mut placed: Vec<Vec<u8>> = Vec::new();
        for &card in &cards {
            let radix = options[card as usize].len();
            let byte = room.iter().position(|&used| used * radix <= 256).unwrap_or_else(|| {
                room.push(1);
                placed.push(Vec::new());
                room.len() - 1
            });
            room[byte] *= radix;
            placed[byte].push(card);
        }
        for (byte, cards) in placed.iter().enumerate() {
            let mut weight = 1;
            for (i, &card) in cards.iter().enumerate() {
                let options = &options[card as usize];
                let mut slot = Slot {
                    card,
                    byte: byte as u8,
                    first: i == 0,
                    reciprocal: (65536u32).div_ceil(options.len() as u32),
                    radix: options.len() as u32,
                    below: [HOME; MAX_DIGITS],
                };
                for (digit, &below) in options.iter().enumerate() {
                    coding.amount[card as usize][below as usize] = (digit * weight) as u8;
                    slot.below[digit] = below;
                }
                coding.byte[card as usize] = byte as u8;
                weight *= options.len();
                coding.slots.push(slot);
            }
        }
        coding.bytes = placed.len();
        coding
    }

    /// Length of a key.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes a key by one card that rested on `old` and now rests on `new`.
    #[inline]
    pub fn shift<const N: usize>(&self, key: &mut [u8; N], card: u8, old: u8, new: u8) {
        let amount = &self.amount[card as usize];
        debug_assert!(self.can_rest(card, old) && self.can_rest(card, new), "{card} from {old} to {new}");
        let byte = &mut key[self.byte[card as usize] as usize];
        *byte = byte.wrapping_add(amount[new as usize & 63]).wrapping_sub(amount[old as usize & 63]);
    }

    fn can_rest(&self, card: u8, below: u8) -> bool {
        self.slots.iter().any(|s| s.card == card && s.below[..s.radix as usize].contains(&below))
    }

    /// The key of a position, from scratch.
    pub fn encode<const N: usize>(&self, below: &[u8; 52]) -> [u8; N] {
        let mut key = [0; N];
        for slot in &self.slots {
            key[slot.byte as usize] += self.amount[slot.card as usize][below[slot.card as usize] as usize];
        }
        key
    }

    /// What every card rests on; cards that are not in play are home.
    #[inline]
    pub fn decode<const N: usize>(&self, key: &[u8; N]) -> [u8; 52] {
        let mut below = [HOME; 52];
        let mut value = 0;
        for slot in &self.slots {
            if slot.first {
                value = u32::from(key[slot.byte as usize]);
            }
            let quotient = (value * slot.reciprocal) >> 16;
            below[slot.card as usize] = slot.below[(value - quotient * slot.radix) as usize & (MAX_DIGITS - 1)];
            value = quotient;
        }
        below
    }
}

/// Adds what a card can rest on, unless it is there already.
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
        // Radices 1..=8 mixed; every single digit value must come back alone and with the others at their ends.
        let options: [Vec<u8>; 52] = std::array::from_fn(|c| (0..(c % 8 + 1) as u8).map(|d| d * 2 + 1).collect());
        let coding = Coding::new(&options);
        let lowest: [u8; 52] = std::array::from_fn(|c| options[c][0]);
        let highest: [u8; 52] = std::array::from_fn(|c| *options[c].last().unwrap());
        for start in [lowest, highest] {
            assert_eq!(coding.decode(&coding.encode::<28>(&start)), start);
            for card in 0..52 {
                for &below in &options[card] {
                    let mut changed = start;
                    changed[card] = below;
                    let mut key = coding.encode::<28>(&start);
                    coding.shift(&mut key, card as u8, start[card], below);
                    assert_eq!(key, coding.encode(&changed));
                    assert_eq!(coding.decode(&key), changed);
                }
            }
        }
    }

    #[test]
    fn alternate_colours_fit_in_17_bytes() {
        let options: [Vec<u8>; 52] = std::array::from_fn(|c| (0..if c < 48 { 6 } else { 4 }).collect());
        assert_eq!(Coding::new(&options).bytes(), 17);
    }
}
