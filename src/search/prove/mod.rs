//! The complete search: ends in a win, in the proof that there is none, or at a limit.
//!
//! It exhausts the space of positions up to symmetry, with exact keys and sound pruning only:
//! best-first ([`best_first`]), which finds wins sooner, or depth-first ([`depth_first`]), which needs
//! less memory and time for a proof. The engine decides what may be pruned ([`SearchEngine`]); each
//! pruning rule has its soundness argument where it is implemented and a switch in [`Pruning`] that
//! tests use.

mod best_first;
mod closed_set;
mod depth_first;

use crate::engine::interned::{Anything, FourDecks, Interned, StockGames, TwoDecks};
use crate::engine::sizes::{
    ByInternedSize, ByOneDeckSize, LARGE, MEDIUM, OneDeckSize, SMALL, by_interned_size, by_one_deck_size,
    with_interned_size, with_one_deck_size,
};
use crate::engine::{OneDeck, SearchEngine, SuccessorBuffer, expand_all, one_deck};
use crate::game::Game;
use crate::layout::Layout;
use crate::rules::Rules;
use crate::search::find::strict_rules;
use crate::search::{Budget, Outcome, Searched};
use crate::verdict::Reason;
use crate::verify::certificate::Certificate;
use best_first::BestFirst;
use closed_set::Claim;
use depth_first::DepthFirst;

pub use crate::engine::{Pruning, Space};
pub(in crate::search) use best_first::{after_forced_moves, replay_from};
pub use closed_set::NoCertificate;

/// One-deck games alternate two searches with growing budgets until one finishes: best-first (finds
/// wins) and depth-first (exhausts the space). The number is the total of states that the search may
/// have expanded when its turn ends. Depth-first resumes where it stopped; best-first starts anew.
/// Best-first gets a large budget only when the space turns out to be very large: the hardest known
/// wins took 0.9 million states, and on an unwinnable deal every best-first turn is wasted.
const TURNS: [(Order, u64); 7] = [
    (Order::Best, 200_000),
    (Order::Depth, 2_000_000),
    (Order::Best, 1_000_000),
    (Order::Depth, 80_000_000),
    (Order::Best, 5_000_000),
    (Order::Depth, u64::MAX),
    (Order::Best, u64::MAX),
];

/// The order in which states are expanded. It affects how soon wins are found; a proof expands all
/// states in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Best heuristic value first.
    #[default]
    Best,
    /// Last generated first.
    Depth,
}

/// Complete search for deals of one game. Its memory is reused from deal to deal.
pub struct Prover {
    rules: Rules,
    /// The rules without return from the foundations, if they allow return.
    strict: Option<Rules>,
    pruning: Pruning,
    order: Order,
    search: Searches,
}

type Decks = ByOneDeckSize<
    Box<Deck<{ SMALL.0 }, { SMALL.1 }>>,
    Box<Deck<{ MEDIUM.0 }, { MEDIUM.1 }>>,
    Box<Deck<{ LARGE.0 }, { LARGE.1 }>>,
>;
type BestFirsts = ByInternedSize<
    Box<BestFirst<StockGames>>,
    Box<BestFirst<TwoDecks>>,
    Box<BestFirst<FourDecks>>,
    Box<BestFirst<Anything>>,
>;

/// The searches of one size of state.
enum Searches {
    OneDeck(Decks),
    Interned(BestFirsts),
}

/// Both searches of a one-deck game.
struct Deck<const P: usize, const N: usize> {
    best: BestFirst<OneDeck<P, N>>,
    depth: DepthFirst<P, N>,
}

/// One run of a search.
#[derive(Clone, Copy)]
struct Run<'a> {
    rules: &'a Rules,
    pruning: Pruning,
    order: Order,
    layout: &'a Layout,
    limits: &'a Budget,
}

impl Prover {
    /// A prover for these rules.
    pub fn new(rules: &Rules) -> Prover {
        Prover::with_pruning(rules, Pruning::default())
    }

    /// A prover with other pruning switches.
    pub fn with_pruning(rules: &Rules, pruning: Pruning) -> Prover {
        Prover::with_order(rules, pruning, Order::Best)
    }

    /// A prover with other pruning switches and another order.
    pub fn with_order(rules: &Rules, pruning: Pruning, order: Order) -> Prover {
        let search = Searches::new(rules, order);
        Prover { rules: rules.clone(), strict: strict_rules::without_return(rules), pruning, order, search }
    }

    /// Frees the memory of past searches.
    pub fn release(&mut self) {
        self.search = Searches::new(&self.rules, self.order);
    }

    /// Searches until a win, exhaustion or a limit.
    ///
    /// Wins are first searched for in smaller spaces: without return from the foundations (such a win
    /// is valid under the full rules too), and by block moves. These spaces are not complete, so
    /// exhausting them proves nothing. The proof uses the full rules and all moves.
    pub fn prove(&mut self, layout: &Layout, limits: &Budget) -> Searched {
        let searched = self.search(layout, limits);
        self.search.forget();
        searched
    }

