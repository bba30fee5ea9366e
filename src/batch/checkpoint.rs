//! The progress of an unfinished run: `FILE.checkpoint.json`.
//!
//! Records are written to `FILE.partial` in deal order, so most of a checkpoint is "the first D deals are the first B bytes".
//! Records that were finished out of order are in a side file ([`super::reorder_buffer`]) that the checkpoint refers to.
//! A checkpoint is replaced atomically, and only after the records that it covers are on disk. The one before it is kept as
//! `FILE.checkpoint.old`.
//!
//! A checkpoint is used only if its own checksum is right. It has checksums of the records that it covers: of all of them, and
//! of some earlier stages ([`Mark`]). So if the records are damaged, a prefix is known to be intact.

use super::checksum::Checksum;
use super::run_file::RunFile;
use super::{BatchError, atomic_file, faults};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const MAX_SIZE: u64 = 1 << 30;
/// Most stages; if there are more, every other one is dropped.
const MARKS: usize = 32;

/// How far a run has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Deals whose records are in the file.
    pub deals: u64,
    /// Bytes of the file that hold them.
    pub bytes: u64,
    /// What the run writes.
    pub run: RunFile,
    /// Checksum of the earlier results, when some of their deals are run again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether the run may replace a file of the same name when it is complete.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// Stages of the file, the last one at `bytes`.
    pub marks: Vec<Mark>,
    /// Records that were finished out of order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<SideFile>,
    /// Checksum of all other fields.
    #[serde(default)]
    checksum: String,
}

/// A stage of the file: a number of deals, their bytes and the checksum of these bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Deals in the file.
    pub deals: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Checksum of these bytes.
    pub sha256: String,
}

/// Finished records further on, in a side file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SideFile {
    /// Which of the two side files.
    pub side: u8,
    /// Its pieces.
    pub pieces: Vec<SavedPiece>,
}

/// Consecutive records in a side file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedPiece {
    /// Place of the first deal in the whole range.
    pub start: u64,
    /// How many deals.
    pub count: u64,
    /// Where their bytes start.
    pub offset: u64,
    /// How many bytes.
    pub len: u64,
    /// Their checksum.
    pub sha256: String,
}

impl Checkpoint {
    /// A checkpoint of a run.
    pub fn new(
        run: &RunFile,
        from: Option<String>,
        over: bool,
        marks: Vec<Mark>,
        waiting: Option<SideFile>,
    ) -> Checkpoint {
        let (deals, bytes) = marks.last().map_or((0, 0), |mark| (mark.deals, mark.bytes));
        let mut checkpoint =
            Checkpoint { deals, bytes, run: run.clone(), from, over, marks, waiting, checksum: String::new() };
        checkpoint.checksum = checkpoint.checksum_of_fields();
        checkpoint
    }

    fn checksum_of_fields(&self) -> String {
        let fields = Checkpoint { checksum: String::new(), ..self.clone() };
        Checksum::of(&serde_json::to_vec(&fields).expect("plain data"))
    }

    /// Where it lies.
    pub fn path(records: &Path) -> PathBuf {
        atomic_file::beside(records, ".checkpoint.json")
    }

    /// Where the one before it lies.
    fn old_path(records: &Path) -> PathBuf {
        atomic_file::beside(records, ".checkpoint.old")
    }

    /// Reads the one beside this file of records, if there is one; the one before it if a crash left only that.
    pub fn load(records: &Path) -> Result<Option<Checkpoint>, BatchError> {
        match read(&Checkpoint::path(records))? {
            None => read(&Checkpoint::old_path(records)),
            found => Ok(found),
        }
    }

    /// The one before the last, if it is intact.
    pub fn load_old(records: &Path) -> Option<Checkpoint> {
        read(&Checkpoint::old_path(records)).ok().flatten()
    }

    /// The error that refuses to touch an output whose run is unfinished; none if there is no such run.
    pub fn unfinished(records: &Path) -> Result<Option<BatchError>, BatchError> {
        Ok(match Checkpoint::load(records) {
            Ok(None) => None,
            Ok(Some(checkpoint)) => {
                let (done, total) = (checkpoint.deals, checkpoint.run.deals);
                Some(BatchError::Unfinished { path: records.to_path_buf(), done, total })
            }
            Err(error @ BatchError::Damaged { .. }) => Some(error),
            Err(error) => return Err(error),
        })
    }

