//! The commands for a caller in the same process, such as the Python package: the same readers, searches, records and messages
//! as on the command line, but nothing is printed and no signal is handled.
//!
//! Not covered by semantic versioning: it follows the command line.

use super::args::{self, GameArgs, most, numbered_deal, read_file};
use super::exit::{self, Exit};
use super::{analyze, bench, certificate, hint, moves, review, solve};
use crate::batch::boards::board_text;
use crate::card::Card;
use crate::deal::DealRange;
use crate::format::certificate_file::MAGIC;
use crate::format::record::{Record, SCHEMA};
pub use crate::format::start::{NamedDeal, Start};
use crate::format::{board, judgement, notation, position_record, words};
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::registry::Strategy;
use crate::search::{Answer, Cancel, CellCounter, Limits, MinCells, Oracle, Solver};
use crate::verdict::Verdict;
use crate::verify::certificate::Certificate;
use anyhow::{Context, anyhow, bail};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::Instant;

/// An error in words, and whether it is a bug of the program rather than a mistake in the input.
pub fn explained(error: &anyhow::Error) -> (bool, String) {
    let (exit, message) = exit::explained(error);
    (exit == Exit::Internal, message)
}

/// A game by name, rule file or rule text, with changes like `cells=3`.
pub fn game(name: &str, changes: &[String]) -> anyhow::Result<Game> {
    if !name.contains(['\n', '=']) {
        return GameArgs { game: name.to_string(), rules: changes.to_vec() }.rules();
    }
    let mut rules = Rules::from_toml(name).context("rules")?;
    rules.apply_overrides(changes).with_context(|| format!("--rule {}", changes.join(" --rule ")))?;
    Game::new(rules).context("rules")
}

/// Limits as texts like on the command line; those of the game where nothing is said.
pub fn limits(game: &Game, states: Option<&str>, memory: Option<&str>, time: Option<&str>) -> anyhow::Result<Limits> {
    let wrong = |text: &str, what: &str, why: String| anyhow!("invalid value '{text}' for the limit on {what}: {why}");
    let mut limits = Limits::of(game);
    if let Some(text) = states {
        limits.states = args::positive(text).map_err(|why| wrong(text, "states", why))?;
    }
    if let Some(text) = memory {
        limits.memory = args::size(text).map_err(|why| wrong(text, "memory", why))?;
    }
    if let Some(text) = time {
        limits.time = Some(args::duration(text).map_err(|why| wrong(text, "time", why))?);
    }
    Ok(limits)
}

/// A deal as a caller has it.
#[derive(Clone, Debug)]
pub enum Given {
    /// A number (`617`, `ms:617`, `pysol:617`) or the text of a board.
    Text(String),
    /// A board file.
    File(String),
    /// The fields of a structured board: `columns`, `cells`, `foundations`, …, or `board`, or `deal`.
    Fields(Map<String, Value>),
}

/// A deal that has been read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The deal.
    pub deal: NamedDeal,
    /// How its board differs from the plain form.
    pub notes: Vec<String>,
}

impl Given {
    /// Reads the deal.
    pub fn read(&self, game: &Game) -> anyhow::Result<Read> {
        match self {
            Given::Text(text) if is_number(text) => Ok(Read { deal: numbered_deal(text.trim(), game)?, notes: vec![] }),
            Given::Text(text) if text.split_whitespace().count() <= 1 => {
                let text = text.trim();
                bail!(
                    "`{text}` is neither a deal number (617, ms:617, pysol:617) nor a board; files are given as paths"
                )
            }
            Given::Text(text) => read_board(text.as_bytes(), game).context("board"),
            Given::File(path) => read_board(&read_file(path, most::BOARD)?, game).with_context(|| path.clone()),
            Given::Fields(fields) => match (fields.get("deal"), fields.get("board")) {
                (Some(deal), _) => {
                    let text = deal.as_str().map_or_else(|| deal.to_string(), str::to_string);
                    Ok(Read { deal: numbered_deal(&text, game)?, notes: vec![] })
                }
                (None, Some(Value::String(text))) => read_board(text.as_bytes(), game).context("board"),
                (None, Some(_)) => bail!("`board` must be a text"),
                (None, None) => {
                    let text = board_text(fields).map_err(|problem| anyhow!("{problem}"))?;
                    read_board(text.as_bytes(), game).context("board")
                }
            },
        }
    }

