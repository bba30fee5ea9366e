//! Charts as SVG: outlines, curves and dots over one pair of axes, and shares with their intervals.
//!
//! Why not a plotting crate: `plotters` and its like write drawings of a fixed size with fixed colours. Scaled down to
//! a phone their labels shrink with them; they follow no dark mode; and their inline styles need a weaker content
//! security policy. Here positions across are percentages and labels stay as large as the text around them, so the
//! same drawing fits every window; colours come from the page's style sheet by class (`s0`, `s1`, … for the files).
//!
//! A chart is a narrow drawing with the labels of the y axis beside one with everything else. Curves are the only thing
//! that percentages cannot place, so they lie in a nested drawing that is stretched to its place.

use crate::text::count;
use std::fmt::Write;

/// Height of the plotted area, in pixels, and of the labels below it.
const HEIGHT: f64 = 200.0;
const BELOW: f64 = 24.0;
/// Room above, so that the label of the highest line is not cut off.
const ABOVE: f64 = 8.0;
/// Units of the nested drawing from left to right.
const ACROSS: f64 = 1000.0;
/// Colours that tell files apart; further files start again.
pub(super) const COLOURS: usize = 6;

/// How values become places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Axis {
    /// Equal steps; both ends are ticks.
    Linear { low: f64, high: f64, step: f64 },
    /// Equal factors; both ends are above zero.
    Log { low: f64, high: f64 },
}

impl Axis {
    /// An axis for whole percentages or lengths, whose ends are ticks.
    pub(super) fn linear(low: f64, high: f64) -> Axis {
        let step = step(low, high);
        let high = (high / step).ceil() * step;
        let low = (low / step).floor() * step;
        Axis::Linear { low, high: if high > low { high } else { low + step }, step }
    }

    /// An axis from one power of ten to another.
    pub(super) fn log(low: f64, high: f64) -> Axis {
        let low = low.max(1.0).log10().floor();
        Axis::Log { low: 10f64.powf(low), high: 10f64.powf(high.max(1.0).log10().ceil().max(low + 1.0)) }
    }

    /// Where a value lies, from 0 to 1.
    pub(super) fn place(&self, value: f64) -> f64 {
        let place = match *self {
            Axis::Linear { low, high, .. } => (value - low) / (high - low),
            Axis::Log { low, high } => (value.max(low) / low).log10() / (high / low).log10(),
        };
        place.clamp(0.0, 1.0)
    }

    /// Where lines are drawn, and what is written beside them.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        match *self {
            Axis::Linear { low, high, step } => {
                let digits = (-step.log10().floor()).max(0.0) as usize;
                let label = |value: f64| if digits == 0 { count(value as u64) } else { format!("{value:.digits$}") };
                let steps = ((high - low) / step).round() as usize;
                (0..=steps).map(|i| low + i as f64 * step).map(|value| (value, label(value))).collect()
            }
            Axis::Log { low, high } => {
                let (low, high) = (low.log10().round() as i32, high.log10().round() as i32);
                let every = ((high - low) as usize).div_ceil(6).max(1);
                (low..=high).step_by(every).map(|power| (10f64.powi(power), short(power))).collect()
            }
        }
    }
}

/// A step of 1, 2 or 5 with some zeros, so that four to eight fit between the ends.
fn step(low: f64, high: f64) -> f64 {
    let raw = ((high - low) / 5.0).max(1e-9);
    let unit = 10f64.powf(raw.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * unit >= raw * 0.999).unwrap_or(10.0);
    factor * unit
}

/// A power of ten in few letters: `1`, `10k`, `1M`.
fn short(power: i32) -> String {
    let zeros = "0".repeat(power.rem_euclid(3) as usize);
    let unit = ["", "k", "M", "G", "T", "P", "E"].get(power as usize / 3).copied().unwrap_or("");
    format!("1{zeros}{unit}")
}

/// One file's curve.
pub(super) struct Series {
    /// Which file it is of: its colour.
    pub(super) file: usize,
    /// From left to right.
    pub(super) points: Vec<(f64, f64)>,
}

