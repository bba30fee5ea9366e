//! Boards in bulk and lists of deals, end to end.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Error, Read, Write};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};
use winnable::Game;
use winnable::batch::Plan;
use winnable::batch::boards::{BoardInput, run_boards};

fn stdout(args: &[&str], input: &str) -> String {
    let assert = Command::cargo_bin("winnable").unwrap().args(args).write_stdin(input).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"))).collect()
}

fn board(deal: u64) -> String {
    stdout(&["deal", &deal.to_string()], "")
}

#[test]
fn records_of_boards_carry_their_ids_in_input_order() {
    let mut input = String::new();
    for deal in [617u64, 11982, 5] {
        input += &(json!({"id": format!("board {deal}"), "board": board(deal)}).to_string() + "\n");
    }
    input += "{\"id\":7,\"board\":\"JD JD\"}\n\nnot json\n{\"id\":[1],\"deal\":\"ms:617\"}\n";
    let records = lines(&stdout(&["analyze", "-q", "-"], &input));
    let ids: Vec<&Value> = records.iter().map(|record| &record["id"]).collect();
    assert_eq!(ids, [&json!("board 617"), &json!("board 11982"), &json!("board 5"), &json!(7), &json!(5), &json!([1])]);
    let verdicts: Vec<Option<&str>> = records.iter().map(|record| record["verdict"].as_str()).collect();
    assert_eq!(verdicts, [Some("winnable"), Some("unwinnable"), Some("winnable"), None, None, Some("winnable")]);
    assert!(records[0].get("deal").is_none() && records[0]["schema"] == 1);
    let numbered = lines(&stdout(&["analyze", "-q", "617"], ""));
    for field in ["game", "rules", "verdict", "moves", "cards", "states"] {
        assert_eq!(records[0][field], numbered[0][field], "{field}");
    }
    assert!(records[3]["error"].as_str().unwrap().contains("column"), "{}", records[3]);
    assert_eq!(records[3].as_object().unwrap().len(), 3);
    assert!(records[4]["error"].as_str().unwrap().contains("JSON"), "{}", records[4]);
}

#[test]
fn text_boards_are_parted_by_empty_lines() {
    let input = format!("# two boards\n{}\n\n# the second\n{}", board(617), board(11982));
    let records = lines(&stdout(&["analyze", "-q", "-", "--threads", "2"], &input));
    let seen: Vec<(u64, &str)> =
        records.iter().map(|r| (r["id"].as_u64().unwrap(), r["verdict"].as_str().unwrap())).collect();
    assert_eq!(seen, [(1, "winnable"), (2, "unwinnable")]);
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("boards.txt"), folder.path().join("records.ndjson"));
    std::fs::write(&file, &input).unwrap();
    let written = stdout(&["analyze", "-q", file.to_str().unwrap(), "--out", out.to_str().unwrap()], "");
    assert_eq!(written, "");
    assert_eq!(lines(&std::fs::read_to_string(&out).unwrap()), records);
    // Numbers on standard input are still numbers.
    let numbers = lines(&stdout(&["analyze", "-q", "-"], "617\n5..6\n"));
    assert_eq!(numbers.iter().map(|r| r["deal"].as_str().unwrap()).collect::<Vec<_>>(), ["ms:5", "ms:6", "ms:617"]);
}

#[test]
fn positions_can_be_structured() {
    let columns: Vec<Vec<&str>> =
        vec![vec!["KS"], vec!["KH"], vec!["KD", "KC"], vec![], vec![], vec![], vec![], vec![]];
    let position = json!({"id": 1, "columns": columns, "foundations": {"H": "Q", "C": "J", "D": "Q", "S": "Q"},
        "cells": ["QC", null, null, null]});
    let wrong = json!({"id": 2, "columns": [["KS: 5H"]]});
    let records = lines(&stdout(&["analyze", "-q", "-"], &format!("{position}\n{wrong}\n{{\"id\":3}}\n")));
    assert_eq!((&records[0]["verdict"], &records[0]["moves"]), (&json!("winnable"), &json!(5)));
    assert!(records[1]["error"].as_str().unwrap().contains("columns"));
    assert!(records[2]["error"].as_str().unwrap().contains("`board`"));
}

