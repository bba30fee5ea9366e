//! Shortest lengths against uniform-cost search on the reference position, on small decks of every one-deck preset.

use crate::support::Dice;
use crate::support::generator::{Case, nearly_won};
use rayon::prelude::*;
use std::ops::RangeInclusive;
use winnable::Game;
use winnable::card::{Card, Rank, Suit};
use winnable::deal::DealNumber;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::moves::Pile;
use winnable::position::Position;
use winnable::rules::{Build, CellKind, FoundationReturn, PRESETS, Rules};
use winnable::search::Budget;
use winnable::search::optimal::{Bound, OptimalSolver, Pruning, Task};
use winnable::verify::verify;

/// The shortest length, by uniform-cost search.
fn brute_force(rules: &Game, layout: &Layout, metric: Metric, most: usize) -> Option<Option<u32>> {
    let start = Position::new(rules.clone(), layout.clone()).unwrap();
    crate::support::brute_force::shortest(&start, metric, most, |_| 0)
}

/// The preset on a small deck: `ranks` ranks, `columns` columns, `cells` cells.
fn shrunk(preset: &Rules, ranks: u8, columns: usize, cells: u8) -> Option<Rules> {
    let mut rules = preset.clone();
    rules.ranks = ranks;
    rules.cells = cells;
    rules.cells_prefilled.retain(|&cell| cell < cells);
    if rules.cells_kind == CellKind::Reserve {
        rules.cells_prefilled = (0..cells).collect();
    }
    let placed = rules.cells_prefilled.len() + rules.prefilled_foundations();
    let rest = (4 * ranks as usize).checked_sub(placed)?;
    rules.columns = (0..columns).map(|i| ((rest + columns - 1 - i) / columns) as u8).collect();
    rules.validate().ok().map(|()| rules)
}

/// All one-deck presets.
fn names() -> Vec<&'static str> {
    PRESETS.iter().filter(|p| OptimalSolver::proves(&p.rules())).map(|p| p.name).collect()
}

/// Compares these deals of these presets, each in both metrics; returns how many were won and lost. Every preset must come to
/// `least` of both: one that is too large for brute force would say nothing.
fn compare(presets: &[&str], deals: RangeInclusive<u64>, ranks: &[u8], most: usize, least: (u32, u32)) -> (u32, u32) {
    let (mut all_won, mut all_lost) = (0, 0);
    for preset in PRESETS.iter().filter(|p| presets.contains(&p.name)).map(|p| p.rules()) {
        let (mut won, mut lost, mut left_out) = (0, 0, 0);
        for deal in deals.clone() {
            let pick = |n: u64, salt: u64| (deal.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> salt) % n;
            let ranks = ranks[pick(ranks.len() as u64, 20) as usize];
            let Some(mut rules) = shrunk(&preset, ranks, 2 + pick(4, 30) as usize, pick(4, 40) as u8) else {
                left_out += 2;
                continue;
            };
            rules.foundation_return = match pick(4, 50) {
                0 => FoundationReturn::Tableau,
                1 => FoundationReturn::TableauAndCells,
                _ => FoundationReturn::None,
            };
            if rules.cells_kind == CellKind::Reserve && rules.foundation_return == FoundationReturn::TableauAndCells {
                // Cards only leave a reserve: refused.
                rules.foundation_return = FoundationReturn::Tableau;
            }
            let rules = Game::new(rules).unwrap();
            let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
            for metric in [Metric::Moves, Metric::Cards] {
                let Some(expected) = brute_force(&rules, &layout, metric, most) else {
                    left_out += 1;
                    continue;
                };
                let on = Pruning::default();
                let variants = [
                    on,
                    Pruning { autoplay: false, ..on },
                    Pruning { contention: false, ..on },
                    Pruning { delayed_parking: false, ..on },
                    Pruning { autoplay: false, contention: false, delayed_parking: false, beams: false, ..on },
                    Pruning { bound: Bound::Cards, beams: false, ..on },
                    Pruning { bound: Bound::Dead, ..on },
                    Pruning { bound: Bound::Cycles, ..on },
                ];
                for pruning in variants {
                    let mut solver = OptimalSolver::with_pruning(&rules, pruning);
                    let found = solver.solve(Task::new(&layout, metric, &Budget::default()), &mut |_| ());
                    let about = format!("{} {rules:?} deal {deal} {metric} {pruning:?}", preset.name);
                    assert_eq!(found.bounds.upper, expected, "{about}");
                    assert_eq!(found.unwinnable, expected.is_none(), "{about}");
                    assert_eq!(found.bounds.proven, expected.is_some(), "{about}");
                    if let Some(solution) = &found.solution {
                        let replay = verify(&rules, &layout, solution).unwrap();
                        let length = if metric == Metric::Moves { replay.moves } else { replay.cards };
                        assert_eq!(Some(length), expected, "{about}");
                    }
                }
                match expected {
                    Some(_) => won += 1,
                    None => lost += 1,
                }
            }
        }
        println!("{}: {won} won, {lost} lost, {left_out} left out", preset.name);
        // Without cells but with building in any suit there are more moves, and fewer decks that are small enough.
        let least = if preset.build == Build::AnySuit { (least.0.min(10), least.1.min(2)) } else { least };
        assert!(won >= least.0 && lost >= least.1, "{}: {won} won, {lost} lost, {left_out} left out", preset.name);
        all_won += won;
        all_lost += lost;
    }
    (all_won, all_lost)
}

