//! Errors of the library as exceptions of the package, with the words of the command line.

use pyo3::prelude::*;
use pyo3::types::PyType;
use winnable::cli::in_process::explained;

/// Turns an error into an exception: `InternalError` for a bug of ours, `InputError` for everything else.
pub fn raised(py: Python<'_>) -> impl Fn(anyhow::Error) -> PyErr + '_ {
    move |error| {
        let (internal, message) = explained(&error);
        exception(py, if internal { "InternalError" } else { "InputError" }, message)
    }
}

/// An exception of the package.
pub fn exception(py: Python<'_>, class: &str, message: String) -> PyErr {
    let found = py.import("winnable._errors").and_then(|module| module.getattr(class));
    match found.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, message),
        Err(error) => error,
    }
}
