//! Standard output and colours.
//!
//! Everything is written with `writeln!(out, …)?`, never `println!`, so that a closed pipe ends the program
//! quietly instead of with a panic.

use super::Color;
use crate::batch::{AtomicFile, Existing, IfHeld, Vouched};
use crate::card::Card;
use crate::text::visible;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Color as AnyColor, Style};
use anyhow::Context;
use std::fs;
use std::io::{BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

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

/// A file that a command writes. It is opened before the work, so that an unwritable path fails at once, and gets its name
/// when it is complete. `-` is standard output; devices and pipes are written directly.
pub struct Output {
    path: PathBuf,
    to: To,
}

enum To {
    File(Box<AtomicFile>),
    Stream(Box<dyn Write>),
}

impl Output {
    /// Opens a file. What is there already is replaced only if `force` is set.
    pub fn open(path: &Path, force: bool) -> anyhow::Result<Output> {
        let to = match fs::metadata(path) {
            _ if path == Path::new("-") => To::Stream(Box::new(std::io::stdout())),
            Ok(found) if !found.is_file() && !found.is_dir() => {
                let opened = fs::File::options().write(true).open(path);
                To::Stream(Box::new(opened.with_context(|| format!("cannot write {}", path.display()))?))
            }
            _ => {
                let existing = if force { Existing::Replace } else { Existing::Keep };
                let file = AtomicFile::create(path, existing, &IfHeld::Fail)?;
                if !file.is_locked() {
                    note_no_locks(path)?;
                }
                To::File(Box::new(file))
            }
        };
        Ok(Output { path: path.to_path_buf(), to })
    }

    /// Where it goes.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole content and ends.
    pub fn finish_with(mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.write_all(bytes).with_context(|| format!("cannot write {}", self.path.display()))?;
        self.finish()
    }

    /// Ends: a file gets its name.
    pub fn finish(self) -> anyhow::Result<()> {
        match self.to {
            To::File(file) => Ok(file.commit()?),
            To::Stream(mut out) => out.flush().with_context(|| format!("cannot write {}", self.path.display())),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match &mut self.to {
            To::File(file) => file.write(bytes),
            To::Stream(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match &mut self.to {
            To::File(file) => file.flush(),
            To::Stream(out) => out.flush(),
        }
    }
}

/// Warns that a second writer cannot be kept away. This is printed with `--quiet` too.
pub fn note_no_locks(path: &Path) -> std::io::Result<()> {
    let name = path.display().to_string();
    let advice = "make sure that no other process writes to it";
    writeln!(anstream::stderr(), "note: the file system of {} has no locks: {advice}", visible(&name))
}

/// Warns if damage to a file of results would not be noticed.
pub fn note_unvouched(path: &Path, vouched: Vouched) -> std::io::Result<()> {
    let why = match vouched {
        Vouched::Fully => return Ok(()),
        Vouched::WithoutChecksum => "its .run.json has no checksum",
        Vouched::Nothing => "there is no .run.json beside it",
        Vouched::PartsOnly => "nothing says how many deals it should hold, because it has no _dataset.json",
    };
    let name = path.display().to_string();
    writeln!(anstream::stderr(), "note: nothing vouches for {}: {why}", visible(&name))
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
