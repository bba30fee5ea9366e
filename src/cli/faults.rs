//! Fault injection, requested by tests in the environment: `WINNABLE_FAULT=die:17`, `fail:17`, `panic:ms:5` or `no:locks`.
//! Release builds do not look.

use crate::batch::faults::Fault;

/// Arms the fault that the environment asks for.
#[cfg(debug_assertions)]
pub fn arm() {
    if let Some(fault) = std::env::var("WINNABLE_FAULT").ok().as_deref().and_then(read) {
        crate::batch::faults::arm(fault);
    }
}

/// Release builds do not look.
#[cfg(not(debug_assertions))]
pub fn arm() {
    let _ = read;
}

fn read(text: &str) -> Option<Fault> {
    let (kind, what) = text.split_once(':')?;
    match kind {
        "die" => what.parse().ok().map(Fault::Die),
        "fail" => what.parse().ok().map(Fault::Fail),
        "panic" => Some(Fault::PanicIn(what.to_string())),
        "no" if what == "locks" => Some(Fault::NoLocks),
        _ => None,
    }
}
