//! `analyze`, `merge` and `report` as real processes: killed, starved of disk, split and joined again.
//!
//! Everything runs on a toy game of sixteen cards, so that the solver takes no time and the batch machinery shows.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const TOY: [&str; 6] = ["--rule", "ranks=4", "--rule", "columns=[4,4,4,4]", "--rule", "cells=1"];

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("winnable"));
        command.current_dir(self.0.path()).args(words).stdin(Stdio::null());
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// `analyze` of the toy game; must succeed.
    fn analyze(&self, words: &[&str]) -> Output {
        let output = self.run(&[&["analyze"], &TOY[..], words].concat());
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", stderr(&output));
        output
    }

    /// Must fail as an input error and say this.
    fn refuse(&self, words: &[&str], says: &str) {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(says), "{words:?}: {}", stderr(&output));
    }

    fn refuse_analyze(&self, words: &[&str], says: &str) {
        self.refuse(&[&["analyze"], &TOY[..], words].concat(), says);
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(self.0.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Starts a run that saves all the time, and sends it a signal as soon as it has saved something new.
/// False if the run was faster than that.
fn stop_after_saving(folder: &Folder, words: &[&str], signal: &str, code: Option<i32>) -> bool {
    let words = [&["analyze", "--quiet", "--save-every", "5ms"], &TOY[..], words].concat();
    let out = words[words.iter().position(|w| *w == "--out").unwrap() + 1];
    let checkpoint = || fs::read_to_string(folder.path(&format!("{out}.checkpoint.json"))).unwrap_or_default();
    let deals = |text: &str| serde_json::from_str::<Value>(text).ok().and_then(|c| c["deals"].as_u64()).unwrap_or(0);
    let before = deals(&checkpoint());
    let mut child = folder.command(&words).spawn().unwrap();
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(120) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if deals(&checkpoint()) > before {
            Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            let ended = child.wait().unwrap();
            return ended.code() == code;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("no checkpoint within two minutes");
}

/// Runs that are long enough to be stopped on a fast machine and short enough to be finished on a slow one.
const LENGTHS: [&str; 4] = ["1..3000", "1..30000", "1..300000", "1..3000000"];

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let folder = Folder::new();
    let one = folder.analyze(&["1..300,900..950", "--threads", "1", "--solutions"]).stdout;
    assert_eq!(one.iter().filter(|b| **b == b'\n').count(), 351);
    for threads in ["2", "3", "8"] {
        let out = format!("{threads}.ndjson");
        folder.analyze(&["900..950,1..300", "--threads", threads, "--solutions", "--out", &out]);
        assert!(fs::read(folder.path(&out)).unwrap() == one, "{threads} threads");
    }
    assert_eq!(folder.read("2.ndjson.run.json"), folder.read("8.ndjson.run.json"));
    assert!(!folder.names().iter().any(|n| n.contains("checkpoint") || n.contains("ahead") || n.contains("tmp")));
}

#[test]
fn records_are_the_answers_of_solve() {
    let folder = Folder::new();
    let lines = String::from_utf8(folder.analyze(&["5..8", "--solutions"]).stdout).unwrap();
    for (line, deal) in lines.lines().zip(5..) {
        let deal = deal.to_string();
        let solved = folder.run(&[&["solve", "--json"], &TOY[..], &[&deal]].concat());
        let mut solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
        solved.as_object_mut().unwrap().remove("seconds");
        assert_eq!(serde_json::from_str::<Value>(line).unwrap(), solved);
    }
}

#[test]
#[cfg(unix)]
fn killed_and_resumed_is_as_if_nothing_happened() {
    let folder = Folder::new();
    let words = |range, threads| [range, "--out", "cut.ndjson", "--resume", "--threads", threads];
    let range = LENGTHS.into_iter().find(|range| {
        let _ = fs::remove_file(folder.path("cut.ndjson.run.json"));
        let _ = fs::remove_file(folder.path("cut.ndjson"));
        stop_after_saving(&folder, &words(range, "2"), "-KILL", None)
    });
    let range = range.expect("a run that can be killed");
    for threads in ["1", "3"] {
        // What a crash may leave behind the last checkpoint must not matter.
        let mut text = fs::read(folder.path("cut.ndjson.partial")).unwrap();
        text.extend(b"{\"schema\":1,\"game\":\"half a li");
        fs::write(folder.path("cut.ndjson.partial"), text).unwrap();
        assert!(!folder.path("cut.ndjson").exists(), "what has its name is complete");
        if !stop_after_saving(&folder, &words(range, threads), "-KILL", None) {
            break;
        }
    }
    if folder.path("cut.ndjson.checkpoint.json").exists() {
        folder.refuse_analyze(&[range, "--out", "cut.ndjson"], "--resume");
    }
    let last = [&words(range, "2")[..], &["--quiet", "--summary", "cut.json"]].concat();
    folder.analyze(&last);
    folder.analyze(&[range, "--out", "whole.ndjson", "--quiet", "--summary", "whole.json"]);
    let check = || {
        assert!(folder.read("cut.ndjson") == folder.read("whole.ndjson"));
        assert_eq!(folder.read("cut.ndjson.run.json"), folder.read("whole.ndjson.run.json"));
        let summary = |name: &str| {
            let mut summary: Value = serde_json::from_str(&folder.read(name)).unwrap();
            summary.as_object_mut().unwrap().remove("run");
            summary
        };
        assert_eq!(summary("cut.json"), summary("whole.json"));
        assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
    };
    check();
    // A finished run has nothing left to resume, and says the same again.
    folder.analyze(&last);
    check();
}

#[test]
#[cfg(unix)]
fn interrupted_is_saved_and_exits_130() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new();
        let words = |range| [range, "--out", "cut.csv", "--force"];
        let stopped = LENGTHS.into_iter().find(|range| stop_after_saving(&folder, &words(range), signal, Some(130)));
        let range = stopped.expect("a run that can be interrupted");
        // An orderly end saves everything: all that is in the file counts.
        let checkpoint: Value = serde_json::from_str(&folder.read("cut.csv.checkpoint.json")).unwrap();
        assert_eq!(checkpoint["bytes"].as_u64().unwrap(), fs::metadata(folder.path("cut.csv.partial")).unwrap().len());
        folder.analyze(&[range, "--out", "cut.csv", "--resume"]);
        folder.analyze(&[range, "--out", "whole.csv", "--quiet"]);
        assert!(folder.read("cut.csv") == folder.read("whole.csv"));
    }
}

