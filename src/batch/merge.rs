//! Joins parts into exactly what one run would have written.
//!
//! Parts are read in parallel in deal order, so memory does not grow with their size. A part is opened only when its first
//! deal is due, so thousands of shards need few open files. Everything that could make the result differ from that of one run
//! is refused: other rules, limits or versions, missing deals, records that contradict each other.

use super::atomic_file::{self, AtomicFile, Existing};
use super::checkpoint::Checkpoint;
use super::checksum::Checksum;
use super::compress::{Frames, is_compressed};
use super::dataset::{self, DatasetRun, DatasetSink, PartSize};
use super::lock::IfHeld;
use super::pieces::{RecordPiece, RecordSink};
use super::queue::Only;
use super::results::{Results, scan};
use super::sink::Start;
use super::summary::Summary;
use super::{BatchError, Job, RunFile, sink};
use crate::deal::{DealNumber, DealRange};
use crate::format::record::Record;
use crate::format::record_file::Format;
use crate::rules::Rules;
use crate::search::Cancel;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to do about missing deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gaps {
    /// Refuse.
    Refuse,
    /// Join the parts, leaving the deals out.
    Allow,
}

/// Parts that may be joined, as far as can be told without reading them.
#[derive(Debug)]
pub struct Parts {
    paths: Vec<PathBuf>,
    without_checksum: Vec<PathBuf>,
    job: Option<Job>,
    /// The rules in full.
    rule_file: String,
    goal: DealRange,
    gaps: Gaps,
    format: Format,
}

/// What was joined.
#[derive(Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The run file of the result; `None` if no part has one.
    pub run: Option<RunFile>,
    /// What the result says.
    pub summary: Summary,
    /// False if the result is on a file system without locks, where nothing kept a second writer away.
    pub locked: bool,
}

impl Parts {
    /// Reads the run files of the parts. With `trust`, parts without a run file are accepted.
    pub fn open(paths: &[PathBuf], trust: bool, gaps: Gaps) -> Result<Parts, BatchError> {
        let mut ranges: Vec<(String, DealRange)> = Vec::new();
        let mut known: Option<(&Path, Job)> = None;
        let mut format = None;
        let mut rule_file = String::new();
        let mut without_checksum = Vec::new();
        for path in paths {
            if dataset::is_dataset(path) {
                let Some(about) = dataset::about(path)? else { continue };
                format = format.or(Some(Format::Ndjson));
                rule_file.clone_from(&about.rule_file);
                ranges.push((about.range.to_string(), about.range));
                check_job(&mut known, path, about.job)?;
                continue;
            }
            if let Some(unfinished) = Checkpoint::unfinished(&atomic_file::target(path))? {
                return Err(unfinished);
            }
            let Some(run) = RunFile::load(path)? else {
                if !trust {
                    return Err(BatchError::Unknown { path: path.clone(), missing: RunFile::path(path) });
                }
                let found = scan(&mut Results::open_unchecked(path)?, Only::Undecided)?;
                format = format.or(Some(found.format));
                ranges.push((found.range.to_string(), found.range));
                continue;
            };
            if run.sha256.is_none() {
                without_checksum.push(path.clone());
            }
            rule_file.clone_from(&run.rule_file);
            format = format.or(Some(run.format));
            if !ranges.iter().any(|(text, _)| *text == run.range) {
                let range = run.deal_range(path)?;
                ranges.push((run.range, range));
            }
            check_job(&mut known, path, run.job)?;
        }
        let ranges: Vec<DealRange> = ranges.into_iter().map(|(_, range)| range).collect();
        let all = DealRange::from_spans(ranges.iter().flat_map(DealRange::spans));
        let goal = all.map_err(|e| BatchError::refused(&paths[0], e.to_string()))?;
        if let (Gaps::Refuse, Some((first, last))) = (gaps, gap_between(&goal, &ranges)) {
            return Err(gap(first, Some(last)));
        }
        let format = format.unwrap_or(Format::Ndjson);
        let (paths, job) = (paths.to_vec(), known.map(|(_, job)| job));
        Ok(Parts { paths, without_checksum, job, rule_file, goal, gaps, format })
    }

    /// Parts whose `.run.json` has no checksum: damage to their values would not be noticed.
    pub fn without_checksum(&self) -> &[PathBuf] {
        &self.without_checksum
    }

