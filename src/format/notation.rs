//! Standard FreeCell notation: two characters a move, source and destination.
//!
//! Columns are `1`…, cells `a`…`g` and then from `i` on, foundations `h`, the waste `w`. `26` moves as many cards as fit. A move
//! to an empty column has the number of cards in hexadecimal after a `v` (`26v3`), as Freecell Solver writes it. So has a
//! single card (`26v1`) where more could have moved, and a group onto a card where groups of two sizes fit, as `build_wrap`
//! allows. Beyond nine columns a dash separates the two piles (`10-3`). A card taken back from a foundation is named (`h3=7H`),
//! piles of any suit are numbered (`3h2`). `deal` deals a row, `turn` turns a stock card over, `redeal` turns the waste over.
//! Foundation moves are always written, never implied.

use crate::card::Card;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::{LayoutError, Position};

/// A solution in notation that cannot be read or replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// Not a move.
    #[error("line {line}, column {column}: `{text}` is not a move; write it like 26, 3a, a5, 4h, 26v3 or 10-3")]
    NotAMove {
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// What was read.
        text: String,
    },
    /// A move that is not possible there.
    #[error("move {step} (line {line}, column {column}: `{text}`) is illegal: {why}")]
    Illegal {
        /// Which move, from 1.
        step: usize,
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// What was read.
        text: String,
        /// Why it is not possible.
        why: String,
    },
    /// The deal itself is wrong.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// One move in notation, as it is played in a position.
pub fn write(position: &Position, mv: &Move) -> String {
    match (mv.from, mv.to) {
        (Pile::Stock, Pile::Tableau) => return "deal".into(),
        (Pile::Stock, _) => return "turn".into(),
        (_, Pile::Stock) => return "redeal".into(),
        _ => {}
    }
    let wide = [mv.from, mv.to].iter().any(|p| matches!(p, Pile::Column(i) if *i >= 9));
    let dash = if wide { "-" } else { "" };
    let mut text = format!("{}{dash}{}", pile(mv.from), pile(mv.to));
    if let (Pile::Foundation(_), Some(card)) = (mv.from, mv.card) {
        text += &format!("={card}");
    }
    let to_empty = matches!(mv.to, Pile::Column(i) if position.layout().columns[i as usize].is_empty());
    let repeats = position.rules().build_wrap && matches!(mv.to, Pile::Column(_));
    if to_empty && (mv.count > 1 || more_would_fit(position, mv)) || repeats && another_would_fit(position, mv) {
        text += &format!("v{:x}", mv.count);
    }
    text
}

/// Whether a larger group could make the same move, so that the number of cards must be written.
fn more_would_fit(position: &Position, mv: &Move) -> bool {
    fitting(position, mv).any(|n| n > mv.count)
}

/// Whether a group of another size could make it too: with `build_wrap` a run may hold a rank twice.
fn another_would_fit(position: &Position, mv: &Move) -> bool {
    fitting(position, mv).any(|n| n != mv.count)
}

/// The sizes of groups that could make this move.
fn fitting(position: &Position, mv: &Move) -> impl Iterator<Item = u8> {
    let column = match mv.from {
        Pile::Column(from) => &position.layout().columns[from as usize][..],
        _ => &[],
    };
    let group = |n: usize| Move { card: Some(column[column.len() - n]), count: n as u8, ..*mv };
    (1..=column.len()).filter(move |&n| position.check(&group(n)).is_ok()).map(|n| n as u8)
}

/// A whole solution, ten moves a line.
pub fn write_all(rules: &Game, layout: &Layout, moves: &[Move]) -> String {
    written(rules, layout, moves).chunks(10).map(|line| line.join(" ") + "\n").collect()
}

/// A whole solution in as few characters as can be read back unambiguously: without spaces if every move is two piles of one
/// character each, optionally with a count of one digit (`26v3`) or a card (`h3=7H`); otherwise with spaces.
pub fn write_compact(rules: &Game, layout: &Layout, moves: &[Move]) -> String {
    let words = written(rules, layout, moves);
    let short = |word: &String| match word.as_bytes() {
        [_, to] | [_, to, b'=', _, _] | [_, to, b'v', _] | [_, to, b'v', _, b'=', _, _] => *to != b'-',
        _ => false,
    };
    // A word without digits would be taken for one of a sentence.
    let digit = words.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
    words.join(if digit && words.iter().all(short) { "" } else { " " })
}

/// The moves of a solution.
fn written(rules: &Game, layout: &Layout, moves: &[Move]) -> Vec<String> {
    let Ok(mut position) = Position::new(rules.clone(), layout.clone()) else { return Vec::new() };
    let mut words = Vec::with_capacity(moves.len());
    for mv in moves {
        words.push(write(&position, mv));
        if position.play(mv).is_err() {
            break;
        }
    }
    words
}

