//! Evaluations written in Python, for the searches of `winnable::strategy`.
//!
//! For each state the search thread takes the interpreter lock and calls the function with a [`View`]. That is what makes it
//! slow; the search around it is the same as for an evaluation in Rust.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use std::sync::{Arc, Mutex, PoisonError};
use winnable::strategy::{self, Heuristic};
use winnable::{Cancel, Card, Layout};

/// Which card may be built on which: a row for each upper card.
type Builds = Vec<[bool; Card::KINDS]>;

/// The position that an evaluation looks at. It may be kept: it is a copy.
#[pyclass(frozen, module = "winnable._native")]
pub struct View {
    layout: Layout,
    cards_left: usize,
    order: [u8; Card::KINDS],
    builds: Arc<Builds>,
}

impl View {
    fn new(position: &strategy::View, builds: &Arc<Builds>) -> View {
        let mut order = [0; Card::KINDS];
        for card in Card::all() {
            order[card.index() as usize] = position.order(card);
        }
        View { layout: position.layout().clone(), cards_left: position.cards_left(), order, builds: builds.clone() }
    }
}

/// The names of all cards as Python texts, made once.
fn names(py: Python<'_>) -> &'static [Py<PyString>] {
    static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
    NAMES.get_or_init(py, || {
        let mut names: Vec<_> = Card::all().collect();
        names.sort_by_key(|card| card.index());
        names.into_iter().map(|card| PyString::intern(py, &card.to_string()).unbind()).collect()
    })
}

fn name(py: Python<'_>, card: Card) -> Py<PyString> {
    names(py)[card.index() as usize].clone_ref(py)
}

fn card(text: &str) -> PyResult<Card> {
    text.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

#[pymethods]
impl View {
    /// Columns, bottom card first.
    #[getter]
    fn columns(&self, py: Python<'_>) -> Vec<Vec<Py<PyString>>> {
        let column = |column: &Vec<Card>| column.iter().map(|&card| name(py, card)).collect();
        self.layout.columns.iter().map(column).collect()
    }

    /// Cells; an empty one is None.
    #[getter]
    fn cells(&self, py: Python<'_>) -> Vec<Option<Py<PyString>>> {
        self.layout.cells.iter().map(|cell| cell.map(|card| name(py, card))).collect()
    }

    /// Number of cards on each foundation pile.
    #[getter]
    fn foundations(&self) -> Vec<usize> {
        self.layout.foundations.iter().map(|pile| pile.count.into()).collect()
    }

    /// The stock, next card first.
    #[getter]
    fn stock(&self, py: Python<'_>) -> Vec<Py<PyString>> {
        self.layout.stock.iter().map(|&card| name(py, card)).collect()
    }

    /// Cards that are not on foundations.
    #[getter]
    fn cards_left(&self) -> usize {
        self.cards_left
    }

    /// How many cards of its suit go to a foundation before this one.
    fn order(&self, text: &str) -> PyResult<u8> {
        Ok(self.order[card(text)?.index() as usize])
    }

    /// Whether the upper card may be built on the lower one.
    fn builds(&self, upper: &str, lower: &str) -> PyResult<bool> {
        Ok(self.builds[card(upper)?.index() as usize][card(lower)?.index() as usize])
    }
}

/// An evaluation that is a Python function.
pub struct PythonEvaluation {
    function: Py<PyAny>,
    builds: Option<Arc<Builds>>,
    /// The exception that ended the run, if there was one.
    failure: Failure,
    cancel: Cancel,
}

/// Where the first exception is kept for the waiting thread.
pub type Failure = Arc<Mutex<Option<PyErr>>>;

impl PythonEvaluation {
    pub fn new(function: Py<PyAny>, failure: Failure, cancel: Cancel) -> PythonEvaluation {
        PythonEvaluation { function, builds: None, failure, cancel }
    }

    fn call(&self, py: Python<'_>, view: View) -> PyResult<i32> {
        let value = self.function.call1(py, (view,))?;
        value.extract(py).map_err(|_| {
            let shown = value.bind(py).repr().map_or_else(|_| "?".into(), |text| text.to_string());
            PyTypeError::new_err(format!("an evaluation gives a whole number below 2^31, not {shown}"))
        })
    }
}

impl Heuristic for PythonEvaluation {
    fn evaluate(&mut self, position: &strategy::View) -> i32 {
        if self.cancel.is_cancelled() {
            return 0;
        }
        let builds = self.builds.get_or_insert_with(|| {
            let mut builds = vec![[false; Card::KINDS]; Card::KINDS];
            for upper in Card::all() {
                for lower in Card::all() {
                    builds[upper.index() as usize][lower.index() as usize] = position.builds(upper, lower);
                }
            }
            Arc::new(builds)
        });
        let view = View::new(position, builds);
        match Python::try_attach(|py| self.call(py, view)) {
            Some(Ok(value)) => value,
            failed => {
                // Without an interpreter (the program is ending) there is nobody to tell.
                if let Some(Err(error)) = failed {
                    self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
                self.cancel.cancel();
                0
            }
        }
    }
}
