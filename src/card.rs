//! Cards, suits and ranks: the vocabulary of every other room.
//!
//! A [`Card`] is a *kind* ("the seven of hearts"), not a physical card: in games of several decks equal cards
//! are interchangeable, so nothing ever needs to tell the twins apart. The index of a card is
//! `(rank − 1) · 4 + suit`, so that the cards of one rank lie together and 52 of them fit into one `u64` mask.

use crate::card_set::Numbering;
use std::fmt;
use std::str::FromStr;

/// The four suits, in the order of Microsoft's deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♣, black
    Clubs = 0,
    /// ♦, red
    Diamonds = 1,
    /// ♥, red
    Hearts = 2,
    /// ♠, black
    Spades = 3,
}

impl Suit {
    /// All suits, by index.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The order in which boards as text name the foundations (Freecell Solver's).
    pub const BOARD_ORDER: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

    /// 0..4.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Diamonds and hearts.
    #[inline]
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// `♣`, `♦`, `♥` or `♠`.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// Reads a letter of either case, or a suit symbol.
    pub fn from_char(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|s| s.letter() == letter.to_ascii_uppercase() || s.symbol() == letter)
    }
}

/// The rank of a card, 1 (ace) to 13 (king).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The ace.
    pub const ACE: Rank = Rank(1);
    /// The king.
    pub const KING: Rank = Rank(13);

    /// A rank from 1 to 13.
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 { Some(Rank(number)) } else { None }
    }

    /// 1 to 13.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// `A`, `2` … `9`, `T`, `J`, `Q`, `K`.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.0 as usize - 1] as char
    }

    /// Reads one letter of either case (`T` for ten, `1` for the ace too).
    pub fn from_char(letter: char) -> Option<Rank> {
        let upper = letter.to_ascii_uppercase();
        if upper == '1' {
            return Some(Rank::ACE);
        }
        (1..=13).map(Rank).find(|r| r.letter() == upper)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Rank {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Rank, CardError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Rank::from_char(letter),
            _ => text.parse::<u8>().ok().and_then(Rank::new),
        }
        .ok_or_else(|| CardError { text: text.to_string() })
    }
}

/// A kind of card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many kinds there are.
    pub const KINDS: usize = 52;
    /// The ace of clubs.
    pub const FIRST: Card = Card(0);

    /// All kinds, by index.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::KINDS as u8).map(Card)
    }

    /// The card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((rank.0 - 1) * 4 + suit as u8)
    }

    /// The card of an index below [`Card::KINDS`].
    #[inline]
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < Card::KINDS as u8 { Some(Card(index)) } else { None }
    }

    /// `(rank − 1) · 4 + suit`, 0..52.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 4 + 1)
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 & 3) as usize]
    }

    /// Diamonds and hearts.
    #[inline]
    pub const fn is_red(self) -> bool {
        self.suit().is_red()
    }
}

impl Numbering for Card {
    type Member = Card;

    #[inline(always)]
    fn number(card: Card) -> u8 {
        card.0
    }

    #[inline(always)]
    fn numbered(number: u8) -> Card {
        debug_assert!(number < Card::KINDS as u8);
        Card(number)
    }
}

/// The names of all cards, in the order of their indices.
const NAMES: &str =
    "ACADAHAS2C2D2H2S3C3D3H3S4C4D4H4S5C5D5H5S6C6D6H6S7C7D7H7S8C8D8H8S9C9D9H9STCTDTHTSJCJDJHJSQCQDQHQSKCKDKHKS";

impl Card {
    /// Rank and suit as in records: `TH`. Without allocation, because large batches write millions.
    #[inline]
    pub fn name(self) -> &'static str {
        let start = 2 * usize::from(self.0);
        &NAMES[start..start + 2]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that does not name a card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{text}` is not a card; write the rank (A 2 … 9 T J Q K, or 10) and then the suit (C D H S), like `TH` or `10h`"
)]
pub struct CardError {
    /// What was read.
    pub text: String,
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let error = || CardError { text: text.to_string() };
        let suit_letter = text.chars().next_back().ok_or_else(error)?;
        let suit = Suit::from_char(suit_letter).ok_or_else(error)?;
        let rank = &text[..text.len() - suit_letter.len_utf8()];
        if rank.starts_with('0') || rank.starts_with('+') {
            return Err(error());
        }
        let rank = rank.parse::<Rank>().map_err(|_| error())?;
        Ok(Card::new(rank, suit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for index in 0..52 {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!("10h".parse::<Card>().unwrap().to_string(), "TH");
        assert_eq!("T♥".parse::<Card>().unwrap().to_string(), "TH");
    }

    #[test]
    fn nonsense_is_no_card() {
        for text in ["", "H", "1", "11", "0H", "14H", "THH", "XH", "T", "é", "10", "010H", "+5H"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}
