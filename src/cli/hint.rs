//! `winnable hint`: still winnable? What next? In one line.

use super::after::AfterArgs;
use super::args::{GameArgs, LimitArgs};
use super::exit::Exit;
use super::solve::{MetricArg, gave_up};
use super::{interrupt, output};
use crate::card::Card;
use crate::format::record::Record;
use crate::format::{position_record, words};
use crate::metric::Metric;
use crate::position::Position;
use crate::search::{Hint, Oracle};
use crate::verdict::Verdict;

/// Say whether a position can still be won, and the next move with its reason
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable hint 617
  winnable hint 617 --after \"2a 21\"
  winnable hint board.txt --json

Exit code 0: still winnable. 1: lost, proven. 3: undecided at a limit.
2: wrong usage or input.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL")]
    deal: String,
    #[command(flatten)]
    after: AfterArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The next move of a proven shortest win
    #[arg(long)]
    optimal: bool,
    /// What to count: player actions (moves) or single-card moves (cards)
    #[arg(long, value_enum, default_value_t = MetricArg::Moves, requires = "optimal")]
    metric: MetricArg,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.game.rules()?;
    let start = args.after.load(&args.deal, &rules)?;
    let mut oracle = Oracle::new(rules.clone())
        .with_limits(args.limits.limits(&rules))
        .with_metric(args.optimal.then(|| Metric::from(args.metric)))
        .with_cancel(interrupt::on_signals()?);
    let hint = oracle.hint(&start.deal.layout)?;
    let text = match args.json {
        true => {
            let record = Record::new(&rules, &start.deal.name, &hint.answer, false);
            start.record_line_with(&record, position_record::next(hint.next.as_ref(), args.optimal))
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
            format!("Undecided: {}, after {} states.", gave_up(reason), hint.answer.states)
        }
    }
}
