//! Checks answers on the reference position: replays solutions, and checks certificates that there is none.
//!
//! Nothing here, nor in [`crate::position`], shares rule code with the engines that found the answer: what may be built
//! on what, how many cards move together, which rank follows which, how many piles there are and what a full one holds, and
//! which home moves are safe are written a second time. So an error in an engine cannot make a wrong answer pass.
//!
//! Shared with the engines are:
//! - the words for things: [`crate::card`], [`crate::moves`], [`crate::layout`]. They know no rules. A mistake there, such as
//!   two cards taken for one, would change the board that a solution is replayed on, and boards are compared with the deck.
//! - the fields of [`Rules`](crate::rules::Rules), which are plain data, and none of its methods but
//!   [`digest`](crate::rules::Rules::digest), by which certificates say which rules they are for.
//! - how numbered deals are laid out ([`crate::deal`]) and boards are read ([`crate::format`]): they come before the question and
//!   are the same for both sides. Tests compare them with published boards.

pub mod certificate;
mod solution;

pub(crate) use solution::cost;
#[doc(hidden)]
pub use solution::length_in_cards;
pub use solution::{NotASolution, Replay, card_by_card, verify};
