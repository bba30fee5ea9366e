//! Applies an action to a state.

use super::Interned;
use super::state::{Action, Place, State, cell_card};
use super::trie::EMPTY;
use crate::card::{Card, Suit};

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize>
    Interned<COLUMNS, CELLS, PILES, BYTES>
{
    /// The deepest card that an action moves.
    pub(super) fn moved_card(&self, state: &State<COLUMNS, CELLS, PILES>, action: Action) -> Option<Card> {
        let top = |column, depth| {
            let node = self.trie.node(self.trie.drop(column, depth));
            (node.len > 0).then_some(node.card)
        };
        match action.from {
            Place::Column(i) => top(state.columns[i as usize], action.count.saturating_sub(1)),
            Place::Cell(i) => cell_card(state.cells[i as usize]),
            Place::Pile(i) => {
                let height = state.piles[i as usize];
                self.tables.at_order((height.checked_sub(1)?) % self.tables.ranks, Suit::ALL[i as usize % 4])
            }
            Place::Stock => top(state.stock, 0),
            Place::Waste => top(state.waste, 0),
            Place::Tableau => None,
        }
    }

    /// The card on top of a column, a cell or the waste.
    #[inline]
    pub fn top_card(&self, state: &State<COLUMNS, CELLS, PILES>, from: Place) -> Option<Card> {
        let top = |column| {
            let node = self.trie.node(column);
            (node.len > 0).then_some(node.card)
        };
        match from {
            Place::Column(i) => top(state.columns[i as usize]),
            Place::Cell(i) => cell_card(state.cells[i as usize]),
            Place::Waste => top(state.waste),
            _ => None,
        }
    }

    /// The state after a legal action.
    #[inline]
    pub(super) fn play(
        &mut self,
        state: &State<COLUMNS, CELLS, PILES>,
        action: Action,
    ) -> State<COLUMNS, CELLS, PILES> {
        let mut next = *state;
        let (tables, trie) = (&self.tables, &mut self.trie);
        match (action.from, action.to) {
            (Place::Column(from), Place::Column(to)) => {
                let (source, target) = (state.columns[from as usize], state.columns[to as usize]);
                next.columns[from as usize] = trie.drop(source, action.count);
                next.columns[to as usize] = trie.push_run(target, source, action.count, tables);
            }
            (Place::Stock, Place::Tableau) => {
                for column in &mut next.columns[..action.count as usize] {
                    let top = *trie.node(next.stock);
                    *column = trie.push(*column, top.card, tables);
                    next.stock = top.below;
                }
            }
            (Place::Waste, Place::Stock) => {
                // The bottom card of the waste is the first to be dealt again, so it ends on top of
                // the stock.
                next.stock = EMPTY;
                while next.waste != EMPTY {
                    let top = *trie.node(next.waste);
                    next.stock = trie.push(next.stock, top.card, tables);
                    next.waste = top.below;
                }
                next.redeals -= 1;
            }
            (from, to) => {
                let Some(card) = self.moved_card(state, action) else {
                    debug_assert!(false, "legal actions move a card");
                    return next;
                };
                let (tables, trie) = (&self.tables, &mut self.trie);
                match from {
                    Place::Column(i) => next.columns[i as usize] = trie.node(next.columns[i as usize]).below,
                    Place::Cell(i) => next.cells[i as usize] = 0,
                    Place::Waste => next.waste = trie.node(next.waste).below,
                    Place::Stock => next.stock = trie.node(next.stock).below,
                    Place::Pile(i) => {
                        next.piles[i as usize] -= 1;
                        next.home -= 1;
                    }
                    Place::Tableau => {}
                }
                match to {
                    Place::Column(i) => {
                        next.columns[i as usize] = trie.push(next.columns[i as usize], card, tables);
                    }
                    Place::Cell(i) => next.cells[i as usize] = card.index() + 1,
                    Place::Pile(i) => {
                        next.piles[i as usize] += 1;
                        next.home += 1;
                    }
                    Place::Waste => next.waste = trie.push(next.waste, card, tables),
                    Place::Stock | Place::Tableau => {}
                }
            }
        }
        next
    }
}
