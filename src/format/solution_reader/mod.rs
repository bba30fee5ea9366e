//! Solutions as people and programs write them: one entry point for every notation.
//!
//! [`read`] turns a text into moves. The notation is recognised by its words. What a notation leaves open is decided by playing:
//! how many cards go to an empty column if no count is written, and whether cards go home automatically after a move. The first
//! reading that wins is taken, otherwise the first whose moves are all legal; [`ReadSolution::reading`] says which it was. The
//! first moves of a game ([`read_opening`]) need not win: there the first legal reading is taken. Without a win, several legal
//! readings may lead to different positions: [`ReadSolution::others`] lists them, so that no guess goes unreported.

mod autoplay;
mod fc_solve_words;
#[cfg(feature = "serde")]
mod json;
mod own_words;
mod replay;
mod standard;
mod written_move;

use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::{IllegalMove, LayoutError, Position};
use replay::Played;
use std::fmt;
use written_move::{Target, WrittenGame, WrittenMove};

/// A text that is not a list of moves of this deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionError {
    /// There is no move in the text.
    #[error("there are no moves in it; write them like 26 3a a5 4h 26v3, or as `winnable solve` prints them")]
    Empty,
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
    /// A move that the rules do not allow there, in the reading that gets furthest.
    #[error(
        "move {step} (line {line}, column {column}: `{text}`) is not legal: {why}{}{}",
        piles(why, *from, *to),
        read_as(reading)
    )]
    Illegal {
        /// Which written move, from 1.
        step: usize,
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// What was read.
        text: String,
        /// The rule that is broken.
        why: IllegalMove,
        /// Where from.
        from: Pile,
        /// Where to.
        to: Option<Pile>,
        /// How the text was read.
        reading: Reading,
    },
    /// Boards of Freecell Solver without the moves between them.
    #[error("there are boards in it, but no moves; run fc-solve with -m or -sam to have them")]
    OnlyBoards,
    /// JSON that holds no moves.
    #[error("{0}")]
    Json(String),
    /// A record of other rules.
    #[error("the record is for other rules ({game}, digest {digest})")]
    OtherRules {
        /// The game that it names.
        game: String,
        /// The digest of its rules.
        digest: String,
    },
    /// A record of another deal.
    #[error("the record is for deal {deal}, which has other cards")]
    OtherDeal {
        /// The deal that it names.
        deal: String,
    },
    /// The deal itself is wrong.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// The piles of a move, where the reason names only cards.
fn piles(why: &IllegalMove, from: Pile, to: Option<Pile>) -> String {
    match to {
        Some(to) if why.names_no_place() => format!(" ({} to {})", from.in_words(), to.in_words()),
        _ => String::new(),
    }
}

fn read_as(reading: &Reading) -> String {
    if reading.is_plain() { String::new() } else { format!("; read as {reading}") }
}

/// The notation of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Notation {
    /// Standard FreeCell notation: `26 3a 4h`.
    Standard,
    /// Freecell Solver's words: `Move a card from stack 4 to freecell 0`.
    FcSolveWords,
    /// Our own steps in words.
    Words,
    /// JSON: a record or a list.
    Json,
}

/// Which cards go home without being written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoplay {
    /// None.
    None,
    /// Those that are safe by Horne's rule, as in Microsoft's FreeCell.
    Safe,
    /// Those that are safe by Raymond's rule.
    SafeRaymond,
    /// All that can.
    All,
}

/// How many cards a move to an empty column takes where the text does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyColumnCount {
    /// One, as in Freecell Solver's extended notation.
    One,
    /// As many as can move.
    Most,
    /// A number with which the later moves are legal.
    Any,
}

/// What the letters of cells mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellNames {
    /// Each cell has its letter.
    Fixed,
    /// `a` is the card that has been in a cell longest.
    ByArrival,
}

/// A choice for everything that a notation leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Convention {
    /// Which home moves are automatic.
    pub autoplay: Autoplay,
    /// Whether they also do before the first move.
    pub autoplay_at_start: bool,
    /// How many cards a move to an empty column takes.
    pub to_empty_column: EmptyColumnCount,
    /// What the letters of cells mean.
    pub cells: CellNames,
}

