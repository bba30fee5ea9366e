//! What can go wrong with a batch.

use crate::format::records::ReadError;
use crate::search::SolveError;
use std::io;
use std::path::{Path, PathBuf};

/// A batch, merge or report that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// Something could not be written: no permission, no such folder, disk full, closed pipe.
    #[error("cannot write {}", path.display())]
    Write {
        /// Where to.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Something could not be opened for reading.
    #[error("cannot read {}", path.display())]
    Open {
        /// What.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file holds something else than records.
    #[error("{}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: ReadError,
    },
    /// Files that do not fit to each other or to what is asked for.
    #[error("{}: {problem}", path.display())]
    Refused {
        /// Which file.
        path: PathBuf,
        /// What does not fit, and the remedy.
        problem: String,
    },
    /// The solver found a win that does not replay.
    #[error("deal {deal}")]
    Bug {
        /// Which deal.
        deal: String,
        /// What happened.
        #[source]
        source: SolveError,
    },
    /// Threads could not be started.
    #[error("cannot start {threads} threads ({problem}); use fewer with --threads")]
    Threads {
        /// How many.
        threads: usize,
        /// Why.
        problem: String,
    },
}

impl AnalysisError {
    /// A refusal.
    pub(super) fn refused(path: &Path, problem: impl Into<String>) -> AnalysisError {
        AnalysisError::Refused { path: path.to_path_buf(), problem: problem.into() }
    }

    /// Turns an I/O error into one that names the file that was written.
    pub(super) fn writing(path: &Path) -> impl Fn(io::Error) -> AnalysisError + '_ {
        |source| AnalysisError::Write { path: path.to_path_buf(), source }
    }

    /// Turns an I/O error into one that names the file that was read.
    pub(super) fn opening(path: &Path) -> impl Fn(io::Error) -> AnalysisError + '_ {
        |source| AnalysisError::Open { path: path.to_path_buf(), source }
    }

    /// Turns a reading error into one that names the file.
    pub(super) fn reading(path: &Path) -> impl Fn(ReadError) -> AnalysisError + '_ {
        |source| AnalysisError::Read { path: path.to_path_buf(), source }
    }
}
