//! The packed state of the one-deck win search, with its moves and their values.
//!
//! A state is copied and changed in O(1) ([`state`]), evaluated from tables made once for each game ([`game_tables`],
//! [`evaluation`]) and each deal ([`deal_tables`]), and its successors are valued without being built ([`expand`],
//! [`columns`], and in wide registers `avx2`). [`engine`] is the same state as an [`Engine`](super::Engine), for tests.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod choices;
pub mod columns;
pub mod deal_tables;
pub mod engine;
pub mod evaluation;
pub mod expand;
pub mod game_tables;
pub mod state;
pub mod weights;

#[cfg(feature = "internal")]
pub use engine::WinEngine;
pub use weights::Weights;
