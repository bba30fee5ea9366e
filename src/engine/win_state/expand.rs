//! Evaluates a state and scores all its moves in one pass.
//!
//! Successors are only *scored* here, by how their move changes the evaluation. They are built when
//! the search selects them; most never are. The change is O(1) for a move of any length: the
//! evaluation term of the lifted run, the buried foundation cards in the source and the target
//! column, cells, empty columns, the path cost of the move, and a bonus for the card it uncovers
//! (the one thing that a static evaluation cannot see).

use super::columns::{Columns, Lanes, Uncovered, select};
use super::deal_tables::DealTables;
use super::evaluation::Evaluation;
use super::game_tables::GameTables;
use super::scored_moves::{MoveList, ScoredMove};
use super::state::{BASE, HOME, LENGTHS, NONE, State, Step};
use crate::card_set::IndexSet;

/// The tables of a search.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    pub game: &'a GameTables,
    pub deal: &'a DealTables,
    pub evaluation: &'a Evaluation,
}

/// Evaluates a state and scores its moves. Returns the evaluation and, if a building move is good
/// enough, the move to commit to; the move list is then incomplete.
///
/// Unpredictable conditions are computed instead of branched on: scoring a move that does not exist
/// costs less than a mispredicted branch.
#[inline(always)]
pub fn expand(tables: Tables, state: &State, lanes: impl Lanes, moves: &mut MoveList) -> (i32, Option<ScoredMove>) {
    let Tables { game, deal, evaluation } = tables;
    let free = game.cells - state.cells.len() as usize;
    let empty = state.empty.count_ones() as usize;
    let view = View::new(tables, state, free, empty);
    let (value, takes) = (view.value, view.cards.takes);
    let cell_gain = evaluation.free_cells[(free + 1) & 15] - evaluation.free_cells[free & 15];
    let prices = &evaluation.price;

    // Building moves first: every whole run, or card in a cell, that can be built on some top card.
    let most = game.capacity(free, empty);
    for card in takes & state.bases {
        let Lifted { here, count } = view.lift(card);
        let under = state.below[card as usize & 63];
        let here = here - view.cards.uncovers(deal, evaluation, card, under)
            + select(under == BASE, prices.column, prices.run);
        for &onto in &game.onto[card as usize & 63][..game.fan & 7] {
            let scored = ScoredMove::new(here + view.lands(onto, count), Step { card, onto, count });
            moves.push_building_if(state.tops.contains(onto) & (count <= most), scored);
        }
    }
    for card in takes & state.cells {
        let here = prices.cell_to_column + cell_gain;
        for &onto in &game.onto[card as usize & 63][..game.fan & 7] {
            let scored = ScoredMove::new(here + view.lands(onto, 1), Step { card, onto, count: 1 });
            moves.push_building_if(state.tops.contains(onto), scored);
        }
    }
    let building = moves.building();
    if building.score() < -evaluation.commit {
        return (value, Some(building));
    }

    for card in takes & (state.runs - state.bases) {
        let Lifted { here, count } = view.lift(card);
        let here = here + prices.part;
        for &onto in &game.onto[card as usize & 63][..game.fan & 7] {
            let scored = ScoredMove::new(here + view.lands(onto, count), Step { card, onto, count });
            moves.push_if(state.tops.contains(onto) & (count <= most), scored);
        }
    }
    // Home moves that were not forced.
    for card in view.cards.next & (state.tops | state.cells) {
        moves.push_if(true, ScoredMove::new(-evaluation.away, Step { card, onto: HOME, count: 1 }));
    }
    // A card that can be built on a column is not moved to a cell or an empty column.
    let to_cell = evaluation.free_cells[free.wrapping_sub(1) & 15] - evaluation.free_cells[free & 15] + prices.to_cell;
    let to_empty = evaluation.empty_columns[empty.wrapping_sub(1) & 15] - evaluation.empty_columns[empty & 15];
    let most = game.capacity(free, empty.saturating_sub(1));
    let spread = if empty > 0 { game.fills_empty - takes } else { IndexSet::EMPTY };
    let columns = Columns {
        deal,
        evaluation,
        state,
        count: game.columns,
        buries: &view.buries,
        view: view.cards,
        parked: if free > 0 { state.tops - takes } else { IndexSet::EMPTY },
        to_cell,
        spread,
        to_empty: to_empty + prices.run_to_empty,
        most,
    };
    lanes.push(&columns, moves);
    if empty > 0 {
        for card in state.cells & game.fills_empty {
            let bottom = evaluation.bottom[(card as usize / 4) & 15];
            let change = prices.cell_to_empty + cell_gain + bottom + to_empty;
            moves.push_if(true, ScoredMove::new(change, Step { card, onto: BASE, count: 1 }));
        }
        let parts = if evaluation.parts_to_empty { (state.runs - state.bases) & spread } else { IndexSet::EMPTY };
        for card in parts {
            let Lifted { here, count } = view.lift(card);
            let change = here + prices.part_to_empty + to_empty + evaluation.bottom[(card as usize / 4) & 15];
            moves.push_if(count <= most, ScoredMove::new(change, Step { card, onto: BASE, count }));
        }
    }
    (value, None)
}

