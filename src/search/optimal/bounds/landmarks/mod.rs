//! A lower bound for games of several decks or with a stock: landmarks and hitting sets.
//!
//! Some cards have to be *parked*: moved other than from the place where the deal puts them to a
//! foundation. A landmark is a set of cards of which every solution parks at least one, and a set that
//! meets all landmarks has at least as many cards as the smallest that does.
//!
//! - [`decision`] proves in the [`relaxed_game`] that parking some cards only is not enough.
//! - [`minimal`] makes small landmarks from such proofs.
//! - [`hitting_set`] proves how many cards are needed to meet all landmarks that are known. A set that
//!   meets them is either enough in the relaxed game, or it gives new landmarks. This is the implicit
//!   hitting set algorithm (Chandrasekaran, Karp, Moreno-Centeno and Vempala, *Algorithms for implicit
//!   hitting set problems*, SODA 2011; Slaney, *Set-theoretic duality*, ECAI 2014). In planning, Bonet
//!   and Helmert (*Strengthening landmark heuristics via hitting sets*, ECAI 2010) compute bounds so.
//!
//! *Definitions.*
//!
//! 1. The *units* are the cards in columns and, if rows are covered, those of rows to come. In `moves`
//!    of a game with group moves they are runs: cards of a column of the layout of which each may move
//!    together with the one under it.
//! 2. A unit is *parked* in a solution if one of its cards makes a move that is neither a move home
//!    from the place where the layout or a row puts it nor a deal.
//! 3. In the *relaxed game* with parked units P, cards that have left their place are in nobody's way
//!    and may go home from anywhere. Cards of units in P, when no card lies above them that has not
//!    left, leave at any time. Others leave only to go home. Cards in cells, in the waste, and of a
//!    stock that is not covered lie apart from the start.
//! 4. A *landmark* is a set of units, of which every solution parks at least one.
//!
//! *Claim 1.* If P has all the units that a solution parks, the relaxed game can be won.
//!
//! 1. Let a card be home *for good* when it goes home for the last time. Take these events, deals, and
//!    every card that leaves its place for the first time otherwise, in the order of the solution.
//! 2. A card that leaves its place is not covered by a card that has not left: what lies above it in
//!    its column would have come there by the layout or by a row, or have left its own place. It is in
//!    a unit of P, lies apart, or goes home for good, since a card that returns from a foundation makes
//!    a move that parks its unit.
//! 3. When a card goes home for good, the cards under it on its pile are home for good. So the j-th
//!    copy of a kind that goes home for good finds j copies of the kind before it home for good, with
//!    one pile for each deck or one for all. ∎
//!
//! *Claim 2.* If the relaxed game with P cannot be won, the units outside of P are a landmark. (By claim
//! 1 a solution does not park units of P only.) ∎
//!
//! *Claim 3.* Let no set of fewer than n units meet a given set of landmarks. Then every solution costs
//! n more than a move for every card that is not home and the deals.
//!
//! 1. Every solution parks n units or more, since what it parks meets all landmarks. Home moves for good
//!    and deals are moves of their own and park nothing.
//! 2. In `cards`, and where cards move singly, units are cards, and the first move that parks a card
//!    costs 1 for this card alone.
//! 3. In `moves`, take the first move that parks a card of the unit. Let a group move be the first for
//!    cards of two units. These cards have not moved, so they lie where the layout put them, and so do
//!    the cards between them. Each of them may move together with the one under it: they are one unit,
//!    a contradiction. ∎
//!
//! *Rule keys.* See [`coverage`].

mod decision;
mod hitting_set;
mod local_search;
mod minimal;
mod relaxed_game;
mod unit_set;

use self::decision::Decision;
use self::hitting_set::{HittingSets, Smallest};
use self::relaxed_game::RelaxedGame;
use self::unit_set::UnitSet;
use super::counting::{self, Suits};
use crate::container::random::SplitMix64;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::rules::{FoundationPiles, Group, Rules, Stock};
use std::ops::ControlFlow;

/// Which parts of the bound apply to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// The bound applies at all.
    pub landmarks: bool,
    /// Cards of rows that are still to be dealt are units.
    pub rows: bool,
    /// Units are cards, in `moves` too.
    pub singly: bool,
}

