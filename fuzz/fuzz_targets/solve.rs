//! Any text as a rule file, whose game is then solved.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/support/parser_checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &str)| checks::check_solved(input.1, input.0));
