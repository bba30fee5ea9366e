//! Whatever is printed reads back: boards, notation and records along random walks of every game.

use crate::support::{Dice, presets, random_walk};
use winnable::format::{board, notation};
use winnable::moves::Move;

#[test]
fn boards_read_back_from_any_reachable_position() {
    let mut random = Dice(1);
    for rules in presets() {
        let mut checked = 0;
        for deal in 1..=10 {
            random_walk(&rules, deal, 120, &mut random, |position, _| {
                let text = board::write(position.layout(), &rules);
                let read = board::read(text.as_bytes(), &rules);
                assert_eq!(read.as_ref(), Ok(position.layout()), "{}:\n{text}", rules.name);
                checked += 1;
            });
        }
        assert!(checked >= 100, "{} walks are too short: {checked}", rules.name);
    }
}

#[test]
fn moves_read_back_from_notation_and_records() {
    let mut random = Dice(2);
    for rules in presets() {
        for deal in 1..=5 {
            let mut moves = Vec::new();
            random_walk(&rules, deal, 150, &mut random, |_, mv| {
                let json = serde_json::to_string(mv).unwrap();
                assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), *mv);
                moves.push(*mv);
            });
            let layout = crate::support::start(&rules, deal).layout().clone();
            let text = notation::write_all(&rules, &layout, &moves);
            let read = notation::read(&text, &rules, &layout);
            assert_eq!(read.as_ref(), Ok(&moves), "{} {deal}:\n{text}", rules.name);
        }
    }
}
