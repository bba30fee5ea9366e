//! `winnable games`: the list of games, and their rules as TOML or JSON.

use super::args::{GameArgs, GameName};
use super::exit::Exit;
use super::output;
use crate::rules::PRESETS;
use serde_json::Value;
use std::fmt::Write;

/// List the games, or print the complete rules of one
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable games
  winnable games eight-off
  # edit it, then winnable solve --game mine.toml 1
  winnable games freecell > mine.toml
  # rules with a change
  winnable games freecell --rule cells=3
  winnable games --json")]
pub struct Args {
    /// A game's name, or a rule file
    #[arg(value_parser = GameName, hide_possible_values = true)]
    name: Option<String>,
    /// Change a rule of the game, like cells=3 (can be repeated)
    #[arg(long = "rule", value_name = "KEY=VALUE", requires = "name")]
    rules: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let text = match &args.name {
        Some(name) => one(name, args)?,
        None if args.json => pretty(&PRESETS.iter().map(|p| p.rules().to_json()).collect::<Value>()),
        None => list(),
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

fn one(name: &str, args: &Args) -> anyhow::Result<String> {
    let rules = GameArgs { game: name.to_string(), rules: args.rules.clone() }.rules()?;
    Ok(match args.json {
        true => pretty(&rules.to_json()),
        false => rules.to_toml(),
    })
}

fn list() -> String {
    let width = PRESETS.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for preset in PRESETS {
        let _ = writeln!(text, "{:width$}  {}", preset.name, preset.description);
    }
    text
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("rules are plain data") + "\n"
}