/// Curves over common axes; `label` says in words what can be seen.
pub(super) fn curves(label: &str, x: Axis, y: Axis, series: &[Series]) -> String {
    let mut text = frame(label, &x, &y);
    let _ = write!(
        text,
        "<svg y=\"{ABOVE}\" width=\"100%\" height=\"{HEIGHT}\" viewBox=\"0 0 {ACROSS} {HEIGHT}\" preserveAspectRatio=\"none\">"
    );
    for Series { file, points } in series {
        let place = |(a, b): &(f64, f64)| format!("{:.0},{:.1}", ACROSS * x.place(*a), HEIGHT * (1.0 - y.place(*b)));
        let places: Vec<String> = points.iter().map(place).collect();
        let _ = write!(text, "<polyline class=\"s{}\" points=\"{}\"/>", file % COLOURS, places.join(" "));
    }
    text + "</svg></svg></div>"
}

/// One file's dots: place across, place up, and the deals that each stands for.
pub(super) struct Dots {
    /// Which file they are of: their colour.
    pub(super) file: usize,
    /// In any order.
    pub(super) points: Vec<(f64, f64, u64)>,
}

/// Dots over common axes; their areas grow with the deals that they stand for.
pub(super) fn dots(label: &str, x: Axis, y: Axis, series: &[Dots]) -> String {
    let mut text = frame(label, &x, &y);
    let most = series.iter().flat_map(|s| &s.points).map(|point| point.2).max().unwrap_or(1).max(1);
    for Dots { file, points } in series {
        let _ = write!(text, "<g class=\"dots s{}\">", file % COLOURS);
        for &(a, b, deals) in points {
            let radius = 2.0 + 4.0 * (deals as f64 / most as f64).sqrt();
            let down = ABOVE + HEIGHT * (1.0 - y.place(b));
            let _ = write!(text, "<circle cx=\"{:.1}%\" cy=\"{down:.1}\" r=\"{radius:.1}\"/>", 100.0 * x.place(a));
        }
        text += "</g>";
    }
    text + "</svg></div>"
}

/// Both axes and the grid; the drawing is left open for what lies on it.
fn frame(label: &str, x: &Axis, y: &Axis) -> String {
    let down = |value: f64| ABOVE + HEIGHT * (1.0 - y.place(value));
    let total = ABOVE + HEIGHT + BELOW;
    let mut text =
        format!("<div class=\"plot\"><svg class=\"y\" width=\"44\" height=\"{total}\" aria-hidden=\"true\">");
    for (value, name) in y.ticks() {
        let _ = write!(text, "<text x=\"40\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>", down(value) + 4.0);
    }
    let label = super::html::escaped(label);
    let _ = write!(text, "</svg><svg class=\"area\" height=\"{total}\" role=\"img\" aria-label=\"{label}\">");
    for (value, _) in y.ticks() {
        let _ = write!(text, "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{0:.1}\" y2=\"{0:.1}\"/>", down(value));
    }
    text + &x_labels(x, ABOVE + HEIGHT)
}

/// The labels of an x axis with short lines above them, `top` pixels from the top.
fn x_labels(x: &Axis, top: f64) -> String {
    let mut text = String::new();
    for (value, name) in x.ticks() {
        let place = 100.0 * x.place(value);
        // Labels at the ends stay inside.
        let anchor = if place < 4.0 {
            "start"
        } else if place > 96.0 {
            "end"
        } else {
            "middle"
        };
        let _ = write!(
            text,
            "<line class=\"grid\" x1=\"{place:.2}%\" x2=\"{place:.2}%\" y1=\"{top}\" y2=\"{}\"/>\
             <text x=\"{place:.2}%\" y=\"{}\" text-anchor=\"{anchor}\">{name}</text>",
            top + 5.0,
            top + 18.0
        );
    }
    text
}

/// A bar from 0 to 1 in parts, each with the class that colours it.
pub(super) fn stacked(parts: &[(f64, &str)]) -> String {
    let mut text = String::from("<svg class=\"bar\" height=\"18\" aria-hidden=\"true\">");
    let mut left = 0.0;
    for (share, class) in parts.iter().filter(|(share, _)| *share > 0.0) {
        let (x, width) = (100.0 * left, 100.0 * share);
        let _ = write!(text, "<rect class=\"{class}\" x=\"{x:.3}%\" width=\"{width:.3}%\" height=\"18\"/>");
        left += share;
    }
    text + "</svg>"
}

