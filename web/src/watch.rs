//! Tells JavaScript how a search goes, and ends the search when JavaScript says so.
//!
//! The callback gets the phase, the states, the bytes held and the two bounds (-1 where there is none yet), as plain numbers,
//! and ends the search by returning `false`. Only one search runs in an instance, so there is one place for the callback;
//! a `Function` cannot be sent to other threads, which the core's callbacks ask for.

use js_sys::{Array, Function};
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use winnable::{Cancel, Phase, Progress};

thread_local! {
    static CALLBACK: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// The callback for the core, from now on for this function; without one nothing is told.
pub fn start(function: Option<Function>, cancel: Cancel) -> impl FnMut(&Progress) + Send + 'static {
    CALLBACK.set(function);
    move |progress| {
        let phase = match progress.phase {
            Phase::Finding => "finding",
            Phase::Proving => "proving",
            _ => "shortening",
        };
        let bound = |n: Option<u32>| n.map_or(-1.0, f64::from);
        let goes_on = CALLBACK.with_borrow(|function| {
            let Some(function) = function else { return true };
            let arguments = Array::of5(
                &phase.into(),
                &(progress.states as f64).into(),
                &(progress.memory as f64).into(),
                &bound(progress.bounds.map(|bounds| bounds.lower)).into(),
                &bound(progress.bounds.and_then(|bounds| bounds.upper)).into(),
            );
            // A callback that throws has no say.
            !matches!(function.apply(&JsValue::NULL, &arguments), Ok(said) if said == JsValue::FALSE)
        });
        if !goes_on {
            cancel.cancel();
        }
    }
}
