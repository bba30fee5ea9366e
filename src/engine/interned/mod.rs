//! The general engine: several decks, stocks, up to 20 columns, 20 cells and 208 cards.
//!
//! A state consists of column numbers, cells, foundation heights and the stock. Columns are
//! interned in a [`trie`] that belongs to the deal, so equal contents have equal numbers. Equal
//! cards of different decks are therefore interchangeable by construction, and equality is exact.
//! Interning columns is the idea of Freecell Solver's "compact state" indirection; in a trie,
//! columns share their lower parts as well.
//!
//! The engine is monomorphised by size ([`TwoDecks`], [`FourDecks`], …). Rules that differ within a
//! size are sets and tables ([`tables`]).

mod actions;
mod apply;
mod key;
pub mod safe_home;
mod state;
pub mod stuck_cards;
mod tables;
mod trie;
pub mod view;

pub use key::Key;
pub use state::{Action, Place, State};
pub use tables::Tables;
pub use trie::{Column, EMPTY, Trie};

use super::Engine;
use crate::card::{Card, Suit};
use crate::layout::{FoundationPile, Layout};
use crate::moves::{Move, Pile};
use crate::rules::{Rules, Stock};

/// Up to 6 columns and 8 foundation piles, no cells: games played from a stock.
#[cfg(not(target_family = "wasm"))]
pub type StockGames = Interned<6, 0, 8, 28>;
/// Up to 10 columns, 8 cells and 8 foundation piles; 39 bytes hold a two-deck state without a
/// stock.
#[cfg(not(target_family = "wasm"))]
pub type TwoDecks = Interned<10, 8, 8, 39>;
/// Up to 14 columns, 14 cells and 16 foundation piles.
#[cfg(not(target_family = "wasm"))]
pub type FourDecks = Interned<14, 14, 16, 59>;
// In a browser every byte of the program is loaded first, so one instance plays all games. States are larger; searches
// expand the same ones in the same order.
/// The instance for every game.
#[cfg(target_family = "wasm")]
pub type StockGames = Anything;
/// The instance for every game.
#[cfg(target_family = "wasm")]
pub type TwoDecks = Anything;
/// The instance for every game.
#[cfg(target_family = "wasm")]
pub type FourDecks = Anything;
/// Any game that the rules can describe.
pub type Anything = Interned<20, 20, 16, 96>;

/// The engine of one deal. The parameters are the maximum numbers of columns, cells and foundation
/// piles, and the length of a key.
#[derive(Clone, Debug)]
pub struct Interned<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize> {
    tables: Tables,
    trie: Trie,
    start: State<COLUMNS, CELLS, PILES>,
    /// Whether safe home moves are forced.
    safe_home: bool,
    /// Whether states with a stuck card are pruned.
    prune_stuck: bool,
    scratch: stuck_cards::Scratch,
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize>
    Interned<COLUMNS, CELLS, PILES, BYTES>
{
    /// Whether states of these rules fit into this size.
    pub fn supports(rules: &Rules) -> bool {
        rules.columns.len() <= COLUMNS
            && rules.cells as usize <= CELLS
            && rules.foundation_piles() <= PILES
            && Self::key_bits(rules) <= 8 * BYTES as u32
    }

    /// The engine for a deal. The rules must be supported and the layout must belong to them.
    pub fn new(rules: &Rules, layout: &Layout) -> Self {
        debug_assert!(Self::supports(rules));
        let mut engine = Interned {
            tables: Tables::new(rules, layout),
            trie: Trie::new(),
            start: State::EMPTY,
            safe_home: false,
            prune_stuck: false,
            scratch: stuck_cards::Scratch::default(),
        };
        engine.safe_home = safe_home::covers(rules);
        engine.prune_stuck = stuck_cards::covers(rules);
        engine.start = engine.pack(layout);
        engine
    }

    /// Loads another deal of the same rules and keeps the memory.
    pub fn load(&mut self, layout: &Layout) {
        self.tables = Tables::new(&self.tables.rules, layout);
        self.trie.clear();
        self.start = self.pack(layout);
    }

    /// The columns interned so far.
    pub fn trie(&self) -> &Trie {
        &self.trie
    }

    /// The same engine with a trie that is full after `columns` more columns.
    #[cfg(test)]
    pub(crate) fn with_room_for(mut self, columns: usize) -> Self {
        self.trie.fill_up_after(columns);
        self
    }

    /// The rule tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Packs a layout.
    pub fn pack(&mut self, layout: &Layout) -> State<COLUMNS, CELLS, PILES> {
        let mut state = State { home: layout.cards_home() as u8, redeals: layout.redeals, ..State::EMPTY };
        for (place, column) in state.columns.iter_mut().zip(&layout.columns) {
            *place = self.intern(column.iter());
        }
        state.stock = self.intern(layout.stock.iter().rev());
        state.waste = self.intern(layout.waste.iter());
        for (place, cell) in state.cells.iter_mut().zip(&layout.cells) {
            *place = cell.map_or(0, |card| card.index() + 1);
        }
        for (i, pile) in layout.foundations.iter().enumerate() {
            state.piles[i] = match self.tables.any_suit {
                true => state::any_suit_pile(self.base_place(pile), pile.count),
                false => pile.count,
            };
        }
        if !self.tables.any_suit {
            for suit in 0..4 {
                for a in (suit..self.tables.piles).step_by(4) {
                    for b in (a..self.tables.piles).step_by(4) {
                        if state.piles[b] > state.piles[a] {
                            state.piles.swap(a, b);
                        }
                    }
                }
            }
        }
        state
    }

    fn base_place(&self, pile: &FoundationPile) -> u8 {
        pile.base.map_or(state::NO_BASE, |base| self.tables.rules.order().place(base) as u8)
    }

    fn intern<'a>(&mut self, cards: impl Iterator<Item = &'a Card>) -> Column {
        cards.fold(EMPTY, |column, &card| self.trie.push(column, card, &self.tables))
    }

