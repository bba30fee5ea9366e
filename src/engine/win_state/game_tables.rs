//! The rules of the win search: sets over the 52 cards and a table of group sizes.
//!
//! Sets of cards are words, so "which column tops can take this card" is one AND. All
//! differences between games are in these tables; the search does not branch on rule keys.

use crate::card::{Card, Rank};
use crate::card_set::IndexSet;
use crate::engine::rulebook::Rulebook;
use crate::rules::{Build, CellKind, FoundationBase, FoundationPiles, Group, Rules, Stock};

/// Maximum number of columns of a state.
pub const MAX_COLUMNS: usize = 12;
/// Maximum number of cells.
pub const MAX_CELLS: usize = 8;

/// Rule tables of one game. Arrays indexed by card have 64 entries, so that a masked index needs no
/// bounds check.
#[derive(Clone)]
pub struct GameTables {
    /// By card: the cards it may be built on.
    pub parents: [IndexSet; 64],
    /// The same as lists of length [`GameTables::fan`]; those of kings are meaningless.
    pub onto: [[u8; 4]; 64],
    /// The number of cards that a card may be built on.
    pub fan: usize,
    /// Cards in play.
    pub deck: IndexSet,
    /// Cards that may fill an empty column.
    pub fills_empty: IndexSet,
    /// Largest group, by free cells and by empty columns other than the destination.
    capacity: [[u8; 16]; MAX_CELLS + 1],
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: usize,
    build: Build,
}

/// Whether the win search supports the rules.
fn plays(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Play may start from any state.
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Cards never return here: a win without return is a win.
        foundation_return: _,
        // Compiled into sets.
        empty_column: _,
        // A rank is four bits of a set, starting with the ace, and runs are consecutive ranks.
        decks,
        ranks: _,
        strip_ranks,
        build,
        build_wrap,
        foundation_base,
        foundation_wrap,
        foundation_piles,
        // Limited by the size of a state; cells must take cards.
        columns,
        cells,
        cells_kind,
        // A built run moves as a group, up to the capacity.
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
    /// The tables of these rules; `None` if the win search does not support them.
    pub fn new(rules: &Rules) -> Option<GameTables> {
        if !plays(rules) {
            return None;
        }
        let mut game = GameTables {
            parents: [IndexSet::EMPTY; 64],
            onto: [[0; 4]; 64],
            fan: match rules.build {
                Build::AlternateColor => 2,
                Build::SameSuit => 1,
                Build::AnySuit => 4,
                Build::None => 0,
            },
            deck: IndexSet::from_bits((1 << (4 * rules.ranks.min(13))) - 1),
            fills_empty: IndexSet::EMPTY,
            capacity: [[0; 16]; MAX_CELLS + 1],
            columns: rules.columns.len(),
            cells: rules.cells as usize,
            build: rules.build,
        };
        let book = Rulebook::with_base(rules, Some(Rank::ACE));
        for card in book.in_play {
            let at = card.index() as usize;
            game.parents[at] = book.build_on[at].indices();
            for (slot, parent) in game.onto[at].iter_mut().zip(book.build_on[at]) {
                *slot = parent.index();
            }
        }
        game.fills_empty = book.fills_empty.indices();
        for (free, row) in game.capacity.iter_mut().enumerate() {
            for (empty, size) in row.iter_mut().enumerate() {
                *size = book.largest_group(free, empty).min(13);
            }
        }
        Some(game)
    }

    /// The cards that can be built on some of these column tops.
    #[inline(always)]
    pub fn takes(&self, tops: IndexSet) -> IndexSet {
        // One rank lower is a shift by four.
        IndexSet::from_bits(self.suits_built_with(tops) >> 4)
    }

    /// The cards that some of these cards can be built on. The numbers above the cards are
    /// meaningless.
    #[inline(always)]
    pub fn takers(&self, cards: IndexSet) -> IndexSet {
        IndexSet::from_bits(self.suits_built_with(cards) << 4)
    }

    /// The cards of the same ranks in the suits that these cards are built with. Building goes by
    /// suit alike in both directions.
    #[inline(always)]
    fn suits_built_with(&self, cards: IndexSet) -> u64 {
        // Four bits per rank: the suit is the bit within the rank.
        const EACH: u64 = 0x1111_1111_1111_1111;
        let cards = cards.bits();
        match self.build {
            Build::AlternateColor => {
                let red = (cards >> 1 | cards >> 2) & EACH;
                let black = (cards | cards >> 3) & EACH;
                (red * 0b1001) | (black * 0b0110)
            }
            Build::SameSuit => cards,
            Build::AnySuit => ((cards | cards >> 1 | cards >> 2 | cards >> 3) & EACH) * 0b1111,
            Build::None => 0,
        }
    }

    /// Largest group that may move.
    #[inline(always)]
    pub fn capacity(&self, free_cells: usize, empty_columns: usize) -> u8 {
        self.capacity[free_cells.min(MAX_CELLS)][empty_columns & 15]
    }

    /// Whether every card may be parked in an empty column.
    #[inline(always)]
    pub fn parks_anywhere(&self) -> bool {
        self.fills_empty == self.deck
    }

    /// By card: the cards that must be home before it is sent home automatically.
    ///
    /// With `slack` 0 this is Horne's rule: no card that could be built on it is left in play. Each
    /// further unit of slack lets the card go one rank earlier. This can miss wins but never makes
    /// a solution invalid. With building in suit, only the next lower card of the suit is ever
    /// built on a card, so it may always go.
    pub fn autoplay(&self, slack: i32) -> [IndexSet; 64] {
        let mut needs = [IndexSet::EMPTY; 64];
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
                    need.insert(other as u8);
                }
            }
        }
        needs
    }
}

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
            let game = GameTables::new(&preset(game).unwrap()).unwrap();
            let mut bits = 0x000f_1234_8421_9ce7_u64;
            for _ in 0..100 {
                let tops = IndexSet::from_bits(bits) & IndexSet::CARDS;
                let children: IndexSet = (0..52).filter(|&card| game.parents[card as usize].meets(tops)).collect();
                assert_eq!(game.takes(tops), children);
                let parents = tops.into_iter().fold(IndexSet::EMPTY, |all, card| all | game.parents[card as usize]);
                assert_eq!(game.takers(tops) & IndexSet::CARDS, parents);
                bits = tops.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
    }
}
