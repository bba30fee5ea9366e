//! The three answers. "Proved unwinnable" and "gave up" are different answers everywhere.

use std::fmt;

/// What is known about a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// A solution was found and replayed by the verifier.
    Winnable,
    /// The complete search ended without a win.
    Unwinnable,
    /// A limit came first.
    Undecided(Reason),
}

/// Which limit ended a search without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The limit on states (`--max-states`).
    States,
    /// The limit on memory (`--memory`).
    Memory,
    /// The limit on time (`--time-limit`).
    Time,
    /// The user (Ctrl-C).
    Interrupted,
}

impl Reason {
    /// The word used in records.
    pub fn word(self) -> &'static str {
        match self {
            Reason::States => "states",
            Reason::Memory => "memory",
            Reason::Time => "time",
            Reason::Interrupted => "interrupted",
        }
    }
}

impl Verdict {
    /// The word used in records.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Winnable => "winnable",
            Verdict::Unwinnable => "unwinnable",
            Verdict::Undecided(_) => "undecided",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
