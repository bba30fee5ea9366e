//! Freecell Solver's command line: the same shape of output, moves that an independent reader can play, and PySolFC's call.
//!
//! The shape of an output is which kinds of lines follow each other, a kind being the line with cards, ranks and numbers taken
//! out. `fixtures/fc_solve/shapes.txt` holds the kinds that Freecell Solver 5.0.0 writes for a few deals; the ignored test
//! compares with the program itself over many.

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use winnable::format::board;
use winnable::{Card, DealNumber, Game, Layout, Move, Pile, Position, Verdict, verify};

/// Every output mode: flags, and whether boards are in it.
const MODES: &[(&str, bool)] = &[
    ("", true),
    ("-t", true),
    ("-p", true),
    ("-p -t", true),
    ("-m", false),
    ("-m -p -t", false),
    ("-m -sn", false),
    ("-m -snx", false),
    ("-sam", true),
    ("-sam -p -t", true),
    ("-sam -sn", true),
    ("-sam -snx -p", true),
    ("-sn", true),
    ("-c -p", true),
];

/// Games by Freecell Solver's name and ours.
const GAMES: &[(&str, &str)] = &[
    ("freecell", "freecell"),
    ("bakers_game", "bakers-game"),
    ("ko_bakers_game", "kings-only-bakers-game"),
    ("eight_off", "eight-off"),
    ("seahaven_towers", "seahaven-towers"),
    ("forecell", "forecell"),
    ("relaxed_freecell", "freecell-relaxed"),
    ("relaxed_seahaven", "seahaven-towers-relaxed"),
    ("streets_and_alleys", "streets-and-alleys"),
    ("beleaguered_castle", "beleaguered-castle"),
];

fn winnable() -> PathBuf {
    cargo_bin("winnable")
}

