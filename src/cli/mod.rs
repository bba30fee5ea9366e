//! The command line: flags and glue around the library, one file per subcommand.
//!
//! Results go to standard output, progress and messages to standard error. A broken pipe is success.

mod advice;
mod after;
mod allocator;
mod analyze;
mod args;
mod bench;
mod boards;
mod certificate;
mod completions;
mod deal;
mod exit;
mod faults;
mod fc_solve;
mod games;
mod hint;
pub mod in_process;
mod interrupt;
mod man;
mod merge;
mod misuse;
mod moves;
mod output;
mod position_args;
mod progress;
mod replay;
mod replay_keys;
mod report;
mod report_pages;
mod review;
mod seeds;
mod solve;
mod tune;
mod verify;
mod watch;

pub use allocator::OrExit;

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
    Hint(hint::Args),
    Moves(moves::Args),
    Review(review::Args),
    Analyze(analyze::Args),
    Deal(deal::Args),
    Seeds(seeds::Args),
    Verify(verify::Args),
    Games(games::Args),
    Report(report::Args),
    Merge(merge::Args),
    Bench(bench::Args),
    Tune(tune::Args),
    FcSolve(fc_solve::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// `--solutions notation` as `--solutions=notation`: the form can be left out, and what follows may be something else.
fn with_joined_forms(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        match joined.last_mut() {
            Some(last) if last == "--solutions" && (argument == "notation" || argument == "moves") => {
                last.push("=");
                last.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// Runs the tool with these arguments (the first is the program's name).
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    allocator::begin();
    ExitCode::from(run_to_code(arguments))
}

/// The same for a caller that ends the process itself.
pub fn run_to_code(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Clap cannot parse Freecell Solver's flags.
    let other_program = match arguments.as_slice() {
        [program, rest @ ..] if fc_solve::is_called(program) => Some(rest),
        [_, command, rest @ ..] if command == "fc-solve" => Some(rest),
        _ => None,
    };
    if let Some(rest) = other_program {
        allocator::return_large_blocks();
        return fc_solve::run_with(rest);
    }
    let arguments = with_joined_forms(arguments);
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(mut error) => {
            if let Some(advice) = misuse::better_message(&error, &arguments) {
                drop(writeln!(std::io::stderr(), "error: {}", visible(&advice)));
                return Exit::Usage as u8;
            }
            misuse::without_useless_tip(&mut error);
            // Help and version count as errors for clap, but not for us.
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Done };
            // What was typed may contain anything, and clap repeats it.
            match error.use_stderr() && error.to_string() != visible(&error.to_string()) {
                true => drop(writeln!(std::io::stderr(), "{}", visible(&error.to_string()))),
                false => drop(error.print()),
            }
            return code as u8;
        }
    };
    allocator::return_large_blocks();
    interrupt::report_files_that_are_too_large();
    output::set_color(cli.color);
    faults::arm();
    if let Command::FcSolve(args) = &cli.command {
        return fc_solve::run(args);
    }
    // A panic is an internal error, like a solution that does not replay; its message is already on standard error.
    let ended = catch_unwind(AssertUnwindSafe(|| match cli.command {
        Command::FcSolve(_) => Ok(Exit::Done),
        Command::Solve(args) => solve::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Deal(args) => deal::run(&args),
        Command::Seeds(args) => seeds::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Tune(args) => tune::run(&args),
    }));
    ended.map_or(Exit::Internal as u8, exit::code)
}
