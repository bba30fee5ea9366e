//! Summaries as a table for the terminal: one column per batch, so that games and rules can be compared.

use crate::batch::{CellCounts, DifficultyCounts, Figures, Share, SummaryFigures};
use crate::text::{count, counted};

/// Hardest deals that are shown.
const HARDEST: usize = 5;

/// A table of summaries; each has a heading, which may be empty.
pub fn summaries(columns: &[(String, SummaryFigures)]) -> String {
    grid(&rows(columns))
}

/// The rows of the table: a label and one cell per summary. Rows without any content are left out.
pub(crate) fn rows(columns: &[(String, SummaryFigures)]) -> Vec<(String, Vec<String>)> {
    let row = |label: &str, cell: &dyn Fn(&SummaryFigures) -> String| {
        (label.to_string(), columns.iter().map(|(_, figures)| cell(figures)).collect::<Vec<_>>())
    };
    let any_open = columns.iter().any(|(_, f)| f.undecided.count + f.errors > 0);
    let mut rows = vec![("".to_string(), columns.iter().map(|(heading, _)| heading.clone()).collect())];
    rows.push(row("game", &|f| f.game.clone()));
    rows.push(row("rules", &|f| f.rules.clone()));
    rows.push(row("deals", &|f| count(f.deals)));
    rows.push(row("winnable", &|f| share(&f.winnable)));
    rows.push(row("  95 % interval", &|f| interval(&f.winnable)));
    rows.push(row("unwinnable", &|f| share(&f.unwinnable)));
    rows.push(row("  95 % interval", &|f| interval(&f.unwinnable)));
    rows.push(row("undecided", &|f| share(&f.undecided)));
    rows.push(row("internal errors", &|f| if f.errors > 0 { count(f.errors) } else { String::new() }));
    if any_open {
        rows.push(row("  because of", &why_undecided));
        rows.push(row("winnable if these lose", &|f| {
            format!("{}, {}", percent(&f.winnable_if_undecided_lose), interval(&f.winnable_if_undecided_lose))
        }));
        rows.push(row("winnable if these win", &|f| {
            format!("{}, {}", percent(&f.winnable_if_undecided_win), interval(&f.winnable_if_undecided_win))
        }));
    }
    rows.push(row("", &|_| "mean / median / p90 / p99 / max".into()));
    rows.push(row("moves", &|f| figures(f.moves)));
    rows.push(row("single-card moves", &|f| figures(f.cards)));
    rows.push(row("states", &|f| figures(f.states)));
    rows.push(row("with granted groups", &|f| if f.granted > 0 { count(f.granted) } else { String::new() }));
    let optimal = |f: &SummaryFigures, cell: &dyn Fn(&crate::batch::OptimaFigures) -> String| {
        f.optimal.as_ref().map(cell).unwrap_or_default()
    };
    let known = |f: Option<Figures>| f.map_or(0, |f| f.count);
    rows.push(row("shortest: metric", &|f| optimal(f, &|o| o.metric.to_string())));
    rows.push(row("  proven", &|f| optimal(f, &|o| count(known(o.proven)))));
    rows.push(row("  lengths", &|f| optimal(f, &|o| figures(o.proven))));
    rows.push(row("  open", &|f| optimal(f, &|o| count(known(o.open) + o.unsolved))));
    rows.push(row("  gaps", &|f| optimal(f, &|o| figures(o.gap))));
    rows.push(row("fewest cells", &|f| f.min_cells.as_ref().map(cells).unwrap_or_default()));
    rows.push(row("difficulty", &|f| f.difficulty.as_ref().map(levels).unwrap_or_default()));
    for place in 0..HARDEST {
        rows.push(row(if place == 0 { "hardest deals" } else { "" }, &|f| {
            let deal = f.hardest.get(place);
            deal.map_or(String::new(), |d| format!("{}: {} states, {}", d.deal, count(d.states), d.verdict.word()))
        }));
    }
    rows.push(row("rate", &|f| {
        f.run.map_or(String::new(), |speed| {
            let rate = speed.deals_per_second;
            let rate = if rate < 10.0 { format!("{rate:.2}") } else { count(rate as u64) };
            let (solved, threads) = (counted(speed.solved, "deal"), counted(speed.threads as u64, "thread"));
            match speed.solved {
                0 => "all deals were already done".into(),
                _ => format!("{rate} deals/s ({solved} in {} on {threads})", duration(speed.seconds)),
            }
        })
    }));
    rows.retain(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    rows
}

/// Why deals are undecided.
pub(super) fn why_undecided(f: &SummaryFigures) -> String {
    let by = f.undecided_by;
    let reasons = [
        ("states", by.states),
        ("memory", by.memory),
        ("time", by.time),
        ("interrupts", by.interrupted),
        ("capacity", by.capacity),
    ];
    let named = reasons.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name}: {}", count(*n)));
    named.collect::<Vec<_>>().join(", ")
}

