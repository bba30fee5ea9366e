//! Manners of the command line: help, completions, manual pages, colours, closed pipes, stepping through a solution.

use assert_cmd::Command;
use clap::Parser;
use std::process::Stdio;

fn winnable(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("winnable").unwrap();
    // Wide enough for every example, so that none is broken over two lines.
    command.args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("COLUMNS", "110");
    command
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(winnable(args).assert().success().get_output().stdout.clone()).unwrap()
}

/// The commands that `winnable help` lists.
fn commands() -> Vec<String> {
    let help = stdout(&["help"]);
    let list = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let name = |line: &str| line.strip_prefix("  ").filter(|l| !l.starts_with(' ')).map(str::to_string);
    let names = list.lines().filter_map(name).filter_map(|l| l.split_whitespace().next().map(str::to_string));
    // `fc-solve` speaks another program's language, its help too.
    names.filter(|name| name != "help" && name != "fc-solve").collect()
}

#[test]
fn every_command_explains_itself_with_examples() {
    let commands = commands();
    for known in ["solve", "deal", "verify", "games", "analyze", "merge", "report", "completions", "man"] {
        assert!(commands.iter().any(|c| c == known), "{known} is not listed");
    }
    for command in &commands {
        let long = stdout(&[command, "--help"]);
        assert!(long.contains("Examples:"), "{command}");
        assert!(long.contains(&format!("winnable {command}")), "{command}");
        assert_eq!(stdout(&["help", command]), long);
        assert!(!stdout(&[command, "-h"]).is_empty());
    }
}

/// Help for a terminal of 80 columns fits into it; clap folds the text of its own, but not ours.
#[test]
fn help_fits_80_columns() {
    for command in commands() {
        let help =
            String::from_utf8(winnable(&[&command, "--help"]).env("COLUMNS", "80").output().unwrap().stdout).unwrap();
        let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{command}: {wide:#?}");
    }
    let wide: Vec<String> =
        stdout(&["fc-solve", "--help"]).lines().filter(|l| l.len() > 80).map(str::to_string).collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

/// The words of a command line; quotes keep words together.
fn words(call: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in call.chars() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            ' ' if quote.is_none() => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Every example of the help is a command line that the parser accepts.
#[test]
fn examples_of_the_help_are_understood() {
    let mut tried = 0;
    for command in commands() {
        let help = stdout(&[&command, "--help"]);
        let examples = help.split("Examples:").nth(1).unwrap().split("\n\n").next().unwrap();
        let examples = examples.replace("\\\n", " ");
        for line in examples.lines().filter_map(|line| line.trim().strip_prefix("winnable ")) {
            let line = format!("winnable {line}");
            for part in line.split('|').flat_map(|part| part.split("&&")).map(str::trim) {
                let Some(call) = part.split(" >").next().filter(|call| call.starts_with("winnable ")) else { continue };
                if let Err(error) = winnable::cli::Cli::try_parse_from(words(call)) {
                    panic!("{command}: {call}\n{error}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried >= 20, "only {tried} examples found");
}

#[test]
fn completions_for_every_shell_know_commands_and_games() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        if shell != "powershell" && shell != "elvish" {
            assert!(script.contains("seven-by-four"), "{shell}");
        }
    }
}

#[test]
fn manual_pages_come_from_the_same_definitions() {
    let page = stdout(&["man"]);
    assert!(page.contains(".TH winnable 1") && page.contains("solve"));
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("man/man1");
    winnable(&["man", dir.to_str().unwrap()]).assert().success().stdout("");
    for command in commands() {
        let page = std::fs::read_to_string(dir.join(format!("winnable-{command}.1"))).unwrap();
        assert!(page.contains(".SH EXAMPLES"), "{command}");
    }
}

#[test]
fn colours_when_asked_for() {
    let plain = stdout(&["deal", "617"]);
    assert!(!plain.contains('\u{1b}') && plain.contains("7D"));
    let colour = stdout(&["deal", "617", "--color", "always"]);
    assert!(colour.contains('\u{1b}') && colour.contains("7♦"));
    assert_eq!(stdout(&["deal", "617", "--color", "never"]), plain);
    let forced = winnable(&["deal", "617"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert_eq!(forced.stdout, colour.as_bytes());
    let refused = winnable(&["deal", "617"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert_eq!(refused.stdout, plain.as_bytes());
    let steps = stdout(&["solve", "617", "--color", "always"]);
    assert!(steps.contains('♠'));
}

/// A reader that goes away early (`| head -1`) is no error, whatever was being printed.
#[test]
fn a_closed_pipe_is_success() {
    let commands: &[&[&str]] = &[
        &["--help"],
        &["solve", "--help"],
        &["--version"],
        &["games"],
        &["games", "--json"],
        &["deal", "617"],
        &["solve", "617"],
        &["solve", "617", "--json"],
        &["solve", "617", "--replay"],
        &["analyze", "1..200", "--quiet"],
        &["completions", "zsh"],
        &["man"],
    ];
    for args in commands {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("winnable"))
            .args(*args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {message}");
        assert!(!message.contains("panic") && !message.contains("error"), "{args:?}: {message}");
    }
}

#[test]
fn a_solution_is_walked_through_by_lines() {
    let walk = |input: &str| {
        let output = winnable(&["solve", "617", "--replay"]).write_stdin(input).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = |text: &str| text.matches("Home ").count();
    assert_eq!(shown(&walk("")), 1);
    assert_eq!(shown(&walk("q\n")), 1);
    let steps = walk("\nn\nb\n5\n+2\n");
    assert_eq!(shown(&steps), 6);
    for place in ["[0/", "[1/", "[2/", "[5/", "[7/"] {
        assert!(steps.contains(place), "{place}");
    }
    let end = walk("l\nq\n");
    assert!(end.contains("All cards are home.") && end.contains("KH KC KD KS"));
    assert!(walk("dance\nq\n").contains("`dance` is not a command"));
    let board = |text: &str| text.split("Home ").nth(1).unwrap().split('[').next().unwrap().to_string();
    assert_eq!(board(&walk("q\n")), board(&walk("3\nf\nq\n")), "back at the deal");
    winnable(&["solve", "11982", "--replay"]).write_stdin("").assert().code(1);
}

#[test]
fn mistyped_names_get_a_suggestion() {
    for (args, suggestion) in [
        (["solve", "--game", "for-deck", "1"], "freecell-four-deck"),
        (["solve", "--game", "sevn-by-four", "1"], "seven-by-four"),
        (["solve", "--rule", "foundation_retrun=none", "1"], "foundation_return"),
        (["solve", "--optimum", "1", "1"], "--optimal"),
    ] {
        let output = winnable(&args).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(suggestion), "{args:?}: {message}");
    }
}
