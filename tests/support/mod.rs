//! What several test files need: presets, deterministic random numbers, random walks.
#![allow(dead_code)]

pub mod brute_force;
pub mod engine;
pub mod generator;
pub mod parser_checks;
pub mod rule_changes;
pub mod small;
pub mod whole_game;

use winnable::Game;
use winnable::deal::DealNumber;
use winnable::position::Position;
use winnable::rules::{PRESETS, Rules};

/// All presets.
pub fn presets() -> Vec<Game> {
    PRESETS.iter().map(|p| Game::new(p.rules()).unwrap()).collect()
}

/// A preset with changes, like on the command line.
pub fn game(name: &str, changes: &[&str]) -> Game {
    let mut rules = winnable::rules::preset(name).unwrap_or_else(|| panic!("no game {name}"));
    for change in changes {
        rules.apply_override(change).unwrap();
    }
    rules.validate().unwrap();
    Game::new(rules).unwrap()
}

/// The start of a numbered deal.
pub fn start(rules: &Game, number: u64) -> Position {
    let layout = DealNumber::microsoft(number).unwrap().deal(rules);
    Position::new(rules.clone(), layout).unwrap()
}

/// The same for rules that are not shared.
pub fn position(rules: &Rules, number: u64) -> Position {
    start(&Game::new(rules.clone()).unwrap(), number)
}

/// The boards that a long form compares: `WINNABLE_BOARDS=FIRST..LAST`, without the last one, or as many as `usual`.
pub fn boards_to_compare(usual: std::ops::Range<u64>) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("WINNABLE_BOARDS") else { return usual };
    let numbers = text.split_once("..").and_then(|(first, last)| Some(first.parse().ok()?..last.parse().ok()?));
    numbers.unwrap_or_else(|| panic!("WINNABLE_BOARDS={text}: write FIRST..LAST"))
}

/// SplitMix64: the same numbers on every machine, whatever library versions do.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Plays random legal moves and shows every position and the move that is about to be played there.
pub fn random_walk(
    rules: &Game,
    deal: u64,
    steps: usize,
    dice: &mut Dice,
    mut visit: impl FnMut(&Position, &winnable::moves::Move),
) {
    let mut position = start(rules, deal);
    for _ in 0..steps {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        visit(&position, &mv);
        position.play(&mv).unwrap();
    }
}