/// A state and the quantities that its moves have in common.
struct View<'a> {
    state: &'a State,
    value: i32,
    /// By column: the cost of each additional card, because it buries cards that a foundation takes
    /// next.
    buries: [i32; 16],
    cards: Uncovered,
}

/// The upper part of a run, taken off its column.
struct Lifted {
    /// Change of the evaluation, without the bonus for the uncovered card.
    here: i32,
    /// Number of cards.
    count: u8,
}

impl<'a> View<'a> {
    #[inline(always)]
    fn new(tables: Tables, state: &'a State, free: usize, empty: usize) -> View<'a> {
        let Tables { game, deal, evaluation } = tables;
        let next = state.home.next_home() & game.deck;
        let room = evaluation.free_cells[free & 15] + evaluation.empty_columns[empty & 15];
        let mut value = state.value + room;
        let mut buries = [0; 16];
        for suit in 0..4 {
            // The lowest card of the suit that is not home; no valid card if all are home.
            let card = (IndexSet::of_suit(suit) - state.home).first().unwrap_or(NONE);
            let (at, rank) = (card as usize & 63, (card as usize / 4) & 15);
            let column = state.column[at] as usize & 15;
            let weight = select((next - state.cells).contains(card & 63), evaluation.buries_next[rank], 0);
            // A moved card has only the rest of its run above it.
            let moved = rank as i32 - i32::from(state.top[column] / 4);
            let unmoved = i32::from(state.column[(LENGTHS + column) & 63]) - i32::from(deal.height[at]);
            value += select(state.moved.contains(card & 63), moved, unmoved) * weight;
            buries[column] += weight;
        }
        let column_gain = evaluation.empty_columns[(empty + 1) & 15] - evaluation.empty_columns[empty & 15];
        let takes = game.takes(state.tops);
        let take_cell = game.takers(state.cells) & IndexSet::CARDS;
        View { state, value, buries, cards: Uncovered { next, takes, take_cell, column_gain } }
    }

    /// Change of the evaluation by a group that lands on a card.
    #[inline(always)]
    fn lands(&self, onto: u8, count: u8) -> i32 {
        self.buries[self.state.column[onto as usize & 63] as usize & 15] * i32::from(count)
    }

    /// Lifts the cards from `card` upwards.
    #[inline(always)]
    fn lift(&self, card: u8) -> Lifted {
        let column = self.state.column[card as usize & 63] as usize & 15;
        let count = card / 4 + 1 - self.state.top[column] / 4;
        Lifted { here: -self.buries[column] * i32::from(count), count }
    }
}