/// A program keeps one process and asks again and again: each answer comes before the next question is asked.
#[test]
fn one_process_answers_again_and_again() {
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("winnable"))
        .args(["analyze", "-q", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut ask, mut answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    // Five moves from the end: what takes time here is not the search.
    let question = "Foundations: H-Q C-J D-Q S-Q\nFreecells: QC\n: KS\n: KH\n: KD KC\n:\n:\n:\n:\n:\n";
    let mut fastest = Duration::MAX;
    for number in 0..200 {
        let started = Instant::now();
        writeln!(ask, "{}", json!({"id": number, "board": question})).unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        fastest = fastest.min(started.elapsed());
        let record: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&record["id"], &record["verdict"]), (&json!(number), &json!("winnable")));
    }
    drop(ask);
    assert!(child.wait().unwrap().success());
    println!("fastest round trip: {fastest:?}");
    // The fastest one: other load on the machine is not a matter of the program.
    assert!(fastest < Duration::from_millis(1), "{fastest:?}");
}

#[test]
fn solutions_in_notation_read_back() {
    let folder = tempfile::tempdir().unwrap();
    for (format, name) in [("ndjson", "a.ndjson"), ("csv", "a.csv")] {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        let args = ["analyze", "-q", "1..40", "--solutions", "notation", "--format", format, "--out", path];
        stdout(&args, "");
        assert!(stdout(&["report", path], "").contains("40"));
    }
    let text = std::fs::read_to_string(folder.path().join("a.ndjson")).unwrap();
    let records = lines(&text);
    let bytes: usize = records.iter().map(|r| r["solution"].as_str().unwrap().len()).sum();
    println!("{} bytes a solution", bytes / records.len());
    assert!(bytes / records.len() < 350);
    for (line, record) in text.lines().zip(&records) {
        let deal = record["deal"].as_str().unwrap();
        let said = stdout(&["verify", deal, "-"], line);
        assert!(said.starts_with(&format!("It wins: {} moves", record["moves"])), "{said}");
    }
    let moves = lines(&stdout(&["analyze", "-q", "--solutions", "1..2"], ""));
    assert!(moves[0]["solution"].is_array());
}

/// Of many records, the one of the deal is read; without one, the message names a deal that is there.
#[test]
fn records_are_found_by_their_deal() {
    for form in ["moves", "notation"] {
        let records = stdout(&["analyze", "-q", "617..619", "--solutions", form], "");
        for deal in ["617", "618", "619"] {
            assert!(stdout(&["verify", deal, "-"], &records).starts_with("It wins"), "{form} {deal}");
        }
        assert!(stdout(&["review", "618", "-"], &records).starts_with("The game is won"), "{form}");
        let verify = Command::cargo_bin("winnable").unwrap().args(["verify", "620", "-"]).write_stdin(records).assert();
        let refused = verify.code(2).get_output().stderr.clone();
        assert!(String::from_utf8(refused).unwrap().contains("for deal ms:617"), "{form}");
    }
}

#[test]
fn lists_are_winnable_and_the_same_for_the_same_seed() {
    let plain = stdout(&["seeds", "--count", "30", "--seed", "5"], "");
    assert_eq!(plain.lines().collect::<HashSet<_>>().len(), 30);
    assert_eq!(plain, stdout(&["seeds", "--count", "30", "--seed", "5", "--threads", "1"], ""));
    assert_ne!(plain, stdout(&["seeds", "--count", "30", "--seed", "6"], ""));
    for record in lines(&stdout(&["analyze", "-q", "-"], &plain)) {
        assert_eq!(record["verdict"], "winnable");
    }
    let args = ["seeds", "--count", "5", "--seed", "5", "--format", "json", "--boards", "--solutions", "notation"];
    for (record, number) in lines(&stdout(&args, "")).iter().zip(plain.lines()) {
        assert_eq!(record["deal"], format!("ms:{number}"));
        assert_eq!(record["board"].as_str().unwrap(), stdout(&["deal", number], ""));
        stdout(&["verify", number, "-"], record["solution"].as_str().unwrap());
    }
    let csv = stdout(&["seeds", "--count", "3", "--seed", "5", "--format", "csv", "--game", "eight-off"], "");
    assert!(csv.starts_with("deal,moves,cards,states\nms:") && csv.lines().count() == 4, "{csv}");
    let deals = stdout(&["deal", "--winnable", "--seed", "5", "--count", "3"], "");
    assert_eq!(lines(&stdout(&["analyze", "-q", "-"], &deals)).len(), 3);
    let deals = lines(&stdout(&["deal", "--winnable", "--seed", "5", "--count", "3", "--json"], ""));
    let numbers: Vec<String> = deals.iter().map(|r| r["deal"].as_str().unwrap().replace("ms:", "")).collect();
    assert_eq!(numbers, plain.lines().take(3).collect::<Vec<_>>());
}

