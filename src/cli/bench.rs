//! `winnable bench`: which search is better, on these deals? And the signature of all searches.

use super::analyze::read_range;
use super::args::{GameArgs, LimitArgs, most, read_file, threads};
use super::exit::Exit;
use super::interrupt;
use super::output::{self, Output};
use super::progress::Display;
use crate::batch::{Bench, Progress, Row, SignatureError, Trial, Verdicts, compare, cores, signature};
use crate::deal::{DealNumber, DealRange};
use crate::game::Game;
use crate::report::bench as tables;
use crate::search::registry::{STRATEGIES, Spec, Strategy};
use anyhow::Context;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Compare searches and heuristics on the same deals: effort, time, lengths, and ratios with confidence intervals
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  # all strategies and their parameters
  winnable bench --list
  winnable bench 1..1000 --strategy quick,prove
  winnable bench 1..200 \\
      --strategy greedy:states=2000,greedy:states=2000,commit=120
  winnable bench 1..200 --strategy greedy,greedy:weights=mine.toml \\
      --records trials.csv
  winnable bench --game fours-up 1..20 \\
      --strategy rows:width=500,rows:width=4000 --max-states 1M
  # after a change that is meant to change the search
  winnable bench --signature > fixtures/signature.txt

A parameter key=value belongs to the strategy to its left. One thread runs all
strategies deal by deal, in rotating order, so that all are measured under the
same machine load; dealing and verifying are not timed. Every win is verified,
and strategies that contradict each other end the run. Deals without an answer
count with the effort spent on them. Exit code 0: done. 2: wrong usage. 4: a
solution does not replay or two strategies disagree. 130: interrupted.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deals: 1..1000 (ends included), a list 1..10,617, pysol:1..100, @FILE with numbers, or - for standard input
    #[arg(value_name = "RANGE", required_unless_present_any = ["list", "signature"])]
    range: Option<String>,
    /// Strategies, like quick,greedy:states=2000,prove (can be repeated); ratios are to the first
    #[arg(long = "strategy", short, value_name = "NAMES", default_value = "solve")]
    strategies: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Run each deal this many times and use the fastest time: for busy machines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    repeat: u16,
    /// List all strategies
    #[arg(long, conflicts_with_all = ["range", "signature"])]
    list: bool,
    /// Run the fixed list of searches that ends in one number, the same on every machine
    #[arg(long, conflicts_with = "range")]
    signature: bool,
    /// Threads for --signature [default: as many as there are cores; at most 4 for each core]
    #[arg(long, short, value_name = "N", value_parser = threads, requires = "signature")]
    threads: Option<std::num::NonZeroUsize>,
    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["csv", "markdown", "list", "signature"])]
    json: bool,
    /// Print comma-separated values
    #[arg(long, conflicts_with_all = ["markdown", "list", "signature"])]
    csv: bool,
    /// Print Markdown tables
    #[arg(long, conflicts_with_all = ["list", "signature"])]
    markdown: bool,
    /// Also write what each strategy did with each deal (.csv, or one JSON object per line)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "signature"])]
    records: Option<PathBuf>,
    /// Overwrite the file of --records if it exists
    #[arg(long, requires = "records")]
    force: bool,
    /// No progress on standard error
    #[arg(long, short)]
    quiet: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.list {
        output::print(&list())?;
        return Ok(Exit::Done);
    }
    if args.signature {
        let signature = signature(args.threads.map_or_else(cores, usize::from)).map_err(|error| match error {
            SignatureError::Bench(error) => anyhow::Error::new(error),
            SignatureError::Threads(error) => anyhow::Error::new(error),
        });
        output::print(&signature?)?;
        return Ok(Exit::Done);
    }
    let rules = args.game.rules()?;
    let strategies = strategies(&args.strategies.join(","), &rules)?;
    let range = read_range(args.range.as_deref().unwrap_or_default())?;
    let mut bench = Bench::new(rules.clone(), args.limits.limits(&rules), strategies, usize::from(args.repeat))
        .with_cancel(interrupt::on_signals()?);
    let names = bench.names();
    let mut records = args.records.as_deref().map(|path| Records::create(path, &names, args.force)).transpose()?;
    let (trials, complete) = measure(&mut bench, &range, args.quiet, |deal, trials| match &mut records {
        Some(records) => records.add(deal, trials),
        None => Ok(()),
    })?;
    if let Some(records) = records {
        records.finish()?;
    }
    let rows = compare(&names, &trials);
    let text = match args {
        Args { json: true, .. } => {
            let report =
                Report { game: &rules.label(), rules: rules.digest(), deals: range.to_string(), complete, rows };
            serde_json::to_string(&report)? + "\n"
        }
        Args { csv: true, .. } => tables::csv(&rows)?,
        Args { markdown: true, .. } => tables::markdown(&rows),
        _ => tables::terminal(&rows),
    };
    output::print(&text)?;
    Ok(if complete { Exit::Done } else { Exit::Interrupted })
}

