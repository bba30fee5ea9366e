//! The reference position: all rules, written to be obviously right rather than fast.
//!
//! It is the oracle that the packed engines are compared with and what the verifier replays solutions on.
//! [`legal`] says whether one move is allowed and why not, [`play`] carries it out, [`generate`] lists the moves
//! by trying all of them, [`canonical`] defines when two positions are the same, and [`fit`] says whether a layout is one
//! of a game at all.

mod canonical;
mod fit;
mod generate;
mod group_size;
mod legal;
mod play;
mod ranks;

pub use fit::{LayoutError, check_layout};
pub use legal::IllegalMove;

use crate::card::{Card, Rank};
use crate::game::Game;
use crate::layout::{FoundationPile, Layout};
use crate::rules::CellKind;
use ranks::Ranks;

/// A position of a game.
#[derive(Debug)]
pub struct Position {
    rules: Game,
    ranks: Ranks,
    /// Cards that a full foundation pile holds.
    capacity: usize,
    layout: Layout,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        let Position { rules, ranks, capacity, layout } = self;
        Position { rules: rules.clone(), ranks: *ranks, capacity: *capacity, layout: layout.clone() }
    }

    /// Reuses the memory of the piles, for callers that try many moves on a copy.
    fn clone_from(&mut self, other: &Position) {
        let Position { rules, ranks, capacity, layout } = other;
        self.rules.clone_from(rules);
        self.ranks = *ranks;
        self.capacity = *capacity;
        self.layout.clone_from(layout);
    }
}

impl Position {
    /// The position of this layout; the layout must hold exactly the cards of the rules.
    pub fn new(rules: Game, layout: Layout) -> Result<Position, LayoutError> {
        check_layout(&rules, &layout)?;
        let ranks = Ranks::new(&rules);
        Ok(Position { capacity: fit::foundation_capacity(&rules, &ranks), rules, ranks, layout })
    }

    /// The rules.
    pub fn rules(&self) -> &Game {
        &self.rules
    }

    /// Where the cards lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether every card is home.
    pub fn is_won(&self) -> bool {
        self.layout.foundations.iter().all(|pile| pile.count as usize == self.capacity)
    }

    /// Empty cells that can take a card.
    pub fn free_cells(&self) -> usize {
        match self.rules.cells_kind {
            CellKind::Free => self.layout.cells.iter().filter(|c| c.is_none()).count(),
            CellKind::Reserve => 0,
        }
    }

    /// Empty columns.
    pub fn empty_columns(&self) -> usize {
        self.layout.columns.iter().filter(|c| c.is_empty()).count()
    }

    /// The rank that a foundation pile takes next; `None` when it is full.
    #[inline]
    fn next_rank(&self, pile: &FoundationPile) -> Option<Rank> {
        if pile.count as usize >= self.capacity {
            return None;
        }
        pile.base.map(|base| self.ranks.after(base, pile.count as usize))
    }

    /// The top card of a foundation pile that has a suit.
    fn pile_top(&self, pile: &FoundationPile) -> Option<Card> {
        let steps = (pile.count as usize).checked_sub(1)?;
        Some(Card::new(self.ranks.after(pile.base?, steps), pile.suit?))
    }
}
