//! Any text as a rule file.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/support/parser_checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::check_rules(text));
