//! One written move: what it specifies and where it stands in the text.

use crate::card::Card;
use crate::moves::Pile;

/// A written move with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WrittenMove {
    /// What was written.
    pub text: String,
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
    /// What it may mean. Beyond nine columns digits can be split in several ways (`112`).
    pub wishes: Vec<Wish>,
}

/// A move as far as the text specifies it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    pub from: Pile,
    pub to: Target,
    /// The card, where the text names it.
    pub card: Option<Card>,
    /// The number of cards, where the text tells it.
    pub count: Option<u8>,
}

impl Wish {
    pub fn plain(from: Pile, to: Pile) -> Wish {
        Wish { from, to: Target::Pile(to), card: None, count: None }
    }
}

/// Where a written move goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// This pile.
    Pile(Pile),
    /// Whichever cell is free.
    AnyCell,
}

/// The moves of a text, before they are played.
#[derive(Default, Debug)]
pub(super) struct WrittenGame {
    pub moves: Vec<WrittenMove>,
    /// The deal that the text says it belongs to.
    pub deal: Option<u64>,
}

/// A text without the escape sequences that colour it on a terminal.
pub(super) fn without_colors(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\u{1b}[") {
        plain.push_str(&rest[..start]);
        let after = &rest[start + 2..];
        let end = after.find(|c: char| c.is_ascii_alphabetic()).map_or(after.len(), |i| i + 1);
        rest = &after[end..];
    }
    plain.push_str(rest);
    plain
}
