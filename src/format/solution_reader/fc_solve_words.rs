//! Freecell Solver's moves in words, as `fc-solve -m` prints them: `Move 3 cards from stack 2 to stack 5`.
//!
//! Stacks and freecells count from 0 there.

use super::written_move::{Wish, WrittenGame, WrittenMove};
use crate::moves::Pile;

/// The moves of a text, or `None` if it has no such line.
pub(super) fn tokens(text: &str) -> Option<WrittenGame> {
    let mut moves = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line_text = line.trim();
        if let Some(wish) = wish(line_text) {
            let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
            moves.push(WrittenMove { text: line_text.to_string(), line: i + 1, column, wishes: vec![wish] });
        }
    }
    (!moves.is_empty()).then_some(WrittenGame { moves, deal: None })
}

fn wish(line: &str) -> Option<Wish> {
    let rest = line.strip_prefix("Move ")?;
    let (what, rest) = rest.split_once(" from ")?;
    let count = match what {
        "a card" => 1,
        _ => what.strip_suffix(" cards")?.parse().ok()?,
    };
    let (from, to) = rest.split_once(" to ")?;
    Some(Wish { count: Some(count), ..Wish::plain(pile(from)?, pile(to.trim_end_matches('.'))?) })
}

fn pile(text: &str) -> Option<Pile> {
    let number = |prefix: &str| text.strip_prefix(prefix)?.parse::<u8>().ok();
    match text {
        "the foundations" => Some(Pile::Foundation(None)),
        _ => number("stack ").map(Pile::Column).or_else(|| number("freecell ").map(Pile::Cell)),
    }
}
