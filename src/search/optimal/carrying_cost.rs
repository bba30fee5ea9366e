//! The number of single-card moves that a group move stands for, as the searches count it. The
//! verifier has an independent count.

/// Fewest single-card moves that carry `count` cards with the given numbers of free cells and empty
/// columns; `None` if they do not suffice.
///
/// Without columns, every card but the deepest goes to a cell and out again. One more column lets
/// part of the group be moved there first and fetched last, each time with the remaining columns.
pub(super) fn single_moves(count: usize, cells: usize, columns: usize) -> Option<u32> {
    let over_cells = |count: usize| (count <= cells + 1).then(|| 2 * count as u32 - 1);
    if let Some(moves) = over_cells(count) {
        return Some(moves);
    }
    // By number of cards; the first entry is for one card.
    let mut moves: Vec<Option<u32>> = (1..=count).map(over_cells).collect();
    for _ in 0..columns.min(count) {
        let better = |count: usize| {
            let split = |aside: usize| Some(2 * moves[aside - 1]? + moves[count - aside - 1]?);
            (1..count).filter_map(split).chain(moves[count - 1]).min()
        };
        moves = (1..=count).map(better).collect();
    }
    moves[count - 1]
}

#[cfg(test)]
mod tests {
    use super::single_moves;
    use crate::verify::card_by_card;

    #[test]
    fn agrees_with_the_verifier() {
        for count in 1..=20 {
            for cells in 0..5 {
                for columns in 0..5 {
                    let verifier = card_by_card(count, cells, columns);
                    assert_eq!(single_moves(count as usize, cells as usize, columns as usize), verifier);
                }
            }
        }
    }
}
