//! A board drawn as it lies on a table: cells and foundations in a row, columns from top to bottom.
//!
//! [`crate::format::board`] writes boards that programs read; this drawing is for people.

use crate::card::{Card, Suit};
use crate::layout::{FoundationPile, Layout};
use crate::rules::Rules;
use std::fmt::Write;

/// Cards of the stock that are shown before the rest is only counted.
const STOCK_SHOWN: usize = 12;

/// The board as text; `show` decides how a card looks and must keep it two characters wide.
pub fn draw(layout: &Layout, rules: &Rules, show: &dyn Fn(Card) -> String) -> String {
    let mut text = String::new();
    if !layout.cells.is_empty() {
        let cells: Vec<_> = layout.cells.iter().map(|c| c.map_or("--".into(), show)).collect();
        let _ = writeln!(text, "Cells  {}", cells.join(" "));
    }
    let suit = |pile: &FoundationPile| Suit::BOARD_ORDER.iter().position(|s| Some(*s) == pile.suit);
    let mut piles: Vec<&FoundationPile> = layout.foundations.iter().collect();
    piles.sort_by_key(|pile| suit(pile));
    let home: Vec<_> = piles.into_iter().map(|pile| top(pile, rules, show)).collect();
    let _ = writeln!(text, "Home   {}", home.join(" "));
    if !layout.stock.is_empty() {
        let next: Vec<_> = layout.stock.iter().take(STOCK_SHOWN).map(|&c| show(c)).collect();
        let more = match layout.stock.len() - next.len() {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let _ = writeln!(text, "Stock  {}{more}", next.join(" "));
    }
    if let Some(&card) = layout.waste.last() {
        let _ = writeln!(text, "Waste  {} of {}", show(card), layout.waste.len());
    }
    text.push('\n');
    let numbers: Vec<_> = (1..=layout.columns.len()).map(|n| format!("{n:>2}")).collect();
    let _ = writeln!(text, "  {}", numbers.join("  "));
    let rows = layout.columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let line: Vec<_> = layout.columns.iter().map(|c| c.get(row).map_or("  ".into(), |&c| show(c))).collect();
        let _ = writeln!(text, "{}", format!("  {}", line.join("  ")).trim_end());
    }
    text
}

/// The top card of a foundation, `-H` if there is none; of a pile of any suit only the rank counts.
fn top(pile: &FoundationPile, rules: &Rules, show: &dyn Fn(Card) -> String) -> String {
    let rank = pile.base.filter(|_| pile.count > 0).map(|base| rules.order().above(base, pile.count as usize - 1));
    match (rank, pile.suit) {
        (Some(rank), Some(suit)) => show(Card::new(rank, suit)),
        (Some(rank), None) => format!("{rank}*"),
        (None, Some(suit)) => format!("-{}", suit.letter()),
        (None, None) => "--".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::rules::{PRESETS, preset};

    #[test]
    fn a_board_looks_like_this() {
        let rules = preset("eight-off").unwrap();
        let text = draw(&DealNumber::Microsoft(1).deal(&rules), &rules, &|c| c.to_string());
        let expected = "\
Cells  6S -- 9C -- 2H -- 6H --
Home   -H -C -D -S

   1   2   3   4   5   6   7   8
  JD  2D  9H  JC  5D  7H  7C  5H
";
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(text.lines().count(), 4 + 6);
    }

    #[test]
    fn every_card_in_play_is_drawn() {
        for game in PRESETS {
            let rules = game.rules();
            let mut layout = DealNumber::Microsoft(7).deal(&rules);
            layout.stock.truncate(STOCK_SHOWN);
            let text = draw(&layout, &rules, &|c| c.to_string());
            for card in layout.cards_in_play() {
                assert!(text.contains(&card.to_string()), "{} {card}", game.name);
            }
        }
    }
}
