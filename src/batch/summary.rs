//! Statistics of records: shares of verdicts with confidence intervals, lengths, states, optima.
//!
//! Summaries can be merged in any order, so every worker keeps its own.

use super::distribution::{Distribution, Figures};
use super::extra_counts::{CellCounts, DifficultyCounts};
use super::hardest::{HardDeal, Hardest};
use super::wilson::Share;
use crate::difficulty::Difficulty;
use crate::format::record::{MinCellsRecord, OptimalRecord, Record, RecordVerdict};
use crate::metric::Metric;
use crate::verdict::{Reason, Verdict};
use serde::Serialize;

/// Counts over records.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// The game and the digest of its rules, once a record was seen.
    pub game: Option<(String, String)>,
    /// Verdicts.
    pub verdicts: Verdicts,
    /// Lengths of the solutions found, in moves.
    pub moves: Distribution,
    /// Lengths of the solutions found, in single-card moves.
    pub cards: Distribution,
    /// States expanded.
    pub states: Distribution,
    /// States expanded for the deals with a verdict: winnable or unwinnable.
    pub decided: Distribution,
    /// Deals whose solution has group moves that cannot be replayed card by card.
    pub granted: u64,
    /// What is known about shortest solutions, if that was asked for.
    pub optima: Option<Optima>,
    /// The fewest cells, if that was asked for.
    pub min_cells: Option<CellCounts>,
    /// The difficulty, if that was asked for.
    pub difficulty: Option<DifficultyCounts>,
    /// The hardest deals.
    pub hardest: Hardest,
}

/// Counted verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Verdicts {
    /// Solved and verified.
    pub winnable: u64,
    /// Proven.
    pub unwinnable: u64,
    /// By reason, in the order of [`Reason::ALL`].
    pub undecided: [u64; Reason::ALL.len()],
    /// Internal errors.
    pub errors: u64,
}

impl Verdicts {
    /// Counts a verdict.
    pub fn add(&mut self, verdict: &RecordVerdict) {
        self.count(known(verdict));
    }

    /// Counts a verdict; none is an internal error.
    fn count(&mut self, verdict: Option<Verdict>) {
        match verdict {
            Some(Verdict::Winnable) => self.winnable += 1,
            Some(Verdict::Unwinnable) => self.unwinnable += 1,
            Some(Verdict::Undecided(reason)) => {
                let place = Reason::ALL.iter().position(|other| *other == reason);
                self.undecided[place.expect("all reasons are listed")] += 1;
            }
            None => self.errors += 1,
        }
    }

    /// Adds the counts of other deals.
    pub fn merge(&mut self, other: &Verdicts) {
        self.winnable += other.winnable;
        self.unwinnable += other.unwinnable;
        for (sum, n) in self.undecided.iter_mut().zip(other.undecided) {
            *sum += n;
        }
        self.errors += other.errors;
    }

    /// Undecided deals, whatever the reason.
    pub fn open(&self) -> u64 {
        self.undecided.iter().sum()
    }

    /// All deals.
    pub fn total(&self) -> u64 {
        self.winnable + self.unwinnable + self.open() + self.errors
    }
}

/// Shortest solutions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Optima {
    /// In which metric.
    pub metric: Metric,
    /// Proven shortest lengths.
    pub proven: Distribution,
    /// Best known lengths of the deals whose shortest length is open.
    pub open: Distribution,
    /// Upper minus lower bound of these.
    pub gaps: Distribution,
    /// Open deals without any solution yet.
    pub unsolved: u64,
}

impl Optima {
    fn new(metric: Metric) -> Optima {
        let none = Distribution::default;
        Optima { metric, proven: none(), open: none(), gaps: none(), unsolved: 0 }
    }

    /// Counts the bounds of a deal.
    fn add(&mut self, bounds: &OptimalRecord) {
        match bounds.upper {
            Some(upper) if bounds.proven => self.proven.add(upper.into()),
            Some(upper) => {
                self.open.add(upper.into());
                self.gaps.add(upper.saturating_sub(bounds.lower).into());
            }
            None => self.unsolved += 1,
        }
    }

