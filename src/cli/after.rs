//! `--after MOVES`: a deal with some moves played on it first.

use super::args::{NamedDeal, load_deal, read_file, read_stdin};
use crate::format::record::Record;
use crate::format::{notation, position_record, solution_reader};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use anyhow::{Context, bail};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Moves to be played first.
#[derive(clap::Args, Clone, Debug)]
pub struct AfterArgs {
    /// Play these moves first: standard notation ("3a 26 4h"), JSON, a file with either, or - for standard input
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
}

/// Where a search starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// The deal under its own name; the layout is the one after the moves.
    pub deal: NamedDeal,
    /// The moves played, in notation; `None` if there was no `--after`.
    after: Option<(String, usize)>,
}

impl AfterArgs {
    /// Loads a deal and plays the moves on it.
    pub fn load(&self, deal: &str, rules: &Game) -> anyhow::Result<Start> {
        let loaded = load_deal(deal, rules)?;
        let Some(text) = &self.after else { return Ok(Start::of(loaded)) };
        if deal == "-" && text == "-" {
            bail!("deal and moves cannot both come from standard input; put one of them into a file");
        }
        let moves = read_game(text, rules, &loaded).context("--after")?;
        Start::after(loaded, rules, &moves).context("--after")
    }
}

impl Start {
    /// The deal itself.
    pub fn of(deal: NamedDeal) -> Start {
        Start { deal, after: None }
    }

    /// The position after these moves.
    pub fn after(mut loaded: NamedDeal, rules: &Game, moves: &[Move]) -> anyhow::Result<Start> {
        let written = notation::write_all(rules, &loaded.layout, moves);
        let mut position = Position::new(rules.clone(), loaded.layout)?;
        for (i, mv) in moves.iter().enumerate() {
            position.play(mv).with_context(|| format!("move {} ({mv}) is illegal", i + 1))?;
        }
        loaded.layout = position.layout().clone();
        let words: Vec<&str> = written.split_whitespace().collect();
        Ok(Start { deal: loaded, after: Some((words.join(" "), moves.len())) })
    }
}

/// Moves from an argument: a file if there is one of that name, `-` for standard input, otherwise the moves themselves.
pub fn read_game(text: &str, rules: &Game, deal: &NamedDeal) -> anyhow::Result<Vec<Move>> {
    let bytes = match text {
        "-" => read_stdin()?,
        path if Path::new(path).is_file() => read_file(path)?,
        moves => moves.as_bytes().to_vec(),
    };
    let text = String::from_utf8(bytes).context("the moves are no text")?;
    read_moves(&text, rules, deal)
}

/// Moves from a text.
pub fn read_moves(text: &str, rules: &Game, deal: &NamedDeal) -> anyhow::Result<Vec<Move>> {
    let read = solution_reader::read(text, rules, &deal.layout)?;
    match read.deal {
        Some(other) if other != deal.name && other != "board" && deal.name != "board" => {
            bail!("the moves are for deal {other}, not {}", deal.name)
        }
        _ => Ok(read.moves),
    }
}

impl Start {
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
