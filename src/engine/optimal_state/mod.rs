//! The packed state of the optimal search: three bits a card, in three words.
//!
//! [`numbered_rules`] renumbers the cards along their foundations, [`state`] packs positions of them, [`safe_home`] says
//! which cards go home unasked. [`engine`] is the same state as an [`Engine`](super::Engine), for tests.

pub mod engine;
pub mod numbered_rules;
pub mod safe_home;
pub mod state;

#[cfg(feature = "internal")]
pub use engine::OptimalEngine;
pub use numbered_rules::NumberedRules;
pub use state::{Codes, Key, State, Step};
