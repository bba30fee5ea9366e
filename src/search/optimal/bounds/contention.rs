//! Cell contention: proves that a state has no solution of cost h, so the bound can be raised by
//! one.
//!
//! *Definitions.* Let h be the bound of [`super::relaxation`]. A solution of cost h is *without
//! waste*: every move either goes home or reduces the number of units to park by one.
//!
//! *Properties of a solution without waste.*
//!
//! 1. A card in a cell stays there until it goes home; so does a card that is parked in a cell from
//!    now on.
//! 2. All cards that move other than home are dead or belong to some minimum set to park. If every
//!    unit of one minimum set lies on a cycle of its own, disjoint from the others, then every
//!    other minimum set takes exactly one unit of each of these cycles, so nothing outside them
//!    moves.
//! 3. A card that is parked on a column lands on an uncovered card, either where that card lies now
//!    or where it was itself parked on a column before.
//!
//! *Relaxation.* Let cards go home and be parked on columns as long as anything can, ignoring that
//! landed cards cover others and that a card can only be in one place. By 1–3 this reaches
//! everything that a solution without waste reaches. Only the choice of the cards that go into free
//! cells is searched.
//!
//! *Claim.* If every choice ends before all cards are home and before some column is empty, every
//! solution wastes a move and the bound rises by one. (If a column becomes empty, anything may be
//! parked there and nothing is claimed.)
//!
//! *Consequences.* The raised bound is not consistent, so nodes may be expanded with a path that is
//! not the cheapest, and are then reopened. The test is made only when a node is popped.
//!
//! *Not done.* Two wasted moves can be treated in the same way (cards outside the cycles, landings
//! that block, cards that leave cells, each for one wasted move). Measured: 18 % fewer expansions
//! than with one wasted move alone, but more time.

use super::super::astar::Context;
use super::relaxation::{Parked, PlaceSet, Relaxation};
use crate::engine::optimal_state::NumberSet;
use crate::engine::optimal_state::numbered_rules::BASE;
use crate::engine::optimal_state::state::State;

/// Search nodes after which the test gives up and claims nothing.
const MAX_NODES: u32 = 100;
/// With more free cells than this the test hardly ever succeeds.
const MAX_FREE_CELLS: u32 = 2;

/// What the relaxation has reached.
#[derive(Clone, Copy)]
struct Progress {
    /// Places whose cards have not moved.
    occupied: PlaceSet,
    home: NumberSet,
    /// Cards that occupy cells.
    cells: NumberSet,
    /// Cards that have been uncovered where they lie now.
    open: NumberSet,
    /// Cards that have been parked on columns.
    moved: NumberSet,
    free: u32,
}

/// A cheaper, weaker test: no cell is free, and the relaxation ends before a cell is freed or a
/// column is emptied. Here any card may move, so less is proved than by [`raises_bound`], but the
/// blocking graph is not needed. The argument is that of the module: a solution without waste frees
/// a cell or empties a column only by such moves.
pub fn raises_bound_cheaply(context: &Context, state: &State) -> bool {
    let game = context.game;
    if state.empty_columns > 0 || state.free_cells > 0 || !context.no_groups_without_room() {
        return false;
    }
    let (mut home, mut moved, mut open) = (state.home_set, NumberSet::EMPTY, state.top_set);
    let mut tops = state.tops;
    loop {
        if home.next_home().meets(state.cell_set) {
            return false;
        }
        let landed = home.next_home() & moved;
        home |= landed;
        let mut stuck = landed.is_empty();
        for top in &mut tops[..state.columns] {
            let card = *top;
            let goes_home = home.next_home().contains(card);
            if goes_home || game.onto[card as usize].meets(open | moved) {
                (if goes_home { &mut home } else { &mut moved }).insert(card);
                *top = state.below[card as usize];
                if *top == BASE {
                    return false;
                }
                open.insert(*top);
                stuck = false;
            }
        }
        if stuck {
            return true;
        }
    }
}

/// Whether every solution wastes a move. `parked` is a minimum set to park of the loaded state.
pub fn raises_bound(context: &Context, relaxation: &mut Relaxation, state: &State, parked: Parked) -> bool {
    if state.empty_columns > 0 || state.free_cells > MAX_FREE_CELLS {
        return false;
    }
    let movable = relaxation.may_be_parked(parked);
    let movable = relaxation.cards(movable);
    let progress = Progress {
        occupied: relaxation.column_places(),
        home: state.home_set,
        cells: state.cell_set,
        open: NumberSet::EMPTY,
        moved: NumberSet::EMPTY,
        free: state.free_cells,
    };
    DeadEndSearch { context, state, relaxation, movable, nodes_left: MAX_NODES }.is_dead_end(progress)
}

struct DeadEndSearch<'a> {
    context: &'a Context<'a>,
    state: &'a State,
    relaxation: &'a Relaxation,
    movable: NumberSet,
    nodes_left: u32,
}

impl DeadEndSearch<'_> {
    fn is_dead_end(&mut self, mut at: Progress) -> bool {
        if self.nodes_left == 0 {
            return false;
        }
        self.nodes_left -= 1;
        let tops = loop {
            let Some(tops) = self.relaxation.top_cards(at.occupied) else { return false };
            at.open |= tops;
            let next = at.home.next_home() & (tops | at.cells | at.moved);
            let mut gone = next & tops;
            at.home |= next;
            at.free += (next & at.cells).len();
            at.cells -= next;
            for card in (tops - next) & self.movable {
                let group = self.landing_group(card, &at);
                at.moved |= group;
                gone |= group;
            }
            at.occupied -= self.relaxation.places(gone);
            if (next | gone).is_empty() {
                break tops;
            }
        };
        if at.free == 0 {
            return true;
        }
        (tops & self.movable).into_iter().all(|card| {
            let card = NumberSet::of(card);
            self.is_dead_end(Progress {
                occupied: at.occupied - self.relaxation.places(card),
                cells: at.cells | card,
                free: at.free - 1,
                ..at
            })
        })
    }

    /// The top card and the cards under it that could land together; empty if there is no landing.
    /// The group is limited by the room: no column is empty, and the relaxation never has fewer
    /// free cells than the real game.
    fn landing_group(&self, top: u8, at: &Progress) -> NumberSet {
        let game = self.context.game;
        let most = u32::from(game.book.largest_group(at.free as usize, 0));
        let (mut card, mut group) = (top, NumberSet::EMPTY);
        loop {
            group.insert(card);
            if group.len() > most {
                return NumberSet::EMPTY;
            }
            let targets = game.onto[card as usize];
            let lands = |below| self.relaxation.takes(below, card);
            if targets.meets(at.moved) || (targets & at.open).into_iter().any(lands) {
                return group;
            }
            let below = self.state.below[card as usize];
            let joined = self.context.mode.groups && below != BASE && game.joins[card as usize].contains(below);
            if !joined || !self.movable.contains(below) {
                return NumberSet::EMPTY;
            }
            card = below;
        }
    }
}
