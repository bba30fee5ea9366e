//! Decoration around a board: titles, column numbers, lines of tables, quotation marks of mail, code fences.
//!
//! Decoration is replaced by blanks, not removed, so that every card keeps its line and column for messages. A line with a card
//! is never decoration, so no card can be lost; a line of words is a title only above the first card.

use super::column_number;
use super::words::{card, words};

/// The text without decoration. `columns`: how many the game has.
pub(super) fn without_decoration(text: &str, columns: usize) -> String {
    let mut before_cards = true;
    let mut bare = String::with_capacity(text.len());
    for line in text.lines() {
        let line = spelled_cards(&without_quote_marks(&line.replace(['│', '┃', '║', '¦'], "|")));
        let has_card = words(&line.replace(['|', ':'], " "), 0, 0).iter().any(|word| card(&word.text).is_some());
        let decoration =
            !has_card && (is_rule(&line) || is_fence(&line) || (before_cards && is_heading(&line, columns)));
        before_cards &= !has_card;
        if !decoration {
            bare += &line;
        }
        bare.push('\n');
    }
    bare
}

/// `> ` as mail quotes: as many closing brackets as there are before anything else, with none that they close.
fn without_quote_marks(line: &str) -> String {
    let quoted = line.trim_start().starts_with('>') && !line.contains('<');
    let marks = if quoted { line.chars().take_while(|c| *c == '>' || c.is_whitespace()).count() } else { 0 };
    line.chars().enumerate().map(|(i, c)| if i < marks { ' ' } else { c }).collect()
}

/// `|---|:-:|`, `+----+`, `────`: the rules of a table.
fn is_rule(line: &str) -> bool {
    let rule = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═');
    let joint = |c: char| c.is_whitespace() || "|+:┌┬┐├┼┤└┴┘".contains(c);
    line.chars().all(|c| rule(c) || joint(c))
        && line.split(joint).any(|run| run.chars().count() >= 3)
        && line.contains(|c| "|+─━═┼".contains(c))
}

/// Three backticks or tildes, as text that keeps its spaces is fenced in.
fn is_fence(line: &str) -> bool {
    ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence))
}

/// `FreeCell deal 1001`, `Game #1001`, or the numbers of the columns.
fn is_heading(line: &str, columns: usize) -> bool {
    let line = line.replace(['|', ',', ';'], " ");
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    let numbers = |first: usize| words.iter().enumerate().all(|(i, word)| column_number(word) == Some(i + first));
    if words.len() == columns && (numbers(0) || numbers(1)) {
        return true;
    }
    // Not `Freecells`: what follows it are cells.
    const TITLES: [&str; 10] =
        ["game", "deal", "freecell", "seed", "board", "column", "columns", "microsoft", "solitaire", "patience"];
    let title = |word: &String| TITLES.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()));
    let plain = |word: &String| word.chars().all(|c| c.is_alphanumeric() || "#.-'’()".contains(c));
    words.iter().any(title) && words.iter().all(plain)
}

/// `8 of spades` as `8S`, at the same place.
fn spelled_cards(line: &str) -> String {
    if !line.to_ascii_lowercase().contains(" of ") {
        return line.to_string();
    }
    let mut letters: Vec<char> = line.chars().collect();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for (i, c) in letters.iter().enumerate() {
        match spans.last_mut() {
            Some((_, end)) if c.is_alphanumeric() && *end == i => *end = i + 1,
            _ if c.is_alphanumeric() => spans.push((i, i + 1)),
            _ => {}
        }
    }
    let text = |letters: &[char], (start, end): (usize, usize)| {
        letters[start..end].iter().collect::<String>().to_ascii_lowercase()
    };
    for i in 2..spans.len() {
        let [rank, of, suit] = [i - 2, i - 1, i].map(|i| text(&letters, spans[i]));
        let rank = match rank.as_str() {
            "ace" | "one" => "A",
            "two" => "2",
            "three" => "3",
            "four" => "4",
            "five" => "5",
            "six" => "6",
            "seven" => "7",
            "eight" => "8",
            "nine" => "9",
            "ten" => "10",
            "jack" => "J",
            "queen" => "Q",
            "king" => "K",
            other => other,
        };
        let suit = match suit.as_str() {
            "clubs" | "club" => 'C',
            "diamonds" | "diamond" => 'D',
            "hearts" | "heart" => 'H',
            "spades" | "spade" => 'S',
            _ => continue,
        };
        let short = format!("{rank}{suit}");
        if of == "of" && card(&short).is_some() {
            let (start, end) = (spans[i - 2].0, spans[i].1);
            let padded = short.chars().chain(std::iter::repeat(' '));
            letters[start..end].iter_mut().zip(padded).for_each(|(letter, c)| *letter = c);
        }
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_cards_stay_in_their_places() {
        let text = "> Game 12\n> JD KD\nace of Spades, 10 of hearts\n| 7H | - |\n|---|---|\n1 2 3 4 5 6 7 8\nXH\n";
        let bare = without_decoration(text, 8);
        let expected = "\n  JD KD\nAS           , 10H         \n| 7H | - |\n\n1 2 3 4 5 6 7 8\nXH\n";
        assert_eq!(bare, expected);
        assert_eq!(without_decoration(" 1  2  3\n", 3), "\n");
        assert_eq!(without_decoration(" 1  2  3\n", 4), " 1  2  3\n");
        assert_eq!(without_decoration(":\n: -\n- - -\n", 8), ":\n: -\n- - -\n");
    }
}
