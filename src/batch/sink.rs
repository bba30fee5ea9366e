//! The destination of records: a crash-safe file, or a stream.
//!
//! A file is written in deal order under the private name `FILE.partial` and renamed when it is complete, so FILE is always
//! complete. Every few seconds, and at every orderly end, the partial file is synced to disk and a new [`Checkpoint`] replaces
//! the last one. After a crash the partial file is checked against its checkpoint, record by record, before anything is cut
//! off or appended. The output is locked while the sink exists.

use super::atomic_file;
use super::atomic_file::Existing;
use super::checkpoint::{Checkpoint, Mark, add_mark};
use super::checksum::Checksum;
use super::compress::{compress, is_compressed};
use super::lock::{IfHeld, OutputLock};
use super::pieces::{Ending, RecordSink};
use super::reorder_buffer::{Piece, ReorderBuffer};
use super::results::{Results, summarize};
use super::run_file::RunFile;
use super::summary::Summary;
use super::{BatchError, faults};
use crate::deal::DealRange;
use crate::format::record_file::{Format, RecordReader};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// From the beginning; nothing that exists is overwritten.
    New,
    /// From the beginning, replacing what exists. A finished file stays until the new one is complete.
    Over,
    /// Where the last run ended; from the beginning if there was none.
    Resume,
    /// Where the last run ended, or after the intact part of its damaged state.
    Repair,
}

/// Takes pieces in any order, writes them in deal order.
pub struct Sink {
    /// The file, or what a stream is called in messages.
    name: PathBuf,
    out: Box<dyn Write>,
    saved: Option<Saved>,
    /// All places that belong into the output.
    places: Range<u64>,
    /// The first that is not written yet.
    next: u64,
    buffer: ReorderBuffer,
    changed: bool,
    /// What earlier sessions found.
    earlier: Summary,
}

/// What a file has that a stream has not.
struct Saved {
    file: File,
    bytes: u64,
    checksum: Checksum,
    marks: Vec<Mark>,
    run: RunFile,
    from: Option<String>,
    /// A file that is there may be replaced.
    over: bool,
    /// The file was complete before this session.
    finished: bool,
    lock: OutputLock,
}

impl Saved {
    /// Nothing written yet.
    fn new(file: File, run: RunFile, from: Option<String>, lock: OutputLock) -> Saved {
        let (checksum, marks) = (Checksum::default(), Vec::new());
        Saved { file, bytes: 0, checksum, marks, run, from, over: false, finished: false, lock }
    }
}

/// Removes the auxiliary files of earlier runs, and what a killed `merge` left behind.
fn remove_leftovers(path: &Path) -> Result<(), BatchError> {
    Checkpoint::remove(path)?;
    ReorderBuffer::clear(path)?;
    atomic_file::remove(&atomic_file::private(path))
}

impl Sink {
    /// A stream: standard output, a pipe, a device.
    pub fn stream(out: Box<dyn Write>, name: &Path, format: Format, places: Range<u64>) -> Result<Sink, BatchError> {
        let (next, buffer) = (places.start, ReorderBuffer::new(None));
        let (changed, earlier) = (false, Summary::default());
        let mut sink = Sink { name: name.into(), out, saved: None, places, next, buffer, changed, earlier };
        sink.write(format.header().as_bytes())?;
        Ok(sink)
    }

