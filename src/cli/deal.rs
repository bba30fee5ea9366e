//! `winnable deal`: prints the board of a deal, or of one that is known to be winnable.

use super::args::{GameArgs, load_deal, seed};
use super::exit::Exit;
use super::interrupt;
use super::output;
use crate::batch::pick::{Picked, first_winnable, winnable_deal};
use crate::deal::DealNumber;
use crate::format::board;
use crate::game::Game;
use crate::layout::Layout;
use crate::rules::Rules;
use crate::search::Limits;
use crate::text::counted;
use anyhow::{Context, bail};
use std::time::{SystemTime, UNIX_EPOCH};

/// Numbers that are tried before giving up; games where fewer than one in a thousand can be won need patience.
const TRIES: u64 = 100_000;

/// Print the board of a numbered deal, or deal one that is sure to be winnable
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable deal 617
  winnable deal --game eight-off pysol:24681357
  # a new deal that has been solved
  winnable deal --winnable
  # the same one every time
  winnable deal --winnable --seed 7
  # read it back: winnable solve --game fours-up board.txt
  winnable deal --game fours-up 1 > board.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL", required_unless_present = "winnable")]
    deal: Option<String>,
    /// Deal a board that has been solved: the first from DEAL on, or a random one
    #[arg(long)]
    winnable: bool,
    /// With --winnable: where the random numbers start, so that the same deal comes again
    #[arg(long, value_name = "S", value_parser = seed, requires = "winnable", conflicts_with = "deal")]
    seed: Option<u64>,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.game.rules()?;
    let text = match (&args.deal, args.winnable) {
        (Some(deal), false) => show(&load_deal(deal, &rules)?.layout, &rules),
        _ => winnable_board(args, &rules)?,
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

fn winnable_board(args: &Args, rules: &Game) -> anyhow::Result<String> {
    let (limits, cancel) = (Limits::of(rules), interrupt::on_signals()?);
    let picked = match &args.deal {
        Some(deal) => {
            let start: DealNumber = deal.parse().context("--winnable counts on from a deal number")?;
            first_winnable(rules, onwards(start).take(TRIES as usize), &limits, &cancel)?
        }
        None => winnable_deal(rules, args.seed.unwrap_or_else(now), TRIES, &limits, &cancel)?,
    };
    let Some(Picked { number, layout, solution }) = picked else {
        bail!("none of {TRIES} deals of {} could be solved; are the rules too hard?", rules.label());
    };
    let moves = counted(solution.replay.moves.into(), "move");
    Ok(format!("# {number} of {}: winnable, solved in {moves}\n{}", rules.label(), show(&layout, rules)))
}

/// The board, with colours on a terminal.
fn show(layout: &Layout, rules: &Rules) -> String {
    board::write_with(layout, rules, &output::card_style())
}

/// The deals from a number on, to the end of its numbering.
fn onwards(start: DealNumber) -> impl Iterator<Item = DealNumber> {
    std::iter::successors(Some(start), |number| match number {
        DealNumber::Microsoft(n) => DealNumber::microsoft(n + 1).ok(),
        DealNumber::Pysol(n) => Some(DealNumber::Pysol(n + 1)).filter(|_| *n < crate::deal::MAX_PYSOL),
    })
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
