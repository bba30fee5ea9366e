//! The packed state of the optimal search: three bits per card, in three words.
//!
//! [`numbered_rules`] renumbers the cards along their foundations, [`state`] packs states of them,
//! and [`safe_home`] determines the forced home moves. [`engine`] wraps the same state as an
//! [`Engine`](super::Engine), for tests.

pub mod engine;
pub mod numbered_rules;
pub mod safe_home;
pub mod state;

#[cfg(feature = "internal")]
pub use engine::OptimalEngine;
pub use numbered_rules::{NumberSet, NumberedRules};
pub use state::{Key, State, Step};
