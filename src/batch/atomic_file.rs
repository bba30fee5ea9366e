//! Files that are there as a whole or not at all.
//!
//! A file is written under a private name (`FILE.winnable-new`), synced, renamed, and the folder is synced, so that after a
//! crash at any moment either the old content or the new one is there. The private name is fixed and guarded by the
//! output's lock: what a killed process left behind is replaced by the next. It is not the name under which
//! the records of an unfinished run grow (`FILE.partial`): a refused or failed write must not touch those. Nobody else's
//! file has such a name, and a link that somebody put there is removed and not followed.

use super::checkpoint::Checkpoint;
use super::lock::{IfHeld, OutputLock};
use super::run_file::RunFile;
use super::{BatchError, faults};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Ending of a file that is written in one go: one that no file of the user has.
const NEW: &str = ".winnable-new";

/// The name of a file that belongs to another.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// The private name that a file is written under.
pub fn private(path: &Path) -> PathBuf {
    beside(path, NEW)
}

/// Where a path leads: symbolic links are followed, so that a link stays a link and its target is written.
pub fn target(path: &Path) -> PathBuf {
    let mut target = path.to_path_buf();
    // As many links as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&target) {
            Ok(link) => target = folder(&target).join(link),
            Err(_) => break,
        }
    }
    target
}

/// The folder that a file lies in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a rename or removal in the folder of this file last.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    faults::at("sync folder")?;
    #[cfg(unix)]
    match File::open(folder(path)).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot sync folders; there is nothing more to be done then.
        Err(error) if !matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => {
            return Err(error);
        }
        _ => {}
    }
    let _ = path;
    Ok(())
}

/// Gives a finished file its name.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::at("rename")?;
    fs::rename(from, to)?;
    sync_folder(to)
}

/// Makes a file under a private name anew. What is there was left behind by a killed process; a link is not followed.
pub fn create_private(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::options().read(true).write(true).create_new(true).open(path)
}

/// Removes a file that may not be there.
pub fn remove(path: &Path) -> Result<(), BatchError> {
    let removed = faults::at("remove").and_then(|()| fs::remove_file(path));
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(BatchError::writing(path)(error)),
        _ => Ok(()),
    }
}

/// Replaces a file by these bytes. For files that only one process writes: the caller holds the lock of the output.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), BatchError> {
    prepare(path, bytes)?;
    rename(&private(path), path).map_err(BatchError::writing(path))
}

/// Writes these bytes under the private name of a file; a rename is all that is missing.
pub fn prepare(path: &Path, bytes: &[u8]) -> Result<(), BatchError> {
    let write = || {
        faults::at("create")?;
        let mut file = create_private(&private(path))?;
        faults::at("write")?;
        file.write_all(bytes)?;
        faults::at("sync")?;
        file.sync_all()
    };
    write().map_err(BatchError::writing(path))
}

/// Reads a whole file of at most so many bytes; `None` if there is none.
pub fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, BatchError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(BatchError::reading(path)(error)),
    };
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(BatchError::reading(path))?;
    if bytes.len() as u64 > most {
        return Err(BatchError::damaged(path, format!("it is larger than {most} bytes")));
    }
    Ok(Some(bytes))
}

/// What may be at the place of a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Nothing: a file that is there is kept, and the new one is refused. An empty file is nothing.
    Keep,
    /// Anything.
    Replace,
}

/// A new file, which gets its name when it is complete.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    private: PathBuf,
    file: Option<File>,
    existing: Existing,
    lock: OutputLock,
}

impl AtomicFile {
    /// Opens the private name, so that an unwritable path fails before the work.
    pub fn create(path: &Path, existing: Existing, if_held: &IfHeld) -> Result<AtomicFile, BatchError> {
        let path = target(path);
        let lock = OutputLock::acquire(&path, if_held)?;
        RunFile::settle(&path)?;
        check_existing(&path, existing)?;
        if let Some(unfinished) = Checkpoint::unfinished(&path)?.filter(|_| existing != Existing::Replace) {
            return Err(unfinished);
        }
        let private = private(&path);
        let created = faults::at("create").and_then(|()| create_private(&private));
        let file = created.map_err(BatchError::writing(&path))?;
        Ok(AtomicFile { path, private, file: Some(file), existing, lock })
    }

    /// Where the file will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// False where the file system has no locks: then nothing keeps a second writer away.
    pub fn is_locked(&self) -> bool {
        self.lock.is_held()
    }

