//! What a complete search may rely on (safe moves home) and what guides it (a value).

use super::state::{Action, Place, State, cell_card};
use super::trie::EMPTY;
use super::{Interned, stuck_cards};
use crate::card::Card;
use crate::rules::{DealWhen, FoundationPiles, FoundationReturn, Rules, Stock};
use crate::engine::{Pruning, SearchEngine, Successors, expand_all};
use crate::verdict::Capacity;

/// Whether the argument of [`Interned::is_safe_home`] covers these rules.
pub fn covers(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // How the board is dealt does not matter: the argument starts from any position.
        decks,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Cards that are home leave the same room or more, in free cells and in reserves.
        cells_kind: _,
        // The set L is closed under whatever may be built, wrapping or not, and groups are built.
        build: _,
        build_wrap: _,
        group_build: _,
        // More empty columns never forbid a move, and every rule of capacity grows with room.
        empty_column: _,
        group: _,
        // Order is counted along the foundation, wherever it starts.
        foundation_base: _,
        foundation_wrap: _,
        // A suit has a pile for each deck: with one pile for all decks a twin waits for the other one's whole suit.
        foundation_piles,
        // Nothing comes back.
        foundation_return,
        // With more columns empty or more cards to move, such rows might not be dealt any more.
        stock,
    } = rules;
    let piles = match foundation_piles {
        FoundationPiles::PerDeck => true,
        FoundationPiles::PerSuit => *decks == 1,
        FoundationPiles::AnySuit => false,
    };
    let rows = match stock {
        Stock::RowDeal { when } => *when == DealWhen::Any,
        Stock::None | Stock::Waste { .. } => true,
    };
    piles && rows && *foundation_return == FoundationReturn::None
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize>
    Interned<COLUMNS, CELLS, PILES, BYTES>
{
    /// The same engine with other pruning.
    pub fn with_pruning(mut self, pruning: Pruning) -> Self {
        self.safe_home = pruning.safe_home && covers(&self.tables.rules);
        self.see_stuck = pruning.stuck && stuck_cards::covers(&self.tables.rules);
        self
    }

    /// Whether sending a card home, which must be possible, loses nothing.
    ///
    /// The card x is safe if there is a set L of kinds with x in it such that
    /// 1. whatever may be built on a kind of L, and is not home with all its copies, is in L too, and
    /// 2. of every kind of L all copies are home, or all copies of the card before it in its suit are (or it is the
    ///    base), so that each of its copies can go home at any time once it is uncovered.
    ///
    /// *Proof.* Take a solution π from a position S. Let S′ be S after x and then all uncovered cards of L in columns
    /// and cells have gone home (2 allows it). Play π from S′, leaving out moves of cards that are home in S′, sending
    /// a card of L home whenever it is uncovered, and home instead of anywhere else whenever π moves it.
    /// By induction S′ is S without some cards of L, all of which are home. Consider a move of π of a card q not in L,
    /// with a group on it. What lies on q in a run is built on it: the members of L among them are, by 1, its
    /// uppermost ones, so in S′ they are home and the group is shorter. Onto a card d: d is not in L, or q would be; d
    /// is uncovered in S and so in S′. Into an empty cell or column: empty in S′ too. Home: with N(k) copies of a
    /// kind home, q can go iff N(kind before q) > N(q); S′ has at least as many of the former and, q not being in L, as
    /// many of the latter. Free cells and empty columns are never fewer in S′, and every capacity rule grows with
    /// them. A row falls on the same columns, a turned card on the same waste. So π, shortened, wins from S′. ∎
    ///
    /// Requiring 2 for the twins of x is what several decks add: without it x could take the place on the foundation
    /// that its twin needs to get out of the way.
    pub(super) fn is_safe_home(&self, state: &State<COLUMNS, CELLS, PILES>, card: Card) -> bool {
        let decks = self.tables.rules.decks;
        let (mut members, mut fresh) = (1u64 << card.index(), 1u64 << card.index());
        while fresh != 0 {
            let member = fresh.trailing_zeros() as u8;
            fresh &= fresh - 1;
            let Some(member) = Card::from_index(member) else { return false };
            let order = self.tables.order(member);
            let before = if order == 0 { decks } else { self.copies_home(state, member, order - 1) };
            if before < decks && self.copies_home(state, member, order) < decks {
                return false;
            }
            let mut children = self.tables.built_on(member) & !members;
            while children != 0 {
                let child = children & children.wrapping_neg();
                children ^= child;
                let Some(kind) = Card::from_index(child.trailing_zeros() as u8) else { return false };
                if self.copies_home(state, kind, self.tables.order(kind)) < decks {
                    members |= child;
                    fresh |= child;
                }
            }
        }
        true
    }

    /// Piles of the card's suit that have come past this foundation order.
    fn copies_home(&self, state: &State<COLUMNS, CELLS, PILES>, card: Card, order: u8) -> u8 {
        let piles = state.piles[..self.tables.piles].iter().skip(card.suit().index()).step_by(4);
        piles.filter(|&&height| height > order).count() as u8
    }

    fn forced_home(&self, state: &State<COLUMNS, CELLS, PILES>) -> Option<Action> {
        let tables = &self.tables;
        let columns = (0..tables.columns).filter(|&i| state.columns[i] != EMPTY);
        let tops = columns.map(|i| (self.trie.node(state.columns[i]).card, Place::Column(i as u8)));
        let cells = (0..tables.cells).filter_map(|i| cell_card(state.cells[i]).map(|c| (c, Place::Cell(i as u8))));
        tops.chain(cells).find_map(|(card, from)| {
            let pile = self.home_for(state, card)?;
            self.is_safe_home(state, card).then_some(Action { from, to: Place::Pile(pile), count: 1 })
        })
    }
}

impl<const COLUMNS: usize, const CELLS: usize, const PILES: usize, const BYTES: usize> SearchEngine
    for Interned<COLUMNS, CELLS, PILES, BYTES>
{
    fn forced(&mut self, state: &Self::State) -> Option<Action> {
        if self.safe_home { self.forced_home(state) } else { None }
    }

    fn expand(&mut self, state: &Self::State, out: &mut Successors<Self::State, Action>) {
        if !(self.see_stuck && self.is_stuck(state)) {
            expand_all(self, state, out);
        }
    }

    /// Cards not home, disorder in the columns, and the room that is left.
    fn value(&self, state: &Self::State) -> u32 {
        let tables = &self.tables;
        let mut value = 2 * (u32::from(tables.cards) - u32::from(state.home));
        let mut empty = 0;
        for &column in &state.columns[..tables.columns] {
            let top = self.trie.node(column);
            empty += u32::from(column == EMPTY);
            value += 5 * u32::from(top.blockers) + 3 * u32::from(top.breaks);
        }
        let used = state.cells[..tables.cells].iter().filter(|&&c| c != 0).count() as u32;
        let room = tables.cells as u32 - used + 2 * empty;
        value + 2 * used + [24, 12, 5, 1][room.min(3) as usize]
    }

    fn held(&self) -> u64 {
        self.trie.memory()
    }

    fn is_full(&self) -> Option<Capacity> {
        self.trie.is_full().then_some(Capacity::Columns)
    }
}
