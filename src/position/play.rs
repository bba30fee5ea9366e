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
            _ => {
                let cards = self.take(mv);
                self.put(mv, &cards);
            }
        }
        Ok(())
    }

    fn take(&mut self, mv: &Move) -> Vec<Card> {
        match mv.from {
            Pile::Column(i) => {
                let column = &mut self.layout.columns[i as usize];
                column.split_off(column.len() - mv.count as usize)
            }
            Pile::Cell(i) => self.layout.cells[i as usize].take().into_iter().collect(),
            Pile::Waste => self.layout.waste.pop().into_iter().collect(),
            Pile::Stock => vec![self.layout.stock.remove(0)],
            Pile::Foundation(_) => {
                let card = mv.card.expect("checked");
                let pile = self.home_pile_of(card).expect("checked");
                self.layout.foundations[pile].count -= 1;
                vec![card]
            }
            Pile::Tableau => unreachable!("checked"),
        }
    }

    fn put(&mut self, mv: &Move, cards: &[Card]) {
        match mv.to {
            Pile::Column(i) => self.layout.columns[i as usize].extend_from_slice(cards),
            Pile::Cell(i) => self.layout.cells[i as usize] = Some(cards[0]),
            Pile::Foundation(pile) => {
                let pile = self.home_for(cards[0], pile).expect("checked");
                self.layout.foundations[pile].count += 1;
            }
            Pile::Waste => self.layout.waste.push(cards[0]),
            Pile::Stock | Pile::Tableau => unreachable!("checked"),
        }
    }
}
