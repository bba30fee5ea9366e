//! The names of parts: `part-0000000001-0000100000.parquet`, and `part-pysol-…` for PySolFC's numbers.
//!
//! Numbers have leading zeros (10 digits, or 20), so that programs which read a folder in the order of names read deals in order.

use crate::deal::DealNumber;
use std::fmt;
use std::str::FromStr;

/// Whose numbers a dataset is about. A dataset has one numbering: its column `deal` holds bare numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DatasetNumbering {
    /// Microsoft's.
    Ms,
    /// PySolFC's.
    Pysol,
}

impl DatasetNumbering {
    /// The numbering of a deal.
    pub fn of(deal: DealNumber) -> DatasetNumbering {
        match deal {
            DealNumber::Microsoft(_) => DatasetNumbering::Ms,
            DealNumber::Pysol(_) => DatasetNumbering::Pysol,
        }
    }

    /// The deal with this number.
    pub fn deal(self, number: u64) -> DealNumber {
        match self {
            DatasetNumbering::Ms => DealNumber::Microsoft(number),
            DatasetNumbering::Pysol => DealNumber::Pysol(number.into()),
        }
    }

    /// The prefix of deals, and the word in metadata.
    pub fn word(self) -> &'static str {
        match self {
            DatasetNumbering::Ms => "ms",
            DatasetNumbering::Pysol => "pysol",
        }
    }
}

/// The number of a deal as it stands in the column `deal`; none for the largest numbers of PySolFC, which have 67 bits.
pub fn bare(deal: DealNumber) -> Option<u64> {
    match deal {
        DealNumber::Microsoft(number) => Some(number),
        DealNumber::Pysol(number) => u64::try_from(number).ok(),
    }
}

/// Which deals a part is about: all of its rows lie between the two numbers, both included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PartName {
    /// Whose numbers.
    pub numbering: DatasetNumbering,
    /// Number of the first row.
    pub first: u64,
    /// Number of the last row.
    pub last: u64,
}

impl PartName {
    /// Whether two parts cannot be in one dataset.
    pub fn overlaps(&self, other: &PartName) -> bool {
        self.numbering == other.numbering && self.first <= other.last && other.first <= self.last
    }
}

impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PartName { numbering, first, last } = self;
        match numbering {
            DatasetNumbering::Ms => write!(f, "part-{first:010}-{last:010}.parquet"),
            DatasetNumbering::Pysol => write!(f, "part-pysol-{first:020}-{last:020}.parquet"),
        }
    }
}

/// A text that is not the name of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not the name of a part")]
pub struct NotAPart;

impl FromStr for PartName {
    type Err = NotAPart;

    fn from_str(text: &str) -> Result<PartName, NotAPart> {
        let inner = text.strip_prefix("part-").and_then(|rest| rest.strip_suffix(".parquet")).ok_or(NotAPart)?;
        let (numbering, ends) = match inner.strip_prefix("pysol-") {
            Some(ends) => (DatasetNumbering::Pysol, ends),
            None => (DatasetNumbering::Ms, inner),
        };
        let (first, last) = ends.split_once('-').ok_or(NotAPart)?;
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| NotAPart);
        let name = PartName { numbering, first: number(first)?, last: number(last)? };
        // Only one spelling: two names for the same deals would be the same deals twice.
        if name.first <= name.last && name.to_string() == text { Ok(name) } else { Err(NotAPart) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_have_one_spelling() {
        for (first, last) in [(1, 100_000), (8_589_934_591, 8_589_934_591)] {
            for numbering in [DatasetNumbering::Ms, DatasetNumbering::Pysol] {
                let name = PartName { numbering, first, last };
                assert_eq!(name.to_string().parse(), Ok(name));
            }
        }
        assert_eq!("part-0000000001-0000100000.parquet".parse::<PartName>().unwrap().last, 100_000);
        let wrong = ["part-1-100000.parquet", "part-0000000002-0000000001.parquet", "part-1.parquet", "x.parquet"];
        assert!(wrong.iter().all(|text| text.parse::<PartName>().is_err()));
    }

    #[test]
    fn overlaps() {
        let part = |first, last| PartName { numbering: DatasetNumbering::Ms, first, last };
        assert!(part(1, 10).overlaps(&part(10, 20)) && part(1, 10).overlaps(&part(3, 4)));
        assert!(!part(1, 10).overlaps(&part(11, 20)));
    }
}
