//! What must hold for any text given to a parser: it never panics, errors tell a place, and whatever is accepted is
//! whole and reads back. Shared by the property tests and the fuzz targets.

use winnable::Game;
use winnable::deal::DealNumber;
use winnable::format::notation::{self, NotationError};
use winnable::format::record_file::{Format, RecordReader};
use winnable::format::solution_reader::{self, Notation};
use winnable::format::{board, record::Record};
use winnable::layout::Layout;
use winnable::position::Position;
use winnable::rules::{PRESETS, Rules};
use winnable::verify::certificate::Certificate;
use winnable::{DealRange, Limits, Metric, Solver, Verdict};

/// A preset picked by any number.
pub fn game(pick: u8) -> Game {
    Game::new(PRESETS[pick as usize % PRESETS.len()].rules()).unwrap()
}

/// Any bytes as a board.
pub fn check_board(rules: &Game, bytes: &[u8]) {
    match board::read(bytes, rules) {
        Ok(layout) => {
            let text = board::write(&layout, rules);
            assert_eq!(board::read(text.as_bytes(), rules).as_ref(), Ok(&layout), "{text}");
            let position = Position::new(rules.clone(), layout).expect("boards that are accepted are whole");
            position.legal_moves();
        }
        Err(error) => {
            // Old files end their lines in carriage returns.
            let lines = bytes.iter().filter(|b| matches!(b, b'\n' | b'\r')).count() + 2;
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
            assert!(!error.problem.is_empty());
        }
    }
}

/// Any text as a solution of a numbered deal.
pub fn check_notation(rules: &Game, number: u16, text: &str) {
    let layout = DealNumber::Microsoft(u64::from(number) + 1).deal(rules);
    match notation::read(text, rules, &layout) {
        Ok(moves) => {
            let written = notation::write_all(rules, &layout, &moves);
            assert_eq!(notation::read(&written, rules, &layout).as_ref(), Ok(&moves), "{text}\n{written}");
        }
        Err(NotationError::NotAMove { line, column, .. } | NotationError::Illegal { line, column, .. }) => {
            assert!((1..=text.lines().count()).contains(&line) && column >= 1);
        }
        Err(error) => panic!("numbered deals are whole: {error}"),
    }
}

/// Any text as a solution in any notation: what is read is legal, unless it is JSON, which the verifier judges.
pub fn check_solution(rules: &Game, number: u16, text: &str) {
    let layout = DealNumber::Microsoft(u64::from(number) + 1).deal(rules);
    match solution_reader::read(text, rules, &layout) {
        Ok(read) if read.reading.notation == Notation::Json => {}
        Ok(read) => {
            let mut position = Position::new(rules.clone(), layout).unwrap();
            read.moves.iter().for_each(|mv| position.play(mv).expect("moves that are read are legal"));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Any text as a rule file.
pub fn check_rules(text: &str) {
    match Rules::from_toml(text) {
        Ok(rules) => check_accepted(&Game::new(rules).unwrap()),
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
        check_accepted(&Game::new(rules).unwrap());
    }
}

/// Rules that are accepted print and read back, and can be dealt and played.
pub fn check_accepted(rules: &Game) {
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

/// Any text as a rule file whose game is then solved, with a small deck and small limits.
pub fn check_solved(text: &str, number: u16) {
    let Ok(mut rules) = Rules::from_toml(text) else { return };
    // Most real rules are large; a small deck of the same rules says more in less time.
    if rules.cards() > 16 {
        rules.ranks = rules.ranks.min(4);
        rules.decks = rules.decks.min(2);
        rules.strip_ranks.retain(|rank| rank.number() <= 4);
        rules.deal_first.retain(|rank| rank.number() <= 4);
        let rest = rules.cards().saturating_sub(rules.prefilled_foundations() + rules.cells_prefilled.len());
        let columns = rules.columns.len();
        rules.columns = (0..columns).map(|i| ((rest + columns - 1 - i) / columns.max(1)) as u8).collect();
    }
    if rules.validate().is_err() {
        return;
    }
    let rules = Game::new(rules).unwrap();
    let layout = DealNumber::Microsoft(u64::from(number) + 1).deal(&rules);
    let limits = Limits::of(&rules).states(300);
    for metric in [None, Some(Metric::Moves), Some(Metric::Cards)] {
        let answer = Solver::new(rules.clone())
            .with_limits(limits)
            .with_metric(metric)
            .solve(&layout)
            .expect("no wrong solution");
        assert_eq!(answer.solution.is_some(), answer.verdict == Verdict::Winnable);
    }
}

/// Any bytes as a file of records.
pub fn check_records(bytes: &[u8]) {
    let Ok(reader) = RecordReader::new(bytes) else { return };
    let format = reader.format();
    let records: Vec<Record> = reader.map_while(Result::ok).collect();
    for format in [format, Format::Ndjson, Format::Csv] {
        let mut text = format.header().into_bytes();
        records.iter().for_each(|record| format.write(record, &mut text));
        let again: Vec<Record> = RecordReader::new(&text[..]).unwrap().map(Result::unwrap).collect();
        let without_time = |record: &Record| {
            let mut record = record.clone();
            record.seconds = None;
            record
        };
        assert!(again.iter().map(without_time).eq(records.iter().map(without_time)));
    }
}

/// Any text as a range of deals.
pub fn check_range(text: &str) {
    match text.parse::<DealRange>() {
        Ok(range) => {
            assert!(!range.is_empty());
            assert_eq!(range.to_string().parse().as_ref(), Ok(&range));
            for place in [0, range.len() / 2, range.len() - 1] {
                assert!(range.nth(place).is_some_and(|deal| range.contains(deal)));
            }
            assert_eq!(range.nth(range.len()), None);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A small deal that cannot be won.
pub fn dead_deal() -> (Game, Layout) {
    small_deal(0, 11982)
}

fn small_deal(cells: u8, deal: u64) -> (Game, Layout) {
    let mut rules = PRESETS[0].rules();
    (rules.ranks, rules.cells, rules.columns) = (4, cells, vec![4; 4]);
    let rules = Game::new(rules).unwrap();
    let layout = DealNumber::Microsoft(deal).deal(&rules);
    (rules, layout)
}

/// Any bytes as a certificate: never accepted for a deal that can be won.
pub fn check_certificate(bytes: &[u8]) {
    let Ok(certificate) = Certificate::read(&mut &bytes[..]) else { return };
    let (rules, dead) = dead_deal();
    let _ = certificate.check(&rules, &dead, &mut |_| ());
    let (rules, winnable) = small_deal(1, 5);
    assert!(certificate.check(&rules, &winnable, &mut |_| ()).is_err(), "deal 5 can be won");
}

/// Any text as a record.
pub fn check_record(text: &str) {
    if let Ok(record) = serde_json::from_str::<Record>(text) {
        assert_eq!(serde_json::from_str::<Record>(&record.to_line()).ok(), Some(record));
    }
}
