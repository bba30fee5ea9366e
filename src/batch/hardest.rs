//! The hardest deals: those that took the most states.
//!
//! States expanded are the machine-independent measure of difficulty for the solver. Equal counts are ordered by deal, so the
//! list does not depend on how the deals were split.

use crate::format::record::{Record, RecordVerdict};
use crate::moves::Move;
use serde::{Serialize, Serializer};

/// How many deals are kept.
const KEPT: usize = 10;

/// A deal and what it took.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct HardDeal {
    /// The deal, like `ms:617`.
    pub deal: String,
    /// Its verdict.
    #[serde(serialize_with = "as_word")]
    pub verdict: RecordVerdict,
    /// States expanded.
    pub states: u64,
    /// Length of its solution in moves, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Its solution, if the record has it.
    #[serde(skip)]
    pub solution: Option<Vec<Move>>,
}

/// The hardest deals, hardest first.
#[derive(Clone, Debug, Default)]
pub struct Hardest {
    list: Vec<HardDeal>,
}

impl Hardest {
    /// Whether a deal that took this many states may belong into the list.
    pub fn may_take(&self, states: u64) -> bool {
        self.list.len() < KEPT || states >= self.list[KEPT - 1].states
    }

    /// Considers a deal.
    pub fn add(&mut self, record: &Record) {
        // Nearly all deals end here, without an allocation.
        if !self.may_take(record.states) {
            return;
        }
        self.insert(HardDeal {
            deal: record.deal.clone(),
            verdict: record.verdict.clone(),
            states: record.states,
            moves: record.moves,
            solution: record.solution.clone(),
        });
    }

    fn insert(&mut self, deal: HardDeal) {
        let place = self.list.partition_point(|other| order(other) < order(&deal));
        self.list.insert(place, deal);
        self.list.truncate(KEPT);
    }

    /// Considers all deals of another list.
    pub fn merge(&mut self, other: &Hardest) {
        other.list.iter().for_each(|deal| self.insert(deal.clone()));
    }

    /// The list, hardest first.
    pub fn list(&self) -> &[HardDeal] {
        &self.list
    }
}

fn as_word<S: Serializer>(verdict: &RecordVerdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.word())
}

/// Many states first; then short numbers before long ones, so that `ms:9` comes before `ms:10`.
fn order(deal: &HardDeal) -> (std::cmp::Reverse<u64>, usize, &str) {
    (std::cmp::Reverse(deal.states), deal.deal.len(), &deal.deal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(deal: u64, states: u64) -> Record {
        let line = format!(
            r#"{{"schema":1,"game":"x","rules":"9f","deal":"ms:{deal}","verdict":"unwinnable","states":{states}}}"#
        );
        serde_json::from_str(&line).unwrap()
    }

    #[test]
    fn any_split_gives_the_same_list() {
        let records: Vec<Record> = (1..=300).map(|n| record(n, n * 37 % 40)).collect();
        let of = |records: &[Record]| {
            let mut hardest = Hardest::default();
            records.iter().for_each(|r| hardest.add(r));
            hardest
        };
        let whole = of(&records);
        assert_eq!(whole.list().len(), KEPT);
        assert!(whole.list().iter().all(|d| d.states == 39) || whole.list()[0].states == 39);
        assert!(whole.list().is_sorted_by_key(order));
        for cut in [1, 7, 150, 299] {
            let mut parts = of(&records[cut..]);
            parts.merge(&of(&records[..cut]));
            assert_eq!(parts.list(), whole.list());
        }
    }
}
