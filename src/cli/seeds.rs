//! `winnable seeds`: lists of deals that are known to be winnable.

use super::args::{GameArgs, positive, seed, threads};
use super::exit::Exit;
use super::interrupt;
use super::output::{self, Output};
use crate::batch::seeds::{Numbering, SeedsError, Sequence, Wanted, winnable_deals};
use crate::batch::{Results, cores};
use crate::deal::DealNumber;
use crate::difficulty::Level;
use crate::format::position_record;
use crate::format::record::{RecordVerdict, RulesName, Solutions};
use crate::game::Game;
use crate::search::Cancel;
use crate::search::pick::Picked;
use crate::verdict::Verdict;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Deals that are tried for each one that is wanted before giving up.
const TRIES: u64 = 100_000;

/// List deals that are known to be winnable: each is solved and its solution verified
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable seeds --count 1000
  winnable seeds --count 100 --level medium
  winnable seeds --game eight-off --count 20 --seed 7 --format json --boards
  winnable seeds --count 50000 --format pysol --out freecell_solvable_seeds.py
  # the first hundred winnable deals of results
  winnable seeds --from results.ndjson --count 100

The same seed gives the same list on every machine. Deals that are not solved
within 200,000 states are skipped.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many deals [with --from: all]
    #[arg(long, short = 'n', value_name = "N", value_parser = positive, required_unless_present = "from")]
    count: Option<u64>,
    /// Take the winnable deals of these results of `analyze` (a file or a dataset) instead of random ones; each is solved again
    #[arg(long, value_name = "RESULTS", conflicts_with_all = ["seed", "numbering"])]
    from: Option<PathBuf>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Only deals of this level: see docs/difficulty.md
    #[arg(long, value_enum)]
    level: Option<LevelArg>,
    /// Format of the list
    #[arg(long, value_enum, default_value_t = ListFormat::Plain)]
    format: ListFormat,
    /// Whose deal numbers; --format pysol has PySolFC's own
    #[arg(long, value_enum, default_value_t = NumberingArg::Ms)]
    numbering: NumberingArg,
    /// With --format json: also the boards
    #[arg(long)]
    boards: bool,
    /// With --format json: also the solutions, as a list of moves or (=notation) as a text
    #[arg(long, value_name = "FORM", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "moves")]
    solutions: Option<SolutionsArg>,
    /// Where the list goes; - is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Overwrite FILE
    #[arg(long)]
    force: bool,
    /// Threads [default: as many as there are cores; at most 4 for each core]
    #[arg(long, short, value_name = "N", value_parser = threads)]
    threads: Option<std::num::NonZeroUsize>,
}

/// The form of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ListFormat {
    /// A number a line.
    Plain,
    /// A record a line.
    Json,
    /// Number, moves, single-card moves and states, with a header line.
    Csv,
    /// A Python module with one tuple, as PySolFC reads it.
    Pysol,
}

/// The numbering on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum NumberingArg {
    /// Microsoft's.
    Ms,
    /// PySolFC's.
    Pysol,
}

/// The level on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum LevelArg {
    /// The easiest quarter of FreeCell deals.
    Easy,
    /// The next quarter.
    Medium,
    /// The third quarter.
    Hard,
    /// The hardest quarter.
    Expert,
}

impl From<LevelArg> for Level {
    fn from(level: LevelArg) -> Level {
        match level {
            LevelArg::Easy => Level::Easy,
            LevelArg::Medium => Level::Medium,
            LevelArg::Hard => Level::Hard,
            LevelArg::Expert => Level::Expert,
        }
    }
}

/// The form of solutions on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum SolutionsArg {
    /// A JSON list of moves.
    Moves,
    /// A text in standard notation: about a twentieth of the size.
    Notation,
}