    /// Whether column order matters because rows are still to be dealt.
    #[inline]
    pub fn columns_differ(&self, state: &State<COLUMNS, CELLS, PILES>) -> bool {
        state.stock != EMPTY && matches!(self.tables.rules.stock, Stock::RowDeal { .. })
    }
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize> Engine
    for Interned<COLUMNS, CELLS, PILES, BYTES>
{
    type State = State<COLUMNS, CELLS, PILES>;
    type Key = Key<BYTES>;
    type Action = Action;

    fn start(&self) -> Self::State {
        self.start
    }

    fn actions(&mut self, state: &Self::State, out: &mut Vec<Action>) {
        self.list_actions(state, out);
    }

    fn apply(&mut self, state: &Self::State, action: Action) -> Self::State {
        self.play(state, action)
    }

    fn key(&self, state: &Self::State) -> Self::Key {
        self.pack_key(state)
    }

    fn restore(&mut self, key: &Self::Key) -> Self::State {
        self.unpack_key(key)
    }

    fn is_won(&self, state: &Self::State) -> bool {
        u16::from(state.home) == self.tables.cards
    }

    fn multiplicity(&self, state: &Self::State, action: Action) -> u64 {
        match action.to {
            Place::Cell(_) => state.cells[..self.tables.cells].iter().filter(|&&c| c == 0).count() as u64,
            Place::Column(to) if state.columns[to as usize] == EMPTY && !self.columns_differ(state) => {
                state.columns[..self.tables.columns].iter().filter(|&&c| c == EMPTY).count() as u64
            }
            _ => 1,
        }
    }

    fn to_move(&self, state: &Self::State, action: Action) -> Move {
        let pile = |place: Place, source: bool| match place {
            Place::Column(i) => Pile::Column(i),
            Place::Cell(i) => Pile::Cell(i),
            Place::Pile(i) => Pile::Foundation((self.tables.any_suit && !source).then_some(i)),
            Place::Stock => Pile::Stock,
            Place::Waste => Pile::Waste,
            Place::Tableau => Pile::Tableau,
        };
        let card = match (action.from, action.to) {
            (Place::Stock, Place::Tableau) | (Place::Waste, Place::Stock) => None,
            _ => self.moved_card(state, action),
        };
        Move { card, count: action.count, from: pile(action.from, true), to: pile(action.to, false) }
    }

    fn unpack(&self, state: &Self::State) -> Layout {
        let mut layout = Layout::empty(&self.tables.rules);
        self.unpack_into(state, &mut layout);
        layout
    }
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize>
    Interned<COLUMNS, CELLS, PILES, BYTES>
{
    /// Writes the position into a layout of the same game, whose memory is used again.
    pub fn unpack_into(&self, state: &State<COLUMNS, CELLS, PILES>, layout: &mut Layout) {
        let tables = &self.tables;
        let refill = |cards: &mut Vec<Card>, column: Column| {
            cards.clear();
            cards.extend(self.trie.cards(column));
            cards.reverse();
        };
        for (cards, &column) in layout.columns.iter_mut().zip(&state.columns) {
            refill(cards, column);
        }
        refill(&mut layout.stock, state.stock);
        layout.stock.reverse();
        refill(&mut layout.waste, state.waste);
        for (place, &cell) in layout.cells.iter_mut().zip(&state.cells) {
            *place = state::cell_card(cell);
        }
        for (i, pile) in layout.foundations.iter_mut().enumerate() {
            *pile = match tables.any_suit {
                true => {
                    let (place, count) = (state.piles[i] >> 4, state.piles[i] & 15);
                    let order = tables.rules.order();
                    // Keys forget the base of a full pile; any rank will do then.
                    let full = order.bottom().filter(|_| count == tables.pile_capacity);
                    FoundationPile { suit: None, base: order.iter().nth(place as usize).or(full), count }
                }
                false => {
                    let suit = Suit::ALL[i % 4];
                    let base = tables.at_order(0, suit).map(|card| card.rank());
                    FoundationPile { suit: Some(suit), base, count: state.piles[i] }
                }
            };
        }
        layout.redeals = state.redeals;
    }
}
