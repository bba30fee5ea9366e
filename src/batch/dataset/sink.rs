//! Takes the records of a run and writes parts.
//!
//! The deals of a run are cut into cells ([`super::cells`]). The rows of a cell are collected in memory; a complete cell is
//! written as a part. Cells finish in any order: a hard deal delays only its own part, so at most one cell per thread is in
//! memory, however many deals there are. After [`PartSize::seconds`], the rows of an incomplete cell are written as parts, and
//! the missing deals become new cells.

use super::cells::{PartSize, after, cut, shard_places, without};
use super::columns::{Columns, Shared};
use super::folder::Folder;
use super::manifest::Manifest;
use super::part_file::{PartInfo, encode};
use super::part_name::{DatasetNumbering, PartName, bare};
use super::tally::tally;
use crate::batch::lock::IfHeld;
use crate::batch::pieces::{Ending, RecordSink};
use crate::batch::shard::Shard;
use crate::batch::sink::Start;
use crate::batch::summary::Summary;
use crate::batch::{BatchError, Job, atomic_file, faults, threads};
use crate::deal::DealRange;
use crate::format::record::RulesName;
use crate::rules::Rules;
use crate::search::Cancel;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the folder is checked for overlapping parts of other processes.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// What a run writes into a dataset.
#[derive(Clone, Debug)]
pub struct DatasetRun<'a> {
    /// What makes the records.
    pub job: Job,
    /// The rules.
    pub rules: &'a Rules,
    /// All deals that are asked for.
    pub range: &'a DealRange,
    /// Which part of them this run does: shards are whole cells.
    pub shard: Option<Shard>,
    /// How large parts are.
    pub size: PartSize,
}

/// A dataset that is being written.
pub struct DatasetSink {
    folder: Folder,
    path: PathBuf,
    shared: Shared,
    rule_file: String,
    range: DealRange,
    cancel: Cancel,
    seconds: Option<Duration>,
    /// Cells that are not written yet: places from the key up to the value.
    cells: BTreeMap<u64, u64>,
    open: BTreeMap<u64, OpenCell>,
    looked: Instant,
    /// Whether parts of this range may end elsewhere than at the grid.
    off_grid: bool,
    earlier: Summary,
    locked: bool,
}

/// Rows of a cell that is not complete.
struct OpenCell {
    since: Instant,
    rows: u64,
    pieces: BTreeMap<u64, Columns>,
}

impl DatasetSink {
    /// Opens a dataset for a run: finds out what is there, checks it, and says what is left to do.
    pub fn open(path: &Path, run: &DatasetRun<'_>, start: Start, cancel: &Cancel) -> Result<DatasetSink, BatchError> {
        let range = run.range;
        let numbering = numbering(path, range)?;
        create_folder(path)?;
        let rules = RulesName::new(run.rules);
        let manifest = Manifest {
            schema: super::SCHEMA,
            job: run.job.clone(),
            changed: rules.changed,
            rule_file: run.rules.to_toml(),
            numbering,
            range: range.to_string(),
        };
        let places = shard_places(range, run.shard, run.size.deals, path)?;
        let lock = || Manifest::lock(path, &IfHeld::Wait(cancel.clone()));
        let mut folder = Folder::open(path)?;
        folder.clean()?;
        if start == Start::Over {
            let _lock = lock()?;
            make_room(path, &folder, &manifest, run, &places)?;
            folder = Folder::open(path)?;
        }
        // A run that is refused changes nothing: the manifest is written when everything else is known to be right.
        match (Manifest::load(path)?, folder.parts().first()) {
            (Some(there), _) => there.check_same(path, &run.job, numbering)?,
            (None, Some(first)) => {
                let there = folder.read(first)?.info.shared;
                Manifest { job: there.job, numbering: there.numbering, ..manifest.clone() }
                    .check_same(path, &run.job, numbering)?;
            }
            (None, None) => {}
        }
        let (covered, earlier) = covered(&folder, range, &places, &run.job, start)?;
        let locked = {
            let lock = lock()?;
            manifest.join(path)?;
            lock.is_held()
        };
        let left = without(places, &covered);
        let cells = cut(range, &left, run.size.deals, path)?.into_iter().map(|cell| (cell.start, cell.end)).collect();
        Ok(DatasetSink {
            folder,
            path: path.to_path_buf(),
            shared: manifest.shared(),
            rule_file: manifest.rule_file,
            range: range.clone(),
            cancel: cancel.clone(),
            seconds: run.size.seconds,
            cells,
            open: BTreeMap::new(),
            looked: Instant::now(),
            off_grid: false,
            earlier,
            locked,
        })
    }

