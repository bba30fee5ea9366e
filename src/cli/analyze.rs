//! `winnable analyze`: ranges of deals, in parallel and resumable.

use super::args::{GameArgs, LimitArgs, duration, most, read_file, read_stdin, threads};
use super::exit::Exit;
use super::output::{self, Output};
use super::position_args::ShortestArgs;
use super::progress::Display;
use super::seeds::SolutionsArg;
use super::{boards, interrupt};
use crate::batch::dataset::{self, DatasetRun, DatasetSink, PartSize};
use crate::batch::{
    Finished, IfHeld, Job, LimitsRecord, Only, Plan, Queue, RecordSink, Results, RunFile, Shard, Sink, Start, cores,
    run as run_batch, scan,
};
use crate::deal::DealRange;
use crate::format::record::Solutions;
use crate::format::record_file::Format;
use crate::report::table;
use crate::text::count;
use anyhow::{Context, bail};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Decide many deals in parallel: one record per deal in deal order, and a summary with confidence intervals
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  # the summary comes on standard error
  winnable analyze 1..32000 --out results.ndjson
  # go on after Ctrl-C, a crash or a full disk
  winnable analyze 1..32000 --out results.ndjson --resume
  winnable analyze --game seven-by-four 1..1000 > results.ndjson
  # deals from a file (- reads standard input)
  winnable analyze @seeds.txt --out seeds.csv
  # boards with empty lines between them, or one JSON object per line:
  # {\"id\":\"x\",\"board\":\"...\"}; each is answered as it arrives
  winnable analyze boards.txt
  # then winnable merge part*.ndjson --out all.ndjson
  winnable analyze 1..1000000 --shard 3/16 --out part3.ndjson
  winnable analyze --only undecided --from results.ndjson \\
      --max-states 100M --out better.ndjson
  # a dataset: a folder of Parquet files; any number of processes and
  # machines may work on it, each on its shard (docs/datasets.md)
  winnable analyze 1..10000000 --shard 3/16 --out DIR --format parquet --resume

Limits apply to each deal, and every thread works on a deal of its own:
--memory 4G with 8 threads may take 32 GB, and buffered records a few MB
more. A run writes to FILE.partial; FILE appears when it is complete. Nothing
that exists is overwritten without --force. FILE.run.json beside the results
has the settings of the run and the checksum that `sha256sum FILE` prints.
Exit code 0: done, whatever the verdicts. 130: interrupted, progress saved. 2:
wrong usage, input or disk. 4: done, but some deals ended in an internal
error, which their records describe. 6: the system refused memory that
--memory and --threads allow, or refused threads; saved progress is kept.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deals: 1..32000 (ends included), a list 1..10,617, pysol:1..100, @FILE with numbers, a file with boards, or - for standard input (numbers or boards)
    #[arg(value_name = "RANGE", required_unless_present = "from")]
    range: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    shortest: ShortestArgs,
    /// Also find the fewest cells with which each deal can be won, proven from below (ndjson only)
    #[arg(long)]
    min_cells: bool,
    /// Also say how difficult winnable deals are for a player (ndjson only)
    #[arg(long)]
    difficulty: bool,
    /// Where the records go; - is standard output, and FILE.zst is compressed. With --format parquet: the folder of a dataset
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Form of the records [default: ndjson; csv if FILE ends in .csv or .csv.zst; parquet if it is a dataset]
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Keep the solutions in the records, as lists of moves or (--solutions notation) as texts in standard notation
    #[arg(long, value_name = "FORM", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "moves")]
    solutions: Option<SolutionsArg>,
    /// Threads [default: as many as there are cores; at most 4 for each core]
    #[arg(long, short, value_name = "N", value_parser = threads)]
    threads: Option<std::num::NonZeroUsize>,
    /// Only the I-th of N equal parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Resume an interrupted run with the same options; start a new one if there is none
    #[arg(long)]
    resume: bool,
    /// With --resume: if the saved progress is damaged, continue from the intact part
    #[arg(long, requires = "resume")]
    repair: bool,
    /// Overwrite FILE, finished or not, and the file of --summary
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// If another process writes to FILE, wait until it has finished
    #[arg(long)]
    wait: bool,
    /// How often progress is saved
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    save_every: Duration,
    /// Run these deals of --from again, with wider limits; the others are kept as they are
    #[arg(long, value_enum, value_name = "WHICH", requires = "from")]
    only: Option<OnlyArg>,
    /// Earlier results to build upon
    #[arg(long, value_name = "FILE", requires = "only")]
    from: Option<PathBuf>,
    /// Take the file of --from as it is, even if its .run.json is missing or does not fit
    #[arg(long, requires = "from")]
    unchecked: bool,
    /// With --format parquet: most deals in a part; parts end at multiples of N [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    part_deals: Option<u64>,
    /// With --format parquet: make a smaller part of what is finished after this time; 0 never does [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = duration_or_zero)]
    part_seconds: Option<Duration>,
    /// Write the summary as JSON to this file
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// No progress and no summary on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// The form on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum FormatArg {
    /// One JSON object per line.
    Ndjson,
    /// Comma-separated values with a header line.
    Csv,
    /// A dataset: a folder of Parquet files.
    Parquet,
}

