//! Less than the program would like: little memory, few threads, a disk that is full. The answer is a message and a documented
//! exit code, and what is asked for in excess is not taken.

#![cfg(target_os = "linux")]

use crate::nothing_lost::{Folder, TOY, check_whole, stderr, succeed};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use winnable::batch::cores;

/// Runs the program in a shell with a limit.
fn limited(folder: &Folder, limit: &str, words: &str) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("winnable");
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit {limit}; exec {} {words}", program.display()));
    shell.current_dir(folder.path("")).stdin(Stdio::null()).output().unwrap()
}

/// The system may allow less memory than the limits do: that is a message and an exit code, and a run can be resumed.
#[test]
fn running_out_of_memory_is_a_clean_error() {
    let folder = Folder::new();
    // The search for shortest solutions takes its memory in large blocks: the first of them is refused.
    for words in ["solve 144 --optimal --quiet", "analyze 144 --optimal --quiet --threads 1 --out a.ndjson"] {
        let output = limited(&folder, "-v 48000", words);
        assert_eq!(output.status.code(), Some(6), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains("no more memory") && stderr(&output).contains("--memory"), "{words}");
    }
    succeed(folder.command(&["analyze", "1..5", "--quiet", "--out", "a.ndjson", "--force"]));
    assert_eq!(folder.names(), ["a.ndjson", "a.ndjson.run.json"]);
}

/// Memory for the program but hardly for the stacks of its threads: fewer threads, or an error that says so.
#[test]
fn few_threads_are_enough_or_an_error() {
    let folder = Folder::new();
    let toy = TOY.join(" ");
    let parts = format!("analyze 1..40 {toy} --quiet --format parquet --part-deals 10 --out");
    succeed(folder.command(&format!("{parts} D").split(' ').collect::<Vec<_>>()));
    fs::write(folder.path("boards"), "{\"deal\":617}\n".repeat(20)).unwrap();
    let (mut short, mut enough) = (0, 0);
    for megabytes in (8..100).step_by(2) {
        for words in [
            format!("analyze 1..40 {toy} --quiet --threads 8 --out -"),
            format!("{parts} D --resume"),
            "report D".into(),
            "seeds --count 3 --threads 8".into(),
            "analyze boards --quiet --threads 8 --out -".into(),
            "solve 617 --quiet".into(),
        ] {
            let output = limited(&folder, &format!("-v {}", megabytes << 10), &words);
            match output.status.code() {
                Some(0) => enough += 1,
                Some(6) => {
                    short += 1;
                    assert!(stderr(&output).contains("no more"), "{megabytes} MB, {words}: {}", stderr(&output));
                }
                // The system could not even load the program.
                Some(127 | 126) | None if short + enough == 0 => {}
                code => panic!("{megabytes} MB, {words}: {code:?}, {}", stderr(&output)),
            }
        }
    }
    assert!(short > 6 && enough > 60, "{short} {enough}");
}

/// A disk quota, as far as a test can have one: the run fails with a message and is resumed where there is more room.
#[test]
fn a_file_that_may_not_grow_is_a_clean_error() {
    let folder = Folder::new();
    succeed(folder.analyze(&["1..2000", "--out", "whole.ndjson"]));
    let words = folder.analyze(&["1..2000", "--out", "cut.ndjson", "--resume"]);
    let words: Vec<&str> = words.get_args().map(|word| word.to_str().unwrap()).collect();
    for blocks in [8, 100] {
        let output = limited(&folder, &format!("-f {blocks}"), &words.join(" "));
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("File too large"), "{}", stderr(&output));
    }
    succeed(folder.analyze(&["1..2000", "--out", "cut.ndjson", "--resume"]));
    check_whole(&folder, "after a full disk");
}

/// Far too many threads are not started, and paths need not be text.
#[test]
fn threads_are_capped_and_paths_may_be_any_bytes() {
    let folder = Folder::new();
    let mut command = folder.command(&["analyze", "1..10", "--threads", "100000", "--out"]);
    let name = OsStr::from_bytes(b"a\xff.ndjson");
    let output = command.arg(name).args(TOY).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("threads instead of 100000"), "{}", stderr(&output));
    assert_eq!(fs::read(folder.path("").join(name)).unwrap().iter().filter(|b| **b == b'\n').count(), 10);
}

/// The same for every other command that takes `--threads`. So many would do no harm; a slip shows all the same.
#[test]
fn every_command_caps_its_threads() {
    let folder = Folder::new();
    let asked = 60 + 8 * cores();
    for words in ["seeds --count 1000000 --out /dev/null", "bench --signature", "analyze - --out /dev/null"] {
        let words = format!("{words} --threads {asked}");
        let mut command = folder.command(&words.split(' ').collect::<Vec<_>>());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        if words.starts_with("analyze") {
            let board = "2S 9H JC 8D 6D 5D TD\n".repeat(8);
            child.stdin.as_mut().unwrap().write_all(format!("{board}\n{board}\n").as_bytes()).unwrap();
        }
        let threads = most_threads(&mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        // The main thread, those for signals and for reading.
        assert!((2..=4 * cores() + 3).contains(&threads), "{words}: {threads} threads");
    }
}

/// The most threads that a process has until their number stands still for a while, or until it ends.
fn most_threads(child: &mut Child) -> usize {
    let deadline = Instant::now() + Duration::from_secs(60);
    let (mut most, mut since) = (0, Instant::now());
    while child.try_wait().unwrap().is_none() && Instant::now() < deadline {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let threads =
            status.lines().find_map(|line| line.strip_prefix("Threads:")).map_or(0, |n| n.trim().parse().unwrap());
        if threads > most {
            (most, since) = (threads, Instant::now());
        }
        if most >= 2 && since.elapsed() > Duration::from_secs(1) {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    most
}
