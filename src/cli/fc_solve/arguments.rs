//! Freecell Solver's flags.
//!
//! Every flag stands alone and its value follows as the next argument (`-mi 1000`; there is no `-mi=1000` and no
//! clustering), which is not the convention of clap: so they are read here, from one table that the help prints too. Flags
//! that steer Freecell Solver's own searches are read with their values and change nothing.

use super::games::{self, Variant};
use anyhow::{Context, bail};
use std::path::PathBuf;

/// What the solution is shown as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// `Move a card from stack 3 to freecell 0`.
    #[default]
    Words,
    /// `4a`.
    Standard,
    /// The same, with the number of cards that go to an empty column: `18v5`.
    Extended,
}

/// What was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The rules.
    pub variant: Variant,
    /// A board file; standard input without one.
    pub board: Option<PathBuf>,
    /// A file for the output; standard output without one.
    pub output: Option<PathBuf>,
    /// States that may be expanded.
    pub max_states: Option<u64>,
    /// Shows the board after every move.
    pub show_boards: bool,
    /// Shows the moves.
    pub show_moves: bool,
    /// How moves are written.
    pub notation: Notation,
    /// Boards with labels and one column a line, instead of drawn ones.
    pub parseable: bool,
    /// `T` instead of `10`.
    pub ten_as_t: bool,
    /// Reports the progress of the search at this interval, in states.
    pub iterations: Option<u64>,
    /// Shows the board that the search starts from.
    pub first_board: bool,
}

/// What the arguments ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// The help.
    Help,
    /// The version.
    Version,
    /// A deal to be solved.
    Solve(Box<Request>),
}

/// What a flag means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flag {
    Help,
    Version,
    Parseable,
    TenAsT,
    Moves,
    BoardsAndMoves,
    Standard,
    Extended,
    Iterations,
    IterationStep,
    Boards,
    Output,
    Game,
    Cells,
    Columns,
    Decks,
    BuiltBy,
    SequenceMove,
    EmptyFilledBy,
    MaxIterations,
    MaxStored,
    Config,
    OptionFile,
    /// Accepted without effect.
    Idle,
    /// Accepted with its value, without effect.
    IdleValue,
}

/// Every flag: its names and its meaning.
const FLAGS: &[(&[&str], Flag)] = &[
    (&["-h", "--help", "--help-summary", "--help-options", "--help-configs"], Flag::Help),
    (&["--help-short-sol", "--help-problems", "--help-real-help"], Flag::Help),
    (&["--version"], Flag::Version),
    (&["-p", "--parseable-output"], Flag::Parseable),
    (&["-t", "--display-10-as-t"], Flag::TenAsT),
    (&["-m", "--display-moves"], Flag::Moves),
    (&["-sam", "--display-states-and-moves"], Flag::BoardsAndMoves),
    (&["-sn", "--standard-notation"], Flag::Standard),
    (&["-snx", "--standard-notation-extended"], Flag::Extended),
    (&["-i", "--iter-output"], Flag::Iterations),
    (&["--iter-output-step"], Flag::IterationStep),
    (&["-s", "--state-output"], Flag::Boards),
    (&["-o", "--output"], Flag::Output),
    (&["-g", "--game", "--preset"], Flag::Game),
    (&["--freecells-num"], Flag::Cells),
    (&["--stacks-num"], Flag::Columns),
    (&["--decks-num"], Flag::Decks),
    (&["--sequences-are-built-by"], Flag::BuiltBy),
    (&["--sequence-move"], Flag::SequenceMove),
    (&["--empty-stacks-filled-by"], Flag::EmptyFilledBy),
    // Expanded states are stored states, so either limit holds for both.
    (&["-mi", "--max-iters"], Flag::MaxIterations),
    (&["-mss", "--max-stored-states"], Flag::MaxStored),
    (&["-l", "--load-config"], Flag::Config),
    (&["--read-from-file"], Flag::OptionFile),
    (&["-opt", "--optimize-solution"], Flag::Idle),
    (&["-sel", "--show-exceeded-limits"], Flag::Idle),
    (&["-hoi", "--hint-on-intractable"], Flag::Idle),
    (&["-c", "--canonized-order-output"], Flag::Idle),
    (&["-pi", "--display-parent-iter"], Flag::Idle),
    (&["--reparent-states", "--calc-real-depth", "--reset"], Flag::Idle),
    (&["-nst", "--next-soft-thread", "-nht", "--next-hard-thread"], Flag::Idle),
    (&["-ni", "--next-instance", "-nf", "--next-flare"], Flag::Idle),
    (&["-md", "--max-depth", "-tmss", "--trim-max-stored-states"], Flag::IdleValue),
    (&["-to", "--tests-order", "-opt-to", "--optimization-tests-order"], Flag::IdleValue),
    (&["-dto", "--depth-tests-order", "-dto2", "--depth-tests-order2"], Flag::IdleValue),
    (&["-me", "--method", "-asw", "-seed"], Flag::IdleValue),
    (&["-sp", "--set-pruning", "--patsolve-x-param", "--patsolve-y-param"], Flag::IdleValue),
    (&["-step", "--soft-thread-step", "--st-name", "--prelude", "--scans-synergy"], Flag::IdleValue),
    (&["--flare-name", "--flares-plan", "--flares-choice", "-fif", "--flares-iters-factor"], Flag::IdleValue),
    (&["--cache-limit"], Flag::IdleValue),
];