/// How a text was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The notation.
    pub notation: Notation,
    /// What it left open.
    pub convention: Convention,
    /// Whether the text has moves to an empty column without a count where more than one card could move.
    pub counts_were_open: bool,
}

impl Reading {
    /// Whether every move is written in full, so that no choice was made.
    pub fn is_plain(&self) -> bool {
        self.convention.autoplay == Autoplay::None
            && self.convention.cells == CellNames::Fixed
            && !self.counts_were_open
            && matches!(self.notation, Notation::Standard | Notation::Json | Notation::Words)
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.notation {
            Notation::Standard => "standard notation",
            Notation::FcSolveWords => "Freecell Solver's words",
            Notation::Words => "numbered steps",
            Notation::Json => "JSON",
        })?;
        f.write_str(match self.convention.autoplay {
            Autoplay::None => "",
            Autoplay::Safe => ", safe cards go home by themselves",
            Autoplay::SafeRaymond => ", safe cards go home by themselves (Raymond's rule)",
            Autoplay::All => ", every card goes home by itself as soon as it can",
        })?;
        if self.convention.autoplay_at_start {
            f.write_str(", also before the first move")?;
        }
        if self.convention.cells == CellNames::ByArrival {
            f.write_str(", cells counted in the order in which cards came")?;
        }
        match (self.counts_were_open, self.convention.to_empty_column) {
            (false, _) => Ok(()),
            (true, EmptyColumnCount::One) => f.write_str(", one card to an empty column where no count is given"),
            (true, EmptyColumnCount::Most) => {
                f.write_str(", as many cards as can move to an empty column where no count is given")
            }
            (true, EmptyColumnCount::Any) => {
                f.write_str(", the number of cards to an empty column as the later moves need it")
            }
        }
    }
}

/// A solution, or the first moves of a game, read from a text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadSolution {
    /// All moves in order, also those that the text leaves out; each is legal, unless the notation is JSON, which is not played.
    pub moves: Vec<Move>,
    /// How many of them are automatic home moves.
    pub automatic: usize,
    /// How the text was read.
    pub reading: Reading,
    /// Other readings, also legal, that end in another position. Always empty if this one wins.
    pub others: Vec<Reading>,
    /// The deal that the text says it belongs to, like `ms:617`.
    pub deal: Option<String>,
}

/// Reads moves in any notation that is known, for a deal of a game.
pub fn read(text: &str, game: &Game, layout: &Layout) -> Result<ReadSolution, SolutionError> {
    read_with(text, game, layout, None)
}

/// Reads moves; `autoplay` says which cards go home without being written, if that is known.
pub fn read_with(
    text: &str,
    game: &Game,
    layout: &Layout,
    autoplay: Option<Autoplay>,
) -> Result<ReadSolution, SolutionError> {
    read_part(text, game, layout, autoplay, Part::Whole)
}

/// Reads the first moves of a game: the plainest legal reading, even if another one wins.
pub fn read_opening(text: &str, game: &Game, layout: &Layout) -> Result<ReadSolution, SolutionError> {
    read_part(text, game, layout, None, Part::Opening)
}

/// How much of a game a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// All of it, so a reading that wins is right.
    Whole,
    /// The first moves.
    Opening,
}

fn read_part(
    text: &str,
    game: &Game,
    layout: &Layout,
    autoplay: Option<Autoplay>,
    part: Part,
) -> Result<ReadSolution, SolutionError> {
    let start = Position::new(game.clone(), layout.clone())?;
    let text = written_move::without_colors(text.trim_start_matches('\u{feff}'));
    #[cfg(feature = "serde")]
    if text.trim_start().starts_with(['{', '[']) {
        match json::read(text.trim_start(), game, layout)? {
            json::Found::Moves(read) => return Ok(read),
            json::Found::Text(words) => return read_part(&words, game, layout, autoplay, part),
        }
    }
    let (notation, tokens) = match (fc_solve_words::tokens(&text), own_words::tokens(&text)) {
        (Some(tokens), _) => (Notation::FcSolveWords, tokens),
        (None, Some(tokens)) => (Notation::Words, tokens),
        (None, None) => (Notation::Standard, standard::tokens(&text, layout)?),
    };
    if tokens.moves.is_empty() {
        return Err(SolutionError::Empty);
    }
    settle(&tokens, notation, &start, autoplay, part)
}

