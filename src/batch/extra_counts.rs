//! Counts of what records have beyond verdicts and lengths: the fewest cells and the difficulty.

use crate::difficulty::{Difficulty, Level};
use crate::format::record::{MinCellsRecord, OptimalRecord};
use crate::metric::Metric;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many deals need how many cells.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct CellCounts {
    /// Proven fewest cells, with the number of deals.
    pub proven: BTreeMap<u8, u64>,
    /// Deals of which only an interval is known.
    pub open: u64,
}

/// How difficult the deals are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct DifficultyCounts {
    /// Deals by level, the easiest first: easy, medium, hard, expert.
    pub levels: [u64; 4],
    /// Deals by score.
    pub scores: BTreeMap<u32, u64>,
    /// Deals by score and proven shortest length, where a record has both.
    #[serde(skip)]
    pub shortest: BTreeMap<(u32, u32), u64>,
    /// What these lengths count.
    #[serde(skip)]
    pub metric: Option<Metric>,
}

impl CellCounts {
    /// Counts a deal of which something is known about cells.
    pub(super) fn add(counts: &mut Option<CellCounts>, found: Option<MinCellsRecord>) {
        let Some(found) = found else { return };
        let counts = counts.get_or_insert_default();
        match found.upper.filter(|_| found.proven) {
            Some(cells) => *counts.proven.entry(cells).or_default() += 1,
            None => counts.open += 1,
        }
    }

    /// Adds the counts of other deals.
    pub(super) fn merge(&mut self, other: &CellCounts) {
        other.proven.iter().for_each(|(&cells, &deals)| *self.proven.entry(cells).or_default() += deals);
        self.open += other.open;
    }
}

impl DifficultyCounts {
    /// The levels in the order of the counts.
    pub const LEVELS: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// Counts a deal that has a difficulty.
    pub(super) fn add(
        counts: &mut Option<DifficultyCounts>,
        found: Option<Difficulty>,
        optimal: Option<OptimalRecord>,
    ) {
        let Some(found) = found else { return };
        let counts = counts.get_or_insert_default();
        counts.levels[found.level as usize] += 1;
        *counts.scores.entry(found.score).or_default() += 1;
        if let Some(optimal) = optimal.filter(|optimal| optimal.proven)
            && let Some(length) = optimal.upper
        {
            counts.metric = Some(optimal.metric);
            *counts.shortest.entry((found.score, length)).or_default() += 1;
        }
    }

    /// Adds the counts of other deals.
    pub(super) fn merge(&mut self, other: &DifficultyCounts) {
        self.levels.iter_mut().zip(other.levels).for_each(|(sum, n)| *sum += n);
        other.scores.iter().for_each(|(&score, &deals)| *self.scores.entry(score).or_default() += deals);
        other.shortest.iter().for_each(|(&pair, &deals)| *self.shortest.entry(pair).or_default() += deals);
        self.metric = self.metric.or(other.metric);
    }
}
