//! `winnable verify`: does this solution win this deal?

use super::after::GivenMoves;
use super::args::{GameArgs, load_deal};
use super::exit::Exit;
use super::{certificate, output};
use crate::format::judgement::{self, Judgement};
use crate::format::solution_reader::Autoplay;
use crate::text::visible;
use anyhow::bail;

/// Check a solution move by move: does it win, how long is it, or which move is illegal and why
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable solve 617 --json > answer.json && winnable verify 617 answer.json
  winnable solve 617 | winnable verify 617 -
  winnable verify 10913 \"26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41\"
  fc-solve -m -snx board.txt | winnable verify board.txt -

SOLUTION is a file with the JSON record of `solve --json`, a JSON list of
moves, the text of `solve`, the output of `fc-solve -m`, `-sn` or `-snx`, or
moves in standard notation (26 3a a5 4h 26v3), with or without the moves that
programs make by themselves. The answer says how it was read if there was a
choice. Exit code 0: it wins. 1: it does not.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL")]
    deal: String,
    /// The solution: a file, - for standard input, or the moves themselves
    #[arg(value_name = "SOLUTION")]
    solution: String,
    /// Cards that go home without being written: none, those that are safe, or all that can [default: found out by playing]
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    autoplay: Option<AutoplayArg>,
    /// Say nothing, only set the exit code
    #[arg(long, short)]
    quiet: bool,
}

/// Cards that go home without being written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum AutoplayArg {
    /// None: every move is written.
    None,
    /// Those that are safe.
    Safe,
    /// All that can.
    All,
}

impl From<AutoplayArg> for Autoplay {
    fn from(autoplay: AutoplayArg) -> Autoplay {
        match autoplay {
            AutoplayArg::None => Autoplay::None,
            AutoplayArg::Safe => Autoplay::Safe,
            AutoplayArg::All => Autoplay::All,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.game.rules()?;
    if args.deal == "-" && args.solution == "-" {
        bail!("deal and solution cannot both come from standard input; put one of them into a file");
    }
    let deal = load_deal(&args.deal, &rules)?;
    if let Some(certificate) = certificate::open(&args.solution)? {
        return answer(&judgement::of_certificate(&certificate, &rules, &deal), args.quiet);
    }
    let given = GivenMoves::read(&args.solution, "SOLUTION")?;
    let judged = judgement::of_solution(&given.text, &rules, &deal, args.autoplay.map(Autoplay::from));
    let judged = given.explain(judged)?;
    answer(&judged, args.quiet)
}

fn answer(judged: &Judgement, quiet: bool) -> anyhow::Result<Exit> {
    if !quiet {
        output::print(&visible(&judged.message))?;
    }
    Ok(if judged.holds { Exit::Done } else { Exit::Unwinnable })
}
