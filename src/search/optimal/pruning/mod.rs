//! What A* leaves out without losing a shortest solution, beyond the engine's forced home moves.

pub mod delayed_parking;
