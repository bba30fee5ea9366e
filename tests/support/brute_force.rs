//! The truth about small boards: plain uniform-cost search over the reference position.

use ahash::AHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use winnable::Game;
use winnable::card::Card;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::moves::{Move, Pile};
use winnable::position::Position;
use winnable::rules::{Rules, Stock};

/// The shortest lengths of a board; `None` if it cannot be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    pub moves: Option<u32>,
    pub cards: Option<u32>,
}

impl Truth {
    /// The shortest length in a metric.
    pub fn length(&self, metric: Metric) -> Option<u32> {
        match metric {
            Metric::Moves => self.moves,
            Metric::Cards => self.cards,
            other => panic!("brute force does not count {other}"),
        }
    }
}

/// The truth, or `None` if more than `most` positions would have to be looked at.
pub fn truth(rules: &Game, layout: &Layout, most: usize) -> Option<Truth> {
    let start = Position::new(rules.clone(), layout.clone()).expect("boards are whole");
    let moves = shortest(&start, Metric::Moves, most, |_| 0)?;
    // A board that cannot be won with groups cannot be won without them.
    let cards = if moves.is_none() { None } else { shortest(&start, Metric::Cards, most, |_| 0)? };
    Some(Truth { moves, cards })
}

/// The shortest length in one metric (`Some(None)` if there is no win), or `None` after `most` positions. `ahead` is a part
/// of the length that is still ahead for certain and never falls by more than a move costs, or 0.
pub fn shortest(
    start: &Position,
    metric: Metric,
    most: usize,
    ahead: impl Fn(&Position) -> u32,
) -> Option<Option<u32>> {
    let mut best: AHashMap<Box<[u8]>, u32> = AHashMap::new();
    let mut key = Vec::new();
    canonical_bytes(start, &mut key);
    best.insert(key[..].into(), 0);
    let mut open = BinaryHeap::from([Reverse((ahead(start), 0u32, 0usize))]);
    let mut positions = vec![Some(start.clone())];
    let mut next = start.clone();
    while let Some(Reverse((_, length, at))) = open.pop() {
        let Some(position) = positions[at].take() else { continue };
        canonical_bytes(&position, &mut key);
        if best[&key[..]] < length {
            continue;
        }
        if position.is_won() {
            return Some(Some(length));
        }
        for mv in position.legal_moves() {
            let Some(cost) = cost(position.rules(), &mv, metric) else { continue };
            next.clone_from(&position);
            next.play(&mv).expect("listed moves are legal");
            canonical_bytes(&next, &mut key);
            let new = match best.get_mut(&key[..]) {
                Some(known) if *known <= length + cost => false,
                Some(known) => {
                    *known = length + cost;
                    true
                }
                None => {
                    best.insert(key[..].into(), length + cost);
                    true
                }
            };
            if new {
                open.push(Reverse((length + cost + ahead(&next), length + cost, positions.len())));
                positions.push(Some(next.clone()));
            }
        }
        if positions.len() > most {
            return None;
        }
    }
    Some(None)
}

/// A position as bytes, equal exactly if [`Position::canonical`] is; a test compares the two.
pub fn canonical_bytes(position: &Position, out: &mut Vec<u8>) {
    out.clear();
    let layout = position.layout();
    let rules = position.rules();
    let card = |card: &Card| card.index() + 1;
    let mut columns: [&[Card]; 20] = [&[]; 20];
    let columns = &mut columns[..layout.columns.len()];
    for (slot, column) in columns.iter_mut().zip(&layout.columns) {
        *slot = column;
    }
    if layout.stock.is_empty() || !matches!(rules.stock, Stock::RowDeal { .. }) {
        columns.sort_unstable();
    }
    for column in columns.iter().copied().chain([&layout.stock[..], &layout.waste[..]]) {
        out.extend(column.iter().map(card));
        out.push(0);
    }
    let cells = out.len();
    out.extend(layout.cells.iter().map(|cell| cell.as_ref().map_or(0, card)));
    out[cells..].sort_unstable();
    let mut piles = [[0u8; 3]; 16];
    for (slot, pile) in piles.iter_mut().zip(&layout.foundations) {
        let full = pile.suit.is_none() && pile.count as usize == rules.foundation_capacity();
        let base = pile.base.filter(|_| !full).map_or(0, |base| base.number());
        *slot = [pile.suit.map_or(7, |suit| suit.index() as u8), base, pile.count];
    }
    piles[..layout.foundations.len()].sort_unstable();
    out.extend(piles[..layout.foundations.len()].as_flattened());
    out.push(layout.redeals);
}

/// What a move costs in a metric; in `cards` groups that are a gesture for single cards are not moves at all.
pub fn cost(rules: &Rules, mv: &Move, metric: Metric) -> Option<u32> {
    match metric {
        Metric::Moves => Some(1),
        Metric::Cards if mv.card.is_none() => Some(1),
        Metric::Cards if mv.count > 1 && !rules.group_is_primitive() => None,
        Metric::Cards => Some(u32::from(mv.count)),
        other => panic!("brute force does not count {other}"),
    }
}

/// The lengths of a solution, counted by playing it: player actions and single-card moves. Panics if a move is illegal.
pub fn lengths(rules: &Game, layout: &Layout, moves: &[Move]) -> (u32, u32) {
    let mut position = Position::new(rules.clone(), layout.clone()).expect("boards are whole");
    let mut cards = 0;
    for mv in moves {
        cards += match mv.count {
            _ if mv.card.is_none() => 1,
            1 => 1,
            count if rules.group_is_primitive() => u32::from(count),
            _ => card_by_card(&position, mv).unwrap_or_else(|| panic!("{mv} cannot be replayed card by card")),
        };
        position.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
    }
    assert!(position.is_won(), "cards are left");
    (moves.len() as u32, cards)
}

/// The fewest single-card moves that do what a group move does, over empty cells and empty columns only.
pub fn card_by_card(start: &Position, group: &Move) -> Option<u32> {
    let (Pile::Column(from), Pile::Column(_)) = (group.from, group.to) else { return None };
    let column = &start.layout().columns[from as usize];
    let moved = column[column.len() - group.count as usize..].to_vec();
    let empty = |pile: &Pile| match pile {
        Pile::Column(i) => start.layout().columns[*i as usize].is_empty(),
        Pile::Cell(i) => start.layout().cells[*i as usize].is_none(),
        _ => false,
    };
    let stop = |pile: Pile| pile == group.from || pile == group.to || empty(&pile);
    let mut goal = start.clone();
    goal.play(group).ok()?;
    let (goal, height) = (goal.canonical(), column.len() - moved.len());
    let mut seen = HashSet::from([start.canonical()]);
    let mut layer = vec![start.clone()];
    for length in 0.. {
        let mut next_layer = Vec::new();
        for position in &layer {
            if position.canonical() == goal {
                return Some(length);
            }
            for mv in position.legal_moves() {
                let ours = mv.card.is_some_and(|card| moved.contains(&card)) && mv.count == 1;
                // What lay under the group stays where it is.
                let deep = mv.from == group.from && position.layout().columns[from as usize].len() <= height;
                // Other columns are no stops, and neither is what the group has uncovered in its own.
                if !ours || deep || !stop(mv.from) || !stop(mv.to) || mv.to == group.from {
                    continue;
                }
                let mut next = position.clone();
                next.play(&mv).expect("listed moves are legal");
                if seen.insert(next.canonical()) {
                    next_layer.push(next);
                }
            }
        }
        if next_layer.is_empty() {
            return None;
        }
        layer = next_layer;
    }
    None
}