/// Names of the configurations that come with Freecell Solver 5, each with its short form. They choose among its searches.
const CONFIGURATIONS: &[(&str, &str)] = &[
    ("abra-kadabra", "ak"),
    ("amateur-star", "as"),
    ("blue-yonder", "by"),
    ("children-playing-ball", "cpb"),
    ("conspiracy-theory", "ct"),
    ("cookie-monster", "cm"),
    ("cool-jives", "cj"),
    ("crooked-nose", "cn"),
    ("enlightened-ostrich", "eo"),
    ("fools-gold", "fg"),
    ("foss-nessy", "fn"),
    ("good-intentions", "gi"),
    ("gooey-unknown-thing", "gut"),
    ("hello-world", "hw"),
    ("john-galt-line", "jgl"),
    ("looking-glass", "lg"),
    ("maliciously-obscure", "mo"),
    ("micro-finance", "mf"),
    ("micro-finance-improved", "mfi"),
    ("one-big-family", "obf"),
    ("qualified-seed", "qs"),
    ("qualified-seed-improved", "qsi"),
    ("rin-tin-tin", "rtt"),
    ("sand-stone", "ss"),
    ("sentient-pearls", "sp"),
    ("slick-rock", "sr"),
    ("tea-for-two", "tft"),
    ("the-iglu-cabal", "tic"),
    ("the-last-mohican", "tlm"),
    ("three-eighty", "te"),
    ("toons-for-twenty-somethings", "tfts"),
    ("video-editing", "ve"),
    ("yellow-brick-road", "ybr"),
];

/// The flags that are read and change nothing, for the help.
pub fn idle_flags() -> Vec<&'static str> {
    let idle = FLAGS.iter().filter(|(_, flag)| matches!(flag, Flag::Idle | Flag::IdleValue | Flag::Config));
    idle.flat_map(|(names, _)| names.iter().copied()).collect()
}

/// Reads the arguments that follow the program's name. Later ones override earlier ones, as in Freecell Solver.
pub fn parse(arguments: &[String]) -> anyhow::Result<Asked> {
    let mut request = Request {
        variant: Variant::default(),
        board: None,
        output: None,
        max_states: None,
        show_boards: true,
        show_moves: false,
        notation: Notation::default(),
        parseable: false,
        ten_as_t: false,
        iterations: None,
        first_board: false,
    };
    let mut step = 1;
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        if !name.starts_with('-') || name == "-" {
            // Whatever follows the board is not looked at.
            request.board = Some(PathBuf::from(name)).filter(|_| name != "-");
            break;
        }
        let Some(&(_, flag)) = FLAGS.iter().find(|(names, _)| names.contains(&name.as_str())) else {
            bail!("Unknown option \"{name}\". Type \"fc-solve --help\" for usage information.");
        };
        let mut value = || {
            let missing = "requires an argument and was not supplied with one.";
            rest.next().with_context(|| format!("The command line parameter \"{name}\" {missing}"))
        };
        let variant = &mut request.variant;
        match flag {
            Flag::Help => return Ok(Asked::Help),
            Flag::Version => return Ok(Asked::Version),
            Flag::Parseable => request.parseable = true,
            Flag::TenAsT => request.ten_as_t = true,
            Flag::Moves => (request.show_moves, request.show_boards) = (true, false),
            Flag::BoardsAndMoves => (request.show_moves, request.show_boards) = (true, true),
            Flag::Standard => request.notation = Notation::Standard,
            Flag::Extended => request.notation = Notation::Extended,
            Flag::Iterations => request.iterations = Some(1),
            Flag::IterationStep => step = number(name, value()?)?.max(1),
            Flag::Boards => (request.first_board, request.iterations) = (true, Some(1)),
            Flag::Output => request.output = Some(PathBuf::from(value()?)),
            Flag::Game => *variant = games::named(value()?)?,
            Flag::Cells => variant.cells = at_most(name, value()?, "freecells", crate::rules::MAX_CELLS)?,
            Flag::Columns => variant.columns = at_most(name, value()?, "stacks", crate::rules::MAX_COLUMNS)?,
            Flag::Decks => variant.decks = at_most(name, value()?, "decks", crate::rules::MAX_DECKS)?,
            Flag::BuiltBy => variant.build = games::build(name, value()?)?,
            Flag::SequenceMove => variant.group = games::group(name, value()?)?,
            Flag::EmptyFilledBy => variant.empty_column = games::empty_column(name, value()?)?,
            Flag::MaxIterations | Flag::MaxStored => {
                let limit = value()?;
                // Negative numbers stand for no limit, and so do no iterations.
                request.max_states = match limit.strip_prefix('-') {
                    Some(_) => None,
                    None => match number(name, limit)? {
                        0 if flag == Flag::MaxIterations => None,
                        limit => Some(limit.max(1)),
                    },
                };
            }
            Flag::Config => {
                let config = value()?;
                if !CONFIGURATIONS.iter().any(|(long, short)| config == long || config == short) {
                    bail!("Unable to load the \"{config}\" configuration!");
                }
            }
            Flag::OptionFile => bail!(
                "The option \"{name}\" is not supported: such files are about Freecell Solver's own searches. Give flags \
                 on the command line."
            ),
            Flag::Idle => {}
            Flag::IdleValue => drop(value()?),
        }
    }
    request.iterations = request.iterations.map(|_| step);
    Ok(Asked::Solve(Box::new(request)))
}

