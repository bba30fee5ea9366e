//! The results of a benchmark: the figures of each strategy, and its ratios to the first one.
//!
//! Ratios are ratios of totals over the same deals. Their 95 % intervals come from the bootstrap (Efron 1979): deals are
//! drawn with replacement, the same ones for both strategies, and the middle 95 % of the ratios are kept. Pairing removes the
//! variance that comes from the difficulty of the deals, which is most of it. The draws come from a fixed seed, so the same
//! trials always give the same interval. The interval covers the choice of deals; the noise of the machine is reduced by the
//! interleaved order of the runs.

use super::bench::Trial;
use super::distribution::{Distribution, Figures};
use crate::container::random::SplitMix64;
use crate::verdict::Verdict;
use serde::Serialize;

/// The figures of one strategy.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Row {
    /// Name with parameters.
    pub strategy: String,
    /// Deals tried.
    pub deals: u64,
    /// Deals won, each solution verified.
    pub won: u64,
    /// Deals proven unwinnable.
    pub unwinnable: u64,
    /// Deals without an answer within the limits.
    pub unsolved: u64,
    /// States expanded per deal, with or without an answer.
    pub states: Option<Figures>,
    /// Total time.
    pub seconds: f64,
    /// Mean time per deal.
    pub seconds_per_deal: f64,
    /// Deals per second.
    pub deals_per_second: f64,
    /// Lengths of its wins in player actions.
    pub moves: Option<Figures>,
    /// Lengths of its wins in single-card moves.
    pub cards: Option<Figures>,
    /// Compared with the first strategy.
    pub ratio: RatiosToFirst,
}

/// A strategy's totals divided by those of the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct RatiosToFirst {
    /// Of time.
    pub time: Option<Ratio>,
    /// Of states.
    pub states: Option<Ratio>,
    /// Of lengths in player actions, over the deals that both won.
    pub moves: Option<Ratio>,
    /// Of lengths in single-card moves, over the deals that both won.
    pub cards: Option<Ratio>,
}

/// A ratio and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Ratio {
    /// The ratio of totals.
    pub ratio: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Compares strategies; `trials` has one list of trials per deal, in the order of the names.
pub fn compare(names: &[String], trials: &[Vec<Trial>]) -> Vec<Row> {
    names.iter().enumerate().map(|(place, name)| row(name, place, trials)).collect()
}

fn row(name: &str, place: usize, trials: &[Vec<Trial>]) -> Row {
    let own = || trials.iter().map(|deal| deal[place]);
    let spread = |values: &mut dyn Iterator<Item = u64>| {
        let mut distribution = Distribution::default();
        values.for_each(|value| distribution.add(value));
        distribution.figures()
    };
    let ended = |test: fn(Verdict) -> bool| own().filter(|trial| test(trial.verdict)).count() as u64;
    let deals = trials.len() as u64;
    let seconds: f64 = own().map(|trial| trial.seconds).sum();
    let won_by_both = |length: fn((u32, u32)) -> u32| {
        let both = |deal: &Vec<Trial>| {
            let lengths = deal[0].lengths.zip(deal[place].lengths)?;
            Some((f64::from(length(lengths.0)), f64::from(length(lengths.1))))
        };
        trials.iter().filter_map(both).collect::<Vec<_>>()
    };
    let of_all = |measure: fn(&Trial) -> f64| {
        trials.iter().map(|deal| (measure(&deal[0]), measure(&deal[place]))).collect::<Vec<_>>()
    };
    Row {
        strategy: name.to_string(),
        deals,
        won: ended(|verdict| verdict == Verdict::Winnable),
        unwinnable: ended(|verdict| verdict == Verdict::Unwinnable),
        unsolved: ended(|verdict| matches!(verdict, Verdict::Undecided(_))),
        states: spread(&mut own().map(|trial| trial.states)),
        seconds,
        seconds_per_deal: seconds / deals.max(1) as f64,
        deals_per_second: deals as f64 / seconds.max(f64::MIN_POSITIVE),
        moves: spread(&mut own().filter_map(|trial| Some(trial.lengths?.0.into()))),
        cards: spread(&mut own().filter_map(|trial| Some(trial.lengths?.1.into()))),
        ratio: RatiosToFirst {
            time: ratio(&of_all(|trial| trial.seconds)),
            states: ratio(&of_all(|trial| trial.states as f64)),
            moves: ratio(&won_by_both(|lengths| lengths.0)),
            cards: ratio(&won_by_both(|lengths| lengths.1)),
        },
    }
}

