//! A lower bound for any game: cards, stock deals, and cards that must make an extra move.
//!
//! Every card that is not home goes home in a move of its own, and every card of the stock is
//! dealt, by rows or one at a time onto the waste. In addition, some cards must make a move other
//! than the one from their dealt place to a foundation ([`aside`]).
//!
//! *Definitions.*
//!
//! 1. A card is *direct* if its only move is from the place where the deal put it to a foundation.
//! 2. The copies of a kind go home for good in some order; the j-th of them has *turn* j.
//! 3. Let D be the number of decks. The *latest turn* of a card z is the minimum of D − (copies of
//!    u under z), over z's own kind and all lower kinds u of its suit.
//!
//! *Claim.* Of the copies of a kind whose latest turn is at most m, at most m − (copies already
//! home) can be direct.
//!
//! *Proof.*
//!
//! 1. A direct card z with turn j needs j copies of every lower kind u of its suit home before it.
//! 2. Copies of u under z are not home by then; neither are copies of its own kind under it. So j ≤
//!    latest turn of z.
//! 3. No two copies have the same turn, and turns are numbered after those already home. ∎
//!
//! It makes no difference whether a suit has one pile per deck or one pile for all: either takes j
//! copies of u before the j-th z. A card that returns from a foundation is not direct.
//!
//! *Summation.* Kinds do not share cards, so in `cards` the numbers add up. In `moves` one group
//! move may take several cards aside: those that it moves for the first time lie in one run of the
//! deal, so each card of a run with n counted cards counts 1/n.
//!
//! *Rule keys.* See [`coverage`]. Foundations built regardless of suit have no lower kinds; nothing
//! is counted for them.

use super::row_conflicts;
use crate::card::Card;
use crate::engine::rulebook::Rulebook;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::rules::{FoundationPiles, Group, Rules, Stock};

/// Lower bound on the cost of every solution from this layout.
#[doc(hidden)]
pub fn lower_bound(rules: &Rules, layout: &Layout, metric: Metric) -> u32 {
    moves_home_and_deals(rules, layout) + aside(rules, layout, metric) as u32
}

/// The moves that every solution has: one home for every card, and the deals.
pub(super) fn moves_home_and_deals(rules: &Rules, layout: &Layout) -> u32 {
    let cards = layout.cards_in_play().count();
    let deals = match rules.stock {
        Stock::None => 0,
        Stock::RowDeal { .. } => layout.stock.len().div_ceil(layout.columns.len().max(1)),
        Stock::Waste { .. } => layout.stock.len(),
    };
    (cards + deals) as u32
}

/// Which parts of the bound apply to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// Cards that must make an extra move are counted.
    pub aside: bool,
    /// Cards of rows that are still to be dealt are counted too.
    pub rows: bool,
    /// Cards rather than runs are counted, in `moves` too.
    pub singly: bool,
}

/// Which parts of the bound apply to these rules.
pub fn coverage(rules: &Rules) -> Coverage {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Copies are counted by kind, along the foundation, from any state.
        decks: _,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        foundation_base: _,
        foundation_wrap: _,
        // The destination of an extra move does not matter.
        cells_kind: _,
        build: _,
        build_wrap: _,
        empty_column: _,
        // A card that returns must go home again: two more moves, and it saves at most one card an
        // extra move.
        foundation_return: _,
        // Runs are those that may move as a group.
        group,
        group_build: _,
        // Lower kinds are those of the same suit.
        foundation_piles,
        stock,
    } = rules;
    let aside = *foundation_piles != FoundationPiles::AnySuit;
    Coverage { aside, rows: aside && matches!(stock, Stock::RowDeal { .. }), singly: *group == Group::Single }
}

/// Lower bound on the number of moves that are neither home moves nor deals.
fn aside(rules: &Rules, layout: &Layout, metric: Metric) -> usize {
    let coverage = coverage(rules);
    let Some(suits) = Suits::new(rules, layout).filter(|_| coverage.aside) else { return 0 };
    let singly = coverage.singly
        || match metric {
            Metric::Moves => false,
            Metric::Cards => true,
        };
    let falling = match coverage.rows && singly && !layout.stock.is_empty() {
        true => row_conflicts::conflicts(rules, layout, &suits),
        false => 0,
    };
    falling.max(in_columns(rules, layout, &suits, singly))
}

/// Foundation order, and the copies that are home.
pub(super) struct Suits {
    pub decks: usize,
    /// By card: its foundation order.
    order: [usize; Card::KINDS],
    /// By card: number of copies that are home.
    home: [usize; Card::KINDS],
    /// By card: the cards of its suit that go home before it.
    lower: Vec<Vec<Card>>,
}

