//! Boards as text, in Freecell Solver's format.
//!
//! ```text
//! Foundations: H-0 C-2 D-A S-0
//! Freecells: 6S - 9C -
//! : JD KD 2S 4C
//! :
//! Stock: KC 8D
//! ```
//!
//! One column per line, bottom card first; the colon is optional. `Foundations:` gives the highest card home, `Stock:` lists
//! the next card first. Lines without information (no card home, no card in a cell) are left out, and so are the colons if no
//! column is empty, so a fresh deal is written as its columns only. Where the highest card does not determine how many cards
//! lie on a pile, their number follows: `H-5/18`; piles of any suit have no letter: `5/3`. Where the deal decides the base and
//! no card is home yet, `H-7/0` says that the sevens come first.

pub use super::board_reader::{BoardError, BoardNote, ReadBoard, read, read_noting};

use crate::card::{Card, Suit};
use crate::layout::{FoundationPile, Layout};
use crate::rules::{FoundationBase, FoundationPiles, Rules, Stock};
use std::fmt::Write;

/// The board as text that [`read`] turns into the same layout.
pub fn write(layout: &Layout, rules: &Rules) -> String {
    write_with(layout, rules, &|card| card.to_string())
}

/// The board as text; `show` decides how a card looks.
pub fn write_with(layout: &Layout, rules: &Rules, show: &dyn Fn(Card) -> String) -> String {
    let cards = |cards: &[Card]| cards.iter().map(|&c| show(c)).collect::<Vec<_>>().join(" ");
    let mut text = String::new();
    if layout.cards_home() > 0 || rules.foundation_base == FoundationBase::FromDeal {
        let _ = writeln!(text, "Foundations: {}", foundations(layout, rules));
    }
    if layout.cells.iter().any(Option::is_some) {
        let cells: Vec<String> = layout.cells.iter().map(|c| c.map_or("-".into(), show)).collect();
        let _ = writeln!(text, "Freecells: {}", cells.join(" "));
    }
    let colons = layout.columns.iter().any(Vec::is_empty);
    for column in &layout.columns {
        let line = if colons { format!(": {}", cards(column)) } else { cards(column) };
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if !layout.waste.is_empty() {
        let _ = writeln!(text, "Waste: {}", cards(&layout.waste));
    }
    if let Stock::Waste { redeals } = rules.stock
        && layout.redeals != redeals
    {
        let _ = writeln!(text, "Redeals: {}", layout.redeals);
    }
    if !layout.stock.is_empty() {
        let _ = writeln!(text, "Stock: {}", cards(&layout.stock));
    }
    text
}

/// Foundation piles in the order in which boards name them.
pub(super) fn pile_order(rules: &Rules) -> Vec<usize> {
    match rules.foundation_piles {
        FoundationPiles::AnySuit => (0..rules.foundation_piles()).collect(),
        _ => (0..rules.foundation_piles() / 4)
            .flat_map(|deck| Suit::BOARD_ORDER.map(|suit| deck * 4 + suit.index()))
            .collect(),
    }
}

/// Whether the number of cards on a pile has to be written because the highest card does not tell it.
pub(super) fn count_is_written(rules: &Rules) -> bool {
    rules.foundation_base == FoundationBase::FromDeal || rules.foundation_capacity() > rules.order().len()
}

fn foundations(layout: &Layout, rules: &Rules) -> String {
    let order = rules.order();
    let tell_base = rules.foundation_base == FoundationBase::FromDeal && layout.cards_home() == 0;
    let pile = |pile: &FoundationPile| {
        let suit = pile.suit.map_or(String::new(), |suit| format!("{}-", suit.letter()));
        match pile.base {
            Some(base) if pile.count > 0 => {
                let top = order.above(base, pile.count as usize - 1);
                let count = if count_is_written(rules) { format!("/{}", pile.count) } else { String::new() };
                format!("{suit}{top}{count}")
            }
            Some(base) if tell_base => format!("{suit}{base}/0"),
            _ => format!("{suit}0"),
        }
    };
    pile_order(rules).into_iter().map(|i| pile(&layout.foundations[i])).collect::<Vec<_>>().join(" ")
}
