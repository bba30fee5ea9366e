//! What prunings and bounds claim about single positions, against the shortest length from every position of small games.
//!
//! The verdict of a deal shows a wrong claim only where no other way to a win is left. Here a claim is wrong wherever it is
//! made: a forced move must keep a win, a position that is cut off must be lost, a lower bound must not exceed the shortest
//! length, and a card that goes home unasked must not make it longer.

use crate::support::brute_force::card_by_card;
use crate::support::generator::{Case, draw, nearly_won};
use crate::support::whole_game::WholeGame;
use crate::support::{Dice, game, start};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use winnable::engine::interned::Anything;
use winnable::engine::{OneDeck, one_deck};
use winnable::engine::{Pruning, SearchEngine, Space, SuccessorBuffer};
use winnable::format::board;
use winnable::metric::Metric;
use winnable::moves::{Move, Pile};
use winnable::position::Position;
use winnable::rules::EmptyColumn;
use winnable::search::optimal::bounds::counting;
use winnable::search::optimal::claims::claims;
use winnable::verify::certificate::lemma::Lemma;
use winnable::verify::length_in_cards;

/// Positions of the largest game that is looked at as a whole.
const MOST: usize = 2_000;
/// Positions of a game about which claims are compared, of those that can be won and of the others.
const WINNABLE: usize = 60;
const LOST: usize = 15;

/// Positions about which everything was compared.
const CAN_BE_WON: &str = "positions that can be won";

/// How often each claim was made.
type Tally = BTreeMap<String, u32>;

/// The claims of all cases together; `None` where a game is too large.
fn compare(cases: impl ParallelIterator<Item = Case>) -> Tally {
    let tallies: Vec<Result<Tally, String>> = cases.filter_map(|case| compare_case(&case)).collect();
    let (mut all, mut failures) = (Tally::new(), Vec::new());
    for tally in tallies {
        match tally {
            Ok(tally) => tally.into_iter().for_each(|(claim, count)| *all.entry(claim).or_default() += count),
            Err(failure) => failures.push(failure),
        }
    }
    assert!(
        failures.is_empty(),
        "{} games, among them:\n{}",
        failures.len(),
        failures[..failures.len().min(5)].join("\n")
    );
    all.iter().for_each(|(claim, count)| println!("{count:7} {claim}"));
    all
}

fn compare_case(case: &Case) -> Option<Result<Tally, String>> {
    let start = Position::new(case.rules.clone(), case.layout.clone()).expect("boards are whole");
    let whole = WholeGame::new(&start, MOST)?;
    let mut tally = Tally::from([("games".into(), 1)]);
    let (winnable, lost): (Vec<&Position>, Vec<&Position>) =
        whole.positions.iter().partition(|position| whole.length(position, Metric::Moves).is_some());
    for (mut positions, most) in [(winnable, WINNABLE), (lost, LOST)] {
        // Those that are far from a win first: there is most to be wrong about.
        positions.sort_by_key(|position| Reverse(whole.length(position, Metric::Moves)));
        for position in positions.into_iter().take(most) {
            if let Err(wrong) = check(&whole, position, &mut tally) {
                let at = Case { rules: case.rules.clone(), layout: position.layout().clone(), deal: None };
                return Some(Err(format!("{wrong}\n{}\n", at.command())));
            }
        }
    }
    Some(Ok(tally))
}

