//! Truth: every verdict, length, bound and certificate against the reference position and brute force on it.

#[path = "../support/mod.rs"]
mod support;

mod bounds;
mod brute_force;
mod certificates;
mod deals;
mod differential;
mod landmarks;
mod optimal;
mod perft;
mod positions;
mod pruning;
mod rules;
mod short_wins;
mod verdicts;
mod walks;
