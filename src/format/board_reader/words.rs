//! The words of a line: cards in all common notations, and marks for empty places.
//!
//! `7H`, `10h`, `H7`, `7♥`, `7♡`, `<7H>`, `[7H]`, cards of the Unicode block, and cards without spaces between them. Letters of
//! ranks and suits differ, so a word can be parted into cards in one way only.

use crate::card::{Card, Rank, Suit};

/// A word of the board and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub text: String,
    pub line: usize,
    pub column: usize,
}

impl Word {
    /// The place after its last character.
    pub fn end(&self) -> usize {
        self.column + self.text.chars().count()
    }
}

/// The words of a text that starts at a column of a line. Commas and semicolons separate like spaces; words that hold several cards are
/// parted.
pub(super) fn words(text: &str, line: usize, offset: usize) -> Vec<Word> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let mut found = Vec::new();
    let mut column = offset + 1;
    for part in text.split_inclusive(separates) {
        let word = part.trim_end_matches(separates);
        if !word.is_empty() {
            found.extend(parted(word, line, column));
        }
        column += part.chars().count();
    }
    found
}

fn parted(word: &str, line: usize, column: usize) -> Vec<Word> {
    let brackets = ['<', '>', '[', ']', '(', ')', '{', '}', '"', '\''];
    let inner = word.trim_matches(brackets);
    let left = word.chars().take_while(|c| brackets.contains(c)).count();
    if inner.is_empty() {
        // `[]` and `<>` are empty places; a bracket alone is nothing that is known.
        let empty = word.chars().count() >= 2;
        return vec![Word { text: if empty { "-" } else { word }.into(), line, column }];
    }
    let whole = || vec![Word { text: inner.to_string(), line, column: column + left }];
    if card(inner).is_some() {
        return whole();
    }
    let mut found = Vec::new();
    let mut rest = inner;
    let mut at = column + left;
    while !rest.is_empty() {
        let lengths = rest.char_indices().map(|(i, c)| i + c.len_utf8()).take(3);
        let Some(length) = lengths.filter(|&n| card(&rest[..n]).is_some()).last() else { return whole() };
        found.push(Word { text: rest[..length].to_string(), line, column: at });
        at += rest[..length].chars().count();
        rest = &rest[length..];
        let skipped = rest.trim_start_matches(brackets);
        let skipped = skipped.strip_prefix(['-', '/']).filter(|next| !next.is_empty()).unwrap_or(skipped);
        at += rest.chars().count() - skipped.chars().count();
        rest = skipped;
    }
    found
}

/// The card that a word names.
pub(super) fn card(word: &str) -> Option<Card> {
    let mut letters = word.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    if rest.is_empty() {
        return from_block(first);
    }
    let rank = |text: &str| -> Option<Rank> { if text.starts_with(['0', '+']) { None } else { text.parse().ok() } };
    if let Some(suit) = suit(first) {
        return rank(rest).map(|rank| Card::new(rank, suit));
    }
    let last = word.chars().next_back()?;
    Some(Card::new(rank(&word[..word.len() - last.len_utf8()])?, suit(last)?))
}

/// A suit as a letter or symbol, filled or not.
pub(super) fn suit(letter: char) -> Option<Suit> {
    Suit::from_char(letter).or(match letter {
        '♧' => Some(Suit::Clubs),
        '♢' => Some(Suit::Diamonds),
        '♡' | '❤' => Some(Suit::Hearts),
        '♤' => Some(Suit::Spades),
        _ => None,
    })
}

/// A character of Unicode's block of playing cards.
fn from_block(letter: char) -> Option<Card> {
    let code = u32::from(letter).checked_sub(0x1f0a0)?;
    let suit = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs].get(code as usize / 16).copied()?;
    // The knight stands between jack and queen.
    let rank = match code % 16 {
        n @ 1..=11 => n,
        n @ 13..=14 => n - 1,
        _ => return None,
    };
    Some(Card::new(Rank::new(rank as u8)?, suit))
}

/// Whether a word marks an empty place.
pub(super) fn is_empty_mark(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '-' | '.' | '_' | '–' | '—' | '*'))
        || word == "0"
        || word.eq_ignore_ascii_case("empty")
}
