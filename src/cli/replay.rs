//! `solve --replay`: walks through a solution board by board.
//!
//! Commands are read as lines, so the same works by hand, through a pipe and in a test; the end of the input ends
//! the walk.

use super::output;
use crate::format::words;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::Position;
use crate::report::tabletop;
use crate::text::visible;
use anyhow::Context;
use std::io::{BufRead, IsTerminal, Write};

const HELP: &str = "Enter or n: next   b: back   NUMBER: jump to that move   +10, -10: jump ahead, back
f: to the first board   l: to the last   q: quit   ?: this help";

/// What a line asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    To(usize),
    Quit,
    Help,
    Unclear,
}

/// Reads a command, standing at board `at` of `last`.
fn wish(line: &str, at: usize, last: usize) -> Wish {
    let word = line.trim().to_ascii_lowercase();
    let number = |text: &str| text.parse::<usize>().ok();
    match word.as_str() {
        "" | "n" | "next" => Wish::To((at + 1).min(last)),
        "b" | "back" | "p" | "prev" | "previous" => Wish::To(at.saturating_sub(1)),
        "f" | "first" | "start" => Wish::To(0),
        "l" | "last" | "end" => Wish::To(last),
        "q" | "quit" | "exit" => Wish::Quit,
        "?" | "h" | "help" => Wish::Help,
        _ => {
            let target = match word.as_bytes()[0] {
                b'+' => number(&word[1..]).map(|n| at.saturating_add(n)),
                b'-' => number(&word[1..]).map(|n| at.saturating_sub(n)),
                _ => number(word.trim_start_matches("j").trim_start()),
            };
            target.map_or(Wish::Unclear, |n| Wish::To(n.min(last)))
        }
    }
}

/// Shows boards as asked until the user quits or the input ends.
pub fn run(
    rules: &Game,
    layout: &Layout,
    moves: &[Move],
    headline: &str,
    input: &mut dyn BufRead,
) -> anyhow::Result<()> {
    let boards = boards(rules, layout, moves)?;
    let show = output::card_style();
    let steps = words::steps(rules, layout, moves, &show);
    let screen = output::fancy() && std::io::stdout().is_terminal();
    let mut out = output::stdout();
    let last = moves.len();
    let mut at = 0;
    let mut draw = true;
    writeln!(out, "{headline}{HELP}")?;
    loop {
        if draw {
            if screen {
                // Home and clear, so that the boards follow each other in place.
                write!(out, "\x1b[H\x1b[2J{headline}")?;
            }
            let step = match at {
                0 => "The deal".to_string(),
                n => steps[n - 1].trim_start().to_string(),
            };
            writeln!(out, "\n{step}\n\n{}", tabletop::draw(&boards[at], rules, &show))?;
        }
        if at == last {
            writeln!(out, "All cards are home.")?;
        }
        write!(out, "[{at}/{last}] (? for help) ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).context("cannot read standard input")? == 0 {
            writeln!(out)?;
            break;
        }
        draw = false;
        match wish(&line, at, last) {
            Wish::Quit => break,
            Wish::Help => writeln!(out, "{HELP}")?,
            Wish::Unclear => writeln!(out, "`{}` is no command.\n{HELP}", visible(line.trim()))?,
            Wish::To(board) => {
                draw = board != at;
                at = board;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// The board before the first move and after every one.
fn boards(rules: &Game, layout: &Layout, moves: &[Move]) -> anyhow::Result<Vec<Layout>> {
    let mut position = Position::new(rules.clone(), layout.clone())?;
    let mut boards = vec![layout.clone()];
    for mv in moves {
        position.play(mv)?;
        boards.push(position.layout().clone());
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        let cases = [
            ("", Wish::To(6)),
            ("n\n", Wish::To(6)),
            ("B", Wish::To(4)),
            ("17", Wish::To(17)),
            ("j 17", Wish::To(17)),
            ("999", Wish::To(80)),
            ("+10", Wish::To(15)),
            ("-10", Wish::To(0)),
            ("+99999999999999999999", Wish::Unclear),
            ("first", Wish::To(0)),
            ("l", Wish::To(80)),
            ("q", Wish::Quit),
            ("?", Wish::Help),
            ("é", Wish::Unclear),
            ("-", Wish::Unclear),
            ("win", Wish::Unclear),
        ];
        for (line, expected) in cases {
            assert_eq!(wish(line, 5, 80), expected, "{line}");
        }
    }
}
