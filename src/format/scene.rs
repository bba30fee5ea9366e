//! A solution as physical cards that travel between piles.
//!
//! A position stores kinds of cards and the heights of foundations. A drawing needs to know where each
//! physical card lies and which cards each move takes along. This file applies the rules, so that a
//! drawing only moves cards from pile to pile, forwards and backwards, and is the same for every game.

use super::{notation, words};
use crate::card::{Card, Rank};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::{IllegalMove, LayoutError, Position};
use crate::rules::Rules;
use serde::Serialize;

/// What a pile is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// A tableau column.
    Column,
    /// A cell.
    Cell,
    /// A foundation.
    Foundation,
    /// The stock; its last card comes next.
    Stock,
    /// The waste.
    Waste,
}

/// A pile and the numbers of the cards on it, top card last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ScenePile {
    /// What it is.
    pub kind: Kind,
    /// The suit of a foundation that has one: `H`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suit: Option<char>,
    /// Numbers of its cards.
    pub cards: Vec<usize>,
}

/// All cards and piles at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Scene {
    /// Every physical card.
    pub cards: Vec<String>,
    /// Columns, cells, foundations, then stock and waste where the game has them.
    pub piles: Vec<ScenePile>,
}

/// Takes the top cards off a pile and puts them on another in the same order: from, to, how many.
pub type Transfer = (usize, usize, usize);

/// A move as a player of solutions shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct SceneStep {
    /// In words.
    pub text: String,
    /// In standard notation.
    pub notation: String,
    /// What it carries.
    pub transfers: Vec<Transfer>,
}

/// Why a solution cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The deal is wrong.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

impl Scene {
    /// The cards of a layout on their piles.
    pub fn new(rules: &Game, layout: &Layout) -> Result<Scene, LayoutError> {
        Position::new(rules.clone(), layout.clone())?;
        let mut scene = Scene { cards: Vec::new(), piles: Vec::new() };
        for column in &layout.columns {
            scene.pile(Kind::Column, column);
        }
        for cell in &layout.cells {
            scene.pile(Kind::Cell, cell.as_slice());
        }
        // Piles of any suit do not say which cards they hold: the ones that lie nowhere else.
        let mut home = missing(rules, layout);
        let order = rules.order();
        for pile in &layout.foundations {
            let mut cards = Vec::new();
            for i in 0..pile.count as usize {
                let Some(rank) = pile.base.map(|base| order.above(base, i)) else { continue };
                let fits = |card: &Card| card.rank() == rank && pile.suit.is_none_or(|suit| suit == card.suit());
                let Some(found) = home.iter().position(fits) else { continue };
                cards.push(home.remove(found));
            }
            scene.pile(Kind::Foundation, &cards);
            scene.piles.last_mut().expect("just added").suit = pile.suit.map(|suit| suit.letter());
        }
        if rules.stock != crate::rules::Stock::None {
            scene.pile(Kind::Stock, &layout.stock.iter().rev().copied().collect::<Vec<_>>());
        }
        if matches!(rules.stock, crate::rules::Stock::Waste { .. }) {
            scene.pile(Kind::Waste, &layout.waste);
        }
        Ok(scene)
    }

    fn pile(&mut self, kind: Kind, cards: &[Card]) {
        let first = self.cards.len();
        self.cards.extend(cards.iter().map(Card::to_string));
        self.piles.push(ScenePile { kind, suit: None, cards: (first..self.cards.len()).collect() });
    }

    /// Carries out a transfer; nothing happens if there are not enough cards.
    pub fn transfer(&mut self, (from, to, count): Transfer) {
        let Some(keep) = self.piles[from].cards.len().checked_sub(count) else { return };
        let cards = self.piles[from].cards.split_off(keep);
        self.piles[to].cards.extend(cards);
    }
}

/// Cards of the deck that lie on no column, cell, stock or waste.
fn missing(rules: &Rules, layout: &Layout) -> Vec<Card> {
    let mut left = [0i32; Card::KINDS];
    for card in (0..Card::KINDS as u8).filter_map(Card::from_index).filter(|c| rules.order().contains(c.rank())) {
        left[card.index() as usize] = i32::from(rules.decks);
    }
    for card in layout.cards_in_play() {
        left[card.index() as usize] -= 1;
    }
    let times = |(index, &n): (usize, &i32)| (0..n).filter_map(move |_| Card::from_index(index as u8));
    left.iter().enumerate().flat_map(times).collect()
}

