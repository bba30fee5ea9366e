//! Records that are finished out of order.
//!
//! A hard deal must not block the cores that work on later deals, and the records of these must neither be lost nor fill the
//! memory. So finished pieces wait here until the records before them are written: in memory first, and on disk when a
//! checkpoint is made or when there are too many.
//!
//! The disk part is append-only while a checkpoint may refer to it. There are two side files. When no piece in the current one
//! is needed any more, the next checkpoint starts the other one, so the file that the previous checkpoint refers to stays
//! intact until the new checkpoint is in place. A piece is written at most once, so the side files never grow beyond the size
//! of the output.

use super::checkpoint::{SavedPiece, SideFile};
use super::checksum::Checksum;
use super::pieces::RecordPiece;
use super::run::Plan;
use super::{BatchError, atomic_file, faults};
use crate::format::record::Record;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Bytes that wait in memory at most.
const IN_MEMORY: usize = 4 << 20;
/// Bytes that are handed over together.
const PIECE_BYTES: usize = 256 << 10;
/// Neighbouring pieces on disk are joined up to this size, so that checkpoints stay small.
const JOINED: u64 = 1 << 20;

/// Upper bound on a piece on disk: a joined piece, a piece of a worker, and a record far larger than any real one.
const LARGEST: u64 = 64 << 20;

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

impl RecordPiece for Piece {
    fn starting_at(start: u64) -> Piece {
        Piece { start, count: 0, bytes: Vec::new() }
    }

    fn count(&self) -> u64 {
        self.count
    }

    fn add(&mut self, plan: &Plan, record: &Record) {
        plan.format.write(record, &mut self.bytes);
        self.count += 1;
    }

    fn is_large(&self) -> bool {
        self.bytes.len() >= PIECE_BYTES
    }
}

/// Finished pieces waiting for their turn.
#[derive(Debug, Default)]
pub struct ReorderBuffer {
    /// File of records that the side files belong to; none if the output is a stream.
    records: Option<PathBuf>,
    waiting: BTreeMap<u64, Piece>,
    in_memory: usize,
    on_disk: BTreeMap<u64, SavedPiece>,
    side: u8,
    file: Option<File>,
    end: u64,
}

impl ReorderBuffer {
    /// Nothing waits yet.
    pub fn new(records: Option<&Path>) -> ReorderBuffer {
        ReorderBuffer { records: records.map(Path::to_path_buf), ..ReorderBuffer::default() }
    }

