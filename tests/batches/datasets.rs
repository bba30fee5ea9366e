//! Datasets under attack: killed at every file operation, several writers, damaged parts; and that nothing is lost on the way
//! through a dataset.

use crate::nothing_lost::{ENOUGH, Folder, TOY, ended_by, refuse, stderr, succeed};
use crate::support::Dice;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// All files of a dataset and what is in them.
fn tree(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).map(|entry| entry.unwrap());
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

/// `analyze` into a dataset with parts of ten deals that do not depend on time.
fn dataset(folder: &Folder, range: &str, out: &str, more: &[&str]) -> Command {
    let words = [range, "--out", out, "--format", "parquet", "--part-deals", "10", "--part-seconds", "0"];
    folder.analyze(&[&words, more].concat())
}

/// The records of anything, as lines.
fn lines(folder: &Folder, results: &str) -> String {
    let output = succeed(folder.command(&["merge", results, "--out", "-", "--format", "ndjson", "--quiet"]));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn same(folder: &Folder, one: &str, other: &str, about: &str) {
    let (one, other) = (tree(&folder.path(one)), tree(&folder.path(other)));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{about}");
    assert!(one == other, "{about}");
}

/// A run that dies or fails at any one file operation is resumed to the same bytes, and nothing is left behind.
#[test]
fn every_file_operation_may_be_the_last() {
    let folder = Folder::fast();
    succeed(dataset(&folder, "1..60", "whole", &[]));
    assert_eq!(tree(&folder.path("whole")).len(), 7);
    let mut faults = 0;
    for fault in ["die", "fail"] {
        let mut harmless = 0;
        for n in 1.. {
            assert!(n < ENOUGH, "the run does not end");
            let run = || dataset(&folder, "1..60", "cut", &["--resume", "--threads", "2"]);
            if !ended_by(run(), &format!("{fault}:{n}")) {
                // A lock file that cannot be removed is no reason to fail; after the last operation nothing is.
                fs::remove_dir_all(folder.path("cut")).unwrap();
                harmless += 1;
                if harmless == 4 {
                    break;
                }
                continue;
            }
            faults += 1;
            harmless = 0;
            // Whatever is there under the name of a part is complete.
            if folder.path("cut").exists() {
                let whole = tree(&folder.path("whole"));
                for (name, bytes) in tree(&folder.path("cut")) {
                    assert!(!name.starts_with("part-") || whole[&name] == bytes, "{fault}:{n} {name}");
                }
            }
            succeed(run());
            same(&folder, "whole", "cut", &format!("{fault}:{n}"));
            fs::remove_dir_all(folder.path("cut")).unwrap();
        }
    }
    assert!(faults >= 40, "only {faults} faults");
}

#[test]
fn runs_that_die_again_and_again() {
    let folder = Folder::fast();
    succeed(dataset(&folder, "1..400", "whole", &[]));
    let mut dice = Dice(5);
    let (mut deaths, mut runs) = (0, 0);
    while deaths < 60 {
        let threads = (1 + dice.below(4)).to_string();
        let command = dataset(&folder, "1..400", "cut", &["--resume", "--threads", &threads]);
        if ended_by(command, &format!("die:{}", 1 + dice.below(60))) {
            deaths += 1;
            continue;
        }
        same(&folder, "whole", "cut", &format!("after {deaths} deaths"));
        fs::remove_dir_all(folder.path("cut")).unwrap();
        runs += 1;
    }
    assert!(runs >= 1);
}

/// Several processes on one dataset, each with all deals or with its shard, some of them killed.
#[test]
fn many_writers_make_what_one_makes() {
    let folder = Folder::fast();
    succeed(dataset(&folder, "1..3000", "whole", &[]));
    let mut dice = Dice(9);
    for round in 0..4 {
        let shards = ["1/4", "2/4", "3/4", "4/4"];
        let start = |shard: &str| {
            let shard: &[&str] = if round % 2 == 0 { &[] } else { &["--shard", shard] };
            let mut command = dataset(&folder, "1..3000", "cut", &[&["--resume", "--threads", "1"], shard].concat());
            command.stderr(Stdio::piped()).spawn().unwrap()
        };
        let mut children: Vec<_> = shards.iter().map(|shard| start(shard)).collect();
        std::thread::sleep(std::time::Duration::from_micros(dice.next() % 100_000));
        let _ = children[1].kill();
        for (number, child) in children.into_iter().enumerate() {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.code() == Some(0) || number == 1, "{}", stderr(&output));
        }
        succeed(dataset(&folder, "1..3000", "cut", &["--resume"]));
        same(&folder, "whole", "cut", &format!("round {round}"));
        fs::remove_dir_all(folder.path("cut")).unwrap();
    }
}

