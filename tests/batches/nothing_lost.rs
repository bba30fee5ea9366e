//! Batches under attack: killed at every file operation, failing disks, two writers, damaged files, hostile texts.
//!
//! Everything runs on a toy game of sixteen cards, so that the solver takes no time and the batch machinery shows.
//! The long form kills at random operations, again and again:
//! `WINNABLE_KILLS=1000 cargo test --test batches nothing_lost -- --ignored --nocapture`

use crate::support::{Dice, game, start};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use winnable::Game;
use winnable::batch::{BatchError, IfHeld, OutputLock, Plan, Queue, Results, RunFile, Sink, Start, run, summarize};
use winnable::rules::preset;
use winnable::search::optimal::{OptimalSolver, Task};
use winnable::search::prove::{Pruning, Space};
use winnable::search::{Budget, Outcome, Prover};
use winnable::{DealRange, Limits, Metric, Reason};

pub(super) const TOY: [&str; 6] = ["--rule", "ranks=4", "--rule", "columns=[4,4,4,4]", "--rule", "cells=1"];

pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    pub(super) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// In memory where that is possible: syncing takes no time there.
    pub(super) fn fast() -> Folder {
        Folder(tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap())
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("winnable"));
        command.current_dir(self.0.path()).args(words).stdin(Stdio::null()).env_remove("WINNABLE_FAULT");
        command
    }

    pub(super) fn analyze(&self, words: &[&str]) -> Command {
        self.command(&[&["analyze", "--quiet"], &TOY[..], words].concat())
    }

    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(self.0.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// All files and what is in them.
    fn contents(&self) -> Vec<(String, Vec<u8>)> {
        self.names().into_iter().map(|name| (name.clone(), self.read(&name))).collect()
    }

    fn restore(&self, contents: &[(String, Vec<u8>)]) {
        for name in self.names() {
            fs::remove_file(self.path(&name)).unwrap();
        }
        for (name, bytes) in contents {
            fs::write(self.path(name), bytes).unwrap();
        }
    }
}

/// Lock files say who was there last; all else must stay as it is.
fn without_locks(contents: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    contents.into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect()
}

pub(super) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
pub(super) fn succeed(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{command:?}: {}", stderr(&output));
    output
}

#[track_caller]
pub(super) fn refuse(mut command: Command, says: &str) {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{command:?}: {}", stderr(&output));
    assert!(stderr(&output).contains(says), "{command:?}: {}", stderr(&output));
}

/// Runs a command with a fault; true if the fault ended it.
pub(super) fn ended_by(mut command: Command, fault: &str) -> bool {
    let output = command.env("WINNABLE_FAULT", fault).output().unwrap();
    match output.status.code() {
        None => fault.starts_with("die"),
        Some(2) => fault.starts_with("fail"),
        code => {
            assert_eq!(code, Some(0), "{fault}: {}", stderr(&output));
            false
        }
    }
}

pub(super) const ENOUGH: u64 = 1_000;

/// A run that dies or fails at any one file operation is resumed to the same bytes, and nothing is left behind.
#[test]
fn every_file_operation_may_be_the_last() {
    let folder = Folder::fast();
    let range = "1..60";
    succeed(folder.analyze(&[range, "--out", "whole.ndjson"]));
    let words = [range, "--out", "cut.ndjson", "--resume", "--threads", "2", "--save-every", "1ms"];
    let mut faults = 0;
    for fault in ["die", "fail"] {
        for n in 1.. {
            assert!(n < ENOUGH, "the run does not end");
            if !ended_by(folder.analyze(&words), &format!("{fault}:{n}")) {
                break;
            }
            faults += 1;
            succeed(folder.analyze(&words));
            check_whole(&folder, &format!("{fault}:{n}"));
            for name in ["cut.ndjson", "cut.ndjson.run.json"] {
                fs::remove_file(folder.path(name)).unwrap();
            }
        }
        let _ = fs::remove_file(folder.path("cut.ndjson"));
        let _ = fs::remove_file(folder.path("cut.ndjson.run.json"));
    }
    println!("{faults} faults");
    assert!(faults >= 40, "only {faults} faults");
}

#[track_caller]
pub(super) fn check_whole(folder: &Folder, about: &str) {
    assert!(folder.read("cut.ndjson") == folder.read("whole.ndjson"), "{about}");
    assert!(folder.read("cut.ndjson.run.json") == folder.read("whole.ndjson.run.json"), "{about}");
    let expected = ["cut.ndjson", "cut.ndjson.run.json", "whole.ndjson", "whole.ndjson.run.json"];
    assert_eq!(folder.names(), expected, "{about}");
}

