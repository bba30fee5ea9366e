//! Our own steps in words, as `winnable solve` prints them, and moves as [`Move`](crate::moves::Move) displays them.
//!
//! ```text
//!  1. 7H from column 7 to cell 1
//!  2. QS and the card on it from column 1 onto KD in column 3
//!  3. AD from column 2 to foundation 4
//!  7H t7→c1
//! ```

use super::written_move::{Wish, WrittenGame, WrittenMove};
use crate::card::Card;
use crate::moves::Pile;

/// The moves of a text, or `None` if it has no such line.
pub(super) fn tokens(text: &str) -> Option<WrittenGame> {
    let mut moves = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let unnumbered = trimmed.split_once(". ").filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()));
        let step = unnumbered.map_or(trimmed, |(_, step)| step.trim());
        if let Some(wish) = words(step).or_else(|| arrow(step)) {
            let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
            moves.push(WrittenMove { text: step.to_string(), line: i + 1, column, wishes: vec![wish] });
        }
    }
    (!moves.is_empty()).then_some(WrittenGame { moves, deal: None })
}

fn words(step: &str) -> Option<Wish> {
    if step.strip_prefix("deal ").is_some_and(|rest| rest.ends_with(" from the stock")) {
        return Some(Wish::plain(Pile::Stock, Pile::Tableau));
    }
    if step == "turn the waste over into the stock" {
        return Some(Wish::plain(Pile::Waste, Pile::Stock));
    }
    if let Some(card) = step.strip_prefix("turn over ").and_then(|rest| rest.strip_suffix(" from the stock")) {
        return Some(Wish { card: Some(card.parse().ok()?), ..Wish::plain(Pile::Stock, Pile::Waste) });
    }
    let (what, rest) = step.split_once(" from ")?;
    let (card, count) = match what.split_once(" and the ") {
        None => (what, 1),
        Some((card, "card on it")) => (card, 2),
        Some((card, more)) => (card, more.strip_suffix(" cards on it")?.parse::<u8>().ok()?.checked_add(1)?),
    };
    let card: Card = card.parse().ok()?;
    let parted = [" onto ", " to "].iter().find_map(|word| rest.split_once(word));
    let (from, to) = parted.or_else(|| rest.strip_suffix(" home").map(|from| (from, "home")))?;
    let to = to.rsplit_once(" in ").map_or(to, |(_, column)| column);
    let (from, to) = (place(from)?, place(to.trim_start_matches("empty "))?);
    Some(Wish { card: Some(card), count: Some(count), ..Wish::plain(from, to) })
}

fn place(text: &str) -> Option<Pile> {
    let number = |text: &str| text.parse::<u8>().ok()?.checked_sub(1);
    match text {
        "home" | "its foundation" | "the foundations" => return Some(Pile::Foundation(None)),
        "the waste" => return Some(Pile::Waste),
        _ => {}
    }
    if let Some(column) = text.strip_prefix("column ") {
        return number(column).map(Pile::Column);
    }
    if let Some(foundation) = text.strip_prefix("foundation ") {
        return number(foundation).map(|i| Pile::Foundation(Some(i)));
    }
    let cell = text.strip_prefix("cell ")?;
    match cell.as_bytes() {
        [letter @ b'a'..=b'g'] => Some(Pile::Cell(letter - b'a')),
        [letter @ b'i'..=b'v'] => Some(Pile::Cell(letter - b'a' - 1)),
        _ => number(cell).map(Pile::Cell),
    }
}

/// `7H t7→c1`, `QS×2 t1→t3`, `6 cards stock→tableau`.
fn arrow(step: &str) -> Option<Wish> {
    let (what, piles) = step.rsplit_once(' ')?;
    let (from, to) = piles.split_once('→').or_else(|| piles.split_once("->"))?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    if what.ends_with(" cards") {
        return Some(Wish::plain(from, to));
    }
    let (card, count) = match what.split_once('×') {
        Some((card, count)) => (card, count.parse().ok()?),
        None => (what, 1),
    };
    Some(Wish { card: Some(card.parse().ok()?), count: Some(count), ..Wish::plain(from, to) })
}
