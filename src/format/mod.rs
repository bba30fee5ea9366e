//! Texts and records: boards, solutions in notation and words, JSON.

pub mod board;
mod board_reader;
pub mod notation;
pub mod record;
pub mod records;
pub mod words;
