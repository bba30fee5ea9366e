//! The native half of the Python package: what takes time or shares code with the command line. The Python half
//! (`python/winnable/`) has the types, the documentation and everything about Arrow.
//!
//! Searches run in threads of their own while the calling thread waits without the interpreter lock ([`patience`]).

#![allow(missing_docs)]

mod allocator;
mod columns;
mod errors;
mod evaluation;
mod patience;
mod position;
mod strategies;
mod table;

use pyo3::prelude::*;
use std::ffi::OsString;
use winnable::cli::{in_process, run_to_code};
use winnable::rules::PRESETS;

use errors::raised;

/// Runs the command line with these arguments (the first is the program's name): its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    allocator::this_is_the_program();
    py.detach(|| run_to_code(arguments))
}

/// Names and descriptions of the built-in games.
#[pyfunction]
fn presets() -> Vec<(&'static str, &'static str)> {
    PRESETS.iter().map(|preset| (preset.name, preset.description)).collect()
}

/// The rules of a game: name, JSON, TOML, digest.
#[pyfunction]
fn rules(py: Python<'_>, game: &str, changes: Vec<String>) -> PyResult<(String, String, String, String)> {
    let game = in_process::game(game, &changes).map_err(raised(py))?;
    Ok((game.name.clone(), game.to_json().to_string(), game.to_toml(), game.digest()))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Solved>()?;
    module.add_class::<columns::Buffer>()?;
    module.add_class::<evaluation::View>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(presets, module)?)?;
    module.add_function(wrap_pyfunction!(rules, module)?)?;
    module.add_function(wrap_pyfunction!(table::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(strategies::bench, module)?)
}