/// How many deals need how many cells.
pub(super) fn cells(counts: &CellCounts) -> String {
    let mut named: Vec<String> =
        counts.proven.iter().map(|(cells, deals)| format!("{cells}: {}", count(*deals))).collect();
    if counts.open > 0 {
        named.push(format!("open: {}", count(counts.open)));
    }
    named.join(", ")
}

/// How many deals there are of each level.
pub(super) fn levels(counts: &DifficultyCounts) -> String {
    let levels = DifficultyCounts::LEVELS.iter().zip(counts.levels);
    levels.map(|(level, deals)| format!("{level}: {}", count(deals))).collect::<Vec<_>>().join(", ")
}

/// Columns as wide as their widest cell.
fn grid(rows: &[(String, Vec<String>)]) -> String {
    let width = |text: &str| text.chars().count();
    let labels = rows.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let columns = rows.first().map_or(0, |(_, cells)| cells.len());
    let widths: Vec<usize> =
        (0..columns).map(|c| rows.iter().map(|(_, cells)| width(&cells[c])).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for (label, cells) in rows {
        let mut line = format!("{label:labels$}");
        for (cell, width) in cells.iter().zip(&widths) {
            line += &format!("  {cell:width$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A count and its share.
pub(super) fn share(share: &Share) -> String {
    format!("{} ({})", count(share.count), percent(share))
}

pub(super) fn percent(share: &Share) -> String {
    format!("{:.*} %", digits(share), 100.0 * share.share)
}

pub(super) fn interval(share: &Share) -> String {
    let digits = digits(share);
    format!("{:.digits$} to {:.digits$} %", 100.0 * share.low, 100.0 * share.high)
}

/// The number of digits that the width of the interval justifies.
fn digits(share: &Share) -> usize {
    let width = 100.0 * (share.high - share.low).max(1e-12);
    (1.0 - width.log10().floor()).clamp(1.0, 9.0) as usize
}

fn figures(figures: Option<Figures>) -> String {
    figures.map_or(String::new(), |f| {
        let tail = [f.median, f.p90, f.p99, f.max].map(count).join(" / ");
        format!("{} / {tail}", mean(f.mean))
    })
}

/// A mean with a sensible number of digits.
pub(super) fn mean(mean: f64) -> String {
    if mean < 1000.0 { format!("{mean:.1}") } else { count(mean.round() as u64) }
}

/// Seconds in two units at most.
pub(crate) fn duration(seconds: f64) -> String {
    let whole = if seconds.is_finite() { seconds.min(1e15).round() as u64 } else { return "?".into() };
    match whole {
        _ if seconds < 9.95 => format!("{seconds:.1} s"),
        0..100 => format!("{whole} s"),
        100..6000 => format!("{} min {:02} s", whole / 60, whole % 60),
        6000..172_800 => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
        _ => format!("{} days {:02} h", count(whole / 86_400), whole / 3600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Summary;

    #[test]
    fn numbers_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0.04, 61.2, 119.0, 7322.0, 999_999.0].map(duration),
            ["0.0 s", "61 s", "1 min 59 s", "2 h 02 min", "11 days 13 h"]
        );
        assert_eq!(duration(f64::INFINITY), "?");
    }

    #[test]
    fn digits_follow_the_interval() {
        assert_eq!(share(&Share::of(31_999, 32_000)), "31,999 (99.997 %)");
        assert_eq!(interval(&Share::of(1, 2)), "9.5 to 90.5 %");
        assert_eq!(interval(&Share::of(0, 0)), "0.0 to 100.0 %");
    }

    #[test]
    fn side_by_side() {
        let mut summary = Summary::default();
        for n in 1..=4 {
            let line = format!(
                r#"{{"schema":1,"game":"x","rules":"9f","deal":"ms:{n}","verdict":"winnable","moves":{n},"cards":9,"states":5}}"#
            );
            summary.add(&serde_json::from_str(&line).unwrap());
        }
        let text = summaries(&[("a.ndjson".into(), summary.figures()), ("b.csv".into(), Summary::default().figures())]);
        assert!(
            text.contains("a.ndjson") && text.contains("4 (100.0 %)") && text.contains("2.5 / 2 / 4 / 4 / 4"),
            "{text}"
        );
        assert!(!text.contains("shortest") && !text.contains("rate"), "{text}");
        assert!(text.lines().all(|line| line.trim_end() == line));
    }
}
