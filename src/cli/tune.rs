//! `winnable tune`: better weights for the quick search, trained on some deals and tested on others.

use super::analyze::read_range;
use super::args::{GameArgs, most, read_file};
use super::bench::strategies;
use super::exit::Exit;
use super::interrupt;
use super::output::Output;
use crate::batch::{cores, start_threads};
use crate::deal::DealRange;
use crate::game::Game;
use crate::layout::Layout;
use crate::named_weights::NamedWeights;
use crate::rules::Rules;
use crate::search::find::one_deck::tune::{Tuner, Tuning, score};
use crate::search::find::one_deck::{OneDeckFinder, Weights, default_members};
use crate::search::registry::Strategy;
use crate::search::{Budget, Outcome};
use anyhow::{Context, bail};
use std::io::Write;
use std::path::PathBuf;

/// Improve the weights of the quick search on a training range, and test them on other deals
#[derive(clap::Args, Debug)]
#[command(after_help = "Method: separable CMA-ES (Ros & Hansen 2008). Each round draws candidates
around the current weights, solves the next deals of the training range with
each of them, and moves towards those that expand few states (a state that is
committed to a single move counts half); an unsolved deal costs three times
the limit. The result is the average over all rounds, in which later rounds
weigh more. Nothing is chosen by the test deals, so the gain on them is
unbiased. The same options give the same weights.

Examples:
  winnable tune --out mine.toml
  winnable bench 1..1000 \\
      --strategy greedy:states=1000,greedy:states=1000,weights=mine.toml
  winnable tune --game seven-by-four --rounds 400 --out seven.toml
  # weights for the deals that the first search leaves unsolved
  winnable tune --left-by quick:members=1 --member 2 --states 5000 \\
      --out second.toml

Exit code 0: done. 2: wrong usage. 130: interrupted, the weights reached so
far are written.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Training deals
    #[arg(long, value_name = "RANGE", default_value = "1000001..1999999")]
    train: String,
    /// Test deals; must not be training deals
    #[arg(long, value_name = "RANGE", default_value = "2000001..2004000")]
    test: String,
    /// Rounds
    #[arg(long, value_name = "N", default_value_t = 200)]
    rounds: u32,
    /// Deals of a round; every candidate solves all of them
    #[arg(long, value_name = "N", default_value = "200")]
    deals: std::num::NonZeroUsize,
    /// Limit on the states for a deal
    #[arg(long, value_name = "N", default_value_t = 1000)]
    states: u64,
    /// Candidates of a round
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = clap::value_parser!(u32).range(4..=1000))]
    candidates: u32,
    /// Initial step size, relative to the size of the weights
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    step: f64,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Start from these weights
    #[arg(long, value_name = "FILE", conflicts_with = "member")]
    from: Option<String>,
    /// Start from the weights of this search of the quick portfolio
    #[arg(long, value_name = "N", default_value_t = 1)]
    member: usize,
    /// Use only deals that these strategies leave unsolved
    #[arg(long, value_name = "NAMES")]
    left_by: Option<String>,
    /// Where the weights go; - is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Overwrite FILE
    #[arg(long)]
    force: bool,
    /// No progress on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Rounds between two looks at the test deals.
