//! The verifier: replays a solution on the reference position and measures it.
//!
//! It shares no rule code with the engines that found the solution, so a bug there cannot make a wrong answer right.

use crate::card::Card;
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::moves::{Move, Pile};
use crate::position::{IllegalMove, LayoutError, Position};
use crate::rules::{EmptyColumn, Group};

/// What a winning solution measures.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// Length in player actions.
    pub moves: u32,
    /// Length in single-card moves.
    pub cards: u32,
    /// Steps (from 0) whose group move the rules grant, but which cannot be replayed card by card with the cells
    /// and empty columns at hand.
    pub granted: Vec<usize>,
}

impl Replay {
    /// The length in a metric.
    pub fn length(&self, metric: Metric) -> u32 {
        match metric {
            Metric::Moves => self.moves,
            Metric::Cards => self.cards,
        }
    }
}

/// Why a list of moves is not a solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotASolution {
    /// The deal itself is wrong.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A move is not legal.
    #[error("move {} ({mv}) is not legal: {why}{}", step + 1, places(mv, why))]
    Illegal {
        /// Which move, from 0.
        step: usize,
        /// The move.
        mv: Move,
        /// Why.
        why: IllegalMove,
    },
    /// All moves are legal, but cards are left.
    #[error("{}, but {} not home at the end", all_legal(*moves), cards_are(*left))]
    NotWon {
        /// Number of moves.
        moves: usize,
        /// Cards not home.
        left: usize,
    },
    /// It wins, but in another length than was claimed for it.
    #[error("its length is {length}, not {claimed:?} as claimed")]
    WrongLength {
        /// The claim.
        claimed: Option<u32>,
        /// The length that was measured.
        length: u32,
    },
}

/// The piles of a move, where the reason names only cards.
fn places(mv: &Move, why: &IllegalMove) -> String {
    match why.names_no_place() {
        true => format!(" ({} to {})", mv.from.in_words(), mv.to.in_words()),
        false => String::new(),
    }
}

fn all_legal(moves: usize) -> String {
    if moves == 1 { "the only move is legal".into() } else { format!("all {moves} moves are legal") }
}

fn cards_are(count: usize) -> String {
    if count == 1 { "1 card is".into() } else { format!("{count} cards are") }
}

/// Replays the moves from the layout; all must be legal and bring every card home.
pub fn verify(rules: &Game, layout: &Layout, moves: &[Move]) -> Result<Replay, NotASolution> {
    let mut position = Position::new(rules.clone(), with_room(layout))?;
    let mut replay = Replay { moves: moves.len() as u32, cards: 0, granted: Vec::new() };
    for (step, mv) in moves.iter().enumerate() {
        let (cards, granted) = length_in_cards(&position, mv);
        position.play(mv).map_err(|why| NotASolution::Illegal { step, mv: *mv, why })?;
        replay.cards += cards;
        if granted {
            replay.granted.push(step);
        }
    }
    match position.is_won() {
        true => Ok(replay),
        false => {
            let left = position.layout().cards_in_play().count();
            Err(NotASolution::NotWon { moves: moves.len(), left })
        }
    }
}

/// A copy whose columns can take a long run without being moved in memory.
fn with_room(layout: &Layout) -> Layout {
    let column = |cards: &Vec<Card>| {
        let mut column = Vec::with_capacity(cards.len() + 16);
        column.extend_from_slice(cards);
        column
    };
    Layout {
        columns: layout.columns.iter().map(column).collect(),
        cells: layout.cells.clone(),
        foundations: layout.foundations.clone(),
        stock: layout.stock.clone(),
        waste: layout.waste.clone(),
        redeals: layout.redeals,
    }
}

/// What a legal move costs in a metric.
pub(crate) fn cost(metric: Metric, position: &Position, mv: &Move) -> u32 {
    match metric {
        Metric::Moves => 1,
        Metric::Cards => length_in_cards(position, mv).0,
    }
}

/// What a move counts in single-card moves, and whether only the rules make it possible.
#[doc(hidden)]
pub fn length_in_cards(position: &Position, mv: &Move) -> (u32, bool) {
    let Pile::Column(to) = mv.to else { return (1, false) };
    if mv.count <= 1 {
        return (1, false);
    }
    let rules = position.rules();
    let to_empty = position.layout().columns.get(to as usize).is_some_and(Vec::is_empty);
    let spare = match rules.empty_column {
        EmptyColumn::Any => position.empty_columns() - usize::from(to_empty),
        _ => 0,
    };
    let single_steps = card_by_card(mv.count as u32, position.free_cells() as u32, spare as u32);
    let is_primitive = matches!(rules.group, Group::Formula | Group::Unlimited);
    match (is_primitive, single_steps) {
        (false, Some(steps)) => (steps, false),
        (_, steps) => (u32::from(mv.count), steps.is_none()),
    }
}

/// Fewest single-card moves that carry a run of `count` cards over, with `cells` free cells and `columns` empty
/// columns to spare: `None` if it cannot be done.
///
/// Every card but the deepest has to step aside first, so 2·count − 1 is a lower bound, reached while every one of
/// them finds a place of its own. Beyond that a part of the run is stacked up in an empty column, moved there and
/// back by the same method with one column less.
pub fn card_by_card(count: u32, cells: u32, columns: u32) -> Option<u32> {
    if (1..=cells + 1).contains(&count) {
        return Some(2 * count - 1);
    }
    let direct = |k: usize| (k as u32 <= cells + 1).then(|| (2 * k as u32).saturating_sub(1));
    let mut fewest: Vec<Option<u32>> = (0..=count as usize).map(direct).collect();
    for _ in 0..columns.min(count) {
        let with_one_less = fewest.clone();
        for k in 2..fewest.len() {
            let split = |aside: usize| Some(2 * with_one_less[aside]? + with_one_less[k - aside]?);
            fewest[k] = with_one_less[k].into_iter().chain((1..k).filter_map(split)).min();
        }
    }
    fewest[count as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_lengths() {
        assert_eq!(card_by_card(5, 4, 0), Some(9));
        assert_eq!(card_by_card(6, 4, 0), None);
        assert_eq!(card_by_card(6, 4, 1), Some(11));
        assert_eq!(card_by_card(10, 4, 1), Some(2 * 9 + 9));
        assert_eq!(card_by_card(7, 4, 1), Some(2 * 3 + 9));
        assert_eq!(card_by_card(2, 0, 1), Some(3));
        assert_eq!(card_by_card(4, 0, 2), Some(9));
    }
}
