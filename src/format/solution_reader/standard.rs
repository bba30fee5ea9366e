//! Standard FreeCell notation as people and programs write it.
//!
//! Two characters a move: `26`, `3a`, `a5`, `4h`, with a count after a `v` (`26v3`, hexadecimal). Programs differ in small
//! things, and all of these are read: Freecell Solver skips `h`, `i` and `j` when it names cells (the eighth is `k`) and writes
//! columns beyond nine without a dash (`110`); others write `f` for home or `r` for any free cell; some put no spaces between
//! moves (`6r565r52`, and our records `6526v3h4=7H`) and the deal's number before them (`1:6r6r`). Headers, boards and sentences around the moves are passed over.

use super::SolutionError;
use super::written_move::{Target, Wish, WrittenGame, WrittenMove};
use crate::card::Card;
use crate::layout::Layout;
use crate::moves::Pile;

/// Reads every move of a text.
pub(super) fn tokens(text: &str, layout: &Layout) -> Result<WrittenGame, SolutionError> {
    let mut found = WrittenGame::default();
    let mut not_a_move = None;
    // Cards of drawn boards look like moves in capitals (`5D`), so only lines that say so are moves there.
    let drawn = text.lines().any(is_drawn_home);
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !drawn || line.trim_start().starts_with("Move:")) {
        match read_line(line, i + 1, layout) {
            Line::Nothing => {}
            Line::Moves(moves, deal) => {
                found.moves.extend(moves);
                found.deal = found.deal.or(deal);
            }
            Line::Prose(error) => drop(not_a_move.get_or_insert(error)),
            Line::Wrong(error) => return Err(error),
        }
    }
    let boards = || text.lines().any(|line| line.starts_with("Foundations: ")) && text.contains("\n====");
    match not_a_move {
        _ if found.moves.is_empty() && (drawn || boards()) => Err(SolutionError::OnlyBoards),
        Some(error) if found.moves.is_empty() => Err(error),
        _ => Ok(found),
    }
}

enum Line {
    Nothing,
    Moves(Vec<WrittenMove>, Option<u64>),
    /// A sentence: an error only if there are no moves anywhere.
    Prose(SolutionError),
    Wrong(SolutionError),
}