    /// False where the file system has no locks: then two processes that begin at the same moment may forget each other's
    /// range, and parts that end by the clock may overlap, which is noticed only at the end.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// Writes rows, which are consecutive, as a part.
    fn write(&mut self, columns: &Columns) -> Result<(), BatchError> {
        let (Some(&first), Some(&last)) = (columns.deal.first(), columns.deal.last()) else { return Ok(()) };
        let numbering = self.shared.numbering;
        let mut spans: Vec<(u64, u64)> = Vec::new();
        for &deal in &columns.deal {
            match spans.last_mut() {
                Some((_, last)) if *last + 1 == deal => *last = deal,
                _ => spans.push((deal, deal)),
            }
        }
        let spans = spans.into_iter().map(|(first, last)| (numbering.deal(first), numbering.deal(last)));
        let deals = DealRange::from_spans(spans).map_err(|e| BatchError::refused(&self.path, e.to_string()))?;
        let info = PartInfo { shared: self.shared.clone(), rule_file: self.rule_file.clone(), deals };
        let bytes = encode(columns, &info).map_err(|bad| BatchError::refused(&self.path, bad.to_string()))?;
        let part = PartName { numbering, first, last };
        if !self.off_grid {
            // Processes that keep to the grid write the same parts, so it is enough to detect others at intervals.
            if self.looked.elapsed() >= LOOK_EVERY {
                self.check_overlaps(Some(&part))?;
            }
            return self.folder.commit(&part, &bytes);
        }
        // Two processes that cut the same deals by their own clocks take turns, so the second one sees the first one's part.
        let _lock = Manifest::lock(&self.path, &IfHeld::Wait(self.cancel.clone()))?;
        self.check_overlaps(Some(&part))?;
        self.folder.commit(&part, &bytes)
    }

    /// Fails if another process has written a part that overlaps one of this run.
    fn check_overlaps(&mut self, next: Option<&PartName>) -> Result<(), BatchError> {
        let folder = Folder::open(&self.path)?;
        self.looked = Instant::now();
        let clash = next.and_then(|next| folder.parts().iter().find(|part| *part != next && part.overlaps(next)));
        match (clash, next) {
            (Some(there), Some(next)) => {
                let problem = format!(
                    "another process writes the same deals in other parts ({next} would overlap it); give every process \
                     the same --part-deals and, for parts that take longer than --part-seconds, its own --shard"
                );
                Err(BatchError::refused(&folder.file(there), problem))
            }
            _ => Ok(()),
        }
    }

    /// Takes rows of one cell.
    fn put(&mut self, start: u64, end: u64, piece: Columns) -> Result<(), BatchError> {
        let new = || OpenCell { since: Instant::now(), rows: 0, pieces: BTreeMap::new() };
        let open = self.open.entry(start).or_insert_with(new);
        open.rows += piece.len() as u64;
        open.pieces.insert(piece.start, piece);
        if open.rows < end - start {
            return Ok(());
        }
        let open = self.open.remove(&start).expect("just filled");
        // Another process may have run out of time on a cell that nearly took too long here.
        self.off_grid |= self.seconds.is_some_and(|seconds| open.since.elapsed() >= seconds / 4);
        for run in open.runs() {
            self.write(&run)?;
        }
        self.cells.remove(&start);
        Ok(())
    }

