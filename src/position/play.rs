//! Carrying out a move.

use super::{IllegalMove, Position};
use crate::card::Card;
use crate::moves::{Move, Pile};

impl Position {
    /// Plays a move if it is legal; otherwise nothing changes.
    pub fn play(&mut self, mv: &Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        match (mv.from, mv.to) {
            (Pile::Stock, Pile::Tableau) => {
                let row = self.layout.stock.drain(..mv.count as usize);
                for (card, column) in row.zip(&mut self.layout.columns) {
                    column.push(card);
                }
            }
            (Pile::Waste, Pile::Stock) => {
                self.layout.stock = std::mem::take(&mut self.layout.waste);
                self.layout.redeals -= 1;
            }
            (Pile::Column(from), Pile::Column(to)) => {
                let [from, to] = self.layout.columns.get_disjoint_mut([from as usize, to as usize]).expect("checked");
                to.extend(from.drain(from.len() - mv.count as usize..));
            }
            _ => {
                let card = self.take(mv);
                self.put(mv, card);
            }
        }
        Ok(())
    }

    /// Takes a single card away.
    fn take(&mut self, mv: &Move) -> Card {
        let card = mv.card.expect("checked");
        match mv.from {
            Pile::Column(i) => drop(self.layout.columns[i as usize].pop()),
            Pile::Cell(i) => self.layout.cells[i as usize] = None,
            Pile::Waste => drop(self.layout.waste.pop()),
            Pile::Stock => drop(self.layout.stock.remove(0)),
            Pile::Foundation(_) => {
                let pile = self.home_pile_of(card).expect("checked");
                self.layout.foundations[pile].count -= 1;
            }
            Pile::Tableau => unreachable!("checked"),
        }
        card
    }

    /// Puts a single card down.
    fn put(&mut self, mv: &Move, card: Card) {
        match mv.to {
            Pile::Column(i) => self.layout.columns[i as usize].push(card),
            Pile::Cell(i) => self.layout.cells[i as usize] = Some(card),
            Pile::Foundation(pile) => {
                let pile = self.home_for(card, pile).expect("checked");
                self.layout.foundations[pile].count += 1;
            }
            Pile::Waste => self.layout.waste.push(card),
            Pile::Stock | Pile::Tableau => unreachable!("checked"),
        }
    }
}
