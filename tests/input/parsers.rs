//! The parsers against random and against damaged texts: nothing panics, and what is accepted reads back. The same
//! checks run under cargo-fuzz in `fuzz/`; here they run on stable, from fixed seeds.

use crate::support::parser_checks::*;
use crate::support::rule_changes;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::sync::LazyLock;
use winnable::Solver;
use winnable::card::{Card, Rank};
use winnable::deal::DealNumber;
use winnable::format::board;
use winnable::format::record_file::{Format, RecordReader};
use winnable::moves::Pile;
use winnable::rules::text::KEYS;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(617), ..ProptestConfig::default() }
}

/// Damage done to a text: at a place (per mille), a piece is cut out and another put in.
type Damage = (u16, u8, String);

fn damages(pieces: &'static str) -> impl Strategy<Value = Vec<Damage>> {
    proptest::collection::vec((0u16..1000, 0u8..6, pieces), 0..5)
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, cut, piece) in damages {
        let at = letters.len() * *place as usize / 1000;
        let end = (at + *cut as usize).min(letters.len());
        letters.splice(at..end, piece.chars());
    }
    letters.into_iter().collect()
}

/// The certificate of a small dead deal.
static CERTIFICATE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (rules, layout) = dead_deal();
    let certificate = Solver::new(rules.clone()).certificate("ms:11982", &layout).expect("dead");
    certificate.check(&rules, &layout, &mut |_| ()).expect("it holds");
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).expect("memory does not fail");
    bytes
});

/// Pieces of boards, and things that look like them.
const BOARD_PIECES: &str = "([A2-9TJQKatjqk1][CDHScdhs♥♠]? |10H|\n|:|-|Foundations: |Freecells: |Stock: |Waste: |H-[0-9AK]|/[0-9]{1,4}|#|\t|é|\u{0}){0,4}";
const MOVE_PIECES: &str = "([1-9a-z]{2}|[0-9]{1,4}-[0-9]{1,3}|[1-9][1-9]v[0-9a-fA-F]{1,4}|h[1-9]=[A2-9TJQK][CDHS]|deal|turn|redeal|\n|,|#|é| ){0,3}";

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_bytes_are_a_board_or_an_error(pick: u8, bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_board(&game(pick), &bytes);
    }

    #[test]
    fn pieces_of_boards(pick: u8, text in BOARD_PIECES) {
        check_board(&game(pick), text.as_bytes());
    }

    #[test]
    fn damaged_boards(pick: u8, number in 1u64..100_000, damages in damages(BOARD_PIECES)) {
        let rules = game(pick);
        let text = board::write(&DealNumber::Microsoft(number).deal(&rules), &rules);
        check_board(&rules, damaged(&text, &damages).as_bytes());
    }

    #[test]
    fn any_text_is_a_solution_or_an_error(pick: u8, number: u16, text in "\\PC{0,60}") {
        check_notation(&game(pick), number, &text);
        check_solution(&game(pick), number, &text);
    }

    #[test]
    fn pieces_of_solutions(pick: u8, number: u16, text in proptest::collection::vec(MOVE_PIECES, 0..6)) {
        check_notation(&game(pick), number, &text.join(" "));
        check_solution(&game(pick), number, &text.join(" "));
    }

    #[test]
    fn any_text_is_rules_or_an_error(text in "\\PC{0,120}") {
        check_rules(&text);
    }

    #[test]
    fn damaged_rules(pick: u8, damages in damages("([0-9]{1,4}|\"|'|\\[|\\]|,|=|\n|true|king|none|any|[a-z_]{1,8}|\\{|\\}|é| ){0,3}")) {
        check_rules(&damaged(&game(pick).to_toml(), &damages));
    }

    #[test]
    fn any_overrides(pick: u8, key in 0usize..32, value in "([0-9]{1,3}|\\[|\\]|,|true|false|[a-z_]{1,8}|\"|'|\\{|=| |\n){0,6}") {
        let key = KEYS.get(key).copied().unwrap_or("base");
        check_overrides(pick, &[format!("{key}={value}")]);
    }

    #[test]
    fn damaged_records(damages in damages("([0-9]{1,9}|\"|\\{|\\}|,|:|\n|null|error|states|[a-z_]{1,8}|=|é| ){0,3}"), csv: bool) {
        let lines = concat!(
            r#"{"schema":1,"game":"x","rules":"9f","deal":"ms:1","verdict":"winnable","moves":8,"cards":9,"states":4,"optimal":{"metric":"moves","lower":8,"upper":null,"proven":false},"solution":[{"card":"7H","count":1,"from":"t7","to":"c1"}]}"#,
            "\n",
            r#"{"schema":1,"game":"=x","rules":"9f","deal":"ms:2","verdict":"undecided","reason":"states","states":1}"#,
            "\n",
        );
        let mut text = lines.as_bytes().to_vec();
        if csv {
            text = Format::Csv.header().into_bytes();
            RecordReader::new(lines.as_bytes()).unwrap().for_each(|r| Format::Csv.write(&r.unwrap(), &mut text));
        }
        check_records(damaged(&String::from_utf8(text).unwrap(), &damages).as_bytes());
    }

    #[test]
    fn any_text_is_a_range_or_an_error(text in "([0-9]{1,21}|\\.\\.|,|pysol:|ms:|-| |#|\n|é){0,8}") {
        check_range(&text);
    }

    #[test]
    fn damaged_rules_that_are_then_solved(pick: u8, number: u16, changes in proptest::collection::vec(rule_changes::change(), 0..4)) {
        let mut text = game(pick).to_toml();
        for change in changes {
            let (key, value) = change.split_once('=').unwrap();
            let kept: Vec<&str> = text.lines().filter(|line| line.split(" = ").next() != Some(key)).collect();
            let bare = value.starts_with('[') || value.parse::<u32>().is_ok() || value == "true" || value == "false";
            text = kept.join("\n") + &if bare { format!("\n{key} = {value}\n") } else { format!("\n{key} = \"{value}\"\n") };
        }
        check_solved(&text, number);
    }

    #[test]
    fn damaged_certificates(changes in proptest::collection::vec((0usize..100_000, any::<u8>()), 0..3), cut in 0usize..200_000) {
        let mut bytes = CERTIFICATE.clone();
        changes.iter().for_each(|(at, byte)| { let at = at % bytes.len(); bytes[at] = *byte; });
        bytes.truncate(cut.max(10));
        check_certificate(&bytes);
    }

    #[test]
    fn any_word_is_a_card_a_pile_a_number_or_an_error(text in "\\PC{0,12}") {
        let _ = (text.parse::<Card>(), text.parse::<Rank>(), text.parse::<Pile>(), text.parse::<DealNumber>());
        check_record(&text);
    }
}

proptest! {
    #![proptest_config(config(2000))]

    /// Whatever combination of rules is accepted can be dealt, played, written and read.
    #[test]
    fn accepted_combinations_can_be_played(pick: u8, changes in proptest::collection::vec(rule_changes::change(), 1..5)) {
        check_overrides(pick, &changes);
    }
}

/// What a fuzzer found: lines may end in carriage returns alone, and count.
#[test]
fn lines_of_old_files_count() {
    check_board(&game(0), b"\r-");
}
