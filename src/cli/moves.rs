//! `winnable moves`: every legal move of a position with its verdict.

use super::after::AfterArgs;
use super::args::{GameArgs, LimitArgs};
use super::exit::Exit;
use super::solve::{MetricArg, headline};
use super::{interrupt, output};
use crate::card::Card;
use crate::format::record::Record;
use crate::format::{position_record, words};
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::search::{JudgedMove, JudgedMoves, Oracle};
use crate::verdict::Verdict;
use std::fmt::Write;

/// Judge every legal move of a position: wins, loses (proven) or undecided, best first
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable moves 617
  winnable moves 617 --after \"2a 21\" --json
  winnable moves --game fours-up board.txt

The length of a move is that of the shortest win known that starts with it;
--optimal proves it. Exit code 0: the position is winnable. 1: unwinnable.
3: undecided at a limit. 2: wrong usage or input.")]
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
    /// Also prove the shortest length of every move that wins
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
    let judged = oracle.moves(&start.deal.layout)?;
    let text = match args.json {
        true => {
            let record = Record::new(&rules, &start.deal.name, &judged.answer, false);
            start.record_line_with(&record, position_record::options(&judged.moves, args.optimal)) + "\n"
        }
        false => {
            headline(&start.title(), &judged.answer)
                + &table(&rules, &start.deal.layout, &judged, &output::card_style())?
        }
    };
    output::print(&text)?;
    Ok(Exit::of(judged.answer.verdict))
}

/// The moves, one a line; those that differ only in which empty cell or column they go to are one line.
pub fn table(
    rules: &Game,
    layout: &Layout,
    judged: &JudgedMoves,
    show: &dyn Fn(Card) -> String,
) -> anyhow::Result<String> {
    let position = Position::new(rules.clone(), layout.clone())?;
    let mut shown: Vec<&JudgedMove> = Vec::new();
    for judged in &judged.moves {
        if !shown.iter().any(|other| same_up_to_empty_piles(&position, &other.mv, &judged.mv)) {
            shown.push(judged);
        }
    }
    let count = |word: &str| shown.iter().filter(|judged| judged.verdict.word() == word).count();
    let (wins, loses, open) = (count("winnable"), count("unwinnable"), count("undecided"));
    let mut text = match open {
        0 => format!("Of {} moves {wins} win and {loses} lose.\n\n", shown.len()),
        _ => format!("Of {} moves {wins} win, {loses} lose and {open} are undecided.\n\n", shown.len()),
    };
    for judged in shown {
        let verdict = match judged.verdict {
            Verdict::Winnable => "wins",
            Verdict::Unwinnable => "loses",
            Verdict::Undecided(_) => "undecided",
        };
        let length = judged.length.map_or(String::new(), |length| length.to_string());
        let mark = if judged.proven { "=" } else { " " };
        writeln!(text, "{verdict:<9} {length:>5}{mark}  {}", words::step(&position, &judged.mv, show))?;
    }
    Ok(text)
}

/// Whether two moves differ only in which of several empty cells or columns the card goes to.
fn same_up_to_empty_piles(position: &Position, one: &Move, other: &Move) -> bool {
    let columns = &position.layout().columns;
    let empty = |pile: Pile| matches!(pile, Pile::Column(i) if columns[i as usize].is_empty());
    let to = match (one.to, other.to) {
        (Pile::Cell(_), Pile::Cell(_)) => true,
        // With a row still to be dealt, it matters which column is which.
        (a, b) => a == b || position.layout().stock.is_empty() && empty(a) && empty(b),
    };
    to && (one.card, one.count, one.from) == (other.card, other.count, other.from)
}
