//! The position that a question is about: a deal with its name in records, and the moves played on it first.
//!
//! The command line and the bindings for other languages share this, so equal questions get equal records.

use super::record::Record;
use super::solution_reader::{self, ReadSolution, SolutionError};
use super::{notation, position_record};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::{IllegalMove, LayoutError, Position};
use serde_json::{Map, Value, json};

/// A deal with its name in records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedDeal {
    /// `ms:617`, `pysol:617` or `board`.
    pub name: String,
    /// Where the cards lie.
    pub layout: Layout,
}

/// Moves that cannot be played on a deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// They cannot be read.
    #[error(transparent)]
    Moves(#[from] SolutionError),
    /// They say that they belong to another deal.
    #[error("the moves are for deal {other}, not {deal}")]
    OtherDeal {
        /// The deal that they name.
        other: String,
        /// The deal that was given.
        deal: String,
    },
    /// The deal is not one of the game.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A move is not legal.
    #[error("move {step} ({mv}) is illegal: {why}")]
    Illegal {
        /// Which move, from 1.
        step: usize,
        /// The move.
        mv: Move,
        /// Why.
        why: IllegalMove,
    },
}

impl NamedDeal {
    /// The moves of a whole game, in any notation that [`solution_reader`] knows.
    pub fn read_game(&self, text: &str, rules: &Game) -> Result<ReadSolution, StartError> {
        self.of_this_deal(solution_reader::read(text, rules, &self.layout)?)
    }

    /// The first moves of a game, in any notation that [`solution_reader`] knows.
    pub fn read_opening(&self, text: &str, rules: &Game) -> Result<ReadSolution, StartError> {
        self.of_this_deal(solution_reader::read_opening(text, rules, &self.layout)?)
    }

    /// Refuses moves that say that they belong to another deal.
    fn of_this_deal(&self, read: ReadSolution) -> Result<ReadSolution, StartError> {
        match &read.deal {
            Some(other) if *other != self.name && other != "board" && self.name != "board" => {
                Err(StartError::OtherDeal { other: other.clone(), deal: self.name.clone() })
            }
            _ => Ok(read),
        }
    }
}

/// Where a search starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// The deal under its own name; the layout is the one after the moves.
    pub deal: NamedDeal,
    /// The moves played, in notation, and their number; `None` if none were asked for.
    after: Option<(String, usize)>,
}

impl From<NamedDeal> for Start {
    fn from(deal: NamedDeal) -> Start {
        Start { deal, after: None }
    }
}

impl Start {
    /// The position after these moves.
    pub fn after(mut deal: NamedDeal, moves: &[Move], rules: &Game) -> Result<Start, StartError> {
        let written = notation::write_all(rules, &deal.layout, moves);
        let mut position = Position::new(rules.clone(), deal.layout)?;
        for (i, mv) in moves.iter().enumerate() {
            position.play(mv).map_err(|why| StartError::Illegal { step: i + 1, mv: *mv, why })?;
        }
        deal.layout = position.layout().clone();
        let words: Vec<&str> = written.split_whitespace().collect();
        Ok(Start { deal, after: Some((words.join(" "), moves.len())) })
    }

    /// Whether moves were played first.
    pub fn is_after_moves(&self) -> bool {
        self.after.is_some()
    }

    /// The position at the start of a sentence: `Deal 617`, `Deal 617 after 3 moves`.
    pub fn title(&self) -> String {
        let name = title(&self.deal.name);
        match &self.after {
            None => name,
            Some((_, 1)) => format!("{name} after 1 move"),
            Some((_, moves)) => format!("{name} after {moves} moves"),
        }
    }

    /// The record of the position as a line; it says which moves were played before it.
    pub fn record_line(&self, record: &Record) -> String {
        self.record_line_with(record, Map::new())
    }

    /// The same with more fields.
    pub fn record_line_with(&self, record: &Record, more: Map<String, Value>) -> String {
        let after = self.after.as_ref().map(|(moves, _)| ("after".to_string(), json!(moves)));
        position_record::with_fields(record, after.into_iter().chain(more).collect())
    }
}

/// A deal at the start of a sentence.
pub fn title(deal: &str) -> String {
    match deal.strip_prefix("ms:") {
        Some(number) => format!("Deal {number}"),
        None if deal == "board" => "The board".into(),
        None => format!("Deal {deal}"),
    }
}
