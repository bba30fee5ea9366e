//! The rules of the specification, one by one, on the reference position: hand-made boards and what may be played.

use crate::support::game;
use std::collections::BTreeSet;
use winnable::Game;
use winnable::format::board;
use winnable::moves::Move;
use winnable::position::Position;
use winnable::verify::{card_by_card, verify};

fn position(rules: &Game, text: &str) -> Position {
    let layout = board::read(text.as_bytes(), rules).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Position::new(rules.clone(), layout).unwrap()
}

/// All legal moves as `CARDxCOUNT from>to`.
fn moves(position: &Position) -> BTreeSet<String> {
    let show = |m: &Move| format!("{}x{} {}>{}", m.card.map_or("-".into(), |c| c.to_string()), m.count, m.from, m.to);
    position.legal_moves().iter().map(show).collect()
}

/// A deck of few ranks on these columns.
fn small(name: &str, ranks: u8, columns: &[u8], more: &[&str]) -> Game {
    let (ranks, columns) = (format!("ranks={ranks}"), format!("columns={columns:?}"));
    let mut changes = vec![ranks.as_str(), columns.as_str()];
    changes.extend(more);
    game(name, &changes)
}

#[test]
fn alternate_colours_descending_and_any_card_in_empty_columns() {
    let rules = small("freecell", 2, &[2, 2, 2, 2, 0], &["cells=1", "foundation_return=none"]);
    let p = position(&rules, "AC AD\nAH AS\n2C 2D\n2H 2S\n:\n");
    let expected = [
        "ADx1 t1>f",
        "ADx1 t1>t4",
        "ADx1 t1>t5",
        "ADx1 t1>c1",
        "ASx1 t2>f",
        "ASx1 t2>t3",
        "ASx1 t2>t5",
        "ASx1 t2>c1",
        "2Dx1 t3>t5",
        "2Dx1 t3>c1",
        "2Sx1 t4>t5",
        "2Sx1 t4>c1",
    ];
    assert_eq!(moves(&p), expected.iter().map(|s| s.to_string()).collect());
}

#[test]
fn group_capacity_by_rule() {
    // A run of four on t1, a place for it on t2, `cells` free cells and `empty` empty columns.
    let run_of_four = |group: &str, empty_column: &str, cells: usize, empty: usize| {
        let (g, e, c) = (format!("group={group}"), format!("empty_column={empty_column}"), format!("cells={cells}"));
        let mut columns = vec![8u8, 12];
        columns.extend(vec![0; empty]);
        let rules = small("freecell", 5, &columns, &[&g, &e, &c, "foundation_return=none"]);
        let mut text = String::from("5C 5D 5S AC 4S 3D 2S AD\n4C 3C 2C 4D 4H 3H 2H AH 3S 2D AS 5H\n");
        text += &":\n".repeat(empty);
        let p = position(&rules, &text);
        let counts: Vec<u8> = p
            .legal_moves()
            .iter()
            .filter(|m| m.from.to_string() == "t1" && m.to.to_string() == "t2")
            .map(|m| m.count)
            .collect();
        assert!(counts.len() <= 1, "only the four of spades goes on the five");
        !counts.is_empty()
    };
    assert!(!run_of_four("single", "any", 20, 3));
    assert!(run_of_four("cells_plus_one", "any", 3, 0) && !run_of_four("cells_plus_one", "any", 2, 2));
    assert!(run_of_four("supermove", "any", 1, 1) && !run_of_four("supermove", "any", 2, 0));
    assert!(run_of_four("supermove", "any", 0, 2) && !run_of_four("supermove", "any", 0, 1));
    assert!(run_of_four("supermove", "king", 3, 2) && !run_of_four("supermove", "king", 2, 2));
    assert!(run_of_four("formula", "king", 1, 1) && !run_of_four("formula", "king", 0, 1));
    assert!(run_of_four("unlimited", "none", 0, 0));
}