#[test]
fn small_decks_agree_with_brute_force() {
    let all = names();
    let (won, lost) = compare(&all, 1..=30, &[2, 3, 4], 3_000, (16, 4));
    assert!(won > 200 && lost > 20, "{won} won, {lost} lost");
    // Contention has little to say about decks as small as that.
    compare(&["freecell"], 1..=150, &[5], 10_000, (10, 50));
    // Once lost, because groups move here without any room.
    assert_eq!(compare(&["eight-off-relaxed"], 613..=613, &LONG_FORM, 20_000, (1, 0)), (1, 0));
}

/// Ranks of the decks of the long form.
const LONG_FORM: [u8; 5] = [2, 3, 4, 5, 6];

/// The long form, in parts of twenty deals of every preset:
/// `WINNABLE_BOARDS=1..200 cargo test --release --test truth optimal -- --ignored --nocapture`.
#[test]
#[ignore = "an hour, or as long as WINNABLE_BOARDS says"]
fn more_small_decks_agree_with_brute_force() {
    let deals = crate::support::boards_to_compare(1..1_000);
    for first in deals.clone().step_by(20) {
        let part = first..=deals.end.min(first + 20) - 1;
        let (won, lost) = compare(&names(), part.clone(), &LONG_FORM, 20_000, (1, 0));
        println!("{part:?}: {won} won, {lost} lost");
    }
}

/// Small decks whose shortest solutions bring a card back from a foundation onto a column that was parked from: parking
/// late once lost them.
#[test]
fn cards_that_come_back_are_waited_for() {
    let mut preset = PRESETS.iter().map(|p| p.rules()).find(|rules| rules.name == "forecell").unwrap();
    preset.cells_prefilled.clear();
    preset.foundation_return = FoundationReturn::Tableau;
    for (deal, cells, expected) in [(1863, 1, 43), (549, 2, 41)] {
        let rules = shrunk(&preset, 6, 4, cells).unwrap();
        let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
        for delayed_parking in [true, false] {
            let mut solver = OptimalSolver::with_pruning(&rules, Pruning { delayed_parking, ..Pruning::default() });
            let found = solver.solve(Task::new(&layout, Metric::Cards, &Budget::default()), &mut |_| ());
            assert_eq!((found.bounds.upper, found.bounds.proven), (Some(expected), true), "{deal} {delayed_parking}");
        }
    }
}

