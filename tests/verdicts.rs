//! Known verdicts: the first deals of every census in `fixtures/verdicts`, decided anew, and the unwinnable deals that everybody
//! agrees on.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use support::{game, start};
use winnable::rules::Rules;
use winnable::search::{Limits, Solver};
use winnable::verdict::Verdict;

fn verdict(solver: &mut Solver, rules: &Arc<Rules>, deal: u64) -> Verdict {
    let layout = start(rules, deal).layout().clone();
    solver.solve(&layout, &Limits::default(), None, &mut |_| ()).unwrap().verdict
}

/// Deals of a census file; its first line says which game they belong to.
fn census(name: &str) -> (Arc<Rules>, BTreeSet<u64>) {
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
        let last = dead.iter().nth(2).copied().unwrap().min(500);
        assert!(dead.range(..=last).count() > 0, "{name}: both verdicts");
        let mut solver = Solver::new(rules.clone());
        for deal in 1..=last {
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
