//! Small decks of any rules, for brute force.

use super::Dice;
use winnable::card::Rank;
use winnable::rules::{FoundationBase, Prefill, Rules, Stock};

/// A small deck of `ranks` over so many columns as evenly as possible, with some cells filled.
pub fn shrink(rules: &mut Rules, ranks: u8, columns: usize, cells: u8, filled: u8) {
    rules.ranks = ranks;
    rules.strip_ranks.clear();
    rules.deal_first.retain(|r| r.number() <= ranks);
    rules.cells = cells;
    rules.cells_prefilled = (0..filled.min(cells)).collect();
    if let Prefill::Count(most) = rules.foundation_prefill {
        rules.foundation_prefill = Prefill::Count(most.min(4 * rules.decks));
    }
    if rules.stock != Stock::None {
        rules.columns = vec![1; columns];
        return;
    }
    let in_columns = rules.cards() - rules.cells_prefilled.len() - rules.prefilled_foundations();
    rules.columns = (0..columns).map(|i| ((in_columns + columns - 1 - i) / columns) as u8).collect();
}

/// Rules with a deck, columns and cells so small that brute force decides most deals; otherwise as they are.
pub fn shrunk(original: &Rules, dice: &mut Dice) -> Rules {
    let mut rules = original.clone();
    let filled = if original.cells_prefilled.is_empty() { 0 } else { 1 + dice.below(2) as u8 };
    let cells = if original.cells == 0 { 0 } else { filled.max(dice.below(3) as u8) };
    if original.stock != Stock::None {
        rules.decks = 1;
    }
    let ranks = match rules.decks {
        1 => 3 + dice.below(4) as u8,
        2 => 2 + dice.below(2) as u8,
        _ => 1 + dice.below(2) as u8,
    };
    if let FoundationBase::Rank(base) = &mut rules.foundation_base {
        *base = Rank::new(base.number().min(ranks)).unwrap();
    }
    let columns = if original.stock == Stock::None { 2 + dice.below(4) } else { 1 + dice.below(3) };
    shrink(&mut rules, ranks, columns, cells, filled);
    rules.validate().unwrap_or_else(|e| panic!("{}: {e}", rules.name));
    rules
}