/// What every move carries from pile to pile, numbered as in the scene.
pub fn transfers(rules: &Game, layout: &Layout, moves: &[Move]) -> Result<Vec<Vec<Transfer>>, SceneError> {
    let mut position = Position::new(rules.clone(), layout.clone())?;
    let cells = layout.columns.len();
    let foundations = cells + layout.cells.len();
    let stock = foundations + layout.foundations.len();
    let waste = stock + 1;
    let mut all = Vec::with_capacity(moves.len());
    for mv in moves {
        let before = position.layout().foundations.clone();
        position.play(mv)?;
        let changed = before.iter().zip(&position.layout().foundations).position(|(a, b)| a.count != b.count);
        let place = |pile: Pile| match pile {
            Pile::Column(i) => i as usize,
            Pile::Cell(i) => cells + i as usize,
            Pile::Foundation(_) => foundations + changed.unwrap_or(0),
            Pile::Stock | Pile::Tableau => stock,
            Pile::Waste => waste,
        };
        let count = mv.count as usize;
        all.push(match (mv.from, mv.to) {
            (Pile::Stock, Pile::Tableau) => (0..count).map(|column| (stock, column, 1)).collect(),
            // Turned over card by card, so that the lowest card of the waste comes next.
            (Pile::Waste, Pile::Stock) => vec![(waste, stock, 1); count],
            (from, to) => vec![(place(from), place(to), count)],
        });
    }
    Ok(all)
}

/// Every move in words, in notation and as transfers.
pub fn steps(rules: &Game, layout: &Layout, moves: &[Move]) -> Result<Vec<SceneStep>, SceneError> {
    let mut position = Position::new(rules.clone(), layout.clone())?;
    let mut steps = Vec::with_capacity(moves.len());
    for (mv, transfers) in moves.iter().zip(transfers(rules, layout, moves)?) {
        let (text, notation) = (words::step(&position, mv, &symbol), notation::write(&position, mv));
        steps.push(SceneStep { text, notation, transfers });
        position.play(mv)?;
    }
    Ok(steps)
}

/// A card with the symbol of its suit: `10♥`.
pub fn symbol(card: Card) -> String {
    let ten = Rank::new(10) == Some(card.rank());
    format!("{}{}", if ten { "10".into() } else { card.rank().to_string() }, card.suit().symbol())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::rules::PRESETS;

    /// Random games of every preset: after every move the scene shows what the position holds.
    #[test]
    fn scenes_follow_positions() {
        let mut random = 12345u32;
        for preset in PRESETS {
            let rules = Game::of_checked(preset.rules());
            let layout = DealNumber::Microsoft(617).deal(&rules);
            let mut position = Position::new(rules.clone(), layout.clone()).unwrap();
            let mut scene = Scene::new(&rules, &layout).unwrap();
            assert_eq!(scene.cards.len(), rules.cards(), "{}", preset.name);
            let mut moves = Vec::new();
            for _ in 0..100 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                random = random.wrapping_mul(1664525).wrapping_add(1013904223);
                let mv = legal[(random >> 8) as usize % legal.len()];
                position.play(&mv).unwrap();
                moves.push(mv);
            }
            for step in transfers(&rules, &layout, &moves).unwrap() {
                step.into_iter().for_each(|transfer| scene.transfer(transfer));
            }
            let end = position.layout();
            let names = |pile: &ScenePile| pile.cards.iter().map(|&c| scene.cards[c].clone()).collect::<Vec<_>>();
            let text = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
            let (columns, rest) = scene.piles.split_at(end.columns.len());
            let (cells, rest) = rest.split_at(end.cells.len());
            let (foundations, rest) = rest.split_at(end.foundations.len());
            assert!(columns.iter().map(names).eq(end.columns.iter().map(|c| text(c))), "{}", preset.name);
            assert!(cells.iter().map(names).eq(end.cells.iter().map(|c| text(c.as_slice()))), "{}", preset.name);
            for (pile, found) in foundations.iter().zip(&end.foundations) {
                assert_eq!(pile.cards.len(), found.count as usize, "{}", preset.name);
            }
            if let [stock, waste @ ..] = rest {
                assert!(names(stock).into_iter().rev().eq(text(&end.stock)), "{}", preset.name);
                assert!(waste.iter().all(|pile| names(pile) == text(&end.waste)), "{}", preset.name);
            }
        }
    }
}