#[test]
fn an_empty_destination_is_not_counted_as_spare() {
    let rules = small("freecell", 3, &[4, 8, 0, 0], &["cells=0", "foundation_return=none"]);
    let p = position(&rules, "3C 3D 2S AD\n3H 3S 2H 2C AH AS AC 2D\n:\n:\n");
    let to_empty =
        |n: u8| p.legal_moves().iter().any(|m| m.from.to_string() == "t1" && m.to.to_string() == "t3" && m.count == n);
    assert!(to_empty(1) && to_empty(2), "one spare column besides the destination doubles the capacity to two");
    assert!(!to_empty(3));
}

#[test]
fn kings_top_ranks_and_nothing_fill_empty_columns() {
    for (rule, allowed) in [("any", "2CASKS"), ("king", "KS"), ("none", "")] {
        let change = format!("empty_column={rule}");
        let rules = game("freecell", &["columns=[50,1,1,0]", &change, "foundation_return=none"]);
        let mut rest: Vec<String> = Vec::new();
        for suit in "CDHS".chars() {
            for rank in "A23456789TJQK".chars() {
                let card = format!("{rank}{suit}");
                if card != "2C" && card != "KS" {
                    rest.push(card);
                }
            }
        }
        let p = position(&rules, &format!("{}\n2C\nKS\n:\n", rest.join(" ")));
        let fills: BTreeSet<String> =
            p.legal_moves().iter().filter(|m| m.to.to_string() == "t4").map(|m| m.card.unwrap().to_string()).collect();
        for card in ["2C", "KS"] {
            assert_eq!(fills.contains(card), allowed.contains(card), "{rule} {card}");
        }
    }
    // Foundations from 3 on: a 2 is the last card of its suit and so the only one that may fill a column.
    let rules = game("penguin", &["columns=[14,3,0,0]", "ranks=5", "cells=1"]);
    let p = position(
        &rules,
        "Foundations: H-3/1 C-3/1 D-3/1 S-0\n3S 5C 5D 5H 5S 4C 4D 4H 4S AC AD AH AS 2C\n2H 2S 2D\n:\n:\n",
    );
    let fills: BTreeSet<String> =
        p.legal_moves().iter().filter(|m| m.to.to_string() == "t3").map(|m| m.card.unwrap().to_string()).collect();
    assert_eq!(fills, ["2C", "2D"].iter().map(|s| s.to_string()).collect());
}

#[test]
fn cards_come_back_only_where_the_rules_say_so() {
    let text = "Foundations: H-A C-0 D-0 S-0\n2H 2D AD\nAS AC 2S\n2C\n:\n";
    let returned = |rule: &str| -> BTreeSet<String> {
        let change = format!("foundation_return={rule}");
        let rules = small("freecell", 2, &[3, 3, 2, 0], &["cells=1", &change]);
        let p = position(&rules, text);
        p.legal_moves().iter().filter(|m| m.from.to_string() == "f").map(|m| m.to.to_string()).collect()
    };
    assert!(returned("none").is_empty());
    let tableau: BTreeSet<String> = ["t2", "t3", "t4"].iter().map(|s| s.to_string()).collect();
    assert_eq!(returned("tableau"), tableau);
    let mut cells = tableau.clone();
    cells.insert("c1".into());
    assert_eq!(returned("tableau_and_cells"), cells);
}

#[test]
fn fours_up_rows_wrap_and_foundations_run_past_the_ace() {
    let rules = game("fours-up", &["decks=1"]);
    let p = crate::support::start(&rules, 1);
    assert!(moves(&p).contains("-x6 stock>tableau"));
    let mut dealt = p.clone();
    dealt.play(&Move { card: None, count: 6, from: "stock".parse().unwrap(), to: "tableau".parse().unwrap() }).unwrap();
    assert!(dealt.layout().columns.iter().all(|c| c.len() == 2));
    assert_eq!(dealt.layout().columns[0][1], p.layout().stock[0], "left to right");
    // A king goes on an ace, and the three is the last card home.
    let end = "Foundations: H-Q C-2 D-3 S-3\nKH\nAH\n2H\n3H\n3C\n:\n";
    let p = position(&rules, end);
    let all = moves(&p);
    assert!(
        all.contains("KHx1 t1>t2")
            && all.contains("KHx1 t1>f")
            && all.contains("3Cx1 t5>f")
            && !all.contains("AHx1 t2>f")
    );
    let solution: Vec<Move> = [("KH", "t1"), ("AH", "t2"), ("2H", "t3"), ("3H", "t4"), ("3C", "t5")]
        .iter()
        .map(|(card, from)| Move::single(card.parse().unwrap(), from.parse().unwrap(), "f".parse().unwrap()))
        .collect();
    assert_eq!(verify(&rules, p.layout(), &solution).unwrap().moves, 5);
    let without_wrap = game("fours-up", &["decks=1", "build_wrap=false"]);
    assert!(!moves(&position(&without_wrap, end)).contains("KHx1 t1>t2"));
}

