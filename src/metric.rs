//! What counts as a move, and what is known about the shortest solution.

use std::fmt;
use std::str::FromStr;

/// A cost metric. Every solution reports its length in all of them; a proof of optimality names its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Metric {
    /// Every player action costs 1: a card, a group of any size, a card to a foundation, a stock deal.
    #[default]
    Moves,
    /// Only single cards move, each for 1; groups that the rules grant as a primitive cost their number of cards.
    Cards,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 2] = [Metric::Moves, Metric::Cards];

    /// The word used on the command line and in records.
    pub fn word(self) -> &'static str {
        match self {
            Metric::Moves => "moves",
            Metric::Cards => "cards",
        }
    }

    /// What is counted, in the plural.
    pub fn unit(self) -> &'static str {
        match self {
            Metric::Moves => "moves",
            Metric::Cards => "single-card moves",
        }
    }

    /// What is counted, for people who choose a metric.
    pub fn description(self) -> &'static str {
        match self {
            Metric::Moves => "player actions: a group counts as one",
            Metric::Cards => "single-card moves",
        }
    }
}

/// A text that does not name a metric.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a metric; metrics are {}", Metric::ALL.map(Metric::word).join(" and "))]
pub struct UnknownMetric {
    /// What was read.
    pub text: String,
}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Metric, UnknownMetric> {
        let found = Metric::ALL.into_iter().find(|metric| metric.word() == text);
        found.ok_or_else(|| UnknownMetric { text: text.to_string() })
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What is known about the length of a shortest solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// In which metric.
    pub metric: Metric,
    /// No solution is shorter.
    pub lower: u32,
    /// A solution of this length is known.
    pub upper: Option<u32>,
    /// Whether the shortest length is proven.
    pub proven: bool,
}
