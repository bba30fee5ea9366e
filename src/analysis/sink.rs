//! Where records go: a file that survives anything, or a stream.
//!
//! A file grows in deal order. Every few seconds, and at every orderly end, what is there is synced to disk and a
//! [`Checkpoint`] replaces the last one; after a crash the file is cut back to what the checkpoint vouches for.

use super::AnalysisError;
use super::ahead::{Ahead, Piece};
use super::checkpoint::{self, Checkpoint};
use super::job::RunFile;
use super::scan::{self, summarize};
use super::summary::Summary;
use crate::format::records::{Format, RecordReader};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// From the beginning; an unfinished run is not overwritten.
    New,
    /// From the beginning, whatever is there.
    Over,
    /// Where the last run ended; from the beginning if there was none.
    Resume,
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
    ahead: Ahead,
    changed: bool,
}

/// What a file has that a stream has not.
struct Saved {
    file: File,
    bytes: u64,
    from: Option<String>,
    finished: bool,
}

impl Sink {
    /// A stream: standard output, a pipe, a device.
    pub fn stream(out: Box<dyn Write>, name: &Path, format: Format, places: Range<u64>) -> Result<Sink, AnalysisError> {
        let next = places.start;
        let mut sink =
            Sink { name: name.into(), out, saved: None, places, next, ahead: Ahead::new(None), changed: false };
        sink.write(format.header().as_bytes())?;
        Ok(sink)
    }

    /// A file. Everything that the run will write to is opened here, so that an unwritable path fails at once.
    /// `from` is the digest of earlier results that the run builds upon.
    pub fn file(
        path: &Path,
        run: &RunFile,
        places: Range<u64>,
        from: Option<String>,
        start: Start,
    ) -> Result<Sink, AnalysisError> {
        let old = Checkpoint::load(path)?;
        let old_run = RunFile::load(path)?;
        // A crash before the first record leaves a checkpoint of nothing, which anybody may overwrite.
        let begun = old.as_ref().is_some_and(|c| c.deals > 0 || c.ahead.is_some());
        match (start, &old_run) {
            (Start::Resume, Some(old_run)) => {
                if let Some(difference) = old_run.difference(run) {
                    let problem = format!(
                        "belongs to another run ({difference}); give the same options to resume it, or another --out"
                    );
                    return Err(AnalysisError::refused(path, problem));
                }
                return Sink::reopen(path, places, from, old);
            }
            (Start::Resume, None) if !begun && path.exists() && old.is_none() => {
                let problem = format!(
                    "exists, but {} does not: nothing to resume; give another --out, or start over with --force",
                    RunFile::path(path).display()
                );
                return Err(AnalysisError::refused(path, problem));
            }
            (Start::New, _) if begun => {
                let problem = "holds an unfinished run; go on with --resume, or start over with --force";
                return Err(AnalysisError::refused(path, problem));
            }
            _ => {}
        }
        // The order matters: whenever this is cut short, what is left is either the old run or nothing at all.
        let mut options = File::options();
        let file = options.write(true).create(true).truncate(false).open(path).map_err(AnalysisError::writing(path))?;
        checkpoint::remove(&RunFile::path(path))?;
        Checkpoint { from: from.clone(), ..Checkpoint::default() }.save(path)?;
        Ahead::clear(path)?;
        file.set_len(0).map_err(AnalysisError::writing(path))?;
        run.save(path)?;
        let out = Box::new(file.try_clone().map_err(AnalysisError::writing(path))?);
        let saved = Some(Saved { file, bytes: 0, from, finished: false });
        let next = places.start;
        let mut sink =
            Sink { name: path.into(), out, saved, places, next, ahead: Ahead::new(Some(path)), changed: true };
        sink.write(run.format.header().as_bytes())?;
        sink.save()?;
        Ok(sink)
    }

