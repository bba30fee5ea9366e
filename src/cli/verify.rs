//! `winnable verify`: does this solution win this deal?

use super::args::{GameArgs, NamedDeal, load_deal, read_file, read_stdin};
use super::exit::Exit;
use super::{certificate, output};
use crate::format::solution_reader::{self, Autoplay, SolutionError};
use crate::game::Game;
use crate::position::IllegalMove;
use crate::text::{counted, visible};
use crate::verify::verify;
use anyhow::{Context, bail};

/// Check a solution move by move: does it win, how long is it, or which move is illegal and why
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable solve 617 --json > answer.json && winnable verify 617 answer.json
  winnable solve 617 | winnable verify 617 -
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
    /// The solution: a file, or - for standard input
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
        let (exit, message) = certificate::check(&certificate, &rules, &deal);
        if !args.quiet {
            output::print(&visible(&message))?;
        }
        return Ok(exit);
    }
    let bytes = match args.solution.as_str() {
        "-" => read_stdin()?,
        path => read_file(path).context("SOLUTION is a file, or - for standard input")?,
    };
    let text = String::from_utf8(bytes).with_context(|| format!("{}: is no text", args.solution))?;
    let (exit, message) =
        match judge(&text, &rules, &deal, args.autoplay.map(Autoplay::from)).with_context(|| args.solution.clone())? {
            Ok(message) => (Exit::Done, message),
            Err(message) => (Exit::Unwinnable, message),
        };
    if !args.quiet {
        output::print(&visible(&message))?;
    }
    Ok(exit)
}

/// The verdict on a solution; an error if the text cannot be read at all.
pub fn judge(
    text: &str,
    rules: &Game,
    deal: &NamedDeal,
    autoplay: Option<Autoplay>,
) -> anyhow::Result<Result<String, String>> {
    let read = match solution_reader::read_with(text, rules, &deal.layout, autoplay) {
        Ok(read) => read,
        // A pile that the game does not have is a slip of the pen, not a wrong solution.
        Err(error @ SolutionError::Illegal { .. })
            if !matches!(error, SolutionError::Illegal { why: IllegalMove::NoSuchPile { .. }, .. }) =>
        {
            return Ok(Err(format!("Not a solution: {error}.\n")));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(written) = &read.deal
        && *written != deal.name
        && written != "board"
        && deal.name != "board"
    {
        bail!("the solution is for deal {written}, not {}", deal.name);
    }
    let how = match read.reading.is_plain() {
        true => String::new(),
        false => format!("Read as {}.\n", read.reading),
    };
    Ok(match verify(rules, &deal.layout, &read.moves) {
        Ok(replay) => {
            let mut message = format!(
                "It wins: {} ({}).\n{how}",
                counted(replay.moves.into(), "move"),
                counted(replay.cards.into(), "single-card move")
            );
            if read.automatic > 0 {
                let written = read.moves.len() - read.automatic;
                message += &format!(
                    "{} written, {} went home without being written.\n",
                    counted(written as u64, "move"),
                    counted(read.automatic as u64, "card")
                );
            }
            if let Some(first) = replay.granted.first() {
                message += &format!(
                    "{} (the first is move {}) granted by the rules and cannot be replayed card by card.\n",
                    match replay.granted.len() {
                        1 => "1 group move is".to_string(),
                        n => format!("{n} group moves are"),
                    },
                    first + 1
                );
            }
            Ok(message)
        }
        Err(why) => Err(format!("Not a solution: {why}.\n{how}")),
    })
}
