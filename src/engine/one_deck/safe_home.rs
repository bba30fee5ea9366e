//! Forced home moves of the one-deck engine, and its heuristics for best-first search.
//!
//! The safety rule generalises Horne's and Raymond's autoplay rules; the argument is at
//! [`OneDeck::safe_home`].

use super::{HOME, NO_CARD, OneDeck, State, state::Action};
use crate::card_set::IndexSet;
use crate::engine::{Pruning, SearchEngine, Space, SuccessorBuffer, expand_all};

impl<const P: usize, const N: usize> OneDeck<P, N> {
    /// The same engine with other pruning switches.
    pub fn with_pruning(mut self, pruning: Pruning) -> Self {
        let space = if self.groups_are_a_gesture { pruning.space } else { Space::Plain };
        self.pruning = Pruning { space, ..pruning };
        self
    }

    /// Whether the home move of `card`, which must be legal, is safe.
    ///
    /// *Definition.* A card x is safe if there is a set L of cards that contains x such that
    /// 1. every card of L is home or is the next card that its foundation takes;
    /// 2. every card that may be built on a card of L is in L; where cards never return from
    ///    foundations, cards that are home are exempt;
    /// 3. where cards return, the card directly before a card of L on its foundation is in L.
    ///
    /// *Claim.* If a state S can be won and x is safe in S, the state after sending x home can be
    /// won.
    ///
    /// *Proof.* Let π be a solution of S. Let S′ be S after x and then, as long as there are any,
    /// all uncovered cards of L have gone home; by 1 these moves are legal. Play π from S′, but
    /// leave out all moves of cards of L that are home in S′, and send further cards of L home as
    /// they are uncovered.
    ///
    /// *Invariant.* S′ is S without those cards of L that have only cards of L on them; these are
    /// home in S′. By 2, only cards of L are ever put on cards of L, so a card of L that is covered
    /// by other cards stays covered by the same ones in both games.
    ///
    /// Consider a move of π of a card q ∉ L, possibly with a group on it. It is legal in S′:
    /// - The group: by 2 its members in L are its uppermost cards. They are home in S′, so the
    ///   group is shorter there.
    /// - From a foundation: a card of L above q on the foundation in S′ would put q into L by 3. So
    ///   q is on top there too.
    /// - Onto a card d: d ∉ L, because otherwise q ∈ L. So d is uncovered in S′ as it is in S.
    /// - Into an empty cell or column: it is empty in S′ too.
    /// - Home: the card before q is home in S. If it is in L, it has nothing on it, so it is home
    ///   in S′.
    ///
    /// S′ never has fewer free cells or empty columns than S, and every capacity rule is monotone
    /// in both. So the shortened π wins from S′. ∎
    ///
    /// *Rule keys.* Nothing is assumed about ranks or colours, so wrapping and any-suit games are
    /// covered; `foundation_return` decides between the two forms of 2 and whether 3 applies.
    /// - Alternating colours, foundations from the lowest rank, no return: exactly Horne's rule
    ///   (nothing is left to build on x) or Raymond's rule (what is left could go home itself).
    ///   With return: Raymond's rule.
    /// - Building in suit: every card is safe, except a base card that the highest card of its suit
    ///   may wrap around to.
    /// - Condition 3 matters where a base card may carry the last card of another pile: a base
    ///   above the lowest rank, or a wrapping tableau.
    pub(super) fn safe_home(&self, state: &State<P, N>, card: u8) -> bool {
        let tables = &self.tables;
        let (mut home, mut next) = (IndexSet::EMPTY, IndexSet::EMPTY);
        for suit in 0..4 {
            let count = state.home[suit] as usize;
            home |= tables.home_set[suit][count];
            next |= IndexSet::of(tables.next_home[suit][count]);
        }
        let mut members = IndexSet::of(card);
        let mut fresh = members;
        while let Some(member) = fresh.pop_first() {
            let member = member as usize;
            let needed = if tables.returns_to_columns {
                tables.children[member] | tables.predecessor[member]
            } else {
                tables.children[member] - home
            };
            let needed = needed - members;
            if !needed.is_within(home | next) {
                return false;
            }
            members |= needed;
            fresh |= needed;
        }
        true
    }

