//! The parts of a dataset: lists them, checks that they do not overlap, and renames complete ones.
//!
//! A part is written under a private name that starts with a dot, and is locked while it is written. So another process can
//! distinguish the leftovers of a killed process from a part that is being written.

use super::part_file::{Part, decode};
use super::part_name::PartName;
use crate::batch::{BatchError, atomic_file, faults};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Largest part that is read.
const MAX_PART: u64 = 1 << 36;
/// Endings of private names.
const PRIVATE: (&str, &str) = (".part-", ".new");

/// Whether a path names a dataset: a folder, or a single part.
pub fn is_dataset(path: &Path) -> bool {
    path.is_dir() || part_of(path).is_some()
}

/// The name of a single part.
fn part_of(path: &Path) -> Option<PartName> {
    path.file_name()?.to_str()?.parse().ok()
}

/// The parts of a dataset, in order.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    parts: Vec<PartName>,
}

impl Folder {
    /// Lists the parts of a dataset; of a single part, only itself.
    pub fn open(path: &Path) -> Result<Folder, BatchError> {
        if let Some(part) = part_of(path).filter(|_| !path.is_dir()) {
            let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
            return Ok(Folder { path: folder, parts: vec![part] });
        }
        let mut parts = Vec::new();
        for entry in fs::read_dir(path).map_err(BatchError::reading(path))? {
            let name = entry.map_err(BatchError::reading(path))?.file_name();
            let name = name.to_string_lossy();
            match name.parse() {
                Ok(part) => parts.push(part),
                Err(_) if name.ends_with(".parquet") && !name.starts_with(['.', '_']) => {
                    let problem = "is not the name of a part of a dataset; move it elsewhere";
                    return Err(BatchError::refused(&path.join(&*name), problem));
                }
                Err(_) => {}
            }
        }
        parts.sort_unstable();
        let folder = Folder { path: path.to_path_buf(), parts };
        match folder.parts.windows(2).find(|pair| pair[0].overlaps(&pair[1])) {
            Some(pair) => {
                let problem = format!(
                    "holds the same deals as {}; remove one of the two and resume, which does what is missing",
                    pair[0]
                );
                Err(BatchError::refused(&folder.file(&pair[1]), problem))
            }
            None => Ok(folder),
        }
    }

    /// Its parts.
    pub fn parts(&self) -> &[PartName] {
        &self.parts
    }

    /// Where a part lies.
    pub fn file(&self, part: &PartName) -> PathBuf {
        self.path.join(part.to_string())
    }

    /// Reads a part and checks it.
    pub fn read(&self, part: &PartName) -> Result<Part, BatchError> {
        let path = self.file(part);
        let missing = || BatchError::reading(&path)(io::ErrorKind::NotFound.into());
        let bytes = atomic_file::read(&path, MAX_PART)?.ok_or_else(missing)?;
        decode(bytes, part).map_err(|bad| BatchError::damaged(&path, bad.to_string()))
    }

    /// Gives a complete part its name. The same part made twice is the same bytes; other bytes under its name are refused.
    pub fn commit(&self, part: &PartName, bytes: &[u8]) -> Result<(), BatchError> {
        let path = self.file(part);
        if let Some(there) = atomic_file::read(&path, MAX_PART)? {
            if there == bytes {
                return Ok(());
            }
            return Err(BatchError::refused(&path, "already exists with other records; was it made by another build?"));
        }
        let (private, mut file) = self.private(part)?;
        let written = faults::at("write part")
            .and_then(|()| file.write_all(bytes))
            .and_then(|()| faults::at("sync part"))
            .and_then(|()| file.sync_all())
            .and_then(|()| atomic_file::rename(&private, &path));
        if written.is_err() {
            let _ = fs::remove_file(&private);
        }
        written.map_err(BatchError::writing(&path))
    }

    /// A private file that is locked for this process.
    fn private(&self, part: &PartName) -> Result<(PathBuf, File), BatchError> {
        let failed = BatchError::writing(&self.path);
        let process = std::process::id();
        for attempt in 0u32.. {
            let name = format!(".{part}.{process}-{attempt}{}", PRIVATE.1);
            let path = self.path.join(name);
            let created =
                faults::at("create part").and_then(|()| File::options().write(true).create_new(true).open(&path));
            let file = match created {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                created => created.map_err(&failed)?,
            };
            // Between the two steps another process may have removed it as a leftover.
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => continue,
                _ if !path.exists() => continue,
                // Where there are no locks nothing is ever taken for a leftover.
                _ => return Ok((path, file)),
            }
        }
        unreachable!("there are more names than files")
    }

    /// Removes what killed processes left behind.
    pub fn clean(&self) -> Result<(), BatchError> {
        for entry in fs::read_dir(&self.path).map_err(BatchError::reading(&self.path))?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(PRIVATE.0) && name.ends_with(PRIVATE.1) {
                // Gone meanwhile, or locked by its writer: not ours to remove.
                let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
                if file.try_lock().is_ok() {
                    atomic_file::remove(&entry.path())?;
                }
            }
        }
        Ok(())
    }

    /// Removes a part.
    pub fn remove(&self, part: &PartName) -> Result<(), BatchError> {
        atomic_file::remove(&self.file(part))
    }
}
