//! Cards that may go home unasked without making the shortest solution longer.
//!
//! Let z be a card that can go home now, P any solution, and F a set of cards that contains z. We build a solution
//! P′ that starts with z and is no longer than P: P′ keeps every card of F home, and repeats P's other moves.
//! Moves of cards in F are left out. A move that puts a card y ∉ F onto a card of F is replaced by sending y (and
//! whatever of its run is not home) home, and y joins F; P's own later home moves of these cards are left out, so
//! nothing is added. A group that holds cards of F moves without them: as nothing outside F ever rests on F, they
//! are its upper part. P′ has every cell and column free that P has, so its moves are legal and its groups no
//! larger than allowed. Each home move of P′ is one that P makes too. Hence P′ ≤ P in both metrics, provided that
//! *every y ∉ F that P puts onto a card of F can go home at once*. That holds when
//!
//! * nothing can be built on z any more, because the cards that could be are all home and never come back:
//!   F = {z} (Horne's rule; building in suit and games without building are special cases). If cards may come back,
//!   it still holds for building in suit and for no building, with F = all of z's suit up to z: what could lie on a
//!   card of F belongs to F. It does not hold when a king may be built on an ace, since that king is not home: then
//!   the condition on z itself fails, so without returns the rule may stay, and with returns it is not used;
//! * colours alternate, z has rank r, both foundations of the other colour hold r−2 and the other one of z's colour
//!   holds r−3 (Raymond's rule). F = z's suit up to r, the other colour up to r−1 and the third suit up to r−2, as
//!   far as they are home. What P may put onto F: the r−1 of the other colour (onto z): its foundation holds r−2, so
//!   it goes home; the r−2 of the third suit (onto such an r−1): its foundation holds r−3, so it goes home. All
//!   lower ones are in F. If P takes cards back from foundations, those of F stay home in P′ and those above F come
//!   back in P′ too; so the rule holds with and without returns.
//!
//! The sets below are "cards that must be home"; foundations are in sequence, so the highest of each suit suffices.

use super::numbered_rules::{CARDS, NumberedRules};
use crate::card::Rank;
use crate::rules::{Build, FoundationReturn, Rules};

/// Which of the two rules hold for a game; `base` is the rank that its foundations start with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rulings {
    /// Nothing is left that could be built on the card.
    pub nothing_to_build: bool,
    /// Raymond's rule.
    pub raymond: bool,
}

/// Which rules the arguments above cover.
pub fn rulings(rules: &Rules, base: Rank) -> Rulings {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Only games of one deck without a stock and with foundations by suit come here.
        decks: _,
        stock: _,
        foundation_piles: _,
        // Neighbours are neighbours among the ranks in play; play may start from any position.
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Room is only ever gained.
        cells_kind: _,
        empty_column: _,
        group: _,
        // Groups are built, so the cards of F among them are the upper part.
        group_build: _,
        build,
        build_wrap,
        // Foundations that start above the lowest rank let the last card of one suit be built on the base of another.
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

/// For every card, two sets; the card may go home unasked when all cards of one of them are home.
pub fn conditions(game: &NumberedRules, base: Rank) -> [[u64; 2]; CARDS] {
    let mut safe = [[u64::MAX; 2]; CARDS];
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

/// Clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2: `3 − suit` is the other one of the same colour.
fn raymond(card: usize) -> u64 {
    let (place, suit) = (card as i32 / 4, card % 4);
    let needed = |other: usize, up_to: i32| if up_to >= 0 { 1 << (up_to as usize * 4 + other) } else { 0 };
    (0..4).filter(|&other| other != suit).fold(0, |set, other| {
        let same_color = other == 3 - suit;
        set | needed(other, if same_color { place - 3 } else { place - 2 })
    })
}