    /// What waited when the checkpoint was made, as far as `accept` finds nothing wrong with it. Damaged pieces are left
    /// out; the first problem comes back beside the buffer. `todo` are the places that are not in the output yet.
    pub fn resume(
        records: &Path,
        saved: &SideFile,
        todo: Range<u64>,
        accept: &mut dyn FnMut(&Piece) -> Result<(), BatchError>,
    ) -> Result<(ReorderBuffer, Option<BatchError>), BatchError> {
        let mut buffer = ReorderBuffer::new(Some(records));
        buffer.side = saved.side & 1;
        let path = side_path(records, buffer.side);
        let file = match File::options().read(true).write(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((buffer, Some(BatchError::damaged(&path, "it is missing"))));
            }
            Err(error) => return Err(BatchError::reading(&path)(error)),
        };
        let length = file.metadata().map_err(BatchError::reading(&path))?.len();
        buffer.file = Some(file);
        // Whatever is in the file stays there until no checkpoint can point at it.
        buffer.end = length;
        let (mut next, mut problem) = (todo.start, None);
        for piece in &saved.pieces {
            let fits = piece.start >= next
                && piece.count > 0
                && piece.start.checked_add(piece.count).is_some_and(|end| end <= todo.end)
                && piece.len <= LARGEST
                && piece.offset.checked_add(piece.len).is_some_and(|end| end <= length);
            let checked = match fits {
                false => Err(BatchError::damaged(&path, "it is shorter or holds other deals than the checkpoint says")),
                true => buffer.load(piece).and_then(|loaded| accept(&loaded)),
            };
            match checked {
                Ok(()) => {
                    next = piece.start + piece.count;
                    buffer.on_disk.insert(piece.start, piece.clone());
                }
                Err(error) => problem = problem.or(Some(error)),
            }
        }
        Ok((buffer, problem))
    }

    /// Removes the side files of a run.
    pub fn clear(records: &Path) -> Result<(), BatchError> {
        (0..2).try_for_each(|side| atomic_file::remove(&side_path(records, side)))
    }

    /// Places that are finished, in order.
    pub fn finished(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.on_disk.values().map(|p| (p.start, p.count))
    }

    /// Puts a piece in line.
    pub fn push(&mut self, piece: Piece) -> Result<(), BatchError> {
        self.in_memory += piece.bytes.len();
        self.waiting.insert(piece.start, piece);
        if self.in_memory > IN_MEMORY { self.spill() } else { Ok(()) }
    }

    /// Takes the piece that starts here, if it is finished.
    pub fn pop(&mut self, start: u64) -> Result<Option<Piece>, BatchError> {
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
    fn load(&self, saved: &SavedPiece) -> Result<Piece, BatchError> {
        let path = self.path().unwrap_or("a temporary file".into());
        let mut bytes = vec![0; saved.len as usize];
        let read = self.file.as_ref().map_or(Err(io::ErrorKind::NotFound.into()), |mut file| {
            file.seek(SeekFrom::Start(saved.offset))?;
            file.read_exact(&mut bytes)
        });
        read.map_err(BatchError::reading(&path))?;
        if Checksum::of(&bytes) != saved.sha256 {
            return Err(BatchError::damaged(&path, "the checksum of waiting records is wrong"));
        }
        Ok(Piece { start: saved.start, count: saved.count, bytes })
    }

    /// Everything on disk, for a checkpoint to point at; `None` when nothing waits.
    pub fn save(&mut self) -> Result<Option<SideFile>, BatchError> {
        if self.on_disk.is_empty() && !self.waiting.is_empty() {
            // Nothing in the current side file is needed by the next checkpoint: start the other one.
            self.side ^= 1;
            self.file = None;
            self.end = 0;
        }
        self.spill()?;
        if let (Some(file), false) = (&self.file, self.on_disk.is_empty()) {
            let synced = faults::at("sync waiting records").and_then(|()| file.sync_data());
            synced.map_err(BatchError::writing(&self.path().unwrap_or_default()))?;
        }
        let pieces: Vec<SavedPiece> = self.on_disk.values().cloned().collect();
        Ok((!pieces.is_empty()).then_some(SideFile { side: self.side, pieces }))
    }

    /// Moves what waits in memory to the side file.
    fn spill(&mut self) -> Result<(), BatchError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let path = self.path().unwrap_or("a temporary file".into());
        let writing = BatchError::writing(&path);
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(match &self.records {
                Some(_) => {
                    let created = faults::at("create side file").and_then(|()| atomic_file::create_private(&path));
                    created.map_err(&writing)?
                }
                None => tempfile::tempfile().map_err(&writing)?,
            }),
        };
        file.seek(SeekFrom::Start(self.end)).map_err(&writing)?;
        let mut block = Vec::with_capacity(self.in_memory);
        let mut added: Vec<(SavedPiece, Checksum)> = Vec::new();
        for piece in self.waiting.values() {
            let (offset, len) = (self.end + block.len() as u64, piece.bytes.len() as u64);
            block.extend_from_slice(&piece.bytes);
            match added.last_mut() {
                Some((last, checksum)) if last.start + last.count == piece.start && last.len < JOINED => {
                    last.count += piece.count;
                    last.len += len;
                    checksum.add(&piece.bytes);
                }
                _ => {
                    let mut checksum = Checksum::default();
                    checksum.add(&piece.bytes);
                    let (start, count, sha256) = (piece.start, piece.count, String::new());
                    added.push((SavedPiece { start, count, offset, len, sha256 }, checksum));
                }
            }
        }
        faults::at("write waiting records").and_then(|()| file.write_all(&block)).map_err(&writing)?;
        self.end += block.len() as u64;
        for (piece, checksum) in added {
            self.on_disk.insert(piece.start, SavedPiece { sha256: checksum.hex(), ..piece });
        }
        self.waiting.clear();
        self.in_memory = 0;
        Ok(())
    }

    fn path(&self) -> Option<PathBuf> {
        self.records.as_ref().map(|records| side_path(records, self.side))
    }
}

