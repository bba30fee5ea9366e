//! What must hold for any text given to a parser: it never panics, errors tell a place, and whatever is accepted is
//! whole and reads back. Shared by the property tests and the fuzz targets.

use std::sync::Arc;
use winnable::deal::DealNumber;
use winnable::format::notation::{self, NotationError};
use winnable::format::{board, record::Record};
use winnable::position::Position;
use winnable::rules::{PRESETS, Rules};

/// A preset picked by any number.
pub fn game(pick: u8) -> Arc<Rules> {
    Arc::new(PRESETS[pick as usize % PRESETS.len()].rules())
}

/// Any bytes as a board.
pub fn check_board(rules: &Arc<Rules>, bytes: &[u8]) {
    match board::read(bytes, rules) {
        Ok(layout) => {
            let text = board::write(&layout, rules);
            assert_eq!(board::read(text.as_bytes(), rules).as_ref(), Ok(&layout), "{text}");
            let position = Position::new(rules.clone(), layout).expect("boards that are accepted are whole");
            position.legal_moves();
        }
        Err(error) => {
            let lines = bytes.iter().filter(|&&b| b == b'\n').count() + 2;
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
            assert!(!error.problem.is_empty());
        }
    }
}

/// Any text as a solution of a numbered deal.
pub fn check_notation(rules: &Arc<Rules>, number: u16, text: &str) {
    let layout = DealNumber::Microsoft(u64::from(number) + 1).deal(rules);
    match notation::read(text, rules, &layout) {
        Ok(moves) => {
            let written = notation::write_all(rules, &layout, &moves);
            assert_eq!(notation::read(&written, rules, &layout).as_ref(), Ok(&moves), "{text}\n{written}");
        }
        Err(NotationError::NotAMove { line, column, .. } | NotationError::Illegal { line, column, .. }) => {
            assert!((1..=text.lines().count()).contains(&line) && column >= 1);
        }
        Err(NotationError::Layout(error)) => panic!("numbered deals are whole: {error}"),
    }
}

/// Any text as a rule file.
pub fn check_rules(text: &str) {
    match Rules::from_toml(text) {
        Ok(rules) => check_accepted(&Arc::new(rules)),
        Err(error) => assert!(!error.problem.is_empty() && !error.remedy.is_empty(), "{error}"),
    }
}

/// Any texts as `--rule` options, on top of a preset.
pub fn check_overrides(pick: u8, changes: &[String]) {
    let mut rules = PRESETS[pick as usize % PRESETS.len()].rules();
    for change in changes {
        if rules.apply_override(change).is_err() {
            return;
        }
    }
    if rules.validate().is_ok() {
        check_accepted(&Arc::new(rules));
    }
}

/// Rules that are accepted print and read back, and can be dealt and played.
pub fn check_accepted(rules: &Arc<Rules>) {
    rules.validate().expect("accepted rules are valid");
    let text = rules.to_toml();
    assert_eq!(Rules::from_toml(&text).as_ref(), Ok(&**rules), "{text}");
    rules.to_json();
    let layout = DealNumber::Microsoft(617).deal(rules);
    let mut position = Position::new(rules.clone(), layout).expect("numbered deals are whole");
    for turn in 0..30 {
        let moves = position.legal_moves();
        let Some(mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
        position.play(mv).expect("listed moves are legal");
        let text = board::write(position.layout(), rules);
        assert_eq!(board::read(text.as_bytes(), rules).as_ref(), Ok(position.layout()), "{text}");
    }
}

/// Any text as a record.
pub fn check_record(text: &str) {
    if let Ok(record) = serde_json::from_str::<Record>(text) {
        assert_eq!(serde_json::from_str::<Record>(&record.to_line()).ok(), Some(record));
    }
}
