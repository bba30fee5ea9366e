//! Reads boards: tolerant in form, strict in content.
//!
//! The text is decoded, its lines are divided into labelled lines and columns, the shape of the columns is determined, and what
//! the board leaves out is inferred if only one completion is possible. Every error says where it is (line, column), what was
//! found and what was expected. [`BoardNote`]s report every reading that differs from the plain form.

mod decode;
mod decoration;
mod home;
#[cfg(feature = "serde")]
mod json;
mod shape;
mod words;

use super::board::{count_is_written, pile_order};
use crate::card::{Card, Rank};
use crate::game::Game;
use crate::layout::{FoundationPile, Layout};
use crate::position::Position;
use crate::rules::{FoundationBase, Rules, Stock};
use shape::CardLine;
use std::fmt;
use words::{Word, is_empty_mark, words};

/// A board that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct BoardError {
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// How a board was read that is not in the plain form: one column per line, and every card present.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoardNote {
    /// Its lines are rows, as on the screen.
    RowByRow,
    /// All cards stand on one line, in the order in which they are dealt.
    OneLine,
    /// It has fewer columns than the game; the others are empty.
    EmptyColumns {
        /// Columns that it has.
        given: usize,
        /// Columns that are empty.
        empty: usize,
    },
    /// Cards that are nowhere are on the foundations.
    Home {
        /// How many.
        cards: usize,
    },
    /// It is JSON.
    Json,
    /// Its lines could be rows as well as columns. Such a board is not accepted.
    #[doc(hidden)]
    RowsPossible {
        /// How many lines.
        lines: usize,
    },
}

impl fmt::Display for BoardNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardNote::RowByRow => f.write_str("read row by row, as on the screen: the last line is on top"),
            BoardNote::OneLine => f.write_str(
                "read in dealing order, one card to each column in turn; part columns with | if they are meant",
            ),
            BoardNote::EmptyColumns { given: 1, empty } => {
                write!(f, "it has 1 column; the other {empty} are taken to be empty")
            }
            BoardNote::EmptyColumns { given, empty: 1 } => {
                write!(f, "it has {given} columns; the last is taken to be empty")
            }
            BoardNote::EmptyColumns { given, empty } => {
                write!(f, "it has {given} columns; the other {empty} are taken to be empty")
            }
            BoardNote::Home { cards: 1 } => f.write_str("1 card is not on the board and taken to be home"),
            BoardNote::Home { cards } => write!(f, "{cards} cards are not on the board and taken to be home"),
            BoardNote::Json => f.write_str("read as JSON"),
            BoardNote::RowsPossible { lines } => write!(f, "{lines} lines can be columns or rows"),
        }
    }
}

/// A board and how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadBoard {
    /// Where the cards lie.
    pub layout: Layout,
    /// How it differs from the plain form; empty if it does not.
    pub notes: Vec<BoardNote>,
}

/// Reads a board of these rules.
pub fn read(bytes: &[u8], rules: &Rules) -> Result<Layout, BoardError> {
    read_noting(bytes, rules).map(|read| read.layout)
}

/// Reads a board of these rules, saying how.
pub fn read_noting(bytes: &[u8], rules: &Rules) -> Result<ReadBoard, BoardError> {
    let text = decode::decode(bytes)?;
    #[cfg(feature = "serde")]
    if let Some(json) = json::found(&text) {
        let start = text.len() - text.trim_start().len();
        let line = 1 + text[..start].matches('\n').count();
        let at_start = |problem: String| BoardError { line, column: 1, problem };
        let board = json::as_text(&json).map_err(at_start)?;
        let mut read = read_text(&board, rules).map_err(|e| at_start(format!("in the JSON board: {}", e.problem)))?;
        read.notes.insert(0, BoardNote::Json);
        return Ok(read);
    }
    read_text(&text, rules)
}

fn read_text(text: &str, rules: &Rules) -> Result<ReadBoard, BoardError> {
    let (layout, lines) = (Layout::empty(rules), Vec::new());
    let mut reader = Reader { rules, layout, lines, placed: Vec::new(), said: Vec::new() };
    let mut count = 0;
    // Columns parted by bars on one line are lines of their own.
    for (i, line) in decoration::without_decoration(text, rules.columns.len()).lines().enumerate() {
        count = i + 1;
        let body = without_comment(line);
        if body.contains('|') && !body.trim().trim_matches('|').contains("||") {
            reader.parted_by_bars(body, count)?;
        } else {
            reader.line(body, count, 0)?;
        }
    }
    reader.finish(count + 1)
}