impl From<SolutionsArg> for Solutions {
    fn from(form: SolutionsArg) -> Solutions {
        match form {
            SolutionsArg::Moves => Solutions::Moves,
            SolutionsArg::Notation => Solutions::Notation,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.game.rules()?;
    let (lists, json) = (args.boards || args.solutions.is_some(), args.format == ListFormat::Json);
    if lists && !json {
        bail!("--boards and --solutions go into records; add --format json");
    }
    let pysol = args.format == ListFormat::Pysol || args.numbering == NumberingArg::Pysol;
    let numbering = if pysol { Numbering::Pysol } else { Numbering::Microsoft };
    let cancel = interrupt::on_signals()?;
    let mut file = Output::open(&args.out, args.force)?;
    let mut list = List { args, rules: &rules, rules_name: RulesName::new(&rules), written: 0 };
    list.begin(&mut file)?;
    let count = args.count.unwrap_or(u64::MAX);
    let request =
        Request { count, level: args.level.map(Level::from), threads: args.threads.map_or_else(cores, |n| n.get()) };
    let take = |picked: Picked| list.write(&mut file, &picked);
    let given = match &args.from {
        None => list_deals(&rules, Sequence::new(args.seed, numbering), &request, &cancel, take)?,
        Some(path) => {
            let mut winners = Winners::open(path, &rules, request.level)?;
            let given = list_deals(&rules, &mut winners, &request, &cancel, take)?;
            winners.failed.map_or(Ok(given), Err)?
        }
    };
    list.end(&mut file)?;
    if cancel.is_cancelled() {
        return Ok(Exit::Interrupted);
    }
    file.finish()?;
    if let (Some(path), Some(count)) = (&args.from, args.count.filter(|count| given < *count)) {
        bail!("{} has only {given} winnable deals like that, not {count}", path.display());
    }
    if given < count && args.from.is_none() {
        bail!("only {given} of {count} deals of {} could be found; are the rules too hard?", rules.name);
    }
    Ok(Exit::Done)
}

/// The winnable deals of results, in their order.
struct Winners {
    results: Results,
    digest: String,
    level: Option<Level>,
    /// Why the list ended early.
    failed: Option<anyhow::Error>,
}

impl Winners {
    fn open(path: &Path, rules: &Game, level: Option<Level>) -> anyhow::Result<Winners> {
        let results = Results::open(path)?;
        output::note_unvouched(path, results.vouched())?;
        Ok(Winners { results, digest: rules.digest(), level, failed: None })
    }

    fn advance(&mut self) -> anyhow::Result<Option<DealNumber>> {
        while let Some((deal, record)) = self.results.next_record()? {
            if record.rules != self.digest {
                bail!("deal {deal} is of {} (rules {}); give its --game and --rule", record.label(), record.rules);
            }
            // Where the results know the level, other deals need not be measured.
            let other_level = record.difficulty.is_some_and(|d| self.level.is_some_and(|level| level != d.level));
            if record.verdict == RecordVerdict::Known(Verdict::Winnable) && !other_level {
                return Ok(Some(deal));
            }
        }
        Ok(None)
    }
}

impl Iterator for Winners {
    type Item = DealNumber;

    fn next(&mut self) -> Option<DealNumber> {
        if self.failed.is_some() {
            return None;
        }
        self.advance().unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })
    }
}

/// What kind of list is wanted.
pub struct Request {
    /// How many deals, from 1.
    pub count: u64,
    /// Of which level, if it matters.
    pub level: Option<Level>,
    /// On how many threads.
    pub threads: usize,
}

/// Passes on as many winnable deals as were asked for. Returns how many there were.
pub fn list_deals(
    rules: &Game,
    candidates: impl IntoIterator<Item = DealNumber>,
    request: &Request,
    cancel: &Cancel,
    mut take: impl FnMut(Picked) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut given = 0;
    let tries = request.count.saturating_mul(TRIES);
    let candidates = candidates.into_iter().take(usize::try_from(tries).unwrap_or(usize::MAX));
    let counted = |picked: Picked| -> Result<bool, Stop> {
        take(picked).map_err(Stop)?;
        given += 1;
        Ok(given < request.count)
    };
    let wanted = Wanted { game: rules, level: request.level, threads: request.threads, cancel };
    winnable_deals(wanted, candidates, counted).map_err(|Stop(error)| error)?;
    Ok(given)
}

/// Any error ends the list.
struct Stop(anyhow::Error);

impl From<SeedsError> for Stop {
    fn from(error: SeedsError) -> Stop {
        match error {
            SeedsError::Solve(error) => Stop(error.into()),
            SeedsError::Threads(error) => Stop(error.into()),
        }
    }
}

/// The list as it is written.
struct List<'a> {
    args: &'a Args,
    rules: &'a Game,
    rules_name: RulesName,
    written: u64,
}

impl List<'_> {
    fn begin(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.args.format {
            ListFormat::Csv => writeln!(out, "deal,moves,cards,states")?,
            ListFormat::Pysol => write!(
                out,
                "# Deals of {} that can be won, in PySolFC's numbering: each solved and verified by winnable {}\n\
                 # (seed {}). All are at least 32000: smaller numbers are dealt by another generator there.\n\n\
                 SOLVABLE_SEEDS = (",
                self.rules.name,
                env!("CARGO_PKG_VERSION"),
                self.args.seed
            )?,
            ListFormat::Plain | ListFormat::Json => {}
        }
        Ok(())
    }

    fn write(&mut self, out: &mut impl Write, picked: &Picked) -> anyhow::Result<()> {
        match self.args.format {
            ListFormat::Plain => match picked.number {
                DealNumber::Microsoft(number) => writeln!(out, "{number}")?,
                number => writeln!(out, "{number}")?,
            },
            ListFormat::Csv => {
                let replay = &picked.solution.replay;
                writeln!(out, "{},{},{},{}", picked.number, replay.moves, replay.cards, picked.states)?;
            }
            ListFormat::Json => {
                let solutions = self.args.solutions.map_or(Solutions::None, Solutions::from);
                writeln!(
                    out,
                    "{}",
                    position_record::picked_line(self.rules, &self.rules_name, picked, self.args.boards, solutions)
                )?;
            }
            ListFormat::Pysol => {
                let DealNumber::Pysol(number) = picked.number else {
                    bail!("{} is not a PySolFC number", picked.number)
                };
                // Eight numbers a line, as in PySolFC's own lists.
                let before = if self.written.is_multiple_of(8) { "\n    " } else { " " };
                write!(out, "{before}{number},")?;
            }
        }
        self.written += 1;
        // A reader gets the first deals at once, however long the rest takes.
        if self.written.is_multiple_of(1024) || self.args.count.is_some_and(|count| count <= 1024) {
            out.flush().context("cannot write the list")?;
        }
        Ok(())
    }

    fn end(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.args.format == ListFormat::Pysol {
            writeln!(out, "\n)")?;
        }
        Ok(())
    }
}
