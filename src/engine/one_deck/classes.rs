//! Classes of positions that can be turned into each other: one of them stands for all in a proof.
//!
//! Most of a hard proof is the same few cards in every arrangement over cells, short columns and the cards they can be
//! built on. Call a move *free* if it can be taken back at once: it takes a card (with those on it) off a card that it
//! may be built on, out of a cell, or off the bottom of a column that it may fill, and does not bring it home. A group
//! is a gesture for single cards here, each of which can be taken back. Positions that free moves lead to and fro
//! between form a class; all of a class are won or none is. The search stores one position of a class, its tidy form
//! ([`super::tidy`] makes free moves only), and expands it by walking through the class and playing every move that is
//! *not* free from every member.
//!
//! **Why this is enough.** Let R be a position that can be won, and let m be the least number of moves that are not
//! free in a solution of any position of its class. Such a solution starts with free moves, which lead to a member c,
//! and goes on with a move e that is not free. After e (and after safe moves home, which only delete moves from a
//! solution, see [`super::guide`]) m is smaller, and tidying does not change the class. If a member has a safe move home,
//! that one alone is enough: it loses nothing, and the members are as good as each other. Walking stops early in large
//! classes: then the members that were met last, one free move further away, follow as positions of their own, untidied,
//! each nearer to c by as many moves as the walk was deep. So some successor has a smaller (m, way to c); by
//! induction the search finds a win. ∎
//!
//! Walking goes by whole layers of distance and thus depends on the position up to symmetry only.

use super::{Action, BASE, CELL, HOME, OneDeck, State};
use crate::engine::Engine;
use crate::search::prove::Successors;
use ahash::AHashSet;

/// No further layer is walked through once a class has so many members.
const LARGE: usize = 256;

/// The memory of a walk.
#[derive(Clone, Debug)]
pub(super) struct Class<const P: usize, const N: usize> {
    members: Vec<Member<P, N>>,
    met: AHashSet<[u8; N]>,
    actions: Vec<Action>,
}

/// A position of the class, and the free move that led to it.
#[derive(Clone, Copy, Debug)]
struct Member<const P: usize, const N: usize> {
    state: State<P, N>,
    from: u32,
    by: Action,
}

impl<const P: usize, const N: usize> Default for Class<P, N> {
    fn default() -> Self {
        Class { members: Vec::new(), met: AHashSet::new(), actions: Vec::new() }
    }
}

impl<const P: usize, const N: usize> Class<P, N> {
    /// Notes the free moves that lead to a member.
    fn note_way(&self, member: usize, out: &mut Successors<State<P, N>, Action>) {
        if member > 0 {
            let Member { from, by, .. } = self.members[member];
            self.note_way(from as usize, out);
            out.note(by);
        }
    }
}

impl<const P: usize, const N: usize> OneDeck<P, N> {
    /// Whether a move can be taken back at once.
    fn is_free(&self, state: &State<P, N>, action: Action) -> bool {
        let (tables, card) = (&self.tables, action.card as usize);
        action.onto != HOME
            && match state.below[card] {
                HOME => false,
                CELL => tables.parking,
                BASE => tables.fillers >> card & 1 == 1,
                under => tables.parents[card] >> under & 1 == 1,
            }
    }

    /// Appends what all members of the position's class lead to.
    pub(super) fn expand_class(&mut self, start: &State<P, N>, out: &mut Successors<State<P, N>, Action>) {
        let mut class = std::mem::take(&mut self.class);
        class.members.clear();
        class.met.clear();
        class.met.insert(start.key);
        let by = Action { card: 0, onto: HOME, from: 0, to: 0 };
        class.members.push(Member { state: *start, from: 0, by });
        let mut layer = 0..1;
        while !layer.is_empty() {
            if self.leave_by_safe_home(&class, layer.clone(), out) {
                break;
            }
            let last_layer = layer.end > LARGE;
            for member in layer.clone() {
                self.expand_member(&mut class, member, last_layer, out);
            }
            layer = layer.end..class.members.len();
        }
        self.class = class;
    }

    /// If members of a layer have a safe move home, the least of what they lead to is the only successor.
    fn leave_by_safe_home(
        &self,
        class: &Class<P, N>,
        layer: std::ops::Range<usize>,
        out: &mut Successors<State<P, N>, Action>,
    ) -> bool {
        if !self.pruning.safe_home {
            return false;
        }
        let homes = layer.filter_map(|member| {
            let mut state = class.members[member].state;
            let action = self.forced_home(&state)?;
            self.play(&mut state, action);
            Some((state.key, member, action))
        });
        let Some((_, member, action)) = homes.min_by_key(|(key, _, _)| *key) else { return false };
        out.clear();
        class.note_way(member, out);
        let mut state = class.members[member].state;
        self.play(&mut state, action);
        out.note(action);
        self.finish_tidy(state, out);
        true
    }

    fn expand_member(
        &mut self,
        class: &mut Class<P, N>,
        member: usize,
        last_layer: bool,
        out: &mut Successors<State<P, N>, Action>,
    ) {
        let state = class.members[member].state;
        let mut actions = std::mem::take(&mut class.actions);
        actions.clear();
        self.actions(&state, &mut actions);
        for &action in &actions {
            let mut next = state;
            self.play(&mut next, action);
            if !self.is_free(&state, action) {
                class.note_way(member, out);
                out.note(action);
                self.finish_tidy(next, out);
            } else if class.met.insert(next.key) {
                if last_layer {
                    class.note_way(member, out);
                    out.note(action);
                    out.finish(next);
                } else {
                    class.members.push(Member { state: next, from: member as u32, by: action });
                }
            }
        }
        class.actions = actions;
    }

    /// Adds a position after safe moves home, in its tidy form.
    fn finish_tidy(&self, mut state: State<P, N>, out: &mut Successors<State<P, N>, Action>) {
        loop {
            let home = if self.pruning.safe_home { self.forced_home(&state) } else { None };
            let Some(action) = home.or_else(|| self.tidy(&state)) else { break };
            self.play(&mut state, action);
            out.note(action);
        }
        out.finish(state);
    }
}
