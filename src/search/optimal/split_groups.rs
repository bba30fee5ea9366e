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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::game::Game;
    use crate::position::Position;
    use crate::rules::preset;
    use crate::verify::card_by_card;

    /// A layout with a run on top of the first column and its destination: a card that takes it, or an empty column.
    fn board(count: u8, cells: u8, spare: usize, to_empty: bool) -> (Game, Layout) {
        let mut rules = preset("bakers-game").unwrap();
        rules.apply_override("foundation_return=none").unwrap();
        let suit =
            |suit: char| "KQJT98765432A".chars().map(move |rank| format!("{rank}{suit}").parse::<Card>().unwrap());
        let clubs: Vec<Card> = suit('C').collect();
        let (above, run) = clubs.split_at(clubs.len() - count as usize);
        let (rest, parent) = if to_empty { (above, &[][..]) } else { above.split_at(above.len() - 1) };
        let others: Vec<Card> = "DHS".chars().flat_map(suit).collect();
        let first = [rest, &others, run].concat();
        rules.columns = [first.len() as u8, parent.len() as u8].into_iter().chain(vec![0; spare]).collect();
        rules.cells = cells;
        let rules = Game::new(rules).unwrap();
        let mut layout = Layout::empty(&rules);
        layout.columns[0] = first;
        layout.columns[1] = parent.to_vec();
        (rules, layout)
    }

    /// Every single-card move is legal, the group ends where it should, and there is no shorter way.
    #[test]
    fn groups_become_the_fewest_legal_single_moves() {
        let mut split_groups = [0; 2];
        for (count, cells) in (2..=9u8).flat_map(|count| (0..=3u8).map(move |cells| (count, cells))) {
            for (spare, to_empty) in (0..=2usize).flat_map(|spare| [(spare, false), (spare, true)]) {
                let (rules, layout) = board(count, cells, spare, to_empty);
                let about = format!("{count} cards, {cells} cells, {spare} columns, to an empty one: {to_empty}");
                let card = layout.columns[0][layout.columns[0].len() - count as usize];
                let group = Move { card: Some(card), count, from: Pile::Column(0), to: Pile::Column(1) };
                let expected = card_by_card(u32::from(count), u32::from(cells), spare as u32);
                let Some(moves) = split(&rules, &layout, &[group]) else {
                    assert_eq!(expected, None, "{about}");
                    continue;
                };
                assert_eq!(Some(moves.len() as u32), expected, "{about}");
                let (mut singly, mut at_once) =
                    (Position::new(rules.clone(), layout.clone()).unwrap(), Position::new(rules, layout).unwrap());
                for mv in &moves {
                    assert_eq!(mv.count, 1, "{about}");
                    singly.play(mv).unwrap_or_else(|why| panic!("{about}: {mv}: {why}"));
                }
                at_once.play(&group).unwrap();
                assert_eq!(singly.layout(), at_once.layout(), "{about}");
                split_groups[usize::from(to_empty)] += 1;
            }
        }
        assert!(split_groups.iter().all(|&groups| groups > 40), "{split_groups:?}");
    }
}
