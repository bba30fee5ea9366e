//! Numbered deals: from a number and rules to the [`Layout`] that play starts with.
//!
//! A number names a *shuffle* ([`microsoft`], [`mersenne`]); the rules say what is dealt where ([`layout`]).

mod layout;
mod mersenne;
mod microsoft;
mod range;

pub use microsoft::MAX_MICROSOFT;
#[cfg(feature = "cli")]
pub(crate) use range::meant as meant_range;
pub use range::{DealRange, RangeError};

use crate::card::Card;
use crate::layout::Layout;
use crate::rules::Rules;
use std::fmt;
use std::str::FromStr;

/// Largest number of PySol's numbering (20 digits).
pub const MAX_PYSOL: u128 = 99_999_999_999_999_999_999;

/// Which shuffle a deal starts from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DealNumber {
    /// Microsoft's numbering with FC-Pro's extension, 1 to 2³³ − 1.
    Microsoft(u64),
    /// PySolFC's numbering, up to 20 digits.
    Pysol(u128),
}

impl DealNumber {
    /// A deal of the default numbering.
    pub fn microsoft(number: u64) -> Result<DealNumber, DealNumberError> {
        if (1..=MAX_MICROSOFT).contains(&number) {
            Ok(DealNumber::Microsoft(number))
        } else {
            Err(DealNumberError::OutOfRange { text: number.to_string(), last: u128::from(MAX_MICROSOFT) })
        }
    }

    /// Lays out this deal under these rules.
    pub fn deal(self, rules: &Rules) -> Layout {
        layout::lay_out(rules, layout::shuffled(rules, self))
    }
}

impl fmt::Display for DealNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealNumber::Microsoft(n) => write!(f, "ms:{n}"),
            DealNumber::Pysol(n) => write!(f, "pysol:{n}"),
        }
    }
}

/// A text that is not a deal number.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DealNumberError {
    /// Not digits, or an unknown prefix.
    #[error("`{text}` is not a deal number; write 617, ms:617 or pysol:617")]
    NotANumber {
        /// What was read.
        text: String,
    },
    /// Outside of the numbering.
    #[error("deal number {text} is out of range; this numbering has deals 1 to {last}")]
    OutOfRange {
        /// What was read.
        text: String,
        /// The last deal.
        last: u128,
    },
}

impl FromStr for DealNumber {
    type Err = DealNumberError;

    fn from_str(text: &str) -> Result<DealNumber, DealNumberError> {
        let (pysol, digits) = match text.split_once(':') {
            None => (false, text),
            Some((prefix, digits)) if prefix.eq_ignore_ascii_case("ms") => (false, digits),
            Some((prefix, digits)) if prefix.eq_ignore_ascii_case("pysol") => (true, digits),
            Some(_) => return Err(DealNumberError::NotANumber { text: text.to_string() }),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(DealNumberError::NotANumber { text: text.to_string() });
        }
        let last = if pysol { MAX_PYSOL } else { u128::from(MAX_MICROSOFT) };
        match digits.parse::<u128>() {
            Ok(number) if (1..=last).contains(&number) => Ok(match pysol {
                true => DealNumber::Pysol(number),
                false => DealNumber::Microsoft(number as u64),
            }),
            _ => Err(DealNumberError::OutOfRange { text: digits.to_string(), last }),
        }
    }
}

/// A physical card while it is shuffled: dealing hooks need to know which deck it came from.
#[derive(Clone, Copy, Debug)]
struct DeckCard {
    card: Card,
    deck: u8,
}
