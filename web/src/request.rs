//! What JavaScript asks: one object for all questions, with the names that the command line has.

use serde::Deserialize;
use serde_json::Value;
use std::cell::RefCell;
use std::time::Duration;
use winnable::difficulty::Level;
use winnable::format::board;
use winnable::format::record::RulesName;
use winnable::format::start::{NamedDeal, Start, StartError};
use winnable::rules::{Rules, preset};
use winnable::{DealNumber, Game, Limits, Metric, Move};

/// Bytes that a search may hold unless told otherwise: what a browser gives without complaint.
const MEMORY: u64 = 1_000_000_000;
/// Bytes that a search may hold at most: addresses have 32 bits, and a table that grows is there twice for a while.
const MOST_MEMORY: u64 = 3_000_000_000;

/// A question. Fields that it does not need are ignored; unknown ones are refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Request {
    /// A game's name; FreeCell if there is none.
    game: Option<String>,
    /// Changes like `{"cells": 3}`, or complete rules as TOML.
    rules: Option<Value>,
    /// A number, or a text like `617`, `ms:617` or `pysol:617`.
    deal: Option<Value>,
    /// A board as text, instead of a deal.
    board: Option<String>,
    /// Moves to be played first: any notation as text, or a list of moves.
    after: Option<Value>,
    /// The played game of a review.
    played: Option<Value>,
    /// The solution to be verified.
    solution: Option<Value>,
    /// Whether shortest lengths are asked for.
    #[serde(default)]
    pub optimal: bool,
    /// `moves` or `cards`.
    metric: Option<String>,
    /// Whether the fewest cells are asked for.
    #[serde(default)]
    pub min_cells: bool,
    limits: Option<LimitsRequest>,
    /// Whether a deal that can be won is asked for.
    #[serde(default)]
    pub winnable: bool,
    seed: Option<u64>,
    pub level: Option<Level>,
    /// Whether the oracle may use what it knows from the questions before.
    #[serde(default)]
    pub keep: bool,
}

/// Limits; `time` is in seconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsRequest {
    states: Option<u64>,
    memory: Option<u64>,
    time: Option<f64>,
}

/// A game and what names it in records.
#[derive(Clone)]
pub struct Named {
    pub game: Game,
    pub name: RulesName,
}

thread_local! {
    /// The last game that was asked about by name and changes. To read its rules and to write their name takes longer than to
    /// solve a deal.
    static GAME: RefCell<Option<(Option<String>, Option<Value>, Named)>> = const { RefCell::new(None) };
}

impl Request {
    /// Reads a request.
    pub fn read(json: &str) -> Result<Request, String> {
        serde_json::from_str(json).map_err(|error| format!("the request cannot be read: {error}"))
    }

    /// The game that is asked about.
    pub fn game(&self) -> Result<Game, String> {
        Ok(self.named_game()?.game)
    }

    /// The game that is asked about, with its name.
    pub fn named_game(&self) -> Result<Named, String> {
        let known = GAME.with_borrow(|kept| match kept {
            Some((game, rules, named)) if *game == self.game && *rules == self.rules => Some(named.clone()),
            _ => None,
        });
        if let Some(named) = known {
            return Ok(named);
        }
        let game = self.read_game()?;
        let named = Named { name: RulesName::new(&game), game };
        GAME.set(Some((self.game.clone(), self.rules.clone(), named.clone())));
        Ok(named)
    }

