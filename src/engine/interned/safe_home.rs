//! Forced home moves of the interned engine, and its heuristic for best-first search.
//!
//! The argument is at [`Interned::is_safe_home`]. It is the one-deck argument with copies of a kind
//! counted: a home move must not take the turn on the foundation that another copy of the card
//! needs.

use super::state::{Action, Place, State, cell_card};
use super::trie::EMPTY;
use super::{Interned, stuck_cards};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::container::footprint::Footprint;
use crate::engine::{Pruning, SearchEngine, SuccessorBuffer, expand_all};
use crate::rules::{DealWhen, FoundationPiles, FoundationReturn, Rules, Stock};
use crate::verdict::Capacity;

/// Whether the argument of [`Interned::is_safe_home`] covers these rules.
pub fn covers(rules: &Rules) -> bool {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // How the board is dealt does not matter: the argument starts from any state.
        decks,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        // Cards that are home leave at least as much room, in free cells and in reserves.
        cells_kind: _,
        // L is closed under building, wrapping or not, and groups are built sequences.
        build: _,
        build_wrap: _,
        group_build: _,
        // More empty columns never forbid a move, and every capacity rule is monotone in room.
        empty_column: _,
        group: _,
        // Foundation order counts from the base, whatever it is.
        foundation_base: _,
        foundation_wrap: _,
        // Each suit needs one pile per deck: with one pile for all decks a copy waits for the whole
        // suit of the other deck.
        foundation_piles,
        // No card returns.
        foundation_return,
        // Other deal conditions: with more empty columns or more legal moves, a row might not be
        // dealt any more.
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
    /// The same engine with other pruning switches.
    pub fn with_pruning(mut self, pruning: Pruning) -> Self {
        self.safe_home = pruning.safe_home && covers(&self.tables.rules);
        self.prune_stuck = pruning.stuck && stuck_cards::covers(&self.tables.rules);
        self
    }

    /// Whether the home move of `card`, which must be legal, is safe.
    ///
    /// *Definition.* A card x is safe if there is a set L of kinds that contains the kind of x such
    /// that
    /// 1. every kind that may be built on a kind of L, and of which not all copies are home, is in
    ///    L;
    /// 2. for every kind of L, all its copies are home, or all copies of the kind before it in its
    ///    suit are home (or it is the base). So each of its copies can go home at any time once it
    ///    is uncovered.
    ///
    /// *Claim.* If a state S can be won and x is safe in S, the state after sending x home can be
    /// won.
    ///
    /// *Proof.* Let π be a solution of S. Let S′ be S after x and then all uncovered cards of L in
    /// columns and cells have gone home; by 2 these moves are legal. Play π from S′ with these
    /// changes: leave out moves of cards that are home in S′; send a card of L home as soon as it
    /// is uncovered; when π moves a card of L, send it home instead.
    ///
    /// *Invariant (by induction).* S′ is S without some cards of L, all of which are home.
    ///
    /// Consider a move of π of a card q ∉ L with a group on it. It is legal in S′:
    /// - The group: the cards on q in a run are built on it. By 1 the members of L among them are
    ///   the uppermost ones. They are home in S′, so the group is shorter there.
    /// - Onto a card d: d ∉ L, because otherwise q ∈ L. So d is uncovered in S′ as it is in S.
    /// - Into an empty cell or column: it is empty in S′ too.
    /// - Home: let N(k) be the number of copies of kind k that are home. q can go home if and only
    ///   if N(kind before q) > N(q). S′ has at least as many of the former and, since q ∉ L,
    ///   equally many of the latter.
    /// - Deals: a row falls on the same columns, a turned card on the same waste.
    ///
    /// S′ never has fewer free cells or empty columns than S, and every capacity rule is monotone
    /// in both. So the shortened π wins from S′. ∎
    ///
    /// *Rule keys.* See [`covers`]. Condition 2 for the other copies of x is what several decks
    /// add: without it, x could take the place on the foundation that its twin needs to get out of
    /// the way.
    pub(super) fn is_safe_home(&self, state: &State<COLUMNS, CELLS, PILES>, card: Card) -> bool {
        let decks = self.tables.rules.decks;
        let mut members = CardSet::of(card);
        let mut fresh = members;
        while let Some(member) = fresh.pop_first() {
            let order = self.tables.order(member);
            let before = if order == 0 { decks } else { self.copies_home(state, member, order - 1) };
            if before < decks && self.copies_home(state, member, order) < decks {
                return false;
            }
            for child in self.tables.built_on(member) - members {
                if self.copies_home(state, child, self.tables.order(child)) < decks {
                    members.insert(child);
                    fresh.insert(child);
                }
            }
        }
        true
    }

    /// Number of piles of the card's suit that are higher than this foundation order.
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

    fn expand(&mut self, state: &Self::State, out: &mut SuccessorBuffer<Self::State, Action>) {
        if !(self.prune_stuck && self.is_stuck(state)) {
            expand_all(self, state, out);
        }
    }

    /// Cards not home, disorder in the columns, and the room left.
    fn estimate(&self, state: &Self::State) -> u32 {
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

    fn memory(&self) -> u64 {
        self.trie.footprint()
    }

    fn is_full(&self) -> Option<Capacity> {
        self.trie.is_full().then_some(Capacity::Columns)
    }
}
