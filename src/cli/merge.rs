//! `winnable merge`: shards into one file.

use super::analyze::{FormatArg, is_dataset, part_size};
use super::exit::Exit;
use super::{interrupt, output};
use crate::batch::{Gaps, IfHeld, Parts, Vouched, dataset};
use crate::format::record_file::Format;
use crate::report::table;
use anyhow::bail;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Join parts into exactly the file that one run would have written
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable merge part*.ndjson --out all.ndjson
  # in the other format
  winnable merge first.ndjson second.ndjson --out both.csv
  # a dataset as one file, and back
  winnable merge DIR --out all.ndjson.zst
  winnable merge all.ndjson.zst --out DIR --format parquet

Datasets need no merging: processes and machines write to one folder, and
copying part files of the same run into one folder joins them. `merge` makes
one file of a dataset, or parts of another size (--part-deals).

The order of the parts does not matter, and a part may come twice. Missing
deals, records that contradict each other, and parts of different rules,
limits or versions are refused (FILE.run.json beside each part tells).")]
pub struct Args {
    /// The parts: files of records, datasets
    #[arg(value_name = "PARTS", required = true)]
    parts: Vec<PathBuf>,
    /// Where the result goes (a file may be one of the parts); - is standard output, FILE.zst is compressed
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Format of the result [default: by the ending of FILE, else that of the parts]
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// With --format parquet: most deals in a part; parts end at multiples of N [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    part_deals: Option<u64>,
    /// Join the parts even if deals are missing
    #[arg(long)]
    allow_gaps: bool,
    /// Accept parts without FILE.run.json, although their limits and version are unknown
    #[arg(long)]
    unchecked: bool,
    /// Overwrite FILE, finished or not
    #[arg(long)]
    force: bool,
    /// If another process writes to FILE, wait until it has finished
    #[arg(long)]
    wait: bool,
    /// No summary on standard error
    #[arg(long, short)]
    quiet: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let gaps = if args.allow_gaps { Gaps::Allow } else { Gaps::Refuse };
    let parts = Parts::open(&args.parts, args.unchecked, gaps)?;
    for part in &args.parts {
        if dataset::is_dataset(part) {
            output::note_unvouched(part, dataset::vouched(part))?;
        }
    }
    for part in parts.without_checksum() {
        output::note_unvouched(part, Vouched::WithoutChecksum)?;
    }
    let format = args
        .format
        .and_then(FormatArg::lines)
        .or(Format::of_name(&args.out.to_string_lossy()))
        .unwrap_or(parts.format());
    let path = args.out.as_path();
    let stdout = path == Path::new("-");
    let stream = stdout || std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
    let merged = match stream {
        false if is_dataset(args.format, path) => {
            parts.write_dataset(path, part_size(args.part_deals, None), args.force)?
        }
        true if args.format == Some(FormatArg::Parquet) => bail!("a dataset is a folder: add --out DIR"),
        false => {
            let if_held = if args.wait { IfHeld::Wait(interrupt::on_signals()?) } else { IfHeld::Fail };
            parts.write_file(format, path, args.force, &if_held)?
        }
        true if stdout => parts.write(format, &mut std::io::stdout().lock(), path)?,
        true => parts.write(format, &mut std::fs::File::options().write(true).open(path)?, path)?,
    };
    if !merged.locked {
        output::note_no_locks(path)?;
    }
    if !args.quiet {
        let figures = merged.summary.figures();
        write!(anstream::stderr(), "{}", table::summaries(&[("".into(), figures)]))?;
    }
    Ok(Exit::Done)
}
