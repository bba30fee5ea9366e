//! How far a batch has come: a bar on a terminal, a plain line every few seconds elsewhere.

use crate::analysis::Progress;
use crate::report::table::{count, duration};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Time between two plain lines.
const EVERY: Duration = Duration::from_secs(5);

/// Shows progress.
pub enum Display {
    /// Nothing.
    Quiet,
    /// A bar.
    Bar(ProgressBar),
    /// A line every few seconds.
    Lines {
        /// When the next is due.
        due: Duration,
    },
}

impl Display {
    /// The right one for where standard error goes; a bar would garble records that go to the same terminal.
    pub fn new(quiet: bool, to_stdout: bool) -> Display {
        if quiet || to_stdout && std::io::stdout().is_terminal() {
            return Display::Quiet;
        }
        if !std::io::stderr().is_terminal() {
            return Display::Lines { due: EVERY };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Display::Bar(bar)
    }

    /// Shows where the run is.
    pub fn show(&mut self, progress: &Progress) {
        match self {
            Display::Quiet => {}
            Display::Bar(bar) => {
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                bar.set_message(line(progress));
            }
            Display::Lines { due } => {
                if progress.elapsed >= *due {
                    *due = progress.elapsed + EVERY;
                    // Nobody listening is no reason to stop.
                    let _ = writeln!(anstream::stderr(), "{}", line(progress));
                }
            }
        }
    }

    /// Takes the bar away.
    pub fn end(self) {
        if let Display::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn line(progress: &Progress) -> String {
    let verdicts = progress.verdicts;
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { progress.fresh as f64 / seconds } else { 0.0 };
    let left = (progress.total - progress.done) as f64;
    let eta = match progress.fresh {
        0 => "?".into(),
        _ => duration(left / rate),
    };
    format!(
        "{} of {} deals, {} winnable, {} unwinnable, {} undecided, {}/s, {eta} left",
        count(progress.done),
        count(progress.total),
        count(verdicts.winnable),
        count(verdicts.unwinnable),
        count(verdicts.open()),
        if rate < 10.0 { format!("{rate:.1}") } else { count(rate as u64) },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Verdicts;

    #[test]
    fn rate_and_time_left_count_this_session_only() {
        let verdicts = Verdicts { winnable: 4990, unwinnable: 7, undecided: [3, 0, 0, 0] };
        let elapsed = Duration::from_secs(10);
        let text = line(&Progress { total: 10_000, done: 5000, fresh: 1000, verdicts, elapsed });
        assert_eq!(text, "5,000 of 10,000 deals, 4,990 winnable, 7 unwinnable, 3 undecided, 100/s, 50 s left");
        let none = Progress { total: 5, done: 0, fresh: 0, verdicts: Verdicts::default(), elapsed: Duration::ZERO };
        assert!(line(&none).ends_with("? left"));
    }
}
