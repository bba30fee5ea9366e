//! Columns interned in a trie. A node is a card and the node below it; a column is the number of
//! its top node.
//!
//! Within a deal, a few thousand different columns occur in millions of states. Interning makes a
//! column one number: numbers are equal if and only if the contents are, removing a card is a step
//! to the parent node, and everything that depends on a column alone (length, movable run,
//! disorder, kinds, hash) is computed once, when the node is created.
//!
//! Invariant: nodes are only added, so numbers stay valid until [`Trie::clear`].

use super::tables::Tables;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::container::footprint::Footprint;
use crate::container::random::mix;

/// A column: the number of its top node. 0 is the empty column.
pub type Column = u32;

/// The empty column.
pub const EMPTY: Column = 0;

/// Number of bits of a column number in a key.
pub const COLUMN_BITS: u32 = 23;

/// Columns that may still be added when the trie is full: more than the expansion of a state adds.
const ROOM_FOR_A_STATE: usize = 1 << 14;

/// A column and everything that depends on it alone.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The column without its top card.
    pub below: Column,
    /// The top card.
    pub card: Card,
    /// Number of cards in the column.
    pub len: u8,
    /// Length of the movable run at the top.
    pub run: u8,
    /// Number of cards that do not lie on a legal parent; the bottom card is not counted.
    pub breaks: u8,
    /// Number of cards with a card of lower foundation order somewhere below them.
    pub blockers: u8,
    /// Number of cards with a lower card of their own suit somewhere below: each must move before
    /// it can go home.
    pub suit_blockers: u8,
    /// Number of runs that contain a card counted in `blockers`.
    pub blocked_runs: u8,
    /// Whether the run at the top is counted in `blocked_runs`.
    run_blocked: bool,
    /// The lowest foundation order in the column.
    pub lowest: u8,
    /// Number of pairs of cards of which the one with lower foundation order lies below the other.
    pub inversions: u16,
    /// Such pairs within one suit.
    pub suit_inversions: u16,
    /// The kinds of card in the column.
    pub kinds: CardSet,
    /// Hash of the contents; independent of the order in which nodes were created.
    pub hash: u64,
}

const ROOT: Node = Node {
    below: EMPTY,
    card: match Card::from_index(0) {
        Some(card) => card,
        None => unreachable!(),
    },
    len: 0,
    run: 0,
    breaks: 0,
    blockers: 0,
    suit_blockers: 0,
    blocked_runs: 0,
    run_blocked: false,
    lowest: u8::MAX,
    inversions: 0,
    suit_inversions: 0,
    kinds: CardSet::EMPTY,
    hash: 0,
};

/// The columns interned so far.
#[derive(Clone, Debug)]
pub struct Trie {
    nodes: Vec<Node>,
    /// Open addressing by parent and card: node numbers, 0 if free.
    slots: Vec<Column>,
    /// Number of columns that there are numbers for.
    most: usize,
}

impl Footprint for Trie {
    fn footprint(&self) -> u64 {
        self.nodes.footprint() + self.slots.footprint()
    }
}

impl Default for Trie {
    fn default() -> Trie {
        Trie::new()
    }
}

impl Trie {
    /// A trie with the empty column only.
    pub fn new() -> Trie {
        Trie { nodes: vec![ROOT], slots: vec![0; 1 << 12], most: 1 << COLUMN_BITS }
    }

    /// Removes all columns and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.truncate(1);
        self.slots.fill(0);
    }

    /// The top node of a column.
    #[inline]
    pub fn node(&self, column: Column) -> &Node {
        &self.nodes[column as usize]
    }

    /// Whether column numbers are nearly exhausted ([`COLUMN_BITS`]). Leaves room for expanding one
    /// more state.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + ROOM_FOR_A_STATE >= self.most
    }

    /// Makes the trie full after `columns` more columns; filling it really takes hundreds of megabytes.
    #[cfg(test)]
    pub fn fill_up_after(&mut self, columns: usize) {
        self.most = self.nodes.len() + columns + ROOM_FOR_A_STATE;
    }

    /// The column with one more card on top.
    #[inline]
    pub fn push(&mut self, column: Column, card: Card, tables: &Tables) -> Column {
        let mask = self.slots.len() - 1;
        let mut slot = spread(column, card) as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return self.insert(slot, column, card, tables);
            }
            let node = &self.nodes[found as usize];
            if node.below == column && node.card == card {
                return found;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, slot: usize, column: Column, card: Card, tables: &Tables) -> Column {
        let number = self.nodes.len() as Column;
        self.nodes.push(self.describe(column, card, tables));
        self.slots[slot] = number;
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            let mut slot = spread(node.below, node.card) as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as Column;
        }
    }

    fn describe(&self, column: Column, card: Card, tables: &Tables) -> Node {
        let below = *self.node(column);
        let order = tables.order(card);
        let first = below.len == 0;
        let on = |kinds: CardSet| !first && kinds.contains(below.card);
        let lower = || self.cards(column).filter(|&c| tables.order(c) < order);
        let of_suit = lower().filter(|c| c.suit() == card.suit()).count();
        let joins = on(tables.group_on(card));
        let blocks = below.lowest < order;
        let counted = joins && below.run_blocked;
        Node {
            below: column,
            card,
            len: below.len + 1,
            run: if joins { below.run + 1 } else { 1 },
            breaks: below.breaks + u8::from(!first && !on(tables.build_on(card))),
            blockers: below.blockers + u8::from(blocks),
            suit_blockers: below.suit_blockers + u8::from(of_suit > 0),
            blocked_runs: below.blocked_runs + u8::from(blocks && !counted),
            run_blocked: counted || blocks,
            lowest: below.lowest.min(order),
            inversions: below.inversions + lower().count() as u16,
            suit_inversions: below.suit_inversions + of_suit as u16,
            kinds: below.kinds | CardSet::of(card),
            hash: mix(below.hash ^ (u64::from(card.index()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        }
    }

    /// The cards of a column, top card first.
    pub fn cards(&self, column: Column) -> impl Iterator<Item = Card> + '_ {
        let mut at = column;
        std::iter::from_fn(move || {
            let node = self.node(at);
            (node.len > 0).then(|| {
                at = node.below;
                node.card
            })
        })
    }

    /// The column without its `count` top cards.
    #[inline]
    pub fn drop(&self, column: Column, count: u8) -> Column {
        (0..count).fold(column, |at, _| self.node(at).below)
    }

    /// The column with the `count` top cards of another one on top, in their order.
    #[inline]
    pub fn push_run(&mut self, column: Column, from: Column, count: u8, tables: &Tables) -> Column {
        if count == 0 {
            return column;
        }
        let node = self.node(from);
        let (card, below) = (node.card, node.below);
        let under = self.push_run(column, below, count - 1, tables);
        self.push(under, card, tables)
    }
}

#[inline]
fn spread(column: Column, card: Card) -> u64 {
    ((u64::from(column) << 6 | u64::from(card.index())).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32
}
