//! Records that are finished before their turn.
//!
//! A hard deal must not hold up the cores that work on later ones, and what these finish must neither be lost nor
//! fill the memory. So finished pieces wait here until the records before them are written: in memory at first, on
//! disk when a checkpoint is made or when they get many.
//!
//! The disk part is append-only while a checkpoint may point into it. There are two side files: when nothing in the
//! current one is waiting any more, the next checkpoint starts the other from scratch, so that the file which the
//! previous checkpoint speaks of stays whole until the new checkpoint is in place. A piece is spilled at most once:
//! the side files never grow beyond the size of the output.

use super::AnalysisError;
use super::checkpoint::{self, SavedAhead, SavedPiece};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes that wait in memory at most.
const IN_MEMORY: usize = 64 << 20;
/// Neighbouring pieces on disk are joined up to this size, so that checkpoints stay small.
const JOINED: u64 = 1 << 20;

/// Consecutive records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Place of the first deal in the whole range.
    pub start: u64,
    /// How many deals.
    pub count: u64,
    /// Their lines.
    pub bytes: Vec<u8>,
}

/// Finished pieces waiting for their turn.
#[derive(Debug, Default)]
pub struct Ahead {
    /// File of records that the side files belong to; none if the output is a stream.
    records: Option<PathBuf>,
    waiting: BTreeMap<u64, Piece>,
    in_memory: usize,
    on_disk: BTreeMap<u64, SavedPiece>,
    side: u8,
    file: Option<File>,
    end: u64,
}

impl Ahead {
    /// Nothing waits yet.
    pub fn new(records: Option<&Path>) -> Ahead {
        Ahead { records: records.map(Path::to_path_buf), ..Ahead::default() }
    }

    /// What waited when the checkpoint was made.
    pub fn resume(records: &Path, saved: Option<&SavedAhead>) -> Result<Ahead, AnalysisError> {
        let mut ahead = Ahead::new(Some(records));
        let Some(saved) = saved else { return Ok(ahead) };
        ahead.side = saved.side;
        let path = ahead.path().expect("a file of records");
        let file = File::options().read(true).write(true).open(&path).map_err(AnalysisError::opening(&path))?;
        let length = file.metadata().map_err(AnalysisError::opening(&path))?.len();
        ahead.end = saved.pieces.iter().map(|p| p.offset + p.len).max().unwrap_or(0);
        if length < ahead.end {
            return Err(AnalysisError::refused(&path, "is shorter than the checkpoint says; start over with --force"));
        }
        ahead.file = Some(file);
        ahead.on_disk = saved.pieces.iter().map(|p| (p.start, *p)).collect();
        Ok(ahead)
    }

    /// Removes the side files of a run.
    pub fn clear(records: &Path) -> Result<(), AnalysisError> {
        (0..2).try_for_each(|side| checkpoint::remove(&side_path(records, side)))
    }

    /// Places that are finished, in order.
    pub fn finished(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.on_disk.values().map(|p| (p.start, p.count))
    }

    /// Puts a piece in line.
    pub fn push(&mut self, piece: Piece) -> Result<(), AnalysisError> {
        self.in_memory += piece.bytes.len();
        self.waiting.insert(piece.start, piece);
        if self.in_memory > IN_MEMORY { self.spill() } else { Ok(()) }
    }

    /// Takes the piece that starts here, if it is finished.
    pub fn pop(&mut self, start: u64) -> Result<Option<Piece>, AnalysisError> {
        if let Some(piece) = self.waiting.remove(&start) {
            self.in_memory -= piece.bytes.len();
            return Ok(Some(piece));
        }
        match self.on_disk.remove(&start) {
            Some(saved) => self.load(&saved).map(Some),
            None => Ok(None),
        }
    }

    /// Reads a piece back.
    pub fn load(&self, saved: &SavedPiece) -> Result<Piece, AnalysisError> {
        let mut bytes = vec![0; saved.len as usize];
        let read = self.file.as_ref().map_or(Err(io::ErrorKind::NotFound.into()), |mut file| {
            file.seek(SeekFrom::Start(saved.offset))?;
            file.read_exact(&mut bytes)
        });
        read.map_err(AnalysisError::opening(&self.path().unwrap_or("the temporary file".into())))?;
        Ok(Piece { start: saved.start, count: saved.count, bytes })
    }