impl FormatArg {
    /// The form of the lines; none for datasets, which have no lines.
    pub fn lines(self) -> Option<Format> {
        match self {
            FormatArg::Ndjson => Some(Format::Ndjson),
            FormatArg::Csv => Some(Format::Csv),
            FormatArg::Parquet => None,
        }
    }
}

/// A time, or 0 for none.
fn duration_or_zero(text: &str) -> Result<Duration, String> {
    if text.trim() == "0" { Ok(Duration::ZERO) } else { duration(text) }
}

/// Whether the output is a dataset: asked for, or one that is there. Other folders are left alone.
pub fn is_dataset(format: Option<FormatArg>, out: &Path) -> bool {
    match format {
        Some(format) => format == FormatArg::Parquet,
        None => dataset::Manifest::path(out).is_file(),
    }
}

/// The size of parts that the options ask for.
pub fn part_size(deals: Option<u64>, seconds: Option<Duration>) -> PartSize {
    let default = PartSize::default();
    let seconds = seconds.map_or(default.seconds, |time| Some(time).filter(|time| !time.is_zero()));
    PartSize { deals: deals.unwrap_or(default.deals), seconds }
}

/// Which deals to run again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum OnlyArg {
    /// Deals without a verdict.
    Undecided,
    /// Also deals without a proven shortest solution (--optimal) or proven fewest cells (--min-cells).
    Unproven,
}