    /// Gives the complete file its name.
    pub fn commit(self) -> Result<(), BatchError> {
        self.commit_as(|private, path| rename(private, path).map_err(BatchError::writing(path)))
    }

    /// Gives the complete file its name by other means than a rename: these get the private name and the name.
    pub(super) fn commit_as(
        mut self,
        publish: impl FnOnce(&Path, &Path) -> Result<(), BatchError>,
    ) -> Result<(), BatchError> {
        let file = self.file.take().expect("committed once");
        let synced = faults::at("sync").and_then(|()| file.sync_all());
        let committed = synced.map_err(BatchError::writing(&self.path)).and_then(|()| {
            check_still(&self.path, self.existing, &self.private)?;
            publish(&self.private, &self.path)
        });
        if committed.as_ref().is_err_and(|error| !matches!(error, BatchError::Appeared { .. })) {
            let _ = fs::remove_file(&self.private);
        }
        committed
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        faults::at("write")?;
        self.file.as_mut().expect("not committed yet").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.private);
        }
    }
}

/// Refuses what must not be replaced: folders, and files that somebody may still need.
fn check_existing(path: &Path, existing: Existing) -> Result<(), BatchError> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(BatchError::reading(path)(error)),
    };
    if metadata.is_dir() {
        return Err(BatchError::writing(path)(io::ErrorKind::IsADirectory.into()));
    }
    match existing {
        Existing::Keep if metadata.len() > 0 => Err(BatchError::Exists { path: path.to_path_buf() }),
        _ => Ok(()),
    }
}

/// The same when the new file is complete: a run may take days, and locks keep only our own processes away.
pub fn check_still(path: &Path, existing: Existing, complete: &Path) -> Result<(), BatchError> {
    check_existing(path, existing).map_err(|error| match error {
        BatchError::Exists { path } => BatchError::Appeared { path, complete: complete.to_path_buf() },
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn appears_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let create = |existing| AtomicFile::create(&path, existing, &IfHeld::Fail);
        let mut file = create(Existing::Keep).unwrap();
        file.write_all(b"one").unwrap();
        assert_eq!(names(folder.path()), ["page.html.lock", "page.html.winnable-new"]);
        assert!(matches!(create(Existing::Keep), Err(BatchError::Held { .. })));
        drop(file);
        assert_eq!(names(folder.path()), [""; 0]);
        for (existing, text) in [(Existing::Keep, "one"), (Existing::Replace, "two")] {
            let mut file = create(existing).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.commit().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(folder.path()), ["page.html"]);
        }
        assert!(matches!(create(Existing::Keep), Err(BatchError::Exists { .. })));
        create(Existing::Replace).unwrap().commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        assert!(AtomicFile::create(folder.path(), Existing::Replace, &IfHeld::Fail).is_err());
    }

    /// Locks keep only our own processes away: somebody may copy a file there while a run goes on.
    #[test]
    fn what_appears_meanwhile_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let write = |existing| {
            let mut file = AtomicFile::create(&path, existing, &IfHeld::Fail).unwrap();
            file.write_all(b"ours").unwrap();
            fs::write(&path, "theirs").unwrap();
            file.commit()
        };
        assert!(matches!(write(Existing::Keep), Err(BatchError::Appeared { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(fs::read(private(&path)).unwrap(), b"ours", "what was made is not thrown away");
        write(Existing::Replace).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"ours");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    #[cfg(unix)]
    fn links_under_private_names_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, victim) = (folder.path().join("a"), folder.path().join("victim"));
        fs::write(&victim, "precious").unwrap();
        std::os::unix::fs::symlink("victim", private(&path)).unwrap();
        let mut file = AtomicFile::create(&path, Existing::Keep, &IfHeld::Fail).unwrap();
        file.write_all(b"x").unwrap();
        file.commit().unwrap();
        std::os::unix::fs::symlink("victim", private(&path)).unwrap();
        replace(&path, b"y").unwrap();
        assert_eq!((fs::read(&path).unwrap(), fs::read(&victim).unwrap()), (b"y".to_vec(), b"precious".to_vec()));
        assert!(!fs::symlink_metadata(&path).unwrap().is_symlink());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("data/real", &link).unwrap();
        let mut file = AtomicFile::create(&link, Existing::Keep, &IfHeld::Fail).unwrap();
        file.write_all(b"x").unwrap();
        file.commit().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("data/real")).unwrap(), b"x");
    }
}
