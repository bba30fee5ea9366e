//! What a search may use up: states, memory, time, and the user's patience.
//!
//! State limits are the default because they give the same verdict on every machine. Time and interruption are
//! looked at only every few thousand states, so asking is free.

use crate::verdict::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// States that may be expanded.
    pub states: u64,
    /// Bytes that the search may hold.
    pub memory: u64,
    /// Time that may pass.
    pub time: Option<Duration>,
    /// Set from outside to end the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: u64::MAX, memory: 4 << 30, time: None, stop: None }
    }
}

impl Limits {
    /// Starts the clock.
    pub fn start(&self) -> Stop {
        Stop { deadline: self.time.map(|t| Instant::now() + t), stop: self.stop.clone() }
    }
}

/// A running clock: tells when time is up or the user has had enough.
#[derive(Clone, Debug)]
pub struct Stop {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// The reason to stop now, if there is one. Cheap, but not for every state.
    pub fn now(&self) -> Option<Reason> {
        if self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Some(Reason::Interrupted);
        }
        self.deadline.filter(|d| Instant::now() >= *d).map(|_| Reason::Time)
    }
}