fn pile(pile: Pile) -> String {
    match pile {
        Pile::Column(i) => (i + 1).to_string(),
        Pile::Cell(i) => cell_letter(i).to_string(),
        Pile::Foundation(None) => "h".into(),
        Pile::Foundation(Some(i)) => format!("h{}", i + 1),
        Pile::Waste => "w".into(),
        Pile::Stock | Pile::Tableau => "s".into(),
    }
}

/// `a`…`g`, then `i`…: `h` means home.
fn cell_letter(index: u8) -> char {
    let skip = u8::from(index >= 7);
    (b'a' + index + skip) as char
}

/// Reads a solution, replaying it to find out which cards move. Comments start with `#`; move numbers (`12.`) are skipped.
pub fn read(text: &str, rules: &Game, layout: &Layout) -> Result<Vec<Move>, NotationError> {
    let mut position = Position::new(rules.clone(), layout.clone())?;
    let mut moves = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let body = line.split('#').next().unwrap_or("");
        let mut column = 1;
        for part in body.split_inclusive(|c: char| c.is_whitespace() || c == ',') {
            let word = part.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
            let at = (number + 1, column);
            column += part.chars().count();
            let is_number =
                word.len() > 1 && word.ends_with('.') && word[..word.len() - 1].bytes().all(|b| b.is_ascii_digit());
            if word.is_empty() || is_number {
                continue;
            }
            let mv = one(word, &position, moves.len() + 1, at)?;
            let played = position.play(&mv);
            debug_assert!(played.is_ok());
            moves.push(mv);
        }
    }
    Ok(moves)
}

fn one(word: &str, position: &Position, step: usize, at: (usize, usize)) -> Result<Move, NotationError> {
    let (line, column) = at;
    let text = word.to_string();
    let wish = parse(word, position).ok_or_else(|| NotationError::NotAMove { line, column, text: text.clone() })?;
    let mut why = "no such move".to_string();
    let mut best = None;
    for mv in candidates(&wish, position) {
        match position.check(&mv) {
            Ok(()) => best = Some(mv),
            Err(error) => why = error.to_string(),
        }
        // Onto a card only one count is legal; to an empty column the largest legal count is meant.
        let onto_card = matches!(wish.to, Pile::Column(i) if !position.layout().columns[i as usize].is_empty());
        if best.is_some() && onto_card {
            break;
        }
    }
    best.ok_or(NotationError::Illegal { step, line, column, text, why })
}

/// A move as far as a word specifies it.
struct Wish {
    from: Pile,
    to: Pile,
    card: Option<Card>,
    count: Option<u8>,
}

fn parse(word: &str, position: &Position) -> Option<Wish> {
    let layout = position.layout();
    let wish = |from, to| Some(Wish { from, to, card: None, count: None });
    match word.to_ascii_lowercase().as_str() {
        "deal" => return wish(Pile::Stock, Pile::Tableau),
        "turn" => return wish(Pile::Stock, Pile::Waste),
        "redeal" => return wish(Pile::Waste, Pile::Stock),
        _ => {}
    }
    let (word, card) = match word.split_once('=') {
        Some((word, card)) => (word, Some(card.parse::<Card>().ok()?)),
        None => (word, None),
    };
    let (piles, count) = match word.split_once(['v', 'V']) {
        Some((piles, count)) => (piles, Some(u8::from_str_radix(count, 16).ok()?)),
        None => (word, None),
    };
    let (from, to) = match piles.split_once('-') {
        Some(pair) => pair,
        None => {
            let second = piles.char_indices().nth(1)?.0;
            piles.split_at(second)
        }
    };
    let (from, to) = (read_pile(from)?, read_pile(to)?);
    let exists = |p: &Pile| match p {
        Pile::Column(i) => (*i as usize) < layout.columns.len(),
        Pile::Cell(i) => (*i as usize) < layout.cells.len(),
        _ => true,
    };
    (exists(&from) && exists(&to)).then_some(Wish { from, to, card, count })
}

fn read_pile(text: &str) -> Option<Pile> {
    if let Ok(number) = text.parse::<u8>() {
        return number.checked_sub(1).filter(|_| !text.starts_with(['+', '0'])).map(Pile::Column);
    }
    let lower = text.to_ascii_lowercase();
    let mut letters = lower.chars();
    let letter = letters.next()?;
    let rest = letters.as_str();
    match letter {
        'h' if rest.is_empty() => Some(Pile::Foundation(None)),
        'h' => rest.parse::<u8>().ok()?.checked_sub(1).map(|i| Pile::Foundation(Some(i))),
        'w' if rest.is_empty() => Some(Pile::Waste),
        'a'..='v' if rest.is_empty() => {
            let index = letter as u8 - b'a';
            Some(Pile::Cell(index - u8::from(letter > 'h')))
        }
        _ => None,
    }
}

