//! `winnable fc-solve`, and the program itself when it is called `fc-solve`: Freecell Solver's command line and output, so that
//! PySolFC and scripts that run `fc-solve` can run this program instead.
//!
//! A board comes in on standard input, flags choose rules and form, and the answer is one of three sentences. Freecell Solver
//! says "I could not solve this game" for a proof, for an incomplete search that ended and for a limit; here it is said for a
//! proof alone. `contrib/pysolfc.md` tells how to use it.

mod arguments;
mod board;
mod drawing;
mod games;
mod help;
mod iterations;
mod moves;

use super::exit::{self, Exit};
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{Answer, Limits, Solver};
use crate::text::visible;
use crate::verdict::Verdict;
use anyhow::Context;
use arguments::{Asked, Notation, Request};
use iterations::Iterations;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Freecell Solver's command line and output, for PySolFC and scripts that run `fc-solve`
///
/// The flags are Freecell Solver's: `winnable fc-solve --help` lists them. The program does the same when it is called
/// `fc-solve`, through a link or under a copy of that name.
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true, disable_version_flag = true)]
#[command(after_help = "Examples:
  winnable deal 617 | winnable fc-solve -m -snx
  winnable fc-solve -g eight_off --max-iters 100000 -p -t board.txt")]
pub struct Args {
    /// Freecell Solver's flags and a board file
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    arguments: Vec<OsString>,
}

/// Exit code for flags and boards that cannot be read: Freecell Solver's. 1 and 127 would mean "no such program" to PySolFC.
const UNREADABLE: u8 = 255;

/// Largest board that is read, in bytes.
const MAX_BOARD: u64 = 1 << 20;

/// Whether a program of this name takes Freecell Solver's flags.
pub fn is_called(program: &OsString) -> bool {
    Path::new(program).file_stem().is_some_and(|name| name == "fc-solve")
}

/// Runs with the arguments of the subcommand.
pub fn run(args: &Args) -> u8 {
    run_with(&args.arguments)
}

/// Runs with these arguments, the program's name not included.
pub fn run_with(arguments: &[OsString]) -> u8 {
    let arguments: Vec<String> = arguments.iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let (request, layout, out) = match prepare(&arguments) {
        Ok(Prepared::Done) => return Exit::Done as u8,
        Ok(Prepared::Solve(request, layout, out)) => (request, layout, out),
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}", visible(&format!("{error:#}")));
            return UNREADABLE;
        }
    };
    exit::code(answer(&request, &layout, out))
}

/// Where answers go, shared with the search's reports.
type Out = Arc<Mutex<Box<dyn Write + Send>>>;

/// Everything that can be wrong is found out before the search.
enum Prepared {
    /// Help or version was printed.
    Done,
    Solve(Box<Request>, Layout, Out),
}

fn prepare(arguments: &[String]) -> anyhow::Result<Prepared> {
    let request = match arguments::parse(arguments)? {
        Asked::Help => return print(&help::help()),
        Asked::Version => return print(&help::version()),
        Asked::Solve(request) => request,
    };
    let text = match &request.board {
        Some(path) => {
            let opened = fs::File::open(path);
            read_all(opened.with_context(|| format!("Could not open file \"{}\" for input. Exiting", path.display()))?)
        }
        None => read_all(io::stdin().lock()),
    };
    let layout = board::read(&text.context("Could not read the board")?, &request.variant.game()?)?;
    let out: Box<dyn Write + Send> = match &request.output {
        Some(path) => {
            let opened = fs::File::create(path);
            Box::new(BufWriter::new(
                opened.with_context(|| format!("Could not open output file \"{}\"", path.display()))?,
            ))
        }
        None => Box::new(BufWriter::new(io::stdout())),
    };
    Ok(Prepared::Solve(request, layout, Arc::new(Mutex::new(out))))
}

fn print(text: &str) -> anyhow::Result<Prepared> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Prepared::Done),
    }
}

fn read_all(from: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    from.take(MAX_BOARD).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Solves and writes.
fn answer(request: &Request, layout: &Layout, out: Out) -> anyhow::Result<Exit> {
    let game = request.variant.game()?;
    let defaults = Limits::of(&game);
    let mut solver =
        Solver::new(game.clone()).with_limits(defaults.states(request.max_states.unwrap_or(defaults.states)));
    if let Some(step) = request.iterations {
        let mut iterations = Iterations::every(step);
        let mut to = out.lock().unwrap_or_else(PoisonError::into_inner);
        iterations.start(&mut *to)?;
        if request.first_board {
            write!(to, "{}---------------\n\n\n", drawing::board(layout, request))?;
        }
        drop(to);
        let shared = out.clone();
        solver = solver.with_progress(move |progress| {
            // A closed pipe is noticed when the answer is written.
            let _ = iterations.report(progress, &mut *shared.lock().unwrap_or_else(PoisonError::into_inner));
        });
    }
    let answer = solver.solve(layout)?;
    let mut to = out.lock().unwrap_or_else(PoisonError::into_inner);
    to.write_all(solution(request, layout, &answer)?.as_bytes())?;
    let sentence = match answer.verdict {
        Verdict::Winnable => "This game is solveable.",
        Verdict::Unwinnable => "I could not solve this game.",
        Verdict::Undecided(_) => "Iterations count exceeded.",
    };
    let states = answer.states;
    writeln!(to, "{sentence}\nTotal number of states checked is {states}.\nThis scan generated {states} states.")?;
    to.flush()?;
    Ok(Exit::Done)
}

/// The solution in the requested form; empty without a win.
fn solution(request: &Request, layout: &Layout, answer: &Answer) -> anyhow::Result<String> {
    let Some(solution) = &answer.solution else { return Ok(String::new()) };
    let mut text = "-=-=-=-=-=-=-=-=-=-=-=-\n\n".to_string();
    let separator = "\n====================\n\n";
    let mut position = Position::new(request.variant.game()?, layout.clone())?;
    if request.show_boards {
        text += &drawing::board(layout, request);
        text += separator;
    }
    let mut in_a_row = Vec::new();
    for mv in &solution.moves {
        let said = said(mv, position.layout(), request.notation);
        position.play(mv)?;
        match (request.show_moves, request.show_boards) {
            (true, false) if request.notation != Notation::Words => {
                in_a_row.push(said);
                continue;
            }
            (true, false) => text += &format!("{said}\n"),
            (true, true) if request.notation != Notation::Words => text += &format!("Move: {said} \n\n"),
            (true, true) => text += &format!("{said}\n\n"),
            (false, _) => {}
        }
        if request.show_boards {
            text += &drawing::board(position.layout(), request);
        }
        text += separator;
    }
    if request.show_moves && !request.show_boards && request.notation != Notation::Words {
        text += &moves::in_lines(in_a_row.into_iter());
        text += "\n";
    }
    Ok(text)
}

fn said(mv: &Move, before: &Layout, notation: Notation) -> String {
    match notation {
        Notation::Words => moves::words(mv),
        _ => moves::standard(mv, before, notation),
    }
}
