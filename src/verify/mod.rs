//! Checks answers on the reference position: replays solutions, and checks certificates that there is none.
//!
//! Nothing here, nor in [`crate::position`], shares rule code with the engines that found the answer: what may be built
//! on what, how many cards move together, which rank follows which and which home moves are safe are written anew. Shared
//! are only the words for things ([`crate::card`], [`crate::moves`], [`crate::layout`]) and the rules as plain data
//! ([`crate::rules`]), so an error in an engine cannot make a wrong answer pass.

pub mod certificate;
mod solution;

#[doc(hidden)]
pub use solution::length_in_cards;
pub use solution::{NotASolution, Replay, card_by_card, verify};
