//! `winnable solve`: the answer first, then the steps.

use super::exit::Exit;
use super::output::{self, Output};
use super::position_args::PositionArgs;
use super::progress::SearchLine;
use super::{certificate, interrupt, replay};
use crate::format::record::Record;
use crate::format::start::Start;
use crate::format::{notation, words};
use crate::game::Game;
use crate::report::player;
use crate::search::{Answer, CellCounter, MinCells, Solver};
use crate::text::counted;
use crate::verdict::{Capacity, Reason, Verdict};
use anyhow::bail;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Decide a deal: a verified solution, a proof that there is none, or "undecided" with the limit that was hit
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable solve 617
  # a deal that cannot be won
  winnable solve 11982
  winnable solve --game big-freecell 20 --notation
  winnable solve --rule cells=3 617 --json
  winnable deal 617 | winnable solve -
  # the position after these moves
  winnable solve 617 --after \"2a 21\"
  # step through the boards
  winnable solve 617 --replay
  # watch it in a browser
  winnable solve 617 --html 617.html
  # a proof that others can check
  winnable solve 11982 --certificate dead.cert

Exit code 0: winnable. 1: unwinnable. 3: undecided at a limit. 5: undecided,
a capacity of the program is exhausted. 2: wrong usage or input. 6: the system
refused memory that --memory allows, or refused threads.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Also find the fewest cells with which the deal can be won, proven from below
    #[arg(long)]
    min_cells: bool,
    /// For an unwinnable deal, also write a certificate that `winnable verify` and others can check
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    certificate: Option<PathBuf>,
    /// Print the solution in standard FreeCell notation
    #[arg(long, conflicts_with = "json")]
    notation: bool,
    /// Print only the answer, no steps
    #[arg(long, short)]
    quiet: bool,
    /// Step through the boards of the solution: arrow keys, Home, End, space to play, q to quit
    #[arg(long, conflicts_with_all = ["json", "notation", "quiet"])]
    replay: bool,
    /// Also write a page that plays the solution in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite the files of --html and --certificate if they exist
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.replay && args.position.deal == "-" {
        bail!("--replay reads its commands from standard input, so the board has to come from a file");
    }
    let (rules, start) = args.position.load()?;
    let limits = args.position.limits(&rules);
    let deal = &start.deal;
    // A file that cannot be written is found out before the search, not after it.
    let html = args.html.as_deref().map(|path| Output::open(path, args.force)).transpose()?;
    let certificate = args.certificate.as_deref().map(|path| certificate::create(path, args.force)).transpose()?;
    let cancel = interrupt::on_signals()?;
    let started = Instant::now();
    let display = SearchLine::new(args.quiet);
    let shown = display.clone();
    let mut solver = Solver::new(rules.clone())
        .with_limits(limits)
        .with_metric(args.position.shortest.metric())
        .with_cancel(cancel.clone())
        .with_progress(move |progress| shown.show(progress));
    crate::batch::faults::in_deal(&deal.name);
    let answer = solver.solve(&deal.layout);
    display.end();
    let answer = answer?;
    let min_cells = match args.min_cells {
        true => {
            let mut counter = CellCounter::new(rules.clone()).with_limits(limits).with_cancel(cancel.clone());
            Some(counter.count(&deal.layout, Some(&answer))?)
        }
        false => None,
    };
    if let Some(file) = certificate {
        certificate::write(&solver, deal, &answer, file)?;
    }
    // With the search over there is nothing left to end in order: the next Ctrl-C ends at once, also in --replay.
    let interrupted = cancel.is_cancelled();
    cancel.cancel();
    let seconds = started.elapsed().as_secs_f64();
    let name = name(&start, &rules);
    if let Some(file) = html {
        let moves = answer.solution.as_ref().map_or(&[][..], |s| &s.moves);
        let title = format!("{}, {}", start.title(), rules.label());
        let caption = player::Caption { title: &title, answer: &headline(&name, &answer), loss: None };
        let page = player::page(&rules, &deal.layout, moves, caption)?;
        file.finish_with(page.as_bytes())?;
    }
    if let (true, Some(solution)) = (args.replay, &answer.solution) {
        let headline = headline(&name, &answer);
        replay::run(&rules, &deal.layout, &solution.moves, &headline)?;
        return Ok(Exit::Done);
    }
    let text = if args.position.json {
        record_line(&start, &rules, &answer, min_cells, seconds) + "\n"
    } else if args.notation {
        let moves = answer.solution.as_ref().map_or(&[][..], |s| &s.moves);
        match answer.verdict {
            Verdict::Winnable => notation::write_all(&rules, &deal.layout, moves),
            _ => headline(&name, &answer),
        }
    } else {
        let mut text = headline(&name, &answer);
        text += &min_cells.map_or(String::new(), |count| cells_in_words(&count));
        if let (Some(solution), false) = (&answer.solution, args.quiet) {
            let show = output::card_style();
            text += "\n";
            for line in words::steps(&rules, &deal.layout, &solution.moves, &show) {
                let _ = writeln!(text, "{line}");
            }
        }
        text
    };
    // Where standard output is taken by a file, the answer goes beside it.
    let taken = |path: &Option<PathBuf>| path.as_deref() == Some(std::path::Path::new("-"));
    match taken(&args.html) || taken(&args.certificate) {
        true => write_to_stderr(&text)?,
        false => output::print(&text)?,
    }
    Ok(match answer.verdict {
        // The verdict stands, but the search for a shortest solution was cut short.
        Verdict::Winnable if interrupted && answer.bounds.is_some_and(|b| !b.proven) => Exit::Interrupted,
        verdict => Exit::of(verdict),
    })
}

