//! Counts the rows of a part without making records of them: what lets a report read a hundred million deals in a minute.

use super::columns::{ERROR, UNDECIDED, UNWINNABLE, WINNABLE};
use super::part_file::Part;
use crate::batch::summary::{Optima, Summary};
use crate::format::record::Record;

/// Adds the wanted rows of a part to a summary, with the same result as adding their records.
pub fn tally(summary: &mut Summary, part: &Part, wanted: &dyn Fn(u64) -> bool) -> Result<(), String> {
    let (columns, shared) = (&part.columns, &part.info.shared);
    let all = columns.deal.iter().all(|&deal| wanted(deal));
    for row in 0..columns.len() {
        if !all && !wanted(columns.deal[row]) {
            continue;
        }
        let states = columns.states[row];
        if summary.game.is_none() {
            let record: Record = columns.record(shared, row)?;
            summary.game = Some((record.label(), record.rules));
        }
        match columns.verdict[row] {
            WINNABLE => summary.verdicts.winnable += 1,
            UNWINNABLE => summary.verdicts.unwinnable += 1,
            ERROR => summary.verdicts.errors += 1,
            code => summary.verdicts.undecided[usize::from(code - UNDECIDED)] += 1,
        }
        if columns.verdict[row] <= UNWINNABLE {
            summary.decided.add(states);
        }
        if let Some(moves) = columns.moves[row] {
            summary.moves.add(moves.into());
        }
        if let Some(cards) = columns.cards[row] {
            summary.cards.add(cards.into());
        }
        summary.states.add(states);
        summary.granted += u64::from(columns.granted_groups[row].is_some());
        if summary.hardest.may_take(states) {
            summary.hardest.add(&columns.record(shared, row)?);
        }
        let bounds = |column: &Vec<Option<u32>>| column.get(row).copied().flatten();
        if let (Some(metric), Some(lower), Some(Some(proven))) =
            (shared.job.optimal, bounds(&columns.lower), columns.proven.get(row).copied())
        {
            let optima = summary.optima.get_or_insert_with(|| Optima::new(metric));
            optima.add(lower, bounds(&columns.upper), proven);
        }
    }
    Ok(())
}
