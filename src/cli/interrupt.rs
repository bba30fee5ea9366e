//! Signals. The first Ctrl-C, SIGTERM or SIGHUP asks the program to stop, the second ends it at once. A file that may not grow
//! further (`ulimit -f`) gives an error of the write instead of a signal.

#![allow(unsafe_code)]

use super::exit::Exit;
use crate::batch::{BatchError, room_for_threads};
use crate::search::Cancel;
use std::io::ErrorKind;
use std::sync::atomic::Ordering;

/// A flag that Ctrl-C (and SIGTERM, SIGHUP) sets.
pub fn on_signals() -> anyhow::Result<Cancel> {
    // The signals have a thread of their own.
    room_for_threads(1)?;
    let cancel = Cancel::new();
    let flag = cancel.flag().clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .map_err(|error| match error {
        // It needs a thread of its own.
        ctrlc::Error::System(error) if error.kind() == ErrorKind::WouldBlock => {
            anyhow::Error::new(BatchError::Threads { problem: error.to_string() })
        }
        ctrlc::Error::System(error) => anyhow::Error::new(error).context("cannot listen for Ctrl-C"),
        error => anyhow::Error::new(error),
    })?;
    Ok(cancel)
}

/// Makes writing beyond the largest allowed size fail like writing to a full disk. The default is to end the program.
pub fn report_files_that_are_too_large() {
    #[cfg(target_os = "linux")]
    // SAFETY: ignoring a signal installs no handler; it is done before any thread is started.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}