    /// A file. Everything that the run will write to is opened here, so that an unwritable path fails at once.
    /// `from` is the checksum of earlier results that the run builds upon.
    pub fn file(
        path: &Path,
        run: &RunFile,
        from: Option<String>,
        start: Start,
        if_held: &IfHeld,
    ) -> Result<Sink, BatchError> {
        let path = atomic_file::target(path);
        let path = path.as_path();
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let problem = "is a folder; only a dataset (format parquet) is written into one";
                return Err(BatchError::refused(path, problem));
            }
            // Links that lead in a circle, names that are too long: a rename over them would succeed.
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(BatchError::writing(path)(error)),
            _ => {}
        }
        let lock = OutputLock::acquire(path, if_held)?;
        RunFile::settle(path)?;
        let exists = fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0);
        if start == Start::Over {
            return Sink::begin(path, run, from, true, lock);
        }
        let checkpoint = match Checkpoint::load(path) {
            Ok(checkpoint) => checkpoint,
            Err(BatchError::Damaged { path: damaged, problem, .. }) => {
                let old = Checkpoint::load_old(path);
                if start != Start::Repair || old.is_none() {
                    let safe = old.map(|old| (old.deals, old.run.deals));
                    return Err(BatchError::Damaged { path: damaged, problem, safe });
                }
                old
            }
            Err(error) => return Err(error),
        };
        match (start, checkpoint) {
            (Start::Resume | Start::Repair, Some(checkpoint)) => {
                check_same(path, &checkpoint.run, run)?;
                if checkpoint.from != from {
                    return Err(BatchError::refused(path, "was begun from other earlier results"));
                }
                // The run may have been killed after its last step, before its auxiliary files were removed.
                if exists && checkpoint.deals == run.deals && is_vouched_for(path, run)? {
                    atomic_file::remove(&partial(path))?;
                    return Sink::finished(path, run, from, lock);
                }
                if exists && !checkpoint.over {
                    return Err(BatchError::Appeared { path: path.into(), complete: partial(path) });
                }
                Sink::reopen(path, run, checkpoint, lock, start == Start::Repair)
            }
            (Start::New, Some(checkpoint)) if checkpoint.deals > 0 || checkpoint.waiting.is_some() => {
                let (done, total) = (checkpoint.deals, checkpoint.run.deals);
                Err(BatchError::Unfinished { path: path.into(), done, total })
            }
            (Start::New, _) if exists => Err(BatchError::Exists { path: path.into() }),
            (Start::Resume | Start::Repair, None) if exists => match RunFile::load(path)? {
                Some(old) => {
                    check_same(path, &old, run)?;
                    Sink::finished(path, run, from, lock)
                }
                None => Err(BatchError::NothingToResume { path: path.into(), missing: RunFile::path(path) }),
            },
            // Records are written only after the first checkpoint, so a run cannot have left them like this.
            (_, None) if fs::metadata(partial(path)).is_ok_and(|m| m.len() > run.format.header().len() as u64) => {
                Err(BatchError::damaged(&partial(path), "it holds records, but its checkpoint is missing"))
            }
            // An empty file, or a checkpoint of nothing: nothing is lost.
            _ => {
                run.refuse_orphan(path)?;
                Sink::begin(path, run, from, false, lock)
            }
        }
    }

    fn begin(
        path: &Path,
        run: &RunFile,
        from: Option<String>,
        over: bool,
        lock: OutputLock,
    ) -> Result<Sink, BatchError> {
        // A partial file is worthless without its checkpoint, so the checkpoint is removed first and created last.
        remove_leftovers(path)?;
        let created = faults::at("create").and_then(|()| atomic_file::create_private(&partial(path)));
        let file = created.map_err(BatchError::writing(path))?;
        let out = Box::new(file.try_clone().map_err(BatchError::writing(path))?);
        let places = run.places(path)?;
        let run_file = RunFile { sha256: None, ..run.clone() };
        let saved = Saved { over, ..Saved::new(file, run_file, from, lock) };
        let (next, buffer) = (places.start, ReorderBuffer::new(Some(path)));
        let (changed, earlier) = (true, Summary::default());
        let mut sink = Sink { name: path.into(), out, saved: Some(saved), places, next, buffer, changed, earlier };
        sink.write(run.format.header().as_bytes())?;
        sink.save()?;
        Ok(sink)
    }

    /// A file that is complete already.
    fn finished(path: &Path, run: &RunFile, from: Option<String>, lock: OutputLock) -> Result<Sink, BatchError> {
        let earlier = summarize(&mut Results::open(path)?)?;
        remove_leftovers(path)?;
        let file = File::open(path).map_err(BatchError::reading(path))?;
        let places = run.places(path)?;
        let saved = Saved { finished: true, ..Saved::new(file, run.clone(), from, lock) };
        let (next, buffer) = (places.end, ReorderBuffer::new(Some(path)));
        let out = Box::new(io::sink());
        Ok(Sink { name: path.into(), out, saved: Some(saved), places, next, buffer, changed: false, earlier })
    }

    /// `run` is what was asked for, which the checkpoint has been compared with.
    fn reopen(
        path: &Path,
        run: &RunFile,
        checkpoint: Checkpoint,
        lock: OutputLock,
        repair: bool,
    ) -> Result<Sink, BatchError> {
        let (range, places) = (run.deal_range(path)?, run.places(path)?);
        let records = Records { range: &range, rules: (&run.job.game, &run.job.rules), format: run.format };
        let name = partial(path);
        let check = Prefix::check(&name, &checkpoint.marks)?;
        let damaged = |path: &Path, problem: &str, deals: u64| BatchError::Damaged {
            path: path.into(),
            problem: problem.into(),
            safe: Some((deals, run.deals)),
        };
        if check.bytes != checkpoint.bytes && !repair {
            return Err(damaged(&name, "it is not what the checkpoint vouches for", check.deals));
        }
        let nothing = checkpoint.deals == 0 && checkpoint.waiting.is_none();
        if !name.exists() || check.bytes < run.format.header().len() as u64 {
            return match nothing || repair {
                true => Sink::begin(path, run, checkpoint.from.clone(), checkpoint.over, lock),
                false => Err(damaged(&name, "it is missing", 0)),
            };
        }
        let mut earlier = Summary::default();
        let file = File::open(&name).map_err(BatchError::reading(&name))?;
        records.read(&name, file.take(check.bytes), places.start..places.start + check.deals, &mut earlier)?;
        let next = places.start + check.deals;
        let mut buffer = ReorderBuffer::new(Some(path));
        if let Some(waiting) = &checkpoint.waiting {
            let mut accept = |piece: &Piece| {
                let header = run.format.header();
                let source = header.as_bytes().chain(&piece.bytes[..]);
                let mut summary = Summary::default();
                records.read(path, source, piece.start..piece.start + piece.count, &mut summary)?;
                earlier.merge(&summary);
                Ok(())
            };
            let (resumed, problem) = ReorderBuffer::resume(path, waiting, next..places.end, &mut accept)?;
            if let Some(problem) = problem.filter(|_| !repair) {
                let (path, problem) = match problem {
                    BatchError::Damaged { path, problem, .. } => (path, problem),
                    other => (path.to_path_buf(), other.to_string()),
                };
                return Err(BatchError::Damaged { path, problem, safe: Some((check.deals, run.deals)) });
            }
            buffer = resumed;
        }
        // All is checked: from here on the file is changed.
        let opened = faults::at("cut").and_then(|()| File::options().write(true).open(&name));
        let mut file = opened.map_err(BatchError::writing(&name))?;
        let cut = file.set_len(check.bytes).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(BatchError::writing(&name))?;
        let out = Box::new(file.try_clone().map_err(BatchError::writing(&name))?);
        let marks = checkpoint.marks.iter().filter(|mark| mark.bytes <= check.bytes).cloned().collect();
        let (bytes, checksum) = (check.bytes, check.checksum);
        let (run, from, over, finished) = (run.clone(), checkpoint.from, checkpoint.over, false);
        let saved = Some(Saved { file, bytes, checksum, marks, run, from, over, finished, lock });
        Ok(Sink { name: path.into(), out, saved, places, next, buffer, changed: true, earlier })
    }

    /// False if the output is on a file system without locks, where nothing keeps a second writer away.
    pub fn is_locked(&self) -> bool {
        self.saved.as_ref().is_none_or(|saved| saved.lock.is_held())
    }

    /// Places that are still to be done.
    pub fn todo(&self) -> Vec<Range<u64>> {
        let mut todo = Vec::new();
        let mut next = self.next;
        for (start, count) in self.buffer.finished() {
            todo.push(next..start);
            next = start + count;
        }
        todo.push(next..self.places.end);
        todo.retain(|places| !places.is_empty());
        todo
    }

    /// What earlier sessions found.
    pub fn earlier(&self) -> &Summary {
        &self.earlier
    }

    /// Takes a piece and writes what is next in order.
    pub(crate) fn push(&mut self, piece: Piece) -> Result<(), BatchError> {
        self.changed = true;
        if piece.start != self.next {
            return self.buffer.push(piece);
        }
        let mut next = Some(piece);
        while let Some(piece) = next {
            self.write(&piece.bytes)?;
            self.next += piece.count;
            next = self.buffer.pop(self.next)?;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), BatchError> {
        let written = faults::at("write records").and_then(|()| self.out.write_all(bytes));
        written.map_err(BatchError::writing(&self.name))?;
        if let Some(saved) = &mut self.saved {
            saved.bytes += bytes.len() as u64;
            saved.checksum.add(bytes);
        }
        Ok(())
    }

    /// Saves everything that was taken: a stream is flushed, a file gets a new checkpoint.
    pub fn save(&mut self) -> Result<(), BatchError> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        self.out.flush().map_err(BatchError::writing(&self.name))?;
        if let Some(saved) = &mut self.saved {
            let synced = faults::at("sync records").and_then(|()| saved.file.sync_data());
            synced.map_err(BatchError::writing(&self.name))?;
            let waiting = self.buffer.save()?;
            let deals = self.next - self.places.start;
            add_mark(&mut saved.marks, Mark { deals, bytes: saved.bytes, sha256: saved.checksum.hex() });
            let (from, marks) = (saved.from.clone(), saved.marks.clone());
            Checkpoint::new(&saved.run, from, saved.over, marks, waiting).save(&self.name)?;
        }
        Ok(())
    }

    /// Ends the run; true if every place is written.
    pub fn finish(mut self) -> Result<bool, BatchError> {
        self.save()?;
        let complete = self.next == self.places.end;
        if let Some(saved) = self.saved.as_mut().filter(|saved| complete && !saved.finished) {
            // The checkpoint goes last: until then a crash leaves a run that can be resumed.
            let (plain, new) = (partial(&self.name), atomic_file::private(&self.name));
            let existing = if saved.over { Existing::Replace } else { Existing::Keep };
            atomic_file::check_still(&self.name, existing, &plain)?;
            let compressed = is_compressed(&self.name).then(|| compress(&plain, &new)).transpose()?;
            let ready = if compressed.is_some() { &new } else { &plain };
            saved.run.sha256 = Some(compressed.clone().unwrap_or_else(|| saved.checksum.hex()));
            RunFile::publish(Some(&saved.run), ready, &self.name)?;
            if compressed.is_some() {
                atomic_file::remove(&plain)?;
            }
            ReorderBuffer::clear(&self.name)?;
            Checkpoint::remove(&self.name)?;
        }
        Ok(complete)
    }
}

