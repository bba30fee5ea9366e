//! The quick search: finds a win fast, or gives up. It never proves that there is none.
//!
//! Anything goes that keeps solutions valid: greedy best-first search with tuned weights ([`weights`]), commitment
//! to good moves, early moves to the foundations, and a portfolio of such searches. The design follows what fast
//! chess programs do: a state is copied and changed in O(1) ([`state`]), evaluated from tables made once per deal
//! ([`start`]), and its successors are valued without being built ([`expand`]).

mod expand;
mod finish;
mod frontier;
mod portfolio;
mod run;
mod seen;
mod shape;
mod start;
mod state;
pub mod weights;

pub use portfolio::{Member, QuickSolver};
pub use weights::Weights;