fn side_path(records: &Path, side: u8) -> PathBuf {
    atomic_file::beside(records, if side == 0 { ".waiting0" } else { ".waiting1" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(start: u64, count: u64) -> Piece {
        let bytes = (start..start + count).flat_map(|n| format!("{n}\n").into_bytes()).collect();
        Piece { start, count, bytes }
    }

    fn drain(buffer: &mut ReorderBuffer, mut next: u64) -> String {
        let mut text = Vec::new();
        while let Some(piece) = buffer.pop(next).unwrap() {
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
            let mut buffer = ReorderBuffer::new(records);
            [piece(6, 2), piece(3, 1), piece(9, 1)].into_iter().for_each(|p| buffer.push(p).unwrap());
            buffer.save().unwrap();
            buffer.push(piece(4, 2)).unwrap();
            buffer.push(piece(8, 1)).unwrap();
            assert_eq!(buffer.pop(1).unwrap(), None);
            assert_eq!(drain(&mut buffer, 3), "3\n4\n5\n6\n7\n8\n9\n");
            assert_eq!(buffer.save().unwrap(), None);
        }
    }

    #[test]
    fn what_a_checkpoint_speaks_of_survives_the_next_spill() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("a.ndjson");
        let mut buffer = ReorderBuffer::new(Some(&records));
        buffer.push(piece(3, 2)).unwrap();
        let first = buffer.save().unwrap().unwrap();
        assert_eq!(drain(&mut buffer, 3), "3\n4\n");
        // The next piece is on disk, but its checkpoint was never written.
        buffer.push(piece(7, 5)).unwrap();
        let second = buffer.save().unwrap().unwrap();
        assert_ne!(first.side, second.side);
        let (mut resumed, problem) = ReorderBuffer::resume(&records, &first, 3..99, &mut |_| Ok(())).unwrap();
        assert!(problem.is_none());
        assert_eq!(resumed.finished().collect::<Vec<_>>(), [(3, 2)]);
        assert_eq!(drain(&mut resumed, 3), "3\n4\n");
        ReorderBuffer::clear(&records).unwrap();
        let (none, problem) = ReorderBuffer::resume(&records, &second, 3..99, &mut |_| Ok(())).unwrap();
        assert!(problem.unwrap().to_string().contains("missing") && none.finished().count() == 0);
    }

    #[test]
    fn neighbours_are_joined() {
        let folder = tempfile::tempdir().unwrap();
        let mut buffer = ReorderBuffer::new(Some(&folder.path().join("a")));
        (5..1000).for_each(|n| buffer.push(piece(n, 1)).unwrap());
        assert_eq!(buffer.save().unwrap().unwrap().pieces.len(), 1);
    }

    #[test]
    fn damaged_pieces_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("a");
        let mut buffer = ReorderBuffer::new(Some(&records));
        [piece(5, 2), piece(9, 1), piece(12, 3)].into_iter().for_each(|p| buffer.push(p).unwrap());
        let saved = buffer.save().unwrap().unwrap();
        let changes: [fn(&mut SavedPiece); 7] = [
            |p| p.start = 4,
            |p| p.start = u64::MAX,
            |p| p.count = u64::MAX,
            |p| p.count = 0,
            |p| p.len = u64::MAX,
            |p| p.offset += 1,
            |p| p.sha256 = "9f".into(),
        ];
        for change in changes {
            let mut changed = saved.clone();
            change(&mut changed.pieces[1]);
            let (left, problem) = ReorderBuffer::resume(&records, &changed, 5..15, &mut |_| Ok(())).unwrap();
            assert!(problem.is_some());
            assert_eq!(left.finished().collect::<Vec<_>>(), [(5, 2), (12, 3)]);
        }
    }
}