    fn read_game(&self) -> Result<Game, String> {
        if let Some(Value::String(toml)) = &self.rules {
            if self.game.is_some() {
                return Err(
                    "give either a game with changes to its rules, or rules as TOML (base = \"…\" names a game)".into(),
                );
            }
            return Game::from_toml(toml).map_err(|error| error.to_string());
        }
        let name = self.game.as_deref().unwrap_or("freecell");
        let mut rules: Rules = preset(name).ok_or_else(|| format!("there is no game `{name}`; games() lists them"))?;
        match &self.rules {
            None | Some(Value::Null) => {}
            Some(Value::Object(changes)) => {
                let plain = |value: &Value| match value {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                let changes: Vec<String> = changes.iter().map(|(key, v)| format!("{key}={}", plain(v))).collect();
                rules.apply_overrides(&changes).map_err(|error| error.to_string())?;
            }
            Some(_) => return Err("`rules` is an object like {\"cells\": 3}, or complete rules as TOML".into()),
        }
        Game::new(rules).map_err(|error| error.to_string())
    }

    /// The deal that is asked about.
    pub fn deal(&self, game: &Game) -> Result<NamedDeal, String> {
        let numbered = |text: &str| {
            let number: DealNumber = text.parse().map_err(|error| format!("{error}"))?;
            Ok(NamedDeal { name: number.to_string(), layout: game.deal(number) })
        };
        match (&self.board, &self.deal) {
            (Some(text), None) => {
                let layout = board::read(text.as_bytes(), game).map_err(|error| error.to_string())?;
                Ok(NamedDeal { name: "board".into(), layout })
            }
            (None, Some(Value::String(text))) => numbered(text.trim()),
            (None, Some(Value::Number(number))) => numbered(&number.to_string()),
            (None, Some(_)) => Err("`deal` is a number, or a text like \"617\", \"ms:617\" or \"pysol:617\"".into()),
            (None, None) => Err("there is no deal; give `deal` (a number) or `board` (a text)".into()),
            (Some(_), Some(_)) => Err("give either `deal` or `board`, not both".into()),
        }
    }

    /// The position that is asked about: the deal after the moves.
    pub fn start(&self, game: &Game) -> Result<Start, String> {
        let deal = self.deal(game)?;
        if self.after.is_none() {
            return Ok(deal.into());
        }
        let moves = self.after(game, &deal)?;
        Start::after(deal, &moves, game).map_err(|error| format!("after: {error}"))
    }

    /// The moves of `after`; none if there is no such field.
    pub fn after(&self, game: &Game, deal: &NamedDeal) -> Result<Vec<Move>, String> {
        let read = |text: &str| deal.read_opening(text, game).map(|read| read.moves);
        read_moves(self.after.as_ref(), read).map_err(|error| format!("after: {error}"))
    }

    /// The played game of a review.
    pub fn played(&self, game: &Game, deal: &NamedDeal) -> Result<Vec<Move>, String> {
        match &self.played {
            None => Err("there is no game to review; give `played`".into()),
            played => read_moves(played.as_ref(), |text| deal.read_game(text, game).map(|read| read.moves)),
        }
    }

    /// The text of the solution to be verified.
    pub fn solution(&self) -> Result<String, String> {
        match &self.solution {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(other) => Ok(other.to_string()),
            None => Err("there is no solution; give `solution`: a text, a list of moves or a record".into()),
        }
    }

    /// The metric, if shortest lengths are asked for.
    pub fn metric(&self) -> Result<Option<Metric>, String> {
        let metric = match self.metric.as_deref() {
            None | Some("moves") => Metric::Moves,
            Some("cards") => Metric::Cards,
            Some(other) => return Err(format!("there is no metric `{other}`; it is moves or cards")),
        };
        Ok(self.optimal.then_some(metric))
    }

    /// The limits: the defaults of the game, with less memory, and what the request says.
    pub fn limits(&self, game: &Game) -> Limits {
        let mut limits = Limits::of(game).memory(MEMORY);
        if let Some(given) = &self.limits {
            limits.states = given.states.unwrap_or(limits.states);
            limits.memory = given.memory.unwrap_or(MEMORY).min(MOST_MEMORY);
            let seconds = given.time.filter(|seconds| (0.0..1e9).contains(seconds));
            limits.time = seconds.map(Duration::from_secs_f64);
        }
        limits
    }

    /// Where random numbers start.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64)
    }
}

/// Moves as text in any notation, or as a list. An empty list is no moves, which as a text is an error.
fn read_moves(
    moves: Option<&Value>,
    read: impl FnOnce(&str) -> Result<Vec<Move>, StartError>,
) -> Result<Vec<Move>, String> {
    let text = match moves {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => {
            // A list of moves says everything: it is read as it stands, without looking for other readings.
            let read = |mv: &Value| serde_json::from_value(mv.clone()).map_err(|error| format!("{mv}: {error}"));
            return list.iter().map(read).collect();
        }
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    read(&text).map_err(|error| error.to_string())
}
