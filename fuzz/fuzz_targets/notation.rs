//! Any text as a solution of a numbered deal.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/support/parser_checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u16, &str)| {
    checks::check_notation(&checks::game(input.0), input.1, input.2);
    checks::check_solution(&checks::game(input.0), input.1, input.2);
});
