//! Counts cards that must make an extra move in a game that is dealt row by row. Extends
//! [`super::counting`].
//!
//! *Definitions.*
//!
//! 1. A card z that is dealt onto a column covers the cards that lie there, unless they have left
//!    before.
//! 2. A card u of that column is *late* for z if, for some lower kind of its suit, too few copies
//!    are dealt before the row of z. Then u cannot have gone home by then.
//! 3. A *conflict* is a set of cards of which at least one makes a move that is not home.
//!
//! *Claim.* Let m be a turn. Take m + 1 − (copies home) copies z of one kind, each with as many
//! late cards under it as make m its latest turn, all these late cards distinct. Together they form
//! a conflict.
//!
//! *Proof.* If z and its late cards are all direct, z has a turn of at most m. The m + 1 − (copies
//! home) copies cannot all have turns of at most m, so one of them, or one of its late cards, is
//! not direct. ∎
//!
//! Disjoint conflicts are counted; they are collected greedily.

use super::counting::Suits;
use crate::card::Card;
use crate::layout::Layout;
use crate::rules::Rules;

/// A card of the layout or of the stock, in the column that it falls on.
struct Falling {
    card: Card,
    /// The row that it is dealt with; 0 if it lies there already.
    row: usize,
    /// The cards of its column that come before it.
    before: std::ops::Range<usize>,
    /// Part of a conflict.
    used: bool,
}

/// A lower bound on the number of moves that are neither home nor deals.
pub fn conflicts(rules: &Rules, layout: &Layout, suits: &Suits) -> usize {
    let columns = layout.columns.len();
    let mut cards: Vec<Falling> = Vec::new();
    for (i, column) in layout.columns.iter().enumerate() {
        let first = cards.len();
        let lying = column.iter().map(|&card| (card, 0));
        let dealt = layout.stock.chunks(columns).enumerate().filter_map(|(row, r)| r.get(i).map(|&c| (c, row + 1)));
        for (card, row) in lying.chain(dealt) {
            let before = first..cards.len();
            cards.push(Falling { card, row, before, used: false });
        }
    }
    // Copies that are dealt in this row or later, to determine which cards are late.
    let rows = layout.stock.len().div_ceil(columns) + 1;
    let mut still_to_come = vec![[0usize; Card::KINDS]; rows + 1];
    for row in (1..rows).rev() {
        still_to_come[row] = still_to_come[row + 1];
        for card in layout.stock.chunks(columns).nth(row - 1).unwrap_or(&[]) {
            still_to_come[row][card.index() as usize] += 1;
        }
    }
    let decks = rules.decks as usize;
    let is_late = |card: Card, row: usize| {
        let seen = |kind: &Card| decks - still_to_come[row][kind.index() as usize];
        suits.lower(card).iter().any(|kind| seen(kind) <= suits.home(card))
    };
    let mut kinds: Vec<Card> = Vec::new();
    for falling in &cards {
        if !kinds.contains(&falling.card) {
            kinds.push(falling.card);
        }
    }
    crate::short_sort::sort_by_key(&mut kinds, |&card| (suits.order(card), card.index()));
    let mut count = 0;
    // Small conflicts first: they leave more cards for other conflicts.
    for turn in 0..decks {
        for &kind in kinds.iter().rev() {
            while turn >= suits.home(kind) {
                let Some(conflict) = conflict(&cards, suits, kind, turn, &is_late) else { break };
                for card in conflict {
                    cards[card].used = true;
                }
                count += 1;
            }
        }
    }
    count
}

/// A conflict among unused cards: too many copies of a kind would have to go home by this turn.
fn conflict(
    cards: &[Falling],
    suits: &Suits,
    kind: Card,
    turn: usize,
    is_late: &impl Fn(Card, usize) -> bool,
) -> Option<Vec<usize>> {
    let mut members: Vec<usize> = Vec::new();
    let mut copies = 0;
    let enough = turn + 1 - suits.home(kind);
    for at in (0..cards.len()).filter(|&at| cards[at].card == kind) {
        let z = &cards[at];
        if z.used || members.contains(&at) {
            continue;
        }
        // A card that lies under z from the start cannot leave before z, whether it is direct or
        // not.
        let for_sure = |under: usize| z.row == 0 && cards[under].row == 0;
        let is_witness = |under: &usize| {
            let u = &cards[*under];
            for_sure(*under) || (!u.used && !members.contains(under) && is_late(u.card, z.row))
        };
        let found = suits.lower(kind).iter().chain([&kind]).find_map(|lower| {
            let under = z.before.clone().filter(|&u| cards[u].card == *lower).filter(is_witness);
            let witnesses: Vec<usize> = under.take(suits.decks - turn).collect();
            (witnesses.len() == suits.decks - turn).then_some(witnesses)
        });
        let Some(witnesses) = found else { continue };
        let charged: Vec<usize> = witnesses.into_iter().filter(|&under| !for_sure(under)).collect();
        members.push(at);
        members.extend(charged);
        copies += 1;
        if copies == enough {
            return Some(members);
        }
    }
    None
}
