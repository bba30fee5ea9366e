//! Cell contention: proves that a position cannot be won without a wasted move.
//!
//! The bound of [`super::relaxation`] is reached only by solutions *without waste*: every move either goes home or takes
//! the number of units to park down by one. In such a solution
//!
//! * a card in a cell stays there until it goes home, and so does a card that is parked in a cell from now on;
//! * all cards that move otherwise than home are dead or belong to some minimum set to park. If every unit of one
//!   minimum set lies on a cycle of its own, disjoint from the others, every other minimum set takes exactly one unit of
//!   each of these cycles, so nothing outside them moves;
//! * a card that is parked on a column lands on a card that lies open, either where it lies now or where it was
//!   itself parked on a column before.
//!
//! We let cards go home and be parked on columns as long as anything can, ignoring that landed cards cover others and
//! that a card can only be in one place: this reaches whatever a solution without waste reaches. Only the choice which
//! cards go into free cells is searched. If all of it comes to an end before every card is home or some column is
//! empty (then anything may be parked there and we claim nothing), every solution wastes a move: the bound is one higher.
//!
//! Two more moves can be accounted for in the same way (cards outside the pairs, landings that block, cards that leave
//! cells, each for one wasted move): measured, 18 % fewer expansions than with the first alone, but more time.
//!
//! The higher bound is not consistent, so positions may come up with a way that is not the shortest, and are then
//! opened again. It is asked only when a position comes up.

use crate::engine::optimal_state::numbered_rules::BASE;
use super::relaxation::{Parked, Relaxation};
use super::super::astar::Context;
use crate::engine::optimal_state::state::{State, bits};

/// Questions asked before we give up and claim nothing.
const EFFORT: u32 = 100;
/// With more free cells than this the answer is hardly ever yes.
const MOST_FREE: u32 = 2;

/// What could have happened so far.
#[derive(Clone, Copy)]
struct Progress {
    /// Places that still hold their cards.
    there: u64,
    home: u64,
    /// Cards that occupy cells.
    cells: u64,
    /// Cards that have lain open where they are now.
    open: u64,
    /// Cards that have been parked on columns.
    moved: u64,
    free: u32,
}

/// Whether every solution wastes a move, as far as that can be seen from the board alone: no cell is free, and letting go home
/// or land whatever can comes to an end before one is. Here any card may move, so less is claimed than by
/// [`wastes`], but the position need not be loaded. The argument is that of the module: a solution without waste frees a cell or
/// empties a column only by such moves.
pub fn wastes_plainly(context: &Context, state: &State) -> bool {
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

/// Whether every solution wastes a move. `parked` is a minimum set to park of the loaded position.
pub fn wastes(context: &Context, relaxation: &mut Relaxation, state: &State, parked: Parked) -> bool {
    if state.empty_columns > 0 || state.free_cells > MOST_FREE {
        return false;
    }
    let movable = relaxation.may_be_parked(parked);
    let movable = relaxation.cards(movable);
    let progress = Progress {
        there: relaxation.column_places(),
        home: state.home_set,
        cells: state.cell_set,
        open: 0,
        moved: 0,
        free: state.free_cells,
    };
    Question { context, state, relaxation, movable, effort: EFFORT }.comes_to_an_end(progress)
}

struct Question<'a> {
    context: &'a Context<'a>,
    state: &'a State,
    relaxation: &'a Relaxation,
    movable: u64,
    effort: u32,
}

impl Question<'_> {
    fn comes_to_an_end(&mut self, mut at: Progress) -> bool {
        if self.effort == 0 {
            return false;
        }
        self.effort -= 1;
        let tops = loop {
            let Some(tops) = self.relaxation.top_cards(at.there) else { return false };
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
            at.there &= !self.relaxation.places(gone);
            if next | gone == 0 {
                break tops;
            }
        };
        if at.free == 0 {
            return true;
        }
        bits(tops & self.movable).all(|card| {
            self.comes_to_an_end(Progress {
                there: at.there & !self.relaxation.places(1 << card),
                cells: at.cells | 1 << card,
                free: at.free - 1,
                ..at
            })
        })
    }

    /// The top card and those under it that could land together; empty if there is no landing. No more can than there is
    /// room for: no column is empty, and never fewer cells are free here than there would be.
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
