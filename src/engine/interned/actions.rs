//! Generates all legal actions: every top card and every movable run to every destination.

use super::Interned;
use super::state::{Action, Place, State, cell_card};
use super::trie::EMPTY;
use crate::card::{Card, Suit};
use crate::rules::{DealWhen, Stock};

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize>
    Interned<COLUMNS, CELLS, PILES, BYTES>
{
    pub(super) fn list_actions(&mut self, state: &State<COLUMNS, CELLS, PILES>, out: &mut Vec<Action>) {
        let before = out.len();
        let tables = &self.tables;
        let free_cells = self.free_cells(state);
        let empty_cell = match tables.cells_take {
            true => state.cells[..tables.cells].iter().position(|&c| c == 0),
            false => None,
        };
        let empty_columns = state.columns[..tables.columns].iter().filter(|&&c| c == EMPTY).count();
        let onto_column = tables.largest_group(free_cells, empty_columns);
        let onto_empty = tables.largest_group(free_cells, empty_columns.saturating_sub(1));
        let columns_differ = self.columns_differ(state);

        let destinations = |from: Option<usize>| {
            let mut seen_empty = false;
            (0..tables.columns).filter(move |&to| {
                let empty = state.columns[to] == EMPTY;
                let again = empty && seen_empty && !columns_differ;
                seen_empty |= empty;
                Some(to) != from && !again
            })
        };
        let takes = |to: usize, card: Card| {
            let onto = state.columns[to];
            match onto == EMPTY {
                true => tables.fills_empty.contains(card),
                false => tables.build_on(card).contains(self.trie.node(onto).card),
            }
        };

        for from in 0..tables.columns {
            let column = state.columns[from];
            if column == EMPTY {
                continue;
            }
            let place = Place::Column(from as u8);
            let top = self.trie.node(column);
            for to in destinations(Some(from)) {
                let most = if state.columns[to] == EMPTY { onto_empty } else { onto_column }.min(top.run);
                let mut node = top;
                for count in 1..=most {
                    if takes(to, node.card) {
                        out.push(Action { from: place, to: Place::Column(to as u8), count });
                    }
                    node = self.trie.node(node.below);
                }
            }
            out.extend(empty_cell.map(|cell| Action { from: place, to: Place::Cell(cell as u8), count: 1 }));
            self.home_actions(state, top.card, place, out);
        }
        let cells =
            (0..tables.cells).filter_map(|i| cell_card(state.cells[i]).map(|card| (card, Place::Cell(i as u8))));
        let waste = (state.waste != EMPTY).then(|| (self.trie.node(state.waste).card, Place::Waste));
        for (card, place) in cells.chain(waste) {
            for to in destinations(None).filter(|&to| takes(to, card)) {
                out.push(Action { from: place, to: Place::Column(to as u8), count: 1 });
            }
            let cell = empty_cell.filter(|_| place == Place::Waste);
            out.extend(cell.map(|cell| Action { from: place, to: Place::Cell(cell as u8), count: 1 }));
            self.home_actions(state, card, place, out);
        }
        if tables.returns_to_columns {
            for (card, place) in self.tops_home(state) {
                for to in destinations(None).filter(|&to| takes(to, card)) {
                    out.push(Action { from: place, to: Place::Column(to as u8), count: 1 });
                }
                if let Some(cell) = empty_cell.filter(|_| tables.returns_to_cells) {
                    out.push(Action { from: place, to: Place::Cell(cell as u8), count: 1 });
                }
            }
        }
        self.stock_actions(state, empty_columns, out.len() > before, out);
    }

    /// Actions of a single card to a foundation.
    fn home_actions(&self, state: &State<COLUMNS, CELLS, PILES>, card: Card, from: Place, out: &mut Vec<Action>) {
        if self.tables.any_suit {
            let piles = (0..self.tables.piles).filter(|&i| self.any_suit_takes(state.piles[i], card));
            out.extend(piles.map(|i| Action { from, to: Place::Pile(i as u8), count: 1 }));
        } else if let Some(pile) = self.home_for(state, card) {
            out.push(Action { from, to: Place::Pile(pile), count: 1 });
        }
    }

    fn stock_actions(
        &self,
        state: &State<COLUMNS, CELLS, PILES>,
        empty_columns: usize,
        can_move: bool,
        out: &mut Vec<Action>,
    ) {
        let stock = self.trie.node(state.stock).len;
        match self.tables.rules.stock {
            Stock::None => {}
            Stock::RowDeal { when } => {
                let allowed = match when {
                    DealWhen::Any => true,
                    DealWhen::NoMoves => !can_move,
                    DealWhen::NoEmptyColumn => empty_columns == 0,
                };
                if allowed && stock > 0 {
                    let count = stock.min(self.tables.columns as u8);
                    out.push(Action { from: Place::Stock, to: Place::Tableau, count });
                }
            }
            Stock::Waste { .. } => {
                let waste = self.trie.node(state.waste).len;
                if stock > 0 {
                    out.push(Action { from: Place::Stock, to: Place::Waste, count: 1 });
                } else if state.redeals > 0 && waste > 0 {
                    out.push(Action { from: Place::Waste, to: Place::Stock, count: waste });
                }
            }
        }
    }

    /// The foundation pile that takes this card next; of equal piles the first.
    #[inline]
    pub fn home_for(&self, state: &State<COLUMNS, CELLS, PILES>, card: Card) -> Option<u8> {
        let order = self.tables.order(card);
        let mut pile = card.suit().index();
        while pile < self.tables.piles {
            let height = state.piles[pile];
            if height % self.tables.ranks == order && height < self.tables.pile_capacity {
                return Some(pile as u8);
            }
            pile += 4;
        }
        None
    }

    fn any_suit_takes(&self, pile: u8, card: Card) -> bool {
        let (base, height) = (pile >> 4, pile & 15);
        height < self.tables.pile_capacity
            && base < self.tables.ranks
            && (base + height) % self.tables.ranks == self.tables.order(card)
    }

    /// The top cards of the foundation piles, each kind once, with the last of equal piles.
    fn tops_home<'a>(&'a self, state: &'a State<COLUMNS, CELLS, PILES>) -> impl Iterator<Item = (Card, Place)> + 'a {
        let piles = (0..self.tables.piles).filter(move |&pile| {
            let height = state.piles[pile];
            let next = pile + 4;
            height > 0 && !(next < self.tables.piles && state.piles[next] == height)
        });
        piles.filter_map(|pile| {
            let order = (state.piles[pile] - 1) % self.tables.ranks;
            self.tables.at_order(order, Suit::ALL[pile % 4]).map(|card| (card, Place::Pile(pile as u8)))
        })
    }

    /// Number of empty cells that accept cards.
    #[inline]
    pub fn free_cells(&self, state: &State<COLUMNS, CELLS, PILES>) -> usize {
        match self.tables.cells_take {
            true => state.cells[..self.tables.cells].iter().filter(|&&c| c == 0).count(),
            false => 0,
        }
    }
}
