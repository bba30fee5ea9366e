//! Reading boards as Freecell Solver's callers write them.
//!
//! Unlike in this program's own board files, empty lines count: after the lines of foundations and cells every line is a column,
//! and an empty line is an empty column, as PySolFC writes it. A face-down card, `<4C>`, is read as the card that it is.

use crate::card::{Card, Rank, Suit};
use crate::game::Game;
use crate::layout::Layout;
use crate::position::{LayoutError, check_layout};
use anyhow::{Context, bail};

/// Reads a board of this game.
pub fn read(text: &str, game: &Game) -> anyhow::Result<Layout> {
    let mut layout = Layout::empty(game);
    let mut column = 0;
    for (i, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let at = || format!("Line {}", i + 1);
        let (label, rest) = line.split_once(':').unwrap_or(("", line));
        match label.trim().to_ascii_lowercase().as_str() {
            "" if column < layout.columns.len() => {
                layout.columns[column] =
                    rest.split_whitespace().map(card).collect::<anyhow::Result<_>>().with_context(at)?;
                column += 1;
            }
            "" if rest.trim().is_empty() => {}
            "" => bail!("{}: one column too many; the game has {}.", at(), layout.columns.len()),
            "foundations" | "foundation" | "founds" | "found" => {
                foundations(rest, &mut layout).with_context(at)?;
            }
            "freecells" | "freecell" | "fc" => cells(rest, &mut layout).with_context(at)?,
            other => bail!("{}: \"{other}:\" is unknown; expected Foundations: or Freecells:.", at()),
        }
    }
    if column < layout.columns.len() {
        bail!("Not enough input. The board has {column} columns, and the game has {}.", layout.columns.len());
    }
    match check_layout(game, &layout) {
        Ok(()) => Ok(layout),
        Err(LayoutError::TooMany { card, .. }) => bail!("There's an extra card: {card}."),
        Err(LayoutError::Missing { card, .. }) => bail!("There's a missing card: {card}."),
        Err(other) => Err(other.into()),
    }
}

fn card(word: &str) -> anyhow::Result<Card> {
    let face_down = word.strip_prefix('<').and_then(|word| word.strip_suffix('>'));
    Ok(face_down.unwrap_or(word).parse::<Card>()?)
}

/// `H-5 C-0 …`: piles that are not named are empty, and several decks name a suit several times.
fn foundations(text: &str, layout: &mut Layout) -> anyhow::Result<()> {
    let mut named = vec![false; layout.foundations.len()];
    for word in text.split_whitespace() {
        let expected =
            || format!("\"{word}\" is not a foundation; expected a suit and its highest card, like H-5 or C-0");
        let (suit, rank) = word.split_once('-').with_context(expected)?;
        let mut letters = suit.chars();
        let suit =
            letters.next().and_then(Suit::from_char).filter(|_| letters.next().is_none()).with_context(expected)?;
        let count = match rank {
            "0" => 0,
            rank => rank.parse::<Rank>().ok().with_context(expected)?.number(),
        };
        let open = |i: &usize| layout.foundations[*i].suit == Some(suit) && !named[*i];
        let Some(pile) = (0..named.len()).find(open) else {
            bail!("\"{word}\" is one foundation too many");
        };
        named[pile] = true;
        layout.foundations[pile].count = count;
    }
    // The rules fill the first pile of a suit that takes a card, so equal suits are put in order.
    let suits: Vec<Suit> = Suit::ALL.to_vec();
    for suit in suits {
        let piles: Vec<usize> = (0..named.len()).filter(|&i| layout.foundations[i].suit == Some(suit)).collect();
        let mut counts: Vec<u8> = piles.iter().map(|&i| layout.foundations[i].count).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        piles.into_iter().zip(counts).for_each(|(i, count)| layout.foundations[i].count = count);
    }
    Ok(())
}

/// `- 4C -`: cells that are not named are empty.
fn cells(text: &str, layout: &mut Layout) -> anyhow::Result<()> {
    for (i, word) in text.split_whitespace().enumerate() {
        if i >= layout.cells.len() {
            bail!("\"{word}\" is one cell too many; the game has {}", layout.cells.len());
        }
        layout.cells[i] = match word {
            "-" | "--" | "." => None,
            word => Some(card(word)?),
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::games::{self, Variant};
    use super::*;
    use crate::deal::DealNumber;
    use crate::format::board;

    /// A position in the middle of a game, as PySolFC writes it: two empty columns, face-down cards.
    #[test]
    fn positions_of_pysolfc() {
        let text = "Founds: H-Q C-J D-K S-K\nFC: - KH\n\n<KC>\n\nQC\n\n\n\n\n";
        let game = Variant::default().game().unwrap();
        let layout = read(text, &game).unwrap();
        assert_eq!(layout.columns.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 0, 0, 0]);
        assert_eq!(layout.cells[1].map(|c| c.to_string()).as_deref(), Some("KH"));
        assert_eq!(layout.cards_home(), 12 + 11 + 26);
    }

    #[test]
    fn deals_read_as_board_files_do() {
        for name in ["freecell", "eight_off", "seahaven", "forecell", "relaxed_freecell"] {
            let game = games::named(name).unwrap().game().unwrap();
            let preset = Game::preset(if name == "seahaven" { "seahaven-towers" } else { name }).unwrap();
            let layout = preset.deal(DealNumber::Microsoft(24));
            assert_eq!(read(&board::write(&layout, &preset), &game).unwrap(), layout, "{name}");
        }
    }

    #[test]
    fn foundations_of_two_decks() {
        let game = Variant { decks: 2, columns: 10, cells: 8, ..Variant::default() }.game().unwrap();
        let mut layout = Layout::empty(&game);
        foundations("H-0 C-K D-K S-K H-A C-K D-2 S-K", &mut layout).unwrap();
        let counts =
            |suit| -> Vec<u8> { layout.foundations.iter().filter(|p| p.suit == Some(suit)).map(|p| p.count).collect() };
        assert_eq!(counts(Suit::Hearts), [1, 0]);
        assert_eq!(counts(Suit::Diamonds), [13, 2]);
        assert!(foundations("H-0 H-0 H-0", &mut layout).is_err());
    }

    #[test]
    fn errors_say_what_and_where() {
        let game = Variant::default().game().unwrap();
        let deal = board::write(&Game::default().deal(DealNumber::Microsoft(1)), &Game::default());
        let cases = [
            (deal.replacen("KD", "JD", 1), "There's an extra card: JD."),
            (deal.replacen(" KD", "", 1), "There's a missing card: KD."),
            (deal.replacen("KD", "XD", 1), "Line 1: "),
            (deal.lines().take(5).collect::<Vec<_>>().join("\n"), "Not enough input."),
            (format!("{deal}AS\n"), "Line 9: one column too many"),
            (format!("Founds: X-5\n{deal}"), "Line 1: \"X-5\" is not a foundation"),
            (format!("Freecells: - - - - -\n{deal}"), "Line 1: \"-\" is one cell too many"),
            (format!("Stock: AS\n{deal}"), "Line 1: \"stock:\" is unknown"),
        ];
        for (text, start) in cases {
            let error = format!("{:#}", read(&text, &game).unwrap_err());
            assert!(error.starts_with(start), "{error}");
        }
    }
}
