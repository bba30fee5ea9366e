//! How many single-card moves a group move stands for, as the searches count it. The verifier counts by itself.

/// Fewest single-card moves that carry `count` cards over so many free cells and empty columns, if they suffice.
///
/// With no column every card but the deepest takes a cell and comes out again. One column more lets a part be put aside
/// there first and fetched last, each time with the columns that remain.
pub(super) fn single_moves(count: usize, cells: usize, columns: usize) -> Option<u32> {
    let over_cells = |count: usize| (count <= cells + 1).then(|| 2 * count as u32 - 1);
    if let Some(moves) = over_cells(count) {
        return Some(moves);
    }
    // By cards; the first entry stands for one card.
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