#[test]
fn when_a_row_may_be_dealt() {
    let can_deal = |when: &str, text: &str| {
        let change = format!("stock.when={when}");
        let rules = game("fours-up", &["decks=1", "ranks=4", "columns=[1,1,1]", "foundation_base=4", &change]);
        moves(&position(&rules, text)).iter().any(|m| m.contains("stock>tableau"))
    };
    let home = "Foundations: H-4 C-4 D-4 S-4\n";
    let stuck = format!("{home}3C\n3D\n3H\nStock: AC AD AH AS 2C 2D 2H 2S 3S\n");
    let busy = format!("{home}3C\n2D\n3H\nStock: AC AD AH AS 2C 3D 2H 2S 3S\n");
    let open = format!("{home}3C 2D\n:\n3H\nStock: AC AD AH AS 2C 3D 2H 2S 3S\n");
    for (text, any, no_moves, no_empty) in
        [(&stuck, true, true, true), (&busy, true, false, true), (&open, true, false, false)]
    {
        assert_eq!(
            (can_deal("any", text), can_deal("no_moves", text), can_deal("no_empty_column", text)),
            (any, no_moves, no_empty)
        );
    }
}

#[test]
fn a_waste_is_played_from_and_turned_over() {
    let rules = game("fours-up-waste", &["decks=1", "ranks=4", "columns=[1,1,1]", "stock.redeals=1"]);
    let mut p =
        position(&rules, "Foundations: H-4 C-4 D-4 S-4\n3C\n3D\n3H\nStock: 2C AD\nWaste: 3S 2S 2H 2D AS AH AC\n");
    assert!(moves(&p).contains("ACx1 waste>f") && moves(&p).contains("2Cx1 stock>waste"));
    assert!(!moves(&p).iter().any(|m| m.contains("waste>stock")), "not while the stock lasts");
    for card in ["2C", "AD"] {
        p.play(&Move::single(card.parse().unwrap(), "stock".parse().unwrap(), "waste".parse().unwrap())).unwrap();
    }
    let redeal = Move { card: None, count: 9, from: "waste".parse().unwrap(), to: "stock".parse().unwrap() };
    p.play(&redeal).unwrap();
    assert_eq!(p.layout().stock[0].to_string(), "3S", "first turned, first again");
    assert!(p.play(&redeal).is_err() && p.layout().redeals == 0);
}

#[test]
fn reserves_only_give() {
    let rules = game("king-albert", &[]);
    let p = crate::support::start(&rules, 1);
    assert!(!p.legal_moves().iter().any(|m| m.to.to_string().starts_with('c')));
    assert_eq!(p.free_cells(), 0);
}

#[test]
fn piles_of_any_suit_have_bases_of_their_own() {
    let rules = game("stalactites", &["ranks=2", "columns=[1,1,1,1]", "cells=1"]);
    let p = position(&rules, "Foundations: 2/1 A/1 2/1 A/1\nAC\n2D\nAH\n2S\n");
    let all = moves(&p);
    assert!(
        all.contains("ACx1 t1>f1")
            && all.contains("ACx1 t1>f3")
            && all.contains("2Sx1 t4>f2")
            && !all.contains("ACx1 t1>f2")
    );
    assert!(!all.iter().any(|m| m.contains(">t")), "no building, nothing in empty columns");
}