const REPORT: u32 = 20;

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.game.rules()?;
    if !OneDeckFinder::supports(&rules) {
        bail!("the quick search does not play {}; there is nothing to tune", rules.name);
    }
    if !(args.step > 0.0 && args.step <= 10.0) || args.states == 0 || args.rounds == 0 {
        bail!("--step is a number above 0 and up to 10, --states and --rounds are whole numbers from 1");
    }
    let (train, test) = (read_range(&args.train)?, read_range(&args.test)?);
    if let Some(deal) = (0..test.len()).filter_map(|i| test.nth(i)).find(|deal| train.contains(*deal)) {
        bail!("deal {deal} is in both --train and --test; a gain on deals that were trained on says nothing");
    }
    let from = start(args, &rules)?;
    let tuning = || Tuning {
        states: args.states,
        candidates: args.candidates as usize,
        step: args.step,
        seed: args.seed,
        ..Tuning::default()
    };
    // A file that cannot be written is found out before the work, not after it.
    let file = Output::open(&args.out, args.force)?;
    let stop = interrupt::on_signals()?;
    let say = |text: String| {
        if !args.quiet {
            let _ = writeln!(anstream::stderr(), "{text}");
        }
    };
    let judge = |weights: &Weights, deals: &[Layout]| {
        let (states, unsolved) = score(&rules, weights, &tuning(), deals).unwrap_or((f64::INFINITY, deals.len()));
        format!("cost {states:.2}, {unsolved} of {} unsolved", deals.len())
    };
    let mut test = Source::new(&test, &rules, args.left_by.as_deref())?;
    let test = test.all();
    say(format!("test deals before: {}", judge(&from, &test)));
    let mut train = Source::new(&train, &rules, args.left_by.as_deref())?;
    let mut tuner = Tuner::new(&from, tuning());
    let (pool, _) = start_threads(cores().min(args.candidates as usize))?;
    for round in 1..=args.rounds {
        if stop.is_cancelled() {
            break;
        }
        let deals = train.next(args.deals.get())?;
        let better_half = pool.install(|| tuner.generation(&rules, &deals));
        if round % REPORT == 0 && round < args.rounds {
            let now = judge(&tuner.weights(), &test);
            say(format!("round {round}: training {better_half:.2}, step {:.4}, test {now}", tuner.step()));
        }
    }
    say(format!("test deals after: {}", judge(&tuner.weights(), &test)));
    let text = tuner.weights().to_toml();
    file.finish_with(text.as_bytes())?;
    Ok(if stop.is_cancelled() { Exit::Interrupted } else { Exit::Done })
}

fn start(args: &Args, rules: &Rules) -> anyhow::Result<Weights> {
    if let Some(path) = &args.from {
        let text = String::from_utf8(read_file(path, most::WEIGHTS)?).with_context(|| format!("{path} is not text"))?;
        return Weights::from_toml(Weights::ZERO, &text).with_context(|| format!("weights {path}"));
    }
    let members = default_members(rules);
    match args.member.checked_sub(1).and_then(|place| members.get(place)) {
        Some(member) => Ok(member.weights.clone()),
        None => bail!("--member is a number from 1 to {}", members.len()),
    }
}

/// Deals of a range in order, perhaps only those that some strategies leave.
struct Source<'a> {
    range: &'a DealRange,
    rules: Game,
    left_by: Vec<Strategy>,
    place: u64,
}

impl<'a> Source<'a> {
    fn new(range: &'a DealRange, rules: &Game, left_by: Option<&str>) -> anyhow::Result<Source<'a>> {
        let left_by = left_by.map_or(Ok(Vec::new()), |names| strategies(names, rules))?;
        Ok(Source { range, rules: rules.clone(), left_by, place: 0 })
    }

    /// The next deals; after the last comes the first again.
    fn next(&mut self, count: usize) -> anyhow::Result<Vec<Layout>> {
        let mut deals = Vec::with_capacity(count);
        let mut looked_at = 0;
        while deals.len() < count {
            if looked_at == self.range.len() && deals.is_empty() {
                bail!("--left-by leaves no deal of the training range; take a longer range");
            }
            deals.extend(self.step());
            looked_at += 1;
        }
        Ok(deals)
    }

    fn all(&mut self) -> Vec<Layout> {
        (0..self.range.len()).filter_map(|_| self.step()).collect()
    }

    /// The next deal, unless one of the strategies wins it.
    fn step(&mut self) -> Option<Layout> {
        let deal = self.range.nth(self.place % self.range.len())?;
        self.place += 1;
        let layout = deal.deal(&self.rules);
        let limits = Budget::default();
        let mut won = |strategy: &mut Strategy| {
            strategy.run(&layout, &limits).is_ok_and(|searched| matches!(searched.outcome, Outcome::Won(_)))
        };
        let left = !self.left_by.iter_mut().any(&mut won);
        left.then_some(layout)
    }
}
