//! `winnable analyze FILE|-` with boards instead of numbers.

use super::exit::Exit;
use super::output::Output;
use crate::batch::Plan;
use crate::batch::boards::{BoardInput, BoardsDone, BoardsError, run_boards};
use crate::deal::DealRange;
use crate::format::record_file::Format;
use crate::text::count;
use anyhow::{Context, bail};
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

/// Largest list of numbers that is read.
const MOST_NUMBERS: u64 = 64 << 20;

/// What the argument of `analyze` turned out to be.
pub enum Input {
    /// Numbers.
    Range(DealRange),
    /// Boards.
    Boards(Box<dyn BufRead + Send>, BoardInput),
}

/// Looks at what a file or standard input starts with; `None` for an argument that is neither.
pub fn open(text: &str) -> anyhow::Result<Option<Input>> {
    let reader: Box<dyn BufRead + Send> = match text {
        "-" => Box::new(BufReader::new(std::io::stdin())),
        _ if text.starts_with('@') || text.parse::<DealRange>().is_ok() || !Path::new(text).is_file() => {
            return Ok(None);
        }
        path => Box::new(BufReader::new(std::fs::File::open(path).with_context(|| format!("cannot open {path}"))?)),
    };
    let source = if text == "-" { "standard input" } else { text };
    sniff(reader).with_context(|| source.to_string()).map(Some)
}

/// Objects and texts of boards tell themselves apart from lists of numbers by their first line that says something.
fn sniff(mut reader: Box<dyn BufRead + Send>) -> anyhow::Result<Input> {
    let mut head = String::new();
    loop {
        let start = head.len();
        let mut line = Vec::new();
        let read = Read::take(&mut reader, 1 << 20).read_until(b'\n', &mut line)?;
        head += &String::from_utf8_lossy(&line);
        let said = head[start..].split('#').next().unwrap_or("").trim();
        if said.is_empty() && read > 0 {
            continue;
        }
        let form = match said {
            said if said.starts_with('{') => BoardInput::Ndjson,
            said if is_list(said) => {
                let mut rest = Vec::new();
                Read::take(&mut reader, MOST_NUMBERS).read_to_end(&mut rest)?;
                head += &String::from_utf8(rest).context("the input is not text")?;
                return Ok(Input::Range(head.parse()?));
            }
            _ => BoardInput::Text,
        };
        let all = Cursor::new(head.into_bytes()).chain(reader);
        return Ok(Input::Boards(Box::new(all), form));
    }
}

/// Whether a line can only be numbers and ranges: boards have suits.
fn is_list(line: &str) -> bool {
    let rest = line.replace("pysol:", "").replace("ms:", "");
    line.is_empty()
        || rest.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '_' | '-'))
}

/// Answers all boards.
pub fn run(
    plan: &Plan,
    (input, form): (Box<dyn BufRead + Send>, BoardInput),
    out: &Path,
    force: bool,
    quiet: bool,
) -> anyhow::Result<Exit> {
    if plan.format != Format::Ndjson {
        bail!("records of boards are written as ndjson only; leave --format out");
    }
    let mut file = Output::open(out, force)?;
    let done = run_boards(plan, input, form, &mut file);
    // What was answered is kept, also after an interrupt, and when the input fails in the middle.
    let kept = file.finish();
    let done = done.map_err(|error| match error {
        BoardsError::Io(error) => anyhow::Error::new(error),
        BoardsError::Threads(error) => error.into(),
    });
    let done = done.context("not all boards are answered")?;
    kept?;
    if !quiet {
        writeln!(anstream::stderr(), "{}", summary(&done))?;
    }
    Ok(match done {
        BoardsDone { complete: false, .. } => Exit::Interrupted,
        BoardsDone { verdicts, .. } if verdicts.errors > 0 => Exit::Internal,
        _ => Exit::Done,
    })
}

fn summary(done: &BoardsDone) -> String {
    let verdicts = done.verdicts;
    let boards = verdicts.total() + done.unreadable;
    let mut text = format!(
        "{} {}: {} winnable, {} unwinnable, {} undecided",
        count(boards),
        if boards == 1 { "board" } else { "boards" },
        count(verdicts.winnable),
        count(verdicts.unwinnable),
        count(verdicts.open())
    );
    if done.unreadable > 0 {
        text += &format!(", {} unreadable", count(done.unreadable));
    }
    if verdicts.errors > 0 {
        text += &format!(", {} internal errors", count(verdicts.errors));
    }
    text
}
