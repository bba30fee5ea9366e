//! Landmark bounds against the truth, on small decks of every preset with several decks or a stock and on boards of random
//! rules: they are never above the shortest length, and they are the optimum of the relaxed game, which is computed here
//! once more by trying everything.

use crate::support::brute_force::shortest;
use crate::support::generator::draw;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use winnable::Game;
use winnable::card::{Card, Suit};
use winnable::deal::DealNumber;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::position::Position;
use winnable::rules::{Build, FoundationPiles, Group, Rules, Stock};
use winnable::search::optimal::OptimalSolver;
use winnable::search::optimal::bounds::counting;
use winnable::search::optimal::bounds::landmarks::{self, Request};

/// The relaxed game, move by move: columns, what has left them, what is home, and which units have been parked.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Relaxed {
    /// Kind and unit of every card that has not left.
    columns: Vec<Vec<(u8, u8)>>,
    /// Copies of each kind that lie apart, and that are home.
    apart: Vec<u8>,
    home: Vec<u8>,
    rows_dealt: usize,
    parked: u64,
}

/// What does not change.
struct World {
    decks: u8,
    ranks: usize,
    rows: Vec<Vec<(u8, u8)>>,
}

fn may_move_together(rules: &Rules, card: Card, under: Card) -> bool {
    let fits = match rules.group_build {
        Build::AlternateColor => card.is_red() != under.is_red(),
        Build::SameSuit => card.suit() == under.suit(),
        Build::AnySuit => true,
        Build::None => false,
        other => panic!("no test knows {other:?}"),
    };
    fits && rules.group != Group::Single && rules.order().follows(under.rank(), card.rank(), rules.build_wrap)
}

fn relaxed(rules: &Rules, layout: &Layout, metric: Metric) -> Option<(World, Relaxed)> {
    let order = rules.order();
    let base = layout.foundations.iter().find_map(|pile| pile.base)?;
    let ranks = order.len();
    let kind = |card: Card| {
        let place = (0..ranks).find(|&place| order.above(base, place) == card.rank()).unwrap();
        (card.suit().index() * ranks + place) as u8
    };
    let mut state = Relaxed {
        columns: Vec::new(),
        apart: vec![0; 4 * ranks],
        home: vec![rules.decks; 4 * ranks],
        rows_dealt: 0,
        parked: 0,
    };
    layout.cards_in_play().for_each(|card| state.home[kind(card) as usize] -= 1);
    let mut units = 0;
    for column in &layout.columns {
        let mut cards = Vec::new();
        for (i, &card) in column.iter().enumerate() {
            let together = metric == Metric::Moves && i > 0 && may_move_together(rules, card, column[i - 1]);
            units += u8::from(!together);
            cards.push((kind(card), units - 1));
        }
        state.columns.push(cards);
    }
    let falls = matches!(rules.stock, Stock::RowDeal { .. }) && rules.group == Group::Single;
    let mut rows = Vec::new();
    if falls {
        for row in layout.stock.chunks(layout.columns.len()) {
            rows.push(
                row.iter()
                    .map(|&card| {
                        units += 1;
                        (kind(card), units - 1)
                    })
                    .collect(),
            );
        }
    }
    let stock = if falls { &[][..] } else { &layout.stock };
    for &card in layout.cells.iter().flatten().chain(stock).chain(&layout.waste) {
        state.apart[kind(card) as usize] += 1;
    }
    (units <= 64).then_some((World { decks: rules.decks, ranks, rows }, state))
}

