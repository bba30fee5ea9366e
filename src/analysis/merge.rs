//! Joins parts into exactly what one run would have written.
//!
//! Parts are read side by side in deal order, so memory does not grow with their size, and a part is opened only when
//! its first deal comes up, so thousands of shards need few open files. Whatever could make the result differ from
//! that of one run is refused: other rules, limits or versions, missing deals, records that contradict each other.

use super::checkpoint::{self, Checkpoint};
use super::queue::Only;
use super::scan::{FileRecords, number, open_records, scan};
use super::summary::Summary;
use super::{AnalysisError, Job, RunFile};
use crate::deal::{DealNumber, DealRange};
use crate::format::record::Record;
use crate::format::records::Format;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to do about missing deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gaps {
    /// Refuse.
    Refuse,
    /// Join what is there.
    Allow,
}

/// Parts that may be joined, as far as can be told without reading them.
#[derive(Debug)]
pub struct Parts {
    paths: Vec<PathBuf>,
    job: Option<Job>,
    goal: DealRange,
    gaps: Gaps,
    format: Format,
}

/// What was joined.
#[derive(Debug)]
pub struct Merged {
    /// What to keep beside the result; unknown if no part knew.
    pub run: Option<RunFile>,
    /// What the result says.
    pub summary: Summary,
}

impl Parts {
    /// Looks at what lies beside the parts. With `trust`, parts of which nothing is known are taken as they are.
    pub fn open(paths: &[PathBuf], trust: bool, gaps: Gaps) -> Result<Parts, AnalysisError> {
        let mut ranges: Vec<(String, DealRange)> = Vec::new();
        let mut known: Option<(&Path, Job)> = None;
        let mut format = None;
        for path in paths {
            if Checkpoint::load(path)?.is_some() {
                let problem = "is unfinished; finish it first: the same command with --resume";
                return Err(AnalysisError::refused(path, problem));
            }
            let Some(run) = RunFile::load(path)? else {
                if !trust {
                    let problem = format!(
                        "there is no {}, so its limits and version are unknown; keep that file beside it (`analyze --out` \
                         writes it), or trust the parts with --unchecked",
                        RunFile::path(path).display()
                    );
                    return Err(AnalysisError::refused(path, problem));
                }
                let found = scan(path, Only::Undecided)?;
                format = format.or(Some(found.format));
                ranges.push((found.range.to_string(), found.range));
                continue;
            };
            format = format.or(Some(run.format));
            if !ranges.iter().any(|(text, _)| *text == run.range) {
                // An empty list of deals is no range, but the empty shard of a range is one.
                let range = run.range.parse().map_err(|e| AnalysisError::refused(path, format!("its range: {e}")))?;
                ranges.push((run.range, range));
            }
            match &known {
                None => known = Some((path, run.job)),
                Some((first, job)) => {
                    if let Some(difference) = job.difference(&run.job) {
                        let problem = format!("does not belong together with {} ({difference})", first.display());
                        return Err(AnalysisError::refused(path, problem));
                    }
                }
            }
        }
        let ranges: Vec<DealRange> = ranges.into_iter().map(|(_, range)| range).collect();
        let all = DealRange::from_spans(ranges.iter().flat_map(DealRange::spans));
        let goal = all.map_err(|e| AnalysisError::refused(&paths[0], e.to_string()))?;
        if let (Gaps::Refuse, Some((first, last))) = (gaps, gap_between(&goal, &ranges)) {
            return Err(AnalysisError::refused(Path::new("the parts"), missing(first, last)));
        }
        let format = format.unwrap_or(Format::Ndjson);
        Ok(Parts { paths: paths.to_vec(), job: known.map(|(_, job)| job), goal, gaps, format })
    }

