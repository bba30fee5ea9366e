//! The command line end to end: results on standard output, messages on standard error, exit codes.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use winnable::rules::PRESETS;

fn winnable(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("winnable").unwrap().args(args).assert()
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(winnable(args).success().get_output().stdout.clone()).unwrap()
}

/// A deck of four ranks that any search solves at once.
const SMALL: &[&str] = &["--rule", "ranks=4", "--rule", "columns=[4,4,4,4]", "--rule", "cells=1"];

fn small<'a>(command: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [&[command], SMALL, rest].concat()
}

#[test]
fn games_are_listed_and_their_rules_read_back() {
    let list = stdout(&["games"]);
    assert_eq!(list.lines().count(), PRESETS.len());
    assert!(list.starts_with("freecell "));
    let folder = tempfile::tempdir().unwrap();
    for preset in PRESETS {
        let toml = stdout(&["games", preset.name]);
        let file = folder.path().join(format!("{}.toml", preset.name));
        std::fs::write(&file, &toml).unwrap();
        let path = file.to_str().unwrap();
        assert_eq!(stdout(&["games", path]), toml);
        assert_eq!(stdout(&["deal", "--game", path, "5"]), stdout(&["deal", "--game", preset.name, "5"]));
    }
    let json: serde_json::Value = serde_json::from_str(&stdout(&["games", "--json"])).unwrap();
    assert_eq!(json.as_array().unwrap().len(), PRESETS.len());
    let one: serde_json::Value =
        serde_json::from_str(&stdout(&["games", "freecell", "--json", "--rule", "cells=3"])).unwrap();
    assert_eq!(one["cells"], 3);
}

#[test]
fn overrides_change_the_board() {
    let board = stdout(&["deal", "--rule", "columns=[13,13,13,13]", "1"]);
    assert_eq!(board.lines().count(), 4);
    assert_eq!(board.lines().next().unwrap().split(' ').count(), 13);
    winnable(&["deal", "--rule", "columns=[8,8,8,7,7,7,7]", "1"]).success().stdout(stdout(&[
        "deal",
        "--game",
        "seven-by-four",
        "1",
    ]));
}

#[test]
fn descriptions_without_sense_are_refused() {
    let cases: &[(&[&str], &str)] = &[
        (&["--rule", "columns=[7,7,7]"], "columns"),
        (&["--rule", "cels=3"], "did you mean cells"),
        (&["--rule", "cells=9999"], "0 to 20"),
        (&["--rule", "strip_ranks=[A]"], "foundation_base"),
        (&["--rule", "build=sideways"], "alternate_color"),
        (&["--game", "frecell"], "did you mean freecell"),
        (&["--game", "no/such/file.toml"], "cannot open"),
    ];
    for (args, message) in cases {
        winnable(&[&["deal"], *args, &["1"]].concat()).code(2).stdout("").stderr(contains(*message));
    }
}

#[test]
fn boards_come_from_files_and_standard_input() {
    let board = stdout(&["deal", "617"]);
    Command::cargo_bin("winnable")
        .unwrap()
        .args(["deal", "-"])
        .write_stdin(board.clone())
        .assert()
        .success()
        .stdout(board.clone());
    let broken = board.replacen("TD", "XD", 1);
    let run = Command::cargo_bin("winnable").unwrap().args(["solve", "-"]).write_stdin(broken).assert();
    run.code(2).stderr(contains("line 1, column 4").and(contains("XD")));
    winnable(&["deal", "no-such-file"]).code(2).stderr(contains("no-such-file"));
}

