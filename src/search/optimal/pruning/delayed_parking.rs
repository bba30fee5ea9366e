//! Delayed parking: a card is parked in a cell only when the next move needs it.
//!
//! *Definitions.*
//!
//! 1. *Parking* is a move of a card from a column into a cell. Every other move, home moves
//!    included, is a *use* of the columns that it takes a card from or puts one onto.
//! 2. A column is *pending* if a card has been parked from it since the last use. (Exception for
//!    emptied columns: see *Groups* below.)
//!
//! *Claim.* There is a shortest solution in which every use touches all columns that are pending at
//! that time, hence at most two.
//!
//! *Proof.* Take a shortest solution and some parking from column X.
//!
//! 1. Until the next use of X or the next parking from X, no move touches X.
//! 2. Nor does the parked card move before then: it could have gone straight from X to where it
//!    goes, with one move less.
//! 3. So the parking can be delayed until after all these moves. The cell only stays free longer.
//! 4. Delaying as long as anything changes gives a solution of the same cost in which the parkings
//!    between two uses are all from columns that the second use touches. A use touches at most two
//!    columns. ∎
//!
//! *Search.* A node carries its pending columns. The next use must touch all of them, and further
//! parking is allowed only if that remains possible. Fewer pending columns allow more moves, now
//! and later. So a state reached again by a path of the same cost keeps the intersection of the
//! pending columns of both paths, and is reopened if the intersection is smaller than before. Along
//! a shortest solution of the form above, every state is reached by a shortest path and, by
//! induction, with no more pending columns than the solution has there.
//!
//! *Forced home moves* are compatible: no home move is safe before a parking, so a move that is
//! safe after it moves the card that it uncovered, which is a use of this column; and a delayed
//! parking is never in the way of a safe move elsewhere.
//!
//! *Groups.* Where groups move at once, an empty column makes room for them wherever they go. So a
//! parking that empties its column may be needed by a move that does not touch it; there it never
//! makes the column pending. (More free cells never make less room.)

use super::super::astar::Context;
use crate::engine::optimal_state::NumberSet;
use crate::engine::optimal_state::numbered_rules::{BASE, CELL};
use crate::engine::optimal_state::state::{State, Step, Successor};

/// Pending columns, by their top cards. The number `BASE` stands for a column that has been
/// emptied.
pub type PendingColumns = NumberSet;

/// A column that has been emptied.
const EMPTIED: PendingColumns = NumberSet::from_bits(1 << BASE);

/// The pending columns after a step; `None` if the step is pruned.
#[inline]
pub fn pending_after(
    context: &Context,
    state: &State,
    pending: PendingColumns,
    step: Step,
    successor: &Successor,
) -> Option<PendingColumns> {
    let from_column = (step.from as usize) < state.columns;
    if step.to != CELL || !from_column {
        let source = NumberSet::of(step.upper).only_if(from_column);
        return pending.is_within(source | NumberSet::of(step.to)).then_some(NumberSet::EMPTY);
    }
    let others = pending - NumberSet::of(step.card);
    let went_home = successor.cost > 1;
    if went_home {
        return others.is_empty().then_some(NumberSet::EMPTY);
    }
    let exposed = NumberSet::of(state.below[step.card as usize]);
    let pending = if exposed == EMPTIED && context.mode.groups { others } else { others | exposed };
    (pending.len() <= 2 && (state.free_cells > 1 || can_be_used(context, state, pending, successor))).then_some(pending)
}

/// Whether some use touches all pending columns. May return true where there is none.
fn can_be_used(context: &Context, state: &State, pending: PendingColumns, successor: &Successor) -> bool {
    let game = context.game;
    let mut others = pending - EMPTIED;
    let emptied = pending.meets(EMPTIED);
    if state.empty_columns > 0
        || !context.no_groups_without_room()
        || successor.top_set.len() < state.columns as u32 && !emptied
    {
        return true;
    }
    let Some(first) = others.pop_first() else { return true };
    if emptied {
        // The only use of both: the other column's top card moves to the emptied column.
        return others.is_empty() && game.fills.contains(first);
    }
    let reach = game.onto[first as usize] | game.takes[first as usize];
    if !others.is_empty() {
        return reach.meets(others);
    }
    let returnable = state.home_set.only_if(game.returns());
    let goes_home = state.home_set.next_home().contains(first);
    goes_home || reach.meets(successor.top_set | successor.cell_set | returnable)
}

