//! `--after MOVES`: a deal with some moves played on it first.

use super::args::{load_deal, most, read_file, read_stdin};
use crate::format::judgement::JudgementError;
use crate::format::solution_reader::SolutionError;
use crate::format::start::{NamedDeal, Start, StartError};
use crate::game::Game;
use crate::moves::Move;
use anyhow::{Context, bail};
use std::path::Path;

/// Moves to be played first.
#[derive(clap::Args, Clone, Debug)]
pub struct AfterArgs {
    /// Play these moves first: standard notation ("3a 26 4h"), JSON, a file with either, or - for standard input
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
}

impl AfterArgs {
    /// Loads a deal and plays the moves on it.
    pub fn load(&self, deal: &str, rules: &Game) -> anyhow::Result<Start> {
        let loaded = load_deal(deal, rules)?;
        let Some(text) = &self.after else { return Ok(loaded.into()) };
        if deal == "-" && text == "-" {
            bail!("deal and moves cannot both come from standard input; put one of them into a file");
        }
        let given = GivenMoves::read(text, "--after")?;
        let read = given.explain(loaded.read_opening(&given.text, rules))?;
        if let Some(other) = read.others.first() {
            eprintln!("note: --after was read as {}; read as {other}, it leads to another position", read.reading);
        }
        Start::after(loaded, &read.moves, rules).context("--after")
    }
}

/// The moves of a played game, from an argument that is called by this name in messages. Says how it was read if there was a choice.
pub fn read_game(argument: &str, name: &str, rules: &Game, deal: &NamedDeal) -> anyhow::Result<Vec<Move>> {
    let given = GivenMoves::read(argument, name)?;
    let read = given.explain(deal.read_game(&given.text, rules))?;
    if !read.reading.is_plain() || !read.others.is_empty() {
        eprintln!("note: the game was read as {}", read.reading);
    }
    Ok(read.moves)
}

/// The text of an argument: a file if there is one of that name, `-` for standard input, otherwise the moves themselves.
pub struct GivenMoves<'a> {
    /// The text.
    pub text: String,
    /// Where it comes from, for messages.
    source: &'a str,
    /// A single word that names no file is perhaps a mistyped name.
    missing_file: Option<&'a str>,
}

impl<'a> GivenMoves<'a> {
    /// Reads the argument; `name` is what the command calls it.
    pub fn read(argument: &'a str, name: &'a str) -> anyhow::Result<GivenMoves<'a>> {
        let (bytes, source) = match argument {
            "-" => (read_stdin(most::MOVES)?, "standard input"),
            path if Path::new(path).exists() => (read_file(path, most::MOVES)?, path),
            moves => (moves.as_bytes().to_vec(), name),
        };
        let text = String::from_utf8(bytes).with_context(|| format!("{source} is not text"))?;
        let inline = source == name && !argument.contains(char::is_whitespace);
        Ok(GivenMoves { text, source, missing_file: inline.then_some(argument) })
    }

    /// Adds to an error where the text comes from.
    pub fn explain<T>(&self, read: Result<T, impl Into<anyhow::Error>>) -> anyhow::Result<T> {
        read.map_err(|error| {
            let error: anyhow::Error = error.into();
            let unread = matches!(cause(&error), Some(SolutionError::NotAMove { .. } | SolutionError::Empty));
            match self.missing_file.filter(|_| unread) {
                Some(word) => error.context(format!("{}: there is no file `{word}`, and as moves", self.source)),
                None => error.context(self.source.to_string()),
            }
        })
    }
}

/// What is wrong with the text itself. Both errors show it as their own.
fn cause(error: &anyhow::Error) -> Option<&SolutionError> {
    match (error.downcast_ref(), error.downcast_ref()) {
        (Some(JudgementError::Solution(cause)), _) | (_, Some(StartError::Moves(cause))) => Some(cause),
        _ => None,
    }
}
