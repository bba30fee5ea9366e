//! What the quick search knows of the rules: bit masks over the 52 cards and a table of group sizes.
//!
//! A card is a bit in a `u64`, so "which column tops can take this card" is one AND. Everything that differs
//! between the games it plays is in these tables; the search itself has no branch on a rule.

use crate::card::{Card, Rank};
use crate::engine::rulebook::Rulebook;
use crate::rules::{Build, CellKind, FoundationBase, FoundationPiles, Group, Rules, Stock};

/// Most columns that a quick state has room for.
pub const MAX_COLUMNS: usize = 12;
/// Most cells.
pub const MAX_CELLS: usize = 8;

/// Rule tables of one game. Arrays over cards have 64 entries so that a masked index needs no bounds check.
#[derive(Clone)]
pub struct GameTables {
    /// Cards on which this card may be built.
    pub parents: [u64; 64],
    /// The same cards one by one, as many as [`GameTables::fan`] says; kings have none.
    pub onto: [[u8; 4]; 64],
    /// On how many cards a card may be built.
    pub fan: usize,
    /// Cards in play.
    pub deck: u64,
    /// Cards that may fill an empty column.
    pub fills_empty: u64,
    /// How many cards move together, by free cells and empty columns besides the destination.
    capacity: [[u8; 16]; MAX_CELLS + 1],
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: usize,
    build: Build,
}

/// Whether the quick search can play the game.
fn plays(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Play may start from any position.
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Cards that could come back stay home: a win without return is a win.
        foundation_return: _,
        // Compiled into masks.
        empty_column: _,
        // A rank is four bits of a set, from the ace, and runs are consecutive ranks.
        decks,
        ranks: _,
        strip_ranks,
        build,
        build_wrap,
        foundation_base,
        foundation_wrap,
        foundation_piles,
        // A state has room for so many, and cells take cards.
        columns,
        cells,
        cells_kind,
        // A run that is built moves as a whole, as far as capacity goes.
        group,
        group_build,
        stock,
    } = rules;
    *decks == 1
        && strip_ranks.is_empty()
        && columns.len() <= MAX_COLUMNS
        && *cells as usize <= MAX_CELLS
        && (*cells_kind == CellKind::Free || *cells == 0)
        && *build != Build::None
        && !build_wrap
        && (group_build == build || *group == Group::Single)
        && *foundation_base == FoundationBase::Rank(Rank::ACE)
        && !foundation_wrap
        && *foundation_piles != FoundationPiles::AnySuit
        && *stock == Stock::None
}

impl GameTables {
    /// The tables of these rules; `None` where the quick search cannot play the game.
    pub fn new(rules: &Rules) -> Option<GameTables> {
        if !plays(rules) {
            return None;
        }
        let mut shape = GameTables {
            parents: [0; 64],
            onto: [[0; 4]; 64],
            fan: match rules.build {
                Build::AlternateColor => 2,
                Build::SameSuit => 1,
                Build::AnySuit => 4,
                Build::None => 0,
            },
            deck: (1 << (4 * rules.ranks.min(13))) - 1,
            fills_empty: 0,
            capacity: [[0; 16]; MAX_CELLS + 1],
            columns: rules.columns.len(),
            cells: rules.cells as usize,
            build: rules.build,
        };
        let book = Rulebook::with_base(rules, Some(Rank::ACE));
        for card in book.in_play {
            let at = card.index() as usize;
            shape.parents[at] = book.build_on[at].bits();
            for (slot, parent) in shape.onto[at].iter_mut().zip(book.build_on[at]) {
                *slot = parent.index();
            }
        }
        shape.fills_empty = book.fills_empty.bits();
        for (free, row) in shape.capacity.iter_mut().enumerate() {
            for (empty, size) in row.iter_mut().enumerate() {
                *size = book.largest_group(free, empty).min(13);
            }
        }
        Some(shape)
    }

    /// The cards that some of these column tops can take.
    #[inline(always)]
    pub fn takes(&self, tops: u64) -> u64 {
        // Four bits a rank: a suit is told from its place, and one rank down is four places down.
        const EACH: u64 = 0x1111_1111_1111_1111;
        match self.build {
            Build::AlternateColor => {
                let red = (tops >> 1 | tops >> 2) & EACH;
                let black = (tops | tops >> 3) & EACH;
                ((red * 0b1001) | (black * 0b0110)) >> 4
            }
            Build::SameSuit => tops >> 4,
            Build::AnySuit => (((tops | tops >> 1 | tops >> 2 | tops >> 3) & EACH) * 0b1111) >> 4,
            Build::None => 0,
        }
    }

    /// The cards that can take some of these cards.
    #[inline(always)]
    pub fn takers(&self, cards: u64) -> u64 {
        const EACH: u64 = 0x1111_1111_1111_1111;
        match self.build {
            Build::AlternateColor => {
                let red = (cards >> 1 | cards >> 2) & EACH;
                let black = (cards | cards >> 3) & EACH;
                ((red * 0b1001) | (black * 0b0110)) << 4
            }
            Build::SameSuit => cards << 4,
            Build::AnySuit => (((cards | cards >> 1 | cards >> 2 | cards >> 3) & EACH) * 0b1111) << 4,
            Build::None => 0,
        }
    }

    /// How many cards move together.
    #[inline(always)]
    pub fn capacity(&self, free_cells: usize, empty_columns: usize) -> u8 {
        self.capacity[free_cells.min(MAX_CELLS)][empty_columns & 15]
    }

    /// Whether an empty column is as good as a cell for parking any card.
    #[inline(always)]
    pub fn parks_anywhere(&self) -> bool {
        self.fills_empty == self.deck
    }

    /// For every card, the cards that must be home before it goes there unasked.
    ///
    /// With `slack` 0 this is Horne's rule: nothing that could be built on the card is left in play. Each further
    /// step lets the card go one rank earlier, which can cost the win and never the truth of a solution. Built in
    /// suit, nothing but the next lower card of the suit is ever built on it, so it may always go.
    pub fn autoplay(&self, slack: i32) -> [u64; 64] {
        let mut needs = [0; 64];
        for (card, need) in needs.iter_mut().enumerate().take(Card::KINDS) {
            if self.build == Build::SameSuit {
                continue;
            }
            let last = (card / 4) as i32 - 1 - slack.max(0);
            for other in 0..Card::KINDS {
                let built = match self.build {
                    Build::AlternateColor => is_red(other) != is_red(card),
                    _ => other & 3 != card & 3,
                };
                if built && (other / 4) as i32 <= last {
                    *need |= 1 << other;
                }
            }
        }
        needs
    }
}

/// All 52 cards.
pub const ALL: u64 = (1 << Card::KINDS) - 1;

const fn is_red(card: usize) -> bool {
    matches!(card & 3, 1 | 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    #[test]
    fn tops_take_their_children() {
        for game in ["freecell", "bakers-game"] {
            let shape = GameTables::new(&preset(game).unwrap()).unwrap();
            let mut tops = 0x000f_1234_8421_9ce7_u64 & ALL;
            for _ in 0..100 {
                let some = |cards: u64| (0..52).filter(move |card| cards >> card & 1 != 0);
                let children =
                    (0..52).filter(|&card| shape.parents[card] & tops != 0).fold(0, |all, card| all | 1 << card);
                assert_eq!(shape.takes(tops), children);
                let parents = some(tops).fold(0, |all, card| all | shape.parents[card]);
                assert_eq!(shape.takers(tops) & ALL, parents);
                tops = tops.wrapping_mul(0x9e37_79b9_7f4a_7c15) & ALL;
            }
        }
    }
}
