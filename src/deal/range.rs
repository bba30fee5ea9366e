//! Ranges of deals: `1..32000`, lists like `1..10,617`, and other numberings like `pysol:1..100`.
//!
//! A range is a *set*: overlaps count once and deals come in the order of their numbers, Microsoft's before PySol's.
//! So the same deals give the same file however they were written down, shards can be joined in any order, and a
//! range of eight billion deals costs no more than its two ends.

use super::{DealNumber, DealNumberError};
use std::fmt;
use std::str::FromStr;

/// A set of deal numbers, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DealRange {
    microsoft: SpanSet<u64>,
    pysol: SpanSet<u128>,
}

/// A text that is not a range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// One of the items is not a deal number.
    #[error("range `{text}`: {problem}")]
    Number {
        /// The item it stands in.
        text: String,
        /// What is wrong with it.
        problem: DealNumberError,
    },
    /// The end comes before the start.
    #[error("range `{text}` ends before it starts; both ends are included, the smaller comes first")]
    Backwards {
        /// What was read.
        text: String,
    },
    /// A range in another notation.
    #[error("range `{text}`: write {meant} (both ends are included)")]
    OtherNotation {
        /// What was read.
        text: String,
        /// What was meant.
        meant: String,
    },
    /// The two ends are of different numberings.
    #[error("range `{text}` starts in one numbering and ends in another; write pysol:1..100")]
    Mixed {
        /// What was read.
        text: String,
    },
    /// No deal at all.
    #[error("the range is empty; write 1..32000, or a list like 1..10,617")]
    Empty,
    /// More deals than can be counted.
    #[error("the range has more than 2^64 deals; split it")]
    TooMany,
}

impl DealRange {
    /// The deals of these spans, both ends included; a span of two numberings or that runs backwards is ignored.
    pub fn from_spans(spans: impl IntoIterator<Item = (DealNumber, DealNumber)>) -> Result<DealRange, RangeError> {
        let (mut microsoft, mut pysol) = (Vec::new(), Vec::new());
        for span in spans {
            match span {
                (DealNumber::Microsoft(a), DealNumber::Microsoft(b)) if a <= b => microsoft.push((a, b)),
                (DealNumber::Pysol(a), DealNumber::Pysol(b)) if a <= b => pysol.push((a, b)),
                _ => {}
            }
        }
        let range = DealRange { microsoft: SpanSet::new(microsoft)?, pysol: SpanSet::new(pysol)? };
        range.microsoft.len.checked_add(range.pysol.len).ok_or(RangeError::TooMany)?;
        Ok(range)
    }

    /// How many deals there are.
    pub fn len(&self) -> u64 {
        self.microsoft.len + self.pysol.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The deal at this place in the order, counted from 0.
    pub fn nth(&self, index: u64) -> Option<DealNumber> {
        match index.checked_sub(self.microsoft.len) {
            None => self.microsoft.nth(index).map(DealNumber::Microsoft),
            Some(index) => self.pysol.nth(index).map(DealNumber::Pysol),
        }
    }

    /// How many of them come before this deal, which need not be one of them.
    pub fn count_below(&self, deal: DealNumber) -> u64 {
        match deal {
            DealNumber::Microsoft(n) => self.microsoft.count_below(n),
            DealNumber::Pysol(n) => self.microsoft.len + self.pysol.count_below(n),
        }
    }

    /// Whether the deal is one of them.
    pub fn contains(&self, deal: DealNumber) -> bool {
        match deal {
            DealNumber::Microsoft(n) => self.microsoft.contains(n),
            DealNumber::Pysol(n) => self.pysol.contains(n),
        }
    }

    /// The maximal runs of consecutive numbers, both ends included, in order.
    pub fn spans(&self) -> impl Iterator<Item = (DealNumber, DealNumber)> + '_ {
        let (ms, pysol) = (DealNumber::Microsoft, DealNumber::Pysol);
        let microsoft = self.microsoft.list.iter().map(move |s| (ms(s.first), ms(s.last)));
        let pysol = self.pysol.list.iter().map(move |s| (pysol(s.first), pysol(s.last)));
        microsoft.chain(pysol)
    }
}