struct Reader<'a> {
    rules: &'a Rules,
    layout: Layout,
    /// Lines of cards, to be sorted into columns when all are known.
    lines: Vec<CardLine>,
    /// Every card that was read, with its place.
    placed: Vec<(Card, Word)>,
    /// Which labels have been read.
    said: Vec<&'static str>,
}

impl Word {
    fn error(&self, problem: impl Into<String>) -> BoardError {
        BoardError { line: self.line, column: self.column, problem: problem.into() }
    }
}

impl Reader<'_> {
    /// `JD KD | 2D KC | …`: one column after the other. Bars at the ends frame a row and mean nothing.
    fn parted_by_bars(&mut self, body: &str, number: usize) -> Result<(), BoardError> {
        let parts: Vec<&str> = body.split('|').collect();
        let cards = |part: &str| words(part, number, 0).len();
        if let ["", label, _, ""] = parts.iter().map(|part| part.trim()).collect::<Vec<_>>()[..]
            && column_number(&label.to_ascii_lowercase()).is_some()
        {
            // A table with a row for each column.
            return self.line(&format!(" {}:{}", parts[1], parts[2]), number, 0);
        }
        if parts.iter().all(|part| cards(part) <= 1) && parts.len() > 2 {
            // A table: each bar parts two places of a row.
            let row = parts[1..parts.len() - 1].iter().map(|p| if p.trim().is_empty() { "-" } else { p.trim() });
            let framed = body.trim().starts_with('|') && body.trim().ends_with('|');
            let text = if framed { row.collect::<Vec<_>>().join(" ") } else { body.replace('|', " ") };
            return self.line(&text, number, 0);
        }
        let mut offset = 0;
        for part in parts {
            let before = self.lines.len();
            self.line(if part.trim().is_empty() { ":" } else { part }, number, offset)?;
            self.lines[before..].iter_mut().for_each(|line| line.colon = true);
            offset += part.chars().count() + 1;
        }
        Ok(())
    }

    /// One line, which starts at a column of the text.
    fn line(&mut self, body: &str, number: usize, offset: usize) -> Result<(), BoardError> {
        if body.trim().is_empty() {
            return Ok(());
        }
        let (label, rest) = match body.split_once(':').or_else(|| list_number(body)) {
            None => (None, body),
            Some((label, rest)) => (Some(label), rest),
        };
        let label_end = offset + body.chars().count() - rest.chars().count();
        let words = words(rest, number, label_end);
        let column = offset + 1 + body.chars().take_while(|c| c.is_whitespace()).count();
        let start = Word { text: String::new(), line: number, column };
        let label = label.map(|l| l.trim().to_ascii_lowercase());
        match label.as_deref() {
            None | Some("") => {
                self.lines.push(CardLine { words, colon: label.is_some(), number: None, line: number, column });
                Ok(())
            }
            Some("foundations" | "foundation" | "founds" | "found" | "home" | "homes" | "homecells") => {
                self.once("Foundations", &start)?;
                self.foundations(&words)
            }
            Some("freecells" | "freecell" | "free cells" | "free" | "fc" | "cells" | "cell" | "reserve") => {
                self.once("Freecells", &start)?;
                self.cells(&words, label_end)
            }
            Some("stock" | "talon") => {
                self.once("Stock", &start)?;
                if self.rules.stock == Stock::None && !words.is_empty() {
                    return Err(start.error("this game has no stock"));
                }
                self.layout.stock = self.cards(&words)?;
                Ok(())
            }
            Some("waste") => {
                self.once("Waste", &start)?;
                if !matches!(self.rules.stock, Stock::Waste { .. }) && !words.is_empty() {
                    return Err(start.error("this game has no waste"));
                }
                self.layout.waste = self.cards(&words)?;
                Ok(())
            }
            Some("redeals") => {
                self.once("Redeals", &start)?;
                self.redeals(&words, &start)
            }
            Some(other) => match column_number(other) {
                Some(index) => {
                    let line = CardLine { words, colon: true, number: Some(index), line: number, column };
                    self.lines.push(line);
                    Ok(())
                }
                None => Err(start.error(format!(
                    "`{other}:` is unknown; lines start with Foundations:, Freecells:, Stock:, Waste:, a colon, a column's number or a card"
                ))),
            },
        }
    }

    fn once(&mut self, label: &'static str, at: &Word) -> Result<(), BoardError> {
        if self.said.contains(&label) {
            return Err(at.error(format!("a second `{label}:` line; give it once")));
        }
        self.said.push(label);
        Ok(())
    }

    fn card(&mut self, word: &Word) -> Result<Card, BoardError> {
        let card = words::card(&word.text);
        let card = card.ok_or_else(|| {
            word.error(format!(
                "`{}` is not a card; write the rank (A 2 … 9 T J Q K, or 10) and the suit (C D H S), like TH",
                word.text
            ))
        })?;
        if !self.rules.order().contains(card.rank()) {
            return Err(word.error(format!("{card} is not in the deck of this game")));
        }
        self.placed.push((card, word.clone()));
        Ok(card)
    }

    fn cards(&mut self, words: &[Word]) -> Result<Vec<Card>, BoardError> {
        words.iter().map(|word| self.card(word)).collect()
    }

    /// Cells by order, or by place as Freecell Solver prints them: four characters each, blank if empty.
    fn cells(&mut self, words: &[Word], label_end: usize) -> Result<(), BoardError> {
        let cells = self.layout.cells.len();
        let by_place = words.len() < cells
            && words.iter().all(|w| !is_empty_mark(&w.text) && (w.end() - 1 - label_end).is_multiple_of(4))
            && words.iter().any(|w| w.end() - 1 - label_end > 4);
        for (i, word) in words.iter().enumerate() {
            let place = if by_place { (word.end() - 1 - label_end) / 4 - 1 } else { i };
            if place >= cells {
                return Err(word.error(format!("one cell too many (`{}`); {} has {cells}", word.text, self.rules.name)));
            }
            self.layout.cells[place] = if is_empty_mark(&word.text) { None } else { Some(self.card(word)?) };
        }
        Ok(())
    }

    fn redeals(&mut self, words: &[Word], at: &Word) -> Result<(), BoardError> {
        let most = match self.rules.stock {
            Stock::Waste { redeals } => redeals,
            _ => return Err(at.error("this game has no redeals")),
        };
        match words {
            [word] => match word.text.parse::<u8>() {
                Ok(n) if n <= most => {
                    self.layout.redeals = n;
                    Ok(())
                }
                _ => Err(word.error(format!("`{}`; expected a number from 0 to {most}", word.text))),
            },
            _ => Err(at.error("expected one number of redeals")),
        }
    }

    fn foundations(&mut self, words: &[Word]) -> Result<(), BoardError> {
        let mut open = pile_order(self.rules);
        let mut by_card: Vec<Word> = Vec::new();
        for word in words {
            let suited = self.layout.foundations[0].suit.is_some();
            // `2C`: the highest card, or one of all cards, of its suit.
            if suited && let Some(card) = words::card(&word.text) {
                if self.rules.decks == 1 {
                    let same = |w: &Word| words::card(&w.text).filter(|c| c.suit() == card.suit());
                    by_card.retain(|w| same(w).is_none_or(|c| c.rank() > card.rank()));
                    if by_card.iter().any(|w| same(w).is_some()) {
                        continue;
                    }
                }
                by_card.push(word.clone());
                continue;
            }
            if suited && is_empty_mark(&word.text) {
                continue;
            }
            self.foundation(word, &word.text.clone(), &mut open)?;
        }
        for word in &by_card {
            let Some(card) = words::card(&word.text) else { continue };
            self.foundation(word, &format!("{}-{}", card.suit().letter(), card.rank()), &mut open)?;
        }
        if self.rules.foundation_base == FoundationBase::FromDeal && self.layout.foundations[0].suit.is_some() {
            return self.common_base(words);
        }
        Ok(())
    }

    fn foundation(&mut self, word: &Word, text: &str, open: &mut Vec<usize>) -> Result<(), BoardError> {
        let (suit, rest) = match text.split_once(['-', '=']) {
            Some((letter, rest)) if !letter.is_empty() => {
                let mut letters = letter.chars();
                let suit = letters.next().and_then(words::suit).filter(|_| letters.next().is_none());
                let suit =
                    suit.ok_or_else(|| word.error(format!("`{letter}` is not a suit; expected H, C, D or S")))?;
                (Some(suit), rest)
            }
            _ => (None, text),
        };
        let found = open.iter().position(|&i| self.layout.foundations[i].suit == suit);
        let Some(found) = found else {
            return Err(word.error(format!(
                "`{}` is not a foundation of this game, or one too many; expected {} like {}",
                word.text,
                self.rules.foundation_piles(),
                if self.layout.foundations[0].suit.is_some() { "H-0 C-2 D-A S-K" } else { "5/3" }
            )));
        };
        let index = open.remove(found);
        let pile = self.pile(word, rest, self.layout.foundations[index])?;
        self.layout.foundations[index] = pile;
        Ok(())
    }

    /// `0`, a rank, or a rank and a number of cards: `5/18`.
    fn pile(&self, word: &Word, text: &str, mut pile: FoundationPile) -> Result<FoundationPile, BoardError> {
        let order = self.rules.order();
        if text == "0" {
            return Ok(pile);
        }
        let (rank, count) = match text.split_once('/') {
            Some((rank, count)) => (rank, Some(count)),
            None => (text, None),
        };
        let expected = "expected 0 or the rank of the highest card home";
        let top: Rank = rank.parse().map_err(|_| word.error(format!("`{rank}` is not a rank; {expected}")))?;
        if !order.contains(top) {
            return Err(word.error(format!("{top} is not in the deck of this game")));
        }
        let capacity = self.rules.foundation_capacity();
        if count == Some("0") && self.rules.foundation_base == FoundationBase::FromDeal && pile.suit.is_some() {
            pile.base = Some(top);
            return Ok(pile);
        }
        let count = match count {
            Some(text) => match text.parse::<u8>() {
                Ok(n) if n >= 1 && n as usize <= capacity => Some(n),
                _ => return Err(word.error(format!("`{text}` cards; expected a number from 1 to {capacity}"))),
            },
            None => None,
        };
        let steps_up = |base: Rank| (order.place(top) + order.len() - order.place(base)) % order.len() + 1;
        match (pile.base, count) {
            (Some(base), Some(n)) if (n as usize - 1) % order.len() + 1 != steps_up(base) => {
                return Err(word.error(format!("{n} cards from {base} on do not end with {top}")));
            }
            (Some(_), Some(n)) => pile.count = n,
            (Some(base), None) if !count_is_written(self.rules) => pile.count = steps_up(base) as u8,
            (None, Some(n)) => {
                let back = (n as usize - 1) % order.len();
                pile.base = Some(order.above(top, order.len() - back));
                pile.count = n;
            }
            (_, None) => {
                return Err(word.error(format!("how many cards lie there? write it like {}/3", word.text)));
            }
        }
        Ok(pile)
    }

    /// All piles start from the same rank, which the filled ones tell.
    fn common_base(&mut self, words: &[Word]) -> Result<(), BoardError> {
        let base = self.layout.foundations.iter().find_map(|p| p.base);
        let differs = self.layout.foundations.iter().any(|p| p.base.is_some() && p.base != base);
        if let (true, Some(first)) = (differs, words.first()) {
            return Err(first.error("the foundations start from different ranks; expected the same for all"));
        }
        for pile in &mut self.layout.foundations {
            pile.base = base;
        }
        Ok(())
    }

    fn finish(mut self, end: usize) -> Result<ReadBoard, BoardError> {
        let at_end = |problem: String| BoardError { line: end, column: 1, problem };
        let expected = self.layout.columns.len();
        let lines = std::mem::take(&mut self.lines);
        let given = lines.len();
        let shape::Shaped { columns, mut notes } = shape::shape(lines, self.rules, !self.said.is_empty())?;
        for (i, words) in columns.iter().enumerate() {
            self.layout.columns[i] = self.cards(words)?;
        }
        if self.layout.foundations.iter().any(|p| p.base.is_none() && p.suit.is_some()) {
            return Err(at_end(
                "the board does not tell the foundations' base; add a line like `Foundations: H-7/1`".into(),
            ));
        }
        if !self.said.contains(&"Foundations") && !self.placed.is_empty() {
            notes.extend(home::infer(&mut self.layout, self.rules));
        }
        home::account(&self.layout, self.rules, &self.placed, end).map_err(|mut error| {
            if given < expected && notes.iter().any(|note| matches!(note, BoardNote::EmptyColumns { .. })) {
                let columns = if given == 1 { "1 column".into() } else { format!("{given} columns") };
                error.problem += &format!("; this board has {columns}, {} has {expected}", self.rules.name);
            }
            error
        })?;
        if let Some(BoardNote::RowsPossible { lines }) =
            notes.iter().find(|n| matches!(n, BoardNote::RowsPossible { .. }))
        {
            return Err(at_end(format!(
                "these {lines} lines can be {lines} columns or {lines} rows; start each column with a colon (also the empty ones), or write `-` for the empty places of rows"
            )));
        }
        match Position::new(Game::of_checked(self.rules.clone()), self.layout.clone()) {
            Ok(_) => Ok(ReadBoard { layout: self.layout, notes }),
            Err(error) => Err(at_end(error.to_string())),
        }
    }
}

