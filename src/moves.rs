//! Moves as players and records know them: a card (or a group under it), from a pile, to a pile.
//!
//! Shared by the reference position, the engines, the verifier and the records; it does not depend on how any of them
//! stores a position.

use crate::card::Card;
use std::borrow::Cow;
use std::fmt;

/// A place that cards come from or go to. Columns and cells count from 0 here and from 1 in text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pile {
    /// A tableau column: `t1`, `t2`, …
    Column(u8),
    /// A cell: `c1`, `c2`, …
    Cell(u8),
    /// The foundation pile that takes the card: `f`. Where piles differ otherwise than by suit (foundations of
    /// any suit), the pile's number: `f1`, `f2`, …
    Foundation(Option<u8>),
    /// The stock: `stock`.
    Stock,
    /// The waste: `waste`.
    Waste,
    /// All columns at once, for a row dealt from the stock: `tableau`.
    Tableau,
}

/// Names of the columns and cells of nearly all games.
const COLUMNS: [&str; 14] = ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12", "t13", "t14"];
const CELLS: [&str; 14] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12", "c13", "c14"];

impl Pile {
    /// The name of the pile in records. Large batches write millions, so common names are not allocated.
    pub fn name(self) -> Cow<'static, str> {
        let (number, names, letter) = match self {
            Pile::Column(i) => (i, &COLUMNS[..], 't'),
            Pile::Cell(i) => (i, &CELLS[..], 'c'),
            Pile::Foundation(Some(i)) => (i, &[][..], 'f'),
            Pile::Foundation(None) => return Cow::Borrowed("f"),
            Pile::Stock => return Cow::Borrowed("stock"),
            Pile::Waste => return Cow::Borrowed("waste"),
            Pile::Tableau => return Cow::Borrowed("tableau"),
        };
        match names.get(usize::from(number)) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(format!("{letter}{}", u32::from(number) + 1)),
        }
    }
}

impl Pile {
    /// The pile as sentences name it: `column 3`, `cell 1`, `the stock`.
    pub fn in_words(self) -> Cow<'static, str> {
        match self {
            Pile::Column(i) => format!("column {}", u32::from(i) + 1).into(),
            Pile::Cell(i) => format!("cell {}", u32::from(i) + 1).into(),
            Pile::Foundation(None) => "the foundations".into(),
            Pile::Foundation(Some(i)) => format!("foundation {}", u32::from(i) + 1).into(),
            Pile::Stock => "the stock".into(),
            Pile::Waste => "the waste".into(),
            Pile::Tableau => "the columns".into(),
        }
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A text that does not name a pile.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a pile; piles are t1…, c1…, f, stock, waste and tableau")]
pub struct PileError {
    /// What was read.
    pub text: String,
}

impl std::str::FromStr for Pile {
    type Err = PileError;

    fn from_str(text: &str) -> Result<Pile, PileError> {
        let numbered = |rest: &str| match rest.parse::<u8>() {
            Ok(n) if n >= 1 && !rest.starts_with(['+', '0']) => Ok(n - 1),
            _ => Err(PileError { text: text.to_string() }),
        };
        match text {
            "f" => Ok(Pile::Foundation(None)),
            "stock" => Ok(Pile::Stock),
            "waste" => Ok(Pile::Waste),
            "tableau" => Ok(Pile::Tableau),
            _ if text.starts_with('t') => numbered(&text[1..]).map(Pile::Column),
            _ if text.starts_with('c') => numbered(&text[1..]).map(Pile::Cell),
            _ if text.starts_with('f') => numbered(&text[1..]).map(|n| Pile::Foundation(Some(n))),
            _ => numbered("").map(Pile::Column),
        }
    }
}

/// One player action.
///
/// `card` is the deepest card moved, the one that lands on the destination; a row dealt from the stock and a
/// turned-over waste have none. `count` is the number of cards moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The deepest card moved.
    pub card: Option<Card>,
    /// How many cards move together.
    pub count: u8,
    /// Where from.
    pub from: Pile,
    /// Where to.
    pub to: Pile,
}

impl Move {
    /// A single card.
    pub fn single(card: Card, from: Pile, to: Pile) -> Move {
        Move { card: Some(card), count: 1, from, to }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card {
            Some(card) if self.count == 1 => write!(f, "{card} {}→{}", self.from, self.to),
            Some(card) => write!(f, "{card}×{} {}→{}", self.count, self.from, self.to),
            None => write!(f, "{} cards {}→{}", self.count, self.from, self.to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_read_back() {
        let piles = [
            Pile::Column(0),
            Pile::Column(19),
            Pile::Cell(13),
            Pile::Foundation(None),
            Pile::Foundation(Some(3)),
            Pile::Stock,
            Pile::Waste,
            Pile::Tableau,
        ];
        for pile in piles {
            assert_eq!(pile.to_string().parse(), Ok(pile));
        }
        for nonsense in ["", "t", "t0", "x1", "c-1", "t300", "stocks", "t+1"] {
            assert!(nonsense.parse::<Pile>().is_err(), "{nonsense}");
        }
    }
}
