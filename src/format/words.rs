//! Solutions in words: numbered steps that a player can follow.

use crate::card::Card;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::Position;

/// One step in words; `show` decides how a card looks.
pub fn step(position: &Position, mv: &Move, show: &dyn Fn(Card) -> String) -> String {
    let card = mv.card.map_or(String::new(), show);
    match (mv.from, mv.to) {
        (Pile::Stock, Pile::Tableau) => return format!("deal {} cards from the stock", mv.count),
        (Pile::Stock, _) => return format!("turn over {card} from the stock"),
        (_, Pile::Stock) => return "turn the waste over into the stock".into(),
        _ => {}
    }
    let what = match mv.count {
        1 => card,
        2 => format!("{card} and the card on it"),
        n => format!("{card} and the {} cards on it", n - 1),
    };
    let from = place(mv.from);
    let to = match mv.to {
        Pile::Column(i) => match position.layout().columns[i as usize].last() {
            Some(&onto) => format!("onto {} in column {}", show(onto), i + 1),
            None => format!("to empty column {}", i + 1),
        },
        Pile::Foundation(None) => "home".into(),
        to => format!("to {}", place(to)),
    };
    format!("{what} from {from} {to}")
}

fn place(pile: Pile) -> String {
    match pile {
        Pile::Column(i) => format!("column {}", i + 1),
        Pile::Cell(i) => format!("cell {}", i + 1),
        Pile::Foundation(None) => "its foundation".into(),
        // Where foundations are built regardless of suit, several may take the card.
        Pile::Foundation(Some(i)) => format!("foundation {}", i + 1),
        Pile::Stock => "the stock".into(),
        Pile::Waste => "the waste".into(),
        Pile::Tableau => "the columns".into(),
    }
}

/// All steps, numbered, one a line.
pub fn steps(rules: &Game, layout: &Layout, moves: &[Move], show: &dyn Fn(Card) -> String) -> Vec<String> {
    let Ok(mut position) = Position::new(rules.clone(), layout.clone()) else { return Vec::new() };
    let width = moves.len().to_string().len();
    let mut lines = Vec::with_capacity(moves.len());
    for (i, mv) in moves.iter().enumerate() {
        lines.push(format!("{:>width$}. {}", i + 1, step(&position, mv, show)));
        if position.play(mv).is_err() {
            break;
        }
    }
    lines
}