impl Suits {
    pub fn new(rules: &Rules, layout: &Layout) -> Option<Suits> {
        let ranks = rules.order();
        let base = layout.foundations.iter().find_map(|pile| pile.base)?;
        let (mut order, mut home) = ([0; Card::KINDS], [0; Card::KINDS]);
        let mut lower = vec![Vec::new(); Card::KINDS];
        for suit in crate::card::Suit::ALL {
            let kinds: Vec<Card> = (0..ranks.len()).map(|place| Card::new(ranks.above(base, place), suit)).collect();
            for (place, card) in kinds.iter().enumerate() {
                let piles = layout.foundations.iter().filter(|pile| pile.suit == Some(suit));
                let at = card.index() as usize;
                home[at] = piles.map(|pile| (pile.count as usize + ranks.len() - 1 - place) / ranks.len()).sum();
                order[at] = place;
                lower[at] = kinds[..place].to_vec();
            }
        }
        Some(Suits { decks: rules.decks as usize, order, home, lower })
    }

    pub fn home(&self, card: Card) -> usize {
        self.home[card.index() as usize]
    }

    pub fn order(&self, card: Card) -> usize {
        self.order[card.index() as usize]
    }

    pub fn lower(&self, card: Card) -> &[Card] {
        &self.lower[card.index() as usize]
    }

    /// The latest turn of a card, given the number of copies of each kind under it.
    pub fn latest_turn(&self, card: Card, under: &[usize; Card::KINDS]) -> usize {
        let kinds = self.lower(card).iter().chain([&card]);
        kinds.map(|kind| self.decks - under[kind.index() as usize]).min().unwrap_or(self.decks)
    }
}

/// A card in a column of the layout.
struct Placed {
    latest: usize,
    run: usize,
}

/// The count for the cards that lie in columns, by card or by run.
fn in_columns(rules: &Rules, layout: &Layout, suits: &Suits, singly: bool) -> usize {
    let book = Rulebook::new(rules, layout);
    let mut copies: Vec<Vec<Placed>> = (0..Card::KINDS).map(|_| Vec::new()).collect();
    let mut runs = 0;
    for column in &layout.columns {
        let mut under = [0; Card::KINDS];
        for (i, &card) in column.iter().enumerate() {
            let joins = i > 0 && !singly && book.joins[card.index() as usize].contains(column[i - 1]);
            runs += usize::from(!joins);
            let latest = suits.latest_turn(card, &under);
            copies[card.index() as usize].push(Placed { latest, run: runs - 1 });
            under[card.index() as usize] += 1;
        }
    }
    let needed: Vec<usize> = (0..Card::KINDS).map(|kind| not_direct(&mut copies[kind], suits.home[kind])).collect();
    let counted = || needed.iter().zip(&copies).filter(|(needed, _)| **needed > 0);
    let mut shares = vec![0; runs];
    for placed in counted().flat_map(|(_, copies)| copies) {
        shares[placed.run] += 1;
    }
    let mut whole = 0;
    for (&needed, copies) in counted() {
        let mut worth: Vec<usize> = copies.iter().map(|placed| WHOLE / shares[placed.run]).collect();
        crate::short_sort::sort(&mut worth);
        whole += worth[..needed].iter().sum::<usize>();
    }
    whole.div_ceil(WHOLE)
}

/// One unit; divisible by the length of any run.
const WHOLE: usize = 360_360;

/// Number of copies that cannot be direct, given the number of copies home. Assigns turns greedily,
/// earliest latest turn first.
fn not_direct(copies: &mut [Placed], home: usize) -> usize {
    copies.sort_unstable_by_key(|placed| placed.latest);
    let turn = copies.iter().fold(home, |turn, placed| turn + usize::from(placed.latest > turn));
    copies.len() - (turn - home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|c| c.parse().unwrap()).collect()
    }

    #[test]
    fn twins_take_turns() {
        let rules = preset("big-freecell").unwrap();
        let mut layout = Layout::empty(&rules);
        layout.columns[0] = cards("2S 9H 5S");
        layout.columns[1] = cards("2S 3D");
        assert_eq!(lower_bound(&rules, &layout, Metric::Cards), 5);
        // Either 5S could be the first, but not both.
        layout.columns[1] = cards("2S 5S");
        assert_eq!(lower_bound(&rules, &layout, Metric::Cards), 6);
        layout.columns[0] = cards("2S 2S 9H 5S 4H");
        layout.columns[1] = cards("3D");
        assert_eq!(lower_bound(&rules, &layout, Metric::Cards), 7);
        layout.columns[0] = cards("2S 2S 2H 2H 5S 4H");
        assert_eq!(lower_bound(&rules, &layout, Metric::Cards), 9);
        assert_eq!(lower_bound(&rules, &layout, Metric::Moves), 8);
    }
}