    /// Makes parts of what a cell has so far; the rest become cells.
    fn break_up(&mut self, start: u64) -> Result<(), BatchError> {
        let (Some(open), Some(end)) = (self.open.remove(&start), self.cells.remove(&start)) else { return Ok(()) };
        self.off_grid = true;
        let mut next = start;
        for run in open.runs() {
            if run.start > next {
                self.cells.insert(next, run.start);
            }
            next = run.start + run.len() as u64;
            self.write(&run)?;
        }
        if next < end {
            self.cells.insert(next, end);
        }
        Ok(())
    }
}

impl OpenCell {
    /// Its rows, consecutive pieces joined.
    fn runs(self) -> Vec<Columns> {
        let mut runs: Vec<Columns> = Vec::new();
        for piece in self.pieces.into_values() {
            match runs.last_mut() {
                Some(last) if last.start + last.len() as u64 == piece.start => last.append(piece),
                _ => runs.push(piece),
            }
        }
        runs
    }
}

impl RecordSink for DatasetSink {
    type Piece = Columns;

    fn todo(&self) -> Vec<Range<u64>> {
        let mut todo: Vec<Range<u64>> = Vec::new();
        for (&start, &end) in &self.cells {
            match todo.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => todo.push(start..end),
            }
        }
        todo
    }

    fn earlier(&self) -> &Summary {
        &self.earlier
    }

    fn push(&mut self, mut piece: Columns) -> Result<(), BatchError> {
        loop {
            let cell = self.cells.range(..=piece.start).next_back().map(|(&start, &end)| (start, end));
            let (start, end) = cell.expect("pieces are of cells that are to be done");
            let room = (end - piece.start) as usize;
            let rest = (piece.len() > room).then(|| piece.split_off(room));
            self.put(start, end, piece)?;
            match rest {
                Some(next) => piece = next,
                None => return Ok(()),
            }
        }
    }

    fn save(&mut self) -> Result<(), BatchError> {
        let Some(seconds) = self.seconds else { return Ok(()) };
        let due = |cell: &OpenCell| cell.since.elapsed() >= seconds;
        let due: Vec<u64> = self.open.iter().filter(|(_, cell)| due(cell)).map(|(&start, _)| start).collect();
        due.into_iter().try_for_each(|start| self.break_up(start))
    }

    fn finish(mut self) -> Result<Ending, BatchError> {
        let dropped = self.open.values().map(|cell| cell.rows).sum();
        let complete = self.cells.is_empty();
        if complete {
            self.check_overlaps(None)?;
        }
        debug_assert!(self.range.len() >= self.cells.len() as u64);
        Ok(Ending { complete, dropped })
    }
}

/// The one numbering of a range.
fn numbering(path: &Path, range: &DealRange) -> Result<DatasetNumbering, BatchError> {
    let ends = range.nth(0).zip(range.len().checked_sub(1).and_then(|last| range.nth(last)));
    let Some((first, last)) = ends else { return Err(BatchError::refused(path, "there are no deals to write")) };
    let (one, other) = (DatasetNumbering::of(first), DatasetNumbering::of(last));
    if one != other {
        return Err(BatchError::refused(
            path,
            "a dataset has deals of one numbering; write those of PySolFC to another",
        ));
    }
    if bare(last).is_none() {
        let problem = "deal numbers of datasets have at most 64 bits; use ndjson for larger ones";
        return Err(BatchError::refused(path, problem));
    }
    Ok(one)
}

fn create_folder(path: &Path) -> Result<(), BatchError> {
    let created = faults::at("create folder").and_then(|()| fs::create_dir(path));
    match created {
        Ok(()) => atomic_file::sync_folder(path).map_err(BatchError::writing(path)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(BatchError::refused(path, "is a file; a dataset is a folder"))
        }
        Err(error) => Err(BatchError::writing(path)(error)),
    }
}

