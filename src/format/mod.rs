//! Texts and records: boards, solutions in notation and words, JSON.

pub mod board;
mod board_reader;
#[cfg(feature = "serde")]
pub mod certificate_file;
#[cfg(feature = "serde")]
pub mod judgement;
pub mod notation;
#[cfg(feature = "serde")]
pub mod position_record;
#[cfg(feature = "serde")]
pub mod record;
#[cfg(feature = "batch")]
pub mod record_file;
#[cfg(feature = "serde")]
pub mod scene;
#[cfg(feature = "serde")]
mod solution_field;
pub mod solution_reader;
#[cfg(feature = "serde")]
pub mod start;
pub mod words;
