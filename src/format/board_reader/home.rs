//! Which cards are missing or doubled, and which are home where the board does not say.

use super::words::Word;
use super::{BoardError, BoardNote};
use crate::card::Card;
use crate::layout::Layout;
use crate::rules::{FoundationBase, FoundationPiles, Rules};
use crate::text::times;

/// Puts the missing cards on the foundations, if they are exactly cards that can lie there. Only for boards without a line for
/// the foundations.
pub(super) fn infer(layout: &mut Layout, rules: &Rules) -> Option<BoardNote> {
    if rules.foundation_piles != FoundationPiles::PerDeck || layout.cards_home() > rules.prefilled_foundations() {
        return None;
    }
    let FoundationBase::Rank(base) = rules.foundation_base else { return None };
    let order = rules.order();
    let mut missing = [rules.decks as i32; Card::KINDS];
    for card in layout.cards_in_play() {
        missing[card.index() as usize] -= 1;
    }
    let mut inferred = layout.foundations.clone();
    let suits = inferred.iter().filter_map(|pile| pile.suit).take(4).collect::<Vec<_>>();
    let mut home = 0;
    for suit in suits {
        // How many copies of each rank are home, from the base up: never more than of the rank before.
        let counts: Vec<i32> =
            (0..order.len()).map(|step| missing[Card::new(order.above(base, step), suit).index() as usize]).collect();
        if counts.iter().any(|n| *n < 0) || counts.windows(2).any(|pair| pair[1] > pair[0]) {
            return None;
        }
        for (deck, pile) in inferred.iter_mut().filter(|pile| pile.suit == Some(suit)).enumerate() {
            pile.count = counts.iter().filter(|n| **n > deck as i32).count() as u8;
            home += pile.count as usize;
        }
    }
    let known = layout.cards_home();
    if home == known {
        return None;
    }
    layout.foundations = inferred;
    Some(BoardNote::Home { cards: home })
}

/// An error that names every card that is missing or occurs too often, if there is one.
pub(super) fn account(layout: &Layout, rules: &Rules, placed: &[(Card, Word)], end: usize) -> Result<(), BoardError> {
    if rules.foundation_piles == FoundationPiles::AnySuit {
        return Ok(());
    }
    let order = rules.order();
    let mut found = [0usize; Card::KINDS];
    layout.cards_in_play().for_each(|card| found[card.index() as usize] += 1);
    for pile in &layout.foundations {
        let (Some(suit), Some(base)) = (pile.suit, pile.base) else { continue };
        for step in 0..pile.count as usize {
            found[Card::new(order.above(base, step), suit).index() as usize] += 1;
        }
    }
    let decks = rules.decks as usize;
    let (mut doubled, mut missing, mut place) = (Vec::new(), Vec::new(), None);
    for card in Card::all().filter(|card| order.contains(card.rank())) {
        let found = found[card.index() as usize];
        if found > decks {
            let at: Vec<&Word> = placed.iter().filter(|(c, _)| *c == card).map(|(_, word)| word).collect();
            place = place.or(at.last().map(|word| (word.line, word.column)));
            let mut places: Vec<String> = at.iter().map(|w| format!("line {}, column {}", w.line, w.column)).collect();
            if at.len() < found {
                places.push("home".into());
            }
            doubled.push(format!("{card} occurs {} ({})", times(found), places.join("; ")));
        }
        if found < decks {
            missing.push(if decks - found == 1 {
                card.to_string()
            } else {
                format!("{card} ({})", times(decks - found))
            });
        }
    }
    if doubled.is_empty() && missing.is_empty() {
        return Ok(());
    }
    let mut problem = doubled.join(", ");
    if !missing.is_empty() {
        let are = if missing.len() == 1 { "is" } else { "are" };
        let and = if doubled.is_empty() { "" } else { "; " };
        let all = rules.cards();
        problem += &match missing.len() {
            _ if placed.is_empty() && missing.len() * decks == all => "there are no cards in it".to_string(),
            n if 2 * n * decks > all => {
                format!("{and}more than half of the cards are missing: the board has {} of {all}", placed.len())
            }
            _ => format!("{and}{} {are} missing", list(&missing)),
        };
    }
    let (line, column) = place.unwrap_or((end, 1));
    Err(BoardError { line, column, problem })
}

fn list(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.join(", "),
    }
}