#[test]
fn equal_positions_have_one_canonical_form() {
    let rules = game("freecell", &[]);
    let p = crate::support::start(&rules, 1);
    let mut swapped = p.layout().clone();
    swapped.columns.swap(0, 5);
    let swapped = Position::new(rules, swapped).unwrap();
    assert_eq!(p.canonical(), swapped.canonical());
    let stock = game("fours-up", &[]);
    let p = crate::support::start(&stock, 1);
    let mut other = p.layout().clone();
    other.columns.swap(0, 1);
    let other = Position::new(stock, other).unwrap();
    assert_ne!(p.canonical(), other.canonical(), "the next row tells the columns apart");
}

/// Fewest single-card moves for a group, found by breadth-first search on real boards.
#[test]
fn group_lengths_in_cards_are_the_shortest_replays() {
    for (count, cells, empty) in [
        (2u8, 1u32, 0u32),
        (3, 2, 0),
        (2, 0, 1),
        (3, 1, 1),
        (4, 1, 1),
        (3, 0, 2),
        (4, 0, 2),
        (5, 1, 2),
        (4, 2, 1),
        (5, 2, 1),
        (6, 2, 1),
    ] {
        let expected = card_by_card(count.into(), cells, empty).unwrap();
        assert_eq!(
            shortest_replay(count, cells, empty),
            Some(expected),
            "{count} cards, {cells} cells, {empty} columns"
        );
    }
    for (count, cells, empty) in [(3u8, 1u32, 0u32), (3, 0, 1), (5, 1, 1), (5, 0, 2)] {
        assert_eq!(card_by_card(count.into(), cells, empty), None);
        assert_eq!(shortest_replay(count, cells, empty), None);
    }
}

/// A run of `count` black and red cards on a blocker of no use, its parent on another column.
fn shortest_replay(count: u8, cells: u32, empty: u32) -> Option<u32> {
    let ranks = count + 1;
    let suit_of = |rank: u8| if rank.is_multiple_of(2) { 'S' } else { 'H' };
    let name = |rank: u8, suit: char| format!("{}{suit}", winnable::card::Rank::new(rank).unwrap());
    let run: Vec<String> = (1..=count).rev().map(|r| name(r, suit_of(r))).collect();
    let parent = name(ranks, suit_of(ranks));
    let mut used: BTreeSet<String> = run.iter().cloned().collect();
    used.insert(parent.clone());
    // The other cards lie under the run in an order that nothing can use while the run is being moved.
    let rest: Vec<String> = (1..=ranks)
        .flat_map(|r| "CDHS".chars().map(move |s| (r, s)))
        .map(|(r, s)| name(r, s))
        .filter(|c| !used.contains(c))
        .collect();
    let columns: Vec<usize> = [rest.len() + count as usize, 1].into_iter().chain(vec![0; empty as usize]).collect();
    let rules = game(
        "freecell",
        &[
            &format!("ranks={ranks}"),
            &format!("columns={columns:?}"),
            &format!("cells={cells}"),
            "group=single",
            "foundation_return=none",
        ],
    );
    let text = format!("{} {}\n{parent}\n{}", rest.join(" "), run.join(" "), ":\n".repeat(empty as usize));
    let start = position(&rules, &text);
    let goal: Vec<String> = std::iter::once(parent).chain(run).collect();
    let mut seen = BTreeSet::from([format!("{:?}", start.canonical())]);
    let mut layer = vec![start];
    for depth in 0..40 {
        let mut next = Vec::new();
        for p in layer {
            if p.layout().columns[1].iter().map(|c| c.to_string()).eq(goal.iter().cloned()) {
                return Some(depth);
            }
            // Only the run may move, and never home: that is what a group move replaces.
            for mv in p.legal_moves() {
                let of_run = mv.card.is_some_and(|c| goal[1..].contains(&c.to_string()));
                if of_run && mv.to.to_string() != "f" {
                    let mut q = p.clone();
                    q.play(&mv).unwrap();
                    if seen.insert(format!("{:?}", q.layout())) {
                        next.push(q);
                    }
                }
            }
        }
        layer = next;
    }
    None
}