/// Everything that is claimed about a position; the first claim that is wrong.
fn check(whole: &WholeGame, position: &Position, tally: &mut Tally) -> Result<(), String> {
    let (rules, layout) = (position.rules(), position.layout());
    let mut count = |claim: String| *tally.entry(claim).or_default() += 1;
    let length = whole.length(position, Metric::Moves);
    let (engine, (forced, cut_off)) = match one_deck::supports(rules) {
        true => {
            let pruning = Pruning { space: Space::Plain, ..Pruning::default() };
            let engine = OneDeck::<40, 28>::new(rules, layout).expect("one deck");
            ("one deck", proof_claims(engine.with_pruning(pruning)))
        }
        false => ("several decks or a stock", proof_claims(Anything::new(rules, layout))),
    };
    if let Some(mv) = forced {
        count(format!("forced, {engine}"));
        let after = whole.length(&after(position, &mv), Metric::Moves);
        if length.is_some() && after.is_none() {
            return Err(format!("forced move {mv} loses"));
        }
    }
    if cut_off && !position.is_won() {
        if length.is_some() {
            return Err(format!("cut off, but it can be won in {length:?}"));
        }
        if !position.legal_moves().is_empty() {
            count(format!("cut off, {engine}"));
        }
    }
    for mv in position.legal_moves().iter().filter(|mv| mv.count > 1 && mv.card.is_some()) {
        // Where kings lie on aces, a king inside of a group may use a column of its own. The verifier does not look for that
        // and calls the group granted.
        let king_inside = rules.build_wrap && rules.empty_column != EmptyColumn::Any;
        if king_inside || after(position, mv).canonical() == position.canonical() {
            continue;
        }
        let counted = length_in_cards(position, mv);
        let expected = match (rules.group_is_primitive(), card_by_card(position, mv)) {
            (false, Some(moves)) => (moves, false),
            (_, replay) => (u32::from(mv.count), replay.is_none()),
        };
        if counted != expected {
            return Err(format!("{mv} counts {counted:?} cards, but {expected:?} is right (cards, granted)"));
        }
        let Pile::Column(to) = mv.to else { continue };
        let to = if layout.columns[to as usize].is_empty() { "an empty column" } else { "a column" };
        count(format!("cards of a group to {to}"));
    }
    let Some(length) = length else { return Ok(()) };
    count(CAN_BE_WON.into());
    let mut settled = position.clone();
    if Lemma::new(position).settle(&mut settled) {
        count(format!("safe in certificates, {engine}"));
        let after = whole.length(&settled, Metric::Moves);
        if after.is_none_or(|after| after >= length) {
            return Err(format!("settled, {length} moves become {after:?}"));
        }
    }
    for metric in [Metric::Moves, Metric::Cards] {
        let length = whole.length(position, metric).expect("a win in moves is one in cards");
        let mut lower = vec![("counting".to_string(), counting::lower_bound(rules, layout, metric))];
        if let Some(claims) = claims(rules, layout, metric) {
            lower.extend(claims.lower);
            for card in claims.safe {
                count(format!("safe in the optimal search, {metric}"));
                let home = |mv: &&Move| mv.card == Some(card) && matches!(mv.to, Pile::Foundation(_));
                let moves = position.legal_moves();
                let mv = moves.iter().find(home).ok_or(format!("{card} cannot go home"))?;
                let after = whole.length(&after(position, mv), metric);
                if after.is_none_or(|after| after + 1 > length) {
                    return Err(format!("with {card} home {length} {metric} become 1 + {after:?}"));
                }
            }
        }
        for (name, lower) in lower {
            if lower > length {
                return Err(format!("{name}: at least {lower} {metric}, but {length} are enough"));
            }
            let what = if lower == length { "exact" } else { "lower" };
            count(format!("{name}, {metric}, {what}"));
        }
    }
    Ok(())
}

/// The move that a proof plays unasked, and whether it cuts the position off.
fn proof_claims<E: SearchEngine>(mut engine: E) -> (Option<Move>, bool) {
    let state = engine.start();
    let forced = engine.forced(&state).map(|action| engine.to_move(&state, action));
    let mut successors = SuccessorBuffer::default();
    engine.expand(&state, &mut successors);
    (forced, successors.states().is_empty())
}

fn after(position: &Position, mv: &Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("claimed moves are legal");
    next
}

/// Boards of a game with few cards left, as many as are asked for and small enough.
fn boards(name: &str, changes: &[&str], count: u64) -> impl ParallelIterator<Item = Case> {
    let rules = game(name, changes);
    let deal = start(&rules, 1).layout().clone();
    (1..=count).into_par_iter().map(move |number| {
        let layout = nearly_won(&rules, &deal, &mut Dice(number));
        Case { rules: rules.clone(), layout, deal: None }
    })
}

/// Cards in a reserve may land on columns and be built on.
const RESERVE: [&str; 3] = ["cells=3", "cells_prefilled=[0,1,2]", "cells_kind=reserve"];

