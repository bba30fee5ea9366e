//! `winnable deal`: prints the board of a deal, or of one that is known to be winnable.

use super::args::{GameArgs, load_deal, positive, seed};
use super::exit::Exit;
use super::seeds::{LevelArg, Request, SolutionsArg, list_deals};
use super::{interrupt, output};
use crate::batch::cores;
use crate::batch::seeds::{Numbering, Sequence};
use crate::deal::DealNumber;
use crate::difficulty::Level;
use crate::format::record::{RulesName, Solutions};
use crate::format::{board, position_record};
use crate::game::Game;
use crate::layout::Layout;
use crate::report::tabletop;
use crate::rules::Rules;
use crate::search::pick::Picked;
use crate::text::counted;
use anyhow::{Context, bail};
use std::io::{IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// Print the board of a numbered deal, or of a random deal that is known to be winnable
///
/// On a terminal the board is drawn with its columns side by side. In a pipe or a file it is text with one line for each column, which `winnable solve` and other solvers read.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable deal 617
  winnable deal --game eight-off pysol:24681357
  # a new deal that has been solved
  winnable deal --winnable
  # the same one every time
  winnable deal --winnable --seed 7
  # boards for a program
  winnable deal --winnable --count 20 --json
  # read it back: winnable solve --game fours-up board.txt
  winnable deal --game fours-up 1 > board.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL", required_unless_present = "winnable")]
    deal: Option<String>,
    /// Print a board that has been solved: the first from DEAL on, or a random one
    #[arg(long)]
    winnable: bool,
    /// With --winnable: seed of the random numbers; the same seed gives the same deals
    #[arg(long, value_name = "S", value_parser = seed, requires = "winnable", conflicts_with = "deal")]
    seed: Option<u64>,
    /// With --winnable: how many boards, with empty lines between them
    #[arg(long, short = 'n', value_name = "N", value_parser = positive, requires = "winnable", default_value = "1")]
    count: u64,
    /// With --winnable: only deals of this level
    #[arg(long, value_enum, requires = "winnable")]
    level: Option<LevelArg>,
    /// Print one JSON object per deal, with its board
    #[arg(long)]
    json: bool,
    /// With --json and --winnable: also the solutions, as a list of moves or (--solutions notation) as a text
    #[arg(long, value_name = "FORM", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "moves", requires = "json", requires = "winnable")]
    solutions: Option<SolutionsArg>,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.game.rules()?;
    let Some(deal) = args.deal.as_ref().filter(|_| !args.winnable) else { return winnable_boards(args, &rules) };
    let deal = load_deal(deal, &rules)?;
    let text = match args.json {
        true => position_record::deal_line(&rules, &deal) + "\n",
        false => show(&deal.layout, &rules),
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

fn winnable_boards(args: &Args, rules: &Game) -> anyhow::Result<Exit> {
    let cancel = interrupt::on_signals()?;
    let candidates: Box<dyn Iterator<Item = DealNumber>> = match &args.deal {
        Some(deal) => Box::new(onwards(deal.parse().context("with --winnable, DEAL must be a deal number")?)),
        None => Box::new(Sequence::new(args.seed.unwrap_or_else(now), Numbering::Microsoft)),
    };
    let solutions = args.solutions.map_or(Solutions::None, Solutions::from);
    let (rules_name, mut out) = (RulesName::new(rules), output::stdout());
    let mut first = true;
    let threads = if args.count == 1 && args.level.is_none() { 1 } else { cores() };
    let request = Request { count: args.count, level: args.level.map(Level::from), threads };
    let given = list_deals(rules, candidates, &request, &cancel, |picked| {
        if args.json {
            writeln!(out, "{}", position_record::picked_line(rules, &rules_name, &picked, true, solutions))?;
        } else {
            let Picked { number, layout, solution, .. } = &picked;
            let gap = if first { "" } else { "\n" };
            let moves = counted(solution.replay.moves.into(), "move");
            write!(out, "{gap}# {number} of {}: winnable, solved in {moves}\n{}", rules.label(), show(layout, rules))?;
        }
        first = false;
        Ok(out.flush()?)
    })?;
    if cancel.is_cancelled() {
        return Ok(Exit::Interrupted);
    }
    if given < args.count {
        bail!("only {given} of {} deals of {} could be solved; are the rules too hard?", args.count, rules.label());
    }
    Ok(Exit::Done)
}

/// The board: drawn as it lies on a table for a reader at a terminal, as text that `solve` reads elsewhere.
fn show(layout: &Layout, rules: &Rules) -> String {
    match std::io::stdout().is_terminal() {
        true => tabletop::draw(layout, rules, &output::card_style()),
        false => board::write_with(layout, rules, &output::card_style()),
    }
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
