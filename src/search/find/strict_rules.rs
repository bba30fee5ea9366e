//! Stricter rules under which wins are searched for first: without return from the foundations,
//! without granted groups.
//!
//! *Claim.* A win under rules that only forbid moves is a win under the given rules.
//!
//! *Proof.* Every move of it is legal under the given rules, unless a move is legal only if no
//! other move is: then an additional legal move can make it illegal. For such games nothing is made
//! stricter. ∎
//!
//! *Rule keys.* Only `stock` has such a condition; see [`covers`].

use crate::rules::{DealWhen, FoundationReturn, Group, Rules, Stock};

/// Whether additional legal moves never make another move illegal, so that the claim holds.
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
        // The only rule whose condition depends on other legal moves.
        stock,
    } = rules;
    *stock != (Stock::RowDeal { when: DealWhen::NoMoves })
}

/// The rules without return; `None` if they have no return or the claim does not hold.
pub fn without_return(rules: &Rules) -> Option<Rules> {
    let returns = rules.foundation_return != FoundationReturn::None;
    (returns && covers(rules)).then(|| Rules { foundation_return: FoundationReturn::None, ..rules.clone() })
}

/// The rules without return and without granted groups, as far as the claim holds.
pub fn strictest(rules: &Rules) -> Rules {
    let mut strict = without_return(rules).unwrap_or_else(|| rules.clone());
    if covers(rules) && strict.group == Group::Formula {
        strict.group = Group::Supermove;
    }
    strict
}