/// Draws in all, and the fewest and most resamples: a thousand give the ends to about a hundredth of their distance.
const DRAWS: usize = 40_000_000;
const RESAMPLES: (usize, usize) = (200, 1000);

/// The ratio of the second total to the first.
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Ratio> {
    let total = |pairs: &mut dyn Iterator<Item = (f64, f64)>| {
        let (first, second) = pairs.fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        (first > 0.0).then(|| second / first)
    };
    let ratio = total(&mut pairs.iter().copied())?;
    let mut random = SplitMix64::new(0);
    let mut draw = || random.below(pairs.len());
    let resamples = (DRAWS / pairs.len()).clamp(RESAMPLES.0, RESAMPLES.1);
    let mut ratios: Vec<f64> =
        (0..resamples).filter_map(|_| total(&mut (0..pairs.len()).map(|_| pairs[draw()]))).collect();
    ratios.sort_by(f64::total_cmp);
    let tail = ratios.len() * 25 / 1000;
    let (low, high) = (ratios.get(tail)?, ratios.get(ratios.len() - 1 - tail)?);
    Some(Ratio { ratio, low: *low, high: *high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Reason;

    #[test]
    fn a_strategy_beside_itself() {
        let pairs: Vec<(f64, f64)> = (1..100).map(|n| (f64::from(n), f64::from(n))).collect();
        assert_eq!(ratio(&pairs), Some(Ratio { ratio: 1.0, low: 1.0, high: 1.0 }));
        assert_eq!(ratio(&[]), None);
        assert_eq!(ratio(&[(0.0, 1.0)]), None);
    }

    #[test]
    fn intervals_hold_the_ratio_and_shrink() {
        let pairs = |n: u32| (0..n).map(|i| (10.0 + f64::from(i % 7), 20.0 + f64::from(i % 11))).collect::<Vec<_>>();
        let (few, many) = (ratio(&pairs(77)).unwrap(), ratio(&pairs(7700)).unwrap());
        for r in [few, many] {
            assert!(r.low < r.ratio && r.ratio < r.high, "{r:?}");
        }
        let width = |r: Ratio| r.high - r.low;
        assert!(width(few) > 5.0 * width(many) && width(few) < 20.0 * width(many), "{few:?} {many:?}");
        assert!((many.ratio - 25.0 / 13.0).abs() < 1e-9);
    }

    /// Values of 0 and 2 have mean 1 and deviation 1, so the mean of n has deviation 1/√n; 95 % of a normal
    /// distribution lie within 1.96 deviations (90 % within 1.64, 99 % within 2.58).
    #[test]
    fn intervals_hold_95_percent() {
        let n = 10_000;
        let pairs: Vec<(f64, f64)> = (0..n).map(|i| (1.0, f64::from(i % 2 * 2))).collect();
        let interval = ratio(&pairs).unwrap();
        for end in [interval.ratio - interval.low, interval.high - interval.ratio] {
            let deviations = end * f64::from(n).sqrt();
            assert!((1.8..2.15).contains(&deviations), "{deviations} in {interval:?}");
        }
    }

    /// The draws do not depend on the clock or the machine: these numbers are the same everywhere.
    #[test]
    fn the_same_trials_give_the_same_interval() {
        let pairs: Vec<(f64, f64)> = (0..50).map(|i| (1.0, f64::from(i * i * 37 % 1009))).collect();
        assert_eq!(ratio(&pairs), Some(Ratio { ratio: 512.24, low: 431.22, high: 594.52 }));
    }

    #[test]
    fn lengths_are_compared_where_both_won() {
        let won = |moves| Trial { verdict: Verdict::Winnable, states: 10, seconds: 0.5, lengths: Some((moves, moves)) };
        let open = Trial { verdict: Verdict::Undecided(Reason::States), states: 30, seconds: 1.0, lengths: None };
        let names = ["a", "b"].map(String::from);
        let rows = compare(&names, &[vec![won(80), won(100)], vec![won(1000), open]]);
        assert_eq!((rows[1].won, rows[1].unsolved, rows[1].unwinnable), (1, 1, 0));
        assert_eq!(rows[1].ratio.moves.unwrap().ratio, 1.25);
        assert_eq!(rows[1].ratio.states.unwrap().ratio, 2.0);
        assert_eq!(rows[1].deals_per_second, 2.0 / 1.5);
        assert_eq!(rows[0].moves.unwrap().mean, 540.0);
    }
}