/// Items are separated by commas or white space; `#` starts a comment, so that a file of seeds is a range too.
impl FromStr for DealRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<DealRange, RangeError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let items = lines.flat_map(|l| l.split([',', ' ', '\t'])).filter(|item| !item.is_empty());
        let range = DealRange::from_spans(items.map(item).collect::<Result<Vec<_>, _>>()?)?;
        if range.is_empty() { Err(RangeError::Empty) } else { Ok(range) }
    }
}

/// The range that is meant by `1-10`, `1..=10`, `1...10`, `1…10` or `1:10`.
pub(crate) fn meant(text: &str) -> Option<String> {
    let (prefix, ends) = match text.split_once(':') {
        Some((prefix @ ("ms" | "pysol"), ends)) => (format!("{prefix}:"), ends),
        _ => (String::new(), text),
    };
    let (first, last) = ["..=", "...", "…", "-", "–", ":"].iter().find_map(|sign| ends.split_once(sign))?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits(first) && digits(last)).then(|| format!("{prefix}{first}..{last}"))
}

/// `617`, `1..10` or `pysol:1..10`.
fn item(text: &str) -> Result<(DealNumber, DealNumber), RangeError> {
    let number = |part: &str| -> Result<DealNumber, RangeError> {
        part.parse().map_err(|problem| RangeError::Number { text: text.to_string(), problem })
    };
    if let Some(meant) = meant(text) {
        return Err(RangeError::OtherNotation { text: text.to_string(), meant });
    }
    let Some((first, last)) = text.split_once("..") else {
        return number(text).map(|n| (n, n));
    };
    let start = number(first)?;
    let prefix = first.split_once(':').map(|(prefix, _)| prefix);
    let end = match prefix {
        Some(prefix) if !last.contains(':') => number(&format!("{prefix}:{last}"))?,
        _ => number(last)?,
    };
    match (start, end) {
        (DealNumber::Microsoft(_), DealNumber::Pysol(_)) | (DealNumber::Pysol(_), DealNumber::Microsoft(_)) => {
            Err(RangeError::Mixed { text: text.to_string() })
        }
        _ if start > end => Err(RangeError::Backwards { text: text.to_string() }),
        _ => Ok((start, end)),
    }
}

impl fmt::Display for DealRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (first, last)) in self.spans().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let (prefix, first, last) = match (first, last) {
                (DealNumber::Pysol(a), DealNumber::Pysol(b)) => ("pysol:", a, b),
                (DealNumber::Microsoft(a), DealNumber::Microsoft(b)) => ("", a.into(), b.into()),
                _ => continue,
            };
            match first == last {
                true => write!(f, "{comma}{prefix}{first}")?,
                false => write!(f, "{comma}{prefix}{first}..{last}")?,
            }
        }
        Ok(())
    }
}

/// Sorted, disjoint and never touching spans of one numbering.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SpanSet<N> {
    list: Vec<Span<N>>,
    len: u64,
}

/// Consecutive numbers, and how many deals come before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span<N> {
    first: N,
    last: N,
    before: u64,
}

impl<N> Default for SpanSet<N> {
    fn default() -> SpanSet<N> {
        SpanSet { list: Vec::new(), len: 0 }
    }
}

impl<N: Copy + Ord + Into<u128> + TryFrom<u128>> SpanSet<N> {
    fn new(mut pairs: Vec<(N, N)>) -> Result<SpanSet<N>, RangeError> {
        pairs.sort_unstable();
        let mut list: Vec<Span<N>> = Vec::new();
        for (first, last) in pairs {
            match list.last_mut() {
                Some(span) if first.into() <= span.last.into() + 1 => span.last = span.last.max(last),
                _ => list.push(Span { first, last, before: 0 }),
            }
        }
        list.shrink_to_fit();
        let mut len = 0u64;
        for span in &mut list {
            span.before = len;
            let count = u64::try_from(span.last.into() - span.first.into() + 1).map_err(|_| RangeError::TooMany)?;
            len = len.checked_add(count).ok_or(RangeError::TooMany)?;
        }
        Ok(SpanSet { list, len })
    }

