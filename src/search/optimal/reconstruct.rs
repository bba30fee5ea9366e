//! Reconstructs the moves of a solution between real piles from its sequence of keys.

use super::astar::Mode;
use super::piles::Piles;
use crate::card::Card;
use crate::engine::optimal_state::numbered_rules::{BASE, CELL, HOME, NumberedRules};
use crate::engine::optimal_state::state::{Key, State};
use crate::layout::Layout;
use crate::moves::{Move, Pile};

/// The moves along these keys. The first key is that of the layout.
pub(super) fn moves(game: &NumberedRules, mode: Mode, layout: &Layout, keys: &[Key]) -> Vec<Move> {
    let mut board = Piles::new(layout);
    let mut steps = Vec::new();
    for pair in keys.windows(2) {
        let state = State::unpack(game, pair[0]);
        steps.clear();
        state.steps(game, mode.groups, &mut steps);
        let successor = |step| state.successor(game, step, mode.per_card, |_| {});
        // Several steps can lead to the same state after forced home moves; the cheapest is meant.
        let step = steps.iter().copied().filter(|&s| successor(s).key == pair[1]).min_by_key(|&s| successor(s).cost);
        let Some(step) = step else { return Vec::new() };
        let mut homes = Vec::new();
        state.successor(game, step, mode.per_card, |card| homes.push(card));
        let from = match step.from {
            HOME => Pile::Foundation(None),
            _ => board.pile_of(game.card(step.upper)),
        };
        let to = match step.to {
            HOME => Pile::Foundation(None),
            CELL => board.free_cell(),
            BASE => board.empty_column(),
            card => board.pile_of(game.card(card)),
        };
        board.play(Move { card: Some(game.card(step.card)), count: step.count, from, to });
        for card in homes {
            let card = game.card(card);
            let from = board.pile_of(card);
            board.play(Move::single(card, from, Pile::Foundation(None)));
        }
    }
    board.played
}

impl Piles {
    fn pile_of(&self, card: Card) -> Pile {
        let column = self.layout.columns.iter().position(|c| c.contains(&card));
        let cell = self.layout.cells.iter().position(|&c| c == Some(card));
        match (column, cell) {
            (Some(column), _) => Pile::Column(column as u8),
            (None, Some(cell)) => Pile::Cell(cell as u8),
            (None, None) => Pile::Foundation(None),
        }
    }

    fn free_cell(&self) -> Pile {
        Pile::Cell(self.layout.cells.iter().position(Option::is_none).unwrap_or(0) as u8)
    }

    fn empty_column(&self) -> Pile {
        Pile::Column(self.layout.columns.iter().position(Vec::is_empty).unwrap_or(0) as u8)
    }
}
