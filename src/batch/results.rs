//! Files of results, read and checked at the same time.
//!
//! `FILE.run.json` says which deals FILE holds and has its checksum. All commands read results through
//! this module, so all of them notice a file that was truncated, changed or duplicated in part. What
//! was read is valid only if the end was reached without an error.

use super::BatchError;
use super::checksum::Checksum;
use super::dataset::{self, DatasetRecords};
use super::queue::Only;
use super::record_source::RecordSource;
use super::run_file::RunFile;
use super::summary::Summary;
use crate::deal::{DealNumber, DealRange};
use crate::format::record::{Record, Solutions};
use crate::format::record_file::{Format, RecordReader};
use crate::metric::Metric;
use crate::text::count;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// What is wrong with a file of results.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Fewer records than the run made.
    #[error("holds {} of {} records: it was cut off", count(*found), count(*expected))]
    Incomplete {
        /// Records in the file.
        found: u64,
        /// Records of the run.
        expected: u64,
    },
    /// Bytes are not those that were written.
    #[error("was changed after it was written: its checksum differs from that in its .run.json")]
    Changed,
    /// A deal in the wrong place.
    #[error("line {line}: deal {found} where {expected} belongs")]
    Place {
        /// Where.
        line: u64,
        /// The deal that is there.
        found: String,
        /// The deal that should be.
        expected: String,
    },
    /// Deals that are not in order, or one that comes twice.
    #[error("line {line}: deal {deal} comes after {last}; each deal must occur once, in deal order")]
    Order {
        /// Where.
        line: u64,
        /// The deal that is there.
        deal: String,
        /// The one before.
        last: String,
    },
    /// Records of different rules in one file.
    #[error("line {line}: a record of other rules ({found} instead of {expected})")]
    Rules {
        /// Where.
        line: u64,
        /// Game and digest of this record.
        found: String,
        /// Game and digest of the records before.
        expected: String,
    },
    /// A record whose deal has no number.
    #[error("line {line}: `{deal}` is not a deal number")]
    Number {
        /// Where.
        line: u64,
        /// What stands there.
        deal: String,
    },
}

/// How the integrity of a file of results is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vouched {
    /// Its `.run.json` knows deals and checksum.
    Fully,
    /// Its `.run.json` is of a version that kept no checksums.
    WithoutChecksum,
    /// There is no `.run.json`, or the caller did not want it.
    Nothing,
    /// A dataset without `_dataset.json`: each part vouches for itself, but nothing says how many there should be.
    PartsOnly,
}

/// A file of results, read record by record and checked on the way.
pub struct Results {
    path: PathBuf,
    run: Option<RunFile>,
    /// The deals that belong into the file.
    expected: Option<(DealRange, u64)>,
    reader: Reader,
    read: u64,
    last: Option<DealNumber>,
    rules: Option<(String, String)>,
    done: bool,
}

/// Where records come from.
enum Reader {
    /// Lines of text.
    Lines(Box<RecordReader<RecordSource>>),
    /// The parts of a dataset, which vouch for themselves.
    Dataset(Box<DatasetRecords>),
}

impl Results {
    /// Opens a file together with its `.run.json`, if there is one, or a dataset.
    pub fn open(path: &Path) -> Result<Results, BatchError> {
        if dataset::is_dataset(path) {
            return Results::with(path, None, None);
        }
        let run = RunFile::load(path)?;
        let expected = match &run {
            Some(run) => Some((run.deal_range(path)?, run.places(path)?.start)),
            None => None,
        };
        Results::with(path, run, expected)
    }

    /// Opens a file and takes it as it is.
    pub fn open_unchecked(path: &Path) -> Result<Results, BatchError> {
        Results::with(path, None, None)
    }

    fn with(path: &Path, run: Option<RunFile>, expected: Option<(DealRange, u64)>) -> Result<Results, BatchError> {
        let reader = match dataset::is_dataset(path) {
            true => Reader::Dataset(Box::new(DatasetRecords::open(path)?)),
            false => {
                let source = RecordSource::open(path).map_err(BatchError::reading(path))?;
                Reader::Lines(Box::new(RecordReader::new(source).map_err(BatchError::records(path))?))
            }
        };
        Ok(Results { path: path.into(), run, expected, reader, read: 0, last: None, rules: None, done: false })
    }

    /// What its `.run.json` says.
    pub fn run(&self) -> Option<&RunFile> {
        self.run.as_ref()
    }

    /// What vouches for it.
    pub fn vouched(&self) -> Vouched {
        match &self.run {
            _ if matches!(self.reader, Reader::Dataset(_)) => dataset::vouched(&self.path),
            None => Vouched::Nothing,
            Some(run) if run.sha256.is_none() => Vouched::WithoutChecksum,
            Some(_) => Vouched::Fully,
        }
    }

    /// Its form; that of lines made from a dataset.
    pub fn format(&self) -> Format {
        match &self.reader {
            Reader::Lines(reader) => reader.format(),
            Reader::Dataset(_) => Format::Ndjson,
        }
    }

