//! A view of interned states that is independent of the engine's size, for evaluations and win
//! searches.

use crate::container::random::mix;
use crate::engine::Engine;
use crate::engine::interned::{Action, Column, EMPTY, Interned, Place, State, Tables, Trie};
use crate::layout::Layout;
use crate::rules::Rules;

/// An interned engine whose states can be inspected.
pub trait InternedView: Engine<Action = Action> {
    /// An engine for these rules.
    fn build(rules: &Rules, layout: &Layout) -> Self;
    /// Loads another deal of the same rules.
    fn reload(&mut self, layout: &Layout);
    /// The columns interned so far.
    fn trie(&self) -> &Trie;
    /// The rule tables.
    fn tables(&self) -> &Tables;
    /// The columns of a state.
    fn columns<'a>(&self, state: &'a Self::State) -> &'a [Column];
    /// The cells of a state.
    fn cells<'a>(&self, state: &'a Self::State) -> &'a [u8];
    /// Number of empty cells that accept cards.
    fn free_cells(&self, state: &Self::State) -> usize;
    /// The foundation piles of a state.
    fn piles<'a>(&self, state: &'a Self::State) -> &'a [u8];
    /// Number of cards on foundations.
    fn home(&self, state: &Self::State) -> u16;
    /// Stock and waste.
    fn stock(&self, state: &Self::State) -> (Column, Column);
    /// A 64-bit hash, equal for states that are equal up to symmetry. For win searches only: a
    /// proof needs exact keys.
    fn hash(&self, state: &Self::State) -> u64;
    /// The home move of the top card of a pile, if it is legal. `None` for foundations of any suit.
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
        // The foundations follow from the rest, except where piles are built regardless of suit.
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

/// Whether an action has no effect up to symmetry: it moves a whole column into an empty one.
#[inline]
pub fn is_idle<B: InternedView>(view: &B, state: &B::State, action: Action) -> bool {
    let (Place::Column(from), Place::Column(to)) = (action.from, action.to) else { return false };
    let columns = view.columns(state);
    columns[to as usize] == EMPTY
        && view.trie().node(columns[from as usize]).len == action.count
        && view.stock(state).0 == EMPTY
}
