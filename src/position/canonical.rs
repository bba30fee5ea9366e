//! When two positions are the same: up to the game's real symmetries.
//!
//! Cells are interchangeable. Columns are, unless a row is still to be dealt onto them: then their order decides
//! which card falls where. Foundation piles of one suit are interchangeable, and a full pile is a full pile
//! whatever it started from. Equal cards of different decks are the same [`Card`](crate::card::Card) anyway.

use super::Position;
use crate::layout::Layout;
use crate::rules::Stock;
use crate::short_sort;

impl Position {
    /// The layout that stands for all layouts that are the same position.
    pub fn canonical(&self) -> Layout {
        let mut layout = self.layout.clone();
        let row_to_come = matches!(self.rules.stock, Stock::RowDeal { .. }) && !layout.stock.is_empty();
        if !row_to_come {
            short_sort::sort(&mut layout.columns);
        }
        short_sort::sort(&mut layout.cells);
        for pile in &mut layout.foundations {
            if pile.suit.is_none() && pile.count as usize == self.capacity {
                pile.base = None;
            }
        }
        short_sort::sort(&mut layout.foundations);
        layout
    }
}
