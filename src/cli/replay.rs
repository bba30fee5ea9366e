//! `solve --replay`: walks through a solution board by board.
//!
//! On a terminal it is controlled by single keys ([`super::replay_keys`]). Otherwise commands are read as lines, so it works
//! through a pipe and in a test; the end of the input ends it.

use super::output;
use super::replay_keys;
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

/// The boards of a solution as texts, to be shown one by one.
pub struct Film {
    /// The answer, one or two lines.
    pub headline: String,
    /// The step that led to each board; the first is the deal.
    steps: Vec<String>,
    boards: Vec<String>,
    at: usize,
}

impl Film {
    fn new(rules: &Game, layout: &Layout, moves: &[Move], headline: &str) -> anyhow::Result<Film> {
        let show = output::card_style();
        let mut steps = vec!["The deal".to_string()];
        steps.extend(words::steps(rules, layout, moves, &show).iter().map(|step| step.trim_start().to_string()));
        let mut position = Position::new(rules.clone(), layout.clone())?;
        let mut boards = vec![tabletop::draw(layout, rules, &show)];
        for mv in moves {
            position.play(mv)?;
            boards.push(tabletop::draw(position.layout(), rules, &show));
        }
        Ok(Film { headline: headline.to_string(), steps, boards, at: 0 })
    }

    /// Moves played on the board that is shown.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number of moves.
    pub fn last(&self) -> usize {
        self.boards.len() - 1
    }

    /// Turns to the board after `at` moves, or to the last one. Returns whether the board has changed.
    pub fn go(&mut self, at: usize) -> bool {
        let at = at.min(self.last());
        std::mem::replace(&mut self.at, at) != at
    }

    /// The step and the board.
    pub fn picture(&self) -> String {
        let end = if self.at == self.last() { "All cards are home.\n" } else { "" };
        format!("\n{}\n\n{}{end}", self.steps[self.at], self.boards[self.at])
    }
}

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
pub fn run(rules: &Game, layout: &Layout, moves: &[Move], headline: &str) -> anyhow::Result<()> {
    let mut film = Film::new(rules, layout, moves, headline)?;
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    match terminal && replay_keys::possible() {
        true => replay_keys::run(&mut film),
        false => by_lines(&mut film, &mut std::io::stdin().lock()),
    }
}

fn by_lines(film: &mut Film, input: &mut dyn BufRead) -> anyhow::Result<()> {
    let mut out = output::stdout();
    let last = film.last();
    write!(out, "{}{HELP}\n{}", film.headline, film.picture())?;
    loop {
        write!(out, "[{}/{last}] (? for help) ", film.at())?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).context("cannot read standard input")? == 0 {
            writeln!(out)?;
            break;
        }
        match wish(&line, film.at(), last) {
            Wish::Quit => break,
            Wish::Help => writeln!(out, "{HELP}")?,
            Wish::Unclear => writeln!(out, "`{}` is not a command.\n{HELP}", visible(line.trim()))?,
            Wish::To(board) => {
                if film.go(board) {
                    write!(out, "{}", film.picture())?;
                }
            }
        }
    }
    out.flush()?;
    Ok(())
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
