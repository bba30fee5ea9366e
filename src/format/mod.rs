//! Texts and records: boards, solutions in notation and words, JSON.

pub mod record;