/// The fewest units parked in a solution of the relaxed game: `Some(None)` if there is none, `None` after `most` states.
fn fewest_parked(world: &World, start: Relaxed, most: usize) -> Option<Option<u32>> {
    let mut open = BTreeSet::from([(0, start.clone())]);
    let mut seen = HashSet::new();
    while let Some((cost, state)) = open.pop_first() {
        if !seen.insert(state.clone()) {
            continue;
        }
        if seen.len() > most {
            return None;
        }
        if state.home.iter().all(|&home| home == world.decks) {
            return Some(Some(cost));
        }
        let goes_home = |kind: u8| {
            let kind = kind as usize;
            let before = if kind.is_multiple_of(world.ranks) { world.decks } else { state.home[kind - 1] };
            state.home[kind] < before
        };
        for (i, column) in state.columns.iter().enumerate() {
            let Some(&(kind, unit)) = column.last() else { continue };
            let mut next = state.clone();
            next.columns[i].pop();
            if goes_home(kind) {
                let mut next = next.clone();
                next.home[kind as usize] += 1;
                open.insert((cost, next));
            }
            let parks = state.parked >> unit & 1 == 0;
            next.apart[kind as usize] += 1;
            next.parked |= 1 << unit;
            open.insert((cost + u32::from(parks), next));
        }
        for kind in (0..state.apart.len() as u8).filter(|&kind| state.apart[kind as usize] > 0 && goes_home(kind)) {
            let mut next = state.clone();
            next.apart[kind as usize] -= 1;
            next.home[kind as usize] += 1;
            open.insert((cost, next));
        }
        if let Some(row) = world.rows.get(state.rows_dealt) {
            let mut next = state.clone();
            next.rows_dealt += 1;
            for (column, &card) in next.columns.iter_mut().zip(row) {
                column.push(card);
            }
            open.insert((cost, next));
        }
    }
    Some(None)
}

fn landmarks(rules: &Rules, layout: &Layout, metric: Metric) -> u32 {
    let mut last = 0;
    let bound = landmarks::lower_bound(&Request { rules, layout, metric, steps: 50_000_000 }, &mut |bound| {
        assert!(bound >= last, "{bound} after {last}");
        last = bound;
        ControlFlow::Continue(())
    });
    assert!(bound >= last, "{bound} after {last}");
    bound
}

/// Of the comparisons with the shortest length: how many there are, and how far bounds are above those of counting.
/// Of the comparisons with the relaxed game: how many there are, and how many bounds are below its optimum.
type Counts = [u32; 4];

fn compare(rules: &Game, layout: &Layout, metric: Metric, most: usize, counts: &mut Counts) {
    let bound = landmarks(rules, layout, metric);
    let counted = counting::lower_bound(rules, layout, metric);
    let about = || format!("{} {:?} {metric}: {bound}, counted {counted}\n{layout:?}", rules.name, rules.columns);
    let ahead = |position: &Position| (rules.cards() - position.layout().cards_home()) as u32;
    let start = Position::new(rules.clone(), layout.clone()).unwrap();
    let ahead: &dyn Fn(&Position) -> u32 = if returns(rules) { &|_| 0 } else { &ahead };
    if let Some(Some(shortest)) = shortest(&start, metric, most, ahead) {
        assert!(bound <= shortest, "{shortest}: {}", about());
        counts[0] += 1;
        counts[1] += bound - counted;
    }
    if rules.foundation_piles == FoundationPiles::AnySuit {
        return;
    }
    let Some((world, start)) = relaxed(rules, layout, metric) else { return };
    let deals = match rules.stock {
        Stock::RowDeal { .. } => layout.stock.len().div_ceil(layout.columns.len()),
        _ => layout.stock.len(),
    };
    let base = (layout.cards_in_play().count() + deals) as u32;
    if let Some(Some(parked)) = fewest_parked(&world, start, most) {
        assert!(bound <= counted.max(base + parked), "{parked} parked: {}", about());
        counts[2] += 1;
        counts[3] += u32::from(bound < base + parked);
    }
}

fn returns(rules: &Rules) -> bool {
    rules.foundation_return != winnable::rules::FoundationReturn::None
}

