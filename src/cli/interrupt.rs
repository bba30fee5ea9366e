//! Ctrl-C and the polite signals of job schedulers: the first asks to stop, the second ends at once.

use super::exit::Exit;
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C (and SIGTERM, SIGHUP) sets.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}
