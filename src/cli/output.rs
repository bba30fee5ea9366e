//! Standard output and colours.
//!
//! Everything is written with `writeln!(out, …)?`, never `println!`, so that a closed pipe ends the program
//! quietly instead of with a panic.

use super::Color;
use crate::card::Card;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Color as AnyColor, Style};
use std::io::{BufWriter, Stdout, Write};

/// Applies `--color`.
pub fn set_color(color: Color) {
    let choice = match color {
        Color::Auto => return,
        Color::Always => ColorChoice::AlwaysAnsi,
        Color::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Standard output, buffered, with colour codes removed where they are not wanted.
pub fn stdout() -> BufWriter<AutoStream<Stdout>> {
    BufWriter::new(anstream::stdout())
}

/// Whether cards are shown with colours and suit symbols.
pub fn fancy() -> bool {
    AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
}

/// Writes a text to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// How cards look in running text: with colour and suit symbol on a terminal, plain letters otherwise.
pub fn card_style() -> impl Fn(Card) -> String {
    let fancy = fancy();
    move |card| match fancy {
        false => card.to_string(),
        true => {
            let style = if card.is_red() { RED } else { BLACK };
            format!("{style}{}{}{style:#}", card.rank(), card.suit().symbol())
        }
    }
}

const RED: Style = Style::new().fg_color(Some(AnyColor::Ansi(AnsiColor::Red))).bold();
const BLACK: Style = Style::new().bold();
