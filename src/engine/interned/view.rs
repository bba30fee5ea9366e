//! What the finder needs to see of an interned engine, whatever its size.

use crate::engine::Engine;
use crate::engine::interned::{Action, Column, EMPTY, Interned, Place, State, Tables, Trie, mix};
use crate::layout::Layout;
use crate::rules::Rules;

/// An engine whose states are open to evaluation.
pub trait InternedView: Engine<Action = Action> {
    /// An engine for these rules.
    fn build(rules: &Rules, layout: &Layout) -> Self;
    /// Another deal of the same rules.
    fn reload(&mut self, layout: &Layout);
    /// The columns met so far.
    fn trie(&self) -> &Trie;
    /// The rules as tables.
    fn tables(&self) -> &Tables;
    /// Columns.
    fn columns<'a>(&self, state: &'a Self::State) -> &'a [Column];
    /// Cells.
    fn cells<'a>(&self, state: &'a Self::State) -> &'a [u8];
    /// Empty cells that take cards.
    fn free_cells(&self, state: &Self::State) -> usize;
    /// Foundation piles.
    fn piles<'a>(&self, state: &'a Self::State) -> &'a [u8];
    /// Cards on foundations.
    fn home(&self, state: &Self::State) -> u16;
    /// Stock and waste.
    fn stock(&self, state: &Self::State) -> (Column, Column);
    /// A 64-bit hash that is equal for equal positions. Good enough to find wins, never for proofs.
    fn hash(&self, state: &Self::State) -> u64;
    /// Takes the card home, if there is a pile for it.
    fn homeward(&self, state: &Self::State, from: Place) -> Option<Action>;
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize> InternedView
    for Interned<COLUMNS, CELLS, PILES, BYTES>
{
    fn build(rules: &Rules, layout: &Layout) -> Self {
        Interned::new(rules, layout)
    }

    fn reload(&mut self, layout: &Layout) {
        self.load(layout);
    }

    fn trie(&self) -> &Trie {
        Interned::trie(self)
    }

    fn tables(&self) -> &Tables {
        Interned::tables(self)
    }

    fn columns<'a>(&self, state: &'a State<COLUMNS, CELLS, PILES>) -> &'a [Column] {
        &state.columns[..self.tables().columns]
    }

    fn cells<'a>(&self, state: &'a State<COLUMNS, CELLS, PILES>) -> &'a [u8] {
        &state.cells[..self.tables().cells]
    }

    fn free_cells(&self, state: &State<COLUMNS, CELLS, PILES>) -> usize {
        Interned::free_cells(self, state)
    }

    fn piles<'a>(&self, state: &'a State<COLUMNS, CELLS, PILES>) -> &'a [u8] {
        &state.piles[..self.tables().piles]
    }

    fn home(&self, state: &State<COLUMNS, CELLS, PILES>) -> u16 {
        u16::from(state.home)
    }

    fn stock(&self, state: &State<COLUMNS, CELLS, PILES>) -> (Column, Column) {
        (state.stock, state.waste)
    }

    fn hash(&self, state: &State<COLUMNS, CELLS, PILES>) -> u64 {
        // Cards home follow from the rest, except where piles are built regardless of suit.
        let trie = self.trie();
        let mut sum = 0u64;
        if self.columns_differ(state) {
            for &column in self.columns(state) {
                sum = sum.rotate_left(9).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(trie.node(column).hash);
            }
        } else {
            for &column in self.columns(state) {
                sum = sum.wrapping_add(trie.node(column).hash);
            }
        }
        for &cell in self.cells(state) {
            if cell != 0 {
                sum = sum.wrapping_add(mix(u64::from(cell) << 32));
            }
        }
        if state.stock != EMPTY || state.waste != EMPTY {
            let (stock, waste) = (trie.node(state.stock), trie.node(state.waste));
            sum = sum.wrapping_add(mix(stock.hash ^ waste.hash.rotate_left(17) ^ u64::from(state.redeals)));
        }
        if self.tables().any_suit {
            for &pile in self.piles(state) {
                sum = sum.wrapping_add(mix(u64::from(pile) << 40));
            }
        }
        mix(sum ^ u64::from(state.home)).max(1)
    }

    fn homeward(&self, state: &State<COLUMNS, CELLS, PILES>, from: Place) -> Option<Action> {
        if self.tables().any_suit {
            return None;
        }
        let card = self.top_card(state, from)?;
        self.home_for(state, card).map(|pile| Action { from, to: Place::Pile(pile), count: 1 })
    }
}

/// A move of a whole column into an empty one, where it does not matter which column is which.
#[inline]
pub fn is_idle<B: InternedView>(view: &B, state: &B::State, action: Action) -> bool {
    let (Place::Column(from), Place::Column(to)) = (action.from, action.to) else { return false };
    let columns = view.columns(state);
    columns[to as usize] == EMPTY
        && view.trie().node(columns[from as usize]).len == action.count
        && view.stock(state).0 == EMPTY
}