    fn merge(&mut self, other: &Optima) {
        self.proven.merge(&other.proven);
        self.open.merge(&other.open);
        self.gaps.merge(&other.gaps);
        self.unsolved += other.unsolved;
    }
}

/// What is counted about one deal: of a record, or of a row of a dataset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// None is an internal error.
    pub verdict: Option<Verdict>,
    pub moves: Option<u32>,
    pub cards: Option<u32>,
    pub states: u64,
    /// Whether the solution has group moves that cannot be replayed card by card.
    pub granted: bool,
    pub optimal: Option<OptimalRecord>,
    pub min_cells: Option<MinCellsRecord>,
    pub difficulty: Option<Difficulty>,
}

impl From<&Record> for Facts {
    fn from(record: &Record) -> Facts {
        Facts {
            verdict: known(&record.verdict),
            moves: record.moves,
            cards: record.cards,
            states: record.states,
            granted: record.granted_groups.is_some(),
            optimal: record.optimal,
            min_cells: record.min_cells,
            difficulty: record.difficulty,
        }
    }
}

/// The verdict of a record without the message of an error.
fn known(verdict: &RecordVerdict) -> Option<Verdict> {
    match verdict {
        RecordVerdict::Known(verdict) => Some(*verdict),
        RecordVerdict::Error(_) => None,
    }
}

impl Summary {
    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        if self.game.is_none() {
            self.game = Some((record.label(), record.rules.clone()));
        }
        self.hardest.add(record);
        self.count(&Facts::from(record));
    }

    /// Counts a deal; its name is for the list of the hardest, which is the caller's to fill.
    pub(super) fn count(&mut self, deal: &Facts) {
        self.verdicts.count(deal.verdict);
        deal.moves.iter().for_each(|&n| self.moves.add(n.into()));
        deal.cards.iter().for_each(|&n| self.cards.add(n.into()));
        self.states.add(deal.states);
        if matches!(deal.verdict, Some(Verdict::Winnable | Verdict::Unwinnable)) {
            self.decided.add(deal.states);
        }
        self.granted += u64::from(deal.granted);
        CellCounts::add(&mut self.min_cells, deal.min_cells);
        DifficultyCounts::add(&mut self.difficulty, deal.difficulty, deal.optimal);
        if let Some(bounds) = &deal.optimal {
            self.optima.get_or_insert_with(|| Optima::new(bounds.metric)).add(bounds);
        }
    }

    /// Counts the records of another summary.
    pub fn merge(&mut self, other: &Summary) {
        if self.game.is_none() {
            self.game.clone_from(&other.game);
        }
        self.verdicts.merge(&other.verdicts);
        self.moves.merge(&other.moves);
        self.cards.merge(&other.cards);
        self.states.merge(&other.states);
        self.decided.merge(&other.decided);
        self.granted += other.granted;
        if let Some(optima) = &other.optima {
            self.optima.get_or_insert_with(|| Optima::new(optima.metric)).merge(optima);
        }
        if let Some(counts) = &other.min_cells {
            self.min_cells.get_or_insert_default().merge(counts);
        }
        if let Some(counts) = &other.difficulty {
            self.difficulty.get_or_insert_default().merge(counts);
        }
        self.hardest.merge(&other.hardest);
    }

    /// The figures, ready to be shown or written.
    pub fn figures(&self) -> SummaryFigures {
        let verdicts = self.verdicts;
        let total = verdicts.total();
        let share = |count| Share::of(count, total);
        let (game, rules) = self.game.clone().unwrap_or_default();
        SummaryFigures {
            schema: 1,
            version: env!("CARGO_PKG_VERSION"),
            game,
            rules,
            deals: total,
            winnable: share(verdicts.winnable),
            unwinnable: share(verdicts.unwinnable),
            undecided: share(verdicts.open()),
            winnable_if_undecided_lose: share(verdicts.winnable),
            winnable_if_undecided_win: share(verdicts.winnable + verdicts.open() + verdicts.errors),
            errors: verdicts.errors,
            undecided_by: {
                let by = |reason| Reason::ALL.iter().zip(verdicts.undecided).filter(move |(r, _)| **r == reason);
                let count = |reason| by(reason).map(|(_, n)| n).sum();
                let (states, memory, time) = (count(Reason::States), count(Reason::Memory), count(Reason::Time));
                let interrupted = count(Reason::Interrupted);
                let capacity = verdicts.open() - states - memory - time - interrupted;
                UndecidedBy { states, memory, time, interrupted, capacity }
            },
            moves: self.moves.figures(),
            cards: self.cards.figures(),
            states: self.states.figures(),
            granted: self.granted,
            optimal: self.optima.as_ref().map(|optima| OptimaFigures {
                metric: optima.metric,
                proven: optima.proven.figures(),
                lengths: optima.proven.values().collect(),
                open: optima.open.figures(),
                gap: optima.gaps.figures(),
                unsolved: optima.unsolved,
            }),
            min_cells: self.min_cells.clone(),
            difficulty: self.difficulty.clone(),
            hardest: self.hardest.list().to_vec(),
            run: None,
        }
    }
}