    /// Everything on disk, for a checkpoint to point at; `None` when nothing waits.
    pub fn save(&mut self) -> Result<Option<SavedAhead>, AnalysisError> {
        if self.on_disk.is_empty() && !self.waiting.is_empty() {
            // Nothing in the current side file is needed by the next checkpoint: start the other one afresh.
            self.side ^= 1;
            self.file = None;
            self.end = 0;
        }
        self.spill()?;
        if let (Some(file), false) = (&self.file, self.on_disk.is_empty()) {
            file.sync_data().map_err(AnalysisError::writing(&self.path().unwrap_or_default()))?;
        }
        let pieces: Vec<SavedPiece> = self.on_disk.values().copied().collect();
        Ok((!pieces.is_empty()).then_some(SavedAhead { side: self.side, pieces }))
    }

    /// Pieces on disk.
    pub fn saved(&self) -> Vec<SavedPiece> {
        self.on_disk.values().copied().collect()
    }

    /// Moves what waits in memory to the side file.
    fn spill(&mut self) -> Result<(), AnalysisError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let path = self.path().unwrap_or("a temporary file".into());
        let writing = AnalysisError::writing(&path);
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(match &self.records {
                Some(_) => {
                    let mut options = File::options();
                    options.read(true).write(true).create(true).truncate(true).open(&path).map_err(&writing)?
                }
                None => tempfile::tempfile().map_err(&writing)?,
            }),
        };
        file.seek(SeekFrom::Start(self.end)).map_err(&writing)?;
        let mut block = Vec::with_capacity(self.in_memory);
        let mut added: Vec<SavedPiece> = Vec::new();
        for piece in self.waiting.values() {
            let (offset, len) = (self.end + block.len() as u64, piece.bytes.len() as u64);
            block.extend_from_slice(&piece.bytes);
            match added.last_mut() {
                Some(last) if last.start + last.count == piece.start && last.len < JOINED => {
                    last.count += piece.count;
                    last.len += len;
                }
                _ => added.push(SavedPiece { start: piece.start, count: piece.count, offset, len }),
            }
        }
        file.write_all(&block).map_err(&writing)?;
        self.end += block.len() as u64;
        self.on_disk.extend(added.into_iter().map(|p| (p.start, p)));
        self.waiting.clear();
        self.in_memory = 0;
        Ok(())
    }

    fn path(&self) -> Option<PathBuf> {
        self.records.as_ref().map(|records| side_path(records, self.side))
    }
}

fn side_path(records: &Path, side: u8) -> PathBuf {
    checkpoint::beside(records, if side == 0 { ".ahead0" } else { ".ahead1" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(start: u64, count: u64) -> Piece {
        let bytes = (start..start + count).flat_map(|n| format!("{n}\n").into_bytes()).collect();
        Piece { start, count, bytes }
    }

    fn drain(ahead: &mut Ahead, mut next: u64) -> String {
        let mut text = Vec::new();
        while let Some(piece) = ahead.pop(next).unwrap() {
            assert_eq!(piece.start, next);
            next += piece.count;
            text.extend(piece.bytes);
        }
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn pieces_come_back_in_order_from_memory_and_disk() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("a.ndjson");
        for records in [None, Some(records.as_path())] {
            let mut ahead = Ahead::new(records);
            [piece(6, 2), piece(3, 1), piece(9, 1)].into_iter().for_each(|p| ahead.push(p).unwrap());
            ahead.save().unwrap();
            ahead.push(piece(4, 2)).unwrap();
            ahead.push(piece(8, 1)).unwrap();
            assert_eq!(ahead.pop(1).unwrap(), None);
            assert_eq!(drain(&mut ahead, 3), "3\n4\n5\n6\n7\n8\n9\n");
            assert_eq!(ahead.save().unwrap(), None);
        }
    }

    #[test]
    fn what_a_checkpoint_speaks_of_survives_the_next_spill() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("a.ndjson");
        let mut ahead = Ahead::new(Some(&records));
        ahead.push(piece(3, 2)).unwrap();
        let first = ahead.save().unwrap().unwrap();
        assert_eq!(drain(&mut ahead, 3), "3\n4\n");
        // The next piece is on disk, but its checkpoint was never written.
        ahead.push(piece(7, 5)).unwrap();
        let second = ahead.save().unwrap().unwrap();
        assert_ne!(first.side, second.side);
        let mut resumed = Ahead::resume(&records, Some(&first)).unwrap();
        assert_eq!(resumed.finished().collect::<Vec<_>>(), [(3, 2)]);
        assert_eq!(drain(&mut resumed, 3), "3\n4\n");
        Ahead::clear(&records).unwrap();
        assert!(Ahead::resume(&records, Some(&second)).is_err());
    }

    #[test]
    fn neighbours_are_joined() {
        let folder = tempfile::tempdir().unwrap();
        let mut ahead = Ahead::new(Some(&folder.path().join("a")));
        (5..1000).for_each(|n| ahead.push(piece(n, 1)).unwrap());
        assert_eq!(ahead.save().unwrap().unwrap().pieces.len(), 1);
    }
}
