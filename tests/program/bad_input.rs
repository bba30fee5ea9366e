//! Wrong input on the command line: always exit code 2, nothing on standard output, and a message that says what is
//! wrong, where, and what would be right.

use assert_cmd::Command;
use std::path::Path;

/// Arguments, what comes on standard input, and what the message must say.
type Case<'a> = (&'a [&'a str], &'a str, &'a [&'a str]);

fn refuse(cases: &[Case], folder: &Path) {
    let mut wrong = Vec::new();
    for (args, input, expected) in cases {
        let mut command = Command::cargo_bin("winnable").unwrap();
        let output = command.current_dir(folder).args(*args).write_stdin(*input).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        let mut fail = |why: String| wrong.push(format!("winnable {}: {why}\n  {message}", args.join(" ")));
        if output.status.code() != Some(2) {
            fail(format!("exit {:?}", output.status));
        }
        if !output.stdout.is_empty() {
            fail("wrote to standard output".into());
        }
        if !message.starts_with("error: ") {
            fail("does not start with `error:`".into());
        }
        for part in *expected {
            if !message.contains(part) {
                fail(format!("does not say `{part}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const USAGE: &[Case] = &[
    (&["solv", "1"], "", &["solv", "'solve'"]),
    (&["--frob"], "", &["--frob", "Usage"]),
    (&["help", "frob"], "", &["frob"]),
    (&["solve"], "", &["<DEAL>", "Usage"]),
    (&["solve", "1", "2"], "", &["`2` is one argument too many", "analyze"]),
    (&["review", "1", "26", "37"], "", &["`37` is one argument too many", "in quotes: \"26 37\""]),
    (&["hint", "1", "--after", "2a", "3b"], "", &["`3b` is one argument too many", "in quotes: \"2a 3b\""]),
    (&["solve", "--color", "blue", "1"], "", &["blue", "auto, always, never"]),
    (&["solve", "--json", "--notation", "1"], "", &["--json", "--notation"]),
    (&["solve", "--replay", "--json", "1"], "", &["--replay", "--json"]),
    (&["solve", "--metric", "moves", "1"], "", &["--optimal"]),
    (&["solve", "--optimal", "--metric", "steps", "1"], "", &["steps", "moves, cards"]),
    (&["solve", "--max-states", "0", "1"], "", &["--max-states", "whole number from 1"]),
    (&["solve", "--max-states", "many", "1"], "", &["many", "whole number from 1"]),
    (&["solve", "--memory", "1x", "1"], "", &["--memory", "500M or 4G"]),
    (&["solve", "--memory", "12", "1"], "", &["--memory", "at least 1M"]),
    (&["solve", "--memory", "-4G", "1"], "", &["`--memory -4G`", "not be negative"]),
    (&["analyze", "1..10", "-t", "-2"], "", &["`-t -2`", "not be negative"]),
    (&["moves", "1", "--hmtl", "page.html"], "", &["unexpected argument '--hmtl' found\n\nUsage"]),
    (&["analyze", "1..3", "--solutions", "words"], "", &["`words`", "--solutions moves or --solutions notation"]),
    (&["deal", "--winnable", "--count", "0"], "", &["--count", "whole number from 1"]),
    (&["seeds", "--count", "0"], "", &["--count", "whole number from 1"]),
    (&["seeds", "--count", "ten"], "", &["ten", "whole number from 1"]),
    (&["solve", "--memory", "4G4", "1"], "", &["4G4", "500M or 4G"]),
    (&["solve", "--time-limit", "soon", "1"], "", &["soon", "30s"]),
    (&["solve", "--time-limit", "0s", "1"], "", &["0s", "30s"]),
    (&["solve", "--time-limit", "1e300h", "1"], "", &["30s"]),
    (&["deal"], "", &["<DEAL>"]),
    (&["deal", "--seed", "3", "1"], "", &["--seed"]),
    (&["deal", "--winnable", "--seed", "x"], "", &["--seed", "'x'"]),
    (&["deal", "--winnable", "frob"], "", &["frob", "617"]),
    (&["games", "--rule", "cells=3"], "", &["NAME"]),
    (&["verify", "1"], "", &["<SOLUTION>"]),
    (&["verify", "-", "-"], "", &["standard input", "into a file"]),
    (&["completions"], "", &["<SHELL>"]),
    (&["completions", "tcsh"], "", &["tcsh", "bash", "zsh", "fish", "powershell"]),
    (&["man", "file.txt/pages"], "", &["file.txt/pages"]),
    (&["solve", "--replay", "-"], "", &["--replay", "from a file"]),
    (&["solve", "--html", "no/such/folder.html", "1"], "", &["no/such/folder.html", "choose another"]),
];

const DEALS: &[Case] = &[
    (&["solve", ""], "", &["617"]),
    (&["solve", "0"], "", &["0", "1 to 8589934591"]),
    (&["solve", "8589934592"], "", &["8589934592", "1 to 8589934591"]),
    (&["solve", "99999999999999999999999999999999999999999"], "", &["1 to 8589934591"]),
    (&["solve", "-1"], "", &["`-1`", "the first deal is number 1"]),
    (&["solve", "1.5"], "", &["1.5", "617, ms:617"]),
    (&["solve", "12x"], "", &["12x", "617, ms:617"]),
    (&["solve", "ms:"], "", &["ms:", "617"]),
    (&["solve", "ms:+1"], "", &["ms:+1", "617"]),
    (&["deal", "pysol:1e3"], "", &["pysol:1e3", "pysol:617"]),
    (&["deal", "pysol:100000000000000000000"], "", &["1 to 99999999999999999999"]),
    (&["solve", "klondike:1"], "", &["klondike:1", "ms:617"]),
    (&["solve", "nowhere.txt"], "", &["nowhere.txt", "617", "board file"]),
    (&["solve", "."], "", &["`.`", "board file"]),
];

const RULES: &[Case] = &[
    (&["solve", "-g", "frecell", "1"], "", &["frecell", "did you mean freecell"]),
    (&["solve", "-g", "seahaven-twoers", "1"], "", &["seahaven-towers"]),
    (&["solve", "-g", "xyzzy", "1"], "", &["xyzzy", "winnable games", ".toml"]),
    (&["games", "xyzzy"], "", &["xyzzy", "winnable games"]),
    (&["solve", "-g", "nowhere.toml", "1"], "", &["nowhere.toml"]),
    (&["solve", "--rule", "cells", "1"], "", &["--rule cells", "key=value"]),
    (&["solve", "--rule", "cels=3", "1"], "", &["cels", "did you mean cells"]),
    (&["solve", "--rule", "=3", "1"], "", &["known keys are"]),
    (&["solve", "--rule", "cells=", "1"], "", &["cells", "from 0 to 20"]),
    (&["solve", "--rule", "cells=99", "1"], "", &["99", "from 0 to 20"]),
    (&["solve", "--rule", "cells=-1", "1"], "", &["-1", "from 0 to 20"]),
    (&["solve", "--rule", "cells=2.5", "1"], "", &["2.5", "from 0 to 20"]),
    (&["solve", "--rule", "ranks=0", "1"], "", &["from 1 to 13"]),
    (&["solve", "--rule", "decks=2", "1"], "", &["columns", "104", "lengthen the columns"]),
    (&["solve", "--rule", "build=odd", "1"], "", &["odd", "alternate_color, same_suit"]),
    (&["solve", "--rule", "columns=7", "1"], "", &["columns", "brackets"]),
    (&["solve", "--rule", "columns=[7", "1"], "", &["columns", "brackets"]),
    (&["solve", "--rule", "columns=[7,x]", "1"], "", &["columns", "from 0 to 208"]),
    (&["solve", "--rule", "columns=[]", "1"], "", &["columns", "1 to 20"]),
    (&["solve", "--rule", "build_wrap=maybe", "1"], "", &["maybe", "true or false"]),
    (&["solve", "--rule", "foundation_base=joker", "1"], "", &["joker", "A, 2 to 9"]),
    (&["solve", "--rule", "foundation_base=K", "1"], "", &["foundation_wrap=true"]),
    (&["solve", "--rule", "foundation_prefill=some", "1"], "", &["some", "none, bases or a number"]),
    (&["solve", "--rule", "strip_ranks=[A,2,3,4,5,6,7,8,9,10,J,Q,K]", "1"], "", &["no rank is left"]),
    (&["solve", "--rule", "stock=waste", "--rule", "stock_when=any", "1"], "", &["stock=row_deal"]),
    (&["solve", "--rule", "cells_prefilled=[9]", "1"], "", &["cells_prefilled", "counted from 0"]),
    (&["deal", "-g", "broken.toml", "1"], "", &["error: rule file broken.toml: line ", "a list needs commas"]),
    (&["deal", "-g", "unknown.toml", "1"], "", &["unknown.toml", "colums", "did you mean columns"]),
    (&["deal", "-g", "base.toml", "1"], "", &["base.toml", "frecell", "did you mean freecell"]),
    (&["deal", "-g", "short.toml", "1"], "", &["short.toml", "3 in cells", "52"]),
    (&["deal", "-g", "binary.toml", "1"], "", &["binary.toml", "text"]),
    (&["games", "deep.toml"], "", &["deep.toml"]),
];

const BOARDS: &[Case] = &[
    (&["solve", "-"], "", &["standard input", "freecell has 8"]),
    (&["solve", "-"], "hello world\n", &["line 1, column 1", "hello", "like TH"]),
    (&["solve", "-"], "7H 8X\n", &["line 1, column 4", "8X"]),
    (&["solve", "-"], "7H\n\n7H 10\n", &["line 3, column 4", "`10`"]),
    (
        &["solve", "-"],
        ": 7H\n: 7h\n:\n:\n:\n:\n:\n:\n",
        &["line 2, column 3", "7H occurs twice (line 1, column 3; line 2, column 3)"],
    ),
    (&["solve", "-"], ":\n:\n:\n:\n:\n:\n:\n:\n:\n", &["line 9", "column too many", "freecell has 8"]),
    (&["solve", "-"], ":\n:\n:\n:\n:\n:\n:\n:\n", &["no cards"]),
    (&["solve", "-"], "Freecells: - - - - -\n", &["line 1, column 20", "cell too many", "freecell has 4"]),
    (&["solve", "-"], "Foundations: X-3\n", &["line 1, column 14", "`X` is not a suit", "H, C, D or S"]),
    (&["solve", "-"], "Foundations: H-14\n", &["`14` is not a rank"]),
    (&["solve", "-"], "Foundations: H-0\nFoundations: H-0\n", &["line 2", "second"]),
    (&["solve", "-"], "Stock: 7H\n", &["line 1", "no stock"]),
    (&["solve", "-"], "Talo: 7H\n", &["talo", "Stock:"]),
    (&["solve", "-"], "7H \u{7} 8H\n", &["line 1, column 4", "0x07"]),
    (&["solve", "binary.toml"], "", &["binary.toml", "byte 0xff"]),
    (&["deal", "-g", "penguin", "-"], ":\n:\n:\n:\n:\n:\n:\n", &["base", "Foundations: H-7/1"]),
    (&["deal", "-g", "fours-up-waste", "-"], "Redeals: 5\n", &["`5`", "0 to 0"]),
    (&["deal", "--rule", "ranks=4", "--rule", "columns=[16]", "-"], "KH\n", &["KH", "deck of this game"]),
];

const SOLUTIONS: &[Case] = &[
    (&["verify", "1", "nowhere.txt"], "", &["there is no file `nowhere.txt`", "`nowhere.txt` is not a move"]),
    (&["verify", "1", ""], "", &["there are no moves in it"]),
    (&["solve", "1", "--after", "nowhere"], "", &["--after", "there is no file `nowhere`", "is not a move"]),
    (&["review", "1", "nowhere.txt"], "", &["GAME", "there is no file `nowhere.txt`"]),
    (&["review", "1", "."], "", &["cannot read ."]),
    (&["verify", "1", "99"], "", &["SOLUTION: move 1", "there is no column 9"]),
    (&["verify", "1", "."], "", &["cannot read ."]),
    (&["verify", "1", "binary.toml"], "", &["binary.toml", "text"]),
    (&["verify", "1", "-"], "1a xx\n", &["line 1, column 4", "`xx` is not a move", "26v3"]),
    (&["verify", "1", "-"], "é", &["line 1, column 1", "26"]),
    (&["verify", "1", "-"], "99\n", &["`99`", "there is no column 9", "8 columns"]),
    (&["verify", "1", "-"], "{\n", &["record"]),
    (&["verify", "1", "-"], "{}", &["record", "schema"]),
    (&["verify", "1", "-"], "[1]", &["list of moves"]),
    (&["verify", "1", "-"], r#"[{"card":"7X","from":"t1","to":"c1"}]"#, &["move 1", "7X"]),
    (&["verify", "1", "-"], r#"[{"card":"7H","from":"t1","to":"x9"}]"#, &["move 1", "`x9`", "t1…"]),
    (
        &["verify", "1", "-"],
        r#"{"schema":1,"game":"bakers-game","rules":"00","deal":"ms:1","verdict":"winnable","states":1}"#,
        &["bakers-game", "--game"],
    ),
];

const BATCHES: &[Case] = &[
    (&["analyze"], "", &["<RANGE>"]),
    (&["analyze", ""], "", &["empty", "1..32000"]),
    (&["analyze", "-"], "", &["standard input", "1..32000"]),
    (&["analyze", "1…5"], "", &["write 1..5"]),
    (&["analyze", "5..1"], "", &["5..1", "the smaller comes first"]),
    (&["analyze", "0..5"], "", &["0..5", "1 to 8589934591"]),
    (&["analyze", "1.."], "", &["1..", "617"]),
    (&["analyze", "frob"], "", &["frob", "617"]),
    (&["analyze", "ms:1..pysol:5"], "", &["ms:1..pysol:5", "pysol:1..100"]),
    (&["analyze", "1..99999999999"], "", &["1 to 8589934591"]),
    (&["analyze", "@nowhere.txt"], "", &["nowhere.txt"]),
    (&["analyze", "@file.txt"], "", &["file.txt", "617"]),
    (&["analyze", "1..10", "--shard", "4/3"], "", &["4/3", "like 1/8"]),
    (&["analyze", "1..10", "--shard", "0/3"], "", &["0/3", "like 1/8"]),
    (&["analyze", "1..10", "--threads", "0"], "", &["--threads"]),
    (&["analyze", "1..10", "--format", "xml"], "", &["xml", "ndjson, csv"]),
    (&["analyze", "1..10", "--metric", "cards"], "", &["--optimal"]),
    (&["analyze", "1..10", "--resume"], "", &["--out FILE"]),
    (&["analyze", "1..10", "--out", "no/such/folder.ndjson"], "", &["no/such/folder.ndjson"]),
    (&["analyze", "1..10", "--summary", "no/such/folder.json"], "", &["no/such/folder.json"]),
    (&["analyze", "--only", "undecided"], "", &["--from"]),
    (&["analyze", "--only", "undecided", "--from", "nowhere.ndjson"], "", &["nowhere.ndjson"]),
    (&["analyze", "--only", "undecided", "--from", "file.txt"], "", &["file.txt", "line 1"]),
    (&["bench"], "", &["<RANGE>"]),
    (&["bench", "5..1"], "", &["5..1", "the smaller comes first"]),
    (&["bench", "1..5", "--strategy", "frob"], "", &["frob"]),
    (&["bench", "1..5", "--repeat", "0"], "", &["--repeat"]),
    (&["merge"], "", &["--out", "<PARTS>"]),
    (&["merge", "file.txt", "--out", "all.ndjson"], "", &["file.txt.run.json", "--unchecked"]),
    (&["report"], "", &["<RESULTS>"]),
    (&["report", "nowhere.ndjson"], "", &["nowhere.ndjson"]),
    (&["report", "file.txt"], "", &["file.txt", "line 1", "winnable analyze"]),
];

#[test]
fn nonsense_is_refused_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let files: &[(&str, &[u8])] = &[
        ("file.txt", b"a file, not a folder"),
        ("broken.toml", b"name = 'x'\ncolumns = [7, 7\ncells = 4\n"),
        ("unknown.toml", b"base = 'freecell'\ncolums = [52]\n"),
        ("base.toml", b"base = 'frecell'\n"),
        ("short.toml", b"base = 'freecell'\ncells_prefilled = [0, 1, 2]\n"),
        ("binary.toml", b"\xff\x00\x01"),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    std::fs::write(folder.path().join("deep.toml"), format!("cells = {}", "[".repeat(100_000))).unwrap();
    let all = [USAGE, DEALS, RULES, BOARDS, SOLUTIONS, BATCHES].concat();
    assert!(all.len() >= 50);
    refuse(&all, folder.path());
}

/// Lists nested deeper than any stack, given where a short word is expected.
#[test]
fn endless_brackets_are_only_a_wrong_value() {
    let folder = tempfile::tempdir().unwrap();
    let deep = format!("columns={}{}", "[".repeat(30_000), "]".repeat(30_000));
    refuse(&[(&["deal", "--rule", &deep, "1"], "", &["columns"])], folder.path());
}

/// Files far larger than what they are given for would fill the memory: a hundred bytes for each byte of text.
#[test]
fn files_of_another_kind_are_refused_early() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: usize| std::fs::write(folder.path().join(name), "7H ".repeat(bytes / 3)).unwrap();
    write("board.txt", 2 << 20);
    write("moves.txt", 5 << 20);
    write("list.toml", 100 << 10);
    let cases: [Case; 6] = [
        (&["solve", "board.txt"], "", &["larger than 1,024 kB"]),
        (&["solve", "-"], &"7H ".repeat(1 << 19), &["larger than 1,024 kB"]),
        (&["verify", "617", "moves.txt"], "", &["larger than 4,096 kB"]),
        (&["hint", "617", "--after", "moves.txt"], "", &["larger than 4,096 kB"]),
        (&["review", "617", "moves.txt"], "", &["larger than 4,096 kB"]),
        (&["solve", "--game", "list.toml", "1"], "", &["larger than 64 kB"]),
    ];
    refuse(&cases, folder.path());
}

/// Everything that is not text where text is expected.
#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    for args in [["solve"].as_slice(), &["solve", "--game"], &["solve", "--rule"], &["games"], &["completions"]] {
        let output = Command::cargo_bin("winnable").unwrap().args(args).arg(odd).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stderr.starts_with(b"error: "), "{args:?}");
    }
}
