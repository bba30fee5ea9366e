//! Stricter rules under which wins are looked for first: without return from the foundations, without granted groups.
//!
//! *Claim.* A win under rules that only forbid moves is a win under the given rules, too. That fails where a move is allowed
//! only if no other one is: there an additional possibility takes one away. So for such games nothing is made stricter.

use crate::rules::{DealWhen, FoundationReturn, Group, Rules, Stock};

/// Whether additional possibilities forbid nothing, so that the claim holds.
pub fn covers(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        decks: _,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        cells_kind: _,
        build: _,
        build_wrap: _,
        empty_column: _,
        group: _,
        group_build: _,
        foundation_base: _,
        foundation_wrap: _,
        foundation_prefill: _,
        foundation_piles: _,
        foundation_return: _,
        deal_first: _,
        // The only rule that asks what else could be done.
        stock,
    } = rules;
    *stock != (Stock::RowDeal { when: DealWhen::NoMoves })
}

/// The rules without return, or none if they have none or the claim does not hold.
pub fn without_return(rules: &Rules) -> Option<Rules> {
    let returns = rules.foundation_return != FoundationReturn::None;
    (returns && covers(rules)).then(|| Rules { foundation_return: FoundationReturn::None, ..rules.clone() })
}

/// The rules without return and without groups that could not be carried card by card, as far as the claim holds.
pub fn strictest(rules: &Rules) -> Rules {
    let mut strict = without_return(rules).unwrap_or_else(|| rules.clone());
    if covers(rules) && strict.group == Group::Formula {
        strict.group = Group::Supermove;
    }
    strict
}
