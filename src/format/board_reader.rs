//! Reading boards: forgiving in form, strict in content.
//!
//! Every error says where (line, column), what was found and what was expected.

use super::board::{count_is_written, pile_order};
use crate::card::{Card, Rank, Suit};
use crate::game::Game;
use crate::layout::{FoundationPile, Layout};
use crate::position::{LayoutError, Position};
use crate::rules::{FoundationBase, Rules, Stock};

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

/// A word of the board and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(&self, problem: impl Into<String>) -> BoardError {
        BoardError { line: self.line, column: self.column, problem: problem.into() }
    }
}

/// Reads a board of these rules.
pub fn read(bytes: &[u8], rules: &Rules) -> Result<Layout, BoardError> {
    let text = decode(bytes)?;
    let mut reader = Reader { rules, layout: Layout::empty(rules), columns: 0, placed: Vec::new(), said: Vec::new() };
    let mut lines = 0;
    for (i, line) in text.lines().enumerate() {
        lines = i + 1;
        reader.line(line, lines)?;
    }
    reader.finish(lines + 1)
}

fn decode(bytes: &[u8]) -> Result<&str, BoardError> {
    let at = |end: usize| {
        let before = String::from_utf8_lossy(&bytes[..end]).into_owned();
        (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or("").chars().count() + 1)
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = at(error.valid_up_to());
        let byte = bytes[error.valid_up_to()];
        BoardError { line, column, problem: format!("byte 0x{byte:02x} is no text; expected cards like 7H") }
    })?;
    if let Some(place) = text.find(|c: char| c.is_control() && !c.is_whitespace()) {
        let (line, column) = at(place);
        let code = text[place..].chars().next().map_or(0, u32::from);
        let problem = format!("control character 0x{code:02x}; expected cards like 7H");
        return Err(BoardError { line, column, problem });
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

struct Reader<'a> {
    rules: &'a Rules,
    layout: Layout,
    columns: usize,
    /// Every card that was read, with its place, to say which one is there too often.
    placed: Vec<(Card, usize, usize)>,
    /// Which labels have been read.
    said: Vec<&'static str>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, number: usize) -> Result<(), BoardError> {
        let body = line.split('#').next().unwrap_or("");
        if body.trim().is_empty() {
            return Ok(());
        }
        let (label, rest) = match body.split_once(':') {
            None => (None, body),
            Some((label, rest)) => (Some(label), rest),
        };
        let offset = body.chars().count() - rest.chars().count();
        let words = words(rest, number, offset);
        let start = Word { text: "", line: number, column: 1 + line.chars().take_while(|c| c.is_whitespace()).count() };
        match label.map(|l| l.trim().to_ascii_lowercase()).as_deref() {
            None | Some("") => self.column(&words, start),
            Some("foundations" | "foundation" | "founds") => {
                self.once("Foundations", start)?;
                self.foundations(&words)
            }
            Some("freecells" | "freecell" | "fc" | "cells" | "reserve") => {
                self.once("Freecells", start)?;
                self.cells(&words)
            }
            Some("stock" | "talon") => {
                self.once("Stock", start)?;
                if self.rules.stock == Stock::None && !words.is_empty() {
                    return Err(start.error("this game has no stock"));
                }
                self.layout.stock = self.cards(&words)?;
                Ok(())
            }
            Some("waste") => {
                self.once("Waste", start)?;
                if !matches!(self.rules.stock, Stock::Waste { .. }) && !words.is_empty() {
                    return Err(start.error("this game has no waste"));
                }
                self.layout.waste = self.cards(&words)?;
                Ok(())
            }
            Some("redeals") => {
                self.once("Redeals", start)?;
                self.redeals(&words, start)
            }
            Some(other) => Err(start.error(format!(
                "`{other}:` is unknown; lines start with Foundations:, Freecells:, Stock:, Waste:, a colon or a card"
            ))),
        }
    }

    fn once(&mut self, label: &'static str, at: Word) -> Result<(), BoardError> {
        if self.said.contains(&label) {
            return Err(at.error(format!("a second `{label}:` line; give it once")));
        }
        self.said.push(label);
        Ok(())
    }

    fn card(&mut self, word: &Word) -> Result<Card, BoardError> {
        let card: Card = word.text.parse().map_err(|e| word.error(format!("{e}")))?;
        if !self.rules.order().contains(card.rank()) {
            return Err(word.error(format!("{card} is not in the deck of this game")));
        }
        self.placed.push((card, word.line, word.column));
        Ok(card)
    }

    fn cards(&mut self, words: &[Word]) -> Result<Vec<Card>, BoardError> {
        words.iter().map(|word| self.card(word)).collect()
    }

    fn column(&mut self, words: &[Word], at: Word) -> Result<(), BoardError> {
        let expected = self.layout.columns.len();
        if self.columns == expected {
            return Err(at.error(format!("a column too many; {} has {expected}", self.rules.name)));
        }
        self.layout.columns[self.columns] = self.cards(words)?;
        self.columns += 1;
        Ok(())
    }

    fn cells(&mut self, words: &[Word]) -> Result<(), BoardError> {
        for (i, word) in words.iter().enumerate() {
            if i >= self.layout.cells.len() {
                return Err(word.error(format!(
                    "a cell too many (`{}`); {} has {}",
                    word.text,
                    self.rules.name,
                    self.layout.cells.len()
                )));
            }
            self.layout.cells[i] = match word.text {
                "-" | "--" | "." => None,
                _ => Some(self.card(word)?),
            };
        }
        Ok(())
    }

    fn redeals(&mut self, words: &[Word], at: Word) -> Result<(), BoardError> {
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
        for word in words {
            let (suit, rest) = match word.text.split_once('-') {
                Some((letter, rest)) if !letter.is_empty() => {
                    let mut letters = letter.chars();
                    let suit = letters.next().and_then(Suit::from_char).filter(|_| letters.next().is_none());
                    let suit =
                        suit.ok_or_else(|| word.error(format!("`{letter}` is no suit; expected H, C, D or S")))?;
                    (Some(suit), rest)
                }
                _ => (None, word.text),
            };
            let found = open.iter().position(|&i| self.layout.foundations[i].suit == suit);
            let Some(found) = found else {
                return Err(word.error(format!(
                    "`{}` is no foundation of this game, or one too many; expected {} like {}",
                    word.text,
                    self.rules.foundation_piles(),
                    if self.layout.foundations[0].suit.is_some() { "H-0 C-2 D-A S-K" } else { "5/3" }
                )));
            };
            let index = open.remove(found);
            let pile = self.pile(word, rest, self.layout.foundations[index])?;
            self.layout.foundations[index] = pile;
        }
        if self.rules.foundation_base == FoundationBase::FromDeal && self.layout.foundations[0].suit.is_some() {
            return self.common_base(words);
        }
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
        let top: Rank = rank.parse().map_err(|_| word.error(format!("`{rank}` is no rank; {expected}")))?;
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

    fn finish(self, end: usize) -> Result<Layout, BoardError> {
        let at_end = |problem: String| BoardError { line: end, column: 1, problem };
        let expected = self.layout.columns.len();
        if self.columns < expected {
            return Err(at_end(format!(
                "{} columns; {} has {expected} (an empty column is a line with a colon)",
                self.columns, self.rules.name
            )));
        }
        if self.layout.foundations.iter().any(|p| p.base.is_none()) {
            return Err(at_end(
                "the board does not tell the foundations' base; add a line like `Foundations: H-7/1`".into(),
            ));
        }
        match Position::new(Game::of_checked(self.rules.clone()), self.layout.clone()) {
            Ok(_) => Ok(self.layout),
            Err(error) => {
                let (line, column) = match error {
                    LayoutError::TooMany { card, .. } => self.last_place(card).unwrap_or((end, 1)),
                    _ => (end, 1),
                };
                Err(BoardError { line, column, problem: error.to_string() })
            }
        }
    }

    /// Where the last of equal cards stands.
    fn last_place(&self, card: Card) -> Option<(usize, usize)> {
        self.placed.iter().rev().find(|(c, _, _)| *c == card).map(|(_, line, column)| (*line, *column))
    }
}

/// The words of a line with their places; commas separate like spaces.
fn words(text: &str, line: usize, offset: usize) -> Vec<Word<'_>> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let mut found = Vec::new();
    let mut column = offset + 1;
    for part in text.split_inclusive(separates) {
        let word = part.trim_end_matches(separates);
        if !word.is_empty() {
            found.push(Word { text: word, line, column });
        }
        column += part.chars().count();
    }
    found
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
        assert!(short.problem.contains("7 columns; freecell has 8"), "{short}");
        let long = error("freecell", &format!("{board}AS\n"));
        assert_eq!(long.line, 9);
        let garbage = read(b"JD \xff\xfe", &preset("freecell").unwrap()).unwrap_err();
        assert_eq!((garbage.line, garbage.column), (1, 4));
        assert!(error("freecell", "Stok: AS").problem.contains("Stock:"));
        assert!(error("freecell", "Freecells: - - - - 7H").problem.contains("cell too many"));
        assert!(error("freecell", "Foundations: H-0 H-0").problem.contains("one too many"));
    }
}
