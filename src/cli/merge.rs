//! `winnable merge`: shards into one file.

use super::analyze::FormatArg;
use super::exit::Exit;
use crate::analysis::{Gaps, Parts};
use crate::format::records::Format;
use crate::report::table;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Join parts into exactly the file that one run would have written
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable merge part*.ndjson --out all.ndjson
  winnable merge first.ndjson second.ndjson --out both.csv     in the other form

The order of the parts does not matter, and a part may come twice. Missing deals, records that contradict each other,
and parts of different rules, limits or versions are refused (FILE.run.json beside each part tells).")]
pub struct Args {
    /// The parts
    #[arg(value_name = "PARTS", required = true)]
    parts: Vec<PathBuf>,
    /// Where the result goes (it may be one of the parts); - is standard output
    #[arg(long, short, value_name = "FILE")]
    out: String,
    /// Form of the result [default: by the ending of FILE, else that of the parts]
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Join what is there even if deals are missing
    #[arg(long)]
    allow_gaps: bool,
    /// Trust parts without FILE.run.json to be of the same limits and version
    #[arg(long)]
    unchecked: bool,
    /// No summary on standard error
    #[arg(long, short)]
    quiet: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let gaps = if args.allow_gaps { Gaps::Allow } else { Gaps::Refuse };
    let parts = Parts::open(&args.parts, args.unchecked, gaps)?;
    let format = args.format.map(Format::from).or(Format::of_name(&args.out)).unwrap_or(parts.format());
    let path = Path::new(&args.out);
    let stream = args.out == "-" || std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
    let merged = match stream {
        false => parts.write_file(format, path)?,
        true if args.out == "-" => parts.write(format, &mut std::io::stdout().lock(), path)?,
        true => parts.write(format, &mut std::fs::File::options().write(true).open(path)?, path)?,
    };
    if !args.quiet {
        let figures = merged.summary.figures();
        write!(anstream::stderr(), "{}", table::summaries(&[("".into(), figures)]))?;
    }
    Ok(Exit::Done)
}
