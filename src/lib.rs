//! Solver and solvability analyzer for FreeCell and its relatives: is this deal winnable, how, and in how few moves?
//!
//! A [`Game`] is a set of checked [`Rules`]: one of the presets ([`Game::preset`], [`rules::PRESETS`]) or TOML of your own.
//! A deal is a [`Layout`], from a number ([`DealNumber`]) or a board as text ([`format::board`]). A [`Solver`] turns it into an
//! [`Answer`], and there are three answers: *winnable* comes with a solution that an independent implementation of the
//! rules has replayed ([`verify()`]); *unwinnable* means that a complete search ended without a win; *undecided* says
//! why the search gave up ([`Reason`]). Same input, same answer, on every machine.
//!
//! # Solve a numbered deal
//! ```
//! use winnable::{DealNumber, Game, Solver, Verdict};
//!
//! let game = Game::preset("freecell").expect("a built-in game");
//! let deal = game.deal(DealNumber::microsoft(617)?);
//! let answer = Solver::new(game).solve(&deal)?;
//! assert_eq!(answer.verdict, Verdict::Winnable);
//! for mv in answer.solution.expect("winnable deals have one").moves {
//!     println!("{mv}"); // 7H t7→c1
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules of your own, limits and a shortest solution
//! ```
//! use winnable::{DealNumber, Game, Limits, Metric, Solver, Verdict};
//!
//! let game = Game::from_toml(
//!     r#"
//!     base = "freecell"
//!     name = "tight"
//!     cells = 1
//!     build = "same_suit"
//!     "#,
//! )?;
//! let limits = Limits::of(&game).states(100_000);
//! let mut solver = Solver::new(game.clone()).with_limits(limits).with_metric(Metric::Moves);
//! let answer = solver.solve(&game.deal(DealNumber::microsoft(1)?))?;
//! match answer.verdict {
//!     Verdict::Winnable => println!("it can be won: {:?}", answer.bounds),
//!     Verdict::Unwinnable => println!("proven: it cannot"),
//!     Verdict::Undecided(reason) => println!("undecided: {reason}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Judge the moves of a position
//! ```
//! use winnable::{DealNumber, Game, Oracle, Verdict};
//!
//! let game = Game::default();
//! let deal = game.deal(DealNumber::microsoft(617)?);
//! let mut oracle = Oracle::new(game);
//! let judged = oracle.moves(&deal)?;
//! let losing = judged.moves.iter().filter(|judged| judged.verdict == Verdict::Unwinnable).count();
//! assert!(losing > 0 && losing < judged.moves.len());
//! // One oracle for a whole game: it remembers what it has decided. `hint` and `review` ask for less, and for games.
//! let (next, purpose) = oracle.hint(&deal)?.next.expect("the deal can be won");
//! println!("{}: {purpose}", next.mv);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A range of deals, on all cores
//! With the feature `batch`:
#![cfg_attr(feature = "batch", doc = "```")]
#![cfg_attr(not(feature = "batch"), doc = "```ignore")]
//! use std::path::Path;
//! use winnable::batch::{Plan, Queue, Share, Sink, run};
//! use winnable::{DealRange, Game};
//!
//! let range: DealRange = "1..200".parse()?;
//! let plan = Plan::new(Game::preset("freecell").expect("a built-in game"));
//! // One record per deal, in deal order; here they are counted and dropped.
//! let sink = Sink::stream(Box::new(std::io::sink()), Path::new("nowhere"), plan.format, 0..range.len())?;
//! let verdicts = run(&plan, Queue::deals(range), sink, &mut |_| ())?.summary.verdicts;
//! let share = Share::of(verdicts.winnable, verdicts.total());
//! println!("{:.1} % winnable, 95 % interval {:.1}–{:.1} %", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high);
//! assert_eq!(verdicts.winnable, 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A position in the middle of a game
//! An [`Oracle`] judges every legal move, gives hints and reviews played games; [`CellCounter`] finds the fewest cells that
//! win a deal, and [`DifficultyMeter`] measures how difficult it is for a player.
//!
//! # Where things are
//! [`card`], [`moves`] and [`layout`] are the vocabulary; [`rules`] and [`deal`] make deals; [`position`] is the plain
//! reference implementation of the rules and [`mod@verify`] replays solutions on it. [`format`](mod@format) reads and writes
//! boards, notation and records; [`strategy`] compares searches. [`CellCounter`] finds the fewest cells that win,
//! [`DifficultyMeter`] measures how difficult a deal is for a player, and [`pick`] finds deals that are sure to be winnable.
//! With the feature `batch`, `batch` runs ranges of deals and `report` draws.
//!
//! What this documentation shows is covered by semantic versioning; items that are hidden here, and those behind the feature
//! `internal`, are not. The library never prints, exits or reads the environment, and bad input is an error that says what is
//! wrong, where, and how to fix it.

#![cfg_attr(not(feature = "internal"), allow(dead_code))]

// Private, but public with the feature `internal`: for this crate's own tests and benchmarks. Written out, because rustfmt
// does not see modules that a macro declares.
#[cfg(feature = "internal")]
#[doc(hidden)]
#[allow(missing_docs)]
pub mod card_set;
#[cfg(not(feature = "internal"))]
mod card_set;
#[cfg(feature = "internal")]
#[doc(hidden)]
#[allow(missing_docs)]
pub mod container;
#[cfg(not(feature = "internal"))]
mod container;
#[cfg(feature = "internal")]
#[doc(hidden)]
#[allow(missing_docs)]
pub mod engine;
#[cfg(not(feature = "internal"))]
mod engine;
#[cfg(feature = "internal")]
#[doc(hidden)]
#[allow(missing_docs)]
pub mod named_weights;
#[cfg(not(feature = "internal"))]
mod named_weights;
#[cfg(feature = "internal")]
#[doc(hidden)]
#[allow(missing_docs)]
pub mod search;
#[cfg(not(feature = "internal"))]
mod search;

#[cfg(feature = "batch")]
pub mod batch;
pub mod card;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod deal;
pub mod difficulty;
pub mod format;
mod game;
pub mod layout;
pub mod metric;
pub mod moves;
pub mod position;
#[cfg(feature = "batch")]
pub mod report;
pub mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod short_sort;
mod text;
mod toml_tree;
pub mod verdict;
pub mod verify;

/// Searches by name, and searches with an evaluation of your own, for comparing them on the same deals: see
/// `examples/own_heuristic.rs`. With the feature `batch`, `batch::Bench` runs them.
pub mod strategy {
    pub use crate::search::heuristic::{Heuristic, Technique, View};
    pub use crate::search::registry::{Strategy, StrategyError};
}

pub use search::pick;

pub use card::{Card, Rank, Suit};
pub use deal::{DealNumber, DealRange};
pub use game::Game;
pub use layout::Layout;
pub use metric::{Bounds, Metric};
pub use moves::{Move, Pile};
pub use position::Position;
pub use rules::{Rules, preset};
pub use search::{
    Answer, Cancel, CellCounter, DifficultyMeter, Hint, JudgedMove, JudgedPosition, Limits, MinCells, NoCertificate,
    Oracle, Phase, Progress, Purpose, Review, ReviewError, Solution, SolveError, Solver,
};
pub use verdict::{Reason, Verdict};
pub use verify::verify;

// Solvers can be made on one thread and used on another.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Solver>();
    is_send::<Oracle>();
    is_send::<CellCounter>();
    is_send::<DifficultyMeter>();
    is_send::<strategy::Strategy>();
    is_send::<Answer>();
    is_send::<Cancel>();
};

/// The examples of the README compile and run as they stand there.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
