//! All legal moves, found by trying every candidate.

use super::Position;
use crate::card::Card;
use crate::moves::{Move, Pile};
use crate::rules::{FoundationPiles, FoundationReturn};

impl Position {
    /// Every legal move. Each empty cell and each empty column counts as a destination of its own; foundation
    /// piles that take the same card are told apart only where they are built regardless of suit.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.card_moves();
        let row = self.layout.columns.len().min(self.layout.stock.len()) as u8;
        let turned = self.layout.waste.len() as u8;
        let candidates = [
            Move { card: None, count: row, from: Pile::Stock, to: Pile::Tableau },
            Move { card: self.layout.stock.first().copied(), count: 1, from: Pile::Stock, to: Pile::Waste },
            Move { card: None, count: turned, from: Pile::Waste, to: Pile::Stock },
        ];
        moves.extend(candidates.into_iter().filter(|mv| self.check(mv).is_ok()));
        moves
    }

    /// Every legal move that does not touch the stock.
    pub(super) fn card_moves(&self) -> Vec<Move> {
        let targets = self.targets();
        let mut moves = Vec::new();
        for (card, count, from) in self.sources() {
            // Most columns show a card that does not fit, which is quickly seen.
            let fitting = targets.iter().filter(|(_, top)| top.is_none_or(|top| self.may_be_built(card, top)));
            let candidates = fitting.map(|&(to, _)| Move { card: Some(card), count, from, to });
            moves.extend(candidates.filter(|mv| self.check_target(card, mv).is_ok()));
        }
        moves
    }

    /// Every card that can be picked up, with the cards on it.
    fn sources(&self) -> Vec<(Card, u8, Pile)> {
        let mut sources = Vec::new();
        for (i, column) in self.layout.columns.iter().enumerate() {
            for (above, &card) in column.iter().rev().enumerate() {
                let on_it = column.get(column.len() - above).copied();
                if on_it.is_some_and(|upper| !self.fits(self.rules.group_build, upper, card)) {
                    break;
                }
                sources.push((card, above as u8 + 1, Pile::Column(i as u8)));
            }
        }
        for (i, cell) in self.layout.cells.iter().enumerate() {
            sources.extend(cell.map(|card| (card, 1, Pile::Cell(i as u8))));
        }
        sources.extend(self.layout.waste.last().map(|&card| (card, 1, Pile::Waste)));
        if self.rules.foundation_return != FoundationReturn::None {
            let mut home: Vec<Card> = self.layout.foundations.iter().filter_map(|pile| self.pile_top(pile)).collect();
            crate::short_sort::sort(&mut home);
            home.dedup();
            sources.extend(home.into_iter().map(|card| (card, 1, Pile::Foundation(None))));
        }
        sources
    }

    /// Every pile that could take a card, with the card on top of a column.
    fn targets(&self) -> Vec<(Pile, Option<Card>)> {
        let columns = self.layout.columns.iter().enumerate();
        let columns = columns.map(|(i, column)| (Pile::Column(i as u8), column.last().copied()));
        let cells = self.layout.cells.iter().enumerate().filter(|(_, cell)| cell.is_none());
        let mut targets: Vec<_> = columns.chain(cells.map(|(i, _)| (Pile::Cell(i as u8), None))).collect();
        if self.rules.foundation_piles == FoundationPiles::AnySuit {
            targets.extend((0..self.layout.foundations.len()).map(|i| (Pile::Foundation(Some(i as u8)), None)));
        } else {
            targets.push((Pile::Foundation(None), None));
        }
        targets
    }
}