    fn search(&mut self, layout: &Layout, limits: &Budget) -> Searched {
        let blocks = self.pruning.space == Space::Blocks && self.search.plays_blocks(&self.rules);
        if blocks && self.order == Order::Best {
            return self.alternate(layout, limits);
        }
        let clock = limits.start();
        let mut spent = 0;
        if let Some(strict) = &self.strict {
            let first =
                self.search.run(Run { rules: strict, pruning: self.pruning, order: self.order, layout, limits });
            self.search.forget();
            if first.outcome != Outcome::Exhausted {
                return first;
            }
            spent = first.states;
        }
        let rest = limits.after(spent, &clock);
        let searched = self.search.run(Run {
            rules: &self.rules,
            pruning: self.pruning,
            order: self.order,
            layout,
            limits: &rest,
        });
        Searched { states: spent + searched.states, ..searched }
    }

    /// The certificate that a deal is unwinnable; the deal must be known to be. See
    /// [`crate::verify::certificate`].
    pub fn certificate(
        &self,
        rules: &Game,
        deal: &str,
        layout: &Layout,
        limits: &Budget,
    ) -> Result<Certificate, NoCertificate> {
        let claim = Claim { rules, deal, layout };
        if one_deck::supports(rules) {
            let engines = by_one_deck_size!(rules, E => {
                let engine: E = unpruned_deck(&claim);
                engine
            });
            with_one_deck_size!(engines, engine => {
                let mut engine = engine;
                closed_set::certificate(&mut engine, &claim, limits)
            })
        } else {
            let engines = by_interned_size!(rules, E => E::new(rules, layout).with_pruning(CERTIFIED));
            with_interned_size!(engines, engine => {
                let mut engine = engine;
                closed_set::certificate(&mut engine, &claim, limits)
            })
        }
    }

    /// Alternates best-first search over block moves with depth-first search over all moves
    /// ([`TURNS`]). It is not known beforehand which of them will finish; alternating wastes little on
    /// the other.
    fn alternate(&mut self, layout: &Layout, limits: &Budget) -> Searched {
        let clock = limits.start();
        let mut left = limits.states;
        let mut reason = Reason::States;
        let mut depth_first_states = 0;
        // Exhausting the block moves proves nothing, and after running out of memory a larger budget of
        // states does not help: in both cases the search gets no further turn.
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
                Order::Depth => turn.states = (states - depth_first_states).min(left),
            }
            let searched = self.search.run(Run { rules, pruning: self.pruning, order, layout, limits: &turn });
            left -= searched.states;
            if order == Order::Depth {
                depth_first_states += searched.states;
            }
            match searched.outcome {
                Outcome::Exhausted if order == Order::Best => *done = true,
                Outcome::GaveUp(why @ (Reason::States | Reason::Memory | Reason::Capacity(_))) => {
                    *done = why != Reason::States;
                    reason = why;
                }
                _ => return Searched { states: limits.states - left, ..searched },
            }
        }
        Searched { outcome: Outcome::GaveUp(reason), states: limits.states - left }
    }
}

/// The pruning of certificates: safe home moves only.
const CERTIFIED: Pruning = Pruning { safe_home: true, stuck: false, space: Space::Plain };

fn unpruned_deck<const P: usize, const N: usize>(claim: &Claim) -> OneDeck<P, N> {
    let engine = OneDeck::new(claim.rules, claim.layout);
    engine.expect("the layout fits the rules, and the size was chosen for them").with_pruning(CERTIFIED)
}

impl<const P: usize, const N: usize> Deck<P, N> {
    fn new(order: Order) -> Self {
        Deck { best: BestFirst::new(order), depth: DepthFirst::new() }
    }

    fn run(&mut self, run: Run) -> Searched {
        let engine = OneDeck::new(run.rules, run.layout);
        let engine = engine.expect("the layout fits the rules, and the size was chosen for them");
        match run.order {
            Order::Best => self.best.search(&mut engine.with_pruning(run.pruning), run.limits),
            Order::Depth => {
                let every_move = Pruning { space: Space::Plain, ..run.pruning };
                self.depth.search(&mut engine.with_pruning(every_move), run.limits)
            }
        }
    }
}

impl Searches {
    fn new(rules: &Rules, order: Order) -> Searches {
        match one_deck::supports(rules) {
            true => Searches::OneDeck(match OneDeckSize::of(rules) {
                OneDeckSize::Small => ByOneDeckSize::Small(Box::new(Deck::new(order))),
                OneDeckSize::Medium => ByOneDeckSize::Medium(Box::new(Deck::new(order))),
                OneDeckSize::Large => ByOneDeckSize::Large(Box::new(Deck::new(order))),
            }),
            false => Searches::Interned(by_interned_size!(rules, E => Box::new(BestFirst::<E>::new(order)))),
        }
    }

    /// Whether block moves are available for these rules.
    fn plays_blocks(&self, rules: &Rules) -> bool {
        matches!(self, Searches::OneDeck(_)) && one_deck::groups_are_a_gesture(rules)
    }

    /// Discards a search that could be resumed.
    fn forget(&mut self) {
        if let Searches::OneDeck(decks) = self {
            with_one_deck_size!(decks, deck => deck.depth.forget());
        }
    }

    /// Memory held by a search that could be resumed, in bytes.
    fn held(&self) -> u64 {
        match self {
            Searches::OneDeck(decks) => with_one_deck_size!(decks, deck => deck.depth.bytes() as u64),
            Searches::Interned(_) => 0,
        }
    }

    fn run(&mut self, run: Run) -> Searched {
        match self {
            Searches::OneDeck(decks) => with_one_deck_size!(decks, deck => deck.run(run)),
            Searches::Interned(searches) => with_interned_size!(searches, search => {
                search.search(&mut Interned::new(run.rules, run.layout).with_pruning(run.pruning), run.limits)
            }),
        }
    }
}
