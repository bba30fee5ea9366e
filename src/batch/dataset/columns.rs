//! Records as columns in memory, the form between workers and parts.
//!
//! A row holds everything that a record says about its deal; what all records of a dataset share (game, rules, metric) is kept
//! once, in [`Shared`]. So a record that went through a dataset is the same record, and NDJSON made from a dataset is byte for
//! byte what the run would have written.

use super::part_name::{DatasetNumbering, bare};
use super::schema::Asked;
use crate::batch::Job;
use crate::batch::pieces::RecordPiece;
use crate::batch::run::Plan;
use crate::batch::summary::Facts;
use crate::difficulty::Difficulty;
use crate::format::record::{MinCellsRecord, OptimalRecord, Record, RecordVerdict, RulesName, write_moves};
use crate::verdict::{Reason, Verdict};

/// Most rows, and bytes of text, that are handed over together.
const PIECE_ROWS: usize = 4096;
const PIECE_TEXT: usize = 256 << 10;

/// What all records of a dataset have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared {
    /// What names the rules.
    pub rules: RulesName,
    /// What was asked for.
    pub job: Job,
    /// Whose numbers.
    pub numbering: DatasetNumbering,
}

/// Verdicts as numbers: winnable, unwinnable, error, then undecided for each [`Reason::ALL`]. Other numbers do not occur: a part
/// that has other words is refused when it is read.
pub const WINNABLE: u8 = 0;
pub const UNWINNABLE: u8 = 1;
pub const ERROR: u8 = 2;
pub const UNDECIDED: u8 = 3;

/// The reason with this number.
pub fn reason(code: u8) -> Option<Reason> {
    code.checked_sub(UNDECIDED).and_then(|place| Reason::ALL.get(usize::from(place)).copied())
}

/// The number of a reason.
pub fn reason_code(reason: Reason) -> u8 {
    let place = Reason::ALL.iter().position(|other| *other == reason).expect("all reasons are listed");
    UNDECIDED + place as u8
}

/// Rows in deal order. Columns that were not asked for stay empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Columns {
    /// Place of the first row in the whole range.
    pub start: u64,
    /// Deal numbers.
    pub deal: Vec<u64>,
    /// Verdicts as numbers.
    pub verdict: Vec<u8>,
    /// Lengths in moves.
    pub moves: Vec<Option<u32>>,
    /// Lengths in single-card moves.
    pub cards: Vec<Option<u32>>,
    /// States expanded.
    pub states: Vec<u64>,
    /// Group moves that cannot be replayed card by card.
    pub granted_groups: Vec<Option<u32>>,
    /// Messages of internal errors.
    pub error: Vec<Option<String>>,
    /// Lower bounds on the shortest length.
    pub lower: Vec<Option<u32>>,
    /// Upper bounds.
    pub upper: Vec<Option<u32>>,
    /// Whether the shortest length is proven.
    pub proven: Vec<Option<bool>>,
    /// Why the search for a proof ended, as the number of a reason.
    pub optimal_reason: Vec<Option<u8>>,
    /// Fewest cells from below.
    pub min_cells_lower: Vec<Option<u8>>,
    /// Fewest cells known.
    pub min_cells_upper: Vec<Option<u8>>,
    /// Difficulties.
    pub difficulty: Vec<Option<Difficulty>>,
    /// Solutions as texts.
    pub solution: Vec<Option<String>>,
    /// Bytes of texts.
    text: usize,
}

impl Columns {
    /// Rows there are.
    pub fn len(&self) -> usize {
        self.deal.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.deal.is_empty()
    }

    /// Appends the row of a record. Its deal has a number of 64 bits: sinks refuse ranges with larger ones.
    pub fn push(&mut self, asked: &Asked, record: &Record) {
        let number = record.deal.parse().ok().and_then(bare);
        self.deal.push(number.expect("the deal of a record of a dataset is a number of 64 bits"));
        self.verdict.push(match &record.verdict {
            RecordVerdict::Known(Verdict::Winnable) => WINNABLE,
            RecordVerdict::Known(Verdict::Unwinnable) => UNWINNABLE,
            RecordVerdict::Known(Verdict::Undecided(reason)) => reason_code(*reason),
            RecordVerdict::Error(_) => ERROR,
        });
        self.moves.push(record.moves);
        self.cards.push(record.cards);
        self.states.push(record.states);
        self.granted_groups.push(record.granted_groups);
        self.error.push(record.verdict.error().map(str::to_string));
        if asked.optimal.is_some() {
            let optimal = record.optimal.as_ref();
            self.lower.push(optimal.map(|o| o.lower));
            self.upper.push(optimal.and_then(|o| o.upper));
            self.proven.push(optimal.map(|o| o.proven));
            self.optimal_reason.push(optimal.and_then(|o| o.reason).map(reason_code));
        }
        if asked.min_cells {
            self.min_cells_lower.push(record.min_cells.map(|count| count.lower));
            self.min_cells_upper.push(record.min_cells.and_then(|count| count.upper));
        }
        if asked.difficulty {
            self.difficulty.push(record.difficulty);
        }
        if asked.solutions {
            let list = record.solution.as_ref().map(|moves| {
                let mut text = Vec::new();
                write_moves(&mut text, moves);
                String::from_utf8(text).expect("JSON is text")
            });
            let solution = list.or(record.notation.clone());
            self.text += solution.as_ref().map_or(0, String::len);
            self.solution.push(solution);
        }
    }

