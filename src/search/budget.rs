//! The rest of the caller's limits, passed on from one search to the next.
//!
//! Time and cancelling are checked only every few thousand states ([`Clock::check`]), so that the
//! check costs nothing measurable. The same check reports progress to the caller.

use super::limits::{Cancel, Limits};
use super::progress::{Phase, Watch};
use crate::verdict::Reason;
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;
#[cfg(target_family = "wasm")]
use web_time::Instant;

/// Memory outside of the counted structures: the program, the win search, and what is kept from deal to deal. Limits below
/// twice this number cannot be kept.
const OVERHEAD: u64 = 24 << 20;

/// What one search may use.
#[derive(Clone, Debug)]
pub struct Budget {
    /// States that may be expanded.
    pub states: u64,
    /// Bytes that the search may hold.
    pub memory: u64,
    /// Time that may pass.
    pub time: Option<Duration>,
    /// Ends the search from outside.
    pub cancel: Option<Cancel>,
    /// Receives progress reports.
    pub watch: Option<Watch>,
    /// What the search is for.
    pub phase: Phase,
    /// States expanded for the same deal before.
    pub spent: u64,
}

impl From<&Limits> for Budget {
    fn from(limits: &Limits) -> Budget {
        let &Limits { states, memory, time } = limits;
        Budget { states, memory, time, ..Budget::default() }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            states: 20_000_000,
            memory: 4_000_000_000,
            time: None,
            cancel: None,
            watch: None,
            phase: Phase::Finding,
            spent: 0,
        }
    }
}

impl Budget {
    /// Starts the clock.
    pub fn start(&self) -> Clock {
        let Budget { cancel, watch, phase, spent, .. } = self.clone();
        let deadline = self.time.map(|time| Instant::now() + time);
        Clock { deadline, cancel, watch, phase, spent }
    }

    /// What is left after this number of states and the time on the clock.
    pub fn after(&self, states: u64, clock: &Clock) -> Budget {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Budget {
            states: self.states.saturating_sub(states),
            time: clock.deadline.map(left),
            spent: self.spent + states,
            ..self.clone()
        }
    }

    /// What is left for the structures of one search: less what the program itself takes.
    pub fn without_overhead(self) -> Budget {
        Budget { memory: self.memory.saturating_sub(OVERHEAD).max(OVERHEAD), ..self }
    }

    /// The same for another purpose.
    pub fn with_phase(self, phase: Phase) -> Budget {
        Budget { phase, ..self }
    }
}

/// States between two readings of the clock, a multiple of the next.
const CLOCK: u64 = 256;
/// States between two checks of the memory: few, since a state of a big game can have a hundred successors of 300 bytes.
const MEMORY: u64 = 16;

/// How much of its budget a search has used.
#[derive(Debug)]
pub struct Effort {
    /// States expanded.
    pub states: u64,
    /// States that may be expanded.
    pub limit: u64,
    memory: u64,
    clock: Clock,
}

impl Effort {
    /// Nothing used yet; starts the clock.
    pub fn new(limits: &Budget) -> Effort {
        Effort { states: 0, limit: limits.states, memory: limits.memory, clock: limits.start() }
    }

    /// Counts a state. Returns the reason to stop, if there is one. Memory and clock are checked at intervals.
    #[inline]
    pub fn spend(&mut self, memory: impl FnOnce() -> u64) -> Option<Reason> {
        if self.states >= self.limit {
            return Some(Reason::States);
        }
        if self.states.is_multiple_of(MEMORY) {
            let memory = memory();
            if self.is_too_much(memory) {
                return Some(Reason::Memory);
            }
            if self.states.is_multiple_of(CLOCK)
                && let Some(reason) = self.clock.check(self.states, memory)
            {
                return Some(reason);
            }
        }
        self.states += 1;
        None
    }

    /// Whether this many bytes exceed the limit. To be asked before a large allocation.
    pub fn is_too_much(&self, memory: u64) -> bool {
        memory > self.memory
    }

    /// Whether more states may be expanded.
    pub fn is_left(&self) -> bool {
        self.states < self.limit
    }
}

/// A running clock: says when time is up or the caller has cancelled.
#[derive(Clone, Debug)]
pub struct Clock {
    deadline: Option<Instant>,
    cancel: Option<Cancel>,
    watch: Option<Watch>,
    phase: Phase,
    spent: u64,
}

impl Clock {
    /// The reason to stop now, if there is one. Reports the states and the memory to the progress callback. Cheap, but not
    /// cheap enough for every state.
    pub fn check(&self, states: u64, memory: u64) -> Option<Reason> {
        if let Some(watch) = &self.watch {
            watch.report(self.phase, self.spent + states, memory);
        }
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(Reason::Interrupted);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Reason::Time)
    }
}
