//! One writer at a time: an advisory lock on `FILE.lock`, held for as long as a run writes to FILE.
//!
//! The operating system drops the lock when its process ends, however it ends, so a lock file that a killed process left
//! behind locks nothing. The holder removes the file before it lets go. Whoever was waiting then holds a lock on a file
//! that has no name any more; so after locking, a process makes sure that the name still leads to what it locked, and
//! tries again if not.
//!
//! Only a lock file is taken for one: a file of the user that happens to have its name (`Cargo.lock`, for an output called
//! `Cargo`) is neither written to nor removed, and a link is not followed.

use super::{BatchError, atomic_file, faults};
use crate::search::Cancel;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time between two attempts while waiting.
const RETRY: Duration = Duration::from_millis(50);
/// How often a holder without a name is looked at again, a fifth of that time apart: it has only just locked the file.
const LOOKS: u32 = 200;
/// Longest description of a holder that is read.
const HOLDER: u64 = 200;
/// What it starts with.
const HOLDER_START: &str = "process ";

/// What to do while another process holds the lock.
#[derive(Clone, Debug, Default)]
pub enum IfHeld {
    /// Fail, naming the holder.
    #[default]
    Fail,
    /// Wait until it lets go, or until the flag is set.
    Wait(Cancel),
}

/// A held lock.
#[derive(Debug)]
pub struct OutputLock {
    path: PathBuf,
    /// None where the file system has no locks.
    file: Option<File>,
}

