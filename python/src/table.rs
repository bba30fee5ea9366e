//! `analyze`: many deals on all cores, as columns.

use crate::columns::{PyColumn, bools, texts, u8s, u32s, u64s};
use crate::errors::raised;
use crate::patience::wait_for;
use crate::position::{LimitTexts, game_and_limits, given, metric};
use anyhow::bail;
use pyo3::prelude::*;
use std::sync::Arc;
use winnable::batch::{DealRow, Plan, Tally, rows};
use winnable::cli::in_process;
use winnable::format::record::RulesName;
use winnable::{DealNumber, DealRange, Layout};

/// What a table is about.
enum Deals {
    Numbers(DealRange),
    Boards(Vec<String>, Vec<Result<Layout, String>>),
}

/// What is asked about every deal.
struct Asked {
    bounds: bool,
    min_cells: bool,
    level: bool,
}

/// The columns of a table, and what its metadata says: names and values.
type Made = (Vec<PyColumn>, Vec<(&'static str, String)>);

/// Solves deals of a range, or boards with their ids, and gives columns and metadata. `progress` is called with the number of
/// all deals and counts of verdicts, many times a second.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn analyze(
    py: Python<'_>,
    game: &str,
    changes: Vec<String>,
    range: Option<&str>,
    boards: Vec<(String, (String, String))>,
    limits: LimitTexts,
    optimal: Option<&str>,
    min_cells: bool,
    difficulty: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Made> {
    let prepare = || {
        let (game, limits) = game_and_limits(game, &changes, &limits)?;
        let deals = match range {
            Some(text) => Deals::Numbers(checked(in_process::range(text)?)?),
            None => {
                let (ids, boards): (Vec<_>, Vec<_>) = boards.into_iter().unzip();
                let read = |board| given(board)?.read(&game);
                let layout = |board| read(board).map(|read| read.deal.layout).map_err(|e| in_process::explained(&e).1);
                Deals::Boards(ids, boards.into_iter().map(layout).collect())
            }
        };
        let optimal = metric(optimal)?;
        let asked = Asked { bounds: optimal.is_some(), min_cells, level: difficulty };
        let mut plan = Plan::new(game);
        (plan.limits, plan.optimal, plan.min_cells, plan.difficulty) = (limits, optimal, min_cells, difficulty);
        plan.threads = match threads {
            Some(0) => bail!("threads must be 1 or more"),
            Some(threads) => threads,
            None => plan.threads,
        };
        Ok((plan, deals, asked))
    };
    let (plan, deals, asked) = prepare().map_err(raised(py))?;
    let total = match &deals {
        Deals::Numbers(range) => range.len(),
        Deals::Boards(ids, _) => ids.len() as u64,
    };
    let tally = Arc::new(Tally::default());
    let seen = tally.clone();
    let tell = |py: Python<'_>| -> PyResult<()> {
        let Some(progress) = &progress else { return Ok(()) };
        let found = seen.verdicts();
        progress.call1(py, (total, found.winnable, found.unwinnable, found.open(), found.errors))?;
        Ok(())
    };
    let work = move |cancel| {
        let mut plan = plan;
        plan.cancel = cancel;
        let layout = |place: u64| match &deals {
            Deals::Numbers(range) => Ok(plan.rules.deal(range.nth(place).expect("places are inside the range"))),
            Deals::Boards(_, layouts) => layouts[place as usize].clone(),
        };
        let Some(found) = rows(&plan, total, &layout, &tally)? else { bail!("interrupted") };
        Ok((columns(&deals, &found, &asked)?, metadata(&plan, &deals)))
    };
    let made = wait_for(py, work, tell)?;
    tell(py)?;
    Ok(made)
}

fn columns(deals: &Deals, rows: &[DealRow], asked: &Asked) -> anyhow::Result<Vec<PyColumn>> {
    let mut columns = vec![match deals {
        Deals::Numbers(range) => u64s("deal", (0..range.len()).filter_map(|place| bare(range.nth(place)?))),
        Deals::Boards(ids, _) => texts("id", false, ids.iter().map(|id| Some(&id[..])))?,
    }];
    columns.push(texts("verdict", false, rows.iter().map(|row| Some(row.verdict.word())))?);
    columns.push(u32s("moves", rows.iter().map(|row| Some(row.lengths?.0))));
    columns.push(u32s("cards", rows.iter().map(|row| Some(row.lengths?.1))));
    columns.push(u64s("states", rows.iter().map(|row| row.states)));
    if asked.bounds {
        columns.push(u32s("lower", rows.iter().map(|row| Some(row.bounds?.lower))));
        columns.push(u32s("upper", rows.iter().map(|row| row.bounds?.upper)));
        columns.push(bools("proven", rows.iter().map(|row| Some(row.bounds?.proven))));
    }
    if asked.min_cells {
        columns.push(u8s("min_cells_lower", rows.iter().map(|row| Some(row.min_cells?.lower))));
        columns.push(u8s("min_cells_upper", rows.iter().map(|row| row.min_cells?.upper)));
    }
    if asked.level {
        let levels: Vec<Option<String>> = rows.iter().map(|row| row.level.map(|level| level.to_string())).collect();
        columns.push(texts("level", true, levels.iter().map(Option::as_deref))?);
    }
    if let Deals::Boards(..) = deals {
        columns.push(texts("error", true, rows.iter().map(|row| row.verdict.error()))?);
    }
    Ok(columns)
}

/// A range whose deals are of one numbering and have at most 64 bits.
fn checked(range: DealRange) -> anyhow::Result<DealRange> {
    let spans: Vec<_> = range.spans().collect();
    let pysol = |deal: &DealNumber| matches!(deal, DealNumber::Pysol(_));
    if spans.iter().any(|(first, _)| pysol(first)) && !spans.iter().all(|(first, _)| pysol(first)) {
        bail!("a table has the deals of one numbering; analyze those of Microsoft and of PySolFC separately");
    }
    if spans.iter().any(|(_, last)| bare(*last).is_none()) {
        bail!("deal numbers of tables have at most 64 bits");
    }
    Ok(range)
}

/// The number without its numbering.
fn bare(deal: DealNumber) -> Option<u64> {
    match deal {
        DealNumber::Microsoft(number) => Some(number),
        DealNumber::Pysol(number) => u64::try_from(number).ok(),
    }
}

/// What made the table, under the names of the datasets: `winnable.run` has version, game, digest, limits and what was asked for,
/// `winnable.rules` the rules in full.
fn metadata(plan: &Plan, deals: &Deals) -> Vec<(&'static str, String)> {
    let mut run = serde_json::to_value(plan.job()).expect("plain data");
    let changed = RulesName::new(&plan.rules).changed;
    if !changed.is_empty() {
        run["changed"] = changed.into();
    }
    let mut metadata = vec![
        ("winnable.schema", "1".to_string()),
        ("winnable.run", run.to_string()),
        ("winnable.rules", plan.rules.to_toml()),
    ];
    if let Deals::Numbers(range) = deals {
        let pysol = range.nth(0).is_some_and(|deal| matches!(deal, DealNumber::Pysol(_)));
        metadata.push(("winnable.numbering", if pysol { "pysol" } else { "ms" }.into()));
        metadata.push(("winnable.deals", range.to_string()));
    }
    metadata
}