/// `1`, `column 1`, `stack #1`, `t1`: a column's number as it is written.
fn column_number(label: &str) -> Option<usize> {
    const WORDS: [&str; 7] = ["tableau", "column", "col", "stack", "pile", "cascade", "t"];
    let digits = WORDS.iter().find_map(|word| label.trim().strip_prefix(word));
    let digits = digits.unwrap_or(label).trim().trim_start_matches('#');
    digits.parse().ok().filter(|_| !digits.starts_with('+'))
}

/// `1. JD KD` or `1) JD KD`: the number of a column and the rest.
fn list_number(body: &str) -> Option<(&str, &str)> {
    let (number, rest) = body.split_once(['.', ')'])?;
    let digits = number.trim();
    (!digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())).then_some((number, rest))
}

/// A line up to its comment. `#1:` is the number of a column.
fn without_comment(line: &str) -> &str {
    let numbers = |rest: &str| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(':');
    let comment = line.match_indices('#').find(|(i, _)| !numbers(&line[i + 1..]));
    comment.map_or(line, |(i, _)| &line[..i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::format::board::write;
    use crate::rules::preset;

    fn error(game: &str, text: &str) -> BoardError {
        read(text.as_bytes(), &preset(game).unwrap()).unwrap_err()
    }

    #[test]
    fn fresh_deals_read_back_in_any_dress() {
        for game in crate::rules::PRESETS {
            let rules = game.rules();
            let layout = DealNumber::Microsoft(617).deal(&rules);
            let text = write(&layout, &rules);
            assert_eq!(read(text.as_bytes(), &rules).as_ref(), Ok(&layout), "{}", game.name);
            let dressed = text
                .to_lowercase()
                .replace('t', "10")
                .replace("s10ock", "stock")
                .replace("founda10ions", "foundations");
            let dressed = format!("# a comment\n\n{}\r\n\n", dressed.replace('\n', "  # end\r\n\r\n"));
            assert_eq!(read(dressed.as_bytes(), &rules), Ok(layout), "{}:\n{dressed}", game.name);
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let board = write(&DealNumber::Microsoft(1).deal(&preset("freecell").unwrap()), &preset("freecell").unwrap());
        let wrong = error("freecell", &board.replacen("KD", "XD", 1));
        assert_eq!((wrong.line, wrong.column), (1, 4));
        assert!(wrong.problem.contains("XD"));
        let twice = error("freecell", &board.replacen("KD", "JD", 1));
        assert_eq!((twice.line, twice.column), (1, 4), "{twice}");
        assert!(twice.problem.contains("JD"));
        let missing = error("freecell", &board.replacen(" KD", "", 1));
        assert!(missing.problem.contains("KD is missing"), "{missing}");
        let short = error("freecell", board.split_once('\n').unwrap().1);
        assert!(short.problem.contains("this board has 7 columns, freecell has 8"), "{short}");
        let long = error("freecell", &format!("{board}AS\n"));
        assert_eq!(long.line, 9);
        let garbage = read(b"JD \xff\xfe", &preset("freecell").unwrap()).unwrap_err();
        assert_eq!((garbage.line, garbage.column), (1, 4));
        assert!(error("freecell", "Stok: AS").problem.contains("Stock:"));
        assert!(error("freecell", "Freecells: - - - - 7H").problem.contains("cell too many"));
        assert!(error("freecell", "Foundations: H-0 H-0").problem.contains("one too many"));
    }
}
