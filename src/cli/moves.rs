//! `winnable moves`: every legal move of a position with its verdict.

use super::exit::Exit;
use super::output;
use super::position_args::PositionArgs;
use super::solve::headline;
use crate::card::Card;
use crate::format::record::Record;
use crate::format::{position_record, words};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::search::{JudgedMove, JudgedPosition};
use crate::text::counted;
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
    position: PositionArgs,
}

pub fn run(Args { position: args }: &Args) -> anyhow::Result<Exit> {
    let (rules, start) = args.load()?;
    let judged = args.oracle(&rules)?.moves(&start.deal.layout)?;
    let text = match args.json {
        true => {
            let record = Record::new(&rules, &start.deal.name, &judged.answer, false);
            start.record_line_with(&record, position_record::options(&judged.moves, args.shortest.optimal)) + "\n"
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
    judged: &JudgedPosition,
    show: &dyn Fn(Card) -> String,
) -> anyhow::Result<String> {
    let position = Position::new(rules.clone(), layout.clone())?;
    let mut shown: Vec<&JudgedMove> = Vec::new();
    for judged in &judged.moves {
        if !shown.iter().any(|other| same_up_to_empty_piles(&position, &other.mv, &judged.mv)) {
            shown.push(judged);
        }
    }
    let count = |is: fn(Verdict) -> bool| shown.iter().filter(|judged| is(judged.verdict)).count();
    let wins = count(|verdict| verdict == Verdict::Winnable);
    let loses = count(|verdict| verdict == Verdict::Unwinnable);
    let open = shown.len() - wins - loses;
    let some = |n: usize, verb: &str| format!("{n} {verb}{}", if n == 1 { "s" } else { "" });
    let mut text = match open {
        0 => {
            format!("Of {} {} and {}.\n\n", counted(shown.len() as u64, "move"), some(wins, "win"), some(loses, "lose"))
        }
        _ => format!(
            "Of {} {}, {} and {open} {} undecided.\n\n",
            counted(shown.len() as u64, "move"),
            some(wins, "win"),
            some(loses, "lose"),
            if open == 1 { "is" } else { "are" }
        ),
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
