//! Random changes of rules, as `--rule` takes them.

use proptest::prelude::*;

/// One rule with a value that is allowed by itself.
pub fn change() -> impl Strategy<Value = String> {
    let number =
        |key: &'static str, least: u8, most: u8| (least..=most).prop_map(move |n| format!("{key}={n}")).boxed();
    let word = |key: &'static str, words: &'static [&'static str]| {
        proptest::sample::select(words).prop_map(move |w| format!("{key}={w}")).boxed()
    };
    let truth: &[&str] = &["true", "false"];
    let build: &[&str] = &["alternate_color", "same_suit", "any_suit", "none"];
    prop_oneof![
        number("cells", 0, 20),
        word("cells_kind", &["free", "reserve"]),
        word("build", build),
        word("group_build", build),
        word("build_wrap", truth),
        word("empty_column", &["any", "king", "top_rank", "none"]),
        word("group", &["single", "cells_plus_one", "supermove", "formula", "unlimited"]),
        word("foundation_base", &["A", "2", "4", "K", "from_deal"]),
        word("foundation_wrap", truth),
        word("foundation_prefill", &["none", "bases", "1", "3"]),
        word("foundation_piles", &["per_deck", "per_suit", "any_suit"]),
        word("foundation_return", &["none", "tableau", "tableau_and_cells"]),
        word("stock", &["none", "row_deal", "waste"]),
        word("stock_when", &["any", "no_moves", "no_empty_column"]),
        word("stock_redeals", &["0", "1", "7"]),
        word("strip_ranks", &["[]", "[2,3]", "[A]", "[K,2]"]),
        word("deal_first", &["[]", "[A]", "[2,A]", "[K]"]),
        (proptest::collection::vec(0u8..10, 1..=12)).prop_map(|lengths| format!("columns={lengths:?}")),
        number("decks", 1, 4),
        number("ranks", 1, 13),
    ]
}