/// Parts that end after some time hold the same rows, in whatever parts.
#[test]
fn parts_by_time_hold_the_same_rows() {
    let folder = Folder::fast();
    succeed(folder.analyze(&["1..3000", "--out", "whole.ndjson"]));
    let words = ["1..3000", "--out", "cut", "--part-deals", "100000", "--part-seconds", "1ms", "--save-every", "1ms"];
    let run = || folder.analyze(&[&words[..], &["--format", "parquet", "--resume", "--threads", "3"]].concat());
    let mut deaths = 0;
    while ended_by(run(), &format!("die:{}", 30 + deaths)) {
        deaths += 1;
        assert!(deaths < 200, "the run does not end");
    }
    let parts = tree(&folder.path("cut")).keys().filter(|name| name.starts_with("part-")).count();
    assert!(parts > 3, "only {parts} parts");
    assert!(lines(&folder, "cut").as_bytes() == folder.read("whole.ndjson"));
    succeed(run());
}

/// Processes that cut the same deals by their own clocks: whoever would overlap the parts of another stops, and nothing
/// that was written has to be removed.
#[test]
fn parts_by_time_never_overlap() {
    let folder = Folder::fast();
    succeed(folder.analyze(&["1..3000", "--out", "whole.ndjson"]));
    let words = ["1..3000", "--out", "cut", "--part-seconds", "1ms", "--save-every", "1ms", "--format", "parquet"];
    let run = || folder.analyze(&[&words[..], &["--resume", "--threads", "1"]].concat());
    let mut stopped = 0;
    for round in 0..4 {
        let children: Vec<_> = (0..3).map(|_| run().stderr(Stdio::piped()).spawn().unwrap()).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let text = stderr(&output);
            assert!(output.status.success() || text.contains("another process writes the same deals"), "{text}");
            stopped += u32::from(!output.status.success());
        }
        succeed(run());
        assert!(lines(&folder, "cut").as_bytes() == folder.read("whole.ndjson"), "round {round}");
        fs::remove_dir_all(folder.path("cut")).unwrap();
    }
    assert!(stopped > 0, "no two processes met");
}

