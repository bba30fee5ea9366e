//! The complete search: a win, or the proof that there is none, or an honest "gave up".
//!
//! It exhausts the space of positions up to symmetry, with exact keys and with sound pruning only. What may be pruned
//! is the engine's knowledge ([`Provable`]); each rule is argued where it is written and can be switched off
//! ([`Pruning`]), which tests do.

mod best_first;
mod successors;

use crate::engine::interned::{Anything, FourDecks, Interned, StockGames, TwoDecks};
use crate::engine::{Engine, OneDeck, one_deck};
use crate::layout::Layout;
use crate::rules::{FoundationReturn, Rules};
use crate::search::{Limits, Outcome, Searched};
use crate::verdict::Reason;
use best_first::BestFirst;

pub use crate::engine::one_deck::{Pruning, Space};
pub use successors::Successors;

/// What a complete search needs of an engine beyond the rules.
pub trait Provable: Engine {
    /// A move that loses nothing: if the position can be won at all, it can be won after this move. Depends on the
    /// position up to symmetry only, and sequences of forced moves end.
    fn forced(&mut self, state: &Self::State) -> Option<Self::Action>;

    /// Appends positions such that, if this settled position can be won, one of them can, in fewer moves of those that count
    /// for the engine's own proof. Every legal move will do.
    fn expand(&mut self, state: &Self::State, out: &mut Successors<Self::State, Self::Action>)
    where
        Self: Sized,
    {
        expand_plainly(self, state, out);
    }

    /// How far from won a position looks; small is good. Only guides the order of the search.
    fn value(&self, state: &Self::State) -> u32;

    /// Two opinions of that, as different as can be.
    fn values(&self, state: &Self::State) -> [u32; 2] {
        [self.value(state); 2]
    }

    /// Bytes that the engine itself holds; `None` when it cannot take in more states.
    fn held(&self) -> Option<u64> {
        Some(0)
    }
}

/// Appends the positions after every legal move.
pub fn expand_plainly<E: Engine>(engine: &mut E, state: &E::State, out: &mut Successors<E::State, E::Action>) {
    let mut actions = out.take_actions();
    engine.actions(state, &mut actions);
    for &action in &actions {
        out.note(action);
        out.finish(engine.apply(state, action));
    }
    out.give_back(actions);
}

/// States that a proof may take before it is tried over classes.
const SMALL_PROOF: u64 = 2_000_000;

/// In which order positions are expanded. For a proof all of them have to be, so it matters for wins only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// What looks best first.
    #[default]
    Best,
    /// The last position made first: depth-first, to compare with.
    Depth,
}

/// Complete search for deals of one game, one after the other, in the same memory.
pub struct Prover {
    rules: Rules,
    /// The rules without return from the foundations, if they have it.
    strict: Option<Rules>,
    pruning: Pruning,
    search: Sizes,
}

/// One search for every size of state that there is code for.
enum Sizes {
    FreeCell(BestFirst<OneDeck<12, 18>>),
    Medium(BestFirst<OneDeck<20, 18>>),
    Large(BestFirst<OneDeck<40, 28>>),
    Stock(BestFirst<StockGames>),
    Two(BestFirst<TwoDecks>),
    Four(BestFirst<FourDecks>),
    Any(BestFirst<Anything>),
}

impl Prover {
    /// A prover for these rules.
    pub fn new(rules: &Rules) -> Prover {
        Prover::with_pruning(rules, Pruning::default())
    }

    /// A prover that prunes only what it is told to.
    pub fn with_pruning(rules: &Rules, pruning: Pruning) -> Prover {
        Prover::with_order(rules, pruning, Order::Best)
    }

    /// A prover that goes through the positions in another order.
    pub fn with_order(rules: &Rules, pruning: Pruning, order: Order) -> Prover {
        let search = Sizes::new(rules, order);
        let strict = (rules.foundation_return != FoundationReturn::None && rules.more_moves_only_help())
            .then(|| Rules { foundation_return: FoundationReturn::None, ..rules.clone() });
        Prover { rules: rules.clone(), strict, pruning, search }
    }