    /// The next record; `None` at the end, when all of the file has been checked.
    pub fn next_record(&mut self) -> Result<Option<(DealNumber, Record)>, BatchError> {
        if self.done {
            return Ok(None);
        }
        let record = match &mut self.reader {
            Reader::Lines(reader) => reader.next().transpose().map_err(BatchError::records(&self.path))?,
            Reader::Dataset(records) => records.next_record()?.map(|(_, record)| record),
        };
        match record {
            Some(record) => {
                let deal = self.check(&record).map_err(|fault| BatchError::results(&self.path, fault))?;
                Ok(Some((deal, record)))
            }
            None => {
                self.done = true;
                self.check_end().map_err(|fault| BatchError::results(&self.path, fault))?;
                Ok(None)
            }
        }
    }

    fn check(&mut self, record: &Record) -> Result<DealNumber, Fault> {
        let line = match &self.reader {
            Reader::Lines(reader) => reader.line(),
            Reader::Dataset(_) => self.read + 1,
        };
        let deal = record.deal.parse().map_err(|_| Fault::Number { line, deal: record.deal.clone() })?;
        if let Some(last) = self.last.replace(deal).filter(|last| *last >= deal) {
            return Err(Fault::Order { line, deal: deal.to_string(), last: last.to_string() });
        }
        if let Some((range, first)) = &self.expected {
            let expected =
                range.nth(first + self.read).filter(|_| self.run.as_ref().is_none_or(|r| self.read < r.deals));
            if expected != Some(deal) {
                let expected = expected.map_or("the end".into(), |deal| deal.to_string());
                return Err(Fault::Place { line, found: deal.to_string(), expected });
            }
        }
        let (game, rules) = self.rules.get_or_insert_with(|| (record.game.clone(), record.rules.clone()));
        if (&*game, &*rules) != (&record.game, &record.rules) {
            let found = format!("{} {}", record.game, record.rules);
            return Err(Fault::Rules { line, found, expected: format!("{game} {rules}") });
        }
        self.read += 1;
        Ok(deal)
    }

    fn check_end(&self) -> Result<(), Fault> {
        let Some(run) = &self.run else { return Ok(()) };
        if self.read != run.deals {
            return Err(Fault::Incomplete { found: self.read, expected: run.deals });
        }
        match &run.sha256 {
            Some(sha256) if *sha256 != self.checksum().hex() => Err(Fault::Changed),
            _ => Ok(()),
        }
    }

    /// The checksum of what was read so far; that of the file once its end is reached.
    fn checksum(&self) -> &Checksum {
        match &self.reader {
            Reader::Lines(reader) => reader.source().checksum(),
            Reader::Dataset(records) => records.checksum(),
        }
    }
}

/// Counts all records of a file.
pub fn summarize(results: &mut Results) -> Result<Summary, BatchError> {
    let mut summary = Summary::default();
    while let Some((_, record)) = results.next_record()? {
        summary.add(&record);
    }
    Ok(summary)
}

/// Counts all records of a stream, of which nothing is known.
pub fn summarize_stream(name: &Path, source: impl BufRead) -> Result<Summary, BatchError> {
    let mut summary = Summary::default();
    for record in RecordReader::new(source).map_err(BatchError::records(name))? {
        let record = record.map_err(BatchError::records(name))?;
        if let Some((game, rules)) = summary.game.as_ref().filter(|(_, rules)| *rules != record.rules) {
            let problem =
                format!("holds records of different rules ({game} {rules}, {} {})", record.game, record.rules);
            return Err(BatchError::refused(name, problem));
        }
        summary.add(&record);
    }
    Ok(summary)
}

/// What a file holds.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Scan {
    /// Its deals.
    pub range: DealRange,
    /// Game and digest of the rules; none in an empty file.
    pub game: Option<(String, String)>,
    /// Metric of the shortest solutions, if any record has bounds.
    pub optimal: Option<Metric>,
    /// Which solutions the records have, if any has one.
    pub solutions: Solutions,
    /// Its form.
    pub format: Format,
    /// How many records are wanted again.
    pub wanted: u64,
    /// Its checksum.
    pub sha256: String,
}

/// Reads a file once through.
pub fn scan(results: &mut Results, only: Only) -> Result<Scan, BatchError> {
    let mut spans: Vec<(DealNumber, DealNumber)> = Vec::new();
    let (mut optimal, mut solutions, mut wanted) = (None, Solutions::None, 0);
    while let Some((deal, record)) = results.next_record()? {
        match spans.last_mut() {
            Some((_, last)) if last.next() == Some(deal) => *last = deal,
            _ => spans.push((deal, deal)),
        }
        optimal = optimal.or(record.optimal.as_ref().map(|o| o.metric));
        if solutions == Solutions::None {
            solutions = record.solutions();
        }
        wanted += u64::from(only.wants(&record));
    }
    let range = DealRange::from_spans(spans).map_err(|e| BatchError::refused(&results.path, e.to_string()))?;
    let (game, format, sha256) = (results.rules.clone(), results.format(), results.checksum().hex());
    Ok(Scan { range, game, optimal, solutions, format, wanted, sha256 })
}