    /// The form of the first part.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Joins them into a file, which may be one of the parts: it is replaced as a whole at the end.
    pub fn write_file(self, format: Format, path: &Path) -> Result<Merged, AnalysisError> {
        let mut file = checkpoint::temporary(path)?;
        let merged = self.write(format, &mut file, path)?;
        // Without what lies beside it a result is merely of unknown origin, never of a wrong one.
        checkpoint::remove(&RunFile::path(path))?;
        checkpoint::persist(file, path)?;
        merged.run.iter().try_for_each(|run| run.save(path))?;
        Ok(merged)
    }

    /// Joins them into a stream; `name` is what messages call it.
    pub fn write(self, format: Format, out: &mut dyn Write, name: &Path) -> Result<Merged, AnalysisError> {
        let mut streams = Streams::new(&self.paths)?;
        let mut summary = Summary::default();
        let mut covered: Vec<(DealNumber, DealNumber)> = Vec::new();
        let mut place = 0;
        let mut block = format.header().into_bytes();
        while let Some((deal, mut record, path)) = streams.next()? {
            self.check_rules(&record, &path, &summary)?;
            let expected = self.goal.nth(place);
            if !self.goal.contains(deal) {
                return Err(AnalysisError::refused(&path, format!("deal {deal} is not in the range of any part")));
            }
            if let (Gaps::Refuse, Some(expected)) = (self.gaps, expected.filter(|e| *e != deal)) {
                return Err(AnalysisError::refused(Path::new("the parts"), missing(expected, deal)));
            }
            place += 1;
            match covered.last_mut() {
                Some((_, last)) if last.next() == Some(deal) => *last = deal,
                _ => covered.push((deal, deal)),
            }
            summary.add(&record);
            format.write(&mut record, &mut block);
            if block.len() > 1 << 16 {
                out.write_all(&block).map_err(AnalysisError::writing(name))?;
                block.clear();
            }
        }
        if let (Gaps::Refuse, Some(expected)) = (self.gaps, self.goal.nth(place)) {
            let last = self.goal.nth(self.goal.len() - 1).unwrap_or(expected);
            return Err(AnalysisError::refused(Path::new("the parts"), missing(expected, last)));
        }
        out.write_all(&block).and_then(|()| out.flush()).map_err(AnalysisError::writing(name))?;
        let range = DealRange::from_spans(covered).map_err(|e| AnalysisError::refused(name, e.to_string()))?;
        let deals = range.len();
        let run = self.job.map(|job| RunFile { schema: 1, job, range: range.to_string(), shard: None, deals, format });
        Ok(Merged { run, summary })
    }

    fn check_rules(&self, record: &Record, path: &Path, summary: &Summary) -> Result<(), AnalysisError> {
        let job = self.job.as_ref().map(|job| (&job.game, &job.rules));
        let Some((game, rules)) = job.or(summary.game.as_ref().map(|(g, r)| (g, r))) else { return Ok(()) };
        if (game, rules) == (&record.game, &record.rules) {
            return Ok(());
        }
        let (deal, other) = (&record.deal, format!("{} {}", record.game, record.rules));
        Err(AnalysisError::refused(path, format!("deal {deal} is of other rules ({other} instead of {game} {rules})")))
    }
}

/// Where one part ends and the next begins later, unless somebody asked for exactly such a list.
fn gap_between(goal: &DealRange, ranges: &[DealRange]) -> Option<(DealNumber, DealNumber)> {
    let spans: Vec<_> = goal.spans().collect();
    let hulls: Vec<_> = ranges.iter().filter_map(|r| Some((r.nth(0)?, r.nth(r.len() - 1)?))).collect();
    let same = |a, b| {
        matches!(
            (a, b),
            (DealNumber::Microsoft(_), DealNumber::Microsoft(_)) | (DealNumber::Pysol(_), DealNumber::Pysol(_))
        )
    };
    let gaps = spans.windows(2).map(|pair| (pair[0].1, pair[1].0)).filter(|(a, b)| same(*a, *b));
    let asked_for = |a, b| hulls.iter().any(|(first, last)| *first <= a && b <= *last);
    gaps.filter(|(a, b)| !asked_for(*a, *b)).map(|(a, b)| (a.next().unwrap_or(a), b)).next()
}

