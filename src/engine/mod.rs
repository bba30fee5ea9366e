//! Packed engines: the rules of [`crate::position`] on small states, for search.
//!
//! An engine is built for one deal. Its states are small `Copy` values. Its keys are
//!
//! 1. *exact*: two states have equal keys if and only if they are equal up to symmetry;
//! 2. *canonical*: the symmetries are the order of columns (unless rows are still to be dealt), the
//!    order of cells, and equal cards of different decks;
//! 3. *complete*: [`Engine::restore`] turns a key back into a state, so searches store keys only.
//!
//! Searches are generic over [`Engine`] and monomorphised; there is no dynamic dispatch.
//! Tests compare every engine with [`crate::position`] by perft and random walks.

pub mod interned;
pub mod one_deck;
pub mod optimal_state;
pub mod perft;
mod pruning;
pub mod rulebook;
pub mod sizes;
mod successor_buffer;
pub mod win_state;

pub use one_deck::OneDeck;
pub use pruning::{Pruning, Space};
pub use successor_buffer::SuccessorBuffer;

use crate::layout::Layout;
use crate::moves::Move;
use crate::verdict::Capacity;
use std::fmt::Debug;
use std::hash::Hash;

/// A packed implementation of the rules for one deal.
///
/// Methods take `&mut self` where an engine may intern columns. Results must not depend on earlier
/// calls.
pub trait Engine {
    /// A state, with every pile in its place.
    type State: Copy;
    /// A state up to symmetry. Of fixed size and nearly without padding: searches store millions.
    type Key: Copy + Eq + Hash + Debug;
    /// A move up to symmetry. All empty cells are one destination; so are all empty columns where
    /// column order is a symmetry.
    type Action: Copy + Eq + Debug;

    /// The state that the engine was built for.
    fn start(&self) -> Self::State;

    /// Appends every legal action, one for each class of moves that are equal up to symmetry.
    /// [`Engine::multiplicity`] is the size of the class.
    fn actions(&mut self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// The state after a legal action.
    fn apply(&mut self, state: &Self::State, action: Self::Action) -> Self::State;

    /// The exact canonical key.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// A state with this key. Its piles may be in another order than in the state that was encoded.
    fn restore(&mut self, key: &Self::Key) -> Self::State;

    /// Whether all cards are on the foundations.
    fn is_won(&self, state: &Self::State) -> bool;

    /// How many player moves an action stands for: the number of equal destinations it may choose
    /// from.
    fn multiplicity(&self, state: &Self::State, action: Self::Action) -> u64;

    /// The action as a player move between the piles of this state; of equal destinations the
    /// first.
    fn to_move(&self, state: &Self::State, action: Self::Action) -> Move;

    /// The state as plain data.
    fn unpack(&self, state: &Self::State) -> Layout;
}

/// What a complete search needs from an engine beyond the rules.
pub trait SearchEngine: Engine {
    /// A forced move: if the state can be won, it can be won after this move. The result depends
    /// only on the state up to symmetry, and every sequence of forced moves ends.
    fn forced(&mut self, state: &Self::State) -> Option<Self::Action>;

    /// Appends successors of a state without a forced move. If the state can be won, at least one
    /// successor can be won in fewer moves, as the engine's own proof counts them. The default, the
    /// successors by all legal moves, always satisfies this.
    fn expand(&mut self, state: &Self::State, out: &mut SuccessorBuffer<Self::State, Self::Action>)
    where
        Self: Sized,
    {
        expand_all(self, state, out);
    }

    /// Heuristic estimate h of the distance to a win; smaller is better. It affects only the order
    /// in which nodes are expanded.
    fn estimate(&self, state: &Self::State) -> u32;

    /// Two different heuristics, for searches that alternate between them.
    fn estimates(&self, state: &Self::State) -> [u32; 2] {
        [self.estimate(state); 2]
    }

    /// Memory held by the engine itself, in bytes.
    fn memory(&self) -> u64 {
        0
    }

    /// The exhausted resource, if the engine cannot represent more states.
    fn is_full(&self) -> Option<Capacity> {
        None
    }
}

/// Appends the successors by all legal moves.
pub fn expand_all<E: Engine>(engine: &mut E, state: &E::State, out: &mut SuccessorBuffer<E::State, E::Action>) {
    let mut actions = out.take_actions();
    engine.actions(state, &mut actions);
    for &action in &actions {
        out.record(action);
        out.push(engine.apply(state, action));
    }
    out.give_back(actions);
}