/// Parking late with nothing else that could hide a mistake, on boards with few cards left and little room.
#[test]
fn parking_late_loses_nothing() {
    let games: [(&str, &[&str]); 8] = [
        ("seven-by-four", &["columns=[18,17,17]", "cells=2"]),
        ("seven-by-four", &["columns=[13,13,13,13]", "cells=1"]),
        ("seven-by-four", &["columns=[18,17,17]", "cells=2", "empty_column=king"]),
        ("seven-by-four", &["columns=[18,17,17]", "cells=2", "group=unlimited"]),
        ("seven-by-four", &["columns=[26,26]", "cells=3", "build=any_suit", "group_build=same_suit"]),
        ("bakers-game", &["columns=[18,17,17]", "cells=3"]),
        ("freecell", &["ranks=4", "columns=[6,5,5]", "cells=2"]),
        ("freecell", &["ranks=5", "columns=[10,10]", "cells=2", "foundation_return=tableau_and_cells"]),
    ];
    let pruning =
        Pruning { bound: Bound::Cards, autoplay: false, contention: false, delayed_parking: true, beams: false };
    for (name, changes) in games {
        let rules = crate::support::game(name, changes);
        let deal = crate::support::start(&rules, 1).layout().clone();
        let (mut compared, mut parked) = (0, 0);
        for number in 1..=120 {
            let layout = nearly_won(&rules, &deal, &mut Dice(number));
            for metric in [Metric::Moves, Metric::Cards] {
                let Some(Some(expected)) = brute_force(&rules, &layout, metric, 5_000) else { continue };
                let mut solver = OptimalSolver::with_pruning(&rules, pruning);
                let found = solver.solve(Task::new(&layout, metric, &Budget::default()), &mut |_| ());
                let case = Case { rules: rules.clone(), layout: layout.clone(), deal: None };
                assert_eq!(found.bounds.upper, Some(expected), "{metric}: {}", case.command());
                let solution = found.solution.unwrap_or_default();
                compared += 1;
                parked += u32::from(solution.iter().any(|mv| matches!(mv.to, Pile::Cell(_))));
            }
        }
        println!("{name} {changes:?}: {compared} lengths, {parked} with parking");
        assert!(compared >= 60 && parked >= 20, "{name} {changes:?}: {compared} lengths, {parked} with parking");
    }
}

/// A position with few cards left, all of them in columns.
fn nearly_won_without_cells(rules: &Game, deal: &Layout, dice: &mut Dice) -> Layout {
    let mut layout = nearly_won(rules, deal, dice);
    let in_cells: Vec<Card> = layout.cells.iter_mut().filter_map(Option::take).collect();
    for card in in_cells {
        let column = dice.below(layout.columns.len());
        layout.columns[column].push(card);
    }
    layout
}

/// Parking late where it is easiest to get wrong: two columns that both must be parked from before one move, groups that
/// leave a column of which the last free cell has taken the top card, and cards that leave a cell for the card that the last
/// parking has uncovered. Each happens on one board in a thousand or less often.
#[test]
fn parking_late_waits_for_two_columns_and_for_groups() {
    let games: [(&[&str], bool, usize); 3] = [
        (&["columns=[26,26]", "cells=2"], false, 5_000),
        (&["columns=[18,17,17]", "cells=1", "group=unlimited"], false, 5_000),
        (&["columns=[26,26]", "cells=2"], true, 2_000),
    ];
    let pruning =
        Pruning { bound: Bound::Cards, autoplay: false, contention: false, delayed_parking: true, beams: false };
    for (changes, cells_are_filled, least) in games {
        let rules = crate::support::game("seven-by-four", changes);
        let deal = crate::support::start(&rules, 1).layout().clone();
        let compared: usize = (1..=3_000u64)
            .into_par_iter()
            .map(|number| {
                let dice = &mut Dice(number);
                let layout = match cells_are_filled {
                    true => nearly_won(&rules, &deal, dice),
                    false => nearly_won_without_cells(&rules, &deal, dice),
                };
                let mut compared = 0;
                for metric in [Metric::Moves, Metric::Cards] {
                    let Some(Some(expected)) = brute_force(&rules, &layout, metric, 3_000) else { continue };
                    let mut solver = OptimalSolver::with_pruning(&rules, pruning);
                    let found = solver.solve(Task::new(&layout, metric, &Budget::default()), &mut |_| ());
                    let case = Case { rules: rules.clone(), layout: layout.clone(), deal: None };
                    assert_eq!(found.bounds.upper, Some(expected), "{metric}: {}", case.command());
                    compared += 1;
                }
                compared
            })
            .sum();
        println!("{changes:?}: {compared} lengths");
        assert!(compared >= least, "{changes:?}: {compared} lengths");
    }
}

