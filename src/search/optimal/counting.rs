//! A lower bound for any game: cards, stock, and cards that must step aside.
//!
//! * Every card that is not home has to go home, one at a time.
//! * Every card of the stock has to be dealt: a row at a time, or one at a time onto the waste.
//! * A column card z is *dead* if, for some lower kind u of its suit, as many u as z are home and all other u
//!   lie under z: the next z to go home, so z in particular, needs one more u at home, and none can get there before z
//!   has moved. So z makes a move that is not home. (With several decks all copies of u count; it makes no difference
//!   whether a suit has a pile for every deck or one pile for all, as either takes u before z.)
//!
//! In `moves` dead cards that could move together count once: a move touches cards of at most one run that have not
//! moved before. Foundations built regardless of suit have no dead cards here.

use super::game::fits;
use crate::card::Card;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::rules::{FoundationPiles, Rules, Stock};

/// No solution from this layout is shorter.
pub(super) fn lower_bound(rules: &Rules, layout: &Layout, metric: Metric) -> u32 {
    let cards = layout.cards_in_play().count();
    let deals = match rules.stock {
        Stock::None => 0,
        Stock::RowDeal { .. } => layout.stock.len().div_ceil(layout.columns.len().max(1)),
        Stock::Waste { .. } => layout.stock.len(),
    };
    let aside: usize = match rules.foundation_piles {
        FoundationPiles::AnySuit => 0,
        _ => layout.columns.iter().map(|column| must_move(rules, layout, column, metric)).sum(),
    };
    (cards + deals + aside) as u32
}

/// Dead cards of a column, or runs with dead cards.
fn must_move(rules: &Rules, layout: &Layout, column: &[Card], metric: Metric) -> usize {
    let mut under = [0usize; Card::KINDS];
    let mut count = 0;
    let mut run_counted = false;
    for (i, &card) in column.iter().enumerate() {
        let joins = i > 0 && metric == Metric::Moves && fits(rules, rules.group_build, card, column[i - 1]);
        run_counted &= joins;
        if !run_counted && is_dead(rules, layout, &under, card) {
            count += 1;
            run_counted = true;
        }
        under[card.index() as usize] += 1;
    }
    count
}

fn is_dead(rules: &Rules, layout: &Layout, under: &[usize; Card::KINDS], card: Card) -> bool {
    let order = rules.order();
    let Some(base) = layout.foundations.iter().find_map(|pile| pile.base) else { return false };
    let rank_at = |place: usize| order.above(base, place);
    let home = |place: usize| -> usize {
        let piles = layout.foundations.iter().filter(|pile| pile.suit == Some(card.suit()));
        piles.map(|pile| (pile.count as usize + order.len() - 1 - place) / order.len()).sum()
    };
    let Some(own) = (0..order.len()).find(|&place| rank_at(place) == card.rank()) else { return false };
    (0..own).any(|place| {
        let lower = Card::new(rank_at(place), card.suit());
        let away = rules.decks as usize - home(place);
        home(place) == home(own) && away > 0 && under[lower.index() as usize] == away
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    #[test]
    fn twins_keep_a_card_alive() {
        let rules = preset("big-freecell").unwrap();
        let mut layout = Layout::empty(&rules);
        let cards = |text: &str| text.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>();
        layout.columns[0] = cards("2S 9H 5S");
        layout.columns[1] = cards("2S 3D");
        assert_eq!(lower_bound(&rules, &layout, Metric::Cards), 5);
        layout.columns[0] = cards("2S 2S 9H 5S 4H");
        layout.columns[1] = cards("3D");
        assert_eq!(lower_bound(&rules, &layout, Metric::Cards), 7);
        layout.columns[0] = cards("2S 2S 2H 2H 5S 4H");
        assert_eq!(lower_bound(&rules, &layout, Metric::Cards), 9);
        assert_eq!(lower_bound(&rules, &layout, Metric::Moves), 8);
    }
}
