//! `winnable report`: the summary of finished files, several side by side.

use super::exit::Exit;
use super::output;
use crate::analysis::{SummaryFigures, open_records, summarize};
use crate::format::records::RecordReader;
use crate::report::{page, table};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Summarize results of `analyze`, several files side by side
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable report results.ndjson
  winnable report freecell.ndjson seven-by-four.csv      compare games or rules
  winnable analyze 1..1000 --quiet | winnable report -
  winnable report results.ndjson --html report.html      a page with diagrams, complete in itself")]
pub struct Args {
    /// Files of records (NDJSON or CSV); - is standard input
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// Also write a page with diagrams
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON: a list with one summary for each file
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut columns: Vec<(String, SummaryFigures)> = Vec::new();
    let mut summaries = Vec::new();
    for path in &args.results {
        let summary = match path == Path::new("-") {
            true => {
                let records = RecordReader::new(std::io::stdin().lock()).context("standard input")?;
                summarize(Path::new("standard input"), records)?
            }
            false => summarize(path, open_records(path)?)?,
        };
        columns.push((path.display().to_string(), summary.figures()));
        summaries.push(summary);
    }
    if let Some(path) = &args.html {
        let text = page::page(&columns, &summaries);
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let text = match args.json {
        true => serde_json::to_string_pretty(&columns.iter().map(|(_, figures)| figures).collect::<Vec<_>>())? + "\n",
        false => table::summaries(&columns),
    };
    output::print(&text)?;
    Ok(Exit::Done)
}
