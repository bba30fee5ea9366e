//! The command-line tool: everything is in the library's `cli`.

use std::process::ExitCode;
use winnable::cli::OrExit;

/// Running out of memory ends in a message and an exit code.
#[global_allocator]
static ALLOCATOR: OrExit = OrExit;

fn main() -> ExitCode {
    winnable::cli::run(std::env::args_os())
}