/// Decks of full size with little room, for rules that random ones rarely come to.
#[test]
fn claims_hold_where_they_are_hardest() {
    let games: [(&str, &[&str]); 28] = [
        // Safe home moves by ranks of the other suits. Where cards come back a game is large, whatever is home.
        ("seven-by-four", &["columns=[18,17,17]", "cells=1"]),
        ("seven-by-four", &["columns=[26,26]", "cells=2", "build=any_suit", "group_build=any_suit"]),
        ("freecell", &["ranks=5", "columns=[10,10]", "cells=1"]),
        ("freecell", &["ranks=4", "columns=[6,5,5]", "cells=0"]),
        ("freecell", &["ranks=4", "columns=[8,8]", "cells=1", "foundation_return=tableau_and_cells"]),
        ("bakers-game", &["ranks=3", "columns=[6,6]", "cells=1", "foundation_return=tableau", "build_wrap=true"]),
        // Groups of their own rule, granted groups.
        ("seven-by-four", &["columns=[26,26]", "cells=1", "build=any_suit", "group_build=alternate_color"]),
        ("seven-by-four", &["columns=[26,26]", "cells=1", "build=any_suit", "group_build=same_suit"]),
        ("seven-by-four", &["columns=[18,17,17]", "cells=0", "group=unlimited"]),
        ("seven-by-four", &["columns=[18,17,17]", "cells=1", "group=formula", "empty_column=king"]),
        // Full cells and reserves of several decks.
        (
            "big-freecell",
            &["columns=[34,34,34]", "cells=2", "cells_prefilled=[0,1]", "cells_kind=reserve", "group=supermove"],
        ),
        (
            "big-freecell",
            &[
                "columns=[51,50]",
                RESERVE[0],
                RESERVE[1],
                RESERVE[2],
                "build=any_suit",
                "build_wrap=true",
                "group=single",
            ],
        ),
        ("fours-up", &["columns=[1,1,1]", RESERVE[0], RESERVE[1], RESERVE[2]]),
        ("big-freecell", &["columns=[35,35,34]", "cells=1", "group=supermove"]),
        ("big-freecell", &["columns=[35,35,34]", "cells=0"]),
        // One pile for all decks.
        ("double-freecell", &["columns=[52,48]", "cells=1"]),
        ("double-freecell", &["ranks=2", "columns=[8,8]", "cells=1", "foundation_prefill=none"]),
        // Rows and wastes.
        ("fours-up", &["columns=[1,1,1]"]),
        ("fours-up", &["columns=[1,1,1]", "build_wrap=false", "stock_when=no_empty_column"]),
        ("fours-up", &["columns=[1,1,1]", "build=alternate_color", "group_build=alternate_color"]),
        ("fours-up-waste", &["columns=[2,1]", "stock_redeals=1"]),
        // What a technique leaves out: rows only when nothing else can be done, groups without any room, cards that come back
        // among several decks, kings on aces.
        ("fours-up", &["columns=[1,1,1]", "stock_when=no_moves"]),
        (
            "fours-up",
            &["columns=[1,1,1]", "stock_when=no_moves", "build=alternate_color", "group_build=alternate_color"],
        ),
        ("big-freecell", &["columns=[35,35,34]", "cells=0", "group=unlimited"]),
        (
            "big-freecell",
            &["columns=[35,35,34]", "cells=0", "group=unlimited", "build=any_suit", "group_build=any_suit"],
        ),
        ("big-freecell", &["ranks=2", "columns=[8,8]", "cells=0", "foundation_return=tableau"]),
        ("freecell", &["ranks=4", "columns=[6,5,5]", "cells=1", "foundation_return=none", "build_wrap=true"]),
        ("seven-by-four", &["columns=[18,17,17]", "cells=1", "build_wrap=true"]),
    ];
    for (name, changes) in games {
        println!("{name} {changes:?}");
        let tally = compare(boards(name, changes, 150));
        for (what, least) in [("games", 60), (CAN_BE_WON, 1_000)] {
            let count = tally.get(what).copied().unwrap_or(0);
            assert!(count >= least, "{name} {changes:?}: {count} {what}");
        }
    }
}

/// Rules in two parts, the first deal, and least numbers.
type ReserveGame = (&'static [&'static str], &'static [&'static str], u64, [u32; 3]);

