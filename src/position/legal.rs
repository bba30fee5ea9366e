//! Whether a move is legal, and why not.

use super::Position;
use super::group_size::largest_group;
use crate::card::{Card, Rank};
use crate::layout::FoundationPile;
use crate::moves::{Move, Pile};
use crate::rules::{Build, CellKind, DealWhen, EmptyColumn, FoundationBase, FoundationReturn, Stock};

/// Why a move is not allowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum IllegalMove {
    #[error("there is no {}: this game has {}", .pile.in_words(), counted(*.pile, *.have))]
    NoSuchPile { pile: Pile, have: usize },
    #[error("{} is empty", .0.in_words())]
    Empty(Pile),
    #[error("{card} is not where it can be taken from {}", .from.in_words())]
    NotThere { card: Card, from: Pile },
    #[error("the move names no card")]
    NoCard,
    #[error("{} cannot move from {} to {}", cards(usize::from(*count)), .from.in_words(), .to.in_words())]
    WrongCount { count: u8, from: Pile, to: Pile },
    #[error("the {count} cards from {card} on do not follow each other, so they cannot move together")]
    NoRun { card: Card, count: u8 },
    #[error("only {} can move together now", cards(*capacity))]
    TooMany { capacity: usize },
    #[error("{card} cannot go on {onto}")]
    DoesNotFit { card: Card, onto: Card },
    #[error("{card} cannot fill an empty column in this game")]
    EmptyColumn { card: Card },
    #[error("{} is not free", .0.in_words())]
    CellTaken(Pile),
    #[error("{0} cannot go home yet")]
    NotHomeYet(Card),
    #[error("cards cannot come back from the foundations to {} in this game", .0.in_words())]
    NoReturn(Pile),
    #[error("a row cannot be dealt now: {0}")]
    NoDeal(&'static str),
    #[error("the waste cannot be turned over now: {0}")]
    NoRedeal(&'static str),
    #[error("no card moves from {} to {}", .from.in_words(), .to.in_words())]
    NoSuchMove { from: Pile, to: Pile },
    #[error("no such move is possible there")]
    NotPossible,
}

impl IllegalMove {
    /// Whether the text names cards only, so that the piles should be said beside it.
    pub fn names_no_place(&self) -> bool {
        use IllegalMove::{DoesNotFit, EmptyColumn, NoRun, NotHomeYet, TooMany};
        matches!(self, DoesNotFit { .. } | EmptyColumn { .. } | NoRun { .. } | NotHomeYet(_) | TooMany { .. })
    }
}

fn cards(count: usize) -> String {
    if count == 1 { "1 card".into() } else { format!("{count} cards") }
}

fn counted(pile: Pile, have: usize) -> String {
    let what = if matches!(pile, Pile::Cell(_)) { "cell" } else { "column" };
    if have == 1 { format!("1 {what}") } else { format!("{have} {what}s") }
}

impl Position {
    /// Whether the move is legal here.
    #[inline]
    pub fn check(&self, mv: &Move) -> Result<(), IllegalMove> {
        let from_stock = matches!(mv.from, Pile::Stock | Pile::Tableau);
        if from_stock || matches!(mv.to, Pile::Stock | Pile::Waste | Pile::Tableau) {
            return self.check_stock(mv);
        }
        let card = mv.card.ok_or(IllegalMove::NoCard)?;
        self.check_source(card, mv)?;
        self.check_target(card, mv)
    }

    #[cold]
    fn no_such_pile(&self, pile: Pile) -> IllegalMove {
        let have = match pile {
            Pile::Cell(_) => self.layout.cells.len(),
            _ => self.layout.columns.len(),
        };
        IllegalMove::NoSuchPile { pile, have }
    }

    /// Moves of the stock and the waste as piles.
    fn check_stock(&self, mv: &Move) -> Result<(), IllegalMove> {
        match (mv.from, mv.to) {
            (Pile::Stock, Pile::Tableau) => self.check_row_deal(mv),
            (Pile::Stock, Pile::Waste) => self.check_turn(mv),
            (Pile::Waste, Pile::Stock) => self.check_redeal(mv),
            (from, to) => Err(IllegalMove::NoSuchMove { from, to }),
        }
    }

    /// The cards are there, and a group is a run.
    #[inline]
    fn check_source(&self, card: Card, mv: &Move) -> Result<(), IllegalMove> {
        let from = mv.from;
        let not_there = || IllegalMove::NotThere { card, from };
        let single = |top: Option<Card>| match top {
            None => Err(IllegalMove::Empty(from)),
            Some(_) if mv.count != 1 => Err(IllegalMove::WrongCount { count: mv.count, from, to: mv.to }),
            Some(top) if top != card => Err(not_there()),
            Some(_) => Ok(()),
        };
        match from {
            Pile::Column(i) => {
                let column = self.layout.columns.get(i as usize).ok_or_else(|| self.no_such_pile(from))?;
                if column.is_empty() {
                    return Err(IllegalMove::Empty(from));
                }
                let count = mv.count as usize;
                if count == 0 || count > column.len() {
                    return Err(IllegalMove::WrongCount { count: mv.count, from, to: mv.to });
                }
                let group = &column[column.len() - count..];
                if group[0] != card {
                    return Err(not_there());
                }
                let run = group.windows(2).all(|pair| self.fits(self.rules.group_build, pair[1], pair[0]));
                if run { Ok(()) } else { Err(IllegalMove::NoRun { card, count: mv.count }) }
            }
            Pile::Cell(i) => single(*self.layout.cells.get(i as usize).ok_or_else(|| self.no_such_pile(from))?),
            Pile::Waste => single(self.layout.waste.last().copied()),
            Pile::Foundation(_) if mv.count != 1 => Err(IllegalMove::WrongCount { count: mv.count, from, to: mv.to }),
            Pile::Foundation(_) => self.home_pile_of(card).map(|_| ()).ok_or_else(not_there),
            Pile::Stock | Pile::Tableau => Err(IllegalMove::NoSuchMove { from, to: mv.to }),
        }
    }

    /// The destination takes them.
    #[inline]
    pub(super) fn check_target(&self, card: Card, mv: &Move) -> Result<(), IllegalMove> {
        if let Pile::Foundation(_) = mv.from {
            let allowed = match mv.to {
                Pile::Column(_) => self.rules.foundation_return != FoundationReturn::None,
                Pile::Cell(_) => self.rules.foundation_return == FoundationReturn::TableauAndCells,
                _ => false,
            };
            if !allowed {
                return Err(IllegalMove::NoReturn(mv.to));
            }
        }
        match mv.to {
            Pile::Column(i) => {
                let column = self.layout.columns.get(i as usize).ok_or_else(|| self.no_such_pile(mv.to))?;
                if mv.from == mv.to {
                    return Err(IllegalMove::NoSuchMove { from: mv.from, to: mv.to });
                }
                match column.last() {
                    Some(&onto) if !self.fits(self.rules.build, card, onto) => {
                        return Err(IllegalMove::DoesNotFit { card, onto });
                    }
                    None if !self.fills_empty(card) => return Err(IllegalMove::EmptyColumn { card }),
                    _ => {}
                }
                if mv.count == 1 {
                    return Ok(());
                }
                let spare = self.empty_columns() - usize::from(column.is_empty());
                let capacity = largest_group(&self.rules, self.free_cells(), spare);
                if mv.count as usize > capacity { Err(IllegalMove::TooMany { capacity }) } else { Ok(()) }
            }
            Pile::Cell(i) => {
                let cell = self.layout.cells.get(i as usize).ok_or_else(|| self.no_such_pile(mv.to))?;
                if mv.count != 1 {
                    return Err(IllegalMove::WrongCount { count: mv.count, from: mv.from, to: mv.to });
                }
                if matches!(mv.from, Pile::Cell(_)) {
                    return Err(IllegalMove::NoSuchMove { from: mv.from, to: mv.to });
                }
                match cell.is_none() && self.rules.cells_kind == CellKind::Free {
                    true => Ok(()),
                    false => Err(IllegalMove::CellTaken(mv.to)),
                }
            }
            Pile::Foundation(_) if mv.count != 1 => {
                Err(IllegalMove::WrongCount { count: mv.count, from: mv.from, to: mv.to })
            }
            Pile::Foundation(pile) => self.home_for(card, pile).map(|_| ()).ok_or(IllegalMove::NotHomeYet(card)),
            _ => Err(IllegalMove::NoSuchMove { from: mv.from, to: mv.to }),
        }
    }

    /// One card onto every column, as far as the stock lasts.
    fn check_row_deal(&self, mv: &Move) -> Result<(), IllegalMove> {
        let Stock::RowDeal { when } = self.rules.stock else {
            return Err(IllegalMove::NoDeal("the game has no rows to deal"));
        };
        if self.layout.stock.is_empty() {
            return Err(IllegalMove::Empty(Pile::Stock));
        }
        let row = self.layout.columns.len().min(self.layout.stock.len());
        if mv.card.is_some() || mv.count as usize != row {
            return Err(IllegalMove::WrongCount { count: mv.count, from: mv.from, to: mv.to });
        }
        match when {
            DealWhen::NoEmptyColumn if self.empty_columns() > 0 => Err(IllegalMove::NoDeal("a column is empty")),
            DealWhen::NoMoves if !self.card_moves().is_empty() => Err(IllegalMove::NoDeal("a card can move")),
            _ => Ok(()),
        }
    }

    fn check_turn(&self, mv: &Move) -> Result<(), IllegalMove> {
        if !matches!(self.rules.stock, Stock::Waste { .. }) {
            return Err(IllegalMove::NoSuchMove { from: mv.from, to: mv.to });
        }
        let next = *self.layout.stock.first().ok_or(IllegalMove::Empty(Pile::Stock))?;
        match (mv.card, mv.count) {
            (Some(card), 1) if card == next => Ok(()),
            (Some(card), 1) => Err(IllegalMove::NotThere { card, from: Pile::Stock }),
            (None, _) => Err(IllegalMove::NoCard),
            _ => Err(IllegalMove::WrongCount { count: mv.count, from: mv.from, to: mv.to }),
        }
    }

    fn check_redeal(&self, mv: &Move) -> Result<(), IllegalMove> {
        if !matches!(self.rules.stock, Stock::Waste { .. }) {
            return Err(IllegalMove::NoSuchMove { from: mv.from, to: mv.to });
        }
        if self.layout.redeals == 0 {
            return Err(IllegalMove::NoRedeal("no redeal is left"));
        }
        if !self.layout.stock.is_empty() {
            return Err(IllegalMove::NoRedeal("the stock is not empty"));
        }
        match self.layout.waste.len() {
            0 => Err(IllegalMove::Empty(Pile::Waste)),
            n if n == mv.count as usize && mv.card.is_none() => Ok(()),
            _ => Err(IllegalMove::WrongCount { count: mv.count, from: mv.from, to: mv.to }),
        }
    }

    /// Whether `card` may lie on `onto` by a building rule.
    #[inline]
    pub(super) fn fits(&self, build: Build, card: Card, onto: Card) -> bool {
        let ranks = self.ranks.follows(onto.rank(), card.rank(), self.rules.build_wrap);
        ranks
            && match build {
                Build::AlternateColor => card.is_red() != onto.is_red(),
                Build::SameSuit => card.suit() == onto.suit(),
                Build::AnySuit => true,
                Build::None => false,
            }
    }

    /// Whether a foundation takes the card now.
    pub(crate) fn goes_home(&self, card: Card) -> bool {
        self.home_for(card, None).is_some()
    }

    /// Whether a card is one of this game.
    pub(crate) fn in_play(&self, card: Card) -> bool {
        self.ranks.contains(card.rank())
    }

    /// Whether `card` may be built on `onto` in a column.
    pub(crate) fn may_be_built(&self, card: Card, onto: Card) -> bool {
        self.fits(self.rules.build, card, onto)
    }

    /// The card that goes to a foundation just before this one; none before a base card or where foundations are built
    /// regardless of suit.
    pub(crate) fn before_on_foundation(&self, card: Card) -> Option<Card> {
        let base = self.layout.foundations.iter().find(|pile| pile.suit == Some(card.suit()))?.base?;
        let lower = |rank: &Rank| self.ranks.contains(*rank) && self.ranks.next(*rank) == card.rank();
        let before = (1..=13).filter_map(Rank::new).find(lower).filter(|_| card.rank() != base)?;
        Some(Card::new(before, card.suit()))
    }

    fn fills_empty(&self, card: Card) -> bool {
        match self.rules.empty_column {
            EmptyColumn::Any => true,
            EmptyColumn::King => Some(card.rank()) == self.ranks.highest(),
            EmptyColumn::TopRank => {
                let base = match self.rules.foundation_base {
                    FoundationBase::Rank(rank) => Some(rank),
                    FoundationBase::FromDeal => self.layout.foundations.iter().find_map(|p| p.base),
                };
                base.is_some_and(|base| self.ranks.next(card.rank()) == base)
            }
            EmptyColumn::None => false,
        }
    }

    /// The foundation pile that takes the card: a given one, or the first that does.
    #[inline]
    pub(super) fn home_for(&self, card: Card, pile: Option<u8>) -> Option<usize> {
        let takes = |pile: &FoundationPile| {
            pile.suit.is_none_or(|suit| suit == card.suit()) && self.next_rank(pile) == Some(card.rank())
        };
        match pile {
            Some(i) => self.layout.foundations.get(i as usize).is_some_and(takes).then_some(i as usize),
            None => self.layout.foundations.iter().position(takes),
        }
    }

    /// The foundation pile whose top card this is.
    pub(super) fn home_pile_of(&self, card: Card) -> Option<usize> {
        self.layout.foundations.iter().position(|pile| self.pile_top(pile) == Some(card))
    }
}
