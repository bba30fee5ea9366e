//! Fault injection for tests: the process dies, or an operation fails, at a chosen step.
//!
//! Every operation that changes a file, and every deal, calls a function of this file. In release builds [`at`] and
//! [`in_deal`] do nothing.

use std::io;

/// What goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The process dies at the n-th file operation, counted from 1.
    Die(u64),
    /// The n-th file operation fails.
    Fail(u64),
    /// The file system has no locks.
    NoLocks,
    /// The search of this deal ends in a panic.
    PanicIn(String),
}

#[cfg(debug_assertions)]
mod armed {
    use super::Fault;
    use std::sync::OnceLock;
    use std::sync::atomic::AtomicU64;

    pub static FAULT: OnceLock<Fault> = OnceLock::new();
    pub static OPERATIONS: AtomicU64 = AtomicU64::new(0);
}

/// Arms a fault, once in the life of a process.
#[cfg(debug_assertions)]
pub fn arm(fault: Fault) {
    let _ = armed::FAULT.set(fault);
}

/// Announces a file operation.
#[inline]
pub fn at(operation: &str) -> io::Result<()> {
    #[cfg(debug_assertions)]
    if let Some(fault) = armed::FAULT.get() {
        let number = armed::OPERATIONS.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1;
        match fault {
            Fault::Die(n) if *n == number => std::process::abort(),
            Fault::Fail(n) if *n == number => return Err(io::Error::other(format!("{operation} fails on purpose"))),
            _ => {}
        }
    }
    let _ = operation;
    Ok(())
}

/// Announces a lock that is about to be taken.
#[inline]
pub fn at_lock() -> io::Result<()> {
    #[cfg(debug_assertions)]
    if armed::FAULT.get() == Some(&Fault::NoLocks) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    Ok(())
}

/// Announces the search of a deal.
#[inline]
pub fn in_deal(deal: &str) {
    #[cfg(debug_assertions)]
    if armed::FAULT.get() == Some(&Fault::PanicIn(deal.to_string())) {
        panic!("a panic on purpose");
    }
    let _ = deal;
}
