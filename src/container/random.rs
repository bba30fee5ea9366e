//! Pseudo-random numbers that are the same on every machine and in every release.
//!
//! [`SplitMix64`] (Steele, Lea and Flood 2014) is the generator of the project; its finaliser
//! [`mix`] also spreads hashes. [`Lcg`] (Knuth's MMIX constants) has one user, the exploration of
//! [`prove::best_first`](crate::search::prove): its sequence decides which states that search
//! expands, so another generator would change the state counts of all hard deals.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

/// The increment: 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next number.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `end`: the high half of a product, fair enough for any `end` of practical
    /// size.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A number from 0 (inclusive) to 1 (exclusive).
    pub fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A normally distributed number with mean 0 and variance 1 (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// The number at a place of the sequence of seed 0, places from 0.
pub const fn at(place: u64) -> u64 {
    mix(place.wrapping_add(1).wrapping_mul(GOLDEN))
}

/// The finaliser of SplitMix64: a bijection that spreads every bit over the whole word.
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A linear congruential generator: one multiplication per number.
#[derive(Clone, Debug)]
pub struct Lcg(u64);

impl Lcg {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Lcg {
        Lcg(seed)
    }

    /// A number below `end`; 0 if `end` is 0.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of seed 1234567 as published with the reference implementation.
    #[test]
    fn splitmix64_gives_the_published_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        let numbers: [u64; 3] = std::array::from_fn(|_| random.next());
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
        let mut from_zero = SplitMix64::new(0);
        for place in 0..5 {
            assert_eq!(from_zero.next(), at(place));
        }
    }

    #[test]
    fn draws_stay_in_range() {
        let (mut random, mut other) = (SplitMix64::new(1), Lcg::new(1));
        for end in 1..200 {
            assert!(random.below(end) < end && other.below(end) < end);
            assert!((0.0..1.0).contains(&random.uniform()) && random.normal().is_finite());
        }
        assert_eq!(other.below(0), 0);
    }
}
