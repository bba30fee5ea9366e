//! `winnable bench` and `winnable tune`: figures, formats, the signature, and what is refused.

use assert_cmd::Command;
use serde_json::Value;
use winnable::batch::{Bench, signature};
use winnable::strategy::{Strategy, Technique, View};
use winnable::{DealNumber, Game, Limits};

fn winnable(args: &[&str]) -> std::process::Output {
    Command::cargo_bin("winnable").unwrap().args(args).output().unwrap()
}

fn text(args: &[&str]) -> String {
    let output = winnable(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The searches do what they did when the file was written. After a change that is meant to change them:
/// `cargo run --release -- bench --signature > fixtures/signature.txt`.
#[test]
fn signature_is_as_recorded() {
    let recorded = include_str!("../../fixtures/signature.txt");
    for threads in [1, 2] {
        let now = signature(threads).unwrap();
        for (now, recorded) in now.lines().zip(recorded.lines()) {
            assert_eq!(now, recorded, "{threads} threads");
        }
        assert_eq!(now, recorded);
    }
}

#[test]
fn json_tells_everything() {
    let args = ["bench", "1..12", "--strategy", "quick,prove,quick,greedy:states=30", "--json", "--quiet"];
    let report: Value = serde_json::from_str(&text(&args)).unwrap();
    let rows = report["strategies"].as_array().unwrap();
    assert_eq!((report["game"].as_str(), report["deals"].as_str()), (Some("freecell"), Some("1..12")));
    assert_eq!(rows.len(), 4);
    for row in rows {
        let sum: u64 = ["won", "unwinnable", "unsolved"].iter().map(|key| row[key].as_u64().unwrap()).sum();
        assert_eq!((sum, row["deals"].as_u64()), (12, Some(12)));
        assert!(row["seconds"].as_f64().unwrap() > 0.0 && row["deals_per_second"].as_f64().unwrap() > 0.0);
        let time = &row["ratio"]["time"];
        assert!(time["low"].as_f64() <= time["ratio"].as_f64() && time["ratio"].as_f64() <= time["high"].as_f64());
    }
    // A strategy beside itself: the same states and lengths, whatever the clock says.
    for key in ["states", "moves", "cards"] {
        let ratio = &rows[2]["ratio"][key];
        assert_eq!(
            (ratio["ratio"].as_f64(), ratio["low"].as_f64(), ratio["high"].as_f64()),
            (Some(1.0), Some(1.0), Some(1.0))
        );
    }
    assert_eq!(rows[0]["states"], rows[2]["states"]);
    assert_eq!(rows[0]["won"], 12);
    assert!(rows[3]["states"]["max"].as_u64().unwrap() <= 30);
}

/// `winnable bench` and the library's `Bench` give the same verdicts, states and lengths, also with an evaluation of one's
/// own beside the built-in strategies.
#[test]
fn library_and_program_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trials.csv");
    let names = ["quick", "beam:width=50", "depth-first"];
    let limits = ["--max-states", "3000", "--quiet", "--records", path.to_str().unwrap()];
    text(&[&["bench", "1..6", "--strategy", &names.join(",")][..], &limits].concat());
    let game = Game::preset("freecell").unwrap();
    let mut strategies: Vec<Strategy> = names.iter().map(|name| Strategy::named(name, &game).unwrap()).collect();
    let cards_left = |position: &View| position.cards_left() as i32;
    strategies.push(Strategy::with_heuristic("own", &game, Technique::BestFirst { path_weight: 1 }, cards_left));
    let limits = Limits::of(&game).states(3000);
    let mut bench = Bench::new(game, limits, strategies, 1);
    let mut records = csv::Reader::from_path(&path).unwrap();
    let mut rows = records.records().map(Result::unwrap);
    for number in 1..=6 {
        let deal = DealNumber::microsoft(number).unwrap();
        let trials = bench.deal(deal).unwrap().unwrap();
        for (name, trial) in names.iter().zip(&trials) {
            let length =
                |of: fn(&(u32, u32)) -> u32| trial.lengths.as_ref().map_or(String::new(), |l| of(l).to_string());
            let states = trial.states.to_string();
            let library = [deal.to_string(), name.to_string(), trial.verdict.to_string(), states];
            let row = rows.next().unwrap();
            assert_eq!(row.iter().take(4).collect::<Vec<_>>(), library, "{name} {deal}");
            assert_eq!((&row[5], &row[6]), (&*length(|l| l.0), &*length(|l| l.1)), "{name} {deal}");
        }
        assert!(trials[3].states <= 3000);
    }
    assert!(rows.next().is_none());
}

#[test]
fn tables_and_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trials.csv");
    let file = path.to_str().unwrap();
    let table = text(&["bench", "1..5", "-s", "quick", "-s", "prove", "--records", file, "--quiet"]);
    for part in ["strategy", "quick", "prove", "p99", "deals/s", "Ratios to quick", "1.000 (1.000–1.000)"] {
        assert!(table.contains(part), "no {part} in\n{table}");
    }
    let mut records = csv::Reader::from_path(&path).unwrap();
    let header = records.headers().unwrap().iter().collect::<Vec<_>>().join(",");
    assert_eq!(header, "deal,strategy,verdict,states,seconds,moves,cards");
    let rows: Vec<csv::StringRecord> = records.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 10);
    assert_eq!((&rows[2][0], &rows[2][1], &rows[3][1]), ("ms:2", "quick", "prove"));
    let lines = folder.path().join("trials.ndjson");
    let csv = text(&["bench", "3,5", "--csv", "--records", lines.to_str().unwrap(), "--quiet"]);
    assert_eq!(csv.lines().count(), 2);
    assert_eq!(csv.lines().next().unwrap().split(',').count(), csv.lines().nth(1).unwrap().split(',').count());
    let first: Value = serde_json::from_str(std::fs::read_to_string(&lines).unwrap().lines().next().unwrap()).unwrap();
    assert_eq!((first["deal"].as_str(), first["verdict"].as_str()), (Some("ms:3"), Some("winnable")));
    let markdown = text(&["bench", "1..2", "--markdown", "--quiet"]);
    assert!(markdown.starts_with("| strategy |") && markdown.contains("|---|---:|"), "{markdown}");
}