    /// The form of the first part.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Joins them into a file, which may be one of the parts: it is replaced as a whole at the end. What is there
    /// otherwise, an unfinished run too, is replaced only if `force` is set.
    pub fn write_file(self, format: Format, path: &Path, force: bool, if_held: &IfHeld) -> Result<Merged, BatchError> {
        let target = atomic_file::target(path);
        let is_part = self.paths.iter().any(|part| same_file(part, &target));
        let existing = if force || is_part { Existing::Replace } else { Existing::Keep };
        let mut file = AtomicFile::create(path, existing, if_held)?;
        if let Some(unfinished) = Checkpoint::unfinished(&target)?.filter(|_| !force) {
            return Err(unfinished);
        }
        // The run file of a file that does not exist any more.
        let facts = RunFile::path(&target);
        if existing == Existing::Keep && facts.exists() {
            return Err(BatchError::Exists { path: facts });
        }
        let mut merged = match is_compressed(&target) {
            false => self.write(format, &mut file, path)?,
            true => {
                let mut frames = Frames::new(&mut file);
                let mut merged = self.write(format, &mut frames, path)?;
                let sha256 = frames.end().map_err(BatchError::writing(path))?;
                merged.run.iter_mut().for_each(|run| run.sha256 = Some(sha256.clone()));
                merged
            }
        };
        merged.locked = file.is_locked();
        let run = merged.run.as_ref();
        file.commit_as(|complete, records| {
            RunFile::publish(run, complete, records)?;
            sink::discard_unfinished(records)
        })?;
        Ok(merged)
    }

    /// Joins them into a stream; `name` is what messages call it.
    pub fn write(self, format: Format, out: &mut dyn Write, name: &Path) -> Result<Merged, BatchError> {
        let mut checksum = Checksum::default();
        let mut block = format.header().into_bytes();
        let mut write = |block: &mut Vec<u8>| {
            checksum.add(block);
            let written = out.write_all(block).map_err(BatchError::writing(name));
            block.clear();
            written
        };
        let (range, summary) = self.join(name, &mut |record| {
            format.write(record, &mut block);
            if block.len() > 1 << 16 { write(&mut block) } else { Ok(()) }
        })?;
        write(&mut block)?;
        out.flush().map_err(BatchError::writing(name))?;
        let run = self.job.map(|job| RunFile {
            schema: 1,
            job,
            rule_file: self.rule_file,
            deals: range.len(),
            range: range.to_string(),
            shard: None,
            format,
            sha256: Some(checksum.hex()),
        });
        Ok(Merged { run, summary, locked: true })
    }

    /// Joins them into a dataset. Records that the dataset already holds must be equal; the others are added.
    pub fn write_dataset(self, path: &Path, size: PartSize, force: bool) -> Result<Merged, BatchError> {
        let Some(job) = self.job.clone() else {
            return Err(BatchError::refused(
                path,
                "nothing is known about what made the parts, so they cannot become a dataset",
            ));
        };
        if self.paths.iter().any(|part| same_file(part, path)) {
            return Err(BatchError::refused(path, "is one of the parts; write to another folder"));
        }
        let rules = Rules::from_toml(&self.rule_file)
            .map_err(|e| BatchError::refused(path, format!("the rules of the parts: {e}")))?;
        let start = if force { Start::Over } else { Start::Resume };
        // No limit on time: the same records must give the same parts.
        let size = PartSize { seconds: None, ..size };
        let present = match self.gaps {
            Gaps::Refuse => self.goal.clone(),
            Gaps::Allow => self.join(path, &mut |_| Ok(()))?.0,
        };
        let run = DatasetRun { job: job.clone(), rules: &rules, range: &present, shard: None, size };
        let mut sink = DatasetSink::open(path, &run, start, &Cancel::new())?;
        let todo = sink.todo();
        let asked = dataset::Asked::from(&job);
        let mut place = 0;
        let mut piece = dataset::Columns::starting_at(0);
        let (_, summary) = self.join(path, &mut |record| {
            let wanted = todo.iter().any(|run| run.contains(&place));
            if (!wanted || piece.is_large()) && piece.count() > 0 {
                sink.push(std::mem::replace(&mut piece, dataset::Columns::starting_at(place)))?;
            }
            if wanted {
                if piece.count() == 0 {
                    piece = dataset::Columns::starting_at(place);
                }
                piece.push(&asked, record);
            }
            place += 1;
            Ok(())
        })?;
        if piece.count() > 0 {
            sink.push(piece)?;
        }
        let locked = sink.is_locked();
        sink.finish()?;
        Ok(Merged { run: None, summary, locked })
    }

    /// Passes on the records of all parts in deal order; their deals and what they say.
    fn join(
        &self,
        name: &Path,
        take: &mut dyn FnMut(&Record) -> Result<(), BatchError>,
    ) -> Result<(DealRange, Summary), BatchError> {
        let mut streams = Streams::new(&self.paths, self.job.is_some())?;
        let mut summary = Summary::default();
        let mut covered: Vec<(DealNumber, DealNumber)> = Vec::new();
        let mut place = 0;
        while let Some((deal, record, path)) = streams.next()? {
            self.check_rules(&record, &path, &summary)?;
            let expected = self.goal.nth(place);
            if !self.goal.contains(deal) {
                return Err(BatchError::refused(&path, format!("deal {deal} is not in the range of any part")));
            }
            if let (Gaps::Refuse, Some(expected)) = (self.gaps, expected.filter(|e| *e != deal)) {
                return Err(gap(expected, Some(deal)));
            }
            place += 1;
            match covered.last_mut() {
                Some((_, last)) if last.next() == Some(deal) => *last = deal,
                _ => covered.push((deal, deal)),
            }
            summary.add(&record);
            take(&record)?;
        }
        if let (Gaps::Refuse, Some(expected)) = (self.gaps, self.goal.nth(place)) {
            return Err(gap(expected, None));
        }
        let range = DealRange::from_spans(covered).map_err(|e| BatchError::refused(name, e.to_string()))?;
        Ok((range, summary))
    }

