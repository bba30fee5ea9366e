//! What a search may use up: states, memory, time, and the user's patience.
//!
//! State limits are the default because they give the same verdict on every machine. Time and interruption are
//! looked at only every few thousand states, so asking is free.

use crate::engine::one_deck;
use crate::rules::Rules;
use crate::verdict::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;
#[cfg(target_family = "wasm")]
use web_time::Instant;

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
        Limits { states: 20_000_000, memory: 4_000_000_000, time: None, stop: None }
    }
}

impl Limits {
    /// What a user who says nothing gets: states enough to settle any deal that is met in daily life. Those of one deck
    /// are small and quickly gone through, so they may be more.
    pub fn for_rules(rules: &Rules) -> Limits {
        let more = if one_deck::supports(rules) { 5 } else { 1 };
        let limits = Limits::default();
        Limits { states: limits.states * more, ..limits }
    }

    /// Starts the clock.
    pub fn start(&self) -> Stop {
        Stop { deadline: self.time.map(|time| Instant::now() + time), stop: self.stop.clone() }
    }

    /// What is left after so many states and what the clock says.
    pub fn after(&self, states: u64, clock: &Stop) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        let states = self.states.saturating_sub(states);
        Limits { states, time: clock.deadline.map(left), ..self.clone() }
    }
}

/// What a search has used up of its limits.
#[derive(Debug)]
pub(crate) struct Effort {
    /// States expanded.
    pub states: u64,
    /// States that may be.
    pub limit: u64,
    memory: u64,
    stop: Stop,
}

impl Effort {
    /// Nothing used up yet; the clock starts.
    pub fn new(limits: &Limits) -> Effort {
        Effort { states: 0, limit: limits.states, memory: limits.memory, stop: limits.start() }
    }

    /// Counts a state; the reason to stop, if there is one. Memory and clock are looked at now and then.
    #[inline]
    pub fn spend(&mut self, memory: impl FnOnce() -> u64) -> Option<Reason> {
        if self.states >= self.limit {
            return Some(Reason::States);
        }
        if self.states.is_multiple_of(256) {
            if memory() > self.memory {
                return Some(Reason::Memory);
            }
            if let Some(reason) = self.stop.now() {
                return Some(reason);
            }
        }
        self.states += 1;
        None
    }

    /// Whether more states may be expanded.
    pub fn is_left(&self) -> bool {
        self.states < self.limit
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
