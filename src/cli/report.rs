//! `winnable report`: the summary of finished files, several side by side.

use super::args::duration;
use super::exit::Exit;
use super::output::{self, Output};
use super::{report_pages, watch};
use crate::batch::dataset::{self, summarize_dataset};
use crate::batch::{Results, SummaryFigures, summarize, summarize_stream};
use crate::report::page::{self, Column};
use crate::report::table;
use crate::text::{count, visible};
use anyhow::bail;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Summarize results of `analyze`, several files side by side
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable report results.ndjson
  # compare games or rules
  winnable report freecell.ndjson seven-by-four.csv
  winnable analyze 1..1000 --quiet | winnable report -
  # a self-contained page with charts
  winnable report results.ndjson --html report.html
  # the same, with pages that play the hardest deals
  winnable report results.ndjson --html report.html --pages
  # progress of all processes that write a dataset, until it is complete
  winnable report DIR --watch")]
pub struct Args {
    /// Files of records (NDJSON or CSV, also compressed) and datasets; - is standard input
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// Also write a page with charts
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write a page for each of the hardest deals, into a folder beside the report, and link to it
    #[arg(long, requires = "html")]
    pages: bool,
    /// Overwrite pages that exist
    #[arg(long, requires = "html")]
    force: bool,
    /// Accept the files even if their .run.json is missing or does not match
    #[arg(long)]
    unchecked: bool,
    /// Show the progress of a dataset at this interval until it is complete, then summarize it
    #[arg(long, value_name = "TIME", num_args = 0..=1, require_equals = true, default_missing_value = "5s", value_parser = duration)]
    watch: Option<Duration>,
    /// Print JSON: a list with one summary for each file
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if let Some(every) = args.watch {
        let [path] = &args.results[..] else { bail!("--watch looks at one dataset; give one folder") };
        if !watch::until_complete(path, every)? {
            return Ok(Exit::Interrupted);
        }
    }
    let mut columns = Vec::new();
    for path in &args.results {
        let summary = match path == Path::new("-") {
            true => summarize_stream(Path::new("standard input"), std::io::stdin().lock())?,
            false if dataset::is_dataset(path) => {
                let found = summarize_dataset(path)?;
                output::note_unvouched(path, dataset::vouched(path))?;
                let there = found.summary.verdicts.total();
                if there < found.asked {
                    let (there, asked) = (count(there), count(found.asked));
                    let name = path.display().to_string();
                    writeln!(anstream::stderr(), "note: {} holds {there} of {asked} deals", visible(&name))?;
                }
                found.summary
            }
            false => {
                let mut results = match args.unchecked {
                    true => Results::open_unchecked(path)?,
                    false => Results::open(path)?,
                };
                if !args.unchecked {
                    output::note_unvouched(path, results.vouched())?;
                }
                summarize(&mut results)?
            }
        };
        let name = visible(&path.display().to_string()).into_owned();
        columns.push(Column { name, figures: summary.figures(), summary, pages: Vec::new() });
    }
    name_by_rules(&mut columns);
    if let Some(path) = &args.html {
        let file = Output::open(path, args.force)?;
        if args.pages {
            report_pages::write(path, &mut columns, args.force)?;
        }
        file.finish_with(page::page(&columns).as_bytes())?;
    }
    let columns: Vec<(String, SummaryFigures)> = columns.into_iter().map(|c| (c.name, c.figures)).collect();
    let text = match args.json {
        true => serde_json::to_string_pretty(&columns.iter().map(|(_, figures)| figures).collect::<Vec<_>>())? + "\n",
        false => table::summaries(&columns),
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

/// Names the columns by the rules where these tell all of them apart: what was changed, or else the game.
fn name_by_rules(columns: &mut [Column]) {
    let labels: Vec<String> = columns.iter().map(|column| column.figures.game.clone()).collect();
    let distinct = labels.iter().enumerate().all(|(i, label)| !labels[..i].contains(label));
    if labels.len() < 2 || !distinct {
        return;
    }
    let games: Vec<&str> = labels.iter().map(|label| label.split(" (").next().unwrap_or(label)).collect();
    let one_game = games.iter().all(|game| *game == games[0]);
    for (column, label) in columns.iter_mut().zip(&labels) {
        let changed = label.split_once(" (").map(|(_, changed)| changed.trim_end_matches(')'));
        let short = if one_game { changed.unwrap_or(label) } else { label };
        column.name = format!("{short}: {}", column.name);
    }
}