/// A search that takes minutes is ended by Ctrl-C within a moment, and says so.
#[test]
#[cfg(unix)]
fn solve_ends_cleanly_on_ctrl_c() {
    let folder = Folder::new();
    // A slow machine may not listen yet when the signal comes: then the process just dies, and gets another chance.
    let codes = [500, 2000, 8000].into_iter().map(|wait| {
        let words = ["solve", "--game", "fours-up", "18", "--memory", "4G", "--quiet"];
        let child = folder.command(&words).stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    });
    let ended = codes.into_iter().find(|(code, _)| code.is_some());
    let (code, text) = ended.expect("a process that listens");
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("18 of fours-up is undecided: interrupted"), "{text}");
}

/// A disk that is full: a limit on file size that the run hits in the middle.
#[test]
#[cfg(unix)]
fn a_full_disk_loses_nothing() {
    let folder = Folder::new();
    folder.analyze(&["1..3000", "--out", "whole.csv", "--quiet"]);
    let binary = assert_cmd::cargo::cargo_bin!("winnable");
    let limited = |blocks: u32| {
        let rules = TOY.map(|w| format!("'{w}'")).join(" ");
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec '{}' analyze {rules} 1..3000 --out cut.csv --resume --quiet",
            binary.display()
        );
        Command::new("sh").args(["-c", &script]).current_dir(folder.0.path()).output().unwrap()
    };
    // Blocks are of 512 or 1024 bytes, depending on the shell.
    for blocks in [50, 150] {
        let output = limited(blocks);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot write"), "{}", stderr(&output));
    }
    folder.analyze(&["1..3000", "--out", "cut.csv", "--resume", "--quiet"]);
    assert!(folder.read("cut.csv") == folder.read("whole.csv"));
}

