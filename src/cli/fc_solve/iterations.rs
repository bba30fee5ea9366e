//! `-i`: the progress of the search, in the lines that PySolFC shows in its dialog.
//!
//! The searches here report every few thousand states, and several take turns, so a depth would mean nothing: it is 0.

use crate::search::Progress;
use std::io::{self, Write};

/// Writes a block for each report that passes a multiple of `step`.
pub struct Iterations {
    step: u64,
    next: u64,
}

impl Iterations {
    /// Nothing is written yet.
    pub fn every(step: u64) -> Iterations {
        Iterations { step, next: step }
    }

    /// The block before the first state.
    pub fn start(&self, out: &mut dyn Write) -> io::Result<()> {
        block(0, out)
    }

    /// A report of the search.
    pub fn report(&mut self, progress: &Progress, out: &mut dyn Write) -> io::Result<()> {
        if progress.states < self.next {
            return Ok(());
        }
        let passed = progress.states - progress.states % self.step;
        self.next = passed + self.step;
        block(passed, out)?;
        out.flush()
    }
}

fn block(states: u64, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "Iteration: {states}\nDepth: 0\nStored-States: {states}\nScan: \n\n")
}