fn number(name: &str, text: &str) -> anyhow::Result<u64> {
    text.parse().ok().with_context(|| format!("The parameter \"{name}\" takes a whole number, but got \"{text}\"."))
}

fn at_most(name: &str, text: &str, what: &str, most: usize) -> anyhow::Result<u8> {
    match number(name, text)? {
        n if n <= most as u64 => Ok(n as u8),
        _ => bail!("Error! The {what}' number exceeds the maximum of {most}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Build, EmptyColumn, Group};

    fn asked(line: &str) -> anyhow::Result<Asked> {
        parse(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    fn request(line: &str) -> Request {
        match asked(line) {
            Ok(Asked::Solve(request)) => *request,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn flags_are_distinct() {
        let names: Vec<&str> = FLAGS.iter().flat_map(|(names, _)| names.iter().copied()).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(name.starts_with('-') && !names[..i].contains(name), "{name}");
        }
    }

    #[test]
    fn the_call_of_pysolfc() {
        let call = request(
            "-m -p -opt -sel -hoi --iter-output --iter-output-step 100 --load-config one-big-family --max-iters 10000 \
             --decks-num 1 --stacks-num 10 --freecells-num 4 --sequences-are-built-by suit --sequence-move unlimited \
             --empty-stacks-filled-by kings",
        );
        let expected = Variant {
            decks: 1,
            columns: 10,
            cells: 4,
            build: Build::SameSuit,
            group: Group::Unlimited,
            empty_column: EmptyColumn::King,
        };
        assert_eq!(call.variant, expected);
        assert_eq!((call.max_states, call.iterations), (Some(10_000), Some(100)));
        assert!(call.show_moves && !call.show_boards && call.parseable && call.board.is_none());
    }

    #[test]
    fn later_flags_override_earlier_ones() {
        assert_eq!(request("--freecells-num 2 -g freecell").variant.cells, 4);
        assert_eq!(request("-g freecell --freecells-num 2").variant.cells, 2);
        assert!(request("-m -sam").show_boards && !request("-sam -m").show_boards);
        assert_eq!(request("-mi 5 -mi -1").max_states, None);
        assert_eq!(request("-mi 5 -mi 0").max_states, None);
        assert_eq!(request("-mss 0").max_states, Some(1));
        assert_eq!(request("-m x.board y.board --nonsense").board, Some("x.board".into()));
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_the_words_of_freecell_solver() {
        let cases = [
            ("--nonsense", "Unknown option \"--nonsense\"."),
            ("--game=freecell", "Unknown option \"--game=freecell\"."),
            ("-g", "The command line parameter \"-g\" requires an argument"),
            ("-g golf", "Unknown game \"golf\"!"),
            ("--a-star-weight 1", "Unknown option \"--a-star-weight\"."),
            ("--read-from-file 0,x", "The option \"--read-from-file\" is not supported"),
            ("-l nope", "Unable to load the \"nope\" configuration!"),
            ("--freecells-num 99", "Error! The freecells' number exceeds the maximum of 20."),
            ("-mi many", "The parameter \"-mi\" takes a whole number, but got \"many\"."),
            ("--sequences-are-built-by foo", "The parameter \"--sequences-are-built-by\" takes"),
        ];
        for (line, start) in cases {
            let error = asked(line).unwrap_err().to_string();
            assert!(error.starts_with(start), "{line}: {error}");
        }
    }
}
