//! `winnable hint`: whether a position is still winnable, and the next move, in one line.

use super::exit::Exit;
use super::output;
use super::position_args::PositionArgs;
use super::solve::gave_up;
use crate::card::Card;
use crate::format::record::Record;
use crate::format::{position_record, words};
use crate::position::Position;
use crate::search::Hint;
use crate::text::counted;
use crate::verdict::Verdict;

/// Say whether a position can still be won, and the next move with its reason
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable hint 617
  winnable hint 617 --after \"2a 21\"
  winnable hint board.txt --json

With --optimal the move is the first of a proven shortest win.
Exit code 0: still winnable. 1: lost, proven. 3: undecided at a limit.
2: wrong usage or input.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

pub fn run(Args { position: args }: &Args) -> anyhow::Result<Exit> {
    let (rules, start) = args.load()?;
    let hint = args.oracle(&rules)?.hint(&start.deal.layout)?;
    let text = match args.json {
        true => {
            let record = Record::new(&rules, &start.deal.name, &hint.answer, false);
            start.record_line_with(&record, position_record::next(hint.next.as_ref(), args.shortest.optimal))
        }
        false => line(&hint, &Position::new(rules, start.deal.layout.clone())?, &output::card_style()),
    };
    output::print(&(text + "\n"))?;
    Ok(Exit::of(hint.answer.verdict))
}

/// The hint in a sentence.
pub fn line(hint: &Hint, position: &Position, show: &dyn Fn(Card) -> String) -> String {
    match (hint.answer.verdict, &hint.next) {
        (Verdict::Winnable, Some((next, purpose))) => {
            let step = words::step(position, &next.mv, show);
            let length = next.length.map_or(String::new(), |n| format!(", {n} moves to go"));
            format!("Still winnable{length}: {step}: {purpose}.")
        }
        (Verdict::Winnable, None) => "Won: all cards are home.".into(),
        (Verdict::Unwinnable, _) => "Lost, proven: no sequence of moves wins from here.".into(),
        (Verdict::Undecided(reason), _) => {
            format!("Undecided: {}, after {}.", gave_up(reason), counted(hint.answer.states, "state"))
        }
    }
}