/// The same with `--force` over a finished file: until the new one is complete, the old one is there.
#[test]
fn a_finished_file_stays_until_the_new_one_is_complete() {
    let folder = Folder::fast();
    succeed(folder.analyze(&["1..20", "--out", "whole.ndjson"]));
    succeed(folder.analyze(&["1..10", "--out", "old.ndjson"]));
    let words = ["1..20", "--out", "cut.ndjson", "--force", "--threads", "1"];
    let mut deaths = 0;
    for n in 1..ENOUGH {
        for (from, to) in [("old.ndjson", "cut.ndjson"), ("old.ndjson.run.json", "cut.ndjson.run.json")] {
            fs::copy(folder.path(from), folder.path(to)).unwrap();
        }
        if !ended_by(folder.analyze(&words), &format!("die:{n}")) {
            break;
        }
        deaths += 1;
        let now = folder.read("cut.ndjson");
        assert!(now == folder.read("old.ndjson") || now == folder.read("whole.ndjson"), "die:{n}");
        succeed(folder.analyze(&["1..20", "--out", "cut.ndjson", "--force"]));
        assert!(folder.read("cut.ndjson") == folder.read("whole.ndjson"), "die:{n}");
        assert!(folder.read("cut.ndjson.run.json") == folder.read("whole.ndjson.run.json"), "die:{n}");
        assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
    }
    assert!(deaths >= 10, "only {deaths} deaths");
}

/// `merge`, `solve --html` and `--certificate` write all or nothing, and the next call cleans up.
#[test]
fn other_files_are_written_as_a_whole() {
    let folder = Folder::new();
    for shard in ["1/2", "2/2"] {
        succeed(folder.analyze(&["1..30", "--shard", shard, "--out", &format!("{}.ndjson", &shard[..1])]));
    }
    let page = [&["solve", "5", "--quiet", "--html", "out"], &TOY[..]].concat();
    let dead = [&["solve", "11982", "--quiet", "--certificate", "out", "--rule", "cells=0"], &TOY[..4]].concat();
    for words in [&["merge", "1.ndjson", "2.ndjson", "--quiet", "--out", "out"][..], &page, &dead] {
        let run = || {
            let output = folder.command(words).output().unwrap();
            assert!(matches!(output.status.code(), Some(0 | 1)), "{words:?}: {}", stderr(&output));
            let written = folder.read("out");
            let left = |name: &String| ["-new", ".partial", ".lock"].iter().any(|ending| name.ends_with(ending));
            assert!(!folder.names().iter().any(left), "{words:?}: {:?}", folder.names());
            fs::remove_file(folder.path("out")).unwrap();
            let _ = fs::remove_file(folder.path("out.run.json"));
            written
        };
        let whole = run();
        assert!(whole.len() > 100);
        let mut deaths = 0;
        for n in 1..ENOUGH {
            let output = folder.command(words).env("WINNABLE_FAULT", format!("die:{n}")).output().unwrap();
            if output.status.code().is_some() {
                break;
            }
            deaths += 1;
            if folder.path("out").exists() {
                assert!(folder.read("out") == whole, "{words:?} die:{n}");
                fs::remove_file(folder.path("out")).unwrap();
                let _ = fs::remove_file(folder.path("out.run.json"));
            }
            assert!(run() == whole, "{words:?} die:{n}");
        }
        assert!(deaths >= 4, "{words:?}: only {deaths} deaths");
        let _ = fs::remove_file(folder.path("out"));
        let _ = fs::remove_file(folder.path("out.run.json"));
    }
}

/// Runs that die again and again, at random operations and with any number of threads.
fn many_deaths(kills: usize, seed: u64) {
    let folder = Folder::new();
    let range = "1..3000";
    succeed(folder.analyze(&[range, "--out", "whole.ndjson"]));
    let mut dice = Dice(seed);
    let (mut deaths, mut runs) = (0, 0);
    while deaths < kills {
        let threads = (1 + dice.below(4)).to_string();
        let words = [range, "--out", "cut.ndjson", "--resume", "--threads", &threads, "--save-every", "2ms"];
        if ended_by(folder.analyze(&words), &format!("die:{}", 1 + dice.below(40))) {
            deaths += 1;
            continue;
        }
        check_whole(&folder, &format!("seed {seed}, after {deaths} deaths"));
        fs::remove_file(folder.path("cut.ndjson")).unwrap();
        fs::remove_file(folder.path("cut.ndjson.run.json")).unwrap();
        runs += 1;
    }
    println!("{deaths} deaths in {runs} finished runs");
}