#[test]
fn nothing_that_exists_is_overwritten() {
    let folder = Folder::fast();
    succeed(dataset(&folder, "1..30", "d", &[]));
    let before = tree(&folder.path("d"));
    refuse(dataset(&folder, "1..30", "d", &[]), "--resume");
    refuse(dataset(&folder, "5..7", "d", &[]), "--resume");
    refuse(dataset(&folder, "1..30", "d", &["--resume", "--max-states", "7"]), "limits");
    refuse(dataset(&folder, "31..40", "d", &["--max-states", "7"]), "limits");
    refuse(dataset(&folder, "31..40", "d", &["--solutions"]), "solutions: no there, yes here");
    refuse(dataset(&folder, "pysol:31..40", "d", &[]), "numbering");
    refuse(dataset(&folder, "1..9,pysol:31..40", "e", &[]), "one numbering");
    refuse(folder.analyze(&["1..5", "--out", "-", "--format", "parquet"]), "--out DIR");
    succeed(dataset(&folder, "1..30", "d", &["--resume"]));
    assert!(tree(&folder.path("d")) == before);
    // A file where a dataset should be, and files that are not ours.
    fs::write(folder.path("file"), "x").unwrap();
    refuse(dataset(&folder, "1..30", "file", &[]), "is a file");
    fs::write(folder.path("d/notes.txt"), "mine").unwrap();
    succeed(dataset(&folder, "31..40", "d", &[]));
    succeed(dataset(&folder, "1..40", "d", &["--force", "--max-states", "7"]));
    assert_eq!(folder.read("d/notes.txt"), b"mine");
    succeed(folder.command(&["report", "d"]));
    fs::write(folder.path("d/other.parquet"), "x").unwrap();
    refuse(dataset(&folder, "1..40", "d", &["--resume", "--max-states", "7"]), "other.parquet");
    fs::remove_file(folder.path("d/other.parquet")).unwrap();
    // The same deals twice.
    succeed(dataset(&folder, "3..7", "e", &["--max-states", "7"]));
    fs::copy(folder.path("e/part-0000000003-0000000007.parquet"), folder.path("d/part-0000000003-0000000007.parquet"))
        .unwrap();
    refuse(folder.command(&["report", "d"]), "same deals");
    // A part under another name, and one of another run.
    fs::remove_file(folder.path("d/part-0000000003-0000000007.parquet")).unwrap();
    fs::copy(folder.path("e/part-0000000003-0000000007.parquet"), folder.path("d/part-0000000041-0000000045.parquet"))
        .unwrap();
    refuse(folder.command(&["report", "d"]), "not the deals");
    fs::remove_file(folder.path("d/part-0000000041-0000000045.parquet")).unwrap();
    succeed(dataset(&folder, "41..50", "f", &[]));
    fs::copy(folder.path("f/part-0000000041-0000000050.parquet"), folder.path("d/part-0000000041-0000000050.parquet"))
        .unwrap();
    refuse(folder.command(&["report", "d"]), "limits");
}

/// A range may grow, have gaps, or be asked for in pieces.
#[test]
fn what_is_there_is_not_done_again() {
    let folder = Folder::fast();
    succeed(dataset(&folder, "1..7", "d", &[]));
    succeed(dataset(&folder, "15..18,40,55", "d", &["--resume"]));
    succeed(dataset(&folder, "1..60", "d", &["--resume"]));
    succeed(folder.analyze(&["1..60", "--out", "whole.ndjson"]));
    assert!(lines(&folder, "d").as_bytes() == folder.read("whole.ndjson"));
    // A list with gaps in one part.
    succeed(dataset(&folder, "2,4,9,33", "list", &[]));
    let names: Vec<String> = tree(&folder.path("list")).into_keys().collect();
    assert_eq!(names, ["_dataset.json", "part-0000000002-0000000009.parquet", "part-0000000033-0000000033.parquet"]);
    succeed(dataset(&folder, "2,4,9,33", "list", &["--resume"]));
    refuse(dataset(&folder, "1..40", "list", &["--resume"]), "does not hold all deals");
}

