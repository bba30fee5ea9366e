//! `--memory` is about what the operating system sees: the peak of the resident memory, for every kind of search.
//!
//! Each case once took more than its limit, or takes it in a way of its own: one search after the other, beams beside A*,
//! queues by layers, a solver for each number of cells, two threads.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs the program and watches the peak of its resident memory, in bytes; also its exit code.
fn peak(words: &[&str]) -> (u64, Option<i32>) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("winnable"));
    let mut child = command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        if let Some(exit) = child.try_wait().unwrap() {
            return (peak, exit.code());
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kb = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(kb.unwrap_or(0u64) * 1024);
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs with a limit in MB for each of so many threads; the peak must be within 5 % of it, and not far below: that would be
/// a search that gave up early.
#[track_caller]
fn keeps_to(limit: u64, threads: u64, words: &str, exit: i32) {
    let memory = format!("{limit}M");
    let words: Vec<&str> = words.split_whitespace().chain(["--quiet", "--memory", &memory]).collect();
    let (peak, code) = peak(&words);
    println!("{words:?}: {:.1} MB", peak as f64 / 1e6);
    assert_eq!(code, Some(exit), "{words:?}");
    let allowed = limit * threads * 1_000_000;
    assert!(peak <= allowed + allowed / 20, "{words:?}: {peak} bytes");
    assert!(peak >= allowed / 3, "{words:?}: only {peak} bytes");
}

/// The deal is one whose proof once took 256 GB.
#[test]
fn proofs_of_one_deck() {
    keeps_to(60, 1, "solve 6825625742", 3);
    keeps_to(120, 1, "solve 6825625742", 3);
    keeps_to(60, 1, "solve 6825625742 --rule foundation_return=tableau", 3);
}

/// Its win search is long, and the proof follows it.
#[test]
fn win_search_and_proof_one_after_the_other() {
    keeps_to(50, 1, "solve 16699 --game seven-by-four", 3);
}

#[test]
fn games_of_several_decks() {
    keeps_to(50, 1, "solve 18 --game fours-up", 3);
}

/// At 600,000 expansions a beam starts beside A*.
#[test]
fn shortest_solutions() {
    keeps_to(60, 1, "solve 144 --optimal", 0);
    keeps_to(130, 1, "solve 144 --optimal --max-states 1M", 0);
}

#[test]
fn shorter_solutions_of_big_games() {
    keeps_to(60, 1, "solve 1 --game big-freecell --optimal --max-states 1M", 0);
}

/// The limit holds for each thread, which the help says.
#[test]
fn two_threads() {
    keeps_to(50, 2, "analyze 16699,18929 --game seven-by-four --threads 2 --out -", 0);
}

#[test]
fn moves_and_fewest_cells() {
    keeps_to(60, 1, "moves 6825625742 --max-states 1500k", 3);
    keeps_to(60, 1, "solve 6825625742 --min-cells --max-states 1M", 3);
}
