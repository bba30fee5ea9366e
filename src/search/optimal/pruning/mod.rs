//! Optimality-preserving pruning of A*, in addition to the forced home moves of the engine.

pub mod delayed_parking;