/// Moves that a wish can mean, smallest group first.
fn candidates(wish: &Wish, position: &Position) -> Vec<Move> {
    let layout = position.layout();
    let mv = |card, count, to| Move { card, count, from: wish.from, to };
    match (wish.from, wish.to) {
        (Pile::Stock, Pile::Tableau) => vec![mv(None, layout.columns.len().min(layout.stock.len()) as u8, wish.to)],
        (Pile::Stock, _) => vec![mv(layout.stock.first().copied(), 1, wish.to)],
        (Pile::Waste, Pile::Stock) => vec![mv(None, layout.waste.len() as u8, wish.to)],
        (Pile::Waste, to) => vec![mv(layout.waste.last().copied(), 1, to)],
        (Pile::Cell(i), to) => vec![mv(layout.cells[i as usize], 1, to)],
        (Pile::Foundation(_), to) => {
            let all = (0..Card::KINDS as u8).filter_map(Card::from_index);
            all.filter(|c| wish.card.is_none_or(|w| w == *c)).map(|c| mv(Some(c), 1, to)).collect()
        }
        (Pile::Column(i), to) => {
            let column = &layout.columns[i as usize];
            let most = if matches!(to, Pile::Column(_)) { column.len() } else { column.len().min(1) };
            (1..=most)
                .filter(|&n| wish.count.is_none_or(|c| c as usize == n))
                .map(|n| mv(Some(column[column.len() - n]), n as u8, to))
                .collect()
        }
        (Pile::Tableau, _) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::format::solution_reader;
    use crate::rules::PRESETS;
    use crate::search::{Limits, Solver};

    /// Compact texts are read back as the same moves, whatever the game, and those of FreeCell have two characters a move.
    #[test]
    fn compact_texts_are_read_back() {
        let mut without_spaces = 0;
        for preset in PRESETS {
            let game = Game::new(preset.rules()).unwrap();
            let mut solver = Solver::new(game.clone()).with_limits(Limits::of(&game).states(20_000));
            for deal in 1..=4 {
                let layout = game.deal(DealNumber::Microsoft(deal));
                let Some(solution) = solver.solve(&layout).unwrap().solution else { continue };
                let text = write_compact(&game, &layout, &solution.moves);
                let read = solution_reader::read(&text, &game, &layout).unwrap();
                assert_eq!(read.moves, solution.moves, "{} {deal}: {text}", game.name);
                assert!(read.reading.is_plain(), "{} {deal}: {}", game.name, read.reading);
                without_spaces += u32::from(!text.contains(' '));
                if game.name == "freecell" {
                    let counts = text.matches('v').count();
                    assert_eq!(text.len(), 2 * (solution.moves.len() + counts), "{text}");
                }
            }
        }
        assert!(without_spaces > 30, "{without_spaces}");
    }

    /// A run that holds a rank twice fits in two sizes.
    #[test]
    fn groups_of_two_sizes_are_told_apart() {
        let mut rules = crate::rules::preset("freecell").unwrap();
        let changes = ["ranks=2", "columns=[3,5]", "build=any_suit", "build_wrap=true"];
        changes.iter().for_each(|change| rules.apply_override(change).unwrap());
        let game = Game::new(rules).unwrap();
        let layout = crate::format::board_reader::read(b"2C AD 2H\n2D AC AH 2S AS\n", &game).unwrap();
        let column = layout.columns[0].clone();
        for (count, written) in [(1, "12v1"), (3, "12v3")] {
            let card = Some(column[3 - count as usize]);
            let mv = Move { card, count, from: Pile::Column(0), to: Pile::Column(1) };
            let text = write_all(&game, &layout, &[mv]);
            assert_eq!(text.trim(), written);
            assert_eq!(solution_reader::read(&text, &game, &layout).unwrap().moves, [mv]);
        }
    }

    /// Cards that come back from a foundation are named, and moves without any digit keep their spaces.
    #[test]
    fn returned_cards_and_cells_are_read_back() {
        let game = Game::preset("freecell").unwrap();
        let cells = "Foundations: H-Q C-K D-J S-Q\nFreecells: KH QD KD KS\n:\n:\n:\n:\n:\n:\n:\n:\n";
        let column = "Foundations: H-Q C-K D-K S-Q\nFreecells: KH - - -\n: KS\n:\n:\n:\n:\n:\n:\n:\n";
        for (board, spaced, compact) in
            [(cells, "ah bh ch dh", "ah bh ch dh"), (column, "h1=QH 1h 1h ah", "h1=QH1h1hah")]
        {
            let layout = crate::format::board_reader::read(board.as_bytes(), &game).unwrap();
            let moves = solution_reader::read(spaced, &game, &layout).unwrap().moves;
            assert_eq!(moves.len(), 4);
            assert_eq!(write_compact(&game, &layout, &moves), compact);
            assert_eq!(solution_reader::read(compact, &game, &layout).unwrap().moves, moves);
        }
    }
}
