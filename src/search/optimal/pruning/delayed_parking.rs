//! Parking late: a card goes into a cell only when the next move needs it to.
//!
//! Call the move of a card from a column into a cell *parking*, and every other move, home moves included, a *use* of the columns
//! that it takes a card from or puts one onto. Take a shortest solution and some parking from column X. Until the next use of X
//! or the next parking there, nothing touches X; nor does the parked card move, for it could have gone where it
//! goes straight from X, with one move less. So the parking may as well come after all of these moves: the cell stays free a
//! little longer. Doing so as long as anything changes gives a solution of the same length in which the parkings between
//! two uses are all from columns that the second of them touches, hence from at most two columns.
//!
//! A position is therefore reached together with the columns that are *due*: those parked from since the last use. The
//! next use must touch all of them, and parking goes on only in such a way that this remains possible. Fewer columns due mean that
//! more is allowed now and later; so a position that is reached again by a way of the same length goes by the columns that are due on
//! both, and comes up again if these are fewer than before. On a shortest solution of the form above every position is reached by
//! a shortest way, and, one after the other, with no more columns due than the solution has there.
//!
//! Safe home moves made unasked fit in: nothing is safe before a parking, so what is safe after it is the card that
//! it laid open, which is a use of this column; and what we let wait is never in the way of a safe move elsewhere.
//!
//! Where groups move at once, an empty column makes room for them wherever they go, so a parking that empties its column may be
//! needed by a move that does not touch it. There it is never due. (More free cells never make less room.)

use crate::engine::optimal_state::numbered_rules::{BASE, CELL};
use super::super::astar::Context;
use crate::engine::optimal_state::state::{State, Step, Successor, bits};

/// Columns that are due, by their top cards; the bit of `BASE` stands for one that has been emptied.
pub type Due = u64;

/// A column that has been emptied.
const EMPTIED: Due = 1 << BASE;

/// What is due after a step, or `None` if the step must not be made now.
#[inline]
pub fn due_after(context: &Context, state: &State, due: Due, step: Step, successor: &Successor) -> Option<Due> {
    let from_column = (step.from as usize) < state.columns;
    if step.to != CELL || !from_column {
        let source = u64::from(from_column) << step.upper;
        return (due & !(source | 1 << step.to) == 0).then_some(0);
    }
    let others = due & !(1 << step.card);
    let went_home = successor.cost > 1;
    if went_home {
        return (others == 0).then_some(0);
    }
    let exposed = 1u64 << state.below[step.card as usize];
    let due = if exposed == EMPTIED && context.mode.groups { others } else { others | exposed };
    (due.count_ones() <= 2 && (state.free_cells > 1 || can_be_used(context, state, due, successor))).then_some(due)
}

/// Whether some step that is no parking touches all columns due. May say yes where there is none.
fn can_be_used(context: &Context, state: &State, due: Due, successor: &Successor) -> bool {
    let game = context.game;
    let cards = due & !EMPTIED;
    if state.empty_columns > 0
        || !context.no_groups_without_room()
        || cards == 0
        || successor.top_set.count_ones() < state.columns as u32 && due == cards
    {
        return true;
    }
    let first = cards.trailing_zeros() as usize;
    let others = cards & (cards - 1);
    if due != cards {
        // The other column's top card moves to the emptied one.
        return others == 0 && game.fills >> first & 1 == 1;
    }
    let reach = game.onto[first] | game.takes[first];
    if others != 0 {
        return reach & others != 0;
    }
    let coming_back = if game.returns() { state.home_set } else { 0 };
    let goes_home = State::next_home(state.home_set) >> first & 1 == 1;
    goes_home || reach & (successor.top_set | successor.cell_set | coming_back) != 0
}

/// Most columns that a code can name, the emptied one among them.
const NAMED: u32 = 10;

/// Columns due as a number below 64. Columns are named by the order of their top cards, the emptied one comes last. Where there are too
/// many columns for that, nothing is due.
#[inline]
pub fn encode(due: Due, top_set: u64) -> u8 {
    if due == 0 {
        return 0;
    }
    let name = |bit: u64| (top_set & (bit - 1)).count_ones();
    let first = due & due.wrapping_neg();
    let second = due & !first;
    if second == 0 {
        let i = name(first);
        return if i < NAMED { 1 + i as u8 } else { 0 };
    }
    let (i, j) = (name(first), name(second));
    if j < NAMED { 1 + (NAMED + j * (j - 1) / 2 + i) as u8 } else { 0 }
}

/// The columns that a code names, as a set of names.
const NAMES: [u16; 64] = {
    let mut names = [0; 64];
    let mut j = 0;
    while j < NAMED {
        names[1 + j as usize] = 1 << j;
        let mut i = 0;
        while i < j {
            names[(1 + NAMED + j * (j - 1) / 2 + i) as usize] = 1 << i | 1 << j;
            i += 1;
        }
        j += 1;
    }
    names
};

/// The columns of a code.
#[inline]
pub fn decode(code: u8, state: &State) -> Due {
    columns_named(code, &state.tops, state.columns)
}

#[inline]
fn columns_named(code: u8, tops: &[u8], columns: usize) -> Due {
    bits(u64::from(NAMES[code as usize % 64])).fold(0, |due, name| {
        let name = name as usize;
        due | if name < columns { 1 << tops[name] } else { EMPTIED }
    })
}

/// What is due on both of two ways to one position, if that is less than on the one known before.
#[inline]
pub fn fewer(known: u8, new: u8) -> Option<u8> {
    let (known, new) = (NAMES[known as usize % 64], NAMES[new as usize % 64]);
    let both = known & new;
    // Nobody names more than two, so it is none or one now.
    (both != known).then(|| if both == 0 { 0 } else { 1 + both.trailing_zeros() as u8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_name_the_columns_that_were_due() {
        let (top_set, tops) = (0b1011_0100_1001, [0, 3, 6, 8, 9, 11]);
        let mut state_tops = [0; crate::engine::optimal_state::state::COLUMNS];
        state_tops[..tops.len()].copy_from_slice(&tops);
        let columns = tops.len();
        let places: Vec<u64> = tops.iter().map(|&top| 1 << top).chain([EMPTIED]).collect();
        let mut seen = std::collections::HashSet::new();
        for &first in &places {
            for &second in &places {
                let code = encode(first | second, top_set);
                assert!(code > 0 && code < 64);
                assert_eq!(columns_named(code, &state_tops, columns), first | second);
                seen.insert(code);
                let expected = if first == second { None } else { Some(encode(first, top_set)) };
                assert_eq!(fewer(code, encode(first, top_set)), expected);
                assert_eq!(fewer(encode(first, top_set), code), None);
                assert_eq!(fewer(code, 0), Some(0));
            }
        }
        assert_eq!(seen.len(), 7 + 7 * 6 / 2);
        assert_eq!((encode(0, top_set), columns_named(0, &state_tops, columns)), (0, 0));
    }
}