    /// Searches until a win, the end of the space or a limit.
    ///
    /// A win is looked for in a smaller space first: without return from the foundations (such a win is a win under
    /// both rules), and by block moves. That space may miss wins, so its end proves nothing: the proof that there is
    /// none takes the rules as they are: first over all positions, and if they are many, over classes of them, which
    /// takes longer for each but stores fewer.
    pub fn prove(&mut self, layout: &Layout, limits: &Limits) -> Searched {
        let mut spent = 0;
        let blocks = self.pruning.space == Space::Blocks && self.search.plays_blocks(&self.rules);
        if self.strict.is_some() || blocks {
            let rules = self.strict.as_ref().unwrap_or(&self.rules);
            let first = self.search.run(rules, self.pruning, layout, limits);
            if first.outcome != Outcome::Exhausted {
                return first;
            }
            spent = first.states;
        }
        let spaces = if blocks { &[Space::Plain, Space::Classes][..] } else { &[self.pruning.space] };
        for &space in spaces {
            let last = spaces.last() == Some(&space);
            let left = limits.states - spent;
            let states = if last { left } else { left.min(SMALL_PROOF) };
            let pruning = Pruning { space, ..self.pruning };
            let searched = self.search.run(&self.rules, pruning, layout, &Limits { states, ..limits.clone() });
            spent += searched.states;
            let too_large = matches!(searched.outcome, Outcome::GaveUp(Reason::States | Reason::Memory));
            if last || !too_large || spent >= limits.states {
                return Searched { states: spent, ..searched };
            }
        }
        Searched { outcome: Outcome::GaveUp(Reason::States), states: spent }
    }
}

impl Sizes {
    fn new(rules: &Rules, order: Order) -> Sizes {
        if one_deck::supports(rules) {
            let piles = rules.columns.len() + rules.cells as usize;
            let wide_keys = rules.build == crate::rules::Build::AnySuit;
            return match piles {
                0..=12 if !wide_keys => Sizes::FreeCell(BestFirst::new(order)),
                13..=20 if !wide_keys => Sizes::Medium(BestFirst::new(order)),
                _ => Sizes::Large(BestFirst::new(order)),
            };
        }
        if StockGames::supports(rules) {
            Sizes::Stock(BestFirst::new(order))
        } else if TwoDecks::supports(rules) {
            Sizes::Two(BestFirst::new(order))
        } else if FourDecks::supports(rules) {
            Sizes::Four(BestFirst::new(order))
        } else {
            Sizes::Any(BestFirst::new(order))
        }
    }

    /// Whether the search knows block moves of these rules.
    fn plays_blocks(&self, rules: &Rules) -> bool {
        let one_deck = matches!(self, Sizes::FreeCell(_) | Sizes::Medium(_) | Sizes::Large(_));
        one_deck && !rules.group_is_primitive()
    }

    fn run(&mut self, rules: &Rules, pruning: Pruning, layout: &Layout, limits: &Limits) -> Searched {
        match self {
            Sizes::FreeCell(search) => run(search, rules, pruning, layout, limits),
            Sizes::Medium(search) => run(search, rules, pruning, layout, limits),
            Sizes::Large(search) => run(search, rules, pruning, layout, limits),
            Sizes::Stock(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
            Sizes::Two(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
            Sizes::Four(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
            Sizes::Any(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
        }
    }
}

fn run<const P: usize, const N: usize>(
    search: &mut BestFirst<OneDeck<P, N>>,
    rules: &Rules,
    pruning: Pruning,
    layout: &Layout,
    limits: &Limits,
) -> Searched {
    match OneDeck::new(rules, layout) {
        Ok(engine) => search.search(&mut engine.with_pruning(pruning), limits),
        // Unreachable for rules that `supports` takes and layouts of those rules; an honest answer all the same.
        Err(_) => Searched { outcome: Outcome::GaveUp(Reason::Memory), states: 0 },
    }
}
