//! Reading finished files: once through, to know what they hold.

use super::AnalysisError;
use super::queue::Only;
use super::summary::Summary;
use crate::deal::{DealNumber, DealRange};
use crate::format::record::Record;
use crate::format::records::{Format, RecordReader};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Records of a file, read one by one.
pub type FileRecords = RecordReader<BufReader<File>>;

/// Opens a file of records.
pub fn open_records(path: &Path) -> Result<FileRecords, AnalysisError> {
    let file = File::open(path).map_err(AnalysisError::opening(path))?;
    RecordReader::new(BufReader::with_capacity(1 << 16, file)).map_err(AnalysisError::reading(path))
}

/// Counts all records of one source; they must be of one game.
pub fn summarize(path: &Path, records: RecordReader<impl BufRead>) -> Result<Summary, AnalysisError> {
    let mut summary = Summary::default();
    for record in records {
        let record = record.map_err(AnalysisError::reading(path))?;
        if let Some((game, rules)) = summary.game.as_ref().filter(|(_, rules)| *rules != record.rules) {
            let problem = format!(
                "holds records of different rules ({game} {rules}, {} {}); split it",
                record.game, record.rules
            );
            return Err(AnalysisError::refused(path, problem));
        }
        summary.add(&record);
    }
    Ok(summary)
}

/// The number of a record's deal.
pub fn number(path: &Path, record: &Record) -> Result<DealNumber, AnalysisError> {
    record.deal.parse().map_err(|e| AnalysisError::refused(path, format!("a record without a deal number: {e}")))
}

/// What a file holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Scan {
    /// Its deals.
    pub range: DealRange,
    /// Game and digest of the rules; none in an empty file.
    pub game: Option<(String, String)>,
    /// Metric of the shortest solutions, if any record has bounds.
    pub optimal: Option<String>,
    /// Whether any record has its solution.
    pub solutions: bool,
    /// Its form.
    pub format: Format,
    /// How many records are wanted again.
    pub wanted: u64,
    /// Changes when anything in the records changes.
    pub digest: String,
}

/// Reads a file once through. Records must be in deal order, each deal once, all of the same rules.
pub fn scan(path: &Path, only: Only) -> Result<Scan, AnalysisError> {
    let mut records = open_records(path)?;
    let mut spans: Vec<(DealNumber, DealNumber)> = Vec::new();
    let (mut game, mut optimal, mut solutions, mut wanted) = (None, None, false, 0);
    // FNV-1a, as in the digest of rules: the same on every machine.
    let (mut hash, mut line) = (0xcbf2_9ce4_8422_2325u64, Vec::new());
    let format = records.format();
    while let Some(record) = records.next() {
        let mut record = record.map_err(AnalysisError::reading(path))?;
        let deal = number(path, &record)?;
        let at = records.line();
        match spans.last_mut() {
            Some((_, last)) if last.next() == Some(deal) => *last = deal,
            Some((_, last)) if *last >= deal => {
                let problem = format!("line {at}: deal {deal} comes after {last}; records must be in deal order");
                return Err(AnalysisError::refused(path, problem));
            }
            _ => spans.push((deal, deal)),
        }
        let this = (record.game.clone(), record.rules.clone());
        if *game.get_or_insert_with(|| this.clone()) != this {
            return Err(AnalysisError::refused(
                path,
                format!("line {at}: a record of other rules ({} {})", this.0, this.1),
            ));
        }
        optimal = optimal.or(record.optimal.as_ref().map(|o| o.metric.clone()));
        solutions |= record.solution.is_some();
        wanted += u64::from(only.wants(&record));
        line.clear();
        Format::Ndjson.write(&mut record, &mut line);
        hash = line.iter().fold(hash, |h, byte| (h ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    }
    let range = DealRange::from_spans(spans).map_err(|e| AnalysisError::refused(path, e.to_string()))?;
    Ok(Scan { range, game, optimal, solutions, format, wanted, digest: format!("{hash:016x}") })
}