/// Small decks and what they come to, eight deals in both metrics each.
const GAMES: [(&str, &[&str], Counts); 14] = [
    ("big-freecell", &["ranks=2", "columns=[6,5,5]", "cells=1"], [16, 4, 16, 0]),
    ("big-freecell", &["ranks=3", "columns=[8,8,8]", "cells=2", "empty_column=any"], [16, 36, 16, 0]),
    ("big-freecell", &["ranks=2", "columns=[6,5,5]", "cells=2", "foundation_return=tableau"], [10, 4, 16, 0]),
    ("freecell-four-deck", &["decks=3", "ranks=2", "columns=[6,6,6,6]", "cells=2"], [16, 4, 16, 0]),
    ("freecell-four-deck", &["ranks=2", "columns=[11,11,10]", "cells=3"], [10, 4, 14, 0]),
    ("freecell-four-deck", &["decks=3", "ranks=2", "columns=[8,8,8]", "cells=2", "build=same_suit"], [16, 12, 16, 0]),
    ("triple-freecell", &["ranks=2", "columns=[6,6,6,6]", "cells=2"], [16, 4, 16, 0]),
    ("double-freecell", &["ranks=2", "columns=[4,4,4]", "cells=2"], [16, 0, 16, 0]),
    ("double-freecell-traditional", &["ranks=2", "columns=[4,4,4,4]", "cells=1"], [16, 2, 16, 0]),
    ("double-freecell-traditional", &["ranks=3", "columns=[6,6,6,6]", "cells=3"], [9, 14, 16, 0]),
    ("fours-up", &["decks=1", "ranks=6", "foundation_base=1", "columns=[1,1,1]"], [10, 4, 10, 0]),
    ("fours-up", &["decks=2", "ranks=3", "foundation_base=1", "columns=[3,3,3]"], [12, 2, 16, 0]),
    ("fours-up", &["decks=2", "ranks=3", "foundation_base=1", "columns=[2,2,2,2]", "group=unlimited"], [12, 0, 16, 0]),
    ("fours-up-waste", &["decks=2", "ranks=2", "foundation_base=1", "columns=[1,1]"], [16, 0, 16, 0]),
];

#[test]
fn landmarks_hold_on_small_decks() {
    let mut wrong = Vec::new();
    for (name, changes, expected) in GAMES {
        let rules = crate::support::game(name, changes);
        let mut counts = [0; 4];
        for deal in 1..=8 {
            let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
            for metric in [Metric::Moves, Metric::Cards] {
                compare(&rules, &layout, metric, 20_000, &mut counts);
            }
        }
        if counts != expected {
            wrong.push(format!("{name} {changes:?}: {counts:?}, expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn landmarks_hold_under_random_rules() {
    let mut counts = [0; 4];
    for case in (0..6_000).filter_map(draw).filter(|case| !OptimalSolver::proves(&case.rules)) {
        for metric in [Metric::Moves, Metric::Cards] {
            compare(&case.rules, &case.layout, metric, 1_000, &mut counts);
        }
    }
    assert_eq!(counts, [2619, 116, 5602, 0]);
}

/// A run moves at once but is parked card by card in `cards`; suits are those of the layout.
#[test]
fn runs_are_units_of_moves_only() {
    let rules = crate::support::game("big-freecell", &["cells=8"]);
    let mut layout = Layout::empty(&rules);
    for suit in Suit::ALL {
        for pile in layout.foundations.iter_mut().filter(|pile| pile.suit == Some(suit)) {
            pile.count = if suit == Suit::Clubs { 8 } else { 13 };
        }
    }
    // Both nines are under kings, queens and jacks, which are no run: one suit does not alternate.
    layout.columns[0] = cards("9C 9C KC QC JC TC KC QC JC TC");
    let bound = |metric| landmarks(&rules, &layout, metric);
    assert_eq!([bound(Metric::Moves), bound(Metric::Cards)], [18, 18]);
    let rules = crate::support::game("big-freecell", &["cells=8", "build=same_suit", "group_build=same_suit"]);
    let bound = |metric| landmarks(&rules, &layout, metric);
    assert_eq!([bound(Metric::Moves), bound(Metric::Cards)], [12, 18]);
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

/// The sums over deals 1 to 20 in `benches/results/big-games.md`:
/// `cargo test --release --test truth big_games -- --ignored --nocapture`.
#[test]
#[ignore = "a minute"]
fn bounds_of_the_big_games() {
    for (name, metric, steps, sum) in [
        ("big-freecell", Metric::Moves, 60_000_000, 2_667),
        ("big-freecell", Metric::Cards, 60_000_000, 2_680),
        ("freecell-four-deck", Metric::Moves, 10_000_000, 4_554),
        ("freecell-four-deck", Metric::Cards, 10_000_000, 4_566),
        ("fours-up", Metric::Moves, 15_000_000, 2_412),
    ] {
        let rules = crate::support::game(name, &[]);
        let bound = |deal| {
            let layout = &DealNumber::microsoft(deal).unwrap().deal(&rules);
            let request = Request { rules: &rules, layout, metric, steps };
            landmarks::lower_bound(&request, &mut |_| ControlFlow::Continue(()))
        };
        let bounds: Vec<u32> = (1..=20).map(bound).collect();
        println!("{name} {metric}: {bounds:?}");
        assert_eq!(bounds.iter().sum::<u32>(), sum, "{name} {metric}");
    }
}
