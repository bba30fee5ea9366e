//! Solver and solvability analyzer for FreeCell and its relatives: is this deal winnable, how, and in how few moves?
//!
//! Every game is a value of [`Rules`]; 24 come with the crate ([`preset`], [`rules::PRESETS`]), others are TOML. A
//! deal is a [`Layout`], from a number ([`DealNumber`]) or a board as text ([`format::board`]). A [`Solver`] turns it
//! into an [`Answer`], and there are three answers: *winnable* comes with a solution that an independent
//! implementation of the rules has replayed ([`verify()`]); *unwinnable* means that a complete search ended without a
//! win; *undecided* says which of the [`Limits`] came first. Same input, same answer, on every machine.
//!
//! # Solve a numbered deal
//! ```
//! use std::sync::Arc;
//! use winnable::{DealNumber, Limits, Solver, Verdict, preset};
//!
//! let rules = Arc::new(preset("freecell").expect("a built-in game"));
//! let deal = DealNumber::microsoft(617)?.deal(&rules);
//! let answer = Solver::new(rules).solve(&deal, &Limits::default(), None, &mut |_| ())?;
//! assert_eq!(answer.verdict, Verdict::Winnable);
//! for mv in answer.solution.expect("winnable deals have one").moves {
//!     println!("{mv}"); // 7H t7→c1
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules of your own
//! ```
//! use std::sync::Arc;
//! use winnable::{DealNumber, Limits, Rules, Solver, Verdict};
//!
//! let rules = Rules::from_toml(
//!     r#"
//!     base = "freecell"
//!     name = "tight"
//!     cells = 1
//!     build = "same_suit"
//!     "#,
//! )?;
//! let rules = Arc::new(rules);
//! let deal = DealNumber::microsoft(1)?.deal(&rules);
//! let limits = Limits { states: 100_000, ..Limits::default() };
//! match Solver::new(rules).solve(&deal, &limits, None, &mut |_| ())?.verdict {
//!     Verdict::Winnable => println!("it can be won"),
//!     Verdict::Unwinnable => println!("proven: it cannot"),
//!     Verdict::Undecided(reason) => println!("the limit on {} came first", reason.word()),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A range of deals, on all cores
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//! use winnable::batch::{Plan, Queue, Share, Sink, run};
//! use winnable::{DealRange, preset};
//!
//! let range: DealRange = "1..200".parse()?;
//! let plan = Plan::new(Arc::new(preset("freecell").expect("a built-in game")));
//! // One record per deal, in deal order; here they are counted and dropped.
//! let sink = Sink::stream(Box::new(std::io::sink()), Path::new("nowhere"), plan.format, 0..range.len())?;
//! let verdicts = run(&plan, Queue::deals(range), sink, &mut |_| ())?.summary.verdicts;
//! let share = Share::of(verdicts.winnable, verdicts.total());
//! println!("{:.1} % winnable, 95 % interval {:.1}–{:.1} %", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high);
//! assert_eq!(verdicts.winnable, 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//! [`card`], [`moves`] and [`layout`] are the vocabulary; [`rules`] and [`deal`] make deals; [`position`] is the plain
//! reference implementation of the rules and [`mod@verify`] replays solutions on it; [`engine`] has the fast ones, which
//! [`search`] uses. [`format`](mod@format) reads and writes boards, notation and records, [`report`] draws, [`batch`] runs ranges of
//! deals. The library never prints, exits or reads the environment, and bad input is an error that says what, where
//! and what to do.

#![cfg_attr(not(feature = "internal"), allow(dead_code))]

/// Declares modules that are private, but public with the feature `internal`: for this crate's own tests and benchmarks.
macro_rules! internal_modules {
    ($($name:ident),*) => {$(
        #[cfg(feature = "internal")]
        #[doc(hidden)]
        #[allow(missing_docs)]
        pub mod $name;
        #[cfg(not(feature = "internal"))]
        mod $name;
    )*};
}

internal_modules!(container, engine, named_weights, search);

#[cfg(feature = "batch")]
pub mod batch;
pub mod card;
pub mod card_set;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod deal;
pub mod format;
pub mod layout;
pub mod metric;
pub mod moves;
pub mod position;
#[cfg(feature = "batch")]
pub mod report;
pub mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod text;
pub mod verdict;
pub mod verify;

pub use card::{Card, Rank, Suit};
pub use deal::{DealNumber, DealRange};
pub use layout::Layout;
pub use metric::{Bounds, Metric};
pub use moves::{Move, Pile};
pub use position::Position;
pub use rules::{Rules, preset};
pub use search::{Answer, Limits, Solution, SolveError, Solver};
pub use verdict::{Reason, Verdict};
pub use verify::verify;

/// The examples of the README compile and run as they stand there.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