    fn reopen(
        path: &Path,
        places: Range<u64>,
        from: Option<String>,
        checkpoint: Option<Checkpoint>,
    ) -> Result<Sink, AnalysisError> {
        let opened = File::options().write(true).open(path);
        let mut file = opened.map_err(AnalysisError::writing(path))?;
        let length = file.metadata().map_err(AnalysisError::opening(path))?.len();
        let finished = checkpoint.is_none();
        let checkpoint =
            checkpoint.unwrap_or(Checkpoint { deals: places.end - places.start, bytes: length, ..Default::default() });
        if !finished && checkpoint.from != from {
            return Err(AnalysisError::refused(
                path,
                "was begun from other earlier results; give the same --from FILE",
            ));
        }
        if length < checkpoint.bytes || checkpoint.deals > places.end - places.start {
            let problem = "is shorter than its checkpoint says; was it changed? Start over with --force";
            return Err(AnalysisError::refused(path, problem));
        }
        if !finished {
            file.set_len(checkpoint.bytes).map_err(AnalysisError::writing(path))?;
        }
        file.seek(SeekFrom::End(0)).map_err(AnalysisError::writing(path))?;
        let out = Box::new(file.try_clone().map_err(AnalysisError::writing(path))?);
        let ahead = Ahead::resume(path, checkpoint.ahead.as_ref())?;
        let saved = Some(Saved { file, bytes: checkpoint.bytes, from, finished });
        let next = places.start + checkpoint.deals;
        Ok(Sink { name: path.into(), out, saved, places, next, ahead, changed: false })
    }

    /// Places that are still to be done.
    pub fn todo(&self) -> Vec<Range<u64>> {
        let mut todo = Vec::new();
        let mut next = self.next;
        for (start, count) in self.ahead.finished() {
            todo.push(next..start);
            next = start + count;
        }
        todo.push(next..self.places.end);
        todo.retain(|places| !places.is_empty());
        todo
    }

    /// What earlier sessions found.
    pub fn summary(&self) -> Result<Summary, AnalysisError> {
        let Some(saved) = self.saved.as_ref().filter(|s| s.bytes > 0) else { return Ok(Summary::default()) };
        let file = File::open(&self.name).map_err(AnalysisError::opening(&self.name))?;
        let read = RecordReader::new(BufReader::with_capacity(1 << 16, file.take(saved.bytes)));
        let mut summary = summarize(&self.name, read.map_err(AnalysisError::reading(&self.name))?)?;
        let (found, expected) = (summary.verdicts.total(), self.next - self.places.start);
        if found != expected {
            let problem = format!("holds {found} records where {expected} are expected; start over with --force");
            return Err(AnalysisError::refused(&self.name, problem));
        }
        let header = match scan::open_records(&self.name)?.format() {
            Format::Csv => Format::Csv.header(),
            Format::Ndjson => String::new(),
        };
        for piece in self.ahead.saved() {
            let bytes = [header.as_bytes(), &self.ahead.load(&piece)?.bytes].concat();
            let records = RecordReader::new(&bytes[..]).map_err(AnalysisError::reading(&self.name))?;
            summary.merge(&summarize(&self.name, records)?);
        }
        Ok(summary)
    }

    /// Takes a piece and writes what is next in order.
    pub fn push(&mut self, piece: Piece) -> Result<(), AnalysisError> {
        self.changed = true;
        if piece.start != self.next {
            return self.ahead.push(piece);
        }
        let mut next = Some(piece);
        while let Some(piece) = next {
            self.write(&piece.bytes)?;
            self.next += piece.count;
            next = self.ahead.pop(self.next)?;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), AnalysisError> {
        self.out.write_all(bytes).map_err(AnalysisError::writing(&self.name))?;
        if let Some(saved) = &mut self.saved {
            saved.bytes += bytes.len() as u64;
        }
        Ok(())
    }

    /// Makes everything that was taken safe: a stream is flushed, a file gets a new checkpoint.
    pub fn save(&mut self) -> Result<(), AnalysisError> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        self.out.flush().map_err(AnalysisError::writing(&self.name))?;
        if let Some(saved) = &self.saved {
            saved.file.sync_data().map_err(AnalysisError::writing(&self.name))?;
            let ahead = self.ahead.save()?;
            let deals = self.next - self.places.start;
            Checkpoint { deals, bytes: saved.bytes, from: saved.from.clone(), ahead }.save(&self.name)?;
        }
        Ok(())
    }

    /// Ends the run; true if every place is written.
    pub fn finish(mut self) -> Result<bool, AnalysisError> {
        self.save()?;
        let complete = self.next == self.places.end;
        if complete && self.saved.as_ref().is_some_and(|s| !s.finished) {
            checkpoint::remove_replaced(&Checkpoint::path(&self.name))?;
            Ahead::clear(&self.name)?;
        }
        Ok(complete)
    }
}