impl From<OnlyArg> for Only {
    fn from(only: OnlyArg) -> Only {
        match only {
            OnlyArg::Undecided => Only::Undecided,
            OnlyArg::Unproven => Only::Unproven,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let plan = plan(args)?;
    if plan.format == Format::Csv && (args.min_cells || args.difficulty) {
        bail!("--min-cells and --difficulty go into ndjson records only; choose --format ndjson");
    }
    let work = match (&args.from, args.only, args.range.as_deref().unwrap_or_default()) {
        (Some(from), Some(only), _) => again(args, &plan, from, only.into())?,
        (.., range) => match boards::open(range)? {
            Some(boards::Input::Boards(input, form)) => {
                refuse_for_boards(args)?;
                return boards::run(&plan, (input, form), &args.out, args.force, args.quiet);
            }
            Some(boards::Input::Range(range)) => Work::new(&plan, range),
            None => Work::new(&plan, read_range(range)?),
        },
    };
    let start = match (args.resume, args.repair, args.force) {
        (true, true, _) => Start::Repair,
        (true, false, _) => Start::Resume,
        (_, _, true) => Start::Over,
        _ => Start::New,
    };
    if is_dataset(args.format, &args.out) {
        return run_dataset(args, &plan, work, start);
    }
    if args.part_deals.or(args.part_seconds.map(|_| 0)).is_some() {
        bail!("--part-deals and --part-seconds go with datasets: add --format parquet and --out DIR");
    }
    let places = match args.shard {
        Some(shard) => shard.slice(work.range.len()),
        None => 0..work.range.len(),
    };
    let run = RunFile::new(work.job, &plan.rules, &work.range, args.shard, plan.format);
    let if_held = if args.wait { IfHeld::Wait(plan.cancel.clone()) } else { IfHeld::Fail };
    let summary_file = summary_file(args)?;
    let sink = match destination(&args.out) {
        Destination::Stream(out) if !args.resume => Sink::stream(out?, &args.out, plan.format, places)?,
        Destination::Stream(_) => bail!("--resume needs a file to go on with: add --out FILE"),
        Destination::File(path) => Sink::file(&path, &run, work.digest, start, &if_held)?,
    };
    if !sink.is_locked() {
        output::note_no_locks(&args.out)?;
    }
    let queue = queue(args, work.range)?;
    run_into(args, &plan, queue, sink, summary_file)
}

/// The same for a dataset.
fn run_dataset(args: &Args, plan: &Plan, work: Work, start: Start) -> anyhow::Result<Exit> {
    if to_stdout(args) {
        bail!("a dataset is a folder: add --out DIR");
    }
    let summary_file = summary_file(args)?;
    let size = part_size(args.part_deals, args.part_seconds);
    let run = DatasetRun { job: work.job, rules: &plan.rules, range: &work.range, shard: args.shard, size };
    let sink = DatasetSink::open(&args.out, &run, start, &plan.cancel)?;
    if !sink.is_locked() {
        output::note_no_locks(&args.out)?;
    }
    let queue = queue(args, work.range)?;
    run_into(args, plan, queue, sink, summary_file)
}

/// What is to be done.
fn queue(args: &Args, range: DealRange) -> anyhow::Result<Queue> {
    Ok(match &args.from {
        Some(from) => {
            Queue::again(from, open_results(from, args.unchecked)?, args.only.map_or(Only::Undecided, Only::from))
        }
        None => Queue::deals(range),
    })
}

/// Runs it, whatever the output is.
fn run_into<S: RecordSink>(
    args: &Args,
    plan: &Plan,
    queue: Queue,
    sink: S,
    summary_file: Option<Output>,
) -> anyhow::Result<Exit> {
    let note = |text: &str| match args.quiet {
        true => Ok(()),
        false => writeln!(anstream::stderr(), "note: {text}"),
    };
    let deals = sink.todo().iter().map(|places| places.end - places.start).sum();
    if let Some(asked) = args.threads.filter(|asked| asked.get() > plan.threads_for(deals) && deals > 0) {
        note(&format!("{} threads instead of {asked}: more would not help", plan.threads_for(deals)))?;
    }
    if plan.limits.time.is_some() {
        note("with --time-limit, verdicts depend on this machine and its load")?;
    }
    let mut display = Display::new(args.quiet, to_stdout(args));
    let finished = run_batch(plan, queue, sink, &mut |progress| display.show(progress));
    display.end();
    conclude(args, finished?, summary_file)
}

/// Boards are answered as they come: there is nothing to resume, to cut into parts or to run again.
fn refuse_for_boards(args: &Args) -> anyhow::Result<()> {
    let dataset = is_dataset(args.format, &args.out);
    let refused = [
        ("--format parquet", dataset),
        ("--shard", args.shard.is_some()),
        ("--resume", args.resume),
        ("--summary", args.summary.is_some()),
    ];
    match refused.iter().find(|(_, given)| *given) {
        Some((option, _)) => bail!("{option} goes with deal numbers, not with boards; leave it out"),
        None => Ok(()),
    }
}

/// What every deal gets.
fn plan(args: &Args) -> anyhow::Result<Plan> {
    let rules = args.game.rules()?;
    let limits = args.limits.limits(&rules);
    Ok(Plan {
        rules,
        limits,
        cancel: interrupt::on_signals()?,
        optimal: args.shortest.metric(),
        solutions: args.solutions.map_or(Solutions::None, Solutions::from),
        min_cells: args.min_cells,
        difficulty: args.difficulty,
        format: args
            .format
            .and_then(FormatArg::lines)
            .or(Format::of_name(&args.out.to_string_lossy()))
            .unwrap_or(Format::Ndjson),
        threads: args.threads.map_or_else(cores, |n| n.get()),
        save_every: args.save_every,
    })
}

/// The deals of a run and what makes their records.
struct Work {
    range: DealRange,
    job: Job,
    /// Checksum of earlier results.
    digest: Option<String>,
}

impl Work {
    fn new(plan: &Plan, range: DealRange) -> Work {
        Work { range, job: plan.job(), digest: None }
    }
}

pub fn read_range(text: &str) -> anyhow::Result<DealRange> {
    let read = match text.strip_prefix('@') {
        Some(path) => (read_file(path, most::LIST)?, path),
        None if text == "-" => (read_stdin(most::LIST)?, "standard input"),
        None => return Ok(text.parse()?),
    };
    let (bytes, source) = read;
    let text = String::from_utf8(bytes).with_context(|| format!("{source} is not text"))?;
    text.parse().with_context(|| source.to_string())
}

/// Earlier results, some of whose deals are run again with wider limits.
fn again(args: &Args, plan: &Plan, from: &Path, only: Only) -> anyhow::Result<Work> {
    let name = from.display();
    if matches!((fs::canonicalize(from), fs::canonicalize(&args.out)), (Ok(a), Ok(b)) if a == b) {
        bail!("--out and --from are the same file; write to another one");
    }
    let mut results = open_results(from, args.unchecked)?;
    if !args.unchecked {
        output::note_unvouched(from, results.vouched())?;
    }
    let found = scan(&mut results, only)?;
    let mut job = plan.job();
    if let Some((game, rules)) = found.game.filter(|game| *game != (job.game.clone(), job.rules.clone())) {
        if plan.rules.has_digest(&rules) {
            bail!("{name} was written by version 0.1, which has other digests for the same rules; run its deals again");
        }
        bail!(
            "{name} is of {game} (rules {rules}), not of {} (rules {}); give its --game and --rule",
            job.game,
            job.rules
        );
    }
    if let Some(asked) = args.range.as_deref().map(read_range).transpose()?
        && asked != found.range
    {
        bail!("{name} does not hold exactly the deals {asked}; leave the range out to take all that it holds");
    }
    let limits = LimitsRecord::from(&plan.limits);
    let old = match dataset::is_dataset(from) {
        true => dataset::about(from)?.map(|about| (about.job, about.range)),
        false => RunFile::load(from)?.map(|run| (run.job, found.range.clone())),
    };
    if let Some((_, asked)) = old.as_ref().filter(|(_, asked)| *asked != found.range && !args.unchecked) {
        bail!(
            "{name} holds {} of {} deals: finish it first (the same `analyze` command with --resume), or take it as it is with --unchecked",
            found.range.len(),
            asked.len()
        );
    }
    match old {
        Some((old, _)) => {
            let rounds = std::mem::replace(&mut job.limits, old.limits.clone());
            if let Some(difference) = old.difference(&job) {
                bail!("{name} was made differently ({difference})");
            }
            if let Some(last) = old.limits.last().copied().flatten().filter(|last| !limits.wider_than(last)) {
                bail!("{name} was made with {last}; wider limits are needed to learn more, not {limits}");
            }
            job.limits.extend(rounds);
        }
        None => {
            let (optimal, solutions) = (found.optimal, found.solutions);
            if optimal != job.optimal || solutions != job.solutions {
                bail!("{name} was made with other --optimal or --solutions; give the same");
            }
            job.limits.insert(0, None);
        }
    }
    if !args.quiet {
        writeln!(anstream::stderr(), "{} of {} deals are run again", count(found.wanted), count(found.range.len()))?;
    }
    Ok(Work { range: found.range, job, digest: Some(found.sha256) })
}

enum Destination {
    Stream(anyhow::Result<Box<dyn Write>>),
    File(PathBuf),
}

/// Opens earlier results.
fn open_results(path: &Path, unchecked: bool) -> anyhow::Result<Results> {
    Ok(if unchecked { Results::open_unchecked(path)? } else { Results::open(path)? })
}

fn to_stdout(args: &Args) -> bool {
    args.out == Path::new("-")
}

/// Opens the file of the summary. A resumed run replaces the one that its earlier session wrote.
fn summary_file(args: &Args) -> anyhow::Result<Option<Output>> {
    let Some(path) = &args.summary else { return Ok(None) };
    let mut start = Vec::new();
    if args.resume && path.is_file() {
        fs::File::open(path)?.take(SUMMARY_START.len() as u64).read_to_end(&mut start)?;
    }
    Output::open(path, args.force || start == SUMMARY_START).map(Some)
}

/// What summaries start with.
const SUMMARY_START: &[u8] = b"{\n  \"schema\": 1,\n  \"version\": ";

/// Devices and pipes cannot be cut back or resumed: they are streams like standard output.
fn destination(path: &Path) -> Destination {
    match fs::metadata(path) {
        _ if path == Path::new("-") => Destination::Stream(Ok(Box::new(std::io::stdout()))),
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let opened = fs::File::options().write(true).open(path);
            let opened = opened.with_context(|| format!("cannot write {}", path.display()));
            Destination::Stream(opened.map(|file| Box::new(file) as Box<dyn Write>))
        }
        _ => Destination::File(path.to_path_buf()),
    }
}

fn conclude(args: &Args, finished: Finished, summary_file: Option<Output>) -> anyhow::Result<Exit> {
    let mut figures = finished.summary.figures();
    figures.run = Some(finished.speed);
    if let Some(file) = summary_file {
        file.finish_with((serde_json::to_string_pretty(&figures)? + "\n").as_bytes())?;
    }
    if !args.quiet {
        write!(anstream::stderr(), "{}", table::summaries(&[("".into(), figures)]))?;
    }
    let errors = finished.summary.verdicts.errors;
    if errors > 0 {
        let deals = crate::text::counted(errors, "deal");
        let note = "their records say what happened; please report them, --only undecided tries them again";
        writeln!(anstream::stderr(), "error: {deals} ended in an internal error ({note})")?;
    }
    if finished.complete {
        return Ok(if errors > 0 { Exit::Internal } else { Exit::Done });
    }
    if !args.quiet {
        let remedy = if to_stdout(args) { "" } else { "; progress is saved, --resume goes on" };
        let dropped = match finished.dropped {
            0 => String::new(),
            n => format!(" ({} finished deals of incomplete parts are done again)", count(n)),
        };
        writeln!(anstream::stderr(), "interrupted{remedy}{dropped}")?;
    }
    Ok(Exit::Interrupted)
}
