//! `solve --replay` on a terminal: single keys, the boards in place on the alternate screen.
//!
//! However it ends (a key, an error, a panic), the state of the terminal is restored: a shell in raw mode would show no
//! input. Ctrl-C and a closed terminal arrive as keys and errors, because in raw mode keys send no signals.

use super::output;
use super::replay::Film;
use anyhow::Context;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, style, terminal};
use std::io::{self, Write};
use std::time::{Duration, Instant};

const HELP: &str = "← → one move   Page Up, Page Down ten   Home, End   space: play or pause   q: quit";
const PLAIN_HELP: &str = "Arrows: one move   PgUp, PgDn: ten   Home, End   space: play or pause   q: quit";
/// Time that a board stands while the solution plays.
const PACE: Duration = Duration::from_millis(700);

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    To(usize),
    Toggle,
    Quit,
    Nothing,
}

/// Reads a key, standing at board `at` of `last`. Letters are those of the commands by lines.
fn wish(key: KeyEvent, at: usize, last: usize) -> Wish {
    if key.kind == KeyEventKind::Release {
        return Wish::Nothing;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c' | 'd') if control => Wish::Quit,
        _ if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Wish::Nothing,
        KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char('n' | 'l' | 'j') => {
            Wish::To((at + 1).min(last))
        }
        KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('b' | 'p' | 'h' | 'k') => {
            Wish::To(at.saturating_sub(1))
        }
        KeyCode::PageDown => Wish::To((at + 10).min(last)),
        KeyCode::PageUp => Wish::To(at.saturating_sub(10)),
        KeyCode::Home | KeyCode::Char('f' | 'g') => Wish::To(0),
        KeyCode::End | KeyCode::Char('G') => Wish::To(last),
        KeyCode::Char(' ') => Wish::Toggle,
        KeyCode::Char('q') | KeyCode::Esc => Wish::Quit,
        _ => Wish::Nothing,
    }
}

/// Whether the terminal can move its cursor; `TERM=dumb` promises nothing.
pub fn possible() -> bool {
    cfg!(windows) || std::env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb")
}

/// The terminal in raw mode on its other screen, until this is dropped.
struct Screen;

impl Screen {
    fn enter() -> anyhow::Result<Screen> {
        terminal::enable_raw_mode().context("cannot read single keys from this terminal")?;
        let screen = Screen;
        // Without wrapping, a row that is too wide loses its end and no row below it moves.
        execute!(io::stdout(), terminal::EnterAlternateScreen, terminal::DisableLineWrap, cursor::Hide)
            .context("cannot write to the terminal")?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing can be done about a terminal that is gone.
        let _ = execute!(io::stdout(), cursor::Show, terminal::EnableLineWrap, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// Shows boards until the user quits; the last board that was shown stays on the screen.
pub fn run(film: &mut Film) -> anyhow::Result<()> {
    let screen = Screen::enter()?;
    // While it plays: when the next board is due.
    let mut due: Option<Instant> = None;
    draw(film, false)?;
    loop {
        let wait = due.map_or(Duration::from_secs(3600), |due| due.saturating_duration_since(Instant::now()));
        if !event::poll(wait).context("cannot read from the terminal")? {
            let Some(time) = due else { continue };
            film.go(film.at() + 1);
            due = (film.at() < film.last()).then_some(time + PACE);
            draw(film, due.is_some())?;
            continue;
        }
        match event::read().context("cannot read from the terminal")? {
            Event::Key(key) => match wish(key, film.at(), film.last()) {
                Wish::Quit => break,
                Wish::Nothing => continue,
                Wish::To(board) => {
                    due = None;
                    film.go(board);
                }
                Wish::Toggle if due.is_some() => due = None,
                Wish::Toggle => {
                    if film.at() == film.last() {
                        film.go(0);
                    }
                    due = Some(Instant::now() + PACE);
                }
            },
            Event::Resize(..) => {}
            _ => continue,
        }
        draw(film, due.is_some())?;
    }
    drop(screen);
    output::print(&format!("{}{}", film.headline, film.picture()))
}

/// Draws the whole screen. What is too tall loses its headline first, then its last rows: the moves matter most.
fn draw(film: &Film, playing: bool) -> anyhow::Result<()> {
    let (_, height) = terminal::size().unwrap_or((80, 24));
    let picture = film.picture();
    let help = if output::fancy() { HELP } else { PLAIN_HELP };
    let state = if playing { "playing" } else { "paused" };
    let place = format!("[{}/{}] {state}", film.at(), film.last());
    let mut lines: Vec<&str> = film.headline.lines().chain(picture.lines()).collect();
    let room = usize::from(height).saturating_sub(2);
    if lines.len() > room {
        lines = picture.trim_start().lines().collect();
    }
    lines.truncate(room);
    let mut frame = Vec::new();
    queue!(frame, cursor::MoveTo(0, 0))?;
    for line in lines {
        queue!(frame, style::Print(line), terminal::Clear(terminal::ClearType::UntilNewLine), style::Print("\r\n"))?;
    }
    queue!(frame, terminal::Clear(terminal::ClearType::FromCursorDown), cursor::MoveTo(0, height.saturating_sub(2)))?;
    queue!(frame, style::Print(help), cursor::MoveTo(0, height.saturating_sub(1)), style::Print(&place))?;
    // One write, so that no half-drawn board is ever seen.
    let mut out = io::stdout().lock();
    out.write_all(&frame)?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        let plain = |code| wish(KeyEvent::new(code, KeyModifiers::NONE), 5, 80);
        let cases = [
            (KeyCode::Right, Wish::To(6)),
            (KeyCode::Left, Wish::To(4)),
            (KeyCode::PageDown, Wish::To(15)),
            (KeyCode::PageUp, Wish::To(0)),
            (KeyCode::Home, Wish::To(0)),
            (KeyCode::End, Wish::To(80)),
            (KeyCode::Char(' '), Wish::Toggle),
            (KeyCode::Char('q'), Wish::Quit),
            (KeyCode::Esc, Wish::Quit),
            (KeyCode::Char('x'), Wish::Nothing),
        ];
        for (code, expected) in cases {
            assert_eq!(plain(code), expected, "{code:?}");
        }
        assert_eq!(wish(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), 5, 80), Wish::Quit);
        assert_eq!(wish(KeyEvent::new(KeyCode::Char('n'), KeyModifiers::CONTROL), 5, 80), Wish::Nothing);
        assert_eq!(wish(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE), 80, 80), Wish::To(80));
    }
}