#[test]
fn all_strategies_are_listed() {
    let list = text(&["bench", "--list"]);
    for entry in winnable::search::registry::STRATEGIES {
        assert!(list.lines().any(|line| line.starts_with(entry.name) && line.contains(entry.about)), "{}", entry.name);
    }
}

#[test]
fn mistakes_are_refused_with_a_remedy() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["bench"], &["<RANGE>"]),
        (&["bench", "1..3", "--strategy", "qiuck"], &["qiuck", "did you mean quick?"]),
        (&["bench", "1..3", "--strategy", "xyzzy"], &["xyzzy", "bench --list"]),
        (&["bench", "1..3", "--strategy", ","], &["no strategy", "bench --list"]),
        (&["bench", "1..3", "--strategy", "greedy:stats=3"], &["greedy", "stats", "did you mean states"]),
        (&["bench", "1..3", "--strategy", "greedy:states=many"], &["states=many", "whole number"]),
        (&["bench", "1..3", "--strategy", "greedy:weights=nowhere.toml"], &["nowhere.toml", "cannot open"]),
        (&["bench", "1..3", "--strategy", "greedy:weights=Cargo.toml"], &["Cargo.toml", "there is no weight"]),
        (&["bench", "1..3", "--strategy", "solve:fast=on"], &["solve", "fast", "it has none"]),
        (&["bench", "--game", "fours-up", "1..3", "--strategy", "quick"], &["fours-up", "take find or solve"]),
        (&["bench", "3..1"], &["ends before it starts"]),
        (&["bench", "1..3", "--json", "--csv"], &["--json", "--csv"]),
        (&["bench", "1..3", "--signature"], &["--signature"]),
        (&["bench", "1..3", "--records", "no/such/folder.csv"], &["no/such/folder.csv", "choose another"]),
        (&["tune", "--game", "fours-up"], &["fours-up", "nothing to tune"]),
        (&["tune", "--train", "1..100", "--test", "50..60"], &["ms:50", "--train and --test"]),
        (&["tune", "--member", "9"], &["--member", "from 1 to"]),
        (&["tune", "--step", "0"], &["--step"]),
        (&["tune", "--from", "nowhere.toml"], &["nowhere.toml"]),
    ];
    for (args, expected) in cases {
        let output = winnable(args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(output.stdout.is_empty() && message.starts_with("error: "), "{args:?}: {message}");
        for part in *expected {
            assert!(message.contains(part), "{args:?} does not say {part}: {message}");
        }
    }
}

/// Tuned weights can be read back, are the same for the same seed, and differ for another.
#[test]
fn tuning_is_repeatable() {
    let tune = |seed: &str, more: &[&str]| {
        let mut args = vec!["tune", "--rounds", "3", "--deals", "10", "--candidates", "4", "--states", "100"];
        args.extend(["--test", "5001..5020", "--train", "1..5000", "--quiet", "--seed", seed]);
        args.extend(more);
        text(&args)
    };
    let first = tune("1", &[]);
    assert_eq!(first, tune("1", &[]));
    assert_ne!(first, tune("2", &[]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let path = path.to_str().unwrap();
    assert_eq!(tune("1", &["--left-by", "greedy:states=20", "--out", path]), "");
    let strategy = format!("greedy:states=100,weights={path}");
    text(&["bench", "1..3", "--strategy", &strategy, "--quiet"]);
}

/// The commands of benches/README.md give the built-in weights, byte for byte. Some minutes of CPU time:
/// `cargo test --release --test program bench_cli -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn built_in_weights_come_out_of_the_documented_commands() {
    let readme = std::fs::read_to_string("benches/README.md").unwrap();
    let commands: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("    winnable tune --from ")).collect();
    assert_eq!(commands.len(), 2);
    for command in commands {
        let (options, file) = command.split_once(" --out ").unwrap();
        let mut args = vec!["tune", "--quiet", "--from"];
        args.extend(options.split_whitespace());
        assert_eq!(text(&args), std::fs::read_to_string(file).unwrap(), "{command}");
    }
}
