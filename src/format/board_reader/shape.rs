//! From lines to columns: one column a line, row by row as on the screen, or all cards on one line.
//!
//! One column per line is the plain form. Other shapes are accepted only if they are certain: the rows of a fresh deal of the
//! game, marks for empty places, or more lines than the game has columns. If both readings are possible, the board is refused
//! with a question.

use super::words::{Word, is_empty_mark};
use super::{BoardError, BoardNote};
use crate::rules::Rules;

/// A line of cards that belongs to the columns.
#[derive(Clone, Debug)]
pub(super) struct CardLine {
    pub words: Vec<Word>,
    /// Whether it starts with a colon or a label, as only columns do.
    pub colon: bool,
    /// The column that it says it is.
    pub number: Option<usize>,
    pub line: usize,
    pub column: usize,
}

/// The words of every column, and how the lines were read.
pub(super) struct Shaped {
    pub columns: Vec<Vec<Word>>,
    pub notes: Vec<BoardNote>,
}

/// Sorts lines into columns. `labelled`: the board has lines like `Freecells:`, which only come with columns. `all`: the cards that a fresh
/// deal has in its columns.
pub(super) fn shape(lines: Vec<CardLine>, rules: &Rules, labelled: bool) -> Result<Shaped, BoardError> {
    let expected = rules.columns.len();
    // A line of dashes is drawn, not dealt, unless it is one dash for an empty column.
    let dash = |line: &CardLine| matches!(&line.words[..], [word] if is_empty_mark(&word.text));
    let empty_columns = lines.len() == expected && lines.iter().any(|line| line.words.len() > 1 && !has_mark(line));
    let lines: Vec<CardLine> = if empty_columns && lines.iter().all(|line| dash(line) || !has_mark(line)) {
        let column = |line: CardLine| match dash(&line) {
            true => CardLine { words: Vec::new(), colon: true, ..line },
            false => line,
        };
        lines.into_iter().map(column).collect()
    } else {
        let drawn = |line: &CardLine| {
            !line.colon && !line.words.is_empty() && line.words.iter().all(|w| is_empty_mark(&w.text))
        };
        lines.into_iter().filter(|line| !drawn(line)).collect()
    };
    if lines.iter().any(|line| line.number.is_some()) {
        return numbered(lines, expected, rules);
    }
    let cards: usize = lines.iter().map(|line| line.words.len()).sum();
    let fresh = rules.columns.iter().map(|&n| n as usize).sum::<usize>();
    if let [line] = &lines[..]
        && !line.colon
        && expected > 1
        && cards == fresh
    {
        return Ok(Shaped { columns: dealt(&line.words, rules), notes: vec![BoardNote::OneLine] });
    }
    let colons = lines.iter().any(|line| line.colon);
    let marks = lines.iter().any(has_mark);
    let falling = lines.windows(2).all(|pair| pair[0].words.len() >= pair[1].words.len());
    let narrow = lines.iter().all(|line| line.words.len() <= expected);
    let rows_possible = !colons && narrow && (falling || marks);
    let row_lengths: Vec<usize> = (0..rules.columns.iter().copied().max().unwrap_or(0))
        .map(|row| rules.columns.iter().filter(|length| **length > row).count())
        .collect();
    let fresh_rows =
        lines.len() != expected && lines.iter().map(|line| line.words.len()).eq(row_lengths.iter().copied());
    let more_lines = lines.len() > expected && lines[0].words.len() == expected;
    if rows_possible && (fresh_rows || marks || (more_lines && !labelled)) {
        return Ok(Shaped { columns: rows(&lines, expected), notes: vec![BoardNote::RowByRow] });
    }
    if let Some(line) = lines.get(expected) {
        let problem = format!("one column too many; {} has {expected}", rules.name);
        return Err(BoardError { line: line.line, column: line.column, problem });
    }
    let missing = expected - lines.len();
    let rows_too = rows_possible && !labelled && missing > 0 && lines.iter().any(|line| line.words.len() > 1);
    let mut columns: Vec<Vec<Word>> = lines.iter().map(|line| line.words.clone()).collect();
    columns.resize(expected, Vec::new());
    let mut notes = Vec::new();
    if missing > 0 {
        notes.push(BoardNote::EmptyColumns { given: expected - missing, empty: missing });
    }
    if rows_too {
        notes.push(BoardNote::RowsPossible { lines: lines.len() });
    }
    Ok(Shaped { columns, notes })
}

/// Whether a line marks an empty place.
fn has_mark(line: &CardLine) -> bool {
    line.words.iter().any(|word| is_empty_mark(&word.text))
}

/// Lines that say which column they are.
fn numbered(lines: Vec<CardLine>, expected: usize, rules: &Rules) -> Result<Shaped, BoardError> {
    let mut columns: Vec<Vec<Word>> = vec![Vec::new(); expected];
    let mut filled = vec![false; expected];
    // Programs count from 0.
    let first = usize::from(!lines.iter().any(|line| line.number == Some(0)));
    for line in lines {
        let error = |problem: String| BoardError { line: line.line, column: line.column, problem };
        let Some(number) = line.number else {
            return Err(error("some columns are numbered and this one is not; number all or none".into()));
        };
        let index = number - first;
        if index >= expected {
            return Err(error(format!("there is no column {number}; {} has {expected}", rules.name)));
        }
        if std::mem::replace(&mut filled[index], true) {
            return Err(error(format!("column {number} occurs twice")));
        }
        columns[index] = line.words;
    }
    let given = filled.iter().filter(|filled| **filled).count();
    let notes = match expected - given {
        0 => Vec::new(),
        empty => vec![BoardNote::EmptyColumns { given, empty }],
    };
    Ok(Shaped { columns, notes })
}

/// All cards in the order in which they are dealt: row by row, skipping full columns.
fn dealt(words: &[Word], rules: &Rules) -> Vec<Vec<Word>> {
    let mut columns: Vec<Vec<Word>> = vec![Vec::new(); rules.columns.len()];
    let mut words = words.iter().cloned();
    for row in 0..rules.columns.iter().copied().max().unwrap_or(0) {
        for (column, _) in columns.iter_mut().zip(&rules.columns).filter(|(_, length)| **length > row) {
            column.extend(words.next());
        }
    }
    columns
}

/// Row by row. Where the first row is full and the others stand below it, places count; otherwise the order.
fn rows(lines: &[CardLine], expected: usize) -> Vec<Vec<Word>> {
    let mut columns: Vec<Vec<Word>> = vec![Vec::new(); expected];
    let first = &lines[0].words;
    let below = |word: &Word| first.iter().position(|top| word.column < top.end() && top.column < word.end());
    let places: Vec<Vec<Option<usize>>> = lines.iter().map(|line| line.words.iter().map(below).collect()).collect();
    let rising = |places: &Vec<Option<usize>>| places.windows(2).all(|pair| pair[0] < pair[1]);
    let aligned = first.len() == expected && places.iter().all(|p| p.iter().all(Option::is_some) && rising(p));
    for (line, places) in lines.iter().zip(&places) {
        for (i, (word, place)) in line.words.iter().zip(places).enumerate() {
            if !is_empty_mark(&word.text) {
                columns[if aligned { place.unwrap_or(i) } else { i }].push(word.clone());
            }
        }
    }
    columns
}
