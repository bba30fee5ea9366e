//! Exit codes, a stable contract: 0 winnable or done, 1 unwinnable, 2 usage or input error, 3 undecided at a limit of
//! the user, 4 internal error, 5 undecided at a capacity of the program, 6 no more memory or threads from the system, 130
//! interrupted.

use super::advice::advice;
use crate::batch::{BatchError, BenchError};
use crate::search::SolveError;
use crate::text::visible;
use crate::verdict::{Reason, ReasonKind, Verdict};
use std::io::{self, Write};

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Winnable, or done.
    Done = 0,
    /// Unwinnable; for `verify`: not a valid solution.
    Unwinnable = 1,
    /// Usage or input error.
    Usage = 2,
    /// Undecided: a limit of the user was reached.
    Undecided = 3,
    /// A bug of the program.
    Internal = 4,
    /// Undecided: a capacity of the program was reached, whatever the limits are.
    Capacity = 5,
    /// The system refused memory that the user's limits allow, or refused threads.
    Resources = 6,
    /// Ctrl-C; progress is saved where there is any.
    Interrupted = 130,
}

impl Exit {
    /// The end of a command that answers with a verdict.
    pub fn of(verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Winnable => Exit::Done,
            Verdict::Unwinnable => Exit::Unwinnable,
            Verdict::Undecided(Reason::Interrupted) => Exit::Interrupted,
            Verdict::Undecided(reason) => match reason.kind() {
                ReasonKind::Limit => Exit::Undecided,
                ReasonKind::Capacity | ReasonKind::Method => Exit::Capacity,
            },
        }
    }
}

/// Turns the result of a command into an exit code and reports errors on standard error.
pub fn code(ended: anyhow::Result<Exit>) -> u8 {
    let error = match ended {
        Ok(exit) => return exit as u8,
        Err(error) => error,
    };
    let broken_pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken_pipe)) {
        return Exit::Done as u8;
    }
    let (exit, message) = explained(&error);
    let _ = writeln!(anstream::stderr(), "error: {message}");
    exit as u8
}

/// The exit code for an error, and the error in words with its remedy.
pub fn explained(error: &anyhow::Error) -> (Exit, String) {
    let bug = |cause: &SolveError| matches!(cause, SolveError::Replay(_));
    let internal = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<SolveError>().is_some_and(bug) || cause.is::<BenchError>()
    };
    let internal = error.chain().any(internal);
    let remedy = error.chain().find_map(advice).map_or(String::new(), |remedy| format!("; {remedy}"));
    let exit = match error.chain().find_map(|cause| cause.downcast_ref()) {
        _ if internal => Exit::Internal,
        // Ctrl-C while waiting for another process.
        Some(BatchError::Interrupted) => Exit::Interrupted,
        Some(BatchError::Threads { .. }) => Exit::Resources,
        _ => Exit::Usage,
    };
    (exit, visible(&format!("{error:#}{remedy}")).into_owned())
}
