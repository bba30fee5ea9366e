//! Replaces group moves by the single-card moves that they stand for.
//!
//! Follows [`single_moves`], which gives the smallest number of moves: over free cells while they
//! suffice; otherwise part of the run is stacked in an empty column, the rest is moved, and the
//! part is moved after it.

use super::carrying_cost::single_moves;
use super::piles::Piles;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::rules::{CellKind, EmptyColumn, Rules};

/// The solution with every group move replaced; `None` if one cannot be replaced.
pub(super) fn split(rules: &Rules, layout: &Layout, moves: &[Move]) -> Option<Vec<Move>> {
    let mut board = Piles::new(layout);
    for mv in moves {
        match (mv.from, mv.to) {
            (Pile::Column(from), Pile::Column(to)) if mv.count > 1 => {
                let parking = rules.cells_kind == CellKind::Free;
                let cells: Vec<u8> = board.free(&layout.cells, parking);
                let columns = board.layout.columns.iter().enumerate();
                let spare: Vec<u8> = columns.filter(|(_, c)| c.is_empty()).map(|(i, _)| i as u8).collect();
                let any = rules.empty_column == EmptyColumn::Any;
                let spare: Vec<u8> = spare.into_iter().filter(|&i| any && i != to).collect();
                board.run(mv.count as usize, (from, to), &cells, &spare)?;
            }
            _ => board.play(*mv),
        }
    }
    Some(board.played)
}

impl Piles {
    fn free(&self, cells: &[Option<crate::card::Card>], parking: bool) -> Vec<u8> {
        let free = |i: &usize| parking && self.layout.cells[*i].is_none();
        (0..cells.len()).filter(free).map(|i| i as u8).collect()
    }

    /// Moves the `count` uppermost cards from one column to another by way of these cells and empty
    /// columns.
    fn run(&mut self, count: usize, (from, to): (u8, u8), cells: &[u8], spare: &[u8]) -> Option<()> {
        if count <= cells.len() + 1 {
            let used = &cells[..count - 1];
            for &cell in used {
                self.single(Pile::Column(from), Pile::Cell(cell))?;
            }
            self.single(Pile::Column(from), Pile::Column(to))?;
            for &cell in used.iter().rev() {
                self.single(Pile::Cell(cell), Pile::Column(to))?;
            }
            return Some(());
        }
        let (&column, spare) = spare.split_last()?;
        let fewest = |k: usize| single_moves(k, cells.len(), spare.len());
        let (_, aside) =
            (1..count).filter_map(|aside| Some((2 * fewest(aside)? + fewest(count - aside)?, aside))).min()?;
        self.run(aside, (from, column), cells, spare)?;
        self.run(count - aside, (from, to), cells, spare)?;
        self.run(aside, (column, to), cells, spare)
    }

    fn single(&mut self, from: Pile, to: Pile) -> Option<()> {
        let card = match from {
            Pile::Column(i) => self.layout.columns[i as usize].last().copied()?,
            Pile::Cell(i) => self.layout.cells[i as usize]?,
            _ => return None,
        };
        self.play(Move::single(card, from, to));
        Some(())
    }
}
