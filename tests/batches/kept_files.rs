//! What exists is kept: no command overwrites a file without `--force`, under whatever name it lies, and a file and what
//! vouches for it are replaced together.

use crate::nothing_lost::{ENOUGH, Folder, TOY, ended_by, refuse, stderr, succeed};
use std::fs;

/// All options of the game without cells, where deal 11982 cannot be won.
const DEAD: [&str; 6] = ["--rule", "ranks=4", "--rule", "columns=[4,4,4,4]", "--rule", "cells=0"];

/// Each command writes its file, refuses to write it again, and replaces it with `--force`.
#[test]
fn every_command_that_writes_a_file_keeps_what_is_there() {
    let folder = Folder::new();
    for shard in ["1/2", "2/2"] {
        succeed(folder.analyze(&["1..40", "--shard", shard, "--out", &format!("{}.ndjson", &shard[..1])]));
    }
    fs::write(folder.path("boards.txt"), succeed(folder.command(&[&["deal", "5"], &TOY[..]].concat())).stdout).unwrap();
    let toy = |words: &[&'static str]| [words, &TOY[..]].concat();
    let tune = ["tune", "--rounds", "1", "--deals", "4", "--states", "50", "--candidates", "4", "--train", "1..99"];
    let cases: [(&str, Vec<&str>); 16] = [
        ("page.html", toy(&["solve", "5", "--quiet", "--html", "page.html"])),
        ("dead", [&["solve", "11982", "--quiet", "--certificate", "dead"], &DEAD[..]].concat()),
        ("review.html", vec!["review", "1", "2a", "--max-states", "1000", "--html", "review.html"]),
        ("report.html", vec!["report", "1.ndjson", "--html", "report.html"]),
        ("s.json", toy(&["analyze", "1..9", "--quiet", "--summary", "s.json"])),
        ("boards.ndjson", toy(&["analyze", "boards.txt", "--quiet", "--out", "boards.ndjson"])),
        ("f.ndjson", toy(&["analyze", "1..9", "--quiet", "--out", "f.ndjson"])),
        ("f.csv", toy(&["analyze", "1..9", "--quiet", "--out", "f.csv"])),
        ("f.zst", toy(&["analyze", "1..9", "--quiet", "--out", "f.zst"])),
        ("all.ndjson", vec!["merge", "1.ndjson", "2.ndjson", "--quiet", "--out", "all.ndjson"]),
        ("all.csv.zst", vec!["merge", "1.ndjson", "2.ndjson", "--quiet", "--out", "all.csv.zst"]),
        ("seeds.json", toy(&["seeds", "--count", "3", "--format", "json", "--out", "seeds.json"])),
        ("w.toml", [&tune[..], &["--test", "100..110", "--out", "w.toml"]].concat()),
        ("b.ndjson", toy(&["bench", "1..9", "--strategy", "quick", "--records", "b.ndjson"])),
        ("b.csv", toy(&["bench", "1..9", "--strategy", "quick", "--records", "b.csv"])),
        ("man/winnable.1", vec!["man", "man"]),
    ];
    for (name, words) in &cases {
        let run = |more: &[&str]| {
            let output = folder.command(&[&words[..], more].concat()).output().unwrap();
            (output.status.code(), stderr(&output))
        };
        let (code, text) = run(&[]);
        assert!(matches!(code, Some(0 | 1)), "{words:?}: {text}");
        let whole = folder.read(name);
        assert!(!whole.is_empty(), "{name}");
        // Its own kind is refused as anything else is: it may be the only copy of other results.
        fs::write(folder.path(name), [&whole[..], b"\n"].concat()).unwrap();
        let before = folder.read(name);
        let (code, text) = run(&[]);
        assert!(code == Some(2) && text.contains("exists already") && text.contains("--force"), "{words:?}: {text}");
        assert!(folder.read(name) == before, "{words:?} changed what was there");
        let (code, text) = run(&["--force"]);
        assert!(matches!(code, Some(0 | 1)), "{words:?}: {text}");
        assert!(folder.read(name) != before, "{words:?}: --force replaced nothing");
    }
    assert!(folder.names().iter().all(|name| !name.ends_with("-new") && !name.ends_with(".lock")));
}

/// The pages of single deals too.
#[test]
fn pages_of_deals_are_kept() {
    let folder = Folder::new();
    succeed(folder.command(&["analyze", "1..3", "--quiet", "--out", "a.ndjson"]));
    fs::create_dir(folder.path("r-deals")).unwrap();
    fs::write(folder.path("r-deals/freecell-ms-2.html"), "<!doctype html>\nmine").unwrap();
    let report = ["report", "a.ndjson", "--html", "r.html", "--pages"];
    refuse(folder.command(&report), "freecell-ms-2.html exists already");
    assert_eq!(folder.read("r-deals/freecell-ms-2.html"), b"<!doctype html>\nmine");
    succeed(folder.command(&[&report[..], &["--force"]].concat()));
    assert!(folder.read("r-deals/freecell-ms-2.html").len() > 1000 && folder.path("r.html").exists());
}

/// A resumed run replaces the summary of its earlier session, and nothing else.
#[test]
fn a_resumed_run_replaces_its_summary() {
    let folder = Folder::new();
    let words = ["1..40", "--out", "a.ndjson", "--resume", "--summary", "s.json"];
    succeed(folder.analyze(&words));
    let first = folder.read("s.json");
    succeed(folder.analyze(&words));
    assert!(folder.read("s.json") != first, "the figures of the run are those of this session");
    fs::write(folder.path("s.json"), "{}").unwrap();
    refuse(folder.analyze(&words), "s.json exists already");
}

/// Files of the user that have a name which a run might want for itself.
#[test]
fn neighbours_are_not_touched() {
    let folder = Folder::new();
    for name in ["Cargo.lock", "a.ndjson.new", "a.ndjson.tmp", "a.ndjson.old", "a.ndjson.bak"] {
        fs::write(folder.path(name), "precious").unwrap();
    }
    refuse(folder.analyze(&["1..5", "--out", "Cargo"]), "Cargo.lock: is not a lock of this program");
    succeed(folder.analyze(&["1..5", "--out", "a.ndjson"]));
    succeed(folder.analyze(&["1..5", "--out", "a.ndjson", "--force"]));
    succeed(folder.command(&["merge", "a.ndjson", "--quiet", "--out", "a.ndjson"]));
    for name in ["Cargo.lock", "a.ndjson.new", "a.ndjson.tmp", "a.ndjson.old", "a.ndjson.bak"] {
        assert_eq!(folder.read(name), b"precious", "{name}");
    }
    assert!(!folder.path("Cargo").exists());
    // What vouches for results that were moved elsewhere is kept, unless the same results are made again.
    fs::rename(folder.path("a.ndjson"), folder.path("b.ndjson")).unwrap();
    let before = folder.read("a.ndjson.run.json");
    for more in [&[][..], &["--resume"]] {
        refuse(folder.analyze(&[&["1..3", "--out", "a.ndjson"], more].concat()), "a.ndjson.run.json exists already");
    }
    fs::copy(folder.path("a.ndjson.run.json"), folder.path("b.ndjson.run.json")).unwrap();
    refuse(folder.command(&["merge", "b.ndjson", "--out", "a.ndjson"]), "a.ndjson.run.json exists already");
    assert!(folder.read("a.ndjson.run.json") == before);
    succeed(folder.analyze(&["1..5", "--out", "a.ndjson"]));
    assert!(folder.read("a.ndjson") == folder.read("b.ndjson"));
    succeed(folder.analyze(&["1..3", "--out", "a.ndjson", "--force"]));
}

/// A file that was put where the results of an unfinished run will be. Links to other files under the private names are
/// not followed.
#[test]
fn what_appears_while_a_run_is_unfinished_is_kept() {
    let folder = Folder::new();
    let words = ["1..400", "--out", "a.ndjson", "--resume", "--threads", "1", "--save-every", "1ms"];
    for name in ["a.ndjson", "a.ndjson.zst"] {
        let words = words.map(|word| if word == "a.ndjson" { name } else { word });
        assert!(ended_by(folder.analyze(&words), "die:25"));
        fs::write(folder.path(name), "precious").unwrap();
        refuse(folder.analyze(&words), "appeared during the run");
        assert_eq!(folder.read(name), b"precious");
        fs::remove_file(folder.path(name)).unwrap();
        succeed(folder.analyze(&words));
        // A run that was begun with --force may replace what was there before, also when it is resumed.
        fs::write(folder.path(name), "old").unwrap();
        let start = words.map(|word| if word == "--resume" { "--force" } else { word });
        assert!(ended_by(folder.analyze(&start), "die:25"));
        assert_eq!(folder.read(name), b"old");
        succeed(folder.analyze(&words));
        assert!(folder.read(name).len() > 1000);
    }
    #[cfg(unix)]
    for ending in ["partial", "winnable-new", "run.json.winnable-new", "checkpoint.json.winnable-new", "waiting0"] {
        fs::write(folder.path("victim"), "").unwrap();
        std::os::unix::fs::symlink("victim", folder.path(&format!("b.ndjson.{ending}"))).unwrap();
        let words = ["1..400", "--out", "b.ndjson", "--threads", "4", "--save-every", "1ms", "--force"];
        succeed(folder.analyze(&words));
        assert_eq!(folder.read("victim"), b"", "{ending}");
        assert!(folder.read("b.ndjson") == folder.read("a.ndjson"), "{ending}");
        assert!(!fs::symlink_metadata(folder.path("b.ndjson")).unwrap().is_symlink(), "{ending}");
    }
}

/// Whenever a process dies, what is there under the name of the results is vouched for: the old ones or the new ones.
#[test]
fn results_and_what_vouches_for_them_are_replaced_together() {
    let folder = Folder::fast();
    for shard in ["1/2", "2/2"] {
        succeed(folder.analyze(&["1..30", "--shard", shard, "--out", &format!("{}.ndjson", &shard[..1])]));
    }
    succeed(folder.analyze(&["1..30", "--out", "whole.ndjson"]));
    let merge = || folder.command(&["merge", "a.ndjson", "2.ndjson", "--quiet", "--out", "a.ndjson"]);
    let force = || folder.analyze(&["1..30", "--out", "a.ndjson", "--force"]);
    for (about, run) in [("merge", &merge as &dyn Fn() -> std::process::Command), ("analyze --force", &force)] {
        let mut deaths = 0;
        for n in 1..ENOUGH {
            for ending in ["", ".run.json"] {
                fs::copy(folder.path(&format!("1.ndjson{ending}")), folder.path(&format!("a.ndjson{ending}"))).unwrap();
            }
            if !ended_by(run(), &format!("die:{n}")) {
                break;
            }
            deaths += 1;
            let report = succeed(folder.command(&["report", "a.ndjson"]));
            assert!(!stderr(&report).contains("nothing vouches"), "{about} die:{n}: {}", stderr(&report));
            succeed(run());
            assert!(folder.read("a.ndjson") == folder.read("whole.ndjson"), "{about} die:{n}");
            assert!(folder.read("a.ndjson.run.json") == folder.read("whole.ndjson.run.json"), "{about} die:{n}");
            assert_eq!(folder.names().len(), 8, "{about} die:{n}: {:?}", folder.names());
        }
        assert!(deaths >= 7, "{about}: only {deaths} deaths");
    }
}

/// What every writer does to the disk: the content is synced, then renamed, then the folder is synced. Each operation is seen
/// by its failure.
#[test]
fn files_are_synced_before_they_are_renamed_and_their_folders_after() {
    let folder = Folder::new();
    succeed(folder.analyze(&["1..5", "--out", "part.ndjson"]));
    let toy = TOY.join(" ");
    let calls = [
        &format!("analyze 1..5 --quiet {toy} --out"),
        &format!("analyze 1..5 --quiet {toy} --format parquet --out"),
        "merge part.ndjson --quiet --out",
        "merge part.ndjson --quiet --format parquet --out",
        "report part.ndjson --html",
        &format!("seeds --count 1 {toy} --out"),
        &format!("bench 1..2 --quiet {toy} --records"),
        &format!("solve 5 --quiet {toy} --html"),
        "man",
    ];
    for (call, words) in calls.into_iter().enumerate() {
        let mut operations = Vec::new();
        let mut harmless = 0;
        for n in 1..200 {
            let out = format!("{call}-{n}");
            let words: Vec<&str> = words.split(' ').chain([&out[..]]).collect();
            let output = folder.command(&words).env("WINNABLE_FAULT", format!("fail:{n}")).output().unwrap();
            let said = stderr(&output);
            match said.split_once(" fails on purpose") {
                Some((before, _)) => operations.push(before.rsplit(": ").next().unwrap_or(before).to_string()),
                None => harmless += 1,
            }
            // Some failures are no reason to fail, like that of removing a lock; after the last operation nothing is.
            if harmless == 8 {
                break;
            }
        }
        let place = |from: usize, wanted: &str| {
            let found = operations[from..].iter().position(|operation| operation.starts_with(wanted));
            from + found.unwrap_or_else(|| panic!("{words}: no `{wanted}` after {from} in {operations:?}"))
        };
        place(place(place(0, "sync"), "rename"), "sync folder");
        let last = operations.iter().rposition(|operation| operation == "rename").unwrap();
        place(last, "sync folder");
        assert!(operations[..last].iter().any(|operation| operation.starts_with("sync") && operation != "sync folder"));
    }
}
