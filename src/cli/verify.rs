//! `winnable verify`: does this solution win this deal?

use super::args::{GameArgs, load_deal, read_file, read_stdin};
use super::exit::Exit;
use super::{certificate, output};
use crate::format::notation::{self, NotationError};
use crate::format::record::Record;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::verify::verify;
use anyhow::{Context, bail};

/// Check a solution move by move: does it win, how long is it, or which move is illegal and why
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable solve 617 --json > answer.json && winnable verify 617 answer.json
  winnable solve 617 --notation | winnable verify 617 -

SOLUTION is a file with the JSON record of `solve --json`, a JSON list of moves, or moves in standard
notation (26 3a a5 4h 26v3). Exit code 0: it wins. 1: it does not.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL")]
    deal: String,
    /// The solution: a file, or - for standard input
    #[arg(value_name = "SOLUTION")]
    solution: String,
    /// Say nothing, only set the exit code
    #[arg(long, short)]
    quiet: bool,
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
            output::print(&message)?;
        }
        return Ok(exit);
    }
    let bytes = match args.solution.as_str() {
        "-" => read_stdin()?,
        path => read_file(path).context("SOLUTION is a file, or - for standard input")?,
    };
    let text = String::from_utf8(bytes).with_context(|| format!("{}: is no text", args.solution))?;
    let (exit, message) = match judge(&text, &rules, &deal.layout, &deal.name).with_context(|| args.solution.clone())? {
        Ok(message) => (Exit::Done, message),
        Err(message) => (Exit::Unwinnable, message),
    };
    if !args.quiet {
        output::print(&message)?;
    }
    Ok(exit)
}

/// The verdict on a solution; an error if the text cannot be read at all.
fn judge(text: &str, rules: &Game, layout: &Layout, deal: &str) -> anyhow::Result<Result<String, String>> {
    let moves = match read_moves(text, rules, layout, deal)? {
        Ok(moves) => moves,
        Err(message) => return Ok(Err(format!("Not a solution: {message}.\n"))),
    };
    Ok(match verify(rules, layout, &moves) {
        Ok(replay) => {
            let mut message = format!("It wins: {} moves, {} single-card moves.\n", replay.moves, replay.cards);
            if let Some(first) = replay.granted.first() {
                message += &format!(
                    "{} group moves (the first is move {}) are granted by the rules and cannot be replayed card by card.\n",
                    replay.granted.len(),
                    first + 1
                );
            }
            Ok(message)
        }
        Err(why) => Err(format!("Not a solution: {why}.\n")),
    })
}

/// Moves from JSON or notation. The inner error is a move that is not possible: readable, but no solution.
pub(super) fn read_moves(
    text: &str,
    rules: &Game,
    layout: &Layout,
    deal: &str,
) -> anyhow::Result<Result<Vec<Move>, String>> {
    let trimmed = text.trim_start();
    let moves: Vec<Move> = if trimmed.starts_with('{') {
        let first = serde_json::Deserializer::from_str(trimmed).into_iter::<Record>().next();
        let record = first.context("no record")?.context("not a record of `solve --json`")?;
        if !rules.has_digest(&record.rules) {
            bail!(
                "the record is for other rules ({}, digest {}); give its --game and --rule",
                record.game,
                record.rules
            );
        }
        if record.deal != deal && record.deal != "board" && deal != "board" {
            bail!("the record is for deal {}, not {deal}", record.deal);
        }
        match (record.solution, record.notation) {
            (Some(moves), _) => moves,
            (None, Some(text)) => return read_notation(&text, rules, layout),
            (None, None) => bail!("the record has no solution"),
        }
    } else if trimmed.starts_with('[') {
        let list: Vec<serde_json::Value> = serde_json::from_str(trimmed).context("not a JSON list of moves")?;
        let read = |(i, value)| {
            serde_json::from_value(value).with_context(|| format!("not a JSON list of moves: move {}", i + 1))
        };
        list.into_iter().enumerate().map(read).collect::<anyhow::Result<_>>()?
    } else {
        return read_notation(text, rules, layout);
    };
    Ok(Ok(moves))
}

fn read_notation(text: &str, rules: &Game, layout: &Layout) -> anyhow::Result<Result<Vec<Move>, String>> {
    match notation::read(text, rules, layout) {
        Ok(moves) => Ok(Ok(moves)),
        Err(error @ NotationError::Illegal { .. }) => Ok(Err(error.to_string())),
        Err(error) => Err(error.into()),
    }
}