fn read_line(line: &str, number: usize, layout: &Layout) -> Line {
    let trimmed = line.trim();
    let heading = trimmed.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let body = match heading {
        // `#10913 26 76`: a deal's number, and not a comment.
        Some(rest) if rest.split_whitespace().nth(1).is_some_and(|word| word_moves(word, layout).is_some()) => {
            let (number_text, moves) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let deal = number_text.trim_end_matches([':', '.']).parse().ok();
            let offset = line.chars().count() - moves.chars().count();
            return match words(moves, number, offset, layout) {
                Line::Moves(moves, _) => Line::Moves(moves, deal),
                other => other,
            };
        }
        _ => line.split('#').next().unwrap_or(""),
    };
    if is_board_or_rule(body.trim()) {
        return Line::Nothing;
    }
    // `Move: 5a`, `Solution: 26 76`, `1:6r6r`, and links that end in `deal=1:6r6r`.
    if let Some((label, rest)) = body.rsplit_once(':')
        && !rest.trim().is_empty()
    {
        let digits = &label[label.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
        let offset = body.chars().count() - rest.chars().count();
        if let Line::Moves(moves, _) = words(rest, number, offset, layout) {
            return Line::Moves(moves, digits.parse().ok());
        }
    }
    words(body, number, 0, layout)
}

/// The end of a line of a board as Freecell Solver draws it: `H-0 C-A D-0 S-10`.
fn is_drawn_home(line: &str) -> bool {
    let mut words = line.split_whitespace().rev();
    let pile = |(word, suit): (&str, &str)| word.strip_prefix(suit).is_some_and(|rest| rest.starts_with('-'));
    words.by_ref().take(4).zip(["S", "D", "C", "H"]).filter(|pair| pile(*pair)).count() == 4
        && !line.trim_start().starts_with("Foundations")
}

/// What Freecell Solver prints around moves: lines that part them, and boards.
fn is_board_or_rule(line: &str) -> bool {
    let label = line.split(':').next().unwrap_or("").to_ascii_lowercase();
    line.starts_with("-=-")
        || line.starts_with("===")
        || line.starts_with("---")
        || line.starts_with(':')
        || (line.contains(':')
            && matches!(label.as_str(), "foundations" | "freecells" | "founds" | "fc" | "stock" | "waste"))
}

/// The moves of a line, if all its words are moves or move numbers.
fn words(text: &str, line: usize, offset: usize, layout: &Layout) -> Line {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let (mut moves, mut wrong, mut sentence, mut others) = (Vec::new(), None, false, 0);
    let mut column = offset + 1;
    for part in text.split_inclusive(separates) {
        let word = part.trim_end_matches(separates);
        let start = column;
        column += part.chars().count();
        let number = word.trim_matches(['(', ')', '.']);
        if word.is_empty() || (number.len() < word.len() && number.bytes().all(|b| b.is_ascii_digit())) {
            continue;
        }
        // `12.26` is move 12.
        let (word, start) = match word.split_once('.') {
            Some((number, word)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
                (word, start + number.len() + 1)
            }
            _ => (word, start),
        };
        match word_moves(word, layout) {
            Some(found) => moves.extend(found.into_iter().map(|(text, wishes, at)| WrittenMove {
                text,
                line,
                column: start + at,
                wishes,
            })),
            None => {
                others += 1;
                sentence |= word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
                wrong.get_or_insert_with(|| SolutionError::NotAMove { line, column: start, text: word.to_string() });
            }
        }
    }
    match wrong {
        None if moves.is_empty() => Line::Nothing,
        None => Line::Moves(moves, None),
        // A sentence may hold numbers that look like moves (`87 moves`), but only a few.
        Some(error) if sentence && moves.len() <= others => Line::Prose(error),
        Some(error) => Line::Wrong(error),
    }
}

/// What a word says: one move, or several without spaces, each with its place in the word.
fn word_moves(word: &str, layout: &Layout) -> Option<Vec<(String, Vec<Wish>, usize)>> {
    if let Some(wishes) = wishes(word, layout) {
        return Some(vec![(word.to_string(), wishes, 0)]);
    }
    let together = word.len() >= 4 && word.is_ascii() && layout.columns.len() <= 9;
    if !together || !word.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let (mut moves, mut start) = (Vec::new(), 0);
    while start < word.len() {
        let end = start + length_of_move(&word.as_bytes()[start..]);
        let text = word.get(start..end)?;
        moves.push((text.to_string(), wishes(text, layout)?, start));
        start = end;
    }
    Some(moves)
}

/// How many characters the first of several moves without spaces has: two piles, then perhaps `v` with one hexadecimal digit,
/// then perhaps `=` with a card.
fn length_of_move(rest: &[u8]) -> usize {
    let mut length = 2;
    if let Some([b'v' | b'V', digit]) = rest.get(length..length + 2)
        && digit.is_ascii_hexdigit()
    {
        length += 2;
    }
    if rest.get(length) == Some(&b'=') {
        length += 3;
    }
    length
}

/// What one move in notation may ask for; `None` if it is none.
fn wishes(word: &str, layout: &Layout) -> Option<Vec<Wish>> {
    match word.to_ascii_lowercase().as_str() {
        "deal" => return Some(vec![Wish::plain(Pile::Stock, Pile::Tableau)]),
        "turn" => return Some(vec![Wish::plain(Pile::Stock, Pile::Waste)]),
        "redeal" => return Some(vec![Wish::plain(Pile::Waste, Pile::Stock)]),
        _ => {}
    }
    let (word, card) = match word.split_once('=') {
        Some((word, card)) => (word, Some(card.parse::<Card>().ok()?)),
        None => (word, None),
    };
    let (piles, count) = match word.split_once(['v', 'V']) {
        Some((piles, count)) if !piles.is_empty() => {
            (piles, Some(u8::from_str_radix(count, 16).ok().filter(|n| *n > 0)?))
        }
        _ => (word, None),
    };
    let build = |from: &str, to: &str| -> Option<Wish> {
        let Target::Pile(from) = target(from, layout)? else { return None };
        let to = target(to, layout)?;
        // No notation has moves from cell to cell or out of nothing, and many short words would look like one.
        let sense = !matches!((from, to), (Pile::Cell(_), Target::Pile(Pile::Cell(_)) | Target::AnyCell));
        sense.then_some(Wish { from, to, card, count })
    };
    if let Some((from, to)) = ["->", "→", "-", ">"].iter().find_map(|arrow| piles.split_once(arrow)) {
        return build(from, to).map(|wish| vec![wish]);
    }
    let splits = piles.char_indices().skip(1).filter_map(|(i, _)| build(&piles[..i], &piles[i..]));
    let mut wishes: Vec<Wish> = splits.collect();
    if piles.chars().count() > 2 {
        wishes.retain(|wish| {
            let to = if let Target::Pile(pile) = wish.to { exists(pile, layout) } else { true };
            exists(wish.from, layout) && to
        });
    }
    (!wishes.is_empty()).then_some(wishes)
}

fn exists(pile: Pile, layout: &Layout) -> bool {
    match pile {
        Pile::Column(i) => (i as usize) < layout.columns.len(),
        Pile::Cell(i) => (i as usize) < layout.cells.len(),
        _ => true,
    }
}

fn target(text: &str, layout: &Layout) -> Option<Target> {
    let pile = |pile| Some(Target::Pile(pile));
    if let Ok(number) = text.parse::<u8>() {
        return number.checked_sub(1).filter(|_| !text.starts_with(['+', '0'])).and_then(|i| pile(Pile::Column(i)));
    }
    let lower = text.to_ascii_lowercase();
    let mut letters = lower.chars();
    let (letter, rest) = (letters.next()?, letters.as_str());
    if letter == 'h' && !rest.is_empty() {
        return rest.parse::<u8>().ok()?.checked_sub(1).and_then(|i| pile(Pile::Foundation(Some(i))));
    }
    if !rest.is_empty() {
        return None;
    }
    let cells = layout.cells.len();
    let index = |skipped: u8| letter as u8 - b'a' - skipped;
    match letter {
        'h' => pile(Pile::Foundation(None)),
        'w' => pile(Pile::Waste),
        'a'..='g' if (index(0) as usize) < cells => pile(Pile::Cell(index(0))),
        'f' => pile(Pile::Foundation(None)),
        'i'..='v' if (index(1) as usize) < cells => pile(Pile::Cell(index(1))),
        // Freecell Solver skips three letters.
        'k'..='v' if (index(3) as usize) < cells => pile(Pile::Cell(index(3))),
        'r' => Some(Target::AnyCell),
        'a'..='g' => pile(Pile::Cell(index(0))),
        _ => None,
    }
}
