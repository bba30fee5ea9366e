//! `--help` and `--version`. PySolFC parses the first word of the former and the first number of the latter.

use super::{arguments, games};

/// The version of Freecell Solver whose flags are understood.
const VERSION: &str = "5.0.0";

/// `--version`.
pub fn version() -> String {
    format!(
        "fc-solve\nlibfreecell-solver version {VERSION} (its command line, by winnable {})\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// `--help`.
pub fn help() -> String {
    format!(
        "fc-solve [flags] [board_file|-]

Freecell Solver's command line, answered by winnable. Reads a board from a
file or standard input.

Two answers differ from Freecell Solver's, on purpose:
- \"I could not solve this game.\" is a proof that there is no solution;
- \"Iterations count exceeded.\" is printed whenever a limit was reached, with
  or without -sel.
The exit code is 0 after every answer and 255 if flags or board cannot be read.

Output:
  -m, --display-moves                 moves only
  -sam, --display-states-and-moves    boards and moves
  -sn, --standard-notation            like 4a, ten per line (with -m or -sam)
  -snx, --standard-notation-extended  the same, with 18v5 for five cards to
                                      an empty column
  -p, --parseable-output              one pile per line
  -t, --display-10-as-t               T instead of 10
  -i, --iter-output                   reports the progress of the search
  --iter-output-step N                only at multiples of N
  -s, --state-output                  -i, and the board at the start
  -o, --output FILE                   writes to a file and overwrites it if it
                                      exists, as Freecell Solver does

Rules (the last one given wins):
  -g, --game, --preset NAME           {games}
  --freecells-num N, --stacks-num N, --decks-num N
  --sequences-are-built-by alternate_color|suit|rank
  --sequence-move limited|unlimited
  --empty-stacks-filled-by all|kings|none

Limits:
  -mi, --max-iters N                  states that may be expanded; the same:
                                      -mss, --max-stored-states

Accepted without effect, because they control Freecell Solver's own searches or
are always on:
  {idle}
",
        games = fold(&games::names(), 38),
        idle = fold(&arguments::idle_flags(), 2),
    )
}

/// Words in lines of at most 80 characters, those after the first indented.
fn fold(words: &[&str], indent: usize) -> String {
    let mut text = String::new();
    let mut width = indent;
    for (i, word) in words.iter().enumerate() {
        if i > 0 && width + word.len() + 3 > 80 {
            text += &format!(",\n{}", " ".repeat(indent));
            width = indent;
        } else if i > 0 {
            text += ", ";
            width += 2;
        }
        text += word;
        width += word.len();
    }
    text
}
