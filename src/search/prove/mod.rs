//! The complete search: a win, or the proof that there is none, or an honest "gave up".
//!
//! It exhausts the space of positions up to symmetry, with exact keys and with sound pruning only: by best-first search
//! ([`best_first`]), which finds wins on the way, or depth-first in less memory and time ([`exhaust`]). What may be pruned
//! is the engine's knowledge ([`Provable`]); each rule is argued where it is written and can be switched off
//! ([`Pruning`]), which tests do.

mod best_first;
mod exhaust;
mod successors;

use crate::engine::interned::{Anything, FourDecks, Interned, StockGames, TwoDecks};
use crate::engine::{Engine, OneDeck, one_deck};
use crate::layout::Layout;
use crate::rules::{FoundationReturn, Rules};
use crate::search::{Limits, Outcome, Searched};
use crate::verdict::Reason;
use best_first::BestFirst;
use exhaust::Exhaust;

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

/// How looks for a win and the way to the end of the space take turns in games of one deck, until one of them is done: the
/// states that either may have expanded when its turn ends. The way to the end goes on where it stopped; looks start
/// anew. Only when the space turns out to be very large do looks get long: hard wins that are known took 0.9 million
/// states, and each look is lost where there is no win.
const TURNS: [(Order, u64); 7] = [
    (Order::Best, 200_000),
    (Order::Depth, 2_000_000),
    (Order::Best, 1_000_000),
    (Order::Depth, 80_000_000),
    (Order::Best, 5_000_000),
    (Order::Depth, u64::MAX),
    (Order::Best, u64::MAX),
];

/// In which order positions are expanded. For a proof all of them have to be, so it matters for wins only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// What looks best first.
    #[default]
    Best,
    /// The last position made first.
    Depth,
}

/// Complete search for deals of one game, one after the other, in the same memory.
pub struct Prover {
    rules: Rules,
    /// The rules without return from the foundations, if they have it.
    strict: Option<Rules>,
    pruning: Pruning,
    order: Order,
    search: Sizes,
}

/// One search for every size of state that there is code for.
enum Sizes {
    FreeCell(Deck<12, 18>),
    Medium(Deck<20, 18>),
    Large(Deck<40, 28>),
    Stock(BestFirst<StockGames>),
    Two(BestFirst<TwoDecks>),
    Four(BestFirst<FourDecks>),
    Any(BestFirst<Anything>),
}

/// Both ways through the space of a one-deck game.
struct Deck<const P: usize, const N: usize> {
    best: BestFirst<OneDeck<P, N>>,
    depth: Exhaust<P, N>,
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
        Prover { rules: rules.clone(), strict, pruning, order, search }
    }

    /// Searches until a win, the end of the space or a limit.
    ///
    /// A win is looked for in a smaller space first: without return from the foundations (such a win is a win under
    /// both rules), and by block moves. That space may miss wins, so its end proves nothing: the proof that there is
    /// none takes the rules as they are and every move.
    pub fn prove(&mut self, layout: &Layout, limits: &Limits) -> Searched {
        let searched = self.search(layout, limits);
        self.search.forget();
        searched
    }

    fn search(&mut self, layout: &Layout, limits: &Limits) -> Searched {
        let blocks = self.pruning.space == Space::Blocks && self.search.plays_blocks(&self.rules);
        if blocks && self.order == Order::Best {
            return self.by_turns(layout, limits);
        }
        let clock = limits.start();
        let mut spent = 0;
        if let Some(strict) = &self.strict {
            let first = self.search.run(strict, self.pruning, self.order, layout, limits);
            self.search.forget();
            if first.outcome != Outcome::Exhausted {
                return first;
            }
            spent = first.states;
        }
        let rest = limits.after(spent, &clock);
        let searched = self.search.run(&self.rules, self.pruning, self.order, layout, &rest);
        Searched { states: spent + searched.states, ..searched }
    }

    /// Looks for a win among tidy positions and goes to the end of all positions, by turns. Which of the two is the right
    /// thing cannot be known beforehand, and this wastes little on the other.
    fn by_turns(&mut self, layout: &Layout, limits: &Limits) -> Searched {
        let clock = limits.start();
        let mut left = limits.states;
        let mut reason = Reason::States;
        let mut on_the_way = 0;
        // A look that came to its end has shown nothing, and more states do not help where memory is short.
        let mut done = [false; 2];
        for (order, states) in TURNS {
            let (rules, done) = match order {
                Order::Best => (self.strict.as_ref().unwrap_or(&self.rules), &mut done[0]),
                Order::Depth => (&self.rules, &mut done[1]),
            };
            if *done || left == 0 {
                continue;
            }
            let mut turn = limits.after(limits.states - left, &clock);
            match order {
                Order::Best => {
                    turn.states = states.min(left);
                    turn.memory = limits.memory.saturating_sub(self.search.held());
                }
                Order::Depth => turn.states = (states - on_the_way).min(left),
            }
            let searched = self.search.run(rules, self.pruning, order, layout, &turn);
            left -= searched.states;
            if order == Order::Depth {
                on_the_way += searched.states;
            }
            match searched.outcome {
                Outcome::Exhausted if order == Order::Best => *done = true,
                Outcome::GaveUp(why @ (Reason::States | Reason::Memory)) => {
                    *done = why == Reason::Memory;
                    reason = why;
                }
                _ => return Searched { states: limits.states - left, ..searched },
            }
        }
        Searched { outcome: Outcome::GaveUp(reason), states: limits.states - left }
    }
}

