//! The reference position.