#[test]
#[cfg(target_os = "linux")]
fn failing_writes_are_told() {
    let folder = Folder::new();
    folder.refuse_analyze(&["1..50", "--out", "/dev/full"], "No space left");
    folder.refuse_analyze(&["1..50", "--out", "x.ndjson", "--summary", "/dev/full"], "No space left");
    folder.refuse(&["merge", "x.ndjson", "--out", "/dev/full"], "No space left");
    folder.analyze(&["1..50", "--out", "/dev/null"]);
    assert!(!Path::new("/dev/null.run.json").exists());
}

#[test]
fn an_unwritable_path_fails_before_the_work() {
    let folder = Folder::new();
    fs::create_dir(folder.path("dir")).unwrap();
    let all = "1..8589934591";
    let started = Instant::now();
    folder.refuse_analyze(&[all, "--out", "none/x.ndjson"], "none/x.ndjson");
    folder.refuse_analyze(&[all, "--out", "dir"], "dir");
    folder.refuse_analyze(&[all, "--out", "x.ndjson", "--summary", "none/s.json"], "none/s.json");
    folder.refuse_analyze(&[all, "--resume"], "--out FILE");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_whole_numbering_starts_at_once_and_a_closed_pipe_is_success() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new();
    let words = [&["analyze"], &TOY[..], &["1..8589934591", "--quiet"]].concat();
    let mut child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("\"deal\":\"ms:1\""), "{first}");
    drop(lines);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
}

#[test]
#[cfg(unix)]
fn a_checkpoint_of_another_run_is_refused() {
    let folder = Folder::new();
    assert!(stop_after_saving(&folder, &["1..1000000", "--out", "a.ndjson"], "-KILL", None));
    // The kill may come between two renames: then the checkpoint before is all there is.
    let names = || folder.names().into_iter().filter(|name| !name.ends_with(".lock"));
    let files = || names().map(|name| (fs::read(folder.path(&name)).unwrap(), name)).collect::<Vec<_>>();
    let before = files();
    let resume = |words: &[&str], says: &str| {
        folder.refuse(&[&["analyze", "--out", "a.ndjson", "--resume"], words].concat(), says);
    };
    resume(&["1..1000000"], "rules");
    resume(&[&TOY[..], &["--rule", "cells=2", "1..1000000"]].concat(), "rules");
    resume(&[&TOY[..], &["1..999999"]].concat(), "range");
    resume(&[&TOY[..], &["1..1000000", "--shard", "1/2"]].concat(), "shard");
    resume(&[&TOY[..], &["1..1000000", "--max-states", "5"]].concat(), "limits");
    resume(&[&TOY[..], &["1..1000000", "--solutions"]].concat(), "solutions: ");
    resume(&[&TOY[..], &["1..1000000", "--optimal"]].concat(), "metric: ");
    resume(&[&TOY[..], &["1..1000000", "--format", "csv"]].concat(), "format");
    assert!(files() == before, "refusing changes nothing");
    // A file that lost what its checkpoint vouches for.
    fs::write(folder.path("a.ndjson.partial"), "").unwrap();
    resume(&[&TOY[..], &["1..1000000"]].concat(), "not what the checkpoint vouches for");
    folder.analyze(&["1..10", "--out", "a.ndjson", "--force", "--quiet"]);
    assert_eq!(records(&folder.read("a.ndjson")).len(), 10);
    // Another version is another run.
    let run = folder.read("a.ndjson.run.json");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(folder.path("a.ndjson.run.json"), run.replace(&version, "\"version\": \"0.0.1\"")).unwrap();
    resume(&[&TOY[..], &["1..10"]].concat(), "version: 0.0.1");
    fs::write(folder.path("a.ndjson.run.json"), run).unwrap();
    // Nothing to resume at all is a beginning.
    folder.analyze(&["1..10", "--out", "b.ndjson", "--resume", "--quiet"]);
    assert_eq!(folder.read("a.ndjson"), folder.read("b.ndjson"));
    fs::remove_file(folder.path("b.ndjson.run.json")).unwrap();
    folder.refuse_analyze(&["1..10", "--out", "b.ndjson", "--resume"], "nothing to resume");
}