impl<const P: usize, const N: usize> Deck<P, N> {
    fn new(order: Order) -> Self {
        Deck { best: BestFirst::new(order), depth: Exhaust::new() }
    }

    fn run(&mut self, rules: &Rules, pruning: Pruning, order: Order, layout: &Layout, limits: &Limits) -> Searched {
        // Unreachable for rules that `supports` takes and layouts of those rules; an honest answer all the same.
        let Ok(engine) = OneDeck::new(rules, layout) else {
            return Searched { outcome: Outcome::GaveUp(Reason::Memory), states: 0 };
        };
        match order {
            Order::Best => self.best.search(&mut engine.with_pruning(pruning), limits),
            Order::Depth => {
                let every_move = Pruning { space: Space::Plain, ..pruning };
                self.depth.search(&mut engine.with_pruning(every_move), limits)
            }
        }
    }
}

impl Sizes {
    fn new(rules: &Rules, order: Order) -> Sizes {
        if one_deck::supports(rules) {
            let piles = rules.columns.len() + rules.cells as usize;
            let wide_keys = rules.build == crate::rules::Build::AnySuit;
            return match piles {
                0..=12 if !wide_keys => Sizes::FreeCell(Deck::new(order)),
                13..=20 if !wide_keys => Sizes::Medium(Deck::new(order)),
                _ => Sizes::Large(Deck::new(order)),
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

    /// Ends a search that could go on.
    fn forget(&mut self) {
        match self {
            Sizes::FreeCell(deck) => deck.depth.forget(),
            Sizes::Medium(deck) => deck.depth.forget(),
            Sizes::Large(deck) => deck.depth.forget(),
            _ => {}
        }
    }

    /// Bytes that a search holds which could go on.
    fn held(&self) -> u64 {
        let held = match self {
            Sizes::FreeCell(deck) => deck.depth.bytes(),
            Sizes::Medium(deck) => deck.depth.bytes(),
            Sizes::Large(deck) => deck.depth.bytes(),
            _ => 0,
        };
        held as u64
    }

    fn run(&mut self, rules: &Rules, pruning: Pruning, order: Order, layout: &Layout, limits: &Limits) -> Searched {
        match self {
            Sizes::FreeCell(deck) => deck.run(rules, pruning, order, layout, limits),
            Sizes::Medium(deck) => deck.run(rules, pruning, order, layout, limits),
            Sizes::Large(deck) => deck.run(rules, pruning, order, layout, limits),
            Sizes::Stock(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
            Sizes::Two(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
            Sizes::Four(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
            Sizes::Any(search) => search.search(&mut Interned::new(rules, layout).with_pruning(pruning), limits),
        }
    }
}
