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
use super::relaxation::{Parked, Relaxation};
use crate::engine::optimal_state::numbered_rules::BASE;
use crate::engine::optimal_state::state::{State, bits};

/// Search nodes after which the test gives up and claims nothing.
const MAX_NODES: u32 = 100;
/// With more free cells than this the test hardly ever succeeds.
const MAX_FREE_CELLS: u32 = 2;

/// What the relaxation has reached.
#[derive(Clone, Copy)]
struct Progress {
    /// Places whose cards have not moved.
    occupied: u64,
    home: u64,
    /// Cards that occupy cells.
    cells: u64,
    /// Cards that have been uncovered where they lie now.
    open: u64,
    /// Cards that have been parked on columns.
    moved: u64,
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
    let (mut home, mut moved, mut open) = (state.home_set, 0, state.top_set);
    let mut tops = state.tops;
    loop {
        if State::next_home(home) & state.cell_set != 0 {
            return false;
        }
        let landed = State::next_home(home) & moved;
        home |= landed;
        let mut stuck = landed == 0;
        for top in &mut tops[..state.columns] {
            let card = *top as usize;
            let goes_home = State::next_home(home) >> card & 1 == 1;
            if goes_home || game.onto[card] & (open | moved) != 0 {
                *(if goes_home { &mut home } else { &mut moved }) |= 1 << card;
                *top = state.below[card];
                if *top == BASE {
                    return false;
                }
                open |= 1 << *top;
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
        open: 0,
        moved: 0,
        free: state.free_cells,
    };
    DeadEndSearch { context, state, relaxation, movable, nodes_left: MAX_NODES }.is_dead_end(progress)
}

struct DeadEndSearch<'a> {
    context: &'a Context<'a>,
    state: &'a State,
    relaxation: &'a Relaxation,
    movable: u64,
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
            let next = State::next_home(at.home) & (tops | at.cells | at.moved);
            let mut gone = next & tops;
            at.home |= next;
            at.free += (next & at.cells).count_ones();
            at.cells &= !next;
            for card in bits(tops & !next & self.movable) {
                let group = self.landing_group(card, &at);
                at.moved |= group;
                gone |= group;
            }
            at.occupied &= !self.relaxation.places(gone);
            if next | gone == 0 {
                break tops;
            }
        };
        if at.free == 0 {
            return true;
        }
        bits(tops & self.movable).all(|card| {
            self.is_dead_end(Progress {
                occupied: at.occupied & !self.relaxation.places(1 << card),
                cells: at.cells | 1 << card,
                free: at.free - 1,
                ..at
            })
        })
    }

    /// The top card and the cards under it that could land together; empty if there is no landing.
    /// The group is limited by the room: no column is empty, and the relaxation never has fewer
    /// free cells than the real game.
    fn landing_group(&self, top: u8, at: &Progress) -> u64 {
        let game = self.context.game;
        let most = u32::from(game.book.largest_group(at.free as usize, 0));
        let (mut card, mut group) = (top, 0u64);
        loop {
            group |= 1 << card;
            if group.count_ones() > most {
                return 0;
            }
            let targets = game.onto[card as usize];
            let lands = |below| self.relaxation.takes(below, card);
            if targets & at.moved != 0 || bits(targets & at.open).any(lands) {
                return group;
            }
            let below = self.state.below[card as usize];
            let joined = self.context.mode.groups && below != BASE && game.joins[card as usize] >> below & 1 == 1;
            if !joined || self.movable >> below & 1 == 0 {
                return 0;
            }
            card = below;
        }
    }
}
