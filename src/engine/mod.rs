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
pub mod optimal_state;
pub mod perft;
mod pruning;
pub mod rulebook;
pub mod sizes;
mod successors;
pub mod win_state;

pub use one_deck::OneDeck;
pub use pruning::{Pruning, Space};
pub use successors::Successors;

use crate::layout::Layout;
use crate::moves::Move;
use crate::verdict::Capacity;
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

/// What a complete search needs of an engine beyond the rules.
pub trait SearchEngine: Engine {
    /// A move that loses nothing: if the position can be won at all, it can be won after this move. Depends on the
    /// position up to symmetry only, and sequences of forced moves end.
    fn forced(&mut self, state: &Self::State) -> Option<Self::Action>;

    /// Appends positions such that, if this settled position can be won, one of them can, in fewer moves of those that count
    /// for the engine's own proof. Every legal move will do.
    fn expand(&mut self, state: &Self::State, out: &mut Successors<Self::State, Self::Action>)
    where
        Self: Sized,
    {
        expand_all(self, state, out);
    }

    /// How far from won a position looks; small is good. Only guides the order of the search.
    fn value(&self, state: &Self::State) -> u32;

    /// Two opinions of that, as different as can be.
    fn values(&self, state: &Self::State) -> [u32; 2] {
        [self.value(state); 2]
    }

    /// Bytes that the engine itself holds.
    fn held(&self) -> u64 {
        0
    }

    /// What has run out, if the engine cannot take in more states.
    fn is_full(&self) -> Option<Capacity> {
        None
    }
}

/// Appends the positions after every legal move.
pub fn expand_all<E: Engine>(engine: &mut E, state: &E::State, out: &mut Successors<E::State, E::Action>) {
    let mut actions = out.take_actions();
    engine.actions(state, &mut actions);
    for &action in &actions {
        out.note(action);
        out.finish(engine.apply(state, action));
    }
    out.give_back(actions);
}
