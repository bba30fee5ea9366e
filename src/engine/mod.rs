//! Packed engines: the same rules as [`crate::position`], made fast.
//!
//! An engine is built for one deal. Its states are small `Copy` values that know where every card lies; its keys
//! are *exact* and *canonical*: two states have equal keys exactly when they are equal up to the game's real
//! symmetries (order of columns while no stock waits, order of cells, equal cards of different decks). A key is
//! also complete: [`Engine::restore`] turns it back into a state, so searches store keys only.
//!
//! Searches are generic over [`Engine`] and monomorphised: nothing here is called through a vtable.

pub mod interned;
pub mod one_deck;
pub mod perft;

pub use one_deck::OneDeck;

use crate::layout::Layout;
use crate::moves::Move;
use std::fmt::Debug;
use std::hash::Hash;

/// A packed implementation of the rules for one deal.
///
/// `&mut self` where an engine may intern columns as it goes; an engine must give the same answers whatever was
/// asked before.
pub trait Engine {
    /// A position, with piles in their places.
    type State: Copy;
    /// A position up to symmetry. Fixed size, no padding inside worth speaking of: searches store millions.
    type Key: Copy + Eq + Hash + Debug;
    /// A move up to symmetry: all empty cells are one destination, and so are all empty columns (where column
    /// order is a symmetry).
    type Action: Copy + Eq + Debug;

    /// The position that the engine was built for.
    fn start(&self) -> Self::State;

    /// Appends every legal action. No two of them are the same move up to symmetry of piles with equal content
    /// (two empty cells, two empty columns); [`Engine::ways`] says how many player moves each stands for.
    fn actions(&mut self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// The position after a legal action.
    fn apply(&mut self, state: &Self::State, action: Self::Action) -> Self::State;

    /// The exact canonical key.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// A state with this key. Piles may lie in another order than in the state that the key was taken from.
    fn restore(&mut self, key: &Self::Key) -> Self::State;

    /// All cards are on the foundations.
    fn is_won(&self, state: &Self::State) -> bool;

    /// How many player moves an action stands for: the number of empty cells or empty columns it may go to.
    fn ways(&self, state: &Self::State, action: Self::Action) -> u64;

    /// The action as a player move between real piles of this state; of equal destinations the first.
    fn to_move(&self, state: &Self::State, action: Self::Action) -> Move;

    /// The position as plain data.
    fn unpack(&self, state: &Self::State) -> Layout;
}
