//! Files of records: NDJSON (one object per line) or CSV (the same fields as columns), written and read back.
//!
//! Both formats hold the same fields, and writing a record that was read gives the same bytes again. So parts can be joined
//! into exactly the file that one run would have written. The first byte of a file determines its format.

use super::record::{InvalidRecord, OptimalRecord, Record, RecordVerdict, SCHEMA, write_moves};
use crate::metric::Metric;
use crate::moves::Move;
use crate::verdict::Reason;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read};

/// Longest line that is read: far beyond any record with its solution.
const MAX_LINE: u64 = 16 << 20;

/// The form of a file of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Format {
    /// One JSON object per line.
    Ndjson,
    /// Comma-separated values with a header line.
    Csv,
}

/// A file that does not hold records.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be read.
    #[error("line {line}: cannot be read")]
    Io {
        /// Where.
        line: u64,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A line is not a record.
    #[error("line {line}: not a record of `winnable analyze` ({problem})")]
    NotARecord {
        /// Where.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

/// The columns of CSV: [`Record`] without its nesting.
#[derive(Serialize, Deserialize)]
struct Row {
    schema: u32,
    game: String,
    rules: String,
    deal: String,
    verdict: String,
    reason: Option<Reason>,
    moves: Option<u32>,
    cards: Option<u32>,
    granted_groups: Option<u32>,
    states: u64,
    optimal_metric: Option<Metric>,
    optimal_lower: Option<u32>,
    optimal_upper: Option<u32>,
    optimal_proven: Option<bool>,
    #[serde(default)]
    optimal_reason: Option<Reason>,
    /// The moves as JSON or in notation; empty unless solutions were asked for.
    #[serde(default)]
    solution: Option<String>,
    #[serde(default)]
    error: Option<String>,
    /// What was changed in the rules, as JSON; empty for a preset.
    #[serde(default)]
    changed: Option<String>,
}

/// Characters that make a spreadsheet interpret a cell as a formula, with their full-width forms, and the apostrophe, which
/// prevents this.
const FORMULA: [char; 11] = ['\'', '=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A text as a cell that no spreadsheet interprets as a formula. Some ignore blanks before a formula.
fn cell(text: &str) -> String {
    let formula = text.starts_with(FORMULA) || text.trim_start().starts_with(FORMULA);
    if formula { format!("'{text}") } else { text.to_string() }
}

/// The text of such a cell.
fn text_of(cell: String) -> String {
    cell.strip_prefix('\'').map(str::to_string).unwrap_or(cell)
}

const COLUMNS: [&str; 18] = [
    "schema",
    "game",
    "rules",
    "deal",
    "verdict",
    "reason",
    "moves",
    "cards",
    "granted_groups",
    "states",
    "optimal_metric",
    "optimal_lower",
    "optimal_upper",
    "optimal_proven",
    "optimal_reason",
    "solution",
    "error",
    "changed",
];

impl From<&Record> for Row {
    fn from(record: &Record) -> Row {
        let optimal = record.optimal.as_ref();
        let moves = |moves: &Vec<Move>| {
            let mut text = Vec::new();
            write_moves(&mut text, moves);
            String::from_utf8(text).expect("JSON is text")
        };
        Row {
            schema: SCHEMA,
            game: cell(&record.game),
            rules: cell(&record.rules),
            deal: cell(&record.deal),
            verdict: record.verdict.word().to_string(),
            reason: record.verdict.reason(),
            moves: record.moves,
            cards: record.cards,
            granted_groups: record.granted_groups,
            states: record.states,
            optimal_metric: optimal.map(|o| o.metric),
            optimal_lower: optimal.map(|o| o.lower),
            optimal_upper: optimal.and_then(|o| o.upper),
            optimal_proven: optimal.map(|o| o.proven),
            optimal_reason: optimal.and_then(|o| o.reason),
            solution: record.solution.as_ref().map(moves).or(record.notation.clone()),
            error: record.verdict.error().map(cell),
            changed: (!record.changed.is_empty()).then(|| serde_json::to_string(&record.changed).expect("plain data")),
        }
    }
}

impl TryFrom<Row> for Record {
    type Error = String;

    fn try_from(row: Row) -> Result<Record, String> {
        if row.schema != SCHEMA {
            return Err(InvalidRecord::Schema(row.schema).to_string());
        }
        let optimal = match (row.optimal_metric, row.optimal_lower, row.optimal_proven) {
            (Some(metric), Some(lower), Some(proven)) => {
                let (upper, reason) = (row.optimal_upper, row.optimal_reason);
                Some(OptimalRecord { metric, lower, upper, proven, reason })
            }
            (None, None, None) => None,
            _ => return Err("some of the optimal_ columns are empty and others not".into()),
        };
        let moves = |text: &String| serde_json::from_str(text).map_err(|e| format!("column solution: {e}"));
        let is_list = |text: &String| text.starts_with('[');
        // An empty cell means that there is no message, except where the verdict needs one.
        let error = row.error.map(text_of).or((row.verdict == "error").then(String::new));
        let verdict = RecordVerdict::read(&row.verdict, row.reason, error).map_err(|e| e.to_string())?;
        let changed = row.changed.as_deref().map(serde_json::from_str).transpose();
        let record = Record {
            game: text_of(row.game),
            changed: changed.map_err(|e| format!("column changed: {e}"))?.unwrap_or_default(),
            rules: text_of(row.rules),
            deal: text_of(row.deal),
            verdict,
            moves: row.moves,
            cards: row.cards,
            granted_groups: row.granted_groups,
            states: row.states,
            optimal,
            min_cells: None,
            difficulty: None,
            seconds: None,
            solution: row.solution.as_ref().filter(|text| is_list(text)).map(moves).transpose()?,
            notation: row.solution.filter(|text| !is_list(text)),
        };
        record.checked().map_err(|e| e.to_string())
    }
}

impl Format {
    /// The form that a file name asks for; `.zst` at its end says that it is compressed.
    pub fn of_name(name: &str) -> Option<Format> {
        let lower = name.to_ascii_lowercase();
        let lower = lower.strip_suffix(".zst").unwrap_or(&lower);
        let ends = |endings: &[&str]| endings.iter().any(|e| lower.ends_with(e));
        match () {
            _ if ends(&[".csv"]) => Some(Format::Csv),
            _ if ends(&[".ndjson", ".jsonl"]) => Some(Format::Ndjson),
            _ => None,
        }
    }

    /// What a file starts with, before any record.
    pub fn header(self) -> String {
        match self {
            Format::Ndjson => String::new(),
            Format::Csv => COLUMNS.join(",") + "\n",
        }
    }

    /// Appends the line of a record.
    pub fn write(self, record: &Record, out: &mut Vec<u8>) {
        match self {
            Format::Ndjson => {
                record.write(out);
                out.push(b'\n');
            }
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(&mut *out);
                writer.serialize(Row::from(record)).expect("records are plain data");
                writer.flush().expect("memory does not fail");
            }
        }
    }
}

/// Reads records one after the other.
pub struct RecordReader<R> {
    form: Form<R>,
    line: u64,
}

enum Form<R> {
    Ndjson(R, Vec<u8>),
    Csv(csv::DeserializeRecordsIntoIter<R, Row>),
}

impl<R: BufRead> RecordReader<R> {
    /// Determines the format from the first byte.
    pub fn new(mut source: R) -> Result<RecordReader<R>, ReadError> {
        let first = source.fill_buf().map_err(|source| ReadError::Io { line: 1, source })?.first().copied();
        let form = match first {
            None | Some(b'{') => Form::Ndjson(source, Vec::new()),
            Some(b's') => {
                Form::Csv(csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(source).into_deserialize())
            }
            Some(_) => {
                let problem = "it starts neither with an object nor with the header of a CSV file".into();
                return Err(ReadError::NotARecord { line: 1, problem });
            }
        };
        Ok(RecordReader { form, line: 0 })
    }

    /// The form of the file.
    pub fn format(&self) -> Format {
        match self.form {
            Form::Ndjson(..) => Format::Ndjson,
            Form::Csv(_) => Format::Csv,
        }
    }

    /// Where the records come from.
    pub fn source(&self) -> &R {
        match &self.form {
            Form::Ndjson(source, _) => source,
            Form::Csv(rows) => rows.reader().get_ref(),
        }
    }

    /// The line that was read last.
    pub fn line(&self) -> u64 {
        self.line
    }

    fn read(&mut self) -> Result<Option<Record>, ReadError> {
        let record = match &mut self.form {
            Form::Ndjson(source, buffer) => {
                self.line += 1;
                let line = self.line;
                buffer.clear();
                let read = source.by_ref().take(MAX_LINE).read_until(b'\n', buffer);
                if read.map_err(|source| ReadError::Io { line, source })? == 0 {
                    return Ok(None);
                }
                if buffer.last() != Some(&b'\n') {
                    let problem = "the line is cut off".into();
                    return Err(ReadError::NotARecord { line, problem });
                }
                serde_json::from_slice(buffer).map_err(|e| e.to_string())
            }
            Form::Csv(rows) => {
                // The header is read together with the first row.
                self.line = rows.reader().position().line().max(2);
                match rows.next() {
                    None => return Ok(None),
                    Some(Ok(row)) => Record::try_from(row),
                    Some(Err(error)) => Err(error.to_string()),
                }
            }
        };
        match record {
            Ok(record) => Ok(Some(record)),
            Err(problem) => Err(ReadError::NotARecord { line: self.line, problem }),
        }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = concat!(
        r#"{"schema":1,"game":"a, \"b\"","rules":"9f","deal":"ms:1","verdict":"winnable","moves":87,"cards":103,"states":412,"optimal":{"metric":"moves","lower":80,"upper":null,"proven":false},"solution":[{"card":"7H","count":1,"from":"t7","to":"c1"}]}"#,
        "\n",
        r#"{"schema":1,"game":"x","changed":{"cells":3,"columns":[7,6]},"rules":"9f","deal":"ms:2","verdict":"undecided","reason":"states","states":18446744073709551615}"#,
        "\n",
        r#"{"schema":1,"game":"x","rules":"9f","deal":"ms:3","verdict":"winnable","moves":0,"cards":0,"granted_groups":2,"states":0,"solution":[]}"#,
        "\n",
        r#"{"schema":1,"game":"=1+1","rules":"-9","deal":"'@ms:4","verdict":"error","error":"+1","states":0}"#,
        "\n",
        r#"{"schema":1,"game":"''","rules":"","deal":"ms:5","verdict":"error","error":"","states":0}"#,
        "\n",
        r#"{"schema":1,"game":" =1","rules":"＝1","deal":"ms:6","verdict":"error","error":"  @1","states":0}"#,
        "\n",
    );

    fn through(text: &[u8], format: Format) -> Vec<u8> {
        let mut out = format.header().into_bytes();
        RecordReader::new(text).unwrap().for_each(|record| format.write(&record.unwrap(), &mut out));
        out
    }

    #[test]
    fn both_forms_hold_the_same() {
        let csv = through(LINES.as_bytes(), Format::Csv);
        assert!(csv.starts_with(b"schema,game,") && csv.split(|b| *b == b'\n').count() == 8);
        let formula = |cell: &str| cell.trim_matches('"').trim_start().starts_with(&FORMULA[1..]);
        assert!(!String::from_utf8_lossy(&csv).split([',', '\n']).any(formula), "{}", String::from_utf8_lossy(&csv));
        assert_eq!(through(&csv, Format::Csv), csv);
        assert_eq!(String::from_utf8(through(&csv, Format::Ndjson)).unwrap(), LINES);
        assert_eq!(through(LINES.as_bytes(), Format::Ndjson), LINES.as_bytes());
    }

    #[test]
    fn mistakes_name_the_line() {
        let error = |text: &str| {
            let found = RecordReader::new(text.as_bytes()).and_then(|records| records.collect::<Result<Vec<_>, _>>());
            found.unwrap_err().to_string()
        };
        let good = LINES.lines().next().unwrap();
        assert!(error(&format!("{good}\n{{}}\n")).starts_with("line 2: "), "{}", error(&format!("{good}\n{{}}\n")));
        assert!(error(good).contains("cut off"));
        assert!(error("hello").contains("line 1"));
        assert!(error(&good.replace(":1,", ":2,")).contains("cut off"));
        assert!(error(&(good.replace("\"schema\":1,", "\"schema\":2,") + "\n")).contains("schema 2"));
        assert!(error(&(good.replace("winnable", "maybe") + "\n")).contains("maybe"));
        assert!(error("schema,game\n1,x\n").starts_with("line 2: "));
    }
}