#[test]
fn shuffled_and_doubled_shards_make_the_whole() {
    for format in ["ndjson", "csv"] {
        let folder = Folder::new();
        let range = "1..100,617,pysol:5..9";
        let name = |part: &str| format!("{part}.{format}");
        let whole = name("whole");
        folder.analyze(&[range, "--out", &whole, "--solutions", "--quiet"]);
        let parts: Vec<String> = [5, 2, 7, 1, 3, 6, 4].iter().map(|i| name(&i.to_string())).collect();
        for part in &parts {
            let shard = format!("{}/7", part.split('.').next().unwrap());
            folder.analyze(&[range, "--shard", &shard, "--out", part, "--solutions", "--quiet"]);
        }
        let merged = name("merged");
        let merge = |words: Vec<&str>| {
            let output = folder.run(&[vec!["merge", "--quiet", "--force", "--out", &merged], words].concat());
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            assert!(folder.read(&merged) == folder.read(&whole));
            let beside = |name: &str| folder.read(&format!("{name}.run.json"));
            assert_eq!(beside(&merged), beside(&whole));
        };
        let list: Vec<&str> = parts.iter().map(String::as_str).collect();
        merge(list.clone());
        merge([&list[..], &list[2..4], &[&whole]].concat());
        // Again with its own result: nothing changes.
        merge([&[&merged[..]], &list[..]].concat());
        merge(vec![&merged]);
        folder.refuse(&[&["merge", "--out", "x"], &list[..6]].concat(), "is missing");
        folder.refuse(&[&["merge", "--out", "x"], &list[1..]].concat(), "is missing");
        assert!(!folder.path("x").exists() && !folder.names().iter().any(|n| n.contains("tmp")));
        let output = folder.run(&[&["merge", "--out", "-", "--allow-gaps", "--quiet"], &list[1..]].concat());
        assert_eq!(output.status.code(), Some(0));
        let shorter = String::from_utf8(output.stdout).unwrap();
        assert!(shorter.lines().all(|line| folder.read(&whole).contains(line)));
    }
}

