//! The optimal-search state as an [`Engine`], so that tests compare it with the reference position
//! like every other packed state. The search itself does not use this.
//!
//! Forced home moves are switched off here. Piles have no fixed places in this state: columns are
//! in the order of their top cards, empty ones last, and cards in cells are in ascending order.

use super::numbered_rules::{BASE, CELL, HOME, NumberedRules};
use super::state::{Key, State, Step};
use crate::engine::Engine;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::rules::Rules;

/// The states of one deal.
pub struct OptimalEngine {
    game: NumberedRules,
    start: State,
    groups: bool,
    /// The layout of the deal, for the base ranks of its foundations.
    layout: Layout,
}

/// A state of the optimal search.
#[derive(Clone, Copy)]
pub struct Packed(State);

/// A move of the optimal search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action(Step);

impl OptimalEngine {
    /// The engine of a deal, if the optimal search covers its rules. `groups`: whether runs move as
    /// a whole.
    pub fn new(rules: &Rules, layout: &Layout, groups: bool) -> Option<OptimalEngine> {
        let game = NumberedRules::new(rules, layout, false)?;
        let start = State::pack(&game, layout);
        Some(OptimalEngine { game, start, groups, layout: layout.clone() })
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
        let successor = state.successor(&self.game, step, false, |_| unreachable!("no move is forced"));
        let next = State::unpack(&self.game, successor.key);
        let kept = (successor.not_home, successor.cell_set, successor.top_set);
        assert_eq!(kept, (next.not_home, next.cell_set, next.top_set), "the redundant fields of a successor");
        Packed(next)
    }

    fn key(&self, Packed(state): &Packed) -> Key {
        state.key
    }

    fn restore(&mut self, key: &Key) -> Packed {
        Packed(State::unpack(&self.game, *key))
    }

    fn is_won(&self, Packed(state): &Packed) -> bool {
        state.not_home == 0
    }

    fn multiplicity(&self, Packed(state): &Packed, Action(step): Action) -> u64 {
        match step.to {
            CELL => state.free_cells.into(),
            BASE => state.empty_columns.into(),
            _ => 1,
        }
    }

    fn to_move(&self, Packed(state): &Packed, Action(step): Action) -> Move {
        let from = match step.from {
            HOME => Pile::Foundation(None),
            CELL => Pile::Cell(state.cell_set.rank_of(step.card) as u8),
            column => Pile::Column(column),
        };
        let to = match step.to {
            HOME => Pile::Foundation(None),
            CELL => Pile::Cell(state.cell_set.len() as u8),
            BASE => Pile::Column(state.columns as u8),
            card => Pile::Column(state.top_set.rank_of(card) as u8),
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
        for (cell, card) in layout.cells.iter_mut().zip(state.cell_set) {
            *cell = Some(self.game.card(card));
        }
        for (suit, pile) in layout.foundations.iter_mut().enumerate() {
            pile.count = state.home_set.into_iter().filter(|card| *card as usize % 4 == suit).count() as u8;
        }
        layout
    }
}