    /// Replaces the one beside this file of records, which becomes the one before.
    pub fn save(&self, records: &Path) -> Result<(), BatchError> {
        let path = Checkpoint::path(records);
        let keep =
            faults::at("keep the last checkpoint").and_then(|()| fs::rename(&path, Checkpoint::old_path(records)));
        match keep {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(BatchError::writing(&path)(error)),
            _ => {}
        }
        let text = serde_json::to_string(self).expect("plain data") + "\n";
        atomic_file::replace(&path, text.as_bytes())
    }

    /// Removes all that is left of a run's checkpoints.
    pub fn remove(records: &Path) -> Result<(), BatchError> {
        let path = Checkpoint::path(records);
        // The older one first: as long as one is there, the run can be resumed.
        [Checkpoint::old_path(records), atomic_file::private(&path), path]
            .iter()
            .try_for_each(|path| atomic_file::remove(path))
    }
}

fn read(path: &Path) -> Result<Option<Checkpoint>, BatchError> {
    let Some(text) = atomic_file::read(path, MAX_SIZE)? else { return Ok(None) };
    let checkpoint: Checkpoint = serde_json::from_slice(&text)
        .map_err(|e| BatchError::damaged(path, format!("it is not a checkpoint of this version ({e})")))?;
    if checkpoint.checksum != checkpoint.checksum_of_fields() {
        return Err(BatchError::damaged(path, "its checksum is wrong"));
    }
    Ok(Some(checkpoint))
}

/// Adds a stage to the list and keeps the list short.
pub fn add_mark(marks: &mut Vec<Mark>, mark: Mark) {
    if marks.last().is_some_and(|last| last.bytes == mark.bytes) {
        marks.pop();
    }
    marks.push(mark);
    if marks.len() > MARKS {
        let mut place = 0;
        marks.retain(|_| {
            place += 1;
            place % 2 == 1 || place > MARKS
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Job;
    use crate::format::record_file::Format;
    use crate::rules::preset;
    use crate::search::Limits;

    fn run() -> RunFile {
        let rules = preset("freecell").unwrap();
        let job = Job::new(&rules, &Limits::of(&rules), None, crate::format::record::Solutions::None);
        RunFile::new(job, &rules, &"1..9".parse().unwrap(), None, Format::Ndjson)
    }

    fn mark(n: u64) -> Mark {
        Mark { deals: n, bytes: 100 * n, sha256: Checksum::of(&n.to_le_bytes()) }
    }

    #[test]
    fn the_last_two_are_kept_and_damage_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("a.ndjson");
        assert_eq!(Checkpoint::load(&records).unwrap(), None);
        let pieces = vec![SavedPiece { start: 7, count: 2, offset: 0, len: 500, sha256: "9f".into() }];
        let first = Checkpoint::new(&run(), None, false, vec![mark(5)], Some(SideFile { side: 1, pieces }));
        first.save(&records).unwrap();
        assert_eq!(Checkpoint::load(&records).unwrap().as_ref(), Some(&first));
        let second = Checkpoint::new(&run(), None, false, vec![mark(5), mark(6)], None);
        second.save(&records).unwrap();
        assert_eq!(Checkpoint::load(&records).unwrap().as_ref(), Some(&second));
        assert_eq!(Checkpoint::load_old(&records).as_ref(), Some(&first));
        let text = fs::read_to_string(Checkpoint::path(&records)).unwrap();
        let mut changed = 0;
        for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if byte == b'9' { b'8' } else { byte + 1 };
            fs::write(Checkpoint::path(&records), bytes).unwrap();
            assert!(Checkpoint::load(&records).is_err(), "byte {at}");
            changed += 1;
        }
        assert!(changed > 100);
        Checkpoint::remove(&records).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    }

    #[test]
    fn marks_thin_out() {
        let mut marks = Vec::new();
        (1..=1000).for_each(|n| add_mark(&mut marks, mark(n)));
        add_mark(&mut marks, mark(1000));
        assert!(marks.len() <= MARKS && marks.len() >= MARKS / 2);
        assert_eq!(marks.last(), Some(&mark(1000)));
        assert!(marks.windows(2).all(|pair| pair[0].bytes < pair[1].bytes));
        assert!(marks[0].deals < 200, "the beginning is kept: {}", marks[0].deals);
    }
}