#[test]
fn merge_converts_and_joins_neighbouring_ranges() {
    let folder = Folder::new();
    folder.analyze(&["1..30", "--out", "whole.csv", "--quiet"]);
    folder.analyze(&["21..30", "--out", "b.ndjson", "--quiet"]);
    folder.analyze(&["1..20", "--out", "a.csv", "--quiet"]);
    let output = folder.run(&["merge", "b.ndjson", "a.csv", "--out", "all.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(folder.read("all.csv"), folder.read("whole.csv"));
    folder.analyze(&["35..40", "--out", "c.ndjson", "--quiet"]);
    folder.refuse(&["merge", "all.csv", "c.ndjson", "--out", "-"], "deal ms:31 is missing");
}

#[test]
fn merge_refuses_what_does_not_belong_together() {
    let folder = Folder::new();
    folder.analyze(&["1..20", "--out", "a.ndjson", "--quiet"]);
    folder.analyze(&["15..30", "--out", "b.ndjson", "--quiet"]);
    let merge = |words: &[&str], says: &str| folder.refuse(&[&["merge", "--out", "x.ndjson"], words].concat(), says);

    folder.analyze(&["21..30", "--out", "limits.ndjson", "--max-states", "100000", "--quiet"]);
    merge(&["a.ndjson", "limits.ndjson"], "limits");
    folder.analyze(&["21..30", "--out", "rules.ndjson", "--rule", "cells=2", "--quiet"]);
    merge(&["a.ndjson", "rules.ndjson"], "rules");

    let good = folder.read("b.ndjson");
    let run = folder.read("b.ndjson.run.json");
    fs::write(folder.path("b.ndjson.run.json"), run.replace("\"version\": \"", "\"version\": \"9")).unwrap();
    merge(&["a.ndjson", "b.ndjson"], "version");
    fs::remove_file(folder.path("b.ndjson.run.json")).unwrap();
    merge(&["a.ndjson", "b.ndjson"], "--unchecked");
    fs::write(folder.path("b.ndjson.run.json"), &run).unwrap();

    let first = good.lines().next().unwrap();
    let states = first.split("\"states\":").nth(1).unwrap();
    let changed = good.replacen(states, "77777}", 1);
    fs::write(folder.path("b.ndjson"), changed).unwrap();
    merge(&["b.ndjson"], "checksum");
    merge(&["a.ndjson", "b.ndjson"], "deal ms:15 contradicts");
    fs::write(folder.path("b.ndjson"), good.replacen(&format!("{first}\n"), "", 1) + first + "\n").unwrap();
    merge(&["b.ndjson", "--allow-gaps"], "deal ms:16 where ms:15 belongs");
    fs::write(folder.path("b.ndjson"), &good[..good.len() - 10]).unwrap();
    merge(&["a.ndjson", "b.ndjson"], "line 16");
    fs::write(folder.path("b.ndjson"), good.replace("\"rules\":\"", "\"rules\":\"0")).unwrap();
    merge(&["b.ndjson"], "other rules");
    merge(&["a.ndjson", "nowhere.ndjson"], "nowhere.ndjson");
    fs::write(folder.path("b.ndjson"), &good).unwrap();
    fs::write(folder.path("b.ndjson.checkpoint.json"), "{\"deals\":3,\"bytes\":10}").unwrap();
    merge(&["a.ndjson", "b.ndjson"], "damaged");
    assert!(!folder.path("x.ndjson").exists());
}

/// What is left unproven by a narrow limit is proven by a second run over just that, with the same lengths.
#[test]
fn unproven_deals_again_give_the_proven_lengths() {
    let folder = Folder::new();
    for metric in ["moves", "cards"] {
        let optimal = ["--optimal", "--metric", metric, "--solutions", "--quiet"];
        let out = |name: &str| format!("{metric}-{name}.ndjson");
        let (wide, narrow, again) = (out("wide"), out("narrow"), out("again"));
        folder.analyze(&[&optimal[..], &["1..200", "--out", &wide]].concat());
        let all = records(&folder.read(&wide));
        let mut states: Vec<u64> = all.iter().map(|r| r["states"].as_u64().unwrap()).collect();
        states.sort();
        for record in &all {
            let (bounds, length) = (&record["optimal"], record["solution"].as_array().map(Vec::len));
            assert_eq!(record["verdict"] == "winnable", bounds["proven"] == true, "{record}");
            assert_eq!(bounds["lower"], bounds["upper"], "{record}");
            // In `moves` a group is one move, and in `cards` all moves are single.
            assert_eq!(length.map(|n| n as u64), bounds["upper"].as_u64(), "{record}");
        }
        let limit = states[150].to_string();
        folder.analyze(&[&optimal[..], &["1..200", "--out", &narrow, "--max-states", &limit]].concat());
        let unproven = |name: &str| {
            let open = |r: &&Value| r["verdict"] != "unwinnable" && r["optimal"]["proven"] != true;
            records(&folder.read(name)).iter().filter(open).count()
        };
        let open = unproven(&narrow);
        assert!((10..190).contains(&open), "{open} unproven");
        let only = ["--only", "unproven", "--from", &narrow, "--out", &again];
        folder.analyze(&[&optimal[..], &only].concat());
        assert_eq!(unproven(&again), 0);
        for (first, second) in all.iter().zip(records(&folder.read(&again))) {
            assert_eq!((&first["deal"], &first["optimal"]), (&second["deal"], &second["optimal"]));
        }
    }
}

#[test]
fn undecided_deals_again_give_what_wide_limits_give() {
    let folder = Folder::new();
    folder.analyze(&["1..400", "--out", "wide.ndjson", "--quiet"]);
    // A limit that about half of the deals hit, however good the solver is.
    let mut states: Vec<u64> =
        records(&folder.read("wide.ndjson")).iter().map(|r| r["states"].as_u64().unwrap()).collect();
    states.sort();
    let narrow = states[200].max(1).to_string();
    folder.analyze(&["1..400", "--max-states", &narrow, "--out", "narrow.ndjson", "--quiet"]);
    let count =
        |name: &str, verdict: &str| records(&folder.read(name)).iter().filter(|r| r["verdict"] == verdict).count();
    let open = count("narrow.ndjson", "undecided");
    assert!(open > 20 && count("narrow.ndjson", "winnable") > 20, "{open} undecided");
    assert!(
        records(&folder.read("narrow.ndjson"))
            .iter()
            .all(|r| (r["verdict"] == "undecided") == (r["reason"] == "states"))
    );
    let again = ["--only", "undecided", "--from", "narrow.ndjson"];
    let output = folder.analyze(&[&again[..], &["--out", "again.ndjson"]].concat());
    assert!(stderr(&output).contains(&format!("{open} of 400 deals are run again")), "{}", stderr(&output));
    assert_eq!(folder.read("again.ndjson"), folder.read("wide.ndjson"));
    // In shards, and joined.
    for shard in ["2/2", "1/2"] {
        let out = format!("part{}.ndjson", &shard[..1]);
        folder.analyze(&[&again[..], &["--out", &out, "--shard", shard, "--quiet", "1..400"]].concat());
    }
    let output = folder.run(&["merge", "part2.ndjson", "part1.ndjson", "--out", "joined.ndjson", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(folder.read("joined.ndjson"), folder.read("wide.ndjson"));
    assert_eq!(folder.read("joined.ndjson.run.json"), folder.read("again.ndjson.run.json"));
    // Its history keeps it apart from a run with one limit.
    folder.refuse(&["merge", "again.ndjson", "wide.ndjson", "--out", "x"], "then");

    let refuse = |words: &[&str], says: &str| folder.refuse_analyze(&[&again[..], words].concat(), says);
    refuse(&["--out", "x", "--max-states", &narrow], "wider limits");
    refuse(&["--out", "x", "--memory", "1G"], "wider limits");
    refuse(&["--out", "narrow.ndjson"], "same file");
    refuse(&["--out", "x", "1..399"], "exactly");
    refuse(&["--out", "x", "--rule", "cells=2"], "rules");
    refuse(&["--out", "x", "--solutions"], "solutions: no there, yes here");
}

#[test]
fn the_summary_is_what_the_records_say() {
    let folder = Folder::new();
    folder.analyze(&["1..500", "--max-states", "200", "--out", "a.ndjson", "--summary", "s.json"]);
    let records = records(&folder.read("a.ndjson"));
    let summary: Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    let sorted = |key: &str| {
        let mut values: Vec<u64> = records.iter().filter_map(|r| r[key].as_u64()).collect();
        values.sort();
        values
    };
    for verdict in ["winnable", "unwinnable", "undecided"] {
        let count = records.iter().filter(|r| r["verdict"] == verdict).count();
        assert!(count > 0, "{verdict}");
        let share = &summary[verdict];
        assert_eq!(share["count"], count);
        let (low, high) = (share["low"].as_f64().unwrap(), share["high"].as_f64().unwrap());
        assert_eq!(share["share"].as_f64().unwrap(), count as f64 / 500.0);
        // Wilson's interval ends where the seen share is exactly z standard errors away.
        for end in [low, high] {
            let z = (count as f64 / 500.0 - end).abs() / (end * (1.0 - end) / 500.0).sqrt();
            assert!((z - 1.959964).abs() < 1e-5, "{verdict}: {z}");
        }
    }
    let count = |key: &str| summary[key]["count"].as_u64().unwrap();
    assert_eq!(count("winnable_if_undecided_lose"), count("winnable"));
    assert_eq!(count("winnable_if_undecided_win"), count("winnable") + count("undecided"));
    assert_eq!(summary["undecided_by"]["states"], count("undecided"));
    for key in ["moves", "cards", "states"] {
        let values = sorted(key);
        let rank = |percent: usize| values[(values.len() * percent).div_ceil(100) - 1];
        let figures = &summary[key];
        assert_eq!(figures["count"], values.len());
        assert_eq!(figures["median"], rank(50));
        assert_eq!(figures["p90"], rank(90));
        assert_eq!(figures["p99"], rank(99));
        assert_eq!(figures["max"], *values.last().unwrap());
        let mean = values.iter().sum::<u64>() as f64 / values.len() as f64;
        assert!((figures["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
    }
    assert_eq!(summary["hardest"][0]["states"], *sorted("states").last().unwrap());
    assert_eq!(summary["run"]["solved"], 500);

    let report = folder.run(&["report", "a.ndjson", "--json", "--html", "page.html"]);
    let mut expected = summary.clone();
    expected.as_object_mut().unwrap().remove("run");
    assert_eq!(serde_json::from_slice::<Value>(&report.stdout).unwrap()[0], expected);
    let page = folder.read("page.html");
    assert!(
        page.contains("<svg")
            && page.contains(&format!("{} (", count("winnable")))
            && !page.contains("http:")
            && !page.contains("https:")
    );
}

#[test]
fn report_shows_files_side_by_side() {
    let folder = Folder::new();
    folder.analyze(&["1..50", "--out", "one.ndjson", "--quiet"]);
    folder.analyze(&["1..60", "--rule", "cells=2", "--out", "two.csv", "--quiet"]);
    let output = folder.run(&["report", "one.ndjson", "two.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let deals: Vec<&str> = text.lines().find(|l| l.starts_with("deals")).unwrap().split_whitespace().collect();
    assert_eq!(deals, ["deals", "50", "60"]);
    let input = fs::File::open(folder.path("two.csv")).unwrap();
    let output = folder.command(&["report", "-"]).stdin(input).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("60"));
    let one = folder.read("one.ndjson");
    let (first, rest) = one.split_at(one.find('\n').unwrap() + 1);
    let mixed = first.to_string() + &rest.replace("\"rules\":\"", "\"rules\":\"0");
    fs::write(folder.path("mixed.ndjson"), &mixed).unwrap();
    folder.refuse(&["report", "mixed.ndjson"], "line 2: a record of other rules");
    let input = fs::File::open(folder.path("mixed.ndjson")).unwrap();
    let output = folder.command(&["report", "-"]).stdin(input).output().unwrap();
    assert!(stderr(&output).contains("different rules"), "{}", stderr(&output));
    folder.refuse(&["report", "none.ndjson"], "none.ndjson");
    fs::write(folder.path("junk"), "hello").unwrap();
    folder.refuse(&["report", "junk"], "line 1");
}

#[test]
fn lists_from_files_and_standard_input() {
    let folder = Folder::new();
    fs::write(folder.path("seeds.txt"), "# ours\n617\n3..5, 9\n").unwrap();
    let expected = folder.analyze(&["3..5,9,617", "--quiet"]).stdout;
    assert_eq!(folder.analyze(&["@seeds.txt", "--quiet"]).stdout, expected);
    let words = [&["analyze", "--quiet"], &TOY[..], &["-"]].concat();
    let input = fs::File::open(folder.path("seeds.txt")).unwrap();
    assert_eq!(folder.command(&words).stdin(input).output().unwrap().stdout, expected);
    folder.refuse_analyze(&["9..3"], "ends before it starts");
    folder.refuse_analyze(&["@none.txt"], "none.txt");
    folder.refuse_analyze(&["1..10", "--shard", "3/2"], "shard");
    folder.refuse_analyze(&["1..10", "--only", "undecided"], "--from");
}

#[test]
fn quiet_is_quiet_and_progress_is_plain_without_a_terminal() {
    let folder = Folder::new();
    assert_eq!(stderr(&folder.analyze(&["1..20", "--quiet"])), "");
    let text = stderr(&folder.analyze(&["1..20", "--time-limit", "1h"]));
    assert!(text.contains("winnable") && text.contains("95 %") && text.contains("depend on this machine"), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains('\r'));
}

/// What a cluster does, on one machine: GNU parallel runs the shards, merge joins them.
#[test]
fn gnu_parallel_runs_the_shards() {
    if !Command::new("parallel")
        .arg("--version")
        .output()
        .is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains("GNU"))
    {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = Folder::new();
    folder.analyze(&["1..200", "--out", "whole.ndjson", "--quiet"]);
    let binary = assert_cmd::cargo::cargo_bin!("winnable").display().to_string();
    let rules = "--rule ranks=4 --rule columns=[4,4,4,4] --rule cells=1";
    let template =
        format!("{binary} analyze {rules} 1..200 --shard {{}}/5 --threads 1 --quiet --out part{{}}.ndjson --resume");
    let mut parallel = Command::new("parallel");
    parallel.args(["--will-cite", "-j2", &template, ":::", "1", "2", "3", "4", "5"]).current_dir(folder.0.path());
    let output = parallel.env("HOME", folder.0.path()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let parts = ["part1.ndjson", "part2.ndjson", "part3.ndjson", "part4.ndjson", "part5.ndjson"];
    let output = folder.run(&[&["merge", "--quiet", "--out", "all.ndjson"], &parts[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(folder.read("all.ndjson"), folder.read("whole.ndjson"));
}
