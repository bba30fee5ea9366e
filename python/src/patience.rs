//! Waiting for a search: it runs in a thread of its own, and the calling thread, without the interpreter lock, looks for
//! signals many times a second. So Ctrl-C is answered at once, whatever the search is doing; the search is told to stop
//! and ends by itself some milliseconds later.

use crate::errors::{exception, raised};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;
use winnable::Cancel;

/// How often the waiting thread looks for signals and tells about progress.
const TICK: Duration = Duration::from_millis(25);

/// Runs the work and gives its result. An exception from a signal handler or from `tick` ends the wait.
pub fn wait_for<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Cancel) -> anyhow::Result<T> + Send + 'static,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let cancel = Cancel::new();
    let (sender, mut results) = sync_channel(1);
    let flag = cancel.clone();
    let worker = move || {
        let ended = catch_unwind(AssertUnwindSafe(|| work(flag)));
        // Nobody waits any more after an interrupt.
        let _ = sender.send(ended);
    };
    let started = std::thread::Builder::new().name("winnable".into()).spawn(worker);
    started.map_err(|error| raised(py)(anyhow::Error::new(error).context("cannot start a thread")))?;
    loop {
        let (result, receiver) = py.detach(move || (results.recv_timeout(TICK), results));
        results = receiver;
        match result {
            Ok(Ok(result)) => return result.map_err(raised(py)),
            Ok(Err(panic)) => {
                let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
                let message = format!("the solver panicked: {}", text.unwrap_or("no message"));
                return Err(exception(py, "InternalError", message));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(exception(py, "InternalError", "the search ended without a result".into()));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| tick(py)) {
                    cancel.cancel();
                    return Err(error);
                }
            }
        }
    }
}
