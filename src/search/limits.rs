//! Limits of a search on states, memory and time, and cancelling from outside.
//!
//! State limits are the default because they give the same verdict on every machine.

use crate::engine::one_deck;
use crate::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// States that a search may expand unless told otherwise.
const STATES: u64 = 20_000_000;
/// One-deck states are small and fast to expand, so the default limit is higher.
const ONE_DECK_STATES: u64 = 100_000_000;
/// Bytes that a search may hold unless told otherwise.
const MEMORY: u64 = 4_000_000_000;

/// Limits of the search for one deal. The command line has the same defaults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// States that may be expanded.
    pub states: u64,
    /// Bytes that the search may hold.
    pub memory: u64,
    /// Time that may pass. Verdicts then depend on the machine.
    pub time: Option<Duration>,
}

impl Limits {
    /// The defaults for a game: enough states to decide nearly every deal, 4 GB, no limit on time.
    pub fn of(rules: &Rules) -> Limits {
        let states = if one_deck::supports(rules) { ONE_DECK_STATES } else { STATES };
        Limits { states, memory: MEMORY, time: None }
    }

    /// The same limits with another number of states.
    pub fn states(self, states: u64) -> Limits {
        Limits { states, ..self }
    }

    /// The same limits with another number of bytes.
    pub fn memory(self, memory: u64) -> Limits {
        Limits { memory, ..self }
    }

    /// The same limits with a limit on time.
    pub fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }
}

/// Ends searches from outside: clones share one flag, so one can be kept by a signal handler or another thread.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Sets the flag. Searches that check it end within milliseconds, undecided.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for those who can set nothing but an atomic.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }
}
