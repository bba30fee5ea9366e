//! The three answers, and why a search gave up. "Proved unwinnable" and "gave up" are different answers everywhere.

use std::fmt;
use std::str::FromStr;

/// What is known about a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// A solution was found and replayed by the verifier.
    Winnable,
    /// The complete search ended without a win.
    Unwinnable,
    /// The search gave up.
    Undecided(Reason),
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

/// Why a search gave up. There are three kinds: a limit of the caller, a capacity of the program, and a missing method for the
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The limit on states.
    States,
    /// The limit on memory.
    Memory,
    /// The limit on time.
    Time,
    /// The caller stopped the search.
    Interrupted,
    /// A capacity of the program, whatever the limits are.
    Capacity(Capacity),
    /// No method decides this for games of these rules. Given for shortest lengths only: every game has a complete search for
    /// its verdict.
    Method,
}

/// Capacities of the program in one search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Capacity {
    /// Different columns of one deal, in games of several decks or with a stock.
    Columns,
    /// Positions of one search.
    Positions,
    /// Length of a solution in the search for a shortest one.
    PathLength,
}

/// The kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReasonKind {
    /// A limit that the caller set.
    Limit,
    /// A capacity of the program.
    Capacity,
    /// No method applies.
    Method,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 8] = [
        Reason::States,
        Reason::Memory,
        Reason::Time,
        Reason::Interrupted,
        Reason::Capacity(Capacity::Columns),
        Reason::Capacity(Capacity::Positions),
        Reason::Capacity(Capacity::PathLength),
        Reason::Method,
    ];

    /// The word used in records.
    pub fn word(self) -> &'static str {
        match self {
            Reason::States => "states",
            Reason::Memory => "memory",
            Reason::Time => "time",
            Reason::Interrupted => "interrupted",
            Reason::Capacity(Capacity::Columns) => "capacity_columns",
            Reason::Capacity(Capacity::Positions) => "capacity_positions",
            Reason::Capacity(Capacity::PathLength) => "capacity_path_length",
            Reason::Method => "method",
        }
    }

    /// Which kind it is.
    pub fn kind(self) -> ReasonKind {
        match self {
            Reason::States | Reason::Memory | Reason::Time | Reason::Interrupted => ReasonKind::Limit,
            Reason::Capacity(_) => ReasonKind::Capacity,
            Reason::Method => ReasonKind::Method,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::States => "the limit on states was reached",
            Reason::Memory => "the limit on memory was reached",
            Reason::Time => "the time limit was reached",
            Reason::Interrupted => "interrupted",
            Reason::Capacity(Capacity::Columns) => {
                "the program's table of 8 million different columns of one deal is full"
            }
            Reason::Capacity(Capacity::Positions) => "the program's table of positions is full",
            Reason::Capacity(Capacity::PathLength) => {
                "the program cannot keep paths of more than 511 moves in the search for a shortest solution"
            }
            Reason::Method => "there is no method that proves shortest lengths of this game",
        })
    }
}

/// A text that names no reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a reason; reasons are {}", Reason::ALL.map(Reason::word).join(", "))]
pub struct UnknownReason {
    /// What was read.
    pub text: String,
}

impl FromStr for Reason {
    type Err = UnknownReason;

    fn from_str(text: &str) -> Result<Reason, UnknownReason> {
        let found = Reason::ALL.into_iter().find(|reason| reason.word() == text);
        found.ok_or_else(|| UnknownReason { text: text.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_back() {
        for reason in Reason::ALL {
            assert_eq!(reason.word().parse(), Ok(reason));
        }
        for unknown in ["", "state", "States", "capacity"] {
            assert!(unknown.parse::<Reason>().is_err(), "{unknown}");
        }
    }
}
