//! `--after MOVES`: a deal with some moves played on it first.

use super::args::{load_deal, most, read_file, read_stdin};
use crate::format::start::{NamedDeal, Start};
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
        let read = loaded.read_opening(&moves_text(text)?, rules).context("--after")?;
        if let Some(other) = read.others.first() {
            eprintln!("note: --after was read as {}; read as {other}, it leads to another position", read.reading);
        }
        Start::after(loaded, &read.moves, rules).context("--after")
    }
}

/// The moves of a played game, from an argument as [`moves_text`] takes it. Says how it was read if there was a choice.
pub fn read_game(text: &str, rules: &Game, deal: &NamedDeal) -> anyhow::Result<Vec<Move>> {
    let read = deal.read_game(&moves_text(text)?, rules)?;
    if !read.reading.is_plain() || !read.others.is_empty() {
        eprintln!("note: the game was read as {}", read.reading);
    }
    Ok(read.moves)
}

/// The text of an argument: a file if there is one of that name, `-` for standard input, otherwise the argument itself.
fn moves_text(argument: &str) -> anyhow::Result<String> {
    let bytes = match argument {
        "-" => read_stdin(most::MOVES)?,
        path if Path::new(path).is_file() => read_file(path, most::MOVES)?,
        moves => moves.as_bytes().to_vec(),
    };
    String::from_utf8(bytes).context("the moves are not text")
}
