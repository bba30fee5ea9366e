//! Shards: the I-th of N equal parts of a range, in order.
//!
//! Parts are contiguous, so that joining them is writing them one after the other.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The `index`-th of `of` parts, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u64,
    of: u64,
}

/// A text that does not name a shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a shard; write I/N, like 1/8 for the first of eight parts and 8/8 for the last")]
pub struct ShardError(String);

impl Shard {
    /// Places of this part in a list of this length.
    pub fn slice(self, deals: u64) -> Range<u64> {
        let cut = |i: u64| (u128::from(deals) * u128::from(i) / u128::from(self.of)) as u64;
        cut(self.index - 1)..cut(self.index)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err(ShardError(text.to_string())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_everything_once() {
        for deals in [0, 1, 7, 100, u64::MAX] {
            for of in [1, 2, 3, 7, 64] {
                let mut next = 0;
                for index in 1..=of {
                    let slice = Shard { index, of }.slice(deals);
                    assert_eq!(slice.start, next);
                    assert!(slice.end - slice.start <= deals.div_ceil(of));
                    next = slice.end;
                }
                assert_eq!(next, deals);
            }
        }
    }

    #[test]
    fn mistakes_are_refused() {
        for text in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }
}