    /// What a summary counts about a row.
    pub(in crate::batch) fn facts(&self, shared: &Shared, row: usize) -> Facts {
        fn at<T: Copy>(column: &[Option<T>], row: usize) -> Option<T> {
            column.get(row).copied().flatten()
        }
        let verdict = match self.verdict[row] {
            WINNABLE => Some(Verdict::Winnable),
            UNWINNABLE => Some(Verdict::Unwinnable),
            code => reason(code).map(Verdict::Undecided),
        };
        let bounds = shared.job.optimal.zip(at(&self.lower, row)).zip(at(&self.proven, row));
        let optimal = bounds.map(|((metric, lower), proven)| {
            let reason = at(&self.optimal_reason, row).and_then(reason);
            OptimalRecord { metric, lower, upper: at(&self.upper, row), proven, reason }
        });
        let min_cells = at(&self.min_cells_lower, row).map(|lower| {
            let upper = at(&self.min_cells_upper, row);
            MinCellsRecord { lower, upper, proven: upper == Some(lower) }
        });
        Facts {
            verdict,
            moves: self.moves[row],
            cards: self.cards[row],
            states: self.states[row],
            granted: self.granted_groups[row].is_some(),
            optimal,
            min_cells,
            difficulty: at(&self.difficulty, row),
        }
    }

    /// The record of a row.
    pub fn record(&self, shared: &Shared, row: usize) -> Result<Record, String> {
        let facts = self.facts(shared, row);
        let error = || RecordVerdict::Error(self.error[row].clone().unwrap_or_default());
        let text = self.solution.get(row).and_then(Option::as_ref);
        let is_list = |text: &&String| text.starts_with('[');
        let list = text.filter(is_list).map(|text| serde_json::from_str(text)).transpose();
        let record = Record {
            game: shared.rules.game.clone(),
            changed: shared.rules.changed.clone(),
            rules: shared.rules.digest.clone(),
            deal: shared.numbering.deal(self.deal[row]).to_string(),
            verdict: facts.verdict.map_or_else(error, RecordVerdict::Known),
            moves: facts.moves,
            cards: facts.cards,
            granted_groups: self.granted_groups[row],
            states: facts.states,
            optimal: facts.optimal,
            min_cells: facts.min_cells,
            difficulty: facts.difficulty,
            seconds: None,
            solution: list.map_err(|e| format!("column solution: {e}"))?,
            notation: text.filter(|text| !is_list(text)).cloned(),
        };
        record.checked().map_err(|e| e.to_string())
    }

    /// Takes away the rows from this one on.
    pub fn split_off(&mut self, at: usize) -> Columns {
        fn cut<T>(column: &mut Vec<T>, at: usize) -> Vec<T> {
            if column.is_empty() { Vec::new() } else { column.split_off(at) }
        }
        Columns {
            start: self.start + at as u64,
            deal: cut(&mut self.deal, at),
            verdict: cut(&mut self.verdict, at),
            moves: cut(&mut self.moves, at),
            cards: cut(&mut self.cards, at),
            states: cut(&mut self.states, at),
            granted_groups: cut(&mut self.granted_groups, at),
            error: cut(&mut self.error, at),
            lower: cut(&mut self.lower, at),
            upper: cut(&mut self.upper, at),
            proven: cut(&mut self.proven, at),
            optimal_reason: cut(&mut self.optimal_reason, at),
            min_cells_lower: cut(&mut self.min_cells_lower, at),
            min_cells_upper: cut(&mut self.min_cells_upper, at),
            difficulty: cut(&mut self.difficulty, at),
            solution: cut(&mut self.solution, at),
            text: 0,
        }
    }

    /// Appends the rows that come next.
    pub fn append(&mut self, mut next: Columns) {
        self.deal.append(&mut next.deal);
        self.verdict.append(&mut next.verdict);
        self.moves.append(&mut next.moves);
        self.cards.append(&mut next.cards);
        self.states.append(&mut next.states);
        self.granted_groups.append(&mut next.granted_groups);
        self.error.append(&mut next.error);
        self.lower.append(&mut next.lower);
        self.upper.append(&mut next.upper);
        self.proven.append(&mut next.proven);
        self.optimal_reason.append(&mut next.optimal_reason);
        self.min_cells_lower.append(&mut next.min_cells_lower);
        self.min_cells_upper.append(&mut next.min_cells_upper);
        self.difficulty.append(&mut next.difficulty);
        self.solution.append(&mut next.solution);
        self.text += next.text;
    }
}

impl RecordPiece for Columns {
    fn starting_at(start: u64) -> Columns {
        Columns { start, ..Columns::default() }
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn add(&mut self, plan: &Plan, record: &Record) {
        self.push(&Asked::from(plan), record);
    }

    fn is_large(&self) -> bool {
        self.len() >= PIECE_ROWS || self.text >= PIECE_TEXT
    }
}