/// The module is what PySolFC reads: one tuple of its own numbers.
#[test]
fn pysol_lists_are_python() {
    let module = stdout(&["seeds", "--count", "19", "--format", "pysol"], "");
    let (_, tuple) = module.split_once("\nSOLVABLE_SEEDS = (\n").unwrap();
    let numbers: Vec<u64> =
        tuple.trim_end().strip_suffix(')').unwrap().split(',').filter_map(|n| n.trim().parse().ok()).collect();
    assert_eq!(numbers.len(), 19);
    assert!(numbers.iter().all(|&number| number >= 32_000), "{numbers:?}");
    let python = Process::new("python3").args(["-c", &format!("{module}\nprint(len(SOLVABLE_SEEDS))")]).output();
    if let Ok(output) = python {
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "19");
    }
    let deal = format!("pysol:{}", numbers[0]);
    stdout(&["solve", "-q", &deal], "");
}

/// A line or board that is far too long has the record of an error; those after it are answered.
#[test]
fn boards_after_one_that_is_too_long_are_answered() {
    let long = "K".repeat(3 << 20);
    let object = |deal: u64| format!("{{\"id\":\"a{deal}\",\"deal\":{deal}}}\n");
    let ndjson = object(1) + &format!("{{\"id\":\"long\",\"board\":\"{long}\"}}\n") + &object(2);
    let text = board(1) + "\n" + &long + "\n7H\n\n" + &board(2) + "\n\n  \n" + &board(3);
    for (input, boards) in [(ndjson, 2), (text, 3)] {
        let found = lines(&stdout(&["analyze", "-", "--quiet", "--max-states", "10"], &input));
        let errors: Vec<bool> = found.iter().map(|line| line.get("error").is_some()).collect();
        assert_eq!(errors, [[false, true].as_slice(), &vec![false; boards - 1]].concat());
        assert!(found[1]["error"].as_str().unwrap().contains("1048576 bytes"));
    }
}

/// An id comes back as the same value, but nothing in a record is obeyed by a terminal.
#[test]
fn ids_do_not_reach_a_terminal_raw() {
    let id = "a\u{9b}31m\u{7f}\u{202e}\u{1b}♥";
    let input = json!({"id": id, "deal": 617}).to_string() + "\n" + &json!({"id": id, "board": id}).to_string() + "\n";
    let records = stdout(&["analyze", "-", "--quiet"], &input);
    assert!(!records.contains(['\u{9b}', '\u{7f}', '\u{202e}', '\u{1b}']), "{records:?}");
    assert!(lines(&records).iter().all(|record| record["id"] == id), "{records}");
}

/// A disk that fails in the middle of the input is no end of the boards.
#[test]
fn an_input_that_fails_is_an_error_after_the_answers() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(Error::other("the disk is gone"))
        }
    }
    let text: String = (1..=20).map(|deal| board(deal) + "\n").collect();
    let input = Box::new(BufReader::new(std::io::Cursor::new(text.into_bytes()).chain(Fails)));
    let mut plan = Plan::new(Game::preset("freecell").unwrap());
    plan.limits.states = 10;
    let mut out = Vec::new();
    let ended = run_boards(&plan, input, BoardInput::Text, &mut out);
    assert!(ended.is_err_and(|error| error.to_string().contains("the disk is gone")));
    assert_eq!(lines(&String::from_utf8(out).unwrap()).len(), 20);
}
