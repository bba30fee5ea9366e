//! The state of the quick search as an [`Engine`], so that tests compare it with the reference position in the same way as
//! every other packed state. The search itself does not use this.
//!
//! The key is the hash by which the search tells states apart. A hash cannot be turned back into a state, so the states made so
//! far are remembered. After every move all that is kept beside the cards' places is compared with what is computed from
//! scratch. Nothing goes home unasked here, and no move is committed to.

use super::choices::{Choice, Choices};
use super::columns::Plain;
use super::evaluation::Evaluation;
use super::expand::expand;
use super::game_tables::GameTables;
use super::deal_tables::DealTables;
use super::state::{BASE, CELL, HOME, State, Step};
use super::weights::Weights;
use crate::card::Card;
use crate::engine::Engine;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::rules::Rules;
use ahash::AHashMap;

/// The positions of one deal.
pub struct WinEngine {
    rules: Rules,
    shape: GameTables,
    eval: Evaluation,
    start: DealTables,
    made: AHashMap<u64, State>,
}

impl WinEngine {
    /// The engine of a deal, if the quick search plays its rules; `parts_to_empty` says whether part of a run may go to an
    /// empty column.
    pub fn new(rules: &Rules, layout: &Layout, parts_to_empty: bool) -> Option<WinEngine> {
        let shape = GameTables::new(rules)?;
        let [weights, _] = Weights::built_in();
        let eval = Evaluation::new(&shape, &Weights { commit: i32::MAX, parts_to_empty, ..weights });
        let mut start = DealTables::empty();
        start.read(&shape, &eval, layout);
        let made = AHashMap::from([(start.state.hash, start.state)]);
        Some(WinEngine { rules: rules.clone(), shape, eval, start, made })
    }

    /// Panics if something that a state keeps beside the cards' places is not what these places make it.
    fn check(&self, state: &State) {
        let mut fresh = DealTables::empty();
        fresh.read(&self.shape, &self.eval, &self.unpack(state));
        let kept = |state: &State| {
            let State { below, column: _, top, base, lowest, empty, over, tops, runs, bases, cells, home, .. } = *state;
            (below, (top, base, lowest, empty, over), (tops, runs, bases, cells, home))
        };
        assert_eq!(kept(state), kept(&fresh.state), "{:?}", self.unpack(state));
        for (number, column) in self.unpack(state).columns.iter().enumerate() {
            assert_eq!(*{ *state }.length(number) as usize, column.len());
            assert!(column.iter().all(|card| state.column[card.index() as usize] == number as u8));
        }
        assert_eq!(state.home & !(state.home << 4 | 0xf), 0, "foundations are in sequence");
    }

    fn pile_of(&self, state: &State, card: u8) -> Pile {
        match state.cells >> card & 1 {
            1 => Pile::Cell((state.cells & ((1 << card) - 1)).count_ones() as u8),
            _ => Pile::Column(state.column[card as usize]),
        }
    }
}

impl Engine for WinEngine {
    type State = State;
    type Key = u64;
    type Action = Step;

    fn start(&self) -> State {
        self.start.state
    }

    fn actions(&mut self, state: &State, out: &mut Vec<Step>) {
        let mut list = [Choice::NONE; Choices::MOST];
        let mut choices = Choices::new(&mut list);
        let (_, commit) = expand(&self.shape, &self.start, &self.eval, state, Plain, &mut choices);
        assert!(commit.is_none());
        let len = choices.finish();
        out.extend(list[..len].iter().filter(|choice| **choice != Choice::NONE).map(|choice| choice.step()));
    }

    fn apply(&mut self, state: &State, step: Step) -> State {
        let mut next = *state;
        next.play(&self.start, &self.eval, step);
        self.check(&next);
        let mut followed = next;
        followed.autoplay(&self.start, &self.eval);
        self.check(&followed);
        self.made.insert(next.hash, next);
        next
    }

    fn key(&self, state: &State) -> u64 {
        state.hash
    }

    fn restore(&mut self, key: &u64) -> State {
        self.made[key]
    }

    fn is_won(&self, state: &State) -> bool {
        state.home == self.shape.deck
    }

    fn ways(&self, state: &State, step: Step) -> u64 {
        match step.onto {
            CELL => self.shape.cells as u64 - u64::from(state.cells.count_ones()),
            BASE => state.empty.count_ones().into(),
            _ => 1,
        }
    }

    fn to_move(&self, state: &State, step: Step) -> Move {
        let to = match step.onto {
            HOME => Pile::Foundation(None),
            CELL => Pile::Cell(state.cells.count_ones() as u8),
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
        let cells = (0..BASE).filter(|card| state.cells >> card & 1 == 1);
        for (cell, card) in layout.cells.iter_mut().zip(cells) {
            *cell = Card::from_index(card);
        }
        for (suit, pile) in layout.foundations.iter_mut().enumerate() {
            pile.count = (state.home >> suit & 0x1111_1111_1111_1111).count_ones() as u8;
        }
        layout
    }
}
