//! Boards and solutions as people and programs write them: everything under `fixtures/wild` is read as its list says, and
//! (locally, with Freecell Solver installed) every solution of Freecell Solver is accepted.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use winnable::format::board::{self, BoardNote};
use winnable::format::solution_reader::{self, Autoplay, SolutionError};
use winnable::rules::EmptyColumn;
use winnable::{DealNumber, Game, verify};

fn wild(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/wild").join(name)
}

/// The rows of a list, each with its fields.
fn list(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(wild(name)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

fn word(note: &BoardNote) -> &'static str {
    match note {
        BoardNote::RowByRow => "row_by_row",
        BoardNote::OneLine => "one_line",
        BoardNote::EmptyColumns { .. } => "empty_columns",
        BoardNote::Home { .. } => "home",
        BoardNote::Json => "json",
        _ => "other",
    }
}

#[test]
fn boards_are_read_as_the_list_says() {
    let rows = list("boards.tsv");
    assert!(rows.len() >= 60, "{} boards", rows.len());
    for row in rows {
        let [file, game, expected, notes] = &row[..] else { panic!("{row:?}") };
        let game = Game::preset(game).unwrap();
        let read = board::read_noting(&std::fs::read(wild("boards").join(file)).unwrap(), &game);
        if let Some(message) = expected.strip_prefix("error: ") {
            let error = read.expect_err(file).to_string();
            assert!(error.contains(message), "{file}: {error}");
            continue;
        }
        let layout = match expected.parse::<DealNumber>() {
            Ok(number) => game.deal(number),
            Err(_) => {
                let plain = board::read_noting(&std::fs::read(wild("boards").join(expected)).unwrap(), &game).unwrap();
                assert_eq!(plain.notes, [], "{expected}");
                plain.layout
            }
        };
        let read = read.unwrap_or_else(|error| panic!("{file}: {error}"));
        let told: Vec<&str> = read.notes.iter().map(word).collect();
        let told = if told.is_empty() { "plain".to_string() } else { told.join(",") };
        assert_eq!(told, *notes, "{file}");
        assert_eq!(read.layout, layout, "{file}");
    }
}

#[test]
fn solutions_are_read_as_the_list_says() {
    let rows = list("solutions.tsv");
    assert!(rows.len() >= 60, "{} solutions", rows.len());
    for row in rows {
        let [file, game, deal, expected, reading] = &row[..] else { panic!("{row:?}") };
        let game = Game::preset(game).unwrap();
        let layout = game.deal(deal.parse().unwrap());
        let text = std::fs::read_to_string(wild("solutions").join(file)).unwrap();
        let read = solution_reader::read(&text, &game, &layout);
        let (kind, message) = expected.split_once(": ").unwrap_or((expected, ""));
        match (kind, read) {
            ("wins", Ok(read)) => {
                verify(&game, &layout, &read.moves).unwrap_or_else(|error| panic!("{file}: {error}"));
                assert!(read.reading.to_string().starts_with(reading), "{file}: {}", read.reading);
                assert_eq!(read.others, [], "{file}: a win is certain");
            }
            ("open", Ok(read)) => {
                let error = verify(&game, &layout, &read.moves).expect_err(file).to_string();
                assert!(error.contains(message), "{file}: {error}");
            }
            ("illegal", Err(error @ SolutionError::Illegal { .. })) | ("error", Err(error)) => {
                assert!(error.to_string().contains(message), "{file}: {error}");
            }
            (_, other) => panic!("{file}: expected {expected}, found {other:?}"),
        }
    }
}

/// What was asked for is not replaced by what would fit.
#[test]
fn a_given_autoplay_is_kept() {
    let game = Game::default();
    let layout = game.deal(DealNumber::Microsoft(10913));
    let text = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
    let wins = |autoplay| {
        let read = solution_reader::read_with(text, &game, &layout, autoplay);
        read.is_ok_and(|read| verify(&game, &layout, &read.moves).is_ok())
    };
    assert!(wins(None) && wins(Some(Autoplay::Safe)));
    assert!(!wins(Some(Autoplay::None)));
}

/// The first moves of a game leave open which cards went home; the reader counts the other readings.
#[test]
fn readings_that_are_not_certain_are_told() {
    let game = Game::default();
    let layout = game.deal(DealNumber::Microsoft(1));
    // The ace of diamonds lies open after four moves, and may go home by itself.
    let read = solution_reader::read("5a 5b 5c 5d", &game, &layout).unwrap();
    assert_eq!(read.moves.len(), 4);
    assert!(!read.others.is_empty());
    let read = solution_reader::read("5a", &game, &layout).unwrap();
    assert_eq!(read.others, []);
}

/// Every preset that Freecell Solver knows, by its name for it.
const FC_SOLVE_GAMES: [(&str, &str); 10] = [
    ("freecell", "freecell"),
    ("bakers-game", "bakers_game"),
    ("kings-only-bakers-game", "ko_bakers_game"),
    ("eight-off", "eight_off"),
    ("forecell", "forecell"),
    ("seahaven-towers", "seahaven_towers"),
    ("freecell-relaxed", "relaxed_freecell"),
    ("seahaven-towers-relaxed", "relaxed_seahaven_towers"),
    ("streets-and-alleys", "streets_and_alleys"),
    ("beleaguered-castle", "beleaguered_castle"),
];

#[test]
#[ignore = "needs fc-solve (Debian: freecell-solver-bin)"]
fn every_solution_of_freecell_solver_is_accepted() {
    let (mut accepted, mut against_its_rules) = (0, 0);
    for (name, theirs) in FC_SOLVE_GAMES {
        let game = Game::preset(name).unwrap();
        let mut any_card = game.rules().clone();
        any_card.empty_column = EmptyColumn::Any;
        let any_card = Game::new(any_card).unwrap();
        for deal in 1..=200 {
            let layout = game.deal(DealNumber::Microsoft(deal));
            let text = board::write(&layout, &game);
            for options in [
                &["-m"][..],
                &["-m", "-sn"],
                &["-m", "-snx"],
                &["-l", "lg", "-m", "-snx"],
                &["-l", "lg", "-m"],
                &["-sam"],
                &["-sam", "-sn", "-t"],
                &["-sam", "-snx"],
                &["-sam", "-snx", "-p", "-t"],
            ] {
                let Some(output) = fc_solve(theirs, options, &text) else { continue };
                let wins = |game: &Game| -> Result<(), String> {
                    let read = solution_reader::read(&output, game, &layout).map_err(|error| error.to_string())?;
                    verify(game, &layout, &read.moves).map(drop).map_err(|error| error.to_string())
                };
                match wins(&game) {
                    Ok(()) => accepted += 1,
                    // Freecell Solver 5.0.0 with `-l lg` puts other cards than kings into empty columns where only kings may go.
                    Err(error) if options[0] == "-l" && error.contains("cannot fill an empty column") => {
                        wins(&any_card).unwrap_or_else(|error| panic!("{name} {deal} {options:?}: {error}\n{output}"));
                        against_its_rules += 1;
                    }
                    Err(error) => panic!("{name} {deal} {options:?}: {error}\n{output}"),
                }
            }
        }
    }
    println!("{accepted} solutions accepted, {against_its_rules} against Freecell Solver's own rules");
    assert!(accepted > 4000, "{accepted}");
}

/// Freecell Solver's output, if it finds a solution.
fn fc_solve(game: &str, options: &[&str], board: &str) -> Option<String> {
    let mut command = Command::new("fc-solve");
    // A limit, because some deals of the harder games would take for ever.
    command.args(["-g", game, "-mi", "100000"]).args(options).env("FREECELL_SOLVER_QUIET", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("fc-solve is installed");
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), board.as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    output.contains("is solveable").then_some(output)
}

/// The first moves of a game are played as they are written, even where implied home moves would win.
#[test]
fn an_opening_is_not_completed_to_a_win() {
    let game = Game::preset("freecell").unwrap();
    let board = "Foundations: H-J C-K D-Q S-K\n: QH KD\n: KH\n:\n:\n:\n:\n:\n:\n";
    let layout = board::read(board.as_bytes(), &game).unwrap();
    let whole = solution_reader::read("1a", &game, &layout).unwrap();
    assert_eq!((whole.moves.len(), whole.automatic), (4, 3), "the reading that wins");
    let opening = solution_reader::read_opening("1a", &game, &layout).unwrap();
    assert_eq!((opening.moves.len(), opening.automatic), (1, 0));
    assert!(opening.reading.is_plain() && !opening.others.is_empty());
}