/// Which parts of the bound apply to these rules.
pub fn coverage(rules: &Rules) -> Coverage {
    let Rules {
        name: _,
        aliases: _,
        description: _,
        // Any layout, of any number of copies. The order of kinds is that of the foundations.
        decks: _,
        ranks: _,
        strip_ranks: _,
        columns: _,
        cells: _,
        cells_prefilled: _,
        deal_first: _,
        foundation_prefill: _,
        foundation_base: _,
        // Going round makes the first kind of the next round wait, which the relaxed game does not ask.
        foundation_wrap: _,
        // Where a parked card goes does not matter.
        cells_kind: _,
        build: _,
        build_wrap: _,
        empty_column: _,
        // A card that returns is parked.
        foundation_return: _,
        // Runs are those that may move as a group.
        group,
        group_build: _,
        // Kinds take turns by suit.
        foundation_piles,
        stock,
    } = rules;
    let landmarks = *foundation_piles != FoundationPiles::AnySuit;
    let singly = *group == Group::Single;
    // A card that falls on a run may become part of it, so runs cannot be read from the layout.
    let rows = landmarks && singly && matches!(stock, Stock::RowDeal { .. });
    Coverage { landmarks, rows, singly }
}

/// What is asked for.
pub struct Request<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The deal or position.
    pub layout: &'a Layout,
    /// What is counted.
    pub metric: Metric,
    /// Steps that may be taken, of 20 to 45 ns each.
    pub steps: u64,
}

/// Closures for one decision: few at first, because most of what fails, fails soon, and giving up costs
/// only a larger landmark. More when no landmark is found any longer.
const CLOSURES: [u32; 6] = [4, 12, 36, 108, 324, 972];

/// Steps of a closure.
const CLOSURE: u64 = 100;

/// Steps that hitting sets may take for every step of a closure, while new landmarks are found.
const PROOFS: u64 = 2;

/// A lower bound on the cost of every solution from this layout. Calls `report` now and then with the
/// bound so far, until that breaks.
pub fn lower_bound(request: &Request, report: &mut dyn FnMut(u32) -> ControlFlow<()>) -> u32 {
    let &Request { rules, layout, metric, steps } = request;
    let counted = counting::lower_bound(rules, layout, metric);
    let coverage = coverage(rules);
    let suits = Suits::new(rules, layout).filter(|_| coverage.landmarks);
    let Some(suits) = suits else { return counted };
    let runs = !coverage.singly
        && match metric {
            Metric::Moves => true,
            Metric::Cards => false,
        };
    let game = RelaxedGame::new(rules, layout, &suits, coverage, runs);
    let base = counting::moves_home_and_deals(rules, layout);
    let mut proven = 0;
    // Breaks off when the steps are used up or nobody wants to know more.
    let _ = parked_units(&game, &mut |taken, units| {
        proven = units;
        let told = report(counted.max(base + units as u32));
        if taken >= steps { ControlFlow::Break(()) } else { told }
    });
    counted.max(base + proven as u32)
}

/// Raises the number of units that every solution parks until it is that of the relaxed game. Calls
/// `report` with the steps so far and this number until that breaks.
fn parked_units(game: &RelaxedGame, report: &mut dyn FnMut(u64, usize) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut limits = CLOSURES.into_iter();
    let mut decision = Decision::new(game);
    let mut sets = HittingSets::new(game.units);
    let mut random = SplitMix64::new(0);
    let mut proven = 0;
    // A set that meets all landmarks.
    let mut met = UnitSet::EMPTY;
    loop {
        // Landmarks that `met` misses, disjoint from each other.
        let mut parked = met;
        let mut disjoint = 0;
        loop {
            report(decision.closures * CLOSURE + sets.steps, proven.max(disjoint))?;
            if !decision.fails(&parked) {
                break;
            }
            let order = sets.rarest_last(&mut random);
            let landmark = minimal::landmark(&mut decision, &parked, &order);
            if landmark.is_empty() {
                // There is no solution.
                return ControlFlow::Continue(());
            }
            parked = parked.union(&landmark);
            sets.add(landmark);
            disjoint += 1;
        }
        proven = proven.max(disjoint);
        if parked == met && met.len() <= proven {
            // It is the optimum, unless the last decision could not be made.
            match limits.next().filter(|_| decision.gave_up) {
                Some(limit) => decision.limit = limit,
                None => return ControlFlow::Continue(()),
            }
            continue;
        }
        // Proofs about hitting sets are short when many landmarks are known.
        let taken = decision.closures * CLOSURE;
        let prove = disjoint == 0 || sets.steps <= PROOFS * taken;
        loop {
            let search = sets.smallest(proven, prove, &mut random, &mut |steps| report(taken + steps, proven));
            match search? {
                Smallest::Is(set) | Smallest::MayBe(set) => {
                    met = set;
                    break;
                }
                Smallest::IsMore => proven += 1,
            }
        }
    }
}