/// Plays the moves under every convention and takes the best.
fn settle(
    tokens: &WrittenGame,
    notation: Notation,
    start: &Position,
    autoplay: Option<Autoplay>,
    part: Part,
) -> Result<ReadSolution, SolutionError> {
    let deal = tokens.deal.map(|number| format!("ms:{number}"));
    let mut legal: Vec<(Convention, Played)> = Vec::new();
    let mut furthest: Option<(Convention, Played)> = None;
    let reading = |convention: Convention| Reading {
        notation,
        convention,
        counts_were_open: counts_were_open(&tokens.moves, start, convention),
    };
    for convention in conventions(&tokens.moves, notation, autoplay) {
        let played = replay::play(&tokens.moves, start, convention);
        if part == Part::Whole && played.wins() {
            let (moves, automatic) = (played.moves, played.automatic);
            return Ok(ReadSolution { moves, automatic, reading: reading(convention), others: Vec::new(), deal });
        }
        if played.stopped.is_none() {
            legal.push((convention, played));
        } else if furthest.as_ref().is_none_or(|(_, best)| played.reached(usize::MAX) > best.reached(usize::MAX)) {
            furthest = Some((convention, played));
        }
    }
    let mut legal = legal.into_iter();
    if let Some((convention, first)) = legal.next() {
        let end = first.end.canonical();
        let others =
            legal.filter(|(_, played)| played.end.canonical() != end).map(|(other, _)| reading(other)).collect();
        let (moves, automatic) = (first.moves, first.automatic);
        return Ok(ReadSolution { moves, automatic, reading: reading(convention), others, deal });
    }
    let (convention, played) = furthest.expect("there is at least one convention");
    let (index, wish, why) = played.stopped.expect("it is not legal to the end");
    let WrittenMove { text, line, column, .. } = tokens.moves[index].clone();
    let to = if let Target::Pile(pile) = wish.to { Some(pile) } else { None };
    let reading = reading(convention);
    Err(SolutionError::Illegal { step: index + 1, line, column, text, why, from: wish.from, to, reading })
}

/// The conventions to try, the plainest first.
fn conventions(tokens: &[WrittenMove], notation: Notation, autoplay: Option<Autoplay>) -> Vec<Convention> {
    let any_cell = tokens.iter().flat_map(|token| &token.wishes).any(|wish| wish.to == Target::AnyCell);
    let autoplays: &[Autoplay] = match (notation, autoplay) {
        (_, Some(Autoplay::Safe)) => &[Autoplay::Safe, Autoplay::SafeRaymond],
        (_, Some(Autoplay::None)) => &[Autoplay::None],
        (_, Some(Autoplay::All)) => &[Autoplay::All],
        (_, Some(Autoplay::SafeRaymond)) => &[Autoplay::SafeRaymond],
        (Notation::Standard, None) => &[Autoplay::None, Autoplay::Safe, Autoplay::All, Autoplay::SafeRaymond],
        (_, None) => &[Autoplay::None],
    };
    let cells: &[CellNames] = if any_cell { &[CellNames::ByArrival, CellNames::Fixed] } else { &[CellNames::Fixed] };
    let mut found = Vec::new();
    for autoplay_at_start in [false, true] {
        for &autoplay in autoplays.iter().filter(|a| !autoplay_at_start || **a != Autoplay::None) {
            for &cells in cells {
                for to_empty_column in [EmptyColumnCount::One, EmptyColumnCount::Most, EmptyColumnCount::Any] {
                    found.push(Convention { autoplay, autoplay_at_start, to_empty_column, cells });
                }
            }
        }
    }
    found
}

/// Whether the count of a move to an empty column was chosen: more cards could have moved, or fewer.
fn counts_were_open(tokens: &[WrittenMove], start: &Position, convention: Convention) -> bool {
    let ends = [EmptyColumnCount::One, EmptyColumnCount::Most]
        .map(|to_empty_column| replay::play(tokens, start, Convention { to_empty_column, ..convention }));
    ends[0].moves != ends[1].moves
}