/// A board where a long run waits for room, and a column of one card could make it: the run lies on other cards, its
/// destination is open, and all cells are empty. `None` where the cards that are left make no run.
fn a_run_that_waits_for_room(rules: &Game, deal: &Layout, dice: &mut Dice) -> Option<Layout> {
    // Few cards of one red and one black suit are left, so that runs are long and brute force is short.
    let (red, black) = ([Suit::Diamonds, Suit::Hearts][dice.below(2)], [Suit::Clubs, Suit::Spades][dice.below(2)]);
    let mut layout = deal.clone();
    let mut cards: Vec<Card> = Vec::new();
    for pile in &mut layout.foundations {
        pile.count = rules.ranks;
        let suit = pile.suit?;
        if suit == red || suit == black {
            pile.count -= 5 + dice.below(2) as u8;
            cards.extend((pile.count + 1..=rules.ranks).filter_map(Rank::new).map(|rank| Card::new(rank, suit)));
        }
    }
    for i in (1..cards.len()).rev() {
        cards.swap(i, dice.below(i + 1));
    }
    let follows = |upper: &Card, lower: Card| {
        upper.rank().number() + 1 == lower.rank().number() && upper.is_red() != lower.is_red()
    };
    // The destination first, then the run, as long as it goes.
    let mut run = vec![cards.pop()?];
    while let Some(next) = cards.iter().position(|card| follows(card, run[run.len() - 1])) {
        run.push(cards.remove(next));
    }
    let lone = cards.pop()?;
    if run.len() < 5 {
        return None;
    }
    let (first, below) = cards.split_at(dice.below(cards.len() + 1));
    layout.cells.fill(None);
    layout.columns = vec![vec![lone], [below, &run[1..]].concat(), [first, &run[..1]].concat()];
    Some(layout)
}

/// Where groups move at once, a parking that empties its column makes room for moves that do not touch it.
#[test]
fn parking_that_empties_a_column_makes_room() {
    let rules = crate::support::game("seven-by-four", &["columns=[18,17,17]", "cells=2"]);
    let deal = crate::support::start(&rules, 1).layout().clone();
    let pruning =
        Pruning { bound: Bound::Cards, autoplay: false, contention: false, delayed_parking: true, beams: false };
    let mut compared = 0;
    for number in 1..=600 {
        let Some(layout) = a_run_that_waits_for_room(&rules, &deal, &mut Dice(number)) else { continue };
        let Some(Some(expected)) = brute_force(&rules, &layout, Metric::Moves, 3_000) else { continue };
        for pruning in [pruning, Pruning::default()] {
            let mut solver = OptimalSolver::with_pruning(&rules, pruning);
            let found = solver.solve(Task::new(&layout, Metric::Moves, &Budget::default()), &mut |_| ());
            let case = Case { rules: rules.clone(), layout: layout.clone(), deal: None };
            assert_eq!(found.bounds.upper, Some(expected), "{}", case.command());
        }
        compared += 1;
    }
    assert!(compared >= 40, "{compared} boards");
}

/// Full deals that every bound but the weakest proves quickly.
#[test]
fn every_bound_proves_the_same() {
    let mut rules = PRESETS.iter().map(|p| p.rules()).find(|rules| rules.name == "freecell").unwrap();
    rules.foundation_return = FoundationReturn::None;
    for (deal, metric, expected) in [(33, Metric::Cards, 69), (17, Metric::Cards, 75), (3, Metric::Moves, 70)] {
        let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
        let mut effort = Vec::new();
        for bound in [Bound::Relaxation, Bound::Cycles, Bound::Dead] {
            let mut solver = OptimalSolver::with_pruning(&rules, Pruning { bound, ..Pruning::default() });
            let found = solver.solve(Task::new(&layout, metric, &Budget::default()), &mut |_| ());
            assert_eq!((found.bounds.upper, found.bounds.proven), (Some(expected), true), "deal {deal} {bound:?}");
            effort.push(found.states);
        }
        assert!(effort.is_sorted(), "deal {deal}: a stronger bound needs more states: {effort:?}");
    }
}