/// Number of columns that a code can refer to, the emptied one included.
const NUMBERED: u32 = 10;

/// Encodes pending columns as a number below 64. Columns are numbered in the order of their top
/// cards, the emptied one last. If a number is too large for the code, no column is pending, which
/// is always sound.
#[inline]
pub fn encode(mut pending: PendingColumns, top_set: NumberSet) -> u8 {
    let Some(first) = pending.pop_first() else { return 0 };
    let i = top_set.rank_of(first);
    let Some(second) = pending.first() else { return if i < NUMBERED { 1 + i as u8 } else { 0 } };
    let j = top_set.rank_of(second);
    if j < NUMBERED { 1 + (NUMBERED + j * (j - 1) / 2 + i) as u8 } else { 0 }
}

/// By code: the set of column numbers.
const COLUMNS_OF_CODE: [u16; 64] = {
    let mut columns = [0; 64];
    let mut j = 0;
    while j < NUMBERED {
        columns[1 + j as usize] = 1 << j;
        let mut i = 0;
        while i < j {
            columns[(1 + NUMBERED + j * (j - 1) / 2 + i) as usize] = 1 << i | 1 << j;
            i += 1;
        }
        j += 1;
    }
    columns
};

/// Decodes pending columns.
#[inline]
pub fn decode(code: u8, state: &State) -> PendingColumns {
    numbered_columns(code, &state.tops, state.columns)
}

#[inline]
fn numbered_columns(code: u8, tops: &[u8], columns: usize) -> PendingColumns {
    let mut numbers = COLUMNS_OF_CODE[code as usize % 64];
    let mut pending = NumberSet::EMPTY;
    while numbers != 0 {
        let number = numbers.trailing_zeros() as usize;
        numbers &= numbers - 1;
        pending |= if number < columns { NumberSet::of(tops[number]) } else { EMPTIED };
    }
    pending
}

/// The columns pending on both of two paths to one state, if these are fewer than on the known
/// path.
#[inline]
pub fn intersect_if_smaller(known: u8, new: u8) -> Option<u8> {
    let (known, new) = (COLUMNS_OF_CODE[known as usize % 64], COLUMNS_OF_CODE[new as usize % 64]);
    let both = known & new;
    // Codes have at most two columns, so the intersection has none or one.
    (both != known).then(|| if both == 0 { 0 } else { 1 + both.trailing_zeros() as u8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_decode_to_the_encoded_columns() {
        let tops = [0, 3, 6, 8, 9, 11];
        let top_set: NumberSet = tops.into_iter().collect();
        let mut state_tops = [0; crate::engine::optimal_state::state::COLUMNS];
        state_tops[..tops.len()].copy_from_slice(&tops);
        let columns = tops.len();
        let places: Vec<NumberSet> = tops.into_iter().map(NumberSet::of).chain([EMPTIED]).collect();
        let mut seen = std::collections::HashSet::new();
        for &first in &places {
            for &second in &places {
                let code = encode(first | second, top_set);
                assert!(code > 0 && code < 64);
                assert_eq!(numbered_columns(code, &state_tops, columns), first | second);
                seen.insert(code);
                let expected = if first == second { None } else { Some(encode(first, top_set)) };
                assert_eq!(intersect_if_smaller(code, encode(first, top_set)), expected);
                assert_eq!(intersect_if_smaller(encode(first, top_set), code), None);
                assert_eq!(intersect_if_smaller(code, 0), Some(0));
            }
        }
        assert_eq!(seen.len(), 7 + 7 * 6 / 2);
        let none = NumberSet::EMPTY;
        assert_eq!((encode(none, top_set), numbered_columns(0, &state_tops, columns)), (0, none));
    }
}
