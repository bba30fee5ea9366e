//! How far a run has come: `FILE.checkpoint.json`, there only while the run is unfinished.
//!
//! Records are written in deal order, so "the first D deals are the first B bytes" says nearly everything; what was
//! finished out of order lies in a side file ([`super::ahead`]) that the checkpoint points into. It is replaced
//! atomically (written under another name, synced, renamed) and only after the records it speaks of are safe on disk.

use super::AnalysisError;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const MAX_SIZE: u64 = 1 << 28;
/// Ending of a file that is about to replace another.
const NEW: &str = ".new";

/// How far a run has come.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Deals whose records are in the file.
    pub deals: u64,
    /// Bytes of the file that hold them.
    pub bytes: u64,
    /// Digest of the earlier results, when undecided deals are run again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Records that were finished out of order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<SavedAhead>,
}

/// Finished records further on, in a side file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedAhead {
    /// Which of the two side files.
    pub side: u8,
    /// Its pieces.
    pub pieces: Vec<SavedPiece>,
}

/// Consecutive records in a side file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedPiece {
    /// Place of the first deal in the whole range.
    pub start: u64,
    /// How many deals.
    pub count: u64,
    /// Where their bytes start.
    pub offset: u64,
    /// How many bytes.
    pub len: u64,
}

impl Checkpoint {
    /// Where it lies.
    pub fn path(records: &Path) -> PathBuf {
        beside(records, ".checkpoint.json")
    }

    /// Reads the one beside this file of records, if there is one.
    pub fn load(records: &Path) -> Result<Option<Checkpoint>, AnalysisError> {
        let path = Checkpoint::path(records);
        let Some(text) = read(&path, MAX_SIZE)? else { return Ok(None) };
        let checkpoint =
            serde_json::from_slice(&text).map_err(|e| AnalysisError::refused(&path, format!("no checkpoint: {e}")))?;
        Ok(Some(checkpoint))
    }

    /// Replaces the one beside this file of records.
    pub fn save(&self, records: &Path) -> Result<(), AnalysisError> {
        let text = serde_json::to_string(self).expect("plain data") + "\n";
        replace(&Checkpoint::path(records), text.as_bytes())
    }
}

/// The name of a file that belongs to another.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// The folder that a file lies in.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Reads a whole file; `None` if there is none.
pub fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, AnalysisError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(AnalysisError::opening(path)(error)),
    };
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).map_err(AnalysisError::opening(path))?;
    Ok(Some(bytes))
}

/// Replaces a file so that at every moment either the old or the new content is there. The new content is written
/// under one fixed name first, so that however often a run is killed no more than one such file is left.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), AnalysisError> {
    let new = beside(path, NEW);
    let written = File::create(&new).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_data()));
    written.and_then(|()| fs::rename(&new, path)).map_err(AnalysisError::writing(path))
}

/// Removes a file of [`replace`] and what a crash may have left of its next version.
pub fn remove_replaced(path: &Path) -> Result<(), AnalysisError> {
    remove(path)?;
    remove(&beside(path, NEW))
}

/// A file beside `path` that vanishes unless it is persisted. Unlike usual temporary files it gets normal permissions.
pub fn temporary(path: &Path) -> Result<tempfile::NamedTempFile, AnalysisError> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".winnable-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path)).map_err(AnalysisError::writing(path))
}

/// Gives a temporary file its name, once its content is on disk.
pub fn persist(file: tempfile::NamedTempFile, path: &Path) -> Result<(), AnalysisError> {
    file.as_file().sync_data().map_err(AnalysisError::writing(path))?;
    file.persist(path).map_err(|e| AnalysisError::writing(path)(e.error))?;
    Ok(())
}

/// Removes a file that may not be there.
pub fn remove(path: &Path) -> Result<(), AnalysisError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(AnalysisError::writing(path)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("a.ndjson");
        assert_eq!(Checkpoint::load(&records).unwrap(), None);
        let pieces = vec![SavedPiece { start: 9, count: 2, offset: 0, len: 500 }];
        let first = Checkpoint { deals: 5, bytes: 700, from: None, ahead: Some(SavedAhead { side: 1, pieces }) };
        first.save(&records).unwrap();
        assert_eq!(Checkpoint::load(&records).unwrap(), Some(first));
        let second = Checkpoint { deals: 6, bytes: 800, ..Checkpoint::default() };
        second.save(&records).unwrap();
        assert_eq!(Checkpoint::load(&records).unwrap(), Some(second));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
    }
}
