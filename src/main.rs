//! The command-line tool: everything is in the library's `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    winnable::cli::run(std::env::args_os())
}
