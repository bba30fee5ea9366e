//! Progress of a batch: a bar on a terminal, a plain line every few seconds elsewhere. Progress of the search for one deal: a
//! line on a terminal.

use crate::batch::Progress;
use crate::metric::Bounds;
use crate::report::table::duration;
use crate::search::{Phase, Progress as SearchProgress};
use crate::text::count;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two plain lines.
const EVERY: Duration = Duration::from_secs(5);

/// Searches shorter than this show nothing.
const A_MOMENT: Duration = Duration::from_millis(500);

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
        let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {prefix}\n{wide_msg}");
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
                bar.set_prefix(pace(progress));
                bar.set_message(counts(progress));
            }
            Display::Lines { due } => {
                if progress.elapsed >= *due {
                    *due = progress.elapsed + EVERY;
                    // A closed standard error does not end the run.
                    let _ = writeln!(anstream::stderr(), "{}, {}", counts(progress), pace(progress));
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

/// Where the search for one deal is: a line on a terminal that appears when the search takes longer than a moment.
#[derive(Clone)]
pub struct SearchLine {
    line: ProgressBar,
    started: Instant,
}

impl SearchLine {
    /// A line if standard error is a terminal, unless quiet is asked for.
    pub fn new(quiet: bool) -> SearchLine {
        let target = match quiet || !std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr_with_hz(5),
        };
        let line = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{msg} … {elapsed}");
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        SearchLine { line, started: Instant::now() }
    }

    /// Shows where the search is.
    pub fn show(&self, progress: &SearchProgress) {
        let elapsed = self.started.elapsed();
        if !self.line.is_hidden() && elapsed >= A_MOMENT {
            self.line.set_message(searching(progress, elapsed));
            self.line.tick();
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.line.finish_and_clear();
    }
}

/// What a search is doing, how far and how fast.
fn searching(progress: &SearchProgress, elapsed: Duration) -> String {
    let doing = match (progress.phase, progress.bounds) {
        (_, Some(bounds)) => interval(bounds),
        (Phase::Proving, None) => "complete search".into(),
        (Phase::Shortening, None) => "searching for a shortest solution".into(),
        _ => "searching for a win".into(),
    };
    let rate = progress.states as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut text = format!("{doing}: {} states, {}/s", count(progress.states), count(rate as u64));
    if progress.memory > 0 {
        text += &format!(", {} MB", count(progress.memory / 1_000_000));
    }
    text
}

/// The interval in words.
fn interval(bounds: Bounds) -> String {
    let Bounds { metric, lower, upper, .. } = bounds;
    match upper {
        Some(upper) => format!("the shortest solution has {lower} to {upper} {metric}"),
        None => format!("any solution has at least {lower} {metric}"),
    }
}

/// What is done.
fn counts(progress: &Progress) -> String {
    let verdicts = progress.verdicts;
    let [done, total] = [progress.done, progress.total].map(count);
    let [winnable, unwinnable, open] = [verdicts.winnable, verdicts.unwinnable, verdicts.open()].map(count);
    let errors = match verdicts.errors {
        0 => String::new(),
        errors => format!(", {} internal errors", count(errors)),
    };
    format!("{done} of {total} deals, {winnable} winnable, {unwinnable} unwinnable, {open} undecided{errors}")
}

/// How fast it goes and how long it will take, judged by this session only.
fn pace(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    if progress.fresh == 0 || seconds <= 0.0 {
        return "? left".into();
    }
    let rate = progress.fresh as f64 / seconds;
    let left = duration((progress.total - progress.done) as f64 / rate);
    match rate < 10.0 {
        true => format!("{rate:.1}/s, {left} left"),
        false => format!("{}/s, {left} left", count(rate as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Verdicts;
    use crate::metric::Metric;

    #[test]
    fn intervals_read_well() {
        let bounds = |upper| Bounds { metric: Metric::Moves, lower: 70, upper, proven: false };
        assert_eq!(interval(bounds(Some(81))), "the shortest solution has 70 to 81 moves");
        assert_eq!(interval(bounds(None)), "any solution has at least 70 moves");
    }

    #[test]
    fn rate_and_time_left_count_this_session_only() {
        let undecided = std::array::from_fn(|reason| if reason < 3 { 1 } else { 0 });
        let verdicts = Verdicts { winnable: 4990, unwinnable: 7, undecided, errors: 0 };
        let elapsed = Duration::from_secs(10);
        let progress = Progress { total: 10_000, done: 5000, fresh: 1000, verdicts, elapsed };
        assert_eq!(counts(&progress), "5,000 of 10,000 deals, 4,990 winnable, 7 unwinnable, 3 undecided");
        assert_eq!(pace(&progress), "100/s, 50 s left");
        let none = Progress { total: 5, done: 0, fresh: 0, verdicts: Verdicts::default(), elapsed: Duration::ZERO };
        assert_eq!(pace(&none), "? left");
    }
}