impl RecordSink for Sink {
    type Piece = Piece;

    fn todo(&self) -> Vec<Range<u64>> {
        Sink::todo(self)
    }

    fn earlier(&self) -> &Summary {
        Sink::earlier(self)
    }

    fn push(&mut self, piece: Piece) -> Result<(), BatchError> {
        Sink::push(self, piece)
    }

    fn save(&mut self) -> Result<(), BatchError> {
        Sink::save(self)
    }

    fn finish(self) -> Result<Ending, BatchError> {
        Ok(Ending { complete: Sink::finish(self)?, dropped: 0 })
    }
}

/// The private name under which records grow.
fn partial(path: &Path) -> PathBuf {
    atomic_file::beside(path, ".partial")
}

/// Removes an unfinished run, before something else takes its place.
pub fn discard_unfinished(path: &Path) -> Result<(), BatchError> {
    let path = atomic_file::target(path);
    Checkpoint::remove(&path)?;
    ReorderBuffer::clear(&path)?;
    atomic_file::remove(&partial(&path))
}

/// Whether the file of this name is the complete output of this run.
fn is_vouched_for(path: &Path, run: &RunFile) -> Result<bool, BatchError> {
    let Some(RunFile { sha256: Some(sha256), .. }) = RunFile::load(path)?.filter(|of| of.difference(run).is_none())
    else {
        return Ok(false);
    };
    Ok(Checksum::of_file(path).map_err(BatchError::reading(path))? == sha256)
}

