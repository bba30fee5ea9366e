//! Boards in Freecell Solver's two forms: drawn, and one pile per line (`-p`).

use super::arguments::Request;
use crate::card::{Card, Rank, Suit};
use crate::layout::Layout;
use std::fmt::Write;

/// Cells in a row of a drawn board.
const CELLS_IN_A_ROW: usize = 4;

/// A board, ending with an empty line.
pub fn board(layout: &Layout, request: &Request) -> String {
    match request.parseable {
        true => lines(layout, request.ten_as_t),
        false => drawn(layout, request.ten_as_t),
    }
}

fn name(card: Card, ten_as_t: bool) -> String {
    match (card.to_string(), ten_as_t) {
        (text, false) if text.starts_with('T') => format!("10{}", &text[1..]),
        (text, _) => text,
    }
}

/// What a card takes in a drawn board and on the line of the cells: three characters.
fn field(card: Option<Card>, ten_as_t: bool) -> String {
    format!("{:>3}", card.map_or(String::new(), |card| name(card, ten_as_t)))
}

/// One entry a deck: `H-0 C-A D-10 S-K`.
fn foundations(layout: &Layout, ten_as_t: bool) -> Vec<String> {
    let piles_of = |suit: Suit| layout.foundations.iter().filter(move |pile| pile.suit == Some(suit));
    let decks = layout.foundations.len() / 4;
    let entry = |suit: Suit, deck: usize| {
        let home = piles_of(suit).nth(deck).map_or(0, |pile| pile.count);
        let highest = match (Rank::new(home), ten_as_t) {
            (None, _) => '0'.to_string(),
            (Some(rank), false) if rank.letter() == 'T' => "10".to_string(),
            (Some(rank), _) => rank.letter().to_string(),
        };
        format!("{}-{highest}", suit.letter())
    };
    (0..decks).map(|deck| Suit::BOARD_ORDER.map(|suit| entry(suit, deck)).join(" ")).collect()
}

fn lines(layout: &Layout, ten_as_t: bool) -> String {
    let cells: Vec<String> = layout.cells.iter().map(|&cell| field(cell, ten_as_t)).collect();
    let blank = if cells.is_empty() { "" } else { " " };
    let home = foundations(layout, ten_as_t).join(" ");
    let mut text = format!("Foundations: {home} \nFreecells:{blank}{}\n", cells.join(" "));
    for column in &layout.columns {
        let cards: Vec<String> = column.iter().map(|&card| name(card, ten_as_t)).collect();
        let _ = writeln!(text, ": {}", cards.join(" "));
    }
    text + "\n"
}

fn drawn(layout: &Layout, ten_as_t: bool) -> String {
    let mut text = String::new();
    let home = foundations(layout, ten_as_t);
    let rows = layout.cells.len().div_ceil(CELLS_IN_A_ROW).max(home.len());
    for row in 0..rows {
        let cells = layout.cells.iter().skip(row * CELLS_IN_A_ROW).take(CELLS_IN_A_ROW);
        let count = cells.len();
        let cells: String = cells.map(|&cell| field(cell, ten_as_t) + " ").collect();
        match home.get(row) {
            Some(home) => drop(writeln!(text, "{cells:<width$}{home}", width = 4 * CELLS_IN_A_ROW + 8)),
            None => drop(writeln!(text, "{cells}")),
        }
        if count > 0 {
            let _ = writeln!(text, "{}", "--- ".repeat(count));
        }
    }
    let _ = writeln!(text, "\n\n{}", " -- ".repeat(layout.columns.len()));
    let height = layout.columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let cards: String =
            layout.columns.iter().map(|column| field(column.get(row).copied(), ten_as_t) + " ").collect();
        let _ = writeln!(text, "{cards}");
    }
    text + "\n"
}
