//! The complete search against brute force over the reference position, on thousands of
//! random deals of small decks, for the rules of every preset and for grids of rules around them, with every kind of
//! pruning on and off.

use crate::support::small::{shrink, shrunk};
use crate::support::{Dice, position};
use winnable::metric::Metric;
use winnable::position::Position;
use winnable::rules::{PRESETS, Rules};
use winnable::search::prove::{Order, Pruning};
use winnable::search::{Budget, Outcome, Prover};
use winnable::verify::verify;

/// Positions that brute force may visit before a deal is left out.
const ENOUGH: usize = 1_500;

/// Whether the game can be won, or `None` if that takes too long to find out this way.
fn brute_force(start: &Position, enough: usize) -> Option<bool> {
    crate::support::brute_force::shortest(start, Metric::Moves, enough, |_| 0).map(|length| length.is_some())
}

/// Deals so far: won, dead, left out because they are too large for brute force.
#[derive(Default)]
struct Tally([u32; 3]);

impl Tally {
    /// A test that can fail needs both verdicts, this often.
    fn assert_each(&self, least: u32, about: &str) {
        println!("{about}: {:?} won, dead, left out", self.0);
        assert!(self.0[..2].iter().all(|&n| n >= least), "{about}: {:?} won, dead, left out", self.0);
    }
}

fn compare(rules: &Rules, number: u64, tally: &mut Tally) {
    compare_up_to(rules, number, ENOUGH, tally);
}

fn compare_up_to(rules: &Rules, number: u64, enough: usize, tally: &mut Tally) {
    let start = position(rules, number);
    let Some(expected) = brute_force(&start, enough) else {
        tally.0[2] += 1;
        return;
    };
    tally.0[usize::from(!expected)] += 1;
    let orders = [Order::Best, Order::Depth];
    for (pruning, order) in Pruning::variants().flat_map(|pruning| orders.map(|order| (pruning, order))) {
        let searched = Prover::with_order(rules, pruning, order).prove(start.layout(), &Budget::default());
        let found = match searched.outcome {
            Outcome::Won(moves) => {
                verify(start.rules(), start.layout(), &moves)
                    .unwrap_or_else(|e| panic!("{}{number}: {e}", rules.to_toml()));
                true
            }
            Outcome::Exhausted => false,
            Outcome::GaveUp(reason) => panic!("gave up: {reason:?}"),
        };
        assert_eq!(found, expected, "{pruning:?} {order:?} deal {number} of\n{}", rules.to_toml());
    }
}

#[test]
fn every_preset_in_small() {
    let mut dice = Dice(1);
    for preset in PRESETS {
        let original = preset.rules();
        let mut tally = Tally::default();
        for number in 0..80 {
            let rules = shrunk(&original, &mut dice);
            compare(&rules, 1000 + number, &mut tally);
        }
        tally.assert_each(1, preset.name);
    }
}

#[test]
fn a_grid_of_rules_in_small() {
    let mut dice = Dice(2);
    let mut tally = Tally::default();
    let builds = ["alternate_color", "same_suit", "any_suit", "none"];
    let empty_columns = ["any", "king", "top_rank", "none"];
    let groups = ["single", "cells_plus_one", "supermove", "formula", "unlimited"];
    let returns = ["none", "tableau", "tableau_and_cells"];
    for number in 0..1500 {
        let mut pick = |words: &[&str]| words[dice.below(words.len())].to_string();
        let build = pick(&builds);
        let group_builds: &[&str] = if build == "any_suit" { &builds } else { &[&build, &build, "none"] };
        let lines = [
            format!("build='{build}'"),
            format!("group_build='{}'", pick(group_builds)),
            format!("build_wrap={}", pick(&["true", "false"])),
            format!("empty_column='{}'", pick(&empty_columns)),
            format!("group='{}'", pick(&groups)),
            format!("foundation_return='{}'", pick(&returns)),
            format!("cells_kind='{}'", pick(&["free", "free", "reserve"])),
            format!("foundation_base={}", pick(&["1", "1", "2", "from_deal"])),
            "foundation_wrap=true".to_string(),
            format!("foundation_prefill={}", pick(&["none", "none", "1", "3"])),
        ];
        let mut rules = Rules::default();
        for line in &lines {
            rules.apply_override(line).unwrap();
        }
        let filled = dice.below(3) as u8;
        shrink(&mut rules, 3 + dice.below(3) as u8, 2 + dice.below(3), filled.max(dice.below(3) as u8), filled);
        if rules.validate().is_ok() {
            compare(&rules, 5000 + number, &mut tally);
        }
    }
    tally.assert_each(200, "rules");
}

/// Where there is room to spare, groups travel through cells and columns in ways that tight layouts never show.
#[test]
fn a_grid_with_more_room() {
    let mut dice = Dice(4);
    let mut tally = Tally::default();
    for number in 0..120 {
        let mut pick = |words: &[&str]| words[dice.below(words.len())].to_string();
        let lines = [
            format!("build={}", pick(&["alternate_color", "same_suit", "alternate_color", "none"])),
            format!("empty_column={}", pick(&["any", "king", "any", "none"])),
            format!("group={}", pick(&["single", "cells_plus_one", "supermove", "unlimited"])),
            format!("foundation_return={}", pick(&["none", "none", "tableau"])),
        ];
        let mut rules = Rules::default();
        for line in &lines {
            rules.apply_override(line).unwrap();
        }
        let filled = dice.below(5) as u8;
        shrink(&mut rules, 3 + dice.below(3) as u8, 2 + dice.below(3), filled.max(2 + dice.below(4) as u8), filled);
        if rules.validate().is_ok() {
            compare_up_to(&rules, 7000 + number, 6_000, &mut tally);
        }
    }
    tally.assert_each(10, "more room");
}

#[test]
fn a_grid_of_decks_and_stocks_in_small() {
    let mut dice = Dice(3);
    let mut tally = Tally::default();
    let stocks = ["none", "row_deal", "row_deal", "waste"];
    for number in 0..1200 {
        let mut pick = |words: &[&str]| words[dice.below(words.len())].to_string();
        let stock = pick(&stocks);
        let mut lines = vec![
            format!("decks={}", pick(&["1", "2", "2", "3"])),
            format!("build={}", pick(&["alternate_color", "same_suit", "any_suit"])),
            format!("build_wrap={}", pick(&["true", "false"])),
            format!("empty_column={}", pick(&["any", "king", "any", "none"])),
            format!("group={}", pick(&["single", "cells_plus_one", "supermove", "formula", "unlimited"])),
            format!("foundation_piles={}", pick(&["per_deck", "per_deck", "per_deck", "per_suit"])),
            format!("foundation_return={}", pick(&["none", "none", "none", "tableau"])),
            format!("foundation_base={}", pick(&["1", "2"])),
            "foundation_wrap=true".to_string(),
            format!("foundation_prefill={}", pick(&["none", "bases"])),
            format!("stock={stock}"),
        ];
        match stock.as_str() {
            "row_deal" => lines.push(format!("stock.when={}", pick(&["any", "any", "no_moves", "no_empty_column"]))),
            "waste" => lines.push(format!("stock.redeals={}", pick(&["0", "1"]))),
            _ => {}
        }
        let mut rules = Rules::default();
        for line in &lines {
            rules.apply_override(line).unwrap();
        }
        shrink(&mut rules, 2 + dice.below(2) as u8, 2 + dice.below(3), dice.below(3) as u8, 0);
        if rules.validate().is_ok() {
            compare(&rules, 9000 + number, &mut tally);
        }
    }
    tally.assert_each(100, "decks and stocks");
}