impl OutputLock {
    /// Locks the output FILE.
    pub fn acquire(output: &Path, if_held: &IfHeld) -> Result<OutputLock, BatchError> {
        let path = atomic_file::beside(output, ".lock");
        let mut looks = LOOKS;
        loop {
            let failed = BatchError::writing(output);
            let mut file = open(&path, output)?;
            match try_lock(&file, &path) {
                Ok(true) => {
                    let written = file.set_len(0).and_then(|()| file.rewind());
                    written.and_then(|()| file.write_all(describe().as_bytes())).map_err(&failed)?;
                    return Ok(OutputLock { path, file: Some(file) });
                }
                Ok(false) => continue,
                Err(TryLockError::WouldBlock) => match if_held {
                    IfHeld::Fail => match holder(&mut file) {
                        None if looks > 0 => {
                            looks -= 1;
                            std::thread::sleep(RETRY / 5);
                        }
                        name => {
                            let holder = name.unwrap_or("another process".into());
                            return Err(BatchError::Held { path: output.to_path_buf(), holder });
                        }
                    },
                    IfHeld::Wait(cancel) if cancel.is_cancelled() => {
                        return Err(BatchError::Interrupted);
                    }
                    IfHeld::Wait(_) => std::thread::sleep(RETRY),
                },
                Err(TryLockError::Error(error)) if has_no_locks(&error) => {
                    atomic_file::remove(&path)?;
                    return Ok(OutputLock { path, file: None });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
    }

    /// False where the file system has no locks: then nothing keeps a second writer away.
    pub fn is_held(&self) -> bool {
        self.file.is_some()
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // Removed while it is still locked; closing the file unlocks it.
        if self.file.is_some() && faults::at("remove lock").is_ok() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Opens a lock file, or makes it; anything else that has its name is refused.
fn open(path: &Path, output: &Path) -> Result<File, BatchError> {
    let not_ours = || {
        let problem = "is not a lock of this program; move it elsewhere, or choose another name for the output";
        Err(BatchError::refused(path, problem))
    };
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return not_ours();
    }
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW);
    let mut file = options.open(path).map_err(BatchError::writing(output))?;
    let mut start = Vec::new();
    let read = Read::by_ref(&mut file).take(HOLDER_START.len() as u64).read_to_end(&mut start);
    read.map_err(BatchError::reading(path))?;
    if start.is_empty() || start == HOLDER_START.as_bytes() { Ok(file) } else { not_ours() }
}

/// Locks the file; false if the lock is worth nothing, because the last holder has removed the name meanwhile.
fn try_lock(file: &File, path: &Path) -> Result<bool, TryLockError> {
    faults::at_lock().map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(is_named(file, path))
}

/// Whether the name still leads to this file.
#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (locked, named) = (file.metadata().map(identity), fs::metadata(path).map(identity));
    matches!((locked, named), (Ok(locked), Ok(named)) if locked == named)
}

/// Elsewhere open files cannot be removed.
#[cfg(not(unix))]
fn is_named(_: &File, _: &Path) -> bool {
    true
}

/// Whether a file system says that it has no locks, or that its lock service is not there (NFS).
fn has_no_locks(error: &io::Error) -> bool {
    #[cfg(target_os = "linux")]
    if error.raw_os_error() == Some(libc::ENOLCK) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// This process, as others will see it.
fn describe() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { String::new() } else { format!(" on {}", host.trim()) };
    format!("{HOLDER_START}{}{host}\n", std::process::id())
}

/// Who holds a lock, as far as the file tells.
fn holder(file: &mut File) -> Option<String> {
    let mut text = String::new();
    let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(HOLDER).read_to_string(&mut text));
    read.ok().filter(|_| text.ends_with('\n'))?;
    Some(crate::text::visible(text.trim()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn the_second_is_told_who_holds_it_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("a.ndjson");
        let first = OutputLock::acquire(&output, &IfHeld::Fail).unwrap();
        let refused = OutputLock::acquire(&output, &IfHeld::Fail).unwrap_err().to_string();
        assert!(refused.contains(&format!("process {}", std::process::id())), "{refused}");
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // What a killed process leaves behind locks nothing.
        fs::write(folder.path().join("a.ndjson.lock"), "process 1\n").unwrap();
        drop(OutputLock::acquire(&output, &IfHeld::Fail).unwrap());
    }

    /// The output `Cargo` has the lock `Cargo.lock`.
    #[test]
    fn what_is_no_lock_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (output, path) = (folder.path().join("Cargo"), folder.path().join("Cargo.lock"));
        let refused = || {
            let error = OutputLock::acquire(&output, &IfHeld::Fail).unwrap_err();
            assert!(matches!(&error, BatchError::Refused { path: named, .. } if *named == path), "{error}");
        };
        fs::write(&path, "version = 4\n").unwrap();
        refused();
        assert_eq!(fs::read(&path).unwrap(), b"version = 4\n");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        refused();
        fs::remove_dir(&path).unwrap();
        #[cfg(unix)]
        {
            let victim = folder.path().join("victim");
            fs::write(&victim, "process of law").unwrap();
            std::os::unix::fs::symlink("victim", &path).unwrap();
            refused();
            assert_eq!(fs::read(&victim).unwrap(), b"process of law");
        }
    }

    /// A waiting process has opened the file before its holder removes it, and another one makes it anew.
    #[test]
    #[cfg(unix)]
    fn a_lock_on_a_removed_file_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("a.ndjson");
        let path = atomic_file::beside(&output, ".lock");
        let first = OutputLock::acquire(&output, &IfHeld::Fail).unwrap();
        let waiting = File::open(&path).unwrap();
        assert!(matches!(try_lock(&waiting, &path), Err(TryLockError::WouldBlock)));
        drop(first);
        assert!(!try_lock(&waiting, &path).unwrap());
        let second = OutputLock::acquire(&output, &IfHeld::Fail).unwrap();
        assert!(second.is_held() && !try_lock(&waiting, &path).unwrap(), "two at once");
    }

    #[test]
    fn many_that_wait_get_it_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("a.ndjson");
        let inside = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        let lock = OutputLock::acquire(&output, &IfHeld::Wait(Cancel::new())).unwrap();
                        assert!(lock.is_held() && !inside.swap(true, Ordering::SeqCst), "two at once");
                        std::thread::yield_now();
                        inside.store(false, Ordering::SeqCst);
                    }
                });
            }
        });
        let cancel = Cancel::new();
        cancel.cancel();
        let _held = OutputLock::acquire(&output, &IfHeld::Fail).unwrap();
        assert!(matches!(OutputLock::acquire(&output, &IfHeld::Wait(cancel)), Err(BatchError::Interrupted)));
    }
}
