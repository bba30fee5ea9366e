//! Searches of a batch beyond the verdict: the fewest cells, the difficulty.

use super::run::Plan;
use crate::difficulty::Difficulty;
use crate::format::record::Record;
use crate::layout::Layout;
use crate::search::{Answer, CellCounter, DifficultyMeter, MinCells, SolveError};
use crate::verdict::Verdict;

/// The searches of one thread for what was asked for.
pub(super) struct ExtraSearches {
    counter: Option<CellCounter>,
    meter: Option<DifficultyMeter>,
}

/// What was found out about one deal.
#[derive(Clone, Copy, Default)]
pub(super) struct ExtraFindings {
    pub min_cells: Option<MinCells>,
    pub difficulty: Option<Difficulty>,
}

impl ExtraSearches {
    pub fn new(plan: &Plan) -> ExtraSearches {
        let counter = || CellCounter::new(plan.rules.clone()).with_limits(plan.limits).with_cancel(plan.cancel.clone());
        let meter = || DifficultyMeter::new(plan.rules.clone(), plan.cancel.clone());
        ExtraSearches { counter: plan.min_cells.then(counter), meter: plan.difficulty.then(meter) }
    }

    /// The requested findings about a deal with this answer; `None` if a search was interrupted.
    pub fn of(&mut self, layout: &Layout, answer: &Answer) -> Result<Option<ExtraFindings>, SolveError> {
        let mut extra = ExtraFindings::default();
        if let Some(counter) = &mut self.counter {
            let count = counter.count(layout, Some(answer))?;
            if count.interrupted {
                return Ok(None);
            }
            extra.min_cells = Some(count);
        }
        if let (Some(meter), Verdict::Winnable) = (&mut self.meter, answer.verdict) {
            extra.difficulty = meter.measure(layout)?;
            if meter.is_interrupted() {
                return Ok(None);
            }
        }
        Ok(Some(extra))
    }
}

impl ExtraFindings {
    /// Adds the findings to a record. States are those of the verdict alone, as in other records.
    pub fn add_to(self, record: &mut Record) {
        record.min_cells = self.min_cells.map(Into::into);
        record.difficulty = self.difficulty;
    }
}
