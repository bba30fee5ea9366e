//! Cuts the deals of a run into parts.
//!
//! The grid: a part never crosses a multiple of [`PartSize::deals`], so independent processes cut a range at the same deals.
//! The deals to be solved are runs of places (positions in the range). Each run is cut at the grid, and each piece becomes one
//! part. Runs end where other parts begin, so the interval that the name of a part claims is free.

use super::part_name::bare;
use crate::batch::BatchError;
use crate::batch::shard::Shard;
use crate::deal::{DealNumber, DealRange};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

/// Most parts of one run: a folder with more files is not usable.
const MOST_PARTS: usize = 1 << 22;

/// How large parts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartSize {
    /// Most deals in a part; parts end at the multiples of this number.
    pub deals: u64,
    /// Finished deals wait no longer than this: then they become a part of their own, even if others of their cell are
    /// still being searched. None: parts end at the grid only.
    pub seconds: Option<Duration>,
}

impl Default for PartSize {
    fn default() -> PartSize {
        PartSize { deals: 100_000, seconds: Some(Duration::from_secs(60)) }
    }
}

/// Cuts runs of places at the multiples of `deals`.
pub fn cut(range: &DealRange, runs: &[Range<u64>], deals: u64, path: &Path) -> Result<Vec<Range<u64>>, BatchError> {
    let mut cells = Vec::new();
    for run in runs {
        let mut place = run.start;
        while place < run.end {
            let number = range.nth(place).and_then(bare);
            let Some(number) = number else {
                let problem = "deal numbers of datasets have at most 64 bits; use ndjson for larger ones";
                return Err(BatchError::refused(path, problem));
            };
            // Deals are numbered from 1: the first cell holds 1 to `deals`.
            let last = ((number - 1) / deals * deals).saturating_add(deals);
            let numbering = range.nth(place).expect("just looked at");
            let end = range.count_below(after(numbering, last)).clamp(place + 1, run.end);
            cells.push(place..end);
            place = end;
            if cells.len() > MOST_PARTS {
                let problem = format!("more than {MOST_PARTS} parts; choose larger ones");
                return Err(BatchError::refused(path, problem));
            }
        }
    }
    Ok(cells)
}

/// The deal after this number, in the numbering of `like`.
pub fn after(like: DealNumber, number: u64) -> DealNumber {
    match like {
        DealNumber::Microsoft(_) => DealNumber::Microsoft(number.saturating_add(1)),
        DealNumber::Pysol(_) => DealNumber::Pysol(u128::from(number) + 1),
    }
}

/// The places of a shard: the I-th of N equal lists of whole cells, so that shards cut no cell.
pub fn shard_places(
    range: &DealRange,
    shard: Option<Shard>,
    deals: u64,
    path: &Path,
) -> Result<Range<u64>, BatchError> {
    let all = 0..range.len();
    let Some(shard) = shard else { return Ok(all) };
    let cells = cut(range, &[all], deals, path)?;
    let slice = shard.slice(cells.len() as u64);
    let end = cells.last().map_or(0, |cell| cell.end);
    let start = |index: u64| cells.get(index as usize).map_or(end, |cell| cell.start);
    Ok(start(slice.start)..start(slice.end))
}

/// What is left of some places when others are taken away; `done` in order.
pub fn without(places: Range<u64>, done: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut left = Vec::new();
    let mut next = places.start;
    for taken in done {
        left.push(next..taken.start.clamp(next, places.end));
        next = next.max(taken.end.min(places.end));
    }
    left.push(next..places.end);
    left.retain(|run| !run.is_empty());
    left
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "lists of ranges, some of them of one range")]
mod tests {
    use super::*;

    fn cells(text: &str, runs: &[Range<u64>], deals: u64) -> Vec<Range<u64>> {
        cut(&text.parse().unwrap(), runs, deals, Path::new("x")).unwrap()
    }

    #[test]
    fn parts_end_at_the_grid() {
        assert_eq!(cells("1..30", &[0..30], 10), [0..10, 10..20, 20..30]);
        assert_eq!(cells("8..25", &[0..18], 10), [0..3, 3..13, 13..18]);
        assert_eq!(cells("1..3,9,12,617", &[0..6], 10), [0..4, 4..5, 5..6]);
        assert_eq!(cells("1..30", &[2..5, 8..12], 10), [2..5, 8..10, 10..12]);
        assert_eq!(cells("8589934590..8589934591", &[0..2], 1), [0..1, 1..2]);
        assert_eq!(cells("pysol:9..11", &[0..3], 10), [0..2, 2..3]);
        assert_eq!(cells("1..3", &[0..3], u64::MAX), [0..3]);
    }

    #[test]
    fn shards_are_whole_cells() {
        let range: DealRange = "1..95".parse().unwrap();
        let places: Vec<_> = ["1/3", "2/3", "3/3"]
            .iter()
            .map(|shard| shard_places(&range, shard.parse().ok(), 10, Path::new("x")).unwrap())
            .collect();
        assert_eq!(places, [0..30, 30..60, 60..95]);
        let many = shard_places(&range, "40/64".parse().ok(), 10, Path::new("x")).unwrap();
        assert!(many.is_empty() || many.end - many.start == 10);
    }

    #[test]
    fn what_is_left() {
        assert_eq!(without(0..10, &[]), [0..10]);
        assert_eq!(without(0..10, &[2..4, 6..7]), [0..2, 4..6, 7..10]);
        assert_eq!(without(5..10, &[0..6, 9..20]), [6..9]);
        assert_eq!(without(5..10, &[0..5, 5..10]), []);
    }
}
