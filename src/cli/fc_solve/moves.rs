//! Moves in Freecell Solver's words and in standard notation. Piles count from 0 in words, from 1 and `a` in notation.

use super::arguments::Notation;
use crate::layout::Layout;
use crate::moves::{Move, Pile};

/// Moves in a line of standard notation.
const MOVES_IN_A_LINE: usize = 10;

/// `Move 2 cards from stack 1 to stack 4`. From column to column the number is always there, even for one card.
pub fn words(mv: &Move) -> String {
    let place = |pile: Pile| match pile {
        Pile::Column(i) => format!("stack {i}"),
        Pile::Cell(i) => format!("freecell {i}"),
        _ => "the foundations".to_string(),
    };
    let cards = match (mv.from, mv.to) {
        (Pile::Column(_), Pile::Column(_)) => format!("{} cards", mv.count),
        _ => "a card".to_string(),
    };
    format!("Move {cards} from {} to {}", place(mv.from), place(mv.to))
}

/// `4a`, `ah`, and in the extended form `18v5` for five cards to an empty column. `before` is the board before the move.
pub fn standard(mv: &Move, before: &Layout, notation: Notation) -> String {
    let place = |pile: Pile| match pile {
        Pile::Column(i) => (i as u32 + 1).to_string(),
        // The cell after `g` is `i`: `h` is the foundations.
        Pile::Cell(i) => char::from(b'a' + i + u8::from(i >= 7)).to_string(),
        _ => "h".to_string(),
    };
    let to_empty = matches!(mv.to, Pile::Column(i) if before.columns[i as usize].is_empty());
    let count = match notation == Notation::Extended && to_empty && mv.count > 1 {
        true => format!("v{:x}", mv.count),
        false => String::new(),
    };
    format!("{}{}{count}", place(mv.from), place(mv.to))
}

/// Ten moves a line, each followed by a space; the last line is ended too, even when it is empty.
pub fn in_lines(moves: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (i, mv) in moves.enumerate() {
        text += &mv;
        text += if (i + 1) % MOVES_IN_A_LINE == 0 { " \n" } else { " " };
    }
    text + "\n"
}
