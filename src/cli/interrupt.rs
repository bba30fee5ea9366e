//! Ctrl-C and the polite signals of job schedulers: the first asks to stop, the second ends at once.

use super::exit::Exit;
use crate::search::Cancel;
use anyhow::Context;
use std::sync::atomic::Ordering;

/// A flag that Ctrl-C (and SIGTERM, SIGHUP) sets.
pub fn on_signals() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let flag = cancel.flag().clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(cancel)
}
