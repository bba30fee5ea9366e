//! The packed state of the one-deck win search, its moves and their evaluation.
//!
//! A state is copied and changed in O(1) per move ([`state`]). It is evaluated from tables made
//! once per game ([`game_tables`], [`evaluation`]) and once per deal ([`deal_tables`]). Successors
//! are evaluated without being built ([`expand`], [`columns`], and in SIMD registers `avx2` and `avx512`).
//! [`engine`] wraps the same state as an [`Engine`](super::Engine), for tests.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod columns;
pub mod deal_tables;
pub mod engine;
pub mod evaluation;
pub mod expand;
pub mod game_tables;
pub mod scored_moves;
pub mod state;
pub mod weights;

#[cfg(feature = "internal")]
pub use engine::WinEngine;
pub use weights::Weights;