/// The strategies of a list; files that it names are read.
pub fn strategies(text: &str, rules: &Game) -> anyhow::Result<Vec<Strategy>> {
    let read = |path: &str| {
        let bytes = read_file(path, most::WEIGHTS).map_err(|e| format!("{e:#}"))?;
        String::from_utf8(bytes).map_err(|_| "it is not text".to_string())
    };
    let specs = Spec::list(text)?;
    Ok(specs.iter().map(|spec| Strategy::new(spec, rules, &read)).collect::<Result<_, _>>()?)
}

/// All trials, and whether the range was finished.
fn measure(
    bench: &mut Bench,
    range: &DealRange,
    quiet: bool,
    mut each: impl FnMut(DealNumber, &[Trial]) -> anyhow::Result<()>,
) -> anyhow::Result<(Vec<Vec<Trial>>, bool)> {
    let started = Instant::now();
    let mut display = Display::new(quiet, false);
    let mut verdicts = Verdicts::default();
    let mut trials = Vec::new();
    for deal in (0..range.len()).filter_map(|place| range.nth(place)) {
        let Some(done) = bench.deal(deal)? else { break };
        each(deal, &done)?;
        if let Some(first) = done.first() {
            verdicts.add(&first.verdict.into());
        }
        trials.push(done);
        let count = trials.len() as u64;
        display.show(&Progress { total: range.len(), done: count, fresh: count, verdicts, elapsed: started.elapsed() });
    }
    display.end();
    let complete = trials.len() as u64 == range.len();
    Ok((trials, complete))
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    rules: String,
    deals: String,
    complete: bool,
    #[serde(rename = "strategies")]
    rows: Vec<Row>,
}

/// One line per deal and strategy.
#[derive(Serialize)]
struct TrialRecord<'a> {
    deal: &'a str,
    strategy: &'a str,
    verdict: &'a str,
    states: u64,
    seconds: f64,
    moves: Option<u32>,
    cards: Option<u32>,
}

/// The file of paired records.
struct Records<'a> {
    names: &'a [String],
    path: &'a Path,
    form: Form,
}

enum Form {
    Csv(Box<csv::Writer<Output>>),
    Json(BufWriter<Output>),
}

impl<'a> Records<'a> {
    /// Opened before the run: a file that cannot be written is found out at once.
    fn create(path: &'a Path, names: &'a [String], force: bool) -> anyhow::Result<Records<'a>> {
        let csv = path.extension().is_some_and(|end| end == "csv");
        let file = Output::open(path, force)?;
        let form = match csv {
            true => Form::Csv(Box::new(csv::Writer::from_writer(file))),
            false => Form::Json(BufWriter::new(file)),
        };
        Ok(Records { names, path, form })
    }

    fn add(&mut self, deal: DealNumber, trials: &[Trial]) -> anyhow::Result<()> {
        let deal = deal.to_string();
        for (strategy, trial) in self.names.iter().zip(trials) {
            let (moves, cards) = trial.lengths.unzip();
            let Trial { verdict, states, seconds, .. } = *trial;
            let record = TrialRecord { deal: &deal, strategy, verdict: verdict.word(), states, seconds, moves, cards };
            match &mut self.form {
                Form::Csv(writer) => writer.serialize(record).map_err(anyhow::Error::from),
                Form::Json(writer) => writeln!(writer, "{}", serde_json::to_string(&record)?).map_err(Into::into),
            }
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        let failed = || format!("cannot write {}", self.path.display());
        let out = match self.form {
            Form::Csv(writer) => writer.into_inner().map_err(|e| e.into_error()),
            Form::Json(writer) => writer.into_inner().map_err(|e| e.into_error()),
        };
        out.with_context(failed)?.finish()
    }
}

fn list() -> String {
    let mut text = String::new();
    for entry in STRATEGIES {
        text += &format!("{:11} {}\n", entry.name, entry.about);
        for (parameter, about) in entry.parameters {
            text += &format!("{:13}{parameter:32} {about}\n", "");
        }
    }
    text + "\nWrite NAME:key=value,key=value; commas also part strategies. --max-states, --memory and --time-limit hold for\n\
            each deal and strategy.\n"
}