/// Small games whose reserve cards must land on columns before others can be built on them.
#[test]
fn claims_hold_about_reserves() {
    const FIRST: [&str; 8] = [
        "ranks=3",
        "columns=[4,4]",
        "cells=1",
        "cells_prefilled=[0]",
        "cells_kind=reserve",
        "build=any_suit",
        "build_wrap=true",
        "foundation_return=none",
    ];
    const SECOND: [&str; 9] = [
        "ranks=4",
        "columns=[4,4,5]",
        "cells=3",
        "cells_prefilled=[0,1]",
        "cells_kind=reserve",
        "build=any_suit",
        "foundation_base=3",
        "foundation_wrap=true",
        "foundation_return=none",
    ];
    const THIRD: [&str; 7] = [
        "decks=2",
        "ranks=2",
        "columns=[7,7]",
        "cells=2",
        "cells_prefilled=[0,1]",
        "cells_kind=reserve",
        "foundation_return=none",
    ];
    // The deals that were once called unwinnable, and many more; the least number of games that are small enough, of positions
    // that can be won, and of positions cut off.
    let games: [ReserveGame; 4] = [
        (&FIRST, &["stock=row_deal", "stock_when=no_empty_column"], 522_249, [250, 9_000, 900]),
        (&FIRST, &["stock=row_deal"], 1, [250, 9_000, 900]),
        (&SECOND, &["stock=row_deal"], 400_737, [200, 3_000, 900]),
        (&THIRD, &["build=any_suit", "build_wrap=true"], 1, [40, 400, 15]),
    ];
    for (rules, more, first, least) in games {
        let rules = game("freecell", &[rules, more].concat());
        let case = |deal| Case { layout: start(&rules, deal).layout().clone(), rules: rules.clone(), deal: Some(deal) };
        let tally = compare((first..first + 300).into_par_iter().map(case));
        for (what, least) in ["games", CAN_BE_WON, "cut off, several decks or a stock"].into_iter().zip(least) {
            let count = tally.get(what).copied().unwrap_or(0);
            assert!(count >= least, "{more:?}: {count} {what}");
        }
    }
}

/// Reserve cards that must land on each other, and one that must land in a column that is cleared first, before a card of a
/// column can leave.
#[test]
fn claims_hold_about_reserve_cards_in_turn() {
    const RULES: [&str; 7] = [
        "ranks=5",
        "columns=[9,9]",
        "cells=2",
        "cells_prefilled=[0,1]",
        "cells_kind=reserve",
        "foundation_return=none",
        "stock=row_deal",
    ];
    let boards = [
        ("empty_column=any", "Foundations: H-5 C-5 D-5 S-0\nFreecells: 3S 4S\n5S\nAS 2S\n"),
        ("empty_column=king", "Foundations: H-0 C-5 D-0 S-5\nFreecells: 5H -\nAD\n5D 4D 3D 2D 3H 2H AH 4H\n"),
    ];
    for (empty_column, board) in boards {
        let rules = game("freecell", &[&RULES[..], &["build=any_suit", empty_column]].concat());
        let layout = board::read(board.as_bytes(), &rules).unwrap();
        let tally = compare_case(&Case { rules, layout, deal: None }).expect("a small game").unwrap();
        assert!(tally[CAN_BE_WON] >= 3, "{board}{tally:?}");
    }
}

/// Random rules, as the differential test draws them.
#[test]
fn claims_hold_under_random_rules() {
    let tally = compare((0..2_000u64).into_par_iter().filter_map(draw));
    let least = [
        ("games", 700),
        (CAN_BE_WON, 20_000),
        ("forced, one deck", 5_000),
        ("forced, several decks or a stock", 5_000),
        ("cut off, several decks or a stock", 50),
        ("safe in certificates, one deck", 5_000),
        ("safe in certificates, several decks or a stock", 5_000),
        ("safe in the optimal search, moves", 5_000),
        ("contention, moves, lower", 500),
        ("contention, cards, lower", 500),
        ("cards of a group to an empty column", 300),
        ("cards of a group to a column", 500),
        ("counting, moves, lower", 500),
        ("counting, cards, lower", 500),
    ];
    for (what, least) in least {
        let count = tally.get(what).copied().unwrap_or(0);
        assert!(count >= least, "{count} {what}");
    }
}