#[test]
fn runs_that_die_again_and_again() {
    many_deaths(60, 1);
}

#[test]
#[ignore = "as many kills as WINNABLE_KILLS says"]
fn runs_that_die_very_often() {
    let kills = std::env::var("WINNABLE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    many_deaths(kills, 2);
    random_kills(kills, 3);
}

/// SIGKILL at random moments.
fn random_kills(kills: usize, seed: u64) {
    let folder = Folder::new();
    let range = "1..30000";
    succeed(folder.analyze(&[range, "--out", "whole.ndjson"]));
    let mut dice = Dice(seed);
    let (mut killed, mut runs) = (0, 0);
    while killed < kills {
        let mut child =
            folder.analyze(&[range, "--out", "cut.ndjson", "--resume", "--save-every", "10ms"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_micros(dice.next() % 200_000));
        child.kill().unwrap();
        match child.wait().unwrap().code() {
            None => killed += 1,
            code => {
                assert_eq!(code, Some(0));
                check_whole(&folder, "after kills");
                fs::remove_file(folder.path("cut.ndjson")).unwrap();
                fs::remove_file(folder.path("cut.ndjson.run.json")).unwrap();
                runs += 1;
            }
        }
    }
    succeed(folder.analyze(&[range, "--out", "cut.ndjson", "--resume"]));
    check_whole(&folder, "after the last kill");
    println!("{killed} kills at random moments, {} finished runs", runs + 1);
}

/// Two processes on one output: the second is refused and told by whom, or waits. Nothing is ever mixed up.
#[test]
fn twins_cannot_corrupt_each_other() {
    let folder = Folder::new();
    let range = "1..30000";
    succeed(folder.analyze(&[range, "--out", "whole.ndjson"]));
    let start = |more: &[&str]| -> Child {
        let words = [&[range, "--out", "cut.ndjson", "--resume", "--save-every", "10ms"], more].concat();
        folder.analyze(&words).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut refused = 0;
    for round in 0..12 {
        let wait: &[&str] = if round % 3 == 0 { &["--wait"] } else { &[] };
        let twins = [start(wait), start(wait), start(wait)];
        let mut done = 0;
        for twin in twins {
            let id = twin.id();
            let output = twin.wait_with_output().unwrap();
            match output.status.code() {
                Some(0) => done += 1,
                Some(2) => {
                    refused += 1;
                    let text = stderr(&output);
                    assert!(wait.is_empty() && text.contains("is being written by process"), "{text}");
                    assert!(text.contains("--wait") && !text.contains(&format!("process {id} ")), "{text}");
                }
                code => panic!("{code:?}: {}", stderr(&output)),
            }
        }
        assert!(done >= 1 && (wait.is_empty() || done == 3), "{done} done");
        check_whole(&folder, "twins");
        fs::remove_file(folder.path("cut.ndjson")).unwrap();
        fs::remove_file(folder.path("cut.ndjson.run.json")).unwrap();
    }
    assert!(refused >= 4, "only {refused} were refused");
}

/// Where the file system has no locks, every command that writes says that nothing keeps others away.
#[test]
fn a_file_system_without_locks_is_noted() {
    let folder = Folder::new();
    let calls = [
        "analyze 1..5 --out a.ndjson",
        "analyze 1..5 --out a.ndjson --resume",
        "analyze 1..5 --format parquet --out D",
        "merge a.ndjson --out b.ndjson",
        "merge a.ndjson --format parquet --out E",
        "seeds --count 1 --out seeds",
        "report a.ndjson --html page.html",
        "bench 1..2 --records trials.csv",
    ];
    for words in calls {
        for (fault, noted) in [("no:locks", true), ("", false)] {
            let mut words: Vec<&str> = words.split(' ').collect();
            if ["analyze", "seeds", "bench"].contains(&words[0]) {
                words.extend(TOY);
            }
            // The second time everything is there already.
            let force = !noted && !words.contains(&"--resume");
            words.extend(force.then_some("--force"));
            let mut command = folder.command(&words);
            command.env("WINNABLE_FAULT", fault);
            assert_eq!(stderr(&succeed(command)).contains("has no locks"), noted, "{words:?}");
        }
    }
}

/// Ctrl-C ends the waiting, with the code of everything that is interrupted; whoever writes is not disturbed.
#[test]
#[cfg(unix)]
fn waiting_can_be_interrupted() {
    let folder = Folder::new();
    let lock = OutputLock::acquire(&folder.path("a.ndjson"), &IfHeld::Fail).unwrap();
    let mut command = folder.analyze(&["1..5", "--out", "a.ndjson", "--wait"]);
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    Command::new("sh").arg("-c").arg(format!("kill -INT {}", child.id())).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(lock.is_held());
    assert_eq!(folder.names(), ["a.ndjson.lock"]);
}

#[test]
fn nothing_that_exists_is_overwritten() {
    let folder = Folder::new();
    succeed(folder.analyze(&["1..30", "--out", "f.ndjson"]));
    let before = folder.contents();
    refuse(folder.analyze(&["1..5", "--out", "f.ndjson"]), "--force");
    refuse(folder.analyze(&["1..5", "--out", "f.ndjson", "--resume"]), "range");
    refuse(folder.command(&["merge", "f.ndjson", "--out", "f.ndjson.run.json", "--quiet"]), "--force");
    // What is there is complete already.
    succeed(folder.analyze(&["1..30", "--out", "f.ndjson", "--resume"]));
    assert!(folder.contents() == before);
    // An empty file is nothing.
    fs::write(folder.path("empty.ndjson"), "").unwrap();
    succeed(folder.analyze(&["1..30", "--out", "empty.ndjson", "--resume"]));
    assert!(folder.read("empty.ndjson") == folder.read("f.ndjson"));
    succeed(folder.analyze(&["1..5", "--out", "f.ndjson", "--force"]));
    assert_eq!(folder.read("f.ndjson").iter().filter(|b| **b == b'\n').count(), 5);
    // Other people's files.
    fs::write(folder.path("letter.txt"), "Dear Sir").unwrap();
    for words in [&["solve", "5", "--html", "letter.txt"][..], &["analyze", "1..5", "--summary", "letter.txt"]] {
        refuse(folder.command(&[words, &TOY[..]].concat()), "--force");
    }
    assert_eq!(folder.read("letter.txt"), b"Dear Sir");
}

/// A merge over an unfinished run refuses, or clears all of it: nothing of the old run can come back.
#[test]
fn merge_over_an_unfinished_run() {
    let folder = Folder::new();
    for shard in ["1/2", "2/2"] {
        succeed(folder.analyze(&["1..2000", "--shard", shard, "--out", &format!("{}.ndjson", &shard[..1])]));
    }
    let all = ["1..2000", "--out", "all.ndjson", "--save-every", "1ms"];
    assert!(ended_by(folder.analyze(&all), "die:20"));
    let merge = ["merge", "1.ndjson", "2.ndjson", "--out", "all.ndjson", "--quiet"];
    // Refusing touches nothing, whichever command asks: what the run has saved is resumed afterwards.
    let before = without_locks(folder.contents());
    refuse(folder.command(&merge), "unfinished run");
    refuse(folder.command(&[&["solve", "5", "--quiet", "--html", "all.ndjson"], &TOY[..]].concat()), "unfinished run");
    assert!(without_locks(folder.contents()) == before, "refusing changed something");
    // A merge that fails has not discarded the run either, even if it was allowed to.
    refuse(folder.command(&["merge", "1.ndjson", "--out", "all.ndjson", "--force"]), "deal ms:1001 is missing");
    assert!(without_locks(folder.contents()) == before, "a failed merge changed something");
    succeed(folder.command(&[&merge[..], &["--force"]].concat()));
    let merged = folder.read("all.ndjson");
    assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
    succeed(folder.analyze(&["1..2000", "--out", "all.ndjson", "--resume"]));
    assert!(folder.read("all.ndjson") == merged);
    // Deals that are missing at the end are missed, and the first of them is named.
    refuse(folder.command(&["merge", "1.ndjson", "--out", "x.ndjson"]), "deal ms:1001 is missing");
    refuse(
        folder.command(&["merge", "2.ndjson", "--out", "x.ndjson"]),
        "deal ms:1 is missing (the next deal is ms:1001)",
    );
    succeed(folder.analyze(&["2001..2010,2013..2015", "--out", "list.ndjson"]));
    succeed(folder.analyze(&["2012", "--out", "one.ndjson"]));
    refuse(
        folder.command(&["merge", "all.ndjson", "one.ndjson", "--out", "x"]),
        "deal ms:2001 is missing (the next deal is ms:2012)",
    );
    assert!(!folder.path("x").exists() && !folder.path("x.ndjson").exists());
}

/// Records without the checkpoint that vouches for them are neither believed nor thrown away unasked.
#[test]
fn records_without_their_checkpoint_are_kept() {
    let folder = Folder::new();
    let words = ["1..2000", "--out", "a.ndjson", "--threads", "1", "--save-every", "1ms"];
    assert!(ended_by(folder.analyze(&words), "die:25"));
    assert!(!folder.read("a.ndjson.partial").is_empty());
    for name in ["a.ndjson.checkpoint.json", "a.ndjson.checkpoint.old"] {
        let _ = fs::remove_file(folder.path(name));
    }
    let before = without_locks(folder.contents());
    for more in [&[][..], &["--resume"], &["--resume", "--repair"]] {
        refuse(folder.analyze(&[&words[..], more].concat()), "checkpoint is missing");
    }
    assert!(without_locks(folder.contents()) == before);
    succeed(folder.analyze(&[&words[..], &["--force"]].concat()));
    assert_eq!(folder.names(), ["a.ndjson", "a.ndjson.run.json"]);
}

/// Every kind of search ends at the limit on memory. One that ignored it would go on to the limit on states.
#[test]
fn every_search_ends_at_the_limit_on_memory() {
    let limits = Budget { memory: 8_000_000, states: 1_500_000, ..Budget::default() };
    for (name, deal) in [("freecell", 6_825_625_742), ("big-freecell", 122), ("fours-up", 18)] {
        let game = game(name, &[]);
        let layout = start(&game, deal).layout().clone();
        for space in [Space::Plain, Space::Blocks] {
            let pruning = Pruning { space, ..Pruning::default() };
            let searched = Prover::with_pruning(&game, pruning).prove(&layout, &limits);
            assert_eq!(searched.outcome, Outcome::GaveUp(Reason::Memory), "{name} {space:?}: {}", searched.states);
        }
    }
    let game = game("freecell", &[]);
    let layout = start(&game, 144).layout().clone();
    for metric in [Metric::Moves, Metric::Cards] {
        let ended = OptimalSolver::new(&game).solve(Task::new(&layout, metric, &limits), &mut |_| ());
        assert_eq!(ended.reason, Some(Reason::Memory), "{metric}: {} states", ended.states);
    }
}

#[test]
fn partial_and_changed_files_are_noticed() {
    let folder = Folder::new();
    let limits = ["--max-states", "3"];
    succeed(folder.analyze(&[&["1..40", "--out", "a.ndjson"][..], &limits].concat()));
    let whole = String::from_utf8(folder.read("a.ndjson")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let doubled = [&lines[..7], &[lines[6]], &lines[8..]].concat();
    let cut = lines[..30].to_vec();
    let digit = whole.replacen("\"states\":3", "\"states\":2", 1);
    for (lines, says) in [
        (cut, "holds 30 of 40 records"),
        (doubled, "ms:7 comes after ms:7"),
        (vec![&digit[..digit.len() - 1]], "checksum"),
    ] {
        fs::write(folder.path("a.ndjson"), lines.join("\n") + "\n").unwrap();
        refuse(folder.command(&["report", "a.ndjson"]), says);
        refuse(folder.command(&["merge", "a.ndjson", "--out", "x"]), says);
        refuse(folder.analyze(&["--only", "undecided", "--from", "a.ndjson", "--out", "x"]), says);
    }
    // The word for a file that nothing vouches for; order and doubles are noticed all the same.
    fs::write(folder.path("a.ndjson"), lines[..30].join("\n") + "\n").unwrap();
    fs::remove_file(folder.path("a.ndjson.run.json")).unwrap();
    let output = succeed(folder.command(&["report", "a.ndjson"]));
    assert!(stderr(&output).contains("nothing vouches for a.ndjson"), "{}", stderr(&output));
    let again = ["--only", "undecided", "--from", "a.ndjson", "--max-states", "50", "--out", "again.ndjson"];
    let output = succeed(folder.analyze(&again));
    assert!(stderr(&output).contains("nothing vouches for a.ndjson"), "{}", stderr(&output));
    let seeds = [&["seeds", "--from", "a.ndjson"], &TOY[..]].concat();
    let output = succeed(folder.command(&seeds));
    assert!(stderr(&output).contains("nothing vouches for a.ndjson"), "{}", stderr(&output));
    refuse(folder.command(&["merge", "a.ndjson", "--out", "x"]), "--unchecked");
    // A .run.json of a version that kept no checksums.
    let run = String::from_utf8(folder.read("again.ndjson.run.json")).unwrap();
    let old: Vec<&str> = run.lines().filter(|line| !line.contains("\"sha256\"")).collect();
    fs::write(folder.path("again.ndjson.run.json"), old.join("\n").replace("\"ndjson\",", "\"ndjson\"")).unwrap();
    for words in [&["report", "again.ndjson"][..], &["merge", "again.ndjson", "--out", "-", "--quiet"]] {
        let output = succeed(folder.command(words));
        assert!(stderr(&output).contains("has no checksum"), "{words:?}: {}", stderr(&output));
    }
    fs::write(folder.path("a.ndjson"), [&lines[..7], &[lines[6]], &lines[8..]].concat().join("\n") + "\n").unwrap();
    refuse(folder.command(&["report", "a.ndjson"]), "ms:7 comes after ms:7");
    refuse(
        folder.analyze(&["--only", "undecided", "--from", "a.ndjson", "--unchecked", "--out", "x"]),
        "ms:7 comes after ms:7",
    );
    assert!(!folder.path("x").exists());
}

/// What vouches for a file vouches for it under the name of a symbolic link too, and a circle of links is no place.
#[test]
#[cfg(unix)]
fn links_hide_nothing() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    succeed(folder.analyze(&["1..40", "--out", "a.ndjson"]));
    fs::create_dir(folder.path("links")).unwrap();
    symlink("../a.ndjson", folder.path("links/b.ndjson")).unwrap();
    let output = succeed(folder.command(&["report", "links/b.ndjson"]));
    assert!(!stderr(&output).contains("nothing vouches"), "{}", stderr(&output));
    succeed(folder.command(&["merge", "links/b.ndjson", "--out", "c.ndjson", "--quiet"]));
    assert!(folder.read("c.ndjson") == folder.read("a.ndjson"));
    let whole = String::from_utf8(folder.read("a.ndjson")).unwrap();
    let cut: Vec<&str> = whole.lines().take(30).collect();
    fs::write(folder.path("a.ndjson"), cut.join("\n") + "\n").unwrap();
    refuse(folder.command(&["report", "links/b.ndjson"]), "holds 30 of 40 records");
    refuse(folder.command(&["merge", "links/b.ndjson", "--out", "x"]), "holds 30 of 40 records");
    let again = ["--only", "undecided", "--from", "links/b.ndjson", "--out", "x"];
    refuse(folder.analyze(&again), "holds 30 of 40 records");
    symlink("circle", folder.path("circle")).unwrap();
    for more in [&[][..], &["--force"], &["--resume"]] {
        refuse(folder.analyze(&[&["1..5", "--out", "circle"], more].concat()), "circle");
    }
    assert!(fs::symlink_metadata(folder.path("circle")).unwrap().is_symlink());
}

/// The toy game in the library, where a damage test takes a millisecond.
fn toy() -> Game {
    let mut rules = preset("freecell").unwrap();
    for change in TOY.iter().filter(|word| **word != "--rule") {
        rules.apply_override(change).unwrap();
    }
    Game::new(rules).unwrap()
}

struct Library {
    plan: Plan,
    range: DealRange,
    run: RunFile,
}

impl Library {
    fn new(range: &str) -> Library {
        let rules = toy();
        let mut plan = Plan::new(rules.clone());
        plan.limits = Limits::of(&rules);
        plan.save_every = std::time::Duration::from_millis(50);
        let range: DealRange = range.parse().unwrap();
        let run = RunFile::new(plan.job(), &rules, &range, None, plan.format);
        Library { plan, range, run }
    }

    fn finish(&self, path: &Path, start: Start) -> Result<bool, BatchError> {
        let sink = Sink::file(path, &self.run, None, start, &IfHeld::Fail)?;
        Ok(run(&self.plan, Queue::deals(self.range.clone()), sink, &mut |_| ())?.complete)
    }
}

/// One random change of some bytes.
fn damage(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = dice.below(bytes.len().max(1));
    match dice.below(7) {
        _ if bytes.is_empty() => bytes.push(b'x'),
        0 => bytes[at] ^= 1 << dice.below(8),
        1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, b"0123456789{}\",\n\0"[dice.below(16)]),
        3 => bytes.truncate(at),
        4 => bytes.extend_from_within(at..),
        // Digits are what hurts most: they leave everything readable.
        _ => {
            let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
            if let Some(&at) = digits.get(dice.below(digits.len().max(1))) {
                bytes[at] = b'0' + (bytes[at] - b'0' + 1 + dice.below(9) as u8) % 10;
            }
        }
    }
    bytes
}

/// Whatever happens to the files of an unfinished run: either it is resumed to the right bytes, or refused with nothing
/// touched; and then repairing goes on from what is intact, or refuses too.
#[test]
fn damaged_state_is_never_believed() {
    let folder = Folder::fast();
    let library = Library::new("1..400");
    let whole = folder.path("whole.ndjson");
    library.finish(&whole, Start::New).unwrap();
    let expected = folder.read("whole.ndjson");
    for (name, _) in folder.contents() {
        fs::remove_file(folder.path(&name)).unwrap();
    }
    // A state with records that wait for their turn.
    let words = ["1..400", "--out", "cut.ndjson", "--resume", "--threads", "4", "--save-every", "1ms"];
    let state = (20..ENOUGH).find_map(|n| {
        folder.restore(&[]);
        ended_by(folder.analyze(&words), &format!("die:{}", n % 60)).then_some(())?;
        let text = fs::read_to_string(folder.path("cut.ndjson.checkpoint.json")).ok()?;
        let both = folder.path("cut.ndjson.checkpoint.old").exists();
        (both && text.contains("\"waiting\"") && !text.starts_with("{\"deals\":0,")).then(|| folder.contents())
    });
    let state = state.expect("a run that dies while records wait");
    let path = folder.path("cut.ndjson");
    let mut dice = Dice(7);
    let (mut resumed, mut refused, mut repaired) = (0, 0, 0);
    let kinds: Vec<usize> = (0..state.len()).filter(|&i| !state[i].0.ends_with(".lock")).collect();
    // Five hundred times for every kind of file.
    for round in 0..500 * kinds.len() {
        folder.restore(&state);
        let (name, bytes) = &state[kinds[round % kinds.len()]];
        match dice.below(20) {
            0 => fs::remove_file(folder.path(name)).unwrap(),
            _ => fs::write(folder.path(name), damage(bytes, &mut dice)).unwrap(),
        }
        let damaged = folder.contents();
        let about = || format!("round {round}: {name}");
        let ended = catch_unwind(AssertUnwindSafe(|| library.finish(&path, Start::Resume)));
        match ended.unwrap_or_else(|_| panic!("{}: panic", about())) {
            Ok(complete) => {
                assert!(complete && folder.read("cut.ndjson") == expected, "{}", about());
                resumed += 1;
                continue;
            }
            Err(BatchError::Damaged { .. }) => refused += 1,
            Err(error) => panic!("{}: {error}", about()),
        }
        assert!(without_locks(folder.contents()) == without_locks(damaged), "{}: refusing changed something", about());
        match library.finish(&path, Start::Repair) {
            Ok(complete) => {
                assert!(complete && folder.read("cut.ndjson") == expected, "{}", about());
                repaired += 1;
            }
            Err(BatchError::Damaged { .. }) => {}
            Err(error) => panic!("{}: {error}", about()),
        }
    }
    println!("{resumed} resumed, {refused} refused, of these {repaired} repaired");
    assert!(kinds.len() >= 4 && resumed > 140 && refused > 600 && repaired > 450, "{resumed} {refused} {repaired}");
}

/// Finished files that are changed are refused, or say the same.
#[test]
fn damaged_results_are_never_believed() {
    let folder = Folder::fast();
    let library = Library::new("1..60");
    let path = folder.path("a.ndjson");
    library.finish(&path, Start::New).unwrap();
    let state = folder.contents();
    let read = || Results::open(&path).and_then(|mut results| summarize(&mut results)).map(|s| s.figures());
    let expected = read().unwrap();
    let mut dice = Dice(8);
    let (mut refused, mut same) = (0, 0);
    for round in 0..500 * state.len() {
        folder.restore(&state);
        let (name, bytes) = &state[round % state.len()];
        fs::write(folder.path(name), damage(bytes, &mut dice)).unwrap();
        match read() {
            Ok(figures) => {
                assert_eq!(figures, expected, "round {round}: {name}");
                assert!(name.ends_with(".run.json"), "round {round}: {name}");
                same += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(state.len() >= 2 && refused >= 660, "{refused} refused, {same} the same");
}

/// An internal error is the record of its deal; the range goes on and the exit code says so.
#[test]
fn a_panic_in_one_deal_is_the_record_of_that_deal() {
    let folder = Folder::new();
    let mut command = folder.analyze(&["1..30", "--out", "a.ndjson", "--threads", "2"]);
    let output = command.env("WINNABLE_FAULT", "panic:ms:7").output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(stderr(&output).contains("1 deal ended in an internal error"), "{}", stderr(&output));
    let text = String::from_utf8(folder.read("a.ndjson")).unwrap();
    let records: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 30);
    for (record, deal) in records.iter().zip(1..) {
        assert_eq!(record["deal"], format!("ms:{deal}"));
        assert_eq!(record["verdict"] == "error", deal == 7, "{record}");
    }
    assert!(records[6]["error"].as_str().unwrap().contains("a panic on purpose"), "{}", records[6]);
    let report = succeed(folder.command(&["report", "a.ndjson"]));
    let report = String::from_utf8(report.stdout).unwrap();
    let errors: Vec<&str> =
        report.lines().find(|line| line.starts_with("internal")).unwrap().split_whitespace().collect();
    assert_eq!(errors, ["internal", "errors", "1"]);
    // Tried again, it gets its answer.
    succeed(folder.analyze(&[
        "--only",
        "undecided",
        "--from",
        "a.ndjson",
        "--max-states",
        "200000000",
        "--out",
        "b.ndjson",
    ]));
    assert!(!String::from_utf8(folder.read("b.ndjson")).unwrap().contains("error"));
}

/// Texts from outside cannot write to the terminal what they like, and cells of tables are no formulas.
#[test]
fn control_characters_are_made_visible() {
    let folder = Folder::new();
    let escape = "\u{1b}]0;gotcha\u{7}\u{1b}[2J";
    let rules =
        |name: &str| format!("base = \"freecell\"\nname = \"{name}\"\nranks = 4\ncolumns = [4,4,4,4]\ncells = 1\n");
    fs::write(folder.path("evil.toml"), rules("a\\u001b]0;gotcha\\u0007b")).unwrap();
    fs::write(folder.path("key.toml"), rules("x") + "\"ke\\u001b]0;gotcha\\u0007y\" = 1\n").unwrap();
    fs::write(folder.path("formula.toml"), rules("=cmd|' /C calc'!A1")).unwrap();
    let line = |field: &str| {
        format!(r#"{{"schema":1,"game":"{field}","rules":"9f","deal":"ms:1","verdict":"unwinnable","states":1}}"#)
            + "\n"
    };
    fs::write(folder.path("record.ndjson"), line("a\\u001b[2Jb")).unwrap();
    let named = format!("na{escape}me.ndjson");
    fs::write(folder.path(&named), line("x")).unwrap();
    let board = format!("board{escape}.txt");
    fs::write(folder.path(&board), "no board").unwrap();
    let calls: [&[&str]; 9] = [
        &["solve", "1", "--game", "evil.toml"],
        &["analyze", "1..3", "--game", "evil.toml"],
        &["solve", "1", "--game", "key.toml"],
        &["report", "record.ndjson"],
        &["report", &named],
        &["merge", &named, "--out", &named],
        &["solve", &board],
        &["solve", "1", "--rule", &format!("cells={escape}")],
        &["solve", "1", &format!("--no{escape}")],
    ];
    for words in calls {
        let output = folder.command(words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{7}'), "{words:?}: {text:?}");
        let said = ["gotcha", "control characters", "unexpected argument"].iter().any(|word| text.contains(word));
        assert!(said, "{words:?}: {text:?}");
    }
    let csv = succeed(folder.command(&["analyze", "1..3", "--game", "formula.toml", "--format", "csv", "--quiet"]));
    let csv = String::from_utf8(csv.stdout).unwrap();
    assert!(csv.contains(",'=cmd") || csv.contains(",\"'=cmd"), "{csv}");
}
