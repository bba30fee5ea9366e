//! Benchmarks as tables: for the terminal, as Markdown and as CSV.

use super::table::mean;
use crate::batch::{Figures, Ratio, Row};
use crate::text::count;

const FIGURES: [&str; 13] = [
    "strategy",
    "won",
    "dead",
    "unsolved",
    "states mean",
    "median",
    "p90",
    "p99",
    "max",
    "time/deal",
    "deals/s",
    "moves",
    "cards",
];
const RATIOS: [&str; 4] = ["time", "states", "moves", "cards"];
const NOTE: &str = "moves and cards: mean lengths of its own wins; as ratios: over the deals that both won.";

/// Two tables for the terminal: figures, and ratios beside the first strategy.
pub fn terminal(rows: &[Row]) -> String {
    let mut text = grid(&figures(rows));
    if let [first, _, ..] = rows {
        text += &format!("\nRatios to {} (95 % interval, bootstrap over deals):\n", first.strategy);
        text += &grid(&ratios(rows));
        text += &format!("\n{NOTE}\n");
    }
    text
}

/// The same as Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = pipes(&figures(rows));
    if let [first, _, ..] = rows {
        text += &format!("\nRatios to `{}` (95 % interval, bootstrap over deals):\n\n", first.strategy);
        text += &pipes(&ratios(rows));
        text += &format!("\n{NOTE}\n");
    }
    text
}

/// One line a strategy with plain numbers.
pub fn csv(rows: &[Row]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header: Vec<String> = ["strategy", "deals", "won", "unwinnable", "unsolved"].map(String::from).to_vec();
    let spread = ["mean", "median", "p90", "p99", "max"];
    header.extend(spread.map(|figure| format!("states_{figure}")));
    header.extend(["seconds", "seconds_per_deal", "deals_per_second", "moves_mean", "cards_mean"].map(String::from));
    header.extend(RATIOS.iter().flat_map(|r| ["", "_low", "_high"].map(|end| format!("{r}_ratio{end}"))));
    writer.write_record(&header)?;
    for row in rows {
        let mut cells = vec![row.strategy.clone()];
        cells.extend([row.deals, row.won, row.unwinnable, row.unsolved].map(|n| n.to_string()));
        cells.extend(row.states.map_or(vec![String::new(); 5], |f| {
            let tail = [f.median, f.p90, f.p99, f.max].map(|n| n.to_string());
            [vec![f.mean.to_string()], tail.to_vec()].concat()
        }));
        cells.extend([row.seconds, row.seconds_per_deal, row.deals_per_second].map(|n| n.to_string()));
        cells.extend([row.moves, row.cards].map(|f| f.map_or(String::new(), |f| f.mean.to_string())));
        for ratio in each(row) {
            cells.extend(
                ratio.map_or([const { String::new() }; 3], |r| [r.ratio, r.low, r.high].map(|n| n.to_string())),
            );
        }
        writer.write_record(&cells)?;
    }
    let bytes = writer.into_inner().map_err(|e| csv::Error::from(e.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn figures(rows: &[Row]) -> Vec<Vec<String>> {
    let mut table = vec![FIGURES.map(String::from).to_vec()];
    let middle = |figures: Option<Figures>| figures.map_or("–".into(), |f| format!("{:.1}", f.mean));
    for row in rows {
        let mut cells = vec![row.strategy.clone()];
        cells.extend([row.won, row.unwinnable, row.unsolved].map(count));
        cells.push(row.states.map_or("–".into(), |f| mean(f.mean)));
        cells.extend(row.states.map_or([const { String::new() }; 4], |f| [f.median, f.p90, f.p99, f.max].map(count)));
        cells.extend([time(row.seconds_per_deal), mean(row.deals_per_second)]);
        cells.extend([middle(row.moves), middle(row.cards)]);
        table.push(cells);
    }
    table
}

fn ratios(rows: &[Row]) -> Vec<Vec<String>> {
    let mut table = vec![[&["strategy"], &RATIOS[..]].concat().iter().map(|s| s.to_string()).collect::<Vec<_>>()];
    for row in rows {
        let cell = |r: Option<Ratio>| {
            r.map_or("–".into(), |r| format!("{} ({}–{})", short(r.ratio), short(r.low), short(r.high)))
        };
        let mut cells = vec![row.strategy.clone()];
        cells.extend(each(row).map(cell));
        table.push(cells);
    }
    table
}

fn each(row: &Row) -> [Option<Ratio>; 4] {
    [row.ratio.time, row.ratio.states, row.ratio.moves, row.ratio.cards]
}

/// Four significant digits or so.
fn short(ratio: f64) -> String {
    match ratio {
        _ if ratio < 9.9995 => format!("{ratio:.3}"),
        _ if ratio < 999.95 => format!("{ratio:.1}"),
        _ => count(ratio.round() as u64),
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.999_5e-3 => format!("{:.1} µs", seconds * 1e6),
        _ if seconds < 0.999_5 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// Names on the left, numbers on the right of their columns.
fn grid(rows: &[Vec<String>]) -> String {
    let width = |text: &String| text.chars().count();
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).map(|c| rows.iter().map(|row| width(&row[c])).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = format!("{:w$}", row[0], w = widths[0]);
        for (cell, w) in row.iter().zip(&widths).skip(1) {
            line += &format!("  {cell:>w$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn pipes(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        text += &format!("| {} |\n", row.join(" | "));
        if i == 0 {
            text += &format!("|---|{}\n", "---:|".repeat(row.len() - 1));
        }
    }
    text
}