/// A changed byte anywhere in a part is noticed by whoever reads it, and `--repair` makes the part again.
#[test]
fn damage_is_noticed_and_repaired() {
    let folder = Folder::fast();
    succeed(dataset(&folder, "1..30", "d", &[]));
    let name = "d/part-0000000011-0000000020.parquet";
    let (before, whole) = (tree(&folder.path("d")), folder.read(name));
    for at in (0..whole.len()).step_by(97).chain([whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(folder.path(name), bytes).unwrap();
        refuse(folder.command(&["report", "d"]), "--repair");
    }
    for length in [0, 3, 100, whole.len() - 1] {
        fs::write(folder.path(name), &whole[..length]).unwrap();
        refuse(folder.command(&["report", "d"]), "is damaged");
        refuse(folder.command(&["merge", "d", "--out", "x.ndjson"]), "is damaged");
        refuse(folder.command(&[&["seeds", "--from", "d"], &TOY[..]].concat()), "is damaged");
        refuse(dataset(&folder, "1..30", "d", &["--resume"]), "is damaged");
        assert_eq!(folder.read(name).len(), length, "nothing is changed unasked");
        succeed(dataset(&folder, "1..30", "d", &["--resume", "--repair"]));
        assert!(tree(&folder.path("d")) == before);
    }
}

/// Records that went through a dataset are the same records, whatever was asked for; summaries are the same.
#[test]
fn records_stay_what_they_are() {
    let folder = Folder::fast();
    let all: &[&[&str]] = &[
        &[],
        &["--max-states", "3"],
        &["--optimal", "--metric", "cards", "--solutions"],
        &["--min-cells", "--difficulty", "--solutions=notation"],
        &["--optimal", "--max-states", "9", "--difficulty"],
    ];
    for (number, more) in all.iter().enumerate() {
        let (file, parts) = (format!("{number}.ndjson"), format!("{number}"));
        succeed(folder.analyze(&[&["1..120", "--out", &file], *more].concat()));
        succeed(dataset(&folder, "1..120", &parts, more));
        assert!(lines(&folder, &parts).as_bytes() == folder.read(&file), "{more:?}");
        let report = |results: &str| succeed(folder.command(&["report", "--json", results])).stdout;
        assert_eq!(String::from_utf8(report(&parts)), String::from_utf8(report(&file)), "{more:?}");
        // And back: a dataset made from lines is the dataset of the run.
        let again = format!("{number}-again");
        let words = ["merge", &file, "--out", &again, "--format", "parquet", "--part-deals", "10", "--quiet"];
        succeed(folder.command(&words));
        same(&folder, &parts, &again, &format!("{more:?}"));
        succeed(folder.command(&words));
    }
}

/// `merge`, `--only` and `seeds` read datasets like files.
#[test]
fn datasets_are_read_like_files() {
    let folder = Folder::fast();
    succeed(folder.analyze(&["1..50", "--out", "low.ndjson", "--max-states", "4"]));
    succeed(dataset(&folder, "1..50", "low", &["--max-states", "4"]));
    for (from, out) in [("low.ndjson", "high.ndjson"), ("low", "high2.ndjson")] {
        succeed(folder.analyze(&["--only", "undecided", "--from", from, "--out", out]));
    }
    assert!(folder.read("high.ndjson") == folder.read("high2.ndjson"));
    let words = ["--only", "undecided", "--from", "low", "--out", "high", "--format", "parquet", "--part-deals", "10"];
    succeed(folder.analyze(&words));
    assert!(lines(&folder, "high").as_bytes() == folder.read("high.ndjson"));
    succeed(folder.analyze(&[&words[..], &["--resume"]].concat()));
    // An unfinished dataset says so.
    succeed(dataset(&folder, "1..50", "half", &["--shard", "1/2", "--max-states", "4"]));
    refuse(folder.analyze(&["--only", "undecided", "--from", "half", "--out", "x.ndjson"]), "--resume");
    refuse(folder.command(&["merge", "half", "--out", "x.ndjson"]), "is missing");
    succeed(folder.command(&["merge", "half", "--out", "x.ndjson", "--allow-gaps", "--quiet"]));
    let output = succeed(folder.command(&["report", "half"]));
    assert!(stderr(&output).contains("holds 20 of 50 deals"), "{}", stderr(&output));
    // The other half elsewhere: joined, they are the whole.
    succeed(dataset(&folder, "1..50", "rest", &["--shard", "2/2", "--max-states", "4"]));
    succeed(folder.command(&["merge", "half", "rest", "--out", "both.ndjson", "--quiet"]));
    assert!(folder.read("both.ndjson") == folder.read("low.ndjson"));
    let seeds = |from: &str| {
        let output = succeed(folder.command(&[&["seeds", "--from", from], &TOY[..]].concat()));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(seeds("high"), seeds("high.ndjson"));
    let won = String::from_utf8(folder.read("high.ndjson")).unwrap().matches("\"winnable\"").count();
    assert_eq!(seeds("high").lines().count(), won);
    succeed(folder.command(&["report", "high", "--watch=10ms"]));
}

/// Compressed files: the same records, resumed like others, the same bytes however often the run was killed.
#[test]
fn compressed_files_hold_the_same_records() {
    let folder = Folder::fast();
    for format in ["ndjson", "csv"] {
        let (plain, packed, cut) = (format!("a.{format}"), format!("a.{format}.zst"), format!("cut.{format}.zst"));
        succeed(folder.analyze(&["1..60", "--out", &plain]));
        succeed(folder.analyze(&["1..60", "--out", &packed]));
        assert!(folder.read(&packed).len() < folder.read(&plain).len() / 2);
        assert_eq!(lines(&folder, &packed), lines(&folder, &plain));
        succeed(folder.command(&["merge", &plain, "--out", "merged.zst", "--format", format, "--quiet"]));
        assert!(folder.read("merged.zst") == folder.read(&packed));
        assert!(folder.read("merged.zst.run.json") == folder.read(&format!("{packed}.run.json")));
        fs::remove_file(folder.path("merged.zst")).unwrap();
        fs::remove_file(folder.path("merged.zst.run.json")).unwrap();
        let names = folder.names();
        for n in 1..ENOUGH {
            let run = || folder.analyze(&["1..60", "--out", &cut, "--resume", "--threads", "2", "--save-every", "1ms"]);
            if !ended_by(run(), &format!("die:{n}")) {
                assert!(n > 15, "only {n} deaths");
                break;
            }
            succeed(run());
            assert!(folder.read(&cut) == folder.read(&packed), "die:{n}");
            fs::remove_file(folder.path(&cut)).unwrap();
            fs::remove_file(folder.path(&format!("{cut}.run.json"))).unwrap();
            assert_eq!(folder.names(), names, "die:{n}");
        }
        let mut bytes = folder.read(&packed);
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(folder.path(&packed), bytes).unwrap();
        refuse(folder.command(&["report", &packed]), &packed);
    }
}

/// Without `_dataset.json` nothing tells whether the last parts are missing: every reader says so.
#[test]
fn a_dataset_without_its_manifest_is_noted() {
    let folder = Folder::new();
    succeed(dataset(&folder, "1..30", "D", &[]));
    let noted =
        |words: &[&str]| stderr(&succeed(folder.command(words))).contains("nothing vouches for D: nothing says");
    let seeds = [&["seeds", "--from", "D"], &TOY[..]].concat();
    let calls = [&["report", "D"][..], &["merge", "D", "--out", "-", "--quiet"], &seeds];
    assert!(!calls.iter().any(|words| noted(words)));
    fs::remove_file(folder.path("D/_dataset.json")).unwrap();
    fs::remove_file(folder.path("D/part-0000000021-0000000030.parquet")).unwrap();
    for words in calls {
        assert!(noted(words), "{words:?}");
    }
    // The next run writes it anew, and the missing part.
    succeed(dataset(&folder, "1..30", "D", &["--resume"]));
    assert!(!calls.iter().any(|words| noted(words)));
}

/// A part is never replaced by other records, and one that was made in another way does not count.
#[test]
fn parts_of_another_making_are_refused() {
    let folder = Folder::new();
    succeed(dataset(&folder, "1..10", "D", &[]));
    let before = tree(&folder.path("D"));
    let parts = winnable::batch::dataset::Folder::open(&folder.path("D")).unwrap();
    let part = &parts.parts()[0];
    parts.commit(part, &before["part-0000000001-0000000010.parquet"]).unwrap();
    let refused = parts.commit(part, b"other records").unwrap_err().to_string();
    assert!(refused.contains("other records"), "{refused}");
    assert!(tree(&folder.path("D")) == before);
    succeed(dataset(&folder, "11..20", "E", &["--max-states", "50"]));
    let foreign = "part-0000000011-0000000020.parquet";
    fs::copy(folder.path("E").join(foreign), folder.path("D").join(foreign)).unwrap();
    for manifest in [true, false] {
        if !manifest {
            fs::remove_file(folder.path("D/_dataset.json")).unwrap();
        }
        refuse(dataset(&folder, "1..20", "D", &["--resume"]), "states");
    }
}

/// What a killed process left behind is removed; what another one is writing at this moment is not.
#[test]
fn parts_that_are_being_written_are_left_alone() {
    let folder = Folder::new();
    fs::create_dir(folder.path("D")).unwrap();
    let name = |process: u32| folder.path(&format!("D/.part-0000000001-0000000010.parquet.{process}-0.new"));
    let writing = fs::File::create(name(1)).unwrap();
    writing.lock().unwrap();
    fs::write(name(2), "left behind").unwrap();
    succeed(dataset(&folder, "1..10", "D", &[]));
    assert!(name(1).exists() && !name(2).exists());
}