fn missing(first: DealNumber, next: DealNumber) -> String {
    format!("deal {first} is missing (the next one there is {next}); add the part that has it, or use --allow-gaps")
}

/// The records of all parts in deal order, each deal once.
struct Streams {
    paths: Vec<PathBuf>,
    /// Parts that are not open yet, the one with the first deal last.
    later: Vec<(DealNumber, usize)>,
    open: BinaryHeap<Reverse<(DealNumber, usize)>>,
    readers: Vec<Option<(FileRecords, Record)>>,
}

impl Streams {
    fn new(paths: &[PathBuf]) -> Result<Streams, AnalysisError> {
        let mut later = Vec::new();
        for (part, path) in paths.iter().enumerate() {
            if let Some(record) = open_records(path)?.next() {
                later.push((number(path, &record.map_err(AnalysisError::reading(path))?)?, part));
            }
        }
        later.sort_unstable_by(|a, b| b.cmp(a));
        let readers = paths.iter().map(|_| None).collect();
        Ok(Streams { paths: paths.to_vec(), later, open: BinaryHeap::new(), readers })
    }

    /// The next deal's record and where it comes from; all parts that have it must agree.
    fn next(&mut self) -> Result<Option<(DealNumber, Record, PathBuf)>, AnalysisError> {
        let waiting = self.later.last().map(|(deal, _)| *deal);
        let Some(deal) = self.open.peek().map(|Reverse((deal, _))| *deal).into_iter().chain(waiting).min() else {
            return Ok(None);
        };
        while let Some((_, part)) = self.later.last().filter(|(first, _)| *first == deal).copied() {
            self.later.pop();
            let records = open_records(&self.paths[part])?;
            self.advance(part, records, None)?;
        }
        let mut found: Option<(Record, usize)> = None;
        while let Some(Reverse((_, part))) = self.open.peek().filter(|Reverse((d, _))| *d == deal).copied() {
            self.open.pop();
            let Some((records, record)) = self.readers[part].take() else { continue };
            self.advance(part, records, Some(deal))?;
            match &found {
                None => found = Some((record, part)),
                Some((first, other)) if *first != record => {
                    let problem = format!("deal {deal} contradicts {}", self.paths[*other].display());
                    return Err(AnalysisError::refused(&self.paths[part], problem));
                }
                Some(_) => {}
            }
        }
        Ok(found.map(|(record, part)| (deal, record, self.paths[part].clone())))
    }

    /// Reads the next record of a part.
    fn advance(
        &mut self,
        part: usize,
        mut records: FileRecords,
        last: Option<DealNumber>,
    ) -> Result<(), AnalysisError> {
        let path = &self.paths[part];
        let Some(record) = records.next().transpose().map_err(AnalysisError::reading(path))? else { return Ok(()) };
        let deal = number(path, &record)?;
        if last.is_some_and(|last| deal <= last) {
            let problem = format!("line {}: deal {deal} is out of order; parts must be in deal order", records.line());
            return Err(AnalysisError::refused(path, problem));
        }
        self.open.push(Reverse((deal, part)));
        self.readers[part] = Some((records, record));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_that_nobody_asked_for() {
        let gap = |texts: &[&str]| {
            let ranges: Vec<DealRange> = texts.iter().map(|t| t.parse().unwrap()).collect();
            let goal = DealRange::from_spans(ranges.iter().flat_map(DealRange::spans)).unwrap();
            gap_between(&goal, &ranges).map(|(a, b)| format!("{a} {b}"))
        };
        assert_eq!(gap(&["1..10", "11..20"]), None);
        assert_eq!(gap(&["1..10", "21..30"]), Some("ms:11 ms:21".into()));
        assert_eq!(gap(&["1..10,617"]), None);
        assert_eq!(gap(&["1..10,617", "20..30"]), None);
        assert_eq!(gap(&["1..10", "pysol:5..7"]), None);
        assert_eq!(gap(&["1..10,617", "620"]), Some("ms:618 ms:620".into()));
    }
}
