//! Any bytes as a file of records.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/support/parser_checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| checks::check_records(input));
