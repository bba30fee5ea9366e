//! Progress reports of a running search to its caller.

use crate::metric::Bounds;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// What a search is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Phase {
    /// Incomplete searches for a win.
    Finding,
    /// The complete search: a win or the end of the space.
    Proving,
    /// The search for a shortest solution.
    Shortening,
}

/// A progress report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// States expanded so far, by all searches of this deal together.
    pub states: u64,
    /// Bytes that the running search holds, as far as it keeps count.
    pub memory: u64,
    /// What is known about the shortest length, once it has been asked for.
    pub bounds: Option<Bounds>,
}

/// A callback that all searches of a deal share, and the last report.
#[derive(Clone)]
pub struct Watch(Arc<Mutex<Watched<Callback>>>);

type Callback = dyn FnMut(&Progress) + Send;

struct Watched<F: ?Sized> {
    last: Progress,
    callback: F,
}

const NOTHING_DONE: Progress = Progress { phase: Phase::Finding, states: 0, memory: 0, bounds: None };

impl Watch {
    /// Calls this function every few thousand states and whenever a bound improves.
    pub fn new(callback: impl FnMut(&Progress) + Send + 'static) -> Watch {
        Watch(Arc::new(Mutex::new(Watched { last: NOTHING_DONE, callback })))
    }

    /// Starts over, for another deal.
    pub fn reset(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).last = NOTHING_DONE;
    }

    /// Reports how many states a search in this phase has expanded and how many bytes it holds.
    pub fn report(&self, phase: Phase, states: u64, memory: u64) {
        self.update(|last| *last = Progress { phase, states, memory, ..*last });
    }

    /// Reports a better bound.
    pub fn report_bounds(&self, bounds: Bounds) {
        self.update(|last| *last = Progress { phase: Phase::Shortening, bounds: Some(bounds), ..*last });
    }

    fn update(&self, change: impl FnOnce(&mut Progress)) {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Watched { last, callback } = &mut *watched;
        change(last);
        callback(last);
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}
