//! Forced home moves of the optimal search: home moves that never make the shortest solution
//! longer.
//!
//! *Definitions.* Let z be a card that can go home now, P any solution, and F a set of cards that
//! contains z. The transformed play P′ starts with z, keeps every card of F home, and otherwise
//! repeats P:
//!
//! 1. Moves of cards in F are left out.
//! 2. A move that puts a card y ∉ F onto a card of F is replaced by sending y (and the part of its
//!    run that is not home) home, and y joins F. P's own later home moves of these cards are left
//!    out, so nothing is added.
//! 3. A group that contains cards of F moves without them. As nothing outside F ever rests on F,
//!    they are its upper part.
//!
//! *Claim.* P′ is a solution with cost(P′) ≤ cost(P) in both metrics, provided that
//!
//! > (C) every y ∉ F that P puts onto a card of F can go home at once.
//!
//! *Proof.* Every cell and column that is free in P is free in P′, so the moves of P′ are legal and
//! its groups are no larger than allowed. Each home move of P′ is one that P makes too. ∎
//!
//! *Condition (C) holds in two cases.*
//!
//! * Horne's rule. Nothing can be built on z any more: the cards that could be are all home and
//!   never return. F = {z}. Building in suit and games without building are special cases. If cards
//!   may return, this still holds for building in suit and for no building, with F = all of z's
//!   suit up to z: every card that could lie on a card of F belongs to F. It does not hold when a
//!   king may be built on an ace, since that king is not home: then the condition on z itself
//!   fails, so without return the rule may stay, and with return it is not used.
//! * Raymond's rule. Colours alternate, z has rank r, both foundations of the other colour hold
//!   r−2, and the other one of z's colour holds r−3. F = z's suit up to r, the other colour up to
//!   r−1 and the third suit up to r−2, as far as they are home. P may put two kinds of card onto F:
//!   the r−1 of the other colour (onto z), whose foundation holds r−2, so it goes home; and the r−2
//!   of the third suit (onto such an r−1), whose foundation holds r−3, so it goes home. All lower
//!   ones are in F. If P returns cards from foundations, those of F stay home in P′ and those above
//!   F return in P′ too; so the rule holds with and without return.
//!
//! *Rule keys.* See [`rulings`].
//!
//! The sets below are "cards that must be home". Foundations are built in sequence, so the highest
//! card of each suit suffices.

use super::numbered_rules::{CARDS, NumberSet, NumberedRules};
use crate::card::Rank;
use crate::rules::{Build, FoundationReturn, Rules};

/// Which of the two rules apply to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rulings {
    /// Horne's rule: nothing is left that could be built on the card.
    pub nothing_to_build: bool,
    /// Raymond's rule.
    pub raymond: bool,
}

/// Which of the two rules apply; `base` is the base rank of the foundations.
pub fn rulings(rules: &Rules, base: Rank) -> Rulings {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // `NumberedRules::covers`: one deck, no stock, foundations by suit.
        decks: _,
        stock: _,
        foundation_piles: _,
        // Adjacent ranks are adjacent among the ranks in play; play may start from any state.
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // P′ has at least as much room as P.
        cells_kind: _,
        empty_column: _,
        group: _,
        // Groups are built sequences, so their cards of F are the upper part (3).
        group_build: _,
        build,
        build_wrap,
        // If foundations start above the lowest rank, the last card of one suit may be built on the
        // base of another.
        foundation_base: _,
        foundation_wrap: _,
        foundation_return,
    } = rules;
    let plain_order = !build_wrap && Some(base) == rules.order().bottom();
    let closed_under_suit = matches!(build, Build::SameSuit | Build::None) && plain_order;
    Rulings {
        nothing_to_build: *foundation_return == FoundationReturn::None || closed_under_suit,
        raymond: *build == Build::AlternateColor && plain_order,
    }
}

/// By card: two sets. Its home move is forced when all cards of one of them are home.
pub fn conditions(game: &NumberedRules, base: Rank) -> [[NumberSet; 2]; CARDS] {
    let mut safe = [[!NumberSet::EMPTY; 2]; CARDS];
    let rulings = rulings(&game.book.rules, base);
    for (card, sets) in safe.iter_mut().enumerate().take(game.cards) {
        if rulings.nothing_to_build {
            sets[0] = game.takes[card];
        }
        if rulings.raymond {
            sets[1] = raymond(card);
        }
    }
    safe
}

/// Raymond's condition for a card. Clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2:
/// `3 − suit` is the other suit of the same colour.
fn raymond(card: usize) -> NumberSet {
    let (place, suit) = (card / 4, card % 4);
    let others = (0..4).filter(|&other| other != suit);
    let needed = others.filter_map(|other| {
        let same_color = other == 3 - suit;
        place.checked_sub(if same_color { 3 } else { 2 }).map(|up_to| (up_to * 4 + other) as u8)
    });
    needed.collect()
}