/// A share as a dot, its interval as a line with ends, and a pale band for what open deals could make of it.
pub(super) fn interval(x: &Axis, file: usize, share: f64, (low, high): (f64, f64), band: Option<(f64, f64)>) -> String {
    let place = |value: f64| 100.0 * x.place(value);
    let (low, high) = (place(low), place(high));
    let mut text = format!("<svg class=\"interval s{}\" height=\"22\" aria-hidden=\"true\">", file % COLOURS);
    if let Some((from, to)) = band {
        let (from, to) = (place(from), place(to));
        let _ = write!(text, "<rect x=\"{from:.2}%\" y=\"5\" width=\"{:.2}%\" height=\"12\"/>", to - from);
    }
    let _ = write!(text, "<line x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"11\" y2=\"11\"/>");
    for end in [low, high] {
        let _ = write!(text, "<line x1=\"{end:.2}%\" x2=\"{end:.2}%\" y1=\"5\" y2=\"17\"/>");
    }
    let _ = write!(text, "<circle cx=\"{:.2}%\" cy=\"11\" r=\"4.5\"/></svg>", place(share));
    text
}

/// An x axis on its own, below rows of intervals or bars.
pub(super) fn axis(x: &Axis) -> String {
    format!("<svg class=\"area\" height=\"{BELOW}\" aria-hidden=\"true\">{}</svg>", x_labels(x, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_and_few() {
        let labels = |axis: Axis| axis.ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ");
        assert_eq!(labels(Axis::linear(0.0, 100.0)), "0 20 40 60 80 100");
        assert_eq!(labels(Axis::linear(63.0, 111.0)), "60 70 80 90 100 110 120");
        assert_eq!(labels(Axis::linear(98.93, 100.0)), "98.5 99.0 99.5 100.0");
        assert_eq!(labels(Axis::log(3.0, 5556.0)), "1 10 100 1k 10k");
        assert_eq!(labels(Axis::log(0.0, 0.0)), "1 10");
        assert_eq!(labels(Axis::log(1.0, 3e9)), "1 100 10k 1M 100M 10G");
        for high in [1.0, 7.0, 0.03, 123_456.0] {
            assert!((3..=9).contains(&Axis::linear(0.0, high).ticks().len()), "{high}");
        }
    }

    #[test]
    fn values_lie_where_the_axis_says() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let log = Axis::log(1.0, 10_000.0);
        assert!(close(log.place(100.0), 0.5) && close(log.place(0.0), 0.0) && close(log.place(1e9), 1.0));
        let linear = Axis::linear(60.0, 100.0);
        assert!(close(linear.place(70.0), 0.25) && close(linear.place(100.0), 1.0));
        let drawn = curves("<x>", linear, Axis::linear(0.0, 100.0), &[Series { file: 7, points: vec![(70.0, 50.0)] }]);
        assert!(drawn.contains("<polyline class=\"s1\" points=\"250,100.0\"/>"), "{drawn}");
        assert!(
            drawn.contains("aria-label=\"&lt;x&gt;\"")
                && drawn.matches("<svg").count() == drawn.matches("</svg>").count()
        );
    }

    #[test]
    fn dots_lie_on_the_axes() {
        let points = vec![(5.0, 80.0, 4), (0.0, 60.0, 1)];
        let drawn = dots("x", Axis::linear(0.0, 10.0), Axis::linear(60.0, 100.0), &[Dots { file: 1, points }]);
        assert!(drawn.contains("<g class=\"dots s1\"><circle cx=\"50.0%\" cy=\"108.0\" r=\"6.0\"/>"), "{drawn}");
        assert!(drawn.contains("<circle cx=\"0.0%\" cy=\"208.0\" r=\"4.0\"/>"), "{drawn}");
    }

    #[test]
    fn bars_and_intervals() {
        let bar = stacked(&[(0.75, "won"), (0.0, "lost"), (0.25, "open")]);
        assert!(bar.contains("<rect class=\"open\" x=\"75.000%\" width=\"25.000%\"") && !bar.contains("lost"), "{bar}");
        let line = interval(&Axis::linear(0.0, 100.0), 0, 50.0, (40.0, 60.0), Some((45.0, 55.0)));
        assert!(line.contains("x1=\"40.00%\" x2=\"60.00%\"") && line.contains("width=\"10.00%\""), "{line}");
    }
}