fn check_same(path: &Path, old: &RunFile, asked: &RunFile) -> Result<(), BatchError> {
    match old.difference(asked) {
        Some(difference) => Err(BatchError::OtherRun { path: path.into(), difference }),
        None => Ok(()),
    }
}

/// The intact prefix of a partial file.
struct Prefix {
    deals: u64,
    bytes: u64,
    checksum: Checksum,
}

impl Prefix {
    /// Reads the file up to the last mark; the result is the last mark whose checksum is right.
    fn check(path: &Path, marks: &[Mark]) -> Result<Prefix, BatchError> {
        let mut intact = Prefix { deals: 0, bytes: 0, checksum: Checksum::default() };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(intact),
            Err(error) => return Err(BatchError::reading(path)(error)),
        };
        let mut source = BufReader::with_capacity(1 << 16, file);
        let mut checksum = Checksum::default();
        let mut at = 0;
        for mark in marks {
            while at < mark.bytes {
                let block = source.fill_buf().map_err(BatchError::reading(path))?;
                if block.is_empty() {
                    return Ok(intact);
                }
                let taken = (block.len() as u64).min(mark.bytes - at) as usize;
                checksum.add(&block[..taken]);
                source.consume(taken);
                at += taken as u64;
            }
            if at != mark.bytes || checksum.hex() != mark.sha256 {
                return Ok(intact);
            }
            intact = Prefix { deals: mark.deals, bytes: mark.bytes, checksum: checksum.clone() };
        }
        Ok(intact)
    }
}

