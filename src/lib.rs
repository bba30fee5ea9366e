//! Solver and solvability analyzer for the FreeCell family of solitaire games.

pub mod analysis;
pub mod card;
pub mod cli;
pub mod deal;
pub mod engine;
pub mod format;
pub mod layout;
pub mod metric;
pub mod moves;
pub mod position;
pub mod report;
pub mod rules;
pub mod search;
pub mod text;
pub mod verdict;
pub mod verify;