    /// Reads the deal and plays these moves on it.
    pub fn start(&self, game: &Game, moves: Option<&str>) -> anyhow::Result<(Start, Vec<String>)> {
        let Read { deal, notes } = self.read(game)?;
        let start = match moves {
            None => deal.into(),
            Some(text) => {
                let moves = deal.read_opening(text, game).context("--after")?.moves;
                Start::after(deal, &moves, game).context("--after")?
            }
        };
        Ok((start, notes))
    }
}

/// Whether a text can only be meant as a deal number or range: one word that starts like one. Boards have several.
fn is_number(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(word), None) = (words.next(), words.next()) else { return false };
    word.starts_with(|c: char| c.is_ascii_digit()) || word.starts_with("ms:") || word.starts_with("pysol:")
}

fn read_board(bytes: &[u8], game: &Game) -> anyhow::Result<Read> {
    let read = board::read_noting(bytes, game)?;
    let notes = read.notes.iter().map(ToString::to_string).collect();
    Ok(Read { deal: NamedDeal { name: "board".into(), layout: read.layout }, notes })
}

/// What is asked about a position.
pub struct Question {
    /// The game.
    pub game: Game,
    /// The position.
    pub start: Start,
    /// Limits.
    pub limits: Limits,
    /// Prove shortest lengths in this metric.
    pub metric: Option<Metric>,
    /// Ends the search.
    pub cancel: Cancel,
}

/// The answer of `solve`, with what can be made of it later.
pub struct Solved {
    game: Game,
    start: Start,
    limits: Limits,
    answer: Answer,
    min_cells: Option<MinCells>,
    seconds: f64,
}

impl Question {
    /// `winnable solve`.
    pub fn solve(self, min_cells: bool) -> anyhow::Result<Solved> {
        let Question { game, start, limits, metric, cancel } = self;
        let started = Instant::now();
        let mut solver = Solver::new(game.clone()).with_limits(limits).with_metric(metric).with_cancel(cancel.clone());
        let answer = solver.solve(&start.deal.layout)?;
        let min_cells = match min_cells {
            true => {
                let mut counter = CellCounter::new(game.clone()).with_limits(limits).with_cancel(cancel);
                Some(counter.count(&start.deal.layout, Some(&answer))?)
            }
            false => None,
        };
        let seconds = started.elapsed().as_secs_f64();
        Ok(Solved { game, start, limits, answer, min_cells, seconds })
    }

    fn oracle(&self) -> Oracle {
        Oracle::new(self.game.clone())
            .with_limits(self.limits)
            .with_metric(self.metric)
            .with_cancel(self.cancel.clone())
    }

    /// `winnable moves`: the record and the words.
    pub fn moves(&self) -> anyhow::Result<(String, String)> {
        let Question { game, start, .. } = self;
        let judged = self.oracle().moves(&start.deal.layout)?;
        let record = Record::new(game, &start.deal.name, &judged.answer, false);
        let line = start.record_line_with(&record, position_record::options(&judged.moves, self.metric.is_some()));
        let words =
            solve::headline(&start.title(), &judged.answer) + &moves::table(game, &start.deal.layout, &judged, &plain)?;
        Ok((line, words))
    }

    /// `winnable hint`: the record and the words.
    pub fn hint(&self) -> anyhow::Result<(String, String)> {
        let Question { game, start, .. } = self;
        let found = self.oracle().hint(&start.deal.layout)?;
        let record = Record::new(game, &start.deal.name, &found.answer, false);
        let line = start.record_line_with(&record, position_record::next(found.next.as_ref(), self.metric.is_some()));
        let position = Position::new(game.clone(), start.deal.layout.clone())?;
        Ok((line, hint::line(&found, &position, &plain)))
    }

    /// `winnable review`: the record and the words.
    pub fn review(&self, played: &str) -> anyhow::Result<(String, String)> {
        let Question { game, start, .. } = self;
        let (name, layout) = (&start.deal.name, &start.deal.layout);
        let played = start.deal.read_game(played, game).context("GAME")?.moves;
        let found = self.oracle().review(layout, &played)?;
        let record = Record::new(game, name, &found.answer, false);
        let line = position_record::with_fields(&record, position_record::review(&found, self.metric.is_some()));
        Ok((line, review::words_of(game, layout, &played, &found)?))
    }
}

fn plain(card: Card) -> String {
    card.to_string()
}

impl Solved {
    /// What `--json` prints.
    pub fn record_line(&self) -> String {
        solve::record_line(&self.start, &self.game, &self.answer, self.min_cells, self.seconds)
    }

