//! Small helpers for texts that people read.

#[cfg(feature = "batch")]
use std::borrow::Cow;

/// Whether two words are near enough that one may be a mistyped other: a third of the letters may differ.
pub fn close(a: &str, b: &str) -> bool {
    distance(a, b) <= a.chars().count().max(b.chars().count()).div_ceil(3).min(3)
}

/// Edits (insert, delete, replace, swap of neighbours) between two words.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// A number with commas between thousands.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 move`, `1,200 moves`.
pub fn counted(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", count(n)) }
}

/// How often something occurs: `once`, `twice`, `3 times`.
pub fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}

/// Whether a character could do something to a terminal instead of being shown: control characters, and those that
/// change the direction of the text around them.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(feature = "batch")]
/// Text from outside as a terminal may show it: control characters are written as escapes. Line feeds stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    let harmful = |c: char| is_control(c) && c != '\n';
    if !text.contains(harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if harmful(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

#[cfg(feature = "serde")]
/// A line of JSON without control characters: within its texts, where alone they can be, they become escapes with the same
/// meaning. What JSON leaves as it is (a C1 control sequence, a change of direction) a terminal would obey.
pub fn plain_json(line: String) -> String {
    if !line.contains(is_control) {
        return line;
    }
    let mut plain = String::with_capacity(line.len() + 8);
    for c in line.chars() {
        // All of them have four hexadecimal digits.
        if is_control(c) { plain.push_str(&format!("\\u{:04x}", u32::from(c))) } else { plain.push(c) }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_words_are_close() {
        assert!(close("freecell", "frecell") && close("cells", "cels") && close("seahaven", "saehaven"));
        assert!(!close("cells", "build") && !close("freecell", "penguin"));
        assert_eq!(distance("", "abc"), 3);
    }

    #[cfg(feature = "batch")]
    #[test]
    fn control_characters_are_made_visible() {
        assert_eq!(visible("a plain\ntext ♥"), "a plain\ntext ♥");
        let line = serde_json::json!({"id": "a\u{9b}31m\u{7f}\u{202e}\u{1b}♥"}).to_string();
        let plain = plain_json(line.clone());
        assert_eq!(plain, r#"{"id":"a\u009b31m\u007f\u202e\u001b♥"}"#);
        let value = |text| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&plain), value(&line));
        assert_eq!(visible("a\u{1b}[31m\r\u{9b}b\u{202e}"), "a\\u{1b}[31m\\r\\u{9b}b\\u{202e}");
    }
}
