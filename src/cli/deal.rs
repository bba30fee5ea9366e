//! `winnable deal`: prints the board of a deal.

use super::args::{GameArgs, load_deal};
use super::exit::Exit;
use super::output;
use crate::format::board;

/// Print the board of a numbered deal, or read a board and print it in standard form
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable deal 617
  winnable deal --game eight-off pysol:24681357
  winnable deal --game fours-up 1 > board.txt     read it back: winnable solve --game fours-up board.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL")]
    deal: String,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.game.rules()?;
    let deal = load_deal(&args.deal, &rules)?;
    output::print(&board::write(&deal.layout, &rules))?;
    Ok(Exit::Done)
}