/// Runs a program with these flags and a board on standard input.
fn run(program: &Path, first: &[&str], flags: &str, board: &str) -> Output {
    let mut child = Command::new(program)
        .args(first)
        .args(flags.split_whitespace())
        .env("FREECELL_SOLVER_QUIET", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    let mut input = child.stdin.take().unwrap();
    let board = board.to_string();
    // A program that refuses its flags does not read the board.
    let writer = std::thread::spawn(move || drop(input.write_all(board.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn ours(flags: &str, board: &str) -> Output {
    run(&winnable(), &["fc-solve"], flags, board)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The rules of a game without foundation return, a numbered deal and its board.
fn deal(game: &str, number: u64) -> (Game, Layout, String) {
    let mut rules = winnable::preset(game).unwrap();
    rules.apply_override("foundation_return=none").unwrap();
    let game = Game::new(rules).unwrap();
    let layout = game.deal(DealNumber::microsoft(number).unwrap());
    let board = board::write(&layout, &game);
    (game, layout, board)
}

/// A line without cards, ranks and numbers, but with its blanks where they carry meaning.
fn kind(line: &str) -> String {
    let card = |word: &str| word.parse::<Card>().is_ok();
    let drawn = |line: &str| !line.trim().is_empty() && line.split_whitespace().all(card);
    if let Some(cards) = line.strip_prefix(": ") {
        let all = cards.split_whitespace().all(card) && cards.trim_end() == cards;
        return format!(": {}", if all { "cards" } else { cards });
    }
    if let Some(cells) = line.strip_prefix("Freecells: ") {
        return format!("Freecells: {} characters", cells.chars().count());
    }
    if line.ends_with(' ') && !line.starts_with(' ') && line.split_whitespace().all(|w| w.len() <= 5 && is_notation(w))
    {
        return "notation ".into();
    }
    if line.strip_prefix("Move: ").and_then(|rest| rest.strip_suffix(' ')).is_some_and(is_notation) {
        return "Move: notation ".into();
    }
    if drawn(line) || (line.trim().is_empty() && !line.is_empty()) {
        return format!("cards, {} wide", line.chars().count());
    }
    let foundation = |word: &str| {
        let rank = word.strip_prefix(['H', 'C', 'D', 'S']).and_then(|rest| rest.strip_prefix('-'));
        rank.is_some_and(|rank| rank == "10" || (rank.len() == 1 && "0A23456789TJQK".contains(rank)))
    };
    if line.split_whitespace().last().is_some_and(foundation) && line.len() >= 24 && !line.starts_with("Found") {
        return format!("cells and foundations, {} wide", line.replace("-10", "-T").chars().count());
    }
    let words = line.split(' ').map(|word| match word {
        _ if foundation(word) => format!("{}-rank", &word[..1]),
        _ if word.chars().next().is_some_and(|c| c.is_ascii_digit()) => {
            format!("N{}", word.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        _ => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn is_notation(word: &str) -> bool {
    let bytes = word.as_bytes();
    let place = |c: u8| c.is_ascii_digit() || (b'a'..=b'k').contains(&c);
    bytes.len() >= 2 && place(bytes[0]) && bytes[1..].iter().all(|&c| place(c) || c == b'v')
}

/// Which kinds of lines follow each other.
fn shape(output: &str) -> BTreeSet<(String, String)> {
    let kinds: Vec<String> =
        ["(start)".to_string()].into_iter().chain(output.lines().map(kind)).chain(["(end)".to_string()]).collect();
    kinds.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// What stands before the first separator, and between the last two: the first and the last board.
fn ends(output: &str) -> (String, String) {
    let parts: Vec<&str> = output.split("\n====================\n").collect();
    (parts[0].to_string(), parts[parts.len().saturating_sub(2)].lines().skip_while(|l| !l.contains("H-")).collect())
}

/// The moves of `-m`, read by the words alone.
fn read_moves(output: &str, start: &Layout, game: &Game) -> Vec<Move> {
    let mut position = Position::new(game.clone(), start.clone()).unwrap();
    let mut moves = Vec::new();
    for line in output.lines().filter(|line| line.starts_with("Move ")) {
        let words: Vec<&str> = line.split(' ').collect();
        let (count, rest) = match &words[..] {
            ["Move", "a", "card", "from", rest @ ..] => (1, rest),
            ["Move", count, "cards", "from", rest @ ..] => (count.parse().unwrap(), rest),
            _ => panic!("{line}"),
        };
        let place = |kind: &str, number: &str| match kind {
            "stack" => Pile::Column(number.parse().unwrap()),
            "freecell" => Pile::Cell(number.parse().unwrap()),
            _ => panic!("{line}"),
        };
        let (from, to) = match rest {
            [kind, number, "to", "the", "foundations"] => (place(kind, number), Pile::Foundation(None)),
            [kind, number, "to", other, target] => (place(kind, number), place(other, target)),
            _ => panic!("{line}"),
        };
        let card = match from {
            Pile::Column(i) => {
                let column = &position.layout().columns[i as usize];
                column[column.len() - count as usize]
            }
            Pile::Cell(i) => position.layout().cells[i as usize].expect(line),
            _ => unreachable!(),
        };
        let mv = Move { card: Some(card), count, from, to };
        position.play(&mv).unwrap_or_else(|e| panic!("{line}: {e}"));
        moves.push(mv);
    }
    moves
}

/// Plays `-m` on bare lists of cards, with FreeCell's rules written out here once more.
fn play_freecell_by_hand(output: &str, start: &Layout) {
    let mut columns: Vec<Vec<String>> =
        start.columns.iter().map(|column| column.iter().map(Card::to_string).collect()).collect();
    let mut cells: Vec<Option<String>> = vec![None; 4];
    let mut home: Vec<String> = Vec::new();
    const RANKS: &str = "A23456789TJQK";
    let rank = |card: &str| RANKS.find(&card[..1]).unwrap();
    let red = |card: &str| card.ends_with(['H', 'D']);
    for line in output.lines().filter(|line| line.starts_with("Move ")) {
        let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let between_columns = line.contains("cards from");
        let count = if between_columns { numbers[0] } else { 1 };
        let numbers = &numbers[usize::from(between_columns)..];
        let mut taken: Vec<String> = if line.contains("from stack") {
            let column = &mut columns[numbers[0]];
            column.split_off(column.len() - count)
        } else {
            vec![cells[numbers[0]].take().expect(line)]
        };
        for pair in taken.windows(2) {
            assert!(rank(&pair[0]) == rank(&pair[1]) + 1 && red(&pair[0]) != red(&pair[1]), "{line}: no run");
        }
        if line.ends_with("to the foundations") {
            let (card, suit) = (taken.remove(0), line);
            let below = home.iter().filter(|other| other[1..] == card[1..]).count();
            assert_eq!(below, rank(&card), "{suit}");
            home.push(card);
        } else if line.contains("to freecell") {
            assert!(cells[numbers[1]].is_none(), "{line}: taken");
            cells[numbers[1]] = Some(taken.remove(0));
        } else {
            let target = numbers[1];
            if let Some(onto) = columns[target].last() {
                assert!(rank(onto) == rank(&taken[0]) + 1 && red(onto) != red(&taken[0]), "{line}: does not fit");
            }
            let free = cells.iter().filter(|cell| cell.is_none()).count();
            let source = if line.contains("from stack") { Some(numbers[0]) } else { None };
            // The source is counted only if it was empty before, which it was not.
            let empty = (0..8).filter(|&i| columns[i].is_empty() && i != target && Some(i) != source).count();
            assert!(taken.len() <= (free + 1) << empty, "{line}: too many cards");
            columns[target].append(&mut taken);
        }
    }
    assert_eq!(home.len(), 52);
}

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fc_solve/shapes.txt")
}

/// `mode | kind | kind` a line.
fn recorded() -> BTreeSet<(String, String, String)> {
    let text = std::fs::read_to_string(fixture()).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let [mode, from, to] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
        (mode.to_string(), from.to_string(), to.to_string())
    })
    .collect()
}

/// The games and deals of the recorded shapes.
const RECORDED: &[(&str, &str)] = &[("freecell", "freecell"), ("eight_off", "eight-off")];
const RECORDED_DEALS: std::ops::RangeInclusive<u64> = 1..=20;

fn rows(solver: impl Fn(&str, &str) -> Output) -> BTreeSet<(String, String, String)> {
    let mut rows = BTreeSet::new();
    for (name, ours) in RECORDED {
        // The first deal a second time, with a limit that nobody solves it within.
        for (number, limit) in RECORDED_DEALS.map(|number| (number, 5000)).chain([(1, 2)]) {
            let (_, _, board) = deal(ours, number);
            for (mode, _) in MODES {
                let output = text(&solver(&format!("-g {name} -sel -mi {limit} {mode}"), &board));
                let mode = format!("{name} {mode}");
                rows.extend(shape(&output).into_iter().map(|(from, to)| (mode.clone(), from, to)));
            }
        }
    }
    rows
}

#[test]
fn the_output_has_the_recorded_shape() {
    let (ours, theirs) = (rows(ours), recorded());
    let strange: Vec<_> = ours.difference(&theirs).collect();
    assert!(strange.is_empty(), "lines that Freecell Solver does not write there: {strange:#?}");
    let missing: Vec<_> = theirs.difference(&ours).collect();
    assert!(missing.is_empty(), "lines that Freecell Solver writes: {missing:#?}");
}

#[test]
#[ignore = "needs fc-solve (Debian: freecell-solver-bin); writes fixtures/fc_solve/shapes.txt"]
fn record_shapes() {
    let mut text = "# mode|kind of line|kind of the next line: from Freecell Solver 5.0.0, deals 1..20\n".to_string();
    for (mode, from, to) in rows(|flags, board| run(Path::new("fc-solve"), &[], flags, board)) {
        text += &format!("{mode}|{from}|{to}\n");
    }
    std::fs::write(fixture(), text).unwrap();
}

#[test]
#[ignore = "needs fc-solve (Debian: freecell-solver-bin) and a few minutes"]
fn same_shape_as_freecell_solver_over_many_deals() {
    for (name, preset) in GAMES {
        for (mode, boards) in MODES {
            let (mut kinds_ours, mut kinds_theirs) = (BTreeSet::new(), BTreeSet::new());
            let mut compared = 0;
            for number in 1..=100 {
                let (_, _, board) = deal(preset, number);
                let flags = format!("-g {name} -sel --max-iters 20000 {mode}");
                let theirs = run(Path::new("fc-solve"), &[], &flags, &board);
                let ours = ours(&flags, &board);
                assert_eq!(ours.status.code(), theirs.status.code(), "{flags} {number}");
                let (ours, theirs) = (text(&ours), text(&theirs));
                let solved = |output: &str| output.contains("\nThis game is solveable.\n");
                if solved(&ours) && solved(&theirs) {
                    compared += 1;
                    if *boards {
                        assert_eq!(ends(&ours), ends(&theirs), "{flags} {number}");
                    }
                    kinds_ours.extend(shape(&ours));
                    kinds_theirs.extend(shape(&theirs));
                } else if solved(&ours) == solved(&theirs) {
                    // Freecell Solver says the first without a proof too.
                    let same =
                        |output: &str| output.replace("I could not solve this game.", "Iterations count exceeded.");
                    assert_eq!(shape(&same(&ours)), shape(&same(&theirs)), "{flags} {number}");
                } else {
                    assert!(!ours.starts_with("I could"), "{flags} {number}: contradiction");
                }
            }
            println!("{name} {mode}: {compared} deals solved by both");
            if mode.starts_with("-m -sn") {
                // Two empty lines follow a multiple of ten moves, which not every sample of deals has.
                kinds_ours.remove(&(String::new(), String::new()));
                kinds_theirs.remove(&(String::new(), String::new()));
            }
            let strange: Vec<_> = kinds_ours.difference(&kinds_theirs).collect();
            assert!(strange.is_empty(), "{name} {mode}: {strange:#?}");
            let missing: Vec<_> = kinds_theirs.difference(&kinds_ours).collect();
            assert!(missing.is_empty(), "{name} {mode}: {missing:#?}");
        }
    }
}

/// Without cells there is no row for them. This is how Freecell Solver 5.0.0 shows the deal.
#[test]
fn boards_without_cells() {
    let (_, _, board) = deal("streets-and-alleys", 8);
    let drawn = text(&ours("-g streets_and_alleys", &board));
    let first = "-=-=-=-=-=-=-=-=-=-=-=-\n\n                        H-0 C-0 D-0 S-0\n\n\n --  --  --  --  --  --  --  -- \n \
                 4C  5H  3S 10D  KD  3D  KC  AH \n";
    assert!(drawn.starts_with(first), "{}", &drawn[..200]);
    let parseable = text(&ours("-g streets_and_alleys -p", &board));
    let first = "-=-=-=-=-=-=-=-=-=-=-=-\n\nFoundations: H-0 C-0 D-0 S-0 \nFreecells:\n: 4C 8S 7D QH JH QC 6S\n";
    assert!(parseable.starts_with(first), "{}", &parseable[..200]);
}

/// Iterations come before the solution: a header each, and with `-s` the board that the search starts from.
#[test]
fn iterations_are_told_first() {
    let (_, _, board) = deal("freecell", 1);
    let header = "Iteration: 0\nDepth: 0\nStored-States: 0\nScan: \n\n";
    let solved = text(&ours("-m", &board));
    assert_eq!(text(&ours("-m -i", &board)), format!("{header}{solved}"));
    let with_board = text(&ours("-m -p -t -s", &board));
    let first = with_board.strip_prefix(header).unwrap().strip_suffix(&solved).unwrap();
    let columns: String = board.lines().map(|line| format!(": {line}\n")).collect();
    let cells = " ".repeat(15);
    let expected = format!("Foundations: H-0 C-0 D-0 S-0 \nFreecells: {cells}\n{columns}\n---------------\n\n\n");
    assert_eq!(first, expected);
    let (_, _, dead) = deal("freecell", 11982);
    let long = text(&ours("-i --iter-output-step 1000", &dead));
    let told: Vec<u64> = long.lines().filter_map(|line| line.strip_prefix("Iteration: ")?.parse().ok()).collect();
    assert!(told.len() > 3 && told.iter().all(|n| n % 1000 == 0) && told.is_sorted(), "{told:?}");
}

/// Kinds of lines do not tell 10 from T; this does. Both are in every solution.
#[test]
fn tens_are_written_as_asked() {
    let (_, _, board) = deal("freecell", 1);
    for (mode, boards) in MODES.iter().filter(|(_, boards)| *boards) {
        let output = text(&ours(mode, &board));
        let written = |ten: &str| output.contains(&format!("{ten}H")) && output.contains(&format!("H-{ten}"));
        let as_t = mode.contains("-t");
        assert_eq!((written("T"), written("10")), (as_t, !as_t), "{mode} {boards}");
    }
}

#[test]
fn moves_replay_by_the_verifier_and_by_hand() {
    for (name, preset) in GAMES {
        for number in 1..=8 {
            let (game, layout, board) = deal(preset, number);
            let output = text(&ours(&format!("-m -g {name} -mi 50000"), &board));
            if !output.contains("This game is solveable.") {
                continue;
            }
            verify(&game, &layout, &read_moves(&output, &layout, &game))
                .unwrap_or_else(|e| panic!("{name} {number}: {e}"));
            if *name == "freecell" {
                play_freecell_by_hand(&output, &layout);
            }
        }
    }
}

/// The notation with counts reads back as the same solution.
#[test]
fn extended_notation_reads_back() {
    for number in 1..=30 {
        let (game, layout, board) = deal("freecell", number);
        let (words, notation) = (text(&ours("-m", &board)), text(&ours("-m -snx", &board)));
        let moves = read_moves(&words, &layout, &game);
        let mut position = Position::new(game.clone(), layout).unwrap();
        let written: Vec<&str> =
            notation.lines().filter(|line| kind(line) == "notation ").flat_map(str::split_whitespace).collect();
        assert_eq!(written.len(), moves.len());
        for (mv, written) in moves.iter().zip(written) {
            let (places, count) = written.split_once('v').map_or((written, None), |(places, n)| (places, Some(n)));
            let to_empty = matches!(mv.to, Pile::Column(i) if position.layout().columns[i as usize].is_empty());
            let expected = (mv.count > 1 && to_empty).then(|| format!("{:x}", mv.count));
            assert_eq!(count.map(String::from), expected, "{written}");
            let place = |pile: Pile| match pile {
                Pile::Column(i) => char::from(b'1' + i),
                Pile::Cell(i) => char::from(b'a' + i),
                _ => 'h',
            };
            assert_eq!(places.chars().collect::<Vec<_>>(), [place(mv.from), place(mv.to)]);
            position.play(mv).unwrap();
        }
    }
}

#[test]
fn unsolvable_is_a_proof_and_limits_say_so() {
    let (_, _, dead) = deal("freecell", 11982);
    let proven = ours("-m", &dead);
    assert!(text(&proven).starts_with("I could not solve this game.\nTotal number of states checked is "));
    assert_eq!(proven.status.code(), Some(0));
    // Freecell Solver says "I could not solve" here unless -sel is given.
    for flags in ["-mi 1000", "-mi 1000 -sel", "-sel -hoi -mi 1000", "-mss 1000"] {
        let limited = ours(flags, &dead);
        assert!(text(&limited).starts_with("Iterations count exceeded.\n"), "{flags}");
        assert_eq!(limited.status.code(), Some(0));
    }
    // Deal 3 with no cells at all: nobody can win it, and it takes a search to know.
    let (_, _, board) = deal("freecell", 3);
    let zero = text(&ours("--freecells-num 0", &board));
    assert!(zero.starts_with("I could not solve this game.\n"), "{zero}");
}

#[test]
fn what_cannot_be_read_exits_with_255() {
    let (_, _, board) = deal("freecell", 1);
    let cases = [
        ("--nonsense", "Unknown option \"--nonsense\". Type \"fc-solve --help\" for usage information.\n"),
        ("-g", "The command line parameter \"-g\" requires an argument and was not supplied with one.\n"),
        ("-g golf", "Unknown game \"golf\"!\n"),
        ("-g simple_simon", "The game \"simple_simon\" is not supported: "),
        ("-l nope", "Unable to load the \"nope\" configuration!\n"),
        ("no-such-file", "Could not open file \"no-such-file\" for input. Exiting"),
        ("--stacks-num 9", "Not enough input."),
        ("--decks-num 2", "There's a missing card: "),
    ];
    for (flags, message) in cases {
        let output = ours(flags, &board);
        assert_eq!(output.status.code(), Some(255), "{flags}");
        assert!(output.stdout.is_empty(), "{flags}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with(message), "{flags}: {error}");
    }
}

#[test]
fn files_in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let (board_file, out_file) = (folder.path().join("1.board"), folder.path().join("1.solution"));
    let (_, _, board) = deal("freecell", 1);
    std::fs::write(&board_file, &board).unwrap();
    let flags = format!("-m -o {} {}", out_file.display(), board_file.display());
    assert!(ours(&flags, "").stdout.is_empty());
    assert_eq!(std::fs::read_to_string(out_file).unwrap(), text(&ours("-m", &board)));
    assert_eq!(text(&ours("-m -", &board)), text(&ours("-m", &board)));
}

/// As PySolFC does it: finds the program, asks for its version, calls it through a shell, and reads what it reads.
#[cfg(unix)]
mod pysolfc {
    use super::*;

    /// What PySolFC makes of an output.
    #[derive(Debug, PartialEq, Eq)]
    enum State {
        Solved,
        Unsolved,
        Intractable,
    }

    fn solver_state(line: &str) -> Option<State> {
        match line {
            _ if line.starts_with("Iterations count exceeded") => Some(State::Intractable),
            _ if line.starts_with("I could not solve this game") => Some(State::Unsolved),
            _ => None,
        }
    }

    fn shell(folder: &Path, command: &str, board: &str) -> String {
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let mut child = Command::new("sh")
            .args(["-c", command])
            .env("PATH", path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(board.as_bytes()).unwrap_or_default();
        let output = child.wait_with_output().unwrap();
        assert!(!matches!(output.status.code(), Some(1 | 127)), "PySolFC takes that for a missing program");
        text(&output)
    }

    /// PySolFC's two loops: progress, then moves.
    fn read(output: &str) -> (State, Vec<u64>, Vec<&str>) {
        let mut lines = output.lines();
        let (mut shown, mut iteration) = (Vec::new(), 0);
        let mut state = None;
        for line in lines.by_ref() {
            let number = |label: &str| line.strip_prefix(label).map(|n| n.parse::<u64>().unwrap());
            if let Some(n) = number("Iteration: ") {
                iteration = n;
            } else if number("Depth: ").is_none() && number("Stored-States: ").is_some() {
                shown.push(iteration);
            } else if line.starts_with("-=-=") {
                break;
            } else if let Some(found) = solver_state(line) {
                state = Some(found);
                break;
            }
        }
        let mut moves = Vec::new();
        for line in lines {
            if let Some(found) = solver_state(line) {
                state = Some(found);
                break;
            }
            if line.starts_with("Move ") {
                moves.push(line);
            }
        }
        (state.unwrap_or(State::Solved), shown, moves)
    }

    /// The board as PySolFC writes it after some moves: no empty foundations, a blank line for an empty column.
    fn write(layout: &Layout) -> String {
        let mut text = String::new();
        let home = layout.foundations.iter().filter(|pile| pile.count > 0).map(|pile| {
            let rank = "A23456789TJQK".as_bytes()[pile.count as usize - 1] as char;
            format!(" {}-{rank}", pile.suit.unwrap().letter())
        });
        let home: String = home.collect();
        if !home.is_empty() {
            text += &format!("Founds:{home}\n");
        }
        let cells =
            layout.cells.iter().map(|cell| format!(" {}", cell.map_or("-".to_string(), |card| card.to_string())));
        text += &format!("FC:{}\n", cells.collect::<String>());
        for (i, column) in layout.columns.iter().enumerate() {
            let card = |(depth, card): (usize, &Card)| match (i, depth) {
                (0, 0) => format!("<{card}>"),
                _ => card.to_string(),
            };
            text += &column.iter().enumerate().map(card).collect::<Vec<_>>().join(" ");
            text += "\n";
        }
        text
    }

    #[test]
    fn the_call_and_what_is_read_from_it() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(winnable(), folder.path().join("fc-solve")).unwrap();
        let call = |command: &str, board: &str| shell(folder.path(), command, board);
        assert!(call("fc-solve --help", "").starts_with("fc-solve"));
        let version = call("fc-solve --version", "");
        let digits = version.split("version ").nth(1).unwrap().split([' ', '\n']).next().unwrap();
        let parts: Vec<u32> = digits.split('.').map(|part| part.parse().unwrap()).collect();
        assert!(parts.len() == 3 && parts >= vec![4, 20, 0], "{version}");

        let cases: &[(&str, &str)] = &[
            ("freecell", ""),
            ("eight-off", "--sequences-are-built-by suit --empty-stacks-filled-by kings"),
            ("seahaven-towers", "--sequences-are-built-by suit --empty-stacks-filled-by kings"),
            ("bakers-game", "--sequences-are-built-by suit"),
            ("forecell", "--empty-stacks-filled-by kings"),
            ("freecell-relaxed", "--sequence-move unlimited"),
            ("streets-and-alleys", "--preset streets_and_alleys"),
        ];
        for (name, rules) in cases {
            let (game, layout, _) = deal(name, 5);
            let mut position = Position::new(game.clone(), layout).unwrap();
            for step in 0..40 {
                if step % 8 == 0 {
                    let layout = position.layout();
                    let command = format!(
                        "fc-solve -m -p -opt -sel -hoi --iter-output --iter-output-step 100 --load-config one-big-family \
                         --max-iters 100000 --decks-num 1 --stacks-num {} --freecells-num {} {rules}",
                        layout.columns.len(),
                        layout.cells.len(),
                    );
                    let output = call(&command, &write(layout));
                    let (state, shown, moves) = read(&output);
                    assert_eq!(shown.first(), Some(&0));
                    assert!(shown.iter().all(|n| n % 100 == 0), "{shown:?}");
                    let verdict = winnable::Solver::new(game.clone()).solve(layout).unwrap().verdict;
                    match verdict {
                        Verdict::Unwinnable => assert_ne!(state, State::Solved),
                        _ => assert_ne!(state, State::Unsolved, "{name}"),
                    }
                    if state == State::Solved {
                        verify(&game, layout, &read_moves(&moves.join("\n"), layout, &game)).unwrap();
                    }
                }
                let legal = position.legal_moves();
                let Some(mv) = legal.get(step * 7 % legal.len().max(1)) else { break };
                position.play(mv).unwrap();
            }
        }
        let (_, layout, _) = deal("freecell", 11982);
        let command = "fc-solve -m -p -opt -sel -hoi --max-iters 1000 --decks-num 1 --stacks-num 8 --freecells-num 4";
        assert_eq!(read(&call(command, &write(&layout))).0, State::Intractable);
        let command = command.replace("1000", "1000000");
        assert_eq!(read(&call(&command, &write(&layout))).0, State::Unsolved);
    }
}
