//! The arguments that the commands for one position share: which position, under which limits, and
//! whether its shortest win is asked for.

use super::after::AfterArgs;
use super::args::{GameArgs, LimitArgs};
use super::interrupt;
use crate::format::start::Start;
use crate::game::Game;
use crate::metric::Metric;
use crate::search::{Limits, Oracle};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// One position and what is asked about it: `solve`, `hint` and `moves`.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL")]
    pub deal: String,
    #[command(flatten)]
    after: AfterArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub shortest: ShortestArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl PositionArgs {
    /// The rules and the position.
    pub fn load(&self) -> anyhow::Result<(Game, Start)> {
        let game = self.game.rules()?;
        let start = self.after.load(&self.deal, &game)?;
        Ok((game, start))
    }

    /// The limits of the search.
    pub fn limits(&self, game: &Game) -> Limits {
        self.limits.limits(game)
    }

    /// The oracle that was asked for; it ends in order when the program is interrupted.
    pub fn oracle(&self, game: &Game) -> anyhow::Result<Oracle> {
        self.shortest.oracle(game, &self.limits)
    }
}

/// Whether shortest lengths are to be proven, and what they count.
#[derive(clap::Args, Clone, Debug)]
pub struct ShortestArgs {
    /// Also prove the shortest length, or give bounds
    #[arg(long)]
    pub optimal: bool,
    /// What to count: player actions (moves) or single-card moves (cards)
    #[arg(long, default_value = Metric::default().word(), value_parser = metric(), requires = "optimal")]
    metric: Metric,
}

impl ShortestArgs {
    /// The metric, if shortest lengths were asked for.
    pub fn metric(&self) -> Option<Metric> {
        self.optimal.then_some(self.metric)
    }

    /// An oracle for these questions.
    pub fn oracle(&self, game: &Game, limits: &LimitArgs) -> anyhow::Result<Oracle> {
        let oracle = Oracle::new(game.clone()).with_limits(limits.limits(game)).with_metric(self.metric());
        Ok(oracle.with_cancel(interrupt::on_signals()?))
    }
}

/// Reads a metric by its word.
fn metric() -> impl TypedValueParser<Value = Metric> {
    let values = Metric::ALL.map(|metric| PossibleValue::new(metric.word()).help(metric.description()));
    PossibleValuesParser::new(values).map(|word| word.parse().unwrap_or_default())
}
