//! The signature: how many states a fixed list of small searches expands, over all kinds of games and all searches.
//!
//! A change that should not alter the search (a refactoring, a faster data structure, another compiler) must not alter any
//! line. A change that is meant to alter it updates `fixtures/signature.txt`. The idea is Stockfish's `bench`. Limits are on
//! states only, and every line is searched by one thread, so the numbers are the same on every machine.

use super::bench::{Bench, BenchError};
use super::{BatchError, threads};
use crate::deal::DealNumber;
use crate::game::Game;
use crate::rules::preset;
use crate::search::Limits;
use crate::search::registry::{Spec, Strategy};
use crate::verdict::Verdict;
use rayon::prelude::*;
use std::fmt::Write;

/// Game, rules that differ, deals, strategy, states for each deal.
type Item = (&'static str, &'static [&'static str], [u64; 2], &'static str, u64);

/// The list: each search on games that it is made for, with wins, proofs, and searches that end at their limit.
const LIST: &[Item] = &[
    ("freecell", &[], [1, 400], "quick", 20_000),
    ("freecell", &[], [1, 50], "greedy", 2_000),
    ("freecell", &[], [11_981, 11_983], "solve", 400_000),
    ("freecell", &["foundation_return=none"], [1, 10], "prove", 20_000),
    ("freecell", &["foundation_return=none"], [1, 5], "beam:width=100", 20_000),
    ("freecell", &["foundation_return=none"], [1, 4], "optimal:metric=cards", 30_000),
    ("freecell", &[], [1, 4], "optimal:metric=moves", 20_000),
    ("freecell", &["cells=3"], [1, 30], "quick", 20_000),
    ("seven-by-four", &[], [1, 40], "quick", 20_000),
    ("seven-by-four", &[], [8, 10], "solve", 100_000),
    ("big-freecell", &[], [1, 3], "find", 20_000),
    ("big-freecell", &[], [4, 4], "prove", 40_000),
    ("freecell-four-deck", &[], [1, 4], "find", 5_000),
    ("fours-up", &[], [1, 2], "find", 20_000),
    ("fours-up", &["decks=1"], [1, 3], "solve", 20_000),
    ("fours-up-waste", &["decks=1"], [1, 3], "solve", 10_000),
    ("bakers-game", &[], [1, 10], "solve", 20_000),
    ("eight-off", &[], [1, 10], "solve", 20_000),
    ("seahaven-towers", &[], [1, 5], "prove", 20_000),
    ("seahaven-towers", &[], [1, 2], "optimal:metric=cards", 5_000),
    ("forecell", &[], [1, 5], "solve", 20_000),
    ("king-albert", &[], [1, 2], "solve", 10_000),
    ("penguin", &[], [1, 3], "solve", 10_000),
    ("stalactites", &[], [1, 2], "solve", 10_000),
    ("double-freecell", &[], [1, 2], "find", 5_000),
    ("triple-freecell", &[], [1, 1], "find", 5_000),
];

/// One line of the signature.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    states: u64,
    won: u64,
    unwinnable: u64,
    /// Moves of all solutions: a change of what is found shows even if the effort does not.
    moves: u64,
}

/// Runs the list on this number of threads. Returns one line per search; the last word is the total of states.
pub fn signature(threads: usize) -> Result<String, SignatureError> {
    let (pool, _) = threads::start(threads::sensible(threads, LIST.len() as u64))?;
    let lines: Vec<Line> = pool.install(|| LIST.par_iter().map(line).collect::<Result<_, _>>())?;
    let mut text = String::new();
    for ((game, changes, [first, last], strategy, limit), line) in LIST.iter().zip(&lines) {
        let game = [&[*game], *changes].concat().join(" ");
        let Line { states, won, unwinnable, moves } = line;
        let _ = writeln!(
            text,
            "{game}, {first}..{last}, {strategy}, {limit}: {won} won, {unwinnable} unwinnable, {moves} moves, {states} states"
        );
    }
    let total: u64 = lines.iter().map(|line| line.states).sum();
    let _ = writeln!(text, "{total}");
    Ok(text)
}

/// Why there is no signature.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// A search has a bug.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// No threads.
    #[error(transparent)]
    Threads(#[from] BatchError),
}

fn line((game, changes, [first, last], strategy, states): &Item) -> Result<Line, BenchError> {
    let mut rules = preset(game).expect("the list has presets only (a test runs it)");
    for change in *changes {
        rules.apply_override(change).expect("changes of the list are valid (a test runs it)");
    }
    let rules = Game::of_checked(rules);
    let specs = Spec::list(strategy).expect("strategies of the list exist (a test runs it)");
    let strategies = specs.iter().map(|spec| Strategy::new(spec, &rules, &|_| Err("no files".into())));
    let strategies = strategies.collect::<Result<_, _>>().expect("strategies of the list play their games");
    let limits = Limits::of(&rules).states(*states);
    let mut bench = Bench::new(rules, limits, strategies, 1);
    let mut sum = Line { states: 0, won: 0, unwinnable: 0, moves: 0 };
    for number in *first..=*last {
        for trial in bench.deal(DealNumber::Microsoft(number))?.into_iter().flatten() {
            sum.states += trial.states;
            sum.won += u64::from(trial.verdict == Verdict::Winnable);
            sum.unwinnable += u64::from(trial.verdict == Verdict::Unwinnable);
            sum.moves += trial.lengths.map_or(0, |lengths| lengths.0.into());
        }
    }
    Ok(sum)
}
