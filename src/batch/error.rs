//! Errors of a batch. Messages say what is wrong; the command line adds which option helps.

use super::results::Fault;
use crate::format::record_file::ReadError;
use crate::text::count;
use std::io;
use std::path::{Path, PathBuf};

/// A batch, merge or report that cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// Something could not be written: no permission, no such folder, disk full, closed pipe.
    #[error("cannot write {}", path.display())]
    Write {
        /// Where to.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Something could not be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// What.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file does not hold records.
    #[error("{}", path.display())]
    NotRecords {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: ReadError,
    },
    /// A file exists, and the caller has not asked to overwrite it.
    #[error("{} exists already", path.display())]
    Exists {
        /// Which file.
        path: PathBuf,
    },
    /// A file appeared while the new one was being made; both are kept.
    #[error("{} appeared during the run; the new file is {}", path.display(), complete.display())]
    Appeared {
        /// Which file.
        path: PathBuf,
        /// The new one.
        complete: PathBuf,
    },
    /// There is an unfinished run.
    #[error("{} belongs to an unfinished run ({} of {} deals)", path.display(), count(*done), count(*total))]
    Unfinished {
        /// Where its results will be.
        path: PathBuf,
        /// Deals that are saved.
        done: u64,
        /// Deals of the run.
        total: u64,
    },
    /// Another process writes to the same file.
    #[error("{} is being written by {holder}", path.display())]
    Held {
        /// Which file.
        path: PathBuf,
        /// Who writes to it.
        holder: String,
    },
    /// The run to be resumed was started with other options.
    #[error("{} belongs to another run ({difference})", path.display())]
    OtherRun {
        /// Which file.
        path: PathBuf,
        /// How the runs differ.
        difference: String,
    },
    /// There is a file, but not what is needed to resume.
    #[error("{} exists, but {} does not: there is nothing to resume", path.display(), missing.display())]
    NothingToResume {
        /// The file.
        path: PathBuf,
        /// What would be needed.
        missing: PathBuf,
    },
    /// The saved state of an unfinished run is damaged.
    #[error("the saved state of {} is damaged: {problem}", path.display())]
    Damaged {
        /// The file that is damaged.
        path: PathBuf,
        /// How.
        problem: String,
        /// Deals that are certainly intact, and all deals of the run; unknown if the damage hides even that.
        safe: Option<(u64, u64)>,
    },
    /// A file of results is not as it was written.
    #[error("{}: {fault}", path.display())]
    Results {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Nothing is known about how a file was made.
    #[error("{} has no {} beside it, so its limits, version and completeness are unknown", path.display(), missing.display())]
    Unknown {
        /// Which file.
        path: PathBuf,
        /// What would tell.
        missing: PathBuf,
    },
    /// A deal is in no part.
    #[error("deal {first} is missing{}", next.as_ref().map_or(String::new(), |next| format!(" (the next deal is {next})")))]
    Gap {
        /// The first missing deal.
        first: String,
        /// The next deal that a part has.
        next: Option<String>,
    },
    /// Files do not match each other or the request.
    #[error("{}: {problem}", path.display())]
    Refused {
        /// Which file.
        path: PathBuf,
        /// What does not fit.
        problem: String,
    },
    /// Threads could not be started.
    #[error("the system allows no more threads ({problem})")]
    Threads {
        /// Why.
        problem: String,
    },
    /// The caller cancelled it.
    #[error("interrupted")]
    Interrupted,
}

impl BatchError {
    /// A refusal.
    pub(super) fn refused(path: &Path, problem: impl Into<String>) -> BatchError {
        BatchError::Refused { path: path.to_path_buf(), problem: problem.into() }
    }

    /// Damage of which nothing more is known.
    pub(super) fn damaged(path: &Path, problem: impl Into<String>) -> BatchError {
        BatchError::Damaged { path: path.to_path_buf(), problem: problem.into(), safe: None }
    }

    /// A fault in a file of results.
    pub(super) fn results(path: &Path, fault: Fault) -> BatchError {
        BatchError::Results { path: path.to_path_buf(), fault }
    }

    /// Turns an I/O error into one that names the file that was written.
    pub(super) fn writing(path: &Path) -> impl Fn(io::Error) -> BatchError + '_ {
        |source| BatchError::Write { path: path.to_path_buf(), source }
    }

    /// Turns an I/O error into one that names the file that was read.
    pub(super) fn reading(path: &Path) -> impl Fn(io::Error) -> BatchError + '_ {
        |source| BatchError::Read { path: path.to_path_buf(), source }
    }

    /// Turns an error about records into one that names the file.
    pub(super) fn records(path: &Path) -> impl Fn(ReadError) -> BatchError + '_ {
        |source| BatchError::NotRecords { path: path.to_path_buf(), source }
    }
}
