//! The purpose of a move, derived from the winning line that starts with it.
//!
//! A hint should give a reason in the player's terms: which card becomes free, which column or cell is emptied, which card can
//! be put on the moved one. The purpose is the first consequence of the move that a later move of the line uses.

use crate::card::Card;
use crate::moves::{Move, Pile};
use crate::position::Position;
use std::fmt;

/// What a move is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Purpose {
    /// A card goes home.
    Home,
    /// A card that lay under the moved one becomes free and is played next from there.
    Frees(Card),
    /// A column is emptied.
    EmptiesColumn(u8),
    /// A cell is emptied.
    EmptiesCell(u8),
    /// This card can then be put on the moved one.
    MakesPlaceFor(Card),
    /// Cards are dealt from the stock or the waste.
    Deals,
    /// Nothing that can be said in a few words.
    Prepares,
}

impl Purpose {
    /// The purpose of the first move of a line that is played from this position.
    pub fn of(position: &Position, line: &[Move]) -> Purpose {
        let Some((first, rest)) = line.split_first() else { return Purpose::Prepares };
        if matches!(first.to, Pile::Foundation(_)) {
            return Purpose::Home;
        }
        match first.from {
            Pile::Stock => return Purpose::Deals,
            Pile::Waste if first.to == Pile::Stock => return Purpose::Deals,
            Pile::Column(from) => {
                let column = &position.layout().columns[from as usize];
                if column.len() == first.count as usize {
                    return Purpose::EmptiesColumn(from);
                }
                if let Some(card) = freed(column, first, rest) {
                    return Purpose::Frees(card);
                }
            }
            Pile::Cell(cell) => return Purpose::EmptiesCell(cell),
            _ => {}
        }
        match rest.iter().find(|mv| mv.to == first.to).and_then(|mv| mv.card) {
            Some(card) if matches!(first.to, Pile::Column(_)) => Purpose::MakesPlaceFor(card),
            _ => Purpose::Prepares,
        }
    }
}

/// The card that the moves on a column free: the first that leaves the column for a foundation or another column, before a
/// card is put onto the column.
fn freed(column: &[Card], first: &Move, rest: &[Move]) -> Option<Card> {
    let mut left = column.len() - first.count as usize;
    for mv in rest {
        if mv.to == first.from {
            // The card that the move uncovered is what was wanted.
            return None;
        }
        if mv.from == first.from {
            if !matches!(mv.to, Pile::Cell(_)) {
                return mv.card;
            }
            left -= mv.count as usize;
            if left == 0 {
                return None;
            }
        }
    }
    None
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::Home => f.write_str("one more card is home"),
            Purpose::Frees(card) => write!(f, "frees {card}"),
            Purpose::EmptiesColumn(column) => write!(f, "empties column {}", u32::from(*column) + 1),
            Purpose::EmptiesCell(cell) => write!(f, "empties cell {}", u32::from(*cell) + 1),
            Purpose::MakesPlaceFor(card) => write!(f, "makes a place for {card}"),
            Purpose::Deals => f.write_str("brings new cards into play"),
            Purpose::Prepares => f.write_str("prepares the next moves"),
        }
    }
}
