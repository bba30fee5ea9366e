//! Automatic home moves, as FreeCell programs make them after every move.
//!
//! Notations that leave these moves out mean one of three rules. *All*: every card goes home as soon as it can. *Safe*: a card
//! of rank r goes home when both foundations of the other colour hold r − 1 (Horne's rule, Microsoft's game). *Raymond's rule*,
//! which sends more cards home: both foundations of the other colour hold r − 2 and the other one of its own colour r − 3.
//! Where columns are not built in alternate colours, safe means all.

use super::Autoplay;
use crate::card::{Card, Suit};
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::rules::Build;

/// The next automatic home move.
pub(super) fn next(position: &Position, autoplay: Autoplay) -> Option<Move> {
    if autoplay == Autoplay::None {
        return None;
    }
    let layout = position.layout();
    let cells = layout.cells.iter().enumerate().filter_map(|(i, card)| Some(((*card)?, Pile::Cell(i as u8))));
    let columns = layout.columns.iter().enumerate().filter_map(|(i, c)| Some((*c.last()?, Pile::Column(i as u8))));
    let waste = layout.waste.last().map(|card| (*card, Pile::Waste));
    let tops = cells.chain(columns).chain(waste);
    let moves = tops.map(|(card, from)| (card, Move::single(card, from, Pile::Foundation(None))));
    moves.filter(|(card, mv)| position.check(mv).is_ok() && goes(position, autoplay, *card)).map(|(_, mv)| mv).next()
}

fn goes(position: &Position, autoplay: Autoplay, card: Card) -> bool {
    let alternate = position.rules().build == Build::AlternateColor;
    // How many cards of a suit are home in every pile of it.
    let home = |suit: Suit| {
        let piles = position.layout().foundations.iter().filter(|pile| pile.suit == Some(suit));
        piles.map(|pile| i16::from(pile.count)).min().unwrap_or(0)
    };
    let height = position.layout().foundations.iter().filter(|p| p.suit == Some(card.suit())).map(|p| p.count).min();
    let rank = i16::from(height.unwrap_or(0)) + 1;
    let others = |least: i16| Suit::ALL.into_iter().filter(|s| s.is_red() != card.is_red()).all(|s| home(s) >= least);
    let twin = |least: i16| {
        let same = |s: &Suit| s.is_red() == card.is_red() && *s != card.suit();
        Suit::ALL.into_iter().filter(same).all(|s| home(s) >= least)
    };
    match autoplay {
        Autoplay::None => false,
        Autoplay::All => true,
        _ if !alternate || rank <= 2 => true,
        Autoplay::Safe => others(rank - 1),
        Autoplay::SafeRaymond => others(rank - 1) || (others(rank - 2) && twin(rank - 3)),
    }
}