    /// The answer in one or two lines.
    pub fn headline(&self) -> String {
        let cells = self.min_cells.map_or(String::new(), |count| solve::cells_in_words(&count));
        solve::headline(&solve::name(&self.start, &self.game), &self.answer) + &cells
    }

    /// The solution in standard notation, if there is one.
    pub fn notation(&self) -> Option<String> {
        let moves = &self.answer.solution.as_ref()?.moves;
        Some(notation::write_all(&self.game, &self.start.deal.layout, moves))
    }

    /// The numbered steps of the solution, if there is one.
    pub fn steps(&self) -> Option<Vec<String>> {
        let moves = &self.answer.solution.as_ref()?.moves;
        Some(words::steps(&self.game, &self.start.deal.layout, moves, &plain))
    }

    /// The certificate of an unwinnable deal and its number of positions; `None` of another. It takes another search.
    pub fn certificate(&self, cancel: Cancel) -> anyhow::Result<Option<(Vec<u8>, u64)>> {
        if self.answer.verdict != Verdict::Unwinnable {
            return Ok(None);
        }
        if self.start.is_after_moves() {
            bail!("certificates are of deals, not of positions after moves; give the position as a board");
        }
        let solver = Solver::new(self.game.clone()).with_limits(self.limits).with_cancel(cancel);
        let certificate = solver.certificate(&self.start.deal.name, &self.start.deal.layout)?;
        let mut bytes = Vec::new();
        certificate.write(&mut bytes)?;
        Ok(Some((bytes, certificate.positions() as u64)))
    }
}

/// `winnable verify` of a solution or certificate: whether it holds, and the answer in words.
pub fn verify(game: &Game, deal: &NamedDeal, claim: &[u8]) -> anyhow::Result<(bool, String)> {
    if claim.starts_with(MAGIC.as_bytes()) {
        let certificate = Certificate::read(&mut &claim[..])?;
        let judged = judgement::of_certificate(&certificate, game, deal);
        return Ok((judged.holds, judged.message));
    }
    let text = std::str::from_utf8(claim).context("the solution is not text")?;
    let judged = judgement::of_solution(text, game, deal, None)?;
    Ok((judged.holds, judged.message))
}

/// `winnable deal --json`: the board as text, and its parts.
pub fn deal_record(game: &Game, deal: &NamedDeal) -> Value {
    let Layout { columns, cells, foundations, stock, waste, redeals } = &deal.layout;
    let cards = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
    let top = |pile: &crate::layout::FoundationPile| {
        let base = pile.base.filter(|_| pile.count > 0)?;
        Some(game.order().above(base, pile.count as usize - 1).to_string())
    };
    let piles: Vec<Value> = foundations
        .iter()
        .map(|pile| {
            let suit = pile.suit.map(|suit| suit.letter().to_string());
            json!({"suit": suit, "top": top(pile), "count": pile.count})
        })
        .collect();
    json!({
        "schema": SCHEMA, "game": game.name, "rules": game.digest(), "deal": deal.name,
        "board": board::write(&deal.layout, game),
        "columns": columns.iter().map(|column| cards(column)).collect::<Vec<_>>(),
        "cells": cells.iter().map(|cell| cell.map(|card| card.to_string())).collect::<Vec<_>>(),
        "foundations": piles, "stock": cards(stock), "waste": cards(waste), "redeals": redeals,
    })
}

/// The built-in strategies of a list like `quick,beam:width=100`.
pub fn strategies(text: &str, game: &Game) -> anyhow::Result<Vec<Strategy>> {
    bench::strategies(text, game)
}

/// The same for a file.
pub fn verify_file(game: &Game, deal: &NamedDeal, path: &Path) -> anyhow::Result<(bool, String)> {
    let path = path.to_string_lossy();
    if let Some(certificate) = certificate::open(&path)? {
        let judged = judgement::of_certificate(&certificate, game, deal);
        return Ok((judged.holds, judged.message));
    }
    let claim = read_file(&path, most::MOVES).context("SOLUTION is a file, or - for standard input")?;
    verify(game, deal, &claim).with_context(|| path.to_string())
}

/// The deals of a text like `1..10,617`, or of the file `@FILE`.
pub fn range(text: &str) -> anyhow::Result<DealRange> {
    if text.trim() == "-" {
        bail!("standard input cannot be read here; give a range like 1..1000, a list of boards or @FILE");
    }
    analyze::read_range(text)
}
