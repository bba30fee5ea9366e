//! A transposition table of proven verdicts, keyed by the exact canonical position.
//!
//! Its entries have three sources. Every position on a verified winning line is won, and the rest of the line is an upper bound
//! on its length. A position whose complete search ended without a win is lost. And a position is won if one of its successors
//! is won, and lost if all of them are lost. "Undecided" is never stored.

use crate::layout::Layout;
use crate::metric::Metric;
use crate::moves::Move;
use crate::position::Position;
use crate::verify::cost;
use ahash::AHashMap;

/// A proven verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    /// A win of this length is known; `proven` if there is no shorter one.
    Won { length: u32, proven: bool },
    /// There is no win.
    Lost,
}

/// The table.
pub(super) struct Known {
    metric: Metric,
    facts: AHashMap<Box<[u8]>, Fact>,
    /// Winning lines, and for positions on them where the rest of the line begins.
    lines: Vec<Box<[Move]>>,
    rests: AHashMap<Box<[u8]>, (u32, u32)>,
}

impl Known {
    pub fn new(metric: Metric) -> Known {
        Known { metric, facts: AHashMap::new(), lines: Vec::new(), rests: AHashMap::new() }
    }

    pub fn len(&self) -> usize {
        self.facts.len()
    }

    pub fn clear(&mut self) {
        self.facts.clear();
        self.lines.clear();
        self.rests.clear();
    }

    /// What is known about a position.
    pub fn get(&self, position: &Position) -> Option<Fact> {
        if position.is_won() {
            return Some(Fact::Won { length: 0, proven: true });
        }
        self.facts.get(&key(position)[..]).copied()
    }

    pub fn lost(&mut self, position: &Position) {
        let old = self.facts.insert(key(position), Fact::Lost);
        debug_assert!(!matches!(old, Some(Fact::Won { .. })), "a won position is never lost");
    }

    /// Notes a win; whether none as short was known before.
    pub fn won(&mut self, position: &Position, length: u32, proven: bool) -> bool {
        let mut new = true;
        let known = self.facts.entry(key(position)).and_modify(|_| new = false).or_insert(Fact::Won { length, proven });
        match known {
            Fact::Won { length: known, proven: certain } if length < *known || length == *known && proven => {
                new = new || length < *known;
                (*known, *certain) = (length, proven);
            }
            Fact::Won { .. } => {}
            Fact::Lost => unreachable!("a verified win from a position that a complete search has refuted"),
        }
        new
    }

    /// A winning line that the verifier has accepted: all positions on it are won. `proven` says that the line is a shortest
    /// one; then the rest of it is shortest from every position on it, since a shorter rest would shorten the whole.
    pub fn line(&mut self, start: &Position, moves: &[Move], proven: bool) {
        let mut position = start.clone();
        let costs = self.costs(start, moves);
        let mut left: u32 = costs.iter().sum();
        let line = self.lines.len() as u32;
        self.lines.push(moves.into());
        for (step, (mv, cost)) in moves.iter().zip(costs).enumerate() {
            if self.won(&position, left, proven) {
                self.rests.insert(key(&position), (line, step as u32));
            }
            left -= cost;
            if position.play(mv).is_err() {
                debug_assert!(false, "the line has been verified");
                return;
            }
        }
    }

    /// The rest of a winning line from a position, as it was played with the piles in their places there.
    pub fn rest(&self, position: &Position) -> Option<&[Move]> {
        let &(line, step) = self.rests.get(&key(position)[..])?;
        Some(&self.lines[line as usize][step as usize..])
    }

    /// What a move counts in the metric.
    pub fn cost(&self, position: &Position, mv: &Move) -> u32 {
        cost(self.metric, position, mv)
    }

    fn costs(&self, start: &Position, moves: &[Move]) -> Vec<u32> {
        let mut position = start.clone();
        let mut cost = |mv: &Move| {
            let cost = self.cost(&position, mv);
            position.play(mv).ok().map(|()| cost)
        };
        moves.iter().map_while(&mut cost).collect()
    }
}

/// The canonical position as bytes: equal exactly if the positions are equal up to symmetry.
pub(super) fn key(position: &Position) -> Box<[u8]> {
    let Layout { columns, cells, foundations, stock, waste, redeals } = position.canonical();
    let mut bytes = Vec::with_capacity(128);
    for pile in columns.iter().chain([&stock, &waste]) {
        bytes.extend(pile.iter().map(|card| card.index() + 1));
        bytes.push(0);
    }
    bytes.extend(cells.iter().map(|cell| cell.map_or(0, |card| card.index() + 1)));
    for pile in &foundations {
        let suit = pile.suit.map_or(4, |suit| suit.index() as u8);
        bytes.extend([suit, pile.base.map_or(0, |base| base.number()), pile.count]);
    }
    bytes.push(redeals);
    bytes.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::game::Game;
    use crate::moves::Pile;

    fn position() -> Position {
        let game = Game::preset("freecell").unwrap();
        let layout = game.deal(DealNumber::Microsoft(617));
        Position::new(game, layout).unwrap()
    }

    #[test]
    fn keys_forget_the_order_of_piles_and_nothing_else() {
        let start = position();
        let card = *start.layout().columns[0].last().unwrap();
        let mut parked: Vec<Position> = vec![start.clone(); 2];
        for (cell, position) in (1..).zip(&mut parked) {
            position.play(&Move::single(card, Pile::Column(0), Pile::Cell(cell))).unwrap();
        }
        assert_eq!(key(&parked[0]), key(&parked[1]));
        assert_ne!(key(&parked[0]), key(&start));
    }

    #[test]
    fn shorter_and_proven_lengths_replace_others() {
        let (mut known, start) = (Known::new(Metric::Moves), position());
        for (length, proven, kept) in [
            (90, false, (90, false)),
            (95, true, (90, false)),
            (80, false, (80, false)),
            (80, true, (80, true)),
            (80, false, (80, true)),
        ] {
            known.won(&start, length, proven);
            assert_eq!(known.get(&start), Some(Fact::Won { length: kept.0, proven: kept.1 }));
        }
        assert_eq!(known.len(), 1);
    }
}
