//! The win-search state as an [`Engine`], so that tests compare it with the reference position like
//! every other packed state. The search itself does not use this.
//!
//! The key is the hash that the search uses for duplicate detection. A hash cannot be decoded, so
//! all states generated so far are kept. After every move, all redundant fields are compared with
//! their values from scratch. No home move is forced here, and no move is committed to.

use super::columns::Plain;
use super::deal_tables::DealTables;
use super::evaluation::Evaluation;
use super::expand::{Tables, expand};
use super::game_tables::GameTables;
use super::scored_moves::{MoveList, ScoredMove};
use super::state::{BASE, CELL, HOME, State, Step};
use super::weights::Weights;
use crate::card::Card;
use crate::card_set::IndexSet;
use crate::engine::Engine;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::rules::Rules;
use ahash::AHashMap;

/// The states of one deal.
pub struct WinEngine {
    rules: Rules,
    game: GameTables,
    evaluation: Evaluation,
    deal: DealTables,
    generated: AHashMap<u64, State>,
}

impl WinEngine {
    /// The engine of a deal, if the win search supports its rules. `parts_to_empty`: whether part
    /// of a run may move to an empty column.
    pub fn new(rules: &Rules, layout: &Layout, parts_to_empty: bool) -> Option<WinEngine> {
        let game = GameTables::new(rules)?;
        let [weights, _] = Weights::built_in();
        let evaluation = Evaluation::new(&game, &Weights { commit: i32::MAX, parts_to_empty, ..weights });
        let mut deal = DealTables::empty();
        deal.read(&game, &evaluation, layout);
        let generated = AHashMap::from([(deal.root.hash, deal.root)]);
        Some(WinEngine { rules: rules.clone(), game, evaluation, deal, generated })
    }

    /// Panics if a redundant field of the state differs from its value computed from scratch.
    fn check(&self, state: &State) {
        let mut fresh = DealTables::empty();
        fresh.read(&self.game, &self.evaluation, &self.unpack(state));
        let kept = |state: &State| {
            let State { below, column: _, top, base, lowest, empty, over, tops, runs, bases, cells, home, .. } = *state;
            (below, (top, base, lowest, empty, over), (tops, runs, bases, cells, home))
        };
        assert_eq!(kept(state), kept(&fresh.root), "{:?}", self.unpack(state));
        for (number, column) in self.unpack(state).columns.iter().enumerate() {
            assert_eq!(*{ *state }.length(number) as usize, column.len());
            assert!(column.iter().all(|card| state.column[card.index() as usize] == number as u8));
        }
        assert!(
            (0..4).all(|suit| {
                let home = state.home & IndexSet::of_suit(suit);
                home.last().is_none_or(|last| u32::from(last / 4) < home.len())
            }),
            "foundations are in sequence"
        );
    }

    fn tables(&self) -> Tables<'_> {
        Tables { game: &self.game, deal: &self.deal, evaluation: &self.evaluation }
    }

    fn pile_of(&self, state: &State, card: u8) -> Pile {
        match state.cells.contains(card) {
            true => Pile::Cell(state.cells.rank_of(card) as u8),
            false => Pile::Column(state.column[card as usize]),
        }
    }
}

impl Engine for WinEngine {
    type State = State;
    type Key = u64;
    type Action = Step;

    fn start(&self) -> State {
        self.deal.root
    }

    fn actions(&mut self, state: &State, out: &mut Vec<Step>) {
        let mut list = [ScoredMove::NONE; MoveList::CAPACITY];
        let mut moves = MoveList::new(&mut list);
        let (_, commit) = expand(self.tables(), state, Plain, &mut moves);
        assert!(commit.is_none());
        let len = moves.finish();
        out.extend(list[..len].iter().filter(|scored| **scored != ScoredMove::NONE).map(|scored| scored.step()));
    }

    fn apply(&mut self, state: &State, step: Step) -> State {
        let mut next = *state;
        next.play(&self.deal, &self.evaluation, step);
        self.check(&next);
        let mut followed = next;
        followed.autoplay(&self.deal, &self.evaluation);
        self.check(&followed);
        self.generated.insert(next.hash, next);
        next
    }

    fn key(&self, state: &State) -> u64 {
        state.hash
    }

    fn restore(&mut self, key: &u64) -> State {
        self.generated[key]
    }

    fn is_won(&self, state: &State) -> bool {
        state.home == self.game.deck
    }

    fn multiplicity(&self, state: &State, step: Step) -> u64 {
        match step.onto {
            CELL => self.game.cells as u64 - u64::from(state.cells.len()),
            BASE => state.empty.count_ones().into(),
            _ => 1,
        }
    }

    fn to_move(&self, state: &State, step: Step) -> Move {
        let to = match step.onto {
            HOME => Pile::Foundation(None),
            CELL => Pile::Cell(state.cells.len() as u8),
            BASE => Pile::Column(state.empty.trailing_zeros() as u8),
            card => self.pile_of(state, card),
        };
        Move { card: Card::from_index(step.card), count: step.count, from: self.pile_of(state, step.card), to }
    }

    fn unpack(&self, state: &State) -> Layout {
        let mut layout = Layout::empty(&self.rules);
        for (column, &top) in layout.columns.iter_mut().zip(&state.top) {
            let cards = std::iter::successors(Some(top), |&card| Some(state.below[card as usize]));
            column.extend(cards.take_while(|&card| card < BASE).filter_map(Card::from_index));
            column.reverse();
        }
        for (cell, card) in layout.cells.iter_mut().zip(state.cells) {
            *cell = Card::from_index(card);
        }
        for (suit, pile) in layout.foundations.iter_mut().enumerate() {
            pile.count = (state.home & IndexSet::of_suit(suit)).len() as u8;
        }
        layout
    }
}
