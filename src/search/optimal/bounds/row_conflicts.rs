//! Cards that must step aside in a game that is dealt row by row.
//!
//! A card z that falls on a column covers what lies there, unless that has left before. A card u of the column cannot
//! have gone home by then if, for some lower kind of its suit, too few copies come up before the row of z (u is
//! *late* for z). So z, and as many late cards under it as it takes to make m its latest turn (see
//! [`super`]), cannot all be direct if z has a turn after m; and of m + 1 − (copies home) such z, each with its own
//! late cards, one has. Of every such set of cards, a *conflict*, at least one makes a move that is not home. Conflicts
//! that have no card in common are counted; they are collected greedily.

use super::counting::Suits;
use crate::card::Card;
use crate::layout::Layout;
use crate::rules::Rules;

/// A card on its way into a column.
struct Falling {
    card: Card,
    /// The row that it comes with; 0 if it lies there.
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
    // Copies that come up in each row, to tell what is late.
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
    kinds.sort_by_key(|&card| (suits.order(card), card.index()));
    let mut count = 0;
    // Small conflicts first: they leave more cards for others.
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

/// Unused cards of which one must step aside, because too many copies of a kind would have to go home by this turn.
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
        // What lay under it from the start has not gone before it, whether it goes straight home or not.
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