    fn nth(&self, index: u64) -> Option<N> {
        if index >= self.len {
            return None;
        }
        let span = self.list[self.list.partition_point(|s| s.before <= index) - 1];
        N::try_from(span.first.into() + u128::from(index - span.before)).ok()
    }

    fn count_below(&self, n: N) -> u64 {
        let Some(span) = self.list.partition_point(|s| s.first < n).checked_sub(1).map(|i| self.list[i]) else {
            return 0;
        };
        let inside =
            if n > span.last { span.last.into() - span.first.into() + 1 } else { n.into() - span.first.into() };
        span.before + inside as u64
    }

    fn contains(&self, n: N) -> bool {
        let after = self.list.partition_point(|s| s.first <= n);
        after > 0 && n <= self.list[after - 1].last
    }
}

impl DealNumber {
    /// The number after this one, unless it is the last.
    pub fn next(self) -> Option<DealNumber> {
        match self {
            DealNumber::Microsoft(n) => (n < super::MAX_MICROSOFT).then_some(DealNumber::Microsoft(n + 1)),
            DealNumber::Pysol(n) => (n < super::MAX_PYSOL).then_some(DealNumber::Pysol(n + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let range: DealRange = text.parse().unwrap();
        (0..range.len()).map(|i| range.nth(i).unwrap().to_string()).collect()
    }

    #[test]
    fn lists_are_sets_in_order() {
        assert_eq!(all("617,1..3"), ["ms:1", "ms:2", "ms:3", "ms:617"]);
        assert_eq!(all("2..4,1..3,3"), ["ms:1", "ms:2", "ms:3", "ms:4"]);
        assert_eq!(all("pysol:7..8,9,ms:2"), ["ms:2", "ms:9", "pysol:7", "pysol:8"]);
        assert_eq!(all("# seeds\n5\n4 9 # and\n"), ["ms:4", "ms:5", "ms:9"]);
        assert_eq!("3,1..2,pysol:9..9,10..12".parse::<DealRange>().unwrap().to_string(), "1..3,10..12,pysol:9");
    }

    #[test]
    fn places_and_deals_go_together() {
        let range: DealRange = "3..5,9,pysol:2..3".parse().unwrap();
        for place in 0..range.len() {
            assert_eq!(range.count_below(range.nth(place).unwrap()), place);
        }
        let below = |text: &str| range.count_below(text.parse().unwrap());
        assert_eq!([below("1"), below("6"), below("8"), below("10")], [0, 3, 3, 4]);
        assert_eq!([below("pysol:1"), below("pysol:7")], [4, 6]);
    }

    #[test]
    fn a_range_reads_back_and_knows_its_members() {
        let range: DealRange = "1..10,617,pysol:99999999999999999990..99999999999999999999".parse().unwrap();
        assert_eq!(range.to_string().parse::<DealRange>().unwrap(), range);
        assert_eq!(range.len(), 21);
        assert_eq!(range.nth(21), None);
        for i in 0..range.len() {
            assert!(range.contains(range.nth(i).unwrap()));
        }
        assert!(!range.contains(DealNumber::Microsoft(11)) && !range.contains(DealNumber::Pysol(5)));
    }

    #[test]
    fn the_whole_numbering_is_as_small_as_its_ends() {
        let range: DealRange = "1..8589934591".parse().unwrap();
        assert_eq!(range.len(), 8_589_934_591);
        assert_eq!(range.nth(8_589_934_590), Some(DealNumber::Microsoft(8_589_934_591)));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<DealRange>().unwrap_err();
        assert!(matches!(error("10..1"), RangeError::Backwards { .. }));
        assert!(matches!(error("ms:1..pysol:5"), RangeError::Mixed { .. }));
        assert!(matches!(error("1...5"), RangeError::OtherNotation { .. }));
        assert!(matches!(error("1..8589934592"), RangeError::Number { .. }));
        assert!(matches!(error("0..5"), RangeError::Number { .. }));
        assert_eq!(error(" , "), RangeError::Empty);
        assert_eq!(error("pysol:1..99999999999999999999"), RangeError::TooMany);
    }
}
