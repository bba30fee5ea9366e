//! The state of the optimal search as an [`Engine`], so that tests compare it with the reference position in the same way as
//! every other packed state. The search itself does not use this.
//!
//! Safe home moves are switched off here. Piles have no places in this state: columns come in the order of their top cards,
//! empty ones last, and cards in cells in ascending order.

use super::numbered_rules::{BASE, CELL, NumberedRules, HOME};
use super::state::{Codes, Key, State, Step, bits};
use crate::engine::Engine;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::rules::Rules;

/// The positions of one deal.
pub struct OptimalEngine {
    game: NumberedRules,
    codes: Codes,
    start: State,
    groups: bool,
    /// A board of the deal, for the bases of its foundations.
    layout: Layout,
}

/// A position of the optimal search.
#[derive(Clone, Copy)]
pub struct Packed(State);

/// A move of the optimal search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action(Step);

impl OptimalEngine {
    /// The engine of a deal, if the optimal search covers its rules; `groups` says whether runs move as a whole.
    pub fn new(rules: &Rules, layout: &Layout, groups: bool) -> Option<OptimalEngine> {
        let game = NumberedRules::new(rules, layout, false)?;
        let codes = Codes::new(&game, layout);
        let start = State::pack(&game, &codes, layout);
        Some(OptimalEngine { game, codes, start, groups, layout: layout.clone() })
    }
}

impl Engine for OptimalEngine {
    type State = Packed;
    type Key = Key;
    type Action = Action;

    fn start(&self) -> Packed {
        Packed(self.start)
    }

    fn actions(&mut self, Packed(state): &Packed, out: &mut Vec<Action>) {
        let mut steps = Vec::new();
        state.steps(&self.game, self.groups, &mut steps);
        out.extend(steps.into_iter().map(Action));
    }

    fn apply(&mut self, Packed(state): &Packed, Action(step): Action) -> Packed {
        let successor = state.successor(&self.game, &self.codes, step, false, |_| unreachable!("no move is forced"));
        let next = State::unpack(&self.game, &self.codes, successor.key);
        let kept = (successor.left, successor.cell_set, successor.top_set);
        assert_eq!(kept, (next.left, next.cell_set, next.top_set), "what a successor carries beside its key");
        Packed(next)
    }

    fn key(&self, Packed(state): &Packed) -> Key {
        state.key
    }

    fn restore(&mut self, key: &Key) -> Packed {
        Packed(State::unpack(&self.game, &self.codes, *key))
    }

    fn is_won(&self, Packed(state): &Packed) -> bool {
        state.left == 0
    }

    fn ways(&self, Packed(state): &Packed, Action(step): Action) -> u64 {
        match step.to {
            CELL => state.free_cells.into(),
            BASE => state.empty_columns.into(),
            _ => 1,
        }
    }

    fn to_move(&self, Packed(state): &Packed, Action(step): Action) -> Move {
        let cell = |set: u64, card: u8| Pile::Cell((set & ((1 << card) - 1)).count_ones() as u8);
        let from = match step.from {
            HOME => Pile::Foundation(None),
            CELL => cell(state.cell_set, step.card),
            column => Pile::Column(column),
        };
        let to = match step.to {
            HOME => Pile::Foundation(None),
            CELL => Pile::Cell(state.cell_set.count_ones() as u8),
            BASE => Pile::Column(state.columns as u8),
            card => Pile::Column((state.top_set & ((1 << card) - 1)).count_ones() as u8),
        };
        Move { card: Some(self.game.card(step.card)), count: step.count, from, to }
    }

    fn unpack(&self, Packed(state): &Packed) -> Layout {
        let mut layout =
            Layout { foundations: self.layout.foundations.clone(), ..Layout::empty(&self.game.book.rules) };
        for (column, &top) in layout.columns.iter_mut().zip(&state.tops[..state.columns]) {
            let cards = std::iter::successors(Some(top), |&card| Some(state.below[card as usize]));
            column.extend(cards.take_while(|&card| card < HOME).map(|card| self.game.card(card)));
            column.reverse();
        }
        for (cell, card) in layout.cells.iter_mut().zip(bits(state.cell_set)) {
            *cell = Some(self.game.card(card));
        }
        for (suit, pile) in layout.foundations.iter_mut().enumerate() {
            pile.count = bits(state.home_set).filter(|card| *card as usize % 4 == suit).count() as u8;
        }
        layout
    }
}