    /// The key of the successor by `action`, after all forced home moves. The state itself must
    /// have no forced move.
    ///
    /// Whether a home move is safe depends on the foundations alone. So unless the action changes a
    /// foundation, only the card that it uncovers can become a forced move. In nearly all cases one
    /// byte of the key changes and the successor need not be built.
    #[inline]
    pub(crate) fn key_after(&mut self, state: &State<P, N>, action: Action) -> [u8; N] {
        let old = state.below[action.card as usize];
        if action.onto != HOME && old != HOME && (old >= 52 || !self.goes_home(state, old)) {
            let mut key = state.key;
            self.tables.coding.shift(&mut key, action.card, old, action.onto);
            return key;
        }
        let mut next = *state;
        self.play(&mut next, action);
        while let Some(action) = self.forced(&next) {
            self.play(&mut next, action);
        }
        next.key
    }

    /// The first safe home move.
    pub(super) fn forced_home(&self, state: &State<P, N>) -> Option<Action> {
        let piles = &state.top[..self.tables.columns + self.tables.cells];
        let uncovered: IndexSet = piles.iter().map(|top| top & 63).collect();
        for suit in 0..4u8 {
            let card = self.tables.next_home[suit as usize][state.home[suit as usize] as usize];
            if card != NO_CARD && uncovered.contains(card) && self.safe_home(state, card) {
                let from = piles.iter().position(|&top| top == card).unwrap_or_default() as u8;
                return Some(Action { card, onto: HOME, from, to: suit });
            }
        }
        None
    }
}

impl<const P: usize, const N: usize> SearchEngine for OneDeck<P, N> {
    #[inline]
    fn forced(&mut self, state: &State<P, N>) -> Option<Action> {
        let home = if self.pruning.safe_home { self.forced_home(state) } else { None };
        if home.is_none() && self.pruning.space == Space::Blocks { self.canonical_parking_move(state) } else { home }
    }

    fn expand(&mut self, state: &State<P, N>, out: &mut SuccessorBuffer<State<P, N>, Action>) {
        match self.pruning.space {
            Space::Plain => expand_all(self, state, out),
            Space::Blocks => self.blocks(state, out),
        }
    }

    fn estimate(&self, state: &State<P, N>) -> u32 {
        self.estimates(state)[0]
    }

    /// First heuristic: cards not home, cards above a lower card, cards that do not lie on a legal
    /// parent, cards that bury the next two cards of a foundation, and the room left. Second
    /// heuristic (after Heineman): cards that bury the next two cards of every suit, doubled if
    /// there is no room, and cards not home.
    fn estimates(&self, state: &State<P, N>) -> [u32; 2] {
        let tables = &self.tables;
        let mut value = 0;
        let (mut buried, mut out) = (0, 0);
        let mut column = [0u8; 64];
        let mut empty = 0;
        for &top in &state.top[..tables.columns] {
            if top == NO_CARD {
                empty += 1;
                continue;
            }
            let mut len = 0;
            let mut card = top;
            while card < 52 {
                column[len & 63] = card;
                len += 1;
                card = state.below[card as usize];
            }
            let mut lowest = 99;
            let mut wanted = 0;
            for i in (0..len).rev() {
                let card = column[i & 63] as usize;
                let suit = card & 3;
                let place = tables.place[card];
                let away = place - state.home[suit].min(place);
                value += 2 + wanted;
                out += 1;
                buried += match away {
                    0 => 4 * i as u32,
                    1 => i as u32,
                    _ => 0,
                };
                if place > lowest {
                    value += 5;
                }
                if !tables.parents[card].contains(state.below[card]) && i + 1 < len {
                    value += 3;
                }
                lowest = lowest.min(place);
                wanted += match away {
                    0 => 4,
                    1 => 2,
                    _ => 0,
                };
            }
        }
        let mut used = 0;
        for &top in &state.top[tables.columns..tables.columns + tables.cells] {
            used += u32::from(top != NO_CARD);
        }
        let room = tables.cells as u32 - used + 2 * empty;
        value += 2 * used + [24, 12, 5, 1][room.min(3) as usize];
        let second = buried * if room == 0 { 2 } else { 1 } + 3 * (out + used) + [16, 8, 3, 0][room.min(3) as usize];
        [value, second]
    }
}
