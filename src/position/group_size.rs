//! How many cards may move together, for the reference position only: the definition of each rule word, written down as it is.

use crate::rules::{EmptyColumn, Group, Rules};

/// The largest group, given the numbers of empty free cells and of empty columns other than the destination.
pub(super) fn largest_group(rules: &Rules, free_cells: usize, empty_columns: usize) -> usize {
    let over_cells = free_cells + 1;
    // Each empty column doubles what can be carried.
    let over_cells_and_columns = || (0..empty_columns).fold(over_cells, |size, _| size.saturating_mul(2));
    match (rules.group, rules.empty_column) {
        (Group::Single, _) => 1,
        (Group::CellsPlusOne, _) => over_cells,
        (Group::Supermove, EmptyColumn::Any) => over_cells_and_columns(),
        (Group::Supermove, EmptyColumn::King | EmptyColumn::TopRank | EmptyColumn::None) => over_cells,
        (Group::Formula, _) => over_cells_and_columns(),
        (Group::Unlimited, _) => usize::MAX,
    }
}
