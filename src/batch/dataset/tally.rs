//! Counts the rows of a part without making records of them, so that a report can read hundreds of millions of deals.

use super::part_file::Part;
use crate::batch::summary::Summary;

/// Adds the wanted rows of a part to a summary, with the same result as adding their records.
pub fn tally(summary: &mut Summary, part: &Part, wanted: &dyn Fn(u64) -> bool) -> Result<(), String> {
    let (columns, shared) = (&part.columns, &part.info.shared);
    let all = columns.deal.iter().all(|&deal| wanted(deal));
    for row in 0..columns.len() {
        if !all && !wanted(columns.deal[row]) {
            continue;
        }
        let facts = columns.facts(shared, row);
        if summary.game.is_none() {
            let record = columns.record(shared, row)?;
            summary.game = Some((record.label(), record.rules));
        }
        if summary.hardest.may_take(facts.states) {
            summary.hardest.add(&columns.record(shared, row)?);
        }
        summary.count(&facts);
    }
    Ok(())
}
