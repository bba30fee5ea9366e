//! Wilson's score interval: what a share seen in a sample says about the share in all deals.
//!
//! Unlike the textbook interval it stays inside 0..1 and has nearly the right coverage for shares near 0 and 1, which are
//! common here. E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).

use serde::Serialize;

/// Two-sided 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A share with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// The share in the sample.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Share {
    /// The share of `count` in `total`; of nothing, nothing is known: 0..1.
    pub fn of(count: u64, total: u64) -> Share {
        if total == 0 {
            return Share { count, share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, p) = (total as f64, count as f64 / total as f64);
        let centre = p + Z * Z / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        // At the ends the interval touches 0 or 1 exactly; rounding must not say otherwise.
        let low = if count == 0 { 0.0 } else { (centre - spread) / scale };
        let high = if count == total { 1.0 } else { (centre + spread) / scale };
        Share { count, share: p, low: low.max(0.0), high: high.min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    /// Values computed independently from the formula by hand: 81 of 263 is Newcombe's (1998) worked example.
    #[test]
    fn published_examples() {
        let share = Share::of(81, 263);
        assert!(near(share.low, 0.2553) && near(share.high, 0.3662), "{share:?}");
        let share = Share::of(15, 148);
        assert!(near(share.low, 0.0624) && near(share.high, 0.1605), "{share:?}");
        let share = Share::of(0, 20);
        assert!(share.low == 0.0 && near(share.high, 0.1611), "{share:?}");
        let share = Share::of(1, 29);
        assert!(near(share.low, 0.0061) && near(share.high, 0.1718), "{share:?}");
    }

    #[test]
    fn ends_and_nothing() {
        assert_eq!((Share::of(0, 0).low, Share::of(0, 0).high), (0.0, 1.0));
        let all = Share::of(1000, 1000);
        assert!(all.high == 1.0 && all.low > 0.99 && all.low < 1.0);
    }
}
