//! The command-line tool: everything is in the library's `cli`.

use std::process::ExitCode;
use winnable::cli::OrExit;

/// Ends the program with a message and an exit code if the system refuses memory.
#[global_allocator]
static ALLOCATOR: OrExit = OrExit;

fn main() -> ExitCode {
    winnable::cli::run(std::env::args_os())
}