/// The position at the start of a sentence. A verdict belongs to its rules: all but plain FreeCell are named.
pub fn name(start: &Start, rules: &Game) -> String {
    match rules.label() {
        label if label == Game::default().name => start.title(),
        label => format!("{} of {label}", start.title()),
    }
}

/// What `--json` prints, without the end of the line.
pub fn record_line(start: &Start, rules: &Game, answer: &Answer, min_cells: Option<MinCells>, seconds: f64) -> String {
    let mut record = Record::new(rules, &start.deal.name, answer, true);
    record.min_cells = min_cells.map(Into::into);
    record.seconds = Some((seconds * 1e6).round() / 1e6);
    start.record_line(&record)
}

fn write_to_stderr(text: &str) -> std::io::Result<()> {
    std::io::Write::write_all(&mut anstream::stderr(), text.as_bytes())
}

/// The fewest cells in a sentence.
pub fn cells_in_words(count: &MinCells) -> String {
    let cells = |n: u8| counted(n.into(), "cell");
    match (count.upper, count.proven, count.lower) {
        (Some(0), true, _) => "It can be won without cells.\n".into(),
        (Some(upper), true, _) => format!("It can be won with {}, not with fewer: proven.\n", cells(upper)),
        (Some(upper), false, lower) => {
            let open = match lower + 1 {
                1 if upper == 1 => "without cells".into(),
                next if next == upper => format!("with {}", cells(lower)),
                _ => format!("with {lower} to {}", cells(upper - 1)),
            };
            format!("It can be won with {}; {open} it is undecided.\n", cells(upper))
        }
        (None, _, lower) => format!("It takes at least {}; no number of cells is known that wins.\n", cells(lower)),
    }
}

/// Why a search gave up, with what can be done about it.
pub fn gave_up(reason: Reason) -> String {
    let remedy = match reason {
        Reason::States => " (--max-states)",
        Reason::Memory => " (--memory)",
        Reason::Time => " (--time-limit)",
        Reason::Interrupted => "",
        Reason::Capacity(Capacity::PathLength) => "; solve without --optimal",
        Reason::Capacity(_) => "; higher limits do not help",
        _ => "",
    };
    format!("{reason}{remedy}")
}

/// The answer in one or two lines; `deal` names the deal or position at the start of a sentence.
pub fn headline(deal: &str, answer: &Answer) -> String {
    let states = counted(answer.states, "state");
    let mut text = match (answer.verdict, &answer.solution) {
        (Verdict::Winnable, Some(solution)) => {
            let replay = &solution.replay;
            let (moves, cards) =
                (counted(replay.moves.into(), "move"), counted(replay.cards.into(), "single-card move"));
            format!("{deal} is winnable: {moves} ({cards}).\n")
        }
        (Verdict::Winnable, None) => format!("{deal} is winnable.\n"),
        (Verdict::Unwinnable, _) => {
            format!("{deal} is unwinnable: the complete search ended without a win, after {states}.\n")
        }
        (Verdict::Undecided(reason), _) => {
            format!("{deal} is undecided: {}, after {states}.\n", gave_up(reason))
        }
    };
    if let Some(granted) = answer.solution.as_ref().map(|s| s.replay.granted.len()).filter(|&n| n > 0) {
        let are = if granted == 1 { "1 group move is".into() } else { format!("{granted} group moves are") };
        let _ = writeln!(text, "{are} granted by the rules and cannot be replayed card by card.");
    }
    if let Some(bounds) = answer.bounds {
        let metric = bounds.metric;
        let _ = match (bounds.proven, bounds.upper) {
            (true, Some(upper)) => writeln!(text, "No solution is shorter than {upper} {metric}: proven."),
            (_, Some(upper)) => {
                let why = answer.cut_short.map(|reason| format!(": {}", gave_up(reason))).unwrap_or_default();
                writeln!(text, "The shortest solution has between {} and {upper} {metric}{why}.", bounds.lower)
            }
            (_, None) => writeln!(text, "Any solution has at least {} {metric}.", bounds.lower),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_about_cells_is_named() {
        let words =
            |lower, upper, proven| cells_in_words(&MinCells { lower, upper, proven, states: 1, interrupted: false });
        assert_eq!(words(0, Some(0), true), "It can be won without cells.\n");
        assert_eq!(words(4, Some(4), true), "It can be won with 4 cells, not with fewer: proven.\n");
        assert_eq!(words(0, Some(1), false), "It can be won with 1 cell; without cells it is undecided.\n");
        assert_eq!(words(2, Some(3), false), "It can be won with 3 cells; with 2 cells it is undecided.\n");
        assert_eq!(words(1, Some(4), false), "It can be won with 4 cells; with 1 to 3 cells it is undecided.\n");
        assert_eq!(words(1, Some(2), false), "It can be won with 2 cells; with 1 cell it is undecided.\n");
    }
}
