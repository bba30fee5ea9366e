//! Every command of the README runs, and prints what the README shows.
//!
//! `sh` blocks hold commands, one a line; `console` blocks hold commands after `$ ` and what they print. A line that is
//! only `…` stands for any lines, and `…` inside a line for any text; `console varies` blocks hold times: everything else in
//! them is compared.
//! All commands run in one folder, in order.
//! `UPDATE_README=1 cargo test --test program readme` writes the real output into the README.

use std::path::Path;
use std::process::{Command, Stdio};

/// Commands that set up or test the crate itself; they cannot run inside a test of it.
const ELSEWHERE: &[&str] =
    &["git clone ADDRESS-OF-THIS-REPOSITORY winnable && cd winnable", "cargo test", "cargo install --path ."];
const ANY: &str = "…";

/// A command and what it is said to print; `None` where nothing is said.
struct Shown {
    command: String,
    output: Option<Vec<String>>,
    /// Whether it holds times, which are never the same twice.
    varies: bool,
}

/// The README as pieces: text that stays, and commands with their output.
enum Piece {
    Text(String),
    Command(Shown),
}

fn pieces(readme: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut block = "";
    for line in readme.lines() {
        if let Some(info) = line.strip_prefix("```") {
            block = if block.is_empty() { info } else { "" };
            pieces.push(Piece::Text(line.into()));
            continue;
        }
        match (block, line.strip_prefix("$ ")) {
            ("sh", _) => {
                pieces.push(Piece::Text(line.into()));
                pieces.push(Piece::Command(Shown { command: line.into(), output: None, varies: false }));
            }
            ("console" | "console varies", Some(command)) => {
                pieces.push(Piece::Text(line.into()));
                let varies = block == "console varies";
                pieces.push(Piece::Command(Shown { command: command.into(), output: Some(Vec::new()), varies }));
            }
            ("console" | "console varies", None) => match pieces.last_mut() {
                Some(Piece::Command(Shown { output: Some(output), .. })) => output.push(line.into()),
                _ => panic!("a console block starts with a command: {line}"),
            },
            _ => pieces.push(Piece::Text(line.into())),
        }
    }
    pieces
}

fn run(command: &str, folder: &Path) -> Vec<String> {
    let command = command.replace("cargo run --release --", "winnable");
    let program = assert_cmd::cargo::cargo_bin("winnable");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("({command}\n) 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // 1 is the answer "unwinnable".
    assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {:?}\n{text}", output.status);
    text.lines().map(str::to_string).collect()
}

/// The words of lines of `winnable bench` without those that depend on the machine: a time with its unit and the rate after
/// it, and in the table of ratios the first ratio with its interval.
fn without_times(lines: &[String]) -> Vec<Vec<&str>> {
    let mut kept = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let unit = words.iter().position(|word| ["ns", "µs", "ms", "s"].contains(word));
        let times = match unit {
            Some(unit) => unit - 1..unit + 2,
            None if words.get(2).is_some_and(|word| word.starts_with('(')) => 1..3,
            None => 0..0,
        };
        kept.push(words.into_iter().enumerate().filter(|(i, _)| !times.contains(i)).map(|(_, word)| word).collect());
    }
    kept
}

/// Whether a line fits a pattern with `…` for any text.
fn line_fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split(ANY);
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn fits(patterns: &[String], lines: &[String]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == ANY => (0..=lines.len()).any(|skip| fits(rest, &lines[skip..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| line_fits(first, line) && fits(rest, lines))
        }
    }
}

/// New output in the form of the old: left-out lines stay left out, patterns that still fit stay patterns.
fn refreshed(patterns: &[String], lines: &[String]) -> Vec<String> {
    let keep = |line: &String| patterns.iter().find(|p| *p != ANY && line_fits(p, line)).unwrap_or(line).clone();
    let kept: Vec<String> = lines.iter().map(keep).collect();
    match patterns.iter().position(|p| p == ANY) {
        Some(head) if patterns.len() > 1 && patterns.len() < kept.len() => {
            let tail = patterns.len() - head - 1;
            [&kept[..head], &[ANY.to_string()], &kept[kept.len() - tail..]].concat()
        }
        _ => kept,
    }
}

#[test]
fn every_command_of_the_readme_runs() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let update = std::env::var_os("UPDATE_README").is_some();
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    let mut stale = Vec::new();
    let mut commands = 0;
    for piece in pieces(&std::fs::read_to_string(&file).unwrap()) {
        let shown = match piece {
            Piece::Text(line) => {
                text += &(line + "\n");
                continue;
            }
            Piece::Command(shown) => shown,
        };
        let plain = shown.command.split('#').next().unwrap_or("").trim();
        if plain.is_empty() || ELSEWHERE.contains(&plain) {
            continue;
        }
        commands += 1;
        let printed = run(&shown.command, folder.path());
        if let Some(patterns) = shown.output {
            // A lone `…` fits everything; it is where an update puts the first output.
            let right = match shown.varies {
                true => without_times(&patterns) == without_times(&printed),
                false => fits(&patterns, &printed) && !(update && patterns == [ANY]),
            };
            let lines = if right { patterns } else { refreshed(&patterns, &printed) };
            lines.iter().for_each(|line| text += &format!("{line}\n"));
            if !right {
                stale.push(format!("$ {}\n{}", shown.command, printed.join("\n")));
            }
        }
    }
    assert!(commands >= 15, "only {commands} commands: has the README changed its form?");
    if update {
        std::fs::write(file, text).unwrap();
    } else {
        assert!(stale.is_empty(), "set UPDATE_README=1 to refresh what the README shows:\n{}", stale.join("\n\n"));
    }
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The packaged crate does without the other members of the workspace.
    let left_out = |target: &str| {
        let folder = target.split('/').next().unwrap_or(target);
        ["web", "python"].contains(&folder) && !root.join(folder).exists()
    };
    for page in ["README.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target) {
            let elsewhere = target.starts_with("http") || target.starts_with('#');
            assert!(elsewhere || left_out(target) || root.join(target).exists(), "{page}: {target}");
        }
    }
}

#[test]
fn patterns() {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    assert!(fits(&lines("a\n…\nc …s"), &lines("a\nb\nb\nc 12 s")));
    assert!(!fits(&lines("a\n…\nc"), &lines("a\nb")));
    assert!(!fits(&lines("a"), &lines("a\nb")));
    assert_eq!(refreshed(&lines("a\n…\nz"), &lines("1\n2\n3\n4")), lines("1\n…\n4"));
    assert_eq!(refreshed(&lines("took … s"), &lines("new\ntook 5 s")), lines("new\ntook … s"));
}
