//! The command line: flags and glue around the library, one file per subcommand.
//!
//! Results go to standard output, progress and messages to standard error. A broken pipe is success.

mod advice;
mod allocator;
mod analyze;
mod args;
mod bench;
mod certificate;
mod completions;
mod deal;
mod exit;
mod faults;
mod games;
mod interrupt;
mod man;
mod merge;
mod output;
mod progress;
mod replay;
mod report;
mod solve;
mod tune;
mod verify;

use crate::text::visible;
use clap::{Parser, Subcommand, ValueEnum};
use exit::Exit;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Is this deal winnable, how, and in how few moves? A solver for FreeCell and its relatives.
#[derive(Parser, Debug)]
#[command(name = "winnable", version, propagate_version = true, max_term_width = 110)]
#[command(after_help = "Start with `winnable solve 617`. `winnable help COMMAND` explains a command with examples.")]
pub struct Cli {
    /// When to use colours: on a terminal (auto), always or never. NO_COLOR is respected.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Args),
    Analyze(analyze::Args),
    Deal(deal::Args),
    Verify(verify::Args),
    Games(games::Args),
    Report(report::Args),
    Merge(merge::Args),
    Bench(bench::Args),
    Tune(tune::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the tool with these arguments (the first is the program's name).
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version count as errors for clap, but not for us.
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Done };
            // What was typed may contain anything, and clap repeats it.
            match error.use_stderr() && error.to_string() != visible(&error.to_string()) {
                true => drop(writeln!(std::io::stderr(), "{}", visible(&error.to_string()))),
                false => drop(error.print()),
            }
            return code.into();
        }
    };
    allocator::return_large_blocks();
    output::set_color(cli.color);
    faults::arm();
    // A panic is a bug of ours like a solution that does not replay; its message is on standard error already.
    let ended = catch_unwind(AssertUnwindSafe(|| match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Deal(args) => deal::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Tune(args) => tune::run(&args),
    }));
    ended.map_or(Exit::Internal.into(), exit::code)
}
