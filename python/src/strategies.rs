//! `bench`: strategies side by side on the same deals, evaluations written in Python among them.

use crate::errors::raised;
use crate::evaluation::{Failure, PythonEvaluation};
use crate::patience::wait_for;
use crate::position::{LimitTexts, game_and_limits};
use anyhow::bail;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use winnable::batch::{Bench, compare};
use winnable::cli::in_process;
use winnable::strategy::{Strategy, Technique};

/// An evaluation in Python: name, technique, its number (path weight or width), function.
type Own = (String, String, u64, Py<PyAny>);

/// A strategy: the text of a built-in one, or one with an evaluation in Python.
type Wanted = (Option<String>, Option<Own>);

/// Runs all strategies on all deals and gives the rows of the comparison as JSON. `progress` is called with the number of
/// deals that are done and of all.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn bench(
    py: Python<'_>,
    game: &str,
    changes: Vec<String>,
    range: &str,
    strategies: Vec<Wanted>,
    limits: LimitTexts,
    repeat: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let prepare = || {
        let (game, limits) = game_and_limits(game, &changes, &limits)?;
        if repeat == 0 || strategies.is_empty() {
            bail!("bench needs at least one strategy and repeat=1 or more");
        }
        for (_, own) in &strategies {
            own.as_ref().map(technique).transpose()?;
        }
        Ok((game, limits, in_process::range(range)?))
    };
    let (game, limits, range) = prepare().map_err(raised(py))?;
    let (total, done) = (range.len(), Arc::new(AtomicU64::new(0)));
    let failure = Failure::default();
    let (counted, failed) = (done.clone(), failure.clone());
    let work = move |cancel: winnable::Cancel| {
        let mut made = Vec::new();
        for wanted in strategies {
            match wanted {
                (Some(text), _) => made.extend(in_process::strategies(&text, &game)?),
                (None, Some(own)) => {
                    let technique = technique(&own)?;
                    let (name, _, _, function) = own;
                    let evaluation = PythonEvaluation::new(function, failed.clone(), cancel.clone());
                    made.push(Strategy::with_heuristic(&name, &game, technique, evaluation));
                }
                (None, None) => bail!("a strategy is a text or an evaluation"),
            }
        }
        let mut bench = Bench::new(game, limits, made, repeat).with_cancel(cancel);
        let (names, mut trials) = (bench.names(), Vec::new());
        for deal in (0..total).filter_map(|place| range.nth(place)) {
            // Cancelled: by the caller, who has gone, or by an exception, which is raised below.
            let Some(trial) = bench.deal(deal)? else { break };
            trials.push(trial);
            counted.fetch_add(1, Ordering::Relaxed);
        }
        Ok(serde_json::to_string(&compare(&names, &trials))?)
    };
    let tell = |py: Python<'_>| -> PyResult<()> {
        if let Some(progress) = &progress {
            progress.call1(py, (done.load(Ordering::Relaxed), total))?;
        }
        Ok(())
    };
    let result = wait_for(py, work, tell);
    if let Some(error) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let rows = result?;
    tell(py)?;
    Ok(rows)
}

/// The technique of an evaluation.
fn technique((_, technique, number, _): &Own) -> anyhow::Result<Technique> {
    let number = i32::try_from(*number)?;
    Ok(match technique.as_str() {
        "best-first" => Technique::BestFirst { path_weight: number },
        "beam" if number > 0 => Technique::Beam { width: number as usize },
        "beam" => bail!("a beam must be 1 state wide or more"),
        "a-star" => Technique::AStar,
        other => bail!("there is no technique `{other}`; take best-first, beam or a-star"),
    })
}
