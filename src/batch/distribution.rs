//! The distribution of a number over the deals: mean, median, upper quantiles, maximum.
//!
//! Values are counted, so quantiles are exact and the order of deals does not matter. Memory is bounded: when there
//! are more than [`MOST_VALUES`] different large values, these are rounded to ten significant bits (an error below
//! 0.1 %). Whether that happens depends on the set of values only, so any split into workers or shards ends in the
//! same numbers.

use serde::Serialize;
use std::collections::BTreeMap;

/// Values below this have their own counter: all lengths of solutions, and most state counts.
const SMALL: usize = 4096;
/// Different large values that are kept apart.
const MOST_VALUES: usize = 1 << 18;
/// Significant bits that are left after rounding.
const BITS: u32 = 10;

/// Counted values.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    small: Vec<u64>,
    large: BTreeMap<u64, u64>,
    rounded: bool,
    count: u64,
    sum: u128,
    max: u64,
}

/// The figures of a distribution.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Figures {
    /// How many values there are.
    pub count: u64,
    /// The smallest.
    pub min: u64,
    /// The average.
    pub mean: f64,
    /// Half of the values are not above it.
    pub median: u64,
    /// Nine in ten are not above it.
    pub p90: u64,
    /// 99 in a hundred are not above it.
    pub p99: u64,
    /// The largest.
    pub max: u64,
}

impl Distribution {
    /// Counts a value.
    pub fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += u128::from(value);
        self.max = self.max.max(value);
        self.tally(value, 1);
    }

    fn tally(&mut self, value: u64, times: u64) {
        if value < SMALL as u64 {
            if self.small.is_empty() {
                self.small = vec![0; SMALL];
            }
            self.small[value as usize] += times;
            return;
        }
        let value = if self.rounded { round(value) } else { value };
        *self.large.entry(value).or_insert(0) += times;
        if !self.rounded && self.large.len() > MOST_VALUES {
            self.rounded = true;
            for (value, times) in std::mem::take(&mut self.large) {
                *self.large.entry(round(value)).or_insert(0) += times;
            }
        }
    }

    /// Adds all values of another distribution.
    pub fn merge(&mut self, other: &Distribution) {
        self.count += other.count;
        self.sum += other.sum;
        self.max = self.max.max(other.max);
        if other.rounded && !self.rounded {
            // The union has at least as many different values: it would have been rounded as well.
            self.rounded = true;
            for (value, times) in std::mem::take(&mut self.large) {
                *self.large.entry(round(value)).or_insert(0) += times;
            }
        }
        for (value, times) in other.values() {
            self.tally(value, times);
        }
    }

    /// Different values and how often each was seen, in order.
    pub fn values(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let small = self.small.iter().enumerate().filter(|(_, times)| **times > 0).map(|(v, times)| (v as u64, *times));
        small.chain(self.large.iter().map(|(v, times)| (*v, *times)))
    }

    /// The figures, if there is any value.
    pub fn figures(&self) -> Option<Figures> {
        (self.count > 0).then(|| Figures {
            count: self.count,
            min: self.values().next().map_or(0, |(value, _)| value),
            mean: self.sum as f64 / self.count as f64,
            median: self.quantile(50),
            p90: self.quantile(90),
            p99: self.quantile(99),
            max: self.max,
        })
    }

    /// Nearest rank: the smallest value such that at least this many percent are not above it.
    fn quantile(&self, percent: u64) -> u64 {
        let rank = (u128::from(self.count) * u128::from(percent)).div_ceil(100).max(1);
        let mut seen = 0u128;
        for (value, times) in self.values() {
            seen += u128::from(times);
            if seen >= rank {
                return value;
            }
        }
        self.max
    }
}

/// Keeps the leading bits.
fn round(value: u64) -> u64 {
    let shift = (u64::BITS - value.leading_zeros()).saturating_sub(BITS);
    value >> shift << shift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[u64]) -> Distribution {
        let mut distribution = Distribution::default();
        values.iter().for_each(|&v| distribution.add(v));
        distribution
    }

    #[test]
    fn figures_by_nearest_rank() {
        let values: Vec<u64> = (1..=200).rev().collect();
        let figures = of(&values).figures().unwrap();
        assert_eq!((figures.min, figures.median, figures.p90, figures.p99, figures.max), (1, 100, 180, 198, 200));
        assert_eq!(figures.mean, 100.5);
        let one = of(&[70_000]).figures().unwrap();
        assert_eq!((one.median, one.p99, one.max, one.min), (70_000, 70_000, 70_000, 70_000));
        assert_eq!(of(&[]).figures(), None);
    }

    #[test]
    fn parts_give_what_the_whole_gives() {
        let many: Vec<u64> = (0..MOST_VALUES as u64 + 5000).map(|i| i * 97 % 1_000_003 * 31 + i).collect();
        let whole = of(&many);
        assert!(whole.rounded);
        for cut in [10, MOST_VALUES / 2, many.len() - 3] {
            let (a, b) = (of(&many[..cut]), of(&many[cut..]));
            for (mut first, second) in [(a.clone(), &b), (b.clone(), &a)] {
                first.merge(second);
                assert_eq!(first.figures(), whole.figures());
            }
        }
        let exact = {
            let mut v = many.clone();
            v.sort();
            v[(many.len() - 1) / 2]
        };
        let rounded = whole.figures().unwrap().median;
        assert!(rounded <= exact && exact - rounded <= exact >> (BITS - 1), "{rounded} {exact}");
    }
}