#[test]
fn a_solution_verifies_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    for (flag, name) in [("--json", "a.json"), ("--notation", "a.txt")] {
        let file = folder.path().join(name);
        std::fs::write(&file, stdout(&small("solve", &["5", flag]))).unwrap();
        let path = file.to_str().unwrap();
        winnable(&small("verify", &["5", path])).success().stdout(contains("It wins: "));
    }
    // Foundations that are built regardless of suit are named, because two may take the same card.
    let deals = (1..=40).map(|deal| deal.to_string());
    let mut verified = 0;
    for deal in deals {
        let solve = &["solve", "--game", "stalactites", &deal];
        let text = Command::cargo_bin("winnable").unwrap().args(solve).output().unwrap();
        if text.status.code() == Some(0) {
            let file = folder.path().join("steps.txt");
            std::fs::write(&file, text.stdout).unwrap();
            winnable(&["verify", "--game", "stalactites", &deal, file.to_str().unwrap()]).success();
            verified += 1;
        }
    }
    assert!(verified > 20, "{verified}");
    let record: serde_json::Value = serde_json::from_str(&stdout(&small("solve", &["5", "--json"]))).unwrap();
    assert_eq!(
        (record["schema"].as_u64(), record["verdict"].as_str(), record["deal"].as_str()),
        (Some(1), Some("winnable"), Some("ms:5"))
    );
    let mut moves = record["solution"].as_array().unwrap().clone();
    moves.remove(1);
    let file = folder.path().join("short.json");
    std::fs::write(&file, serde_json::to_string(&moves).unwrap()).unwrap();
    winnable(&small("verify", &["5", file.to_str().unwrap()])).code(1).stdout(contains("Not a solution: "));
    std::fs::write(&file, "99 zz").unwrap();
    winnable(&small("verify", &["5", file.to_str().unwrap()])).code(2).stderr(contains("line 1, column 4"));
}

/// A single move is not taken for the name of a file, and a game that could be read in two ways says which it was.
#[test]
fn a_few_moves_are_read_as_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("end.txt");
    std::fs::write(&file, "Foundations: H-J C-K D-Q S-K\n: QH KD\n: KH\n").unwrap();
    let board = file.to_str().unwrap();
    winnable(&["verify", board, "1a"]).success().stdout(contains("3 cards went home without being written"));
    winnable(&["verify", board, "1a", "--autoplay", "none"]).code(1);
    winnable(&["verify", board, "game"]).code(2).stderr(contains("game"));
    winnable(&["review", board, "1a"]).success().stderr(contains("the game was read as standard notation, safe cards"));
    winnable(&["hint", board, "--after", "1a"])
        .success()
        .stdout(contains("Still winnable"))
        .stderr(contains("--after was"));
}

#[test]
fn a_granted_group_is_legal_and_reported() {
    // Kings only, no free cell, one empty column: the formula grants a group of two that single cards cannot do.
    let rules: &[&str] = &[
        "--game",
        "big-freecell",
        "--rule",
        "decks=1",
        "--rule",
        "ranks=3",
        "--rule",
        "columns=[8,4,0]",
        "--rule",
        "cells=0",
    ];
    let board = "Foundations: H-A C-3 D-0 S-A\n3S 3H 2S AD\n2H 2D 3D\n:\n";
    let folder = tempfile::tempdir().unwrap();
    let (deal, solution) = (folder.path().join("board.txt"), folder.path().join("solution.txt"));
    std::fs::write(&deal, board).unwrap();
    std::fs::write(&solution, "12 2h 2h 23 2h 2h 3h 1h 1h").unwrap();
    let args = [&["verify"], rules, &[deal.to_str().unwrap(), solution.to_str().unwrap()]].concat();
    winnable(&args).success().stdout(contains("granted by the rules"));
}

#[test]
fn exit_codes_tell_the_verdict() {
    winnable(&small("solve", &["5", "--quiet"]))
        .code(0)
        .stdout(contains("Deal 5 of freecell (ranks=4, columns=[4,4,4,4], cells=1) is winnable"));
    let dead = ["solve", "--rule", "ranks=3", "--rule", "columns=[6,6]", "--rule", "cells=0", "4"];
    winnable(&dead).code(1).stdout(contains("unwinnable"));
    winnable(&["solve", "11982", "--max-states", "10"])
        .code(3)
        .stdout(contains("undecided").and(contains("--max-states")));
    winnable(&["solve"]).code(2);
    winnable(&["--help"]).code(0);
}

/// A bug of ours has its own exit code, also where it is a panic.
#[test]
fn a_panic_is_an_internal_error() {
    let mut command = Command::cargo_bin("winnable").unwrap();
    let ended = command.args(small("solve", &["7"])).env("WINNABLE_FAULT", "panic:ms:7").assert();
    ended.code(4).stdout("").stderr(contains("a panic on purpose"));
}
