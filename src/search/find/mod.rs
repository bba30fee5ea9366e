//! Win finders: incomplete searches that find a win fast or give up. They prove nothing.
//!
//! [`one_deck`] plays FreeCell and its one-deck relatives, [`interned`] every other game. [`strict_rules`] says when a win
//! may be searched for under stricter rules.

pub mod interned;
pub mod one_deck;
pub mod strict_rules;
