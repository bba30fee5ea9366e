//! Summaries as one self-contained HTML page: charts, figures and a table of hard deals.
//!
//! All files share charts and axes. Shares, lengths and states are drawn as percentages of the deals of each file, so that
//! files of different sizes can be compared. `page.html` is the template with the order of the sections, [`super::chart`]
//! draws, and this file decides what is drawn. A new chart is one more entry in a [`Section`].

use super::chart::{self, Axis, COLOURS, Dots, Series};
use super::{html, table};
use crate::batch::{Distribution, Figures, Summary, SummaryFigures};
use crate::metric::Metric;
use crate::text::count;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Steps of an outline at most.
const STEPS: u64 = 48;

/// One file of results.
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its records, counted.
    pub summary: Summary,
    /// Its figures.
    pub figures: SummaryFigures,
    /// Addresses of the pages of its hardest deals, in their order.
    pub pages: Vec<Option<String>>,
}

#[derive(Serialize)]
struct File {
    name: String,
    colour: usize,
    verdicts: String,
    bar: String,
    winnable: String,
    interval: String,
    facts: Vec<(&'static str, String)>,
}

#[derive(Serialize)]
struct Section {
    title: String,
    unit: &'static str,
    charts: Vec<Chart>,
    figures: Vec<Row>,
}

#[derive(Serialize)]
struct Chart {
    title: String,
    x: String,
    y: String,
    drawing: String,
}

#[derive(Serialize)]
struct Row {
    name: String,
    values: [String; 5],
}

#[derive(Serialize)]
struct Hard {
    file: String,
    deal: String,
    order: u64,
    verdict: &'static str,
    states: u64,
    states_text: String,
    moves: String,
    page: Option<String>,
}

/// The page.
pub fn page(columns: &[Column]) -> String {
    let percent = Axis::linear(0.0, 100.0);
    let zoomed = interval_axis(columns);
    let mut sections = vec![lengths(columns), states(columns)];
    sections.extend(Metric::ALL.map(|metric| shortest(columns, metric)));
    sections.push(difficulty(columns));
    sections.push(min_cells(columns));
    sections.retain(|section| !section.charts.is_empty());
    let mut heads = vec!["File", "Deal", "Verdict", "States", "Moves"];
    if columns.len() == 1 {
        heads.remove(0);
    }
    let files: Vec<File> = columns.iter().enumerate().map(|(i, column)| file(i, column, &zoomed)).collect();
    html::render(
        TEMPLATE,
        context! {
            policy => html::policy(STYLE, SCRIPT),
            style => STYLE,
            script => SCRIPT,
            files => Serde(files),
            share_axis => chart::axis(&percent),
            interval_axis => chart::axis(&zoomed),
            any_undecided => columns.iter().any(|column| undecided(&column.figures)),
            sections => Serde(sections),
            heads,
            hardest => Serde(columns.iter().flat_map(hardest).collect::<Vec<_>>()),
        },
    )
}

fn undecided(figures: &SummaryFigures) -> bool {
    figures.undecided.count + figures.errors > 0
}

/// An axis that shows every interval as large as possible.
fn interval_axis(columns: &[Column]) -> Axis {
    let ends =
        |pick: &dyn Fn(&SummaryFigures) -> f64| columns.iter().map(|c| 100.0 * pick(&c.figures)).collect::<Vec<_>>();
    let low = ends(&|f| f.winnable_if_undecided_lose.low).into_iter().fold(100.0, f64::min);
    let high = ends(&|f| f.winnable_if_undecided_win.high).into_iter().fold(0.0, f64::max);
    // Ends are multiples of a step that divides 100, so the axis stays within 0 to 100 %.
    Axis::linear(low, high.max(low + 1e-6))
}

fn file(place: usize, column: &Column, zoomed: &Axis) -> File {
    let f = &column.figures;
    let (lose, win) = (f.winnable_if_undecided_lose, f.winnable_if_undecided_win);
    let band = undecided(f).then_some((100.0 * lose.share, 100.0 * win.share));
    let named = |name, share: &crate::batch::Share| format!("{name} {}", table::share(share));
    let errors = f.deals.saturating_sub(f.winnable.count + f.unwinnable.count + f.undecided.count) as f64;
    let open = f.undecided.share + errors / f.deals.max(1) as f64;
    let winnable = match band {
        None => format!("{}, interval {}", table::percent(&f.winnable), table::interval(&f.winnable)),
        Some(_) => format!(
            "{} to {}, interval {} to {}",
            table::percent(&lose),
            table::percent(&win),
            table::interval(&lose).split(" to ").next().unwrap_or_default(),
            table::interval(&win).split(" to ").nth(1).unwrap_or_default()
        ),
    };
    let mut facts = vec![("game", f.game.clone()), ("rules", f.rules.clone()), ("deals", count(f.deals))];
    facts.push(("winnable", table::share(&f.winnable)));
    facts.push(("unwinnable", table::share(&f.unwinnable)));
    facts.push(("undecided", table::share(&f.undecided)));
    facts.push(("because of", table::why_undecided(f)));
    facts.push(("internal errors", some(f.errors)));
    facts.push(("granted groups in", some(f.granted)));
    if let Some(optimal) = &f.optimal {
        let known = |figures: Option<Figures>| figures.map_or(0, |f| f.count);
        facts.push(("shortest proven", format!("{}, in {}", count(known(optimal.proven)), optimal.metric)));
        facts.push(("shortest open", some(known(optimal.open) + optimal.unsolved)));
    }
    facts.push(("fewest cells", f.min_cells.as_ref().map(table::cells).unwrap_or_default()));
    facts.push(("difficulty", f.difficulty.as_ref().map(table::levels).unwrap_or_default()));
    facts.retain(|(_, text)| !text.is_empty());
    File {
        name: column.name.clone(),
        colour: place % COLOURS,
        verdicts: [
            named("winnable", &f.winnable),
            named("unwinnable", &f.unwinnable),
            named("undecided", &f.undecided),
        ]
        .join(", "),
        bar: chart::stacked(&[(f.winnable.share, "winnable"), (f.unwinnable.share, "unwinnable"), (open, "undecided")]),
        winnable,
        interval: chart::interval(zoomed, place, 100.0 * lose.share, (100.0 * lose.low, 100.0 * win.high), band),
        facts,
    }
}

/// A count, or nothing for zero.
fn some(number: u64) -> String {
    if number > 0 { count(number) } else { String::new() }
}

fn lengths(columns: &[Column]) -> Section {
    let moves: Vec<Option<&Distribution>> = columns.iter().map(|c| Some(&c.summary.moves)).collect();
    let cards: Vec<Option<&Distribution>> = columns.iter().map(|c| Some(&c.summary.cards)).collect();
    let title = "Length of the solutions found";
    let mut figures = rows(columns, "moves", &moves);
    figures.extend(rows(columns, "single-card moves", &cards));
    Section { title: title.into(), unit: "length", charts: outline(title, "moves", &moves), figures }
}

fn shortest(columns: &[Column], metric: Metric) -> Section {
    let proven = |c: &'_ Column| c.summary.optima.as_ref().filter(|o| o.metric == metric).map(|o| o.proven.clone());
    let proven: Vec<Option<Distribution>> = columns.iter().map(proven).collect();
    let proven: Vec<Option<&Distribution>> = proven.iter().map(Option::as_ref).collect();
    let unit = metric.unit();
    let title = format!("Proven shortest lengths, in {unit}");
    Section { charts: outline(&title, unit, &proven), figures: rows(columns, unit, &proven), unit: "length", title }
}

/// Scores of all deals, and shortest lengths against scores where records have both.
fn difficulty(columns: &[Column]) -> Section {
    let mut section = Section { title: "Difficulty".into(), unit: "", charts: Vec::new(), figures: Vec::new() };
    let counted = || {
        let known = |(file, column): (usize, &'_ Column)| Some((file, column.summary.difficulty.clone()?));
        columns.iter().enumerate().filter_map(known).collect::<Vec<_>>()
    };
    let Some(highest) = counted().iter().filter_map(|(_, counts)| counts.scores.keys().max().copied()).max() else {
        return section;
    };
    let mut series = Vec::new();
    let mut pairs = Metric::ALL.map(|metric| (metric, Vec::new()));
    for (file, counts) in counted() {
        let scores: Vec<u64> = (0..=highest).map(|score| counts.scores.get(&score).copied().unwrap_or(0)).collect();
        let total = scores.iter().sum();
        series.push(Series { file, points: stairs(&scores, total, |i| i as f64) });
        let points: Vec<(f64, f64, u64)> =
            counts.shortest.iter().map(|(&(score, length), &deals)| (score.into(), length.into(), deals)).collect();
        if let Some((_, dots)) = pairs.iter_mut().find(|(metric, _)| counts.metric == Some(*metric)) {
            dots.push(Dots { file, points });
        }
    }
    let title = "Difficulty of the winnable deals";
    let unit = "score (0 to 12; easy, medium, hard and expert are its quarters in a sample of FreeCell)";
    section.charts.push(frequency(
        title,
        unit,
        "% of the deals with this score",
        Axis::linear(0.0, f64::from(highest + 1)),
        &series,
    ));
    for (metric, dots) in pairs {
        let lengths = || dots.iter().flat_map(|dots| &dots.points).map(|point| point.1);
        let (low, high) = (lengths().fold(f64::MAX, f64::min), lengths().fold(0.0, f64::max));
        if low > high {
            continue;
        }
        let title = "Shortest length against difficulty";
        let y = format!("proven shortest length, in {} (larger dots are more deals)", metric.unit());
        let x = Axis::linear(0.0, f64::from(highest));
        let drawing = chart::dots(&format!("{title}: {y}"), x, Axis::linear(low, high), &dots);
        section.charts.push(Chart { title: title.into(), x: "score".into(), y, drawing });
    }
    section
}

/// How many deals need how many cells.
fn min_cells(columns: &[Column]) -> Section {
    let mut section = Section { title: "Fewest cells".into(), unit: "", charts: Vec::new(), figures: Vec::new() };
    let known = |column: &'_ Column| column.summary.min_cells.clone();
    let counts: Vec<_> = columns.iter().map(known).collect();
    let cells = || counts.iter().flatten().flat_map(|counts| counts.proven.keys().copied());
    let (Some(low), Some(high)) = (cells().min(), cells().max()) else { return section };
    let mut series = Vec::new();
    for (file, counts) in counts.iter().enumerate().filter_map(|(file, counts)| Some((file, counts.as_ref()?))) {
        let deals: Vec<u64> = (low..=high).map(|cells| counts.proven.get(&cells).copied().unwrap_or(0)).collect();
        let total = deals.iter().sum::<u64>() + counts.open;
        series.push(Series { file, points: stairs(&deals, total, |i| f64::from(low) + i as f64) });
    }
    let title = "Fewest cells with which a deal can be won";
    let x = Axis::linear(low.into(), f64::from(high) + 1.0);
    section.charts.push(frequency(title, "cells (each step starts at its number)", "% of the deals", x, &series));
    section
}

fn rows(columns: &[Column], unit: &str, values: &[Option<&Distribution>]) -> Vec<Row> {
    let figures = columns.iter().zip(values).filter_map(|(column, values)| Some((column, values.as_ref()?.figures()?)));
    let row = |(column, f): (&Column, Figures)| {
        let [median, p90, p99, max] = [f.median, f.p90, f.p99, f.max].map(count);
        let name = if columns.len() == 1 { unit.to_string() } else { format!("{unit}, {}", column.name) };
        Row { name, values: [table::mean(f.mean), median, p90, p99, max] }
    };
    figures.map(row).collect()
}

/// How often each length occurs, all files on one axis: steps that are equally wide for all.
fn outline(title: &str, unit: &'static str, files: &[Option<&Distribution>]) -> Vec<Chart> {
    let figures = || files.iter().flatten().filter_map(|values| values.figures());
    let (Some(min), Some(max)) = (figures().map(|f| f.min).min(), figures().map(|f| f.max).max()) else {
        return Vec::new();
    };
    let width = (max - min + 1).div_ceil(STEPS).max(1);
    let steps = (max - min) / width + 1;
    let mut series = Vec::new();
    for (file, values) in files.iter().enumerate() {
        let Some((values, figures)) = values.and_then(|values| Some((values, values.figures()?))) else { continue };
        let mut counts = vec![0u64; steps as usize];
        values.values().for_each(|(value, times)| counts[((value - min) / width) as usize] += times);
        series.push(Series { file, points: stairs(&counts, figures.count, |i| (min + i as u64 * width) as f64) });
    }
    let y = if width == 1 {
        "% of the solved deals with this length".into()
    } else {
        format!("% of the solved deals, by {width} {unit}")
    };
    vec![frequency(title, unit, &y, Axis::linear(min as f64, (min + steps * width) as f64), &series)]
}

/// The outline of a row of bars, in percent; `edge` says where a bar starts.
fn stairs(counts: &[u64], total: u64, edge: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
    let mut points = vec![(edge(0), 0.0)];
    for (i, times) in counts.iter().enumerate() {
        let height = 100.0 * *times as f64 / total.max(1) as f64;
        points.extend([(edge(i), height), (edge(i + 1), height)]);
    }
    points.push((edge(counts.len()), 0.0));
    points
}

fn frequency(title: &str, x_unit: &str, y_unit: &str, x: Axis, series: &[Series]) -> Chart {
    let highest = series.iter().flat_map(|s| &s.points).map(|(_, y)| *y).fold(0.0, f64::max);
    let label = format!("{title}: {y_unit}");
    let drawing = chart::curves(&label, x, Axis::linear(0.0, highest), series);
    Chart { title: title.to_string(), x: x_unit.to_string(), y: y_unit.to_string(), drawing }
}

/// States: how many deals took how many, and the share of deals that a limit on states decides.
fn states(columns: &[Column]) -> Section {
    let all: Vec<Option<&Distribution>> = columns.iter().map(|c| Some(&c.summary.states)).collect();
    let mut section = Section {
        title: "States".into(),
        unit: "states",
        charts: Vec::new(),
        figures: rows(columns, "per deal", &all),
    };
    let figures = || columns.iter().filter_map(|column| column.figures.states);
    let (Some(min), Some(max)) = (figures().map(|f| f.min).min(), figures().map(|f| f.max).max()) else {
        return section;
    };
    let x = Axis::log(min as f64, max as f64);
    let bin = |value: u64| (u64::BITS - value.max(1).leading_zeros()) as usize - 1;
    let (first, bins) = (bin(min), bin(max) - bin(min) + 1);
    let mut series = Vec::new();
    let mut sums = Vec::new();
    for (file, column) in columns.iter().enumerate().filter(|(_, column)| column.figures.deals > 0) {
        let mut counts = vec![0u64; bins];
        column.summary.states.values().for_each(|(value, times)| counts[bin(value) - first] += times);
        let edge = |i: usize| 2f64.powi((i + first) as i32);
        series.push(Series { file, points: stairs(&counts, column.figures.deals, edge) });
        sums.push(Series { file, points: cumulative(&column.summary.decided, column.figures.deals, &x) });
    }
    section.charts.push(frequency("States per deal", "states (each step doubles)", "% of the deals", x, &series));
    let title = "Deals decided within a number of states";
    let drawing = chart::curves(title, x, Axis::linear(0.0, 100.0), &sums);
    section.charts.push(Chart { title: title.into(), x: "states".into(), y: "% of the deals".into(), drawing });
    section
}

/// The share of deals with values up to each place on the axis. Points that would fall together are left out: the page
/// stays small however many deals there are.
fn cumulative(values: &Distribution, total: u64, x: &Axis) -> Vec<(f64, f64)> {
    const PLACES: f64 = 250.0;
    let Axis::Log { low, high } = *x else { return Vec::new() };
    let mut points: Vec<(f64, f64)> = vec![(low, 0.0)];
    let mut sum = 0u64;
    for (value, times) in values.values() {
        sum += times;
        let point = (value as f64, 100.0 * sum as f64 / total.max(1) as f64);
        let place = |point: &(f64, f64)| (PLACES * x.place(point.0)).round();
        match points.last_mut() {
            Some(last) if place(last) == place(&point) => *last = point,
            _ => points.push(point),
        }
    }
    points.push((high, points[points.len() - 1].1));
    points
}

fn hardest(column: &Column) -> impl Iterator<Item = Hard> + '_ {
    let pages = column.pages.iter().cloned().chain(std::iter::repeat(None));
    column.figures.hardest.iter().zip(pages).map(|(hard, page)| Hard {
        file: column.name.clone(),
        deal: hard.deal.clone(),
        // Numbers are compared as numbers, whatever their prefix.
        order: hard.deal.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(u64::MAX),
        verdict: hard.verdict.word(),
        states: hard.states,
        states_text: count(hard.states),
        moves: hard.moves.map_or(String::new(), |moves| moves.to_string()),
        page,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, lines: &[String]) -> Column {
        let mut summary = Summary::default();
        lines.iter().for_each(|line| summary.add(&serde_json::from_str(line).unwrap()));
        Column { name: name.into(), figures: summary.figures(), summary, pages: vec![Some("deals/ms-1.html".into())] }
    }

    fn record(deal: u64, rest: &str) -> String {
        format!(r#"{{"schema":1,"game":"<x>","rules":"9f","deal":"ms:{deal}",{rest}}}"#)
    }

    #[test]
    fn the_page_needs_nothing_else() {
        let lines = [
            record(1, r#""verdict":"winnable","moves":7,"cards":9,"states":5"#),
            record(2, r#""verdict":"undecided","reason":"states","states":50"#),
        ];
        let text = page(&[column("a&b.ndjson", &lines), column("empty", &[])]);
        assert!(text.contains("&lt;x&gt;") && text.contains("a&amp;b.ndjson") && text.contains("<polyline"));
        assert!(
            text.contains("<a href=\"deals&#x2f;ms-1.html\">ms:2</a>")
                || text.contains("<a href=\"deals/ms-1.html\">ms:2</a>"),
            "{text}"
        );
        assert!(text.contains("The pale band") && !text.contains("None"));
        for loads in ["http:", "https:", "src=", "@import", "url(", "unsafe-", " style="] {
            assert!(!text.contains(loads), "{loads}");
        }
    }

    #[test]
    fn difficulty_and_cells_are_drawn_where_they_are_known() {
        let plain = record(1, r#""verdict":"winnable","moves":7,"cards":9,"states":5"#);
        let text = page(&[column("a", std::slice::from_ref(&plain))]);
        assert!(!text.contains("<h2>Difficulty") && !text.contains("<h2>Fewest cells"));
        let hard = r#""difficulty":{"level":"hard","score":7,"cells":2,"narrowness":300,"length":88,"trap":6}"#;
        let cells = r#""min_cells":{"lower":2,"upper":2,"proven":true}"#;
        let optimal = r#""optimal":{"metric":"moves","lower":80,"upper":80,"proven":true}"#;
        let with = |rest: &str| record(2, &format!(r#""verdict":"winnable","moves":90,"cards":99,"states":5,{rest}"#));
        let text = page(&[column("a", &[plain.clone(), with(hard)])]);
        assert!(text.contains("<h2>Difficulty") && !text.contains("class=\"dots"), "{text}");
        assert!(text.contains("easy: 0, medium: 0, hard: 1, expert: 0"), "{text}");
        let text = page(&[column("a", &[plain, with(&format!("{optimal},{cells},{hard}"))])]);
        assert!(text.contains("class=\"dots s0\"") && text.contains("<h2>Fewest cells"), "{text}");
    }

    #[test]
    fn outlines_hold_every_value() {
        let (mut few, mut many) = (Distribution::default(), Distribution::default());
        [0, 1, 2, 3, 4, 500, 70_000].into_iter().for_each(|v| few.add(v));
        (0..100).for_each(|v| many.add(v));
        let charts = outline("t", "moves", &[Some(&few), None, Some(&many)]);
        assert_eq!(charts[0].drawing.matches("<polyline").count(), 2);
        assert!(charts[0].drawing.contains("class=\"s2\""), "colours stay with their files");
        assert!(outline("t", "moves", &[None, Some(&Distribution::default())]).is_empty());
        let points = stairs(&[1, 0, 3], 4, |i| i as f64);
        assert_eq!(
            points,
            [(0.0, 0.0), (0.0, 25.0), (1.0, 25.0), (1.0, 0.0), (2.0, 0.0), (2.0, 75.0), (3.0, 75.0), (3.0, 0.0)]
        );
    }

    #[test]
    fn undecided_deals_are_never_counted_as_solved() {
        let lines: Vec<String> = (1..=8)
            .map(|n| match n % 2 {
                0 => record(n, &format!(r#""verdict":"unwinnable","states":{}"#, 10 * n)),
                _ => record(n, r#""verdict":"undecided","reason":"states","states":20"#),
            })
            .collect();
        let column = column("a", &lines);
        let points = cumulative(&column.summary.decided, column.figures.deals, &Axis::log(1.0, 1000.0));
        assert_eq!(points.last(), Some(&(1000.0, 50.0)));
        assert!(points.contains(&(20.0, 12.5)) && points.is_sorted_by(|a, b| a.1 <= b.1), "{points:?}");
        let many: Vec<u64> = (1..50_000).collect();
        let mut values = Distribution::default();
        many.iter().for_each(|&v| values.add(v));
        assert!(cumulative(&values, 50_000, &Axis::log(1.0, 50_000.0)).len() < 260);
    }
}