    fn check_rules(&self, record: &Record, path: &Path, summary: &Summary) -> Result<(), BatchError> {
        let label = record.label();
        let job = self.job.as_ref().map(|job| (&job.game, &job.rules, &record.game));
        let summary = summary.game.as_ref().map(|(game, rules)| (game, rules, &label));
        let Some((game, rules, found)) = job.or(summary) else { return Ok(()) };
        if (game, rules) == (found, &record.rules) {
            return Ok(());
        }
        let (deal, other) = (&record.deal, format!("{label} {}", record.rules));
        Err(BatchError::refused(path, format!("deal {deal} is of other rules ({other} instead of {game} {rules})")))
    }
}

/// All parts must have been made in the same way.
fn check_job<'a>(known: &mut Option<(&'a Path, Job)>, path: &'a Path, job: Job) -> Result<(), BatchError> {
    match known {
        None => *known = Some((path, job)),
        Some((first, known)) => {
            if let Some(difference) = known.difference(&job) {
                let problem = format!("does not belong together with {} ({difference})", first.display());
                return Err(BatchError::refused(path, problem));
            }
        }
    }
    Ok(())
}

/// The first gap between two parts, unless the deals were asked for as a list with this gap.
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

fn gap(first: DealNumber, next: Option<DealNumber>) -> BatchError {
    BatchError::Gap { first: first.to_string(), next: next.map(|deal| deal.to_string()) }
}

/// Whether two names lead to one file.
fn same_file(a: &Path, b: &Path) -> bool {
    matches!((std::fs::canonicalize(a), std::fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// The records of all parts in deal order, each deal once.
struct Streams {
    paths: Vec<PathBuf>,
    checked: bool,
    /// Parts that are not open yet, the one with the first deal last.
    later: Vec<(DealNumber, usize)>,
    open: BinaryHeap<Reverse<(DealNumber, usize)>>,
    readers: Vec<Option<(Results, Record)>>,
}

impl Streams {
    fn new(paths: &[PathBuf], checked: bool) -> Result<Streams, BatchError> {
        let readers = paths.iter().map(|_| None).collect();
        let mut streams =
            Streams { paths: paths.to_vec(), checked, later: Vec::new(), open: BinaryHeap::new(), readers };
        for part in 0..paths.len() {
            // An empty part is checked here and now.
            if let Some((deal, _)) = streams.results(part)?.next_record()? {
                streams.later.push((deal, part));
            }
        }
        streams.later.sort_unstable_by(|a, b| b.cmp(a));
        Ok(streams)
    }

    fn results(&self, part: usize) -> Result<Results, BatchError> {
        let path = &self.paths[part];
        if self.checked { Results::open(path) } else { Results::open_unchecked(path) }
    }

    /// The next deal's record and where it comes from; all parts that have it must agree.
    fn next(&mut self) -> Result<Option<(DealNumber, Record, PathBuf)>, BatchError> {
        let waiting = self.later.last().map(|(deal, _)| *deal);
        let Some(deal) = self.open.peek().map(|Reverse((deal, _))| *deal).into_iter().chain(waiting).min() else {
            return Ok(None);
        };
        while let Some((_, part)) = self.later.last().filter(|(first, _)| *first == deal).copied() {
            self.later.pop();
            let results = self.results(part)?;
            self.advance(part, results)?;
        }
        let mut found: Option<(Record, usize)> = None;
        while let Some(Reverse((_, part))) = self.open.peek().filter(|Reverse((d, _))| *d == deal).copied() {
            self.open.pop();
            let Some((results, record)) = self.readers[part].take() else { continue };
            self.advance(part, results)?;
            match &found {
                None => found = Some((record, part)),
                Some((first, other)) if *first != record => {
                    let problem = format!("deal {deal} contradicts {}", self.paths[*other].display());
                    return Err(BatchError::refused(&self.paths[part], problem));
                }
                Some(_) => {}
            }
        }
        Ok(found.map(|(record, part)| (deal, record, self.paths[part].clone())))
    }

    /// Reads the next record of a part.
    fn advance(&mut self, part: usize, mut results: Results) -> Result<(), BatchError> {
        if let Some((deal, record)) = results.next_record()? {
            self.open.push(Reverse((deal, part)));
            self.readers[part] = Some((results, record));
        }
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
