//! Any bytes as a board of any game.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/support/parser_checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| checks::check_board(&checks::game(input.0), input.1));