/// Removes the parts that a run over everything replaces: its own deals, or all of a dataset that was made differently.
fn make_room(
    path: &Path,
    folder: &Folder,
    manifest: &Manifest,
    run: &DatasetRun<'_>,
    places: &Range<u64>,
) -> Result<(), BatchError> {
    let same = match Manifest::load(path)? {
        Some(there) => there.check_same(path, &manifest.job, manifest.numbering),
        None => Ok(()),
    };
    match same {
        Ok(()) => {}
        Err(other) if run.shard.is_some() => return Err(other),
        Err(_) => {
            // The manifest goes last: until then it says what the parts are.
            folder.parts().iter().try_for_each(|part| folder.remove(part))?;
            return atomic_file::remove(&Manifest::path(path));
        }
    }
    for part in folder.parts() {
        let taken = places_of(run.range, part);
        if taken.start.max(places.start) >= taken.end.min(places.end) {
            continue;
        }
        if taken.start < places.start || taken.end > places.end || taken.end - taken.start < part.last - part.first + 1
        {
            let problem = "reaches beyond the deals of this run; ask for all of its deals, or remove it";
            return Err(BatchError::refused(&folder.file(part), problem));
        }
        folder.remove(part)?;
    }
    Ok(())
}

/// The places of a range that lie in the interval of a part.
fn places_of(range: &DealRange, part: &PartName) -> Range<u64> {
    let first = part.numbering.deal(part.first);
    range.count_below(first)..range.count_below(after(first, part.last))
}

/// The places that parts cover already, in order, and what these parts say.
fn covered(
    folder: &Folder,
    range: &DealRange,
    places: &Range<u64>,
    job: &Job,
    start: Start,
) -> Result<(Vec<Range<u64>>, Summary), BatchError> {
    let read = |part: &PartName| -> Result<Option<(Range<u64>, Summary)>, BatchError> {
        let all = places_of(range, part);
        let mine = all.start.max(places.start)..all.end.min(places.end);
        if mine.is_empty() {
            // It holds no deal of this run, but its interval may lie between two of them.
            let between = all.is_empty() && places.contains(&all.start);
            return Ok(between.then(|| (all, Summary::default())));
        }
        let path = folder.file(part);
        if start == Start::New {
            return Err(BatchError::Exists { path });
        }
        let found = match folder.read(part) {
            Ok(found) => found,
            Err(BatchError::Damaged { .. }) if start == Start::Repair => {
                folder.remove(part)?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if let Some(difference) = found.info.shared.job.difference(job) {
            return Err(BatchError::OtherRun { path, difference });
        }
        let deals = &found.info.deals;
        let spans = deals.spans().map(|(first, last)| range.count_below(next(last)) - range.count_below(first));
        if spans.sum::<u64>() != all.end - all.start {
            let problem =
                "does not hold all deals between its first and its last that are asked for; use another folder";
            return Err(BatchError::refused(&path, problem));
        }
        let mut summary = Summary::default();
        let numbering = found.info.shared.numbering;
        let wanted = |number: u64| {
            let deal = numbering.deal(number);
            range.contains(deal) && places.contains(&range.count_below(deal))
        };
        tally(&mut summary, &found, &wanted).map_err(|problem| BatchError::damaged(&path, problem))?;
        Ok(Some((mine, summary)))
    };
    let next_of = |a: (Vec<Range<u64>>, Summary), found: Option<(Range<u64>, Summary)>| {
        let (mut covered, mut sum) = a;
        if let Some((places, summary)) = found {
            covered.push(places);
            sum.merge(&summary);
        }
        (covered, sum)
    };
    let nothing = || (Vec::new(), Summary::default());
    let parts = folder.parts();
    let (mut covered, summary) = threads::on_all_cores(parts.len(), || {
        let found = parts.par_iter().map(read).try_fold(nothing, |sum, found| found.map(|found| next_of(sum, found)));
        found.try_reduce(nothing, |mut a, b| {
            a.0.extend(b.0);
            a.1.merge(&b.1);
            Ok(a)
        })
    })??;
    covered.sort_unstable_by_key(|places| (places.start, places.end));
    Ok((covered, summary))
}

fn next(deal: crate::deal::DealNumber) -> crate::deal::DealNumber {
    after(deal, bare(deal).expect("numbers of parts have 64 bits"))
}
