//! Bytes to text: UTF-8, or UTF-16 as some editors save it, without marks that only decorate.

use super::BoardError;

/// The text of a board.
pub(super) fn decode(bytes: &[u8]) -> Result<String, BoardError> {
    let text = match utf16(bytes) {
        Some(text) => text,
        None => utf8(bytes)?.to_string(),
    };
    if let Some(place) = text.find(|c: char| c.is_control() && !c.is_whitespace()) {
        let (line, column) = place_of(&text[..place]);
        let code = text[place..].chars().next().map_or(0, u32::from);
        let problem = format!("control character 0x{code:02x}; expected cards like 7H");
        return Err(BoardError { line, column, problem });
    }
    // Byte order mark, and the selectors that make a suit an emoji.
    let text = text.replace(['\u{feff}', '\u{fe0f}', '\u{fe0e}'], "");
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    Ok(lines.chars().map(narrow).collect())
}

/// The usual form of a full-width letter or digit.
fn narrow(letter: char) -> char {
    match u32::from(letter) {
        code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, BoardError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = place_of(&String::from_utf8_lossy(&bytes[..error.valid_up_to()]));
        let byte = bytes[error.valid_up_to()];
        let problem = format!("byte 0x{byte:02x} is not text; expected cards like 7H, in UTF-8 or UTF-16");
        BoardError { line, column, problem }
    })
}

/// UTF-16 with a byte order mark, or without one if every other byte of the beginning is zero.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (little, rest) = match bytes {
        [0xff, 0xfe, rest @ ..] => (true, rest),
        [0xfe, 0xff, rest @ ..] => (false, rest),
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => (true, bytes),
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => (false, bytes),
        _ => return None,
    };
    if !rest.len().is_multiple_of(2) {
        return None;
    }
    let unit = |pair: &[u8]| {
        if little { u16::from_le_bytes([pair[0], pair[1]]) } else { u16::from_be_bytes([pair[0], pair[1]]) }
    };
    char::decode_utf16(rest.chunks_exact(2).map(unit)).collect::<Result<String, _>>().ok()
}

/// Line and column of what comes after a text.
fn place_of(before: &str) -> (usize, usize) {
    (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or("").chars().count() + 1)
}