/// What records on disk must be.
struct Records<'a> {
    range: &'a DealRange,
    rules: (&'a str, &'a str),
    format: Format,
}

impl Records<'_> {
    /// Reads records that must be those of the deals at these places.
    fn read(
        &self,
        path: &Path,
        source: impl Read,
        places: Range<u64>,
        summary: &mut Summary,
    ) -> Result<(), BatchError> {
        let (start, count) = (places.start, places.end - places.start);
        let damaged = |problem: String| BatchError::damaged(path, problem);
        let reader = RecordReader::new(BufReader::with_capacity(1 << 16, source));
        let reader = reader.map_err(|e| damaged(e.to_string()))?;
        if count > 0 && reader.format() != self.format {
            return Err(damaged("it has another form".into()));
        }
        let mut place = start;
        for record in reader {
            let record = record.map_err(|e| damaged(e.to_string()))?;
            let expected = self.range.nth(place).filter(|_| place < start + count);
            if expected.map(|deal| deal.to_string()).as_deref() != Some(&record.deal)
                || (record.game.as_str(), record.rules.as_str()) != self.rules
            {
                return Err(damaged(format!("the record of {} is in the wrong place", record.deal)));
            }
            summary.add(&record);
            place += 1;
        }
        match place - start == count {
            true => Ok(()),
            false => Err(damaged(format!("it holds {} records where {count} belong", place - start))),
        }
    }
}