/// The figures of a summary: what `--summary` writes as JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct SummaryFigures {
    /// Version of this layout.
    pub schema: u32,
    /// Version of the program that made the summary.
    pub version: &'static str,
    /// The game.
    pub game: String,
    /// Digest of its rules.
    pub rules: String,
    /// Number of deals.
    pub deals: u64,
    /// Winnable deals.
    pub winnable: Share,
    /// Unwinnable deals.
    pub unwinnable: Share,
    /// Undecided deals.
    pub undecided: Share,
    /// The winnable share if all undecided deals are unwinnable: its lower end bounds the true share from below.
    pub winnable_if_undecided_lose: Share,
    /// The winnable share if all undecided deals are winnable: its upper end bounds the true share from above.
    pub winnable_if_undecided_win: Share,
    /// Why deals are undecided.
    pub undecided_by: UndecidedBy,
    /// Deals without an answer because of an internal error.
    #[serde(skip_serializing_if = "is_zero")]
    pub errors: u64,
    /// Lengths of the solutions found, in moves.
    pub moves: Option<Figures>,
    /// Lengths of the solutions found, in single-card moves.
    pub cards: Option<Figures>,
    /// States expanded per deal.
    pub states: Option<Figures>,
    /// Deals whose solution has group moves that cannot be replayed card by card.
    pub granted: u64,
    /// Shortest solutions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<OptimaFigures>,
    /// The fewest cells, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_cells: Option<CellCounts>,
    /// The difficulty, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<DifficultyCounts>,
    /// The hardest deals, hardest first.
    pub hardest: Vec<HardDeal>,
    /// How fast it went; only right after a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Speed>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Undecided deals by the reason why the search gave up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct UndecidedBy {
    /// `--max-states`.
    pub states: u64,
    /// `--memory`.
    pub memory: u64,
    /// `--time-limit`.
    pub time: u64,
    /// Ctrl-C.
    pub interrupted: u64,
    /// A capacity of the program.
    pub capacity: u64,
}

/// Shortest solutions in figures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct OptimaFigures {
    /// In which metric.
    pub metric: Metric,
    /// Proven shortest lengths.
    pub proven: Option<Figures>,
    /// How often each proven length occurs.
    pub lengths: Vec<(u64, u64)>,
    /// Best known lengths where the shortest is open.
    pub open: Option<Figures>,
    /// Upper minus lower bound of these.
    pub gap: Option<Figures>,
    /// Open deals without any solution yet.
    pub unsolved: u64,
}

/// How fast a run was.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Speed {
    /// Deals solved by this run.
    pub solved: u64,
    /// Seconds of wall-clock time.
    pub seconds: f64,
    /// Deals per second.
    pub deals_per_second: f64,
    /// Threads.
    pub threads: usize,
}
