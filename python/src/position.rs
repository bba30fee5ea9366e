//! A position with everything that can be asked about it.

use crate::errors::raised;
use crate::patience::wait_for;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;
use std::sync::Arc;
use winnable::cli::in_process::{self, Given, Question};
use winnable::{Game, Limits, Metric};

/// Limits as texts: states, memory, time.
pub type LimitTexts = (Option<String>, Option<String>, Option<String>);

/// The game and the limits that a caller asks for.
pub fn game_and_limits(game: &str, changes: &[String], limits: &LimitTexts) -> anyhow::Result<(Game, Limits)> {
    let game = in_process::game(game, changes)?;
    let (states, memory, time) = limits;
    let limits = in_process::limits(&game, states.as_deref(), memory.as_deref(), time.as_deref())?;
    Ok((game, limits))
}

/// A deal as the Python half hands it over: what it is, and its text.
pub fn given((kind, text): (String, String)) -> anyhow::Result<Given> {
    Ok(match kind.as_str() {
        "file" => Given::File(text),
        "fields" => match serde_json::from_str(&text)? {
            Value::Object(fields) => Given::Fields(fields),
            _ => anyhow::bail!("a structured board must be an object"),
        },
        _ => Given::Text(text),
    })
}

/// The metric of a word.
pub fn metric(word: Option<&str>) -> anyhow::Result<Option<Metric>> {
    match word {
        None => Ok(None),
        Some("moves") => Ok(Some(Metric::Moves)),
        Some("cards") => Ok(Some(Metric::Cards)),
        Some(other) => anyhow::bail!("optimal is True, \"moves\" or \"cards\", not \"{other}\""),
    }
}

/// A position of a game, with the limits for whatever is asked about it.
#[pyclass(frozen, module = "winnable._native")]
pub struct Position {
    game: Game,
    limits: Limits,
    start: winnable::cli::in_process::Start,
    notes: Vec<String>,
}

impl Position {
    fn question(&self, optimal: Option<&str>, cancel: winnable::Cancel) -> anyhow::Result<Question> {
        let (game, start, limits) = (self.game.clone(), self.start.clone(), self.limits);
        Ok(Question { game, start, limits, metric: metric(optimal)?, cancel })
    }
}

/// Asks one question that is answered by a record and words.
fn asked(
    py: Python<'_>,
    position: &Position,
    optimal: Option<&str>,
    ask: impl FnOnce(&Question) -> anyhow::Result<(String, String)> + Send + 'static,
) -> PyResult<(String, String)> {
    let question = position.question(optimal, winnable::Cancel::new()).map_err(raised(py))?;
    wait_for(py, move |cancel| ask(&Question { cancel, ..question }), |_| Ok(()))
}

#[pymethods]
impl Position {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        changes: Vec<String>,
        deal: (String, String),
        after: Option<&str>,
        limits: LimitTexts,
    ) -> PyResult<Position> {
        let make = || {
            let (game, limits) = game_and_limits(game, &changes, &limits)?;
            let (start, notes) = given(deal)?.start(&game, after)?;
            Ok(Position { game, limits, start, notes })
        };
        make().map_err(raised(py))
    }

    /// What was not plain about the board.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn solve(&self, py: Python<'_>, optimal: Option<&str>, min_cells: bool) -> PyResult<Solved> {
        let question = self.question(optimal, winnable::Cancel::new()).map_err(raised(py))?;
        let solved = wait_for(py, move |cancel| Question { cancel, ..question }.solve(min_cells), |_| Ok(()))?;
        Ok(Solved(Arc::new(solved)))
    }

    fn moves(&self, py: Python<'_>, optimal: Option<&str>) -> PyResult<(String, String)> {
        asked(py, self, optimal, Question::moves)
    }

    fn hint(&self, py: Python<'_>, optimal: Option<&str>) -> PyResult<(String, String)> {
        asked(py, self, optimal, Question::hint)
    }

    fn review(&self, py: Python<'_>, played: String, optimal: Option<&str>) -> PyResult<(String, String)> {
        asked(py, self, optimal, move |question| question.review(&played))
    }

    /// Whether a solution or certificate holds, and the answer in words.
    fn verify(&self, py: Python<'_>, claim: Vec<u8>) -> PyResult<(bool, String)> {
        let (game, deal) = (self.game.clone(), self.start.deal.clone());
        wait_for(py, move |_| in_process::verify(&game, &deal, &claim), |_| Ok(()))
    }

    /// The same for a file.
    fn verify_file(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<(bool, String)> {
        let (game, deal) = (self.game.clone(), self.start.deal.clone());
        wait_for(py, move |_| in_process::verify_file(&game, &deal, &path), |_| Ok(()))
    }

    /// The board and its parts as JSON.
    fn board(&self) -> String {
        in_process::deal_record(&self.game, &self.start.deal).to_string()
    }
}

/// The answer to a position.
#[pyclass(frozen, module = "winnable._native")]
pub struct Solved(Arc<in_process::Solved>);

#[pymethods]
impl Solved {
    fn record(&self) -> String {
        self.0.record_line()
    }

    fn headline(&self) -> String {
        self.0.headline()
    }

    fn notation(&self) -> Option<String> {
        self.0.notation()
    }

    fn steps(&self) -> Option<Vec<String>> {
        self.0.steps()
    }

    /// The certificate of an unwinnable deal with its number of positions.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyBytes>, u64)>> {
        let solved = self.0.clone();
        let made = wait_for(py, move |cancel| solved.certificate(cancel), |_| Ok(()))?;
        Ok(made.map(|(bytes, positions)| (PyBytes::new(py, &bytes), positions)))
    }
}
