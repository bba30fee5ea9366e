//! Known answers: the first deals of every census in `fixtures/verdicts`, decided again; published unwinnable deals; some of the
//! proven shortest solutions.

use crate::support::{game, start};
use std::collections::BTreeSet;
use std::path::Path;
use winnable::batch::{Results, Vouched};
use winnable::metric::Metric;
use winnable::search::{CellCounter, Limits, Solver};
use winnable::verdict::{Reason, Verdict};
use winnable::{DealNumber, Game};

fn verdict(solver: &mut Solver, rules: &Game, deal: u64) -> Verdict {
    let layout = start(rules, deal).layout().clone();
    solver.solve(&layout).unwrap().verdict
}

/// Deals of a census file; its first line says which game they belong to.
fn census(name: &str) -> (Game, BTreeSet<u64>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/verdicts").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let (head, deals) = text.split_once('\n').unwrap();
    let words: Vec<&str> = head.split('`').nth(1).unwrap().split_whitespace().collect();
    let changes: Vec<&str> = words.windows(2).filter(|pair| pair[0] == "--rule").map(|pair| pair[1]).collect();
    (game(words[1], &changes), deals.split_whitespace().map(|deal| deal.parse().unwrap()).collect())
}

#[test]
fn the_first_deals_of_every_census() {
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/verdicts")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let (rules, dead) = census(&name);
        let first_dead: Vec<u64> = dead.iter().copied().take(3).collect();
        let last = first_dead[2].min(500);
        let further = first_dead.into_iter().filter(|&deal| deal > last);
        let mut solver = Solver::new(rules.clone());
        for deal in (1..=last).chain(further) {
            let expected = if dead.contains(&deal) { Verdict::Unwinnable } else { Verdict::Winnable };
            assert_eq!(verdict(&mut solver, &rules, deal), expected, "{name}: {deal}");
        }
    }
}

/// The unwinnable deals of the first million (Fish 2018), taking cards back from the foundations or not.
#[test]
fn the_eight_are_dead_under_both_rules() {
    for rule in ["foundation_return=none", "foundation_return=tableau"] {
        let rules = game("freecell", &[rule]);
        let mut solver = Solver::new(rules.clone());
        for deal in [11982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948] {
            assert_eq!(verdict(&mut solver, &rules, deal), Verdict::Unwinnable, "{rule}: {deal}");
        }
        for deal in [11981, 1941, 98714] {
            assert_eq!(verdict(&mut solver, &rules, deal), Verdict::Winnable, "{rule}: {deal}");
        }
    }
}

/// Deals that can be won, but not by the moves that wins are looked for with first: the end of that space proves nothing.
#[test]
fn wins_that_only_the_complete_search_finds() {
    let rules = game("freecell", &["cells=1"]);
    let mut solver = Solver::new(rules.clone());
    for deal in [125, 200, 203] {
        assert_eq!(verdict(&mut solver, &rules, deal), Verdict::Winnable, "{deal}");
    }
}

/// Deals that can only be won by taking a card back from a foundation: the space without that is not the whole one.
#[test]
fn wins_that_need_a_card_back() {
    let games: [(&str, &[&str], [u64; 3]); 3] = [
        ("freecell", &["ranks=4", "columns=[6,5,5]", "cells=1"], [655, 679, 868]),
        ("freecell", &["ranks=4", "columns=[8,8]", "cells=1"], [11, 714, 849]),
        ("big-freecell", &["ranks=3", "columns=[8,8,8]", "cells=1"], [27, 62, 226]),
    ];
    for (name, changes, deals) in games {
        for (returns, expected) in [("none", Verdict::Unwinnable), ("tableau", Verdict::Winnable)] {
            let rules = game(name, &[changes, &[&format!("foundation_return={returns}")]].concat());
            let mut solver = Solver::new(rules.clone());
            for deal in deals {
                assert_eq!(verdict(&mut solver, &rules, deal), expected, "{name} {changes:?} {returns}: {deal}");
            }
        }
    }
}

/// Deals that would be lost if a pruning were used where its argument does not hold: the stuck-card test where cards come
/// back, safe home moves where one pile takes the cards of both decks.
#[test]
fn wins_that_prunings_must_leave() {
    const ONE_PILE: [&str; 2] = ["cells=1", "foundation_prefill=none"];
    let games: [(&str, &[&str], &[u64]); 3] = [
        (
            "freecell",
            &["ranks=4", "columns=[4,4,4]", "cells=0", "stock=row_deal", "foundation_return=tableau"],
            &[304, 365],
        ),
        ("double-freecell", &["ranks=2", "columns=[8,8]", ONE_PILE[0], ONE_PILE[1]], &[73]),
        ("double-freecell", &["ranks=3", "columns=[8,8,8]", ONE_PILE[0], ONE_PILE[1]], &[82, 99]),
    ];
    for (name, changes, deals) in games {
        let rules = game(name, changes);
        let mut solver = Solver::new(rules.clone());
        for &deal in deals {
            assert_eq!(verdict(&mut solver, &rules, deal), Verdict::Winnable, "{name} {changes:?}: {deal}");
        }
    }
}

