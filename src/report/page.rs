//! Summaries as one HTML page, complete in itself: the same table, and diagrams drawn as SVG.

use super::table;
use crate::batch::{Distribution, Summary, SummaryFigures};
use std::fmt::Write;

/// Size of a diagram.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;
/// Bars in a diagram of lengths at most.
const BARS: u64 = 64;

const STYLE: &str = "
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse } td, th { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top }
th { font-weight: 600 } td { font-variant-numeric: tabular-nums } h2 { margin-top: 2rem; font-size: 1.1rem }
svg { max-width: 100%; height: auto } rect { fill: #2a7 } text { font-size: 11px; fill: #555 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } text { fill: #aaa } }
";

/// The page.
pub fn page(columns: &[(String, SummaryFigures)], summaries: &[Summary]) -> String {
    let mut body = String::from("<h1>Results of winnable analyze</h1>\n<table>\n");
    for (label, cells) in table::rows(columns) {
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let _ = writeln!(body, "<tr><th>{}</th>{cells}</tr>", escape(label.trim()));
    }
    body += "</table>\n";
    for ((name, figures), summary) in columns.iter().zip(summaries) {
        let _ = writeln!(body, "<h2>{} ({})</h2>", escape(name), escape(&figures.game));
        body += &diagram("Length of the solutions found, in moves", &linear(&summary.moves));
        if let Some(optima) = &summary.optima {
            let title = format!("Proven shortest lengths, in {}", optima.metric);
            body += &diagram(&title, &linear(&optima.proven));
        }
        body += &diagram("States per deal (each bar doubles)", &doubling(&summary.states));
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>winnable: results</title>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>{STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )
}

/// Bars of equal width: the first value of each and its count.
fn linear(values: &Distribution) -> Vec<(u64, u64)> {
    let Some(figures) = values.figures() else { return Vec::new() };
    let width = (figures.max - figures.min + 1).div_ceil(BARS).max(1);
    let bars = (figures.max - figures.min) / width + 1;
    let mut list: Vec<(u64, u64)> = (0..bars).map(|i| (figures.min + i * width, 0)).collect();
    values.values().for_each(|(value, times)| list[((value - figures.min) / width) as usize].1 += times);
    list
}

/// Bars from a power of two to the next.
fn doubling(values: &Distribution) -> Vec<(u64, u64)> {
    let bar = |value: u64| (u64::BITS - value.leading_zeros()) as usize;
    let Some(figures) = values.figures() else { return Vec::new() };
    let mut list: Vec<(u64, u64)> =
        (0..=bar(figures.max)).map(|i| (if i == 0 { 0 } else { 1 << (i - 1) }, 0)).collect();
    values.values().for_each(|(value, times)| list[bar(value)].1 += times);
    list.drain(..bar(figures.min));
    list
}

fn diagram(title: &str, bars: &[(u64, u64)]) -> String {
    let Some(most) = bars.iter().map(|(_, times)| *times).max().filter(|most| *most > 0) else { return String::new() };
    let step = WIDTH / bars.len() as f64;
    let mut text = format!(
        "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {WIDTH} {}\" width=\"{WIDTH}\" role=\"img\">\n",
        escape(title),
        HEIGHT + 20.0
    );
    for (i, (value, times)) in bars.iter().enumerate() {
        let height = HEIGHT * *times as f64 / most as f64;
        let _ = writeln!(
            text,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>from {value}: {times} deals</title></rect>",
            step * i as f64,
            HEIGHT - height,
            (step - 1.0).max(0.5),
        );
        if i % bars.len().div_ceil(12) == 0 {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{}\">{}</text>",
                step * i as f64,
                HEIGHT + 14.0,
                table::count(*value)
            );
        }
    }
    text + "</svg></figure>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_every_value() {
        let mut values = Distribution::default();
        [0, 1, 2, 3, 4, 500, 70_000].into_iter().for_each(|v| values.add(v));
        for bars in [linear(&values), doubling(&values)] {
            assert_eq!(bars.iter().map(|(_, times)| times).sum::<u64>(), 7);
            assert!(bars.is_sorted() && bars.len() <= 64 && bars[0].0 == 0);
        }
        assert!(doubling(&values).contains(&(2, 2)) && doubling(&values).contains(&(65_536, 1)));
        assert!(linear(&Distribution::default()).is_empty());
    }

    #[test]
    fn the_page_needs_nothing_else() {
        let mut summary = Summary::default();
        let line = r#"{"schema":1,"game":"<x>","rules":"9f","deal":"ms:1","verdict":"winnable","moves":7,"cards":9,"states":5}"#;
        summary.add(&serde_json::from_str(line).unwrap());
        let text = page(&[("a&b.ndjson".into(), summary.figures())], &[summary]);
        assert!(text.contains("&lt;x&gt;") && text.contains("a&amp;b.ndjson") && text.contains("<svg"));
        assert!(!text.contains("http:") && !text.contains("https:") && !text.contains("<script"));
    }
}