/// Time limits end every kind of search, and say so.
#[test]
fn time_ends_every_search() {
    let cases = [("freecell", None, 6_825_625_742), ("freecell", Some(Metric::Moves), 144), ("fours-up", None, 55)];
    for (name, metric, deal) in cases.into_iter().chain([("big-freecell", Some(Metric::Cards), 1)]) {
        let rules = game(name, &[]);
        let layout = start(&rules, deal).layout().clone();
        let time = Some(std::time::Duration::from_millis(300));
        // Memory ends a search that does not look at the clock.
        let mut limits = Limits::of(&rules).states(u64::MAX).memory(1 << 30);
        limits.time = time;
        let started = std::time::Instant::now();
        let answer = Solver::new(rules).with_limits(limits).with_metric(metric).solve(&layout).unwrap();
        assert!(started.elapsed().as_secs() < 20, "{name} {deal}: {:?}", started.elapsed());
        let reason = match answer.verdict {
            Verdict::Undecided(reason) => Some(reason),
            _ => answer.cut_short,
        };
        assert_eq!(reason, Some(Reason::Time), "{name} {deal}: {answer:?}");
    }
}

/// Deals of the tables of shortest solutions that are quickly done, proven anew.
#[test]
fn shortest_solutions_are_those_of_the_tables() {
    let rules = game("freecell", &["foundation_return=none"]);
    let mut solver = Solver::new(rules.clone());
    let mut known: [Vec<u64>; 2] = Default::default();
    for ((metric, deals), known) in [(Metric::Moves, 2011), (Metric::Cards, 9348)].into_iter().zip(&mut known) {
        let file = format!("fixtures/optimal/{}.ndjson.zst", metric.word());
        let mut results = Results::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        assert_eq!(results.vouched(), Vouched::Fully);
        let (mut quick, mut deal) = (0, 0);
        while let Some((number, record)) = results.next_record().unwrap() {
            deal += 1;
            assert_eq!(number, DealNumber::Microsoft(deal));
            let optimum = u64::from(record.optimal.unwrap().upper.unwrap());
            known.push(optimum);
            if record.states > 6_000 || quick == 5 {
                continue;
            }
            quick += 1;
            let layout = start(&rules, deal).layout().clone();
            let answer = {
                solver.set_metric(Some(metric));
                solver.solve(&layout)
            }
            .unwrap();
            let bounds = answer.bounds.unwrap();
            assert!(bounds.proven && bounds.upper.map(u64::from) == Some(optimum), "{deal}: {optimum}, {bounds:?}");
        }
        assert_eq!((known.len(), quick), (deals, 5));
    }
    // A group move counts one among moves and more among cards.
    let [moves, cards] = known;
    assert!(moves.iter().zip(&cards).all(|(moves, cards)| moves <= cards));
}

/// The deals of a census need at least so many cells.
type Census = (u8, &'static str);

/// The tables of fewest cells: they agree with every census of games with fewer cells, and some of their deals are proven anew.
#[test]
fn fewest_cells_are_those_of_the_tables() {
    // The table, its deals, how many of them are open, and censuses to compare with.
    let tables: [(&str, u64, usize, &[Census]); 3] = [
        ("freecell", 32_000, 27, &[(4, "freecell-3-cells.txt"), (3, "freecell-2-cells.txt")]),
        ("seven-by-four", 1_000, 4, &[(5, "seven-by-four.txt")]),
        ("eight-off", 1_000, 0, &[(9, "eight-off.txt")]),
    ];
    for (name, deals, open, censuses) in tables {
        let rules = game(name, &["foundation_return=none"]);
        let file = format!("fixtures/min_cells/{name}.ndjson.zst");
        let mut results = Results::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        assert_eq!(results.vouched(), Vouched::Fully);
        let mut known = Vec::new();
        while let Some((number, record)) = results.next_record().unwrap() {
            assert_eq!(number, DealNumber::Microsoft(known.len() as u64 + 1));
            known.push(record.min_cells.unwrap());
        }
        assert_eq!(known.len() as u64, deals);
        assert_eq!(known.iter().filter(|cells| !cells.proven).count(), open, "{name}");
        for &(cells, file) in censuses {
            let dead = census(file).1;
            for (deal, known) in (1..).zip(&known) {
                match dead.contains(&deal) {
                    true => assert!(known.upper.is_none_or(|upper| upper >= cells), "{name} {deal}: {known:?}"),
                    false => assert!(known.lower < cells, "{name} {deal}: {known:?}"),
                }
            }
        }
        let mut counter = CellCounter::new(rules.clone()).with_limits(Limits::of(&rules).states(20_000));
        let mut proven = 0;
        for deal in 1..=40 {
            let counted = counter.count(start(&rules, deal).layout(), None).unwrap();
            let known = known[deal as usize - 1];
            let not_fewer = counted.upper.is_none_or(|upper| known.upper.is_some_and(|known| upper >= known));
            assert!(counted.lower <= known.lower && not_fewer, "{name} {deal}: {counted:?} {known:?}");
            proven += u32::from(counted.proven);
        }
        assert!(proven >= 5, "{name}: {proven} proven anew");
    }
}
