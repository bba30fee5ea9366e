//! One JSON object per deal: what `solve --json` and `analyze` write, and what `verify`, `merge` and `report` read.
//!
//! Fields are written in a fixed order and without spaces, so equal results give equal bytes. Records are read with serde
//! ([`Fields`]) and written by hand, because serde took longer to write a solution than the search to find it. A test compares
//! both writers on random records.

use super::notation;
use super::solution_field::SolutionField;
use crate::difficulty::Difficulty;
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::{Move, Pile};
use crate::rules::Rules;
use crate::rules::changed::label;
use crate::search::{Answer, MinCells};
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io::Write;

/// Version of the record's layout.
pub const SCHEMA: u32 = 1;

/// The record of one deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
#[non_exhaustive]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// What was changed in the rules of the game, if it is a preset: `{"cells":3}`.
    pub changed: Map<String, Value>,
    /// Digest of the rules.
    pub rules: String,
    /// The deal, like `ms:617`.
    pub deal: String,
    /// What was found.
    pub verdict: RecordVerdict,
    /// Length of the solution in moves.
    pub moves: Option<u32>,
    /// Length of the solution in single-card moves.
    pub cards: Option<u32>,
    /// Group moves in the solution that the rules grant but that cannot be replayed card by card.
    pub granted_groups: Option<u32>,
    /// States expanded.
    pub states: u64,
    /// Bounds on the shortest length.
    pub optimal: Option<OptimalRecord>,
    /// The fewest cells with which the deal can be won.
    pub min_cells: Option<MinCellsRecord>,
    /// How difficult the deal is for a player.
    pub difficulty: Option<Difficulty>,
    /// Seconds it took; only in `solve`.
    pub seconds: Option<f64>,
    /// The solution.
    pub solution: Option<Vec<Move>>,
    /// The solution in notation, instead of as a list: a twentieth of the size.
    pub notation: Option<String>,
}

/// Which solutions records hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Solutions {
    /// None.
    #[default]
    None,
    /// Lists of moves.
    Moves,
    /// Texts in standard notation.
    Notation,
}

/// What names the rules of a record.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct RulesName {
    /// The game's name.
    pub game: String,
    /// What was changed.
    pub changed: Map<String, Value>,
    /// Digest of the rules.
    pub digest: String,
}

impl RulesName {
    /// The name of these rules.
    pub fn new(rules: &Rules) -> RulesName {
        RulesName { game: rules.name.clone(), changed: rules.changed_json(), digest: rules.digest() }
    }
}

/// The verdict of a record: that of an answer, or an internal error that ended the search for this deal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordVerdict {
    /// An answer.
    Known(Verdict),
    /// A bug in the solver: this deal has no answer, and the message says why.
    Error(String),
}

impl RecordVerdict {
    /// The word used in records: `winnable`, `unwinnable`, `undecided` or `error`.
    pub fn word(&self) -> &'static str {
        match self {
            RecordVerdict::Known(verdict) => verdict.word(),
            RecordVerdict::Error(_) => "error",
        }
    }

    /// Why the deal is undecided.
    pub fn reason(&self) -> Option<Reason> {
        match self {
            RecordVerdict::Known(Verdict::Undecided(reason)) => Some(*reason),
            _ => None,
        }
    }

    /// The message of an internal error.
    pub fn error(&self) -> Option<&str> {
        match self {
            RecordVerdict::Known(_) => None,
            RecordVerdict::Error(message) => Some(message),
        }
    }

    /// The verdict with this word, reason and message.
    pub fn read(word: &str, reason: Option<Reason>, error: Option<String>) -> Result<RecordVerdict, InvalidRecord> {
        Ok(match (word, reason, error) {
            ("winnable", None, None) => RecordVerdict::Known(Verdict::Winnable),
            ("unwinnable", None, None) => RecordVerdict::Known(Verdict::Unwinnable),
            ("undecided", Some(reason), None) => RecordVerdict::Known(Verdict::Undecided(reason)),
            ("error", None, Some(message)) => RecordVerdict::Error(message),
            ("undecided", None, _) => return Err(InvalidRecord::Missing { field: "reason", verdict: "undecided" }),
            ("error", _, None) => return Err(InvalidRecord::Missing { field: "error", verdict: "error" }),
            ("winnable" | "unwinnable" | "error", Some(_), _) => return Err(InvalidRecord::Unexpected("reason")),
            ("winnable" | "unwinnable" | "undecided", _, Some(_)) => return Err(InvalidRecord::Unexpected("error")),
            _ => return Err(InvalidRecord::Verdict(word.to_string())),
        })
    }
}

impl From<Verdict> for RecordVerdict {
    fn from(verdict: Verdict) -> RecordVerdict {
        RecordVerdict::Known(verdict)
    }
}

/// Bounds on the shortest length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OptimalRecord {
    /// What is counted.
    pub metric: Metric,
    /// No solution is shorter.
    pub lower: u32,
    /// A solution of this length is known.
    pub upper: Option<u32>,
    /// Whether the shortest length is proven.
    pub proven: bool,
    /// Why the search for a proof ended, if it is not proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// The fewest cells with which a deal can be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MinCellsRecord {
    /// With fewer cells it cannot be won.
    pub lower: u8,
    /// With this many cells it can.
    pub upper: Option<u8>,
    /// Whether both are the same.
    pub proven: bool,
}

impl From<MinCells> for MinCellsRecord {
    fn from(count: MinCells) -> MinCellsRecord {
        MinCellsRecord { lower: count.lower, upper: count.upper, proven: count.proven }
    }
}

/// An object that is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidRecord {
    /// Another version of the layout.
    #[error("schema {0} where this version reads {SCHEMA}")]
    Schema(u32),
    /// An unknown verdict.
    #[error("there is no verdict `{0}`")]
    Verdict(String),
    /// A field that the verdict needs is missing.
    #[error("a record with the verdict `{verdict}` needs the field `{field}`")]
    Missing {
        /// The field.
        field: &'static str,
        /// The verdict.
        verdict: &'static str,
    },
    /// A field that does not go with the verdict.
    #[error("the field `{0}` does not go with this verdict")]
    Unexpected(&'static str),
    /// A solution that is a text, but not one in notation.
    #[error("the field `solution` is neither a list of moves nor a text in notation")]
    Notation,
    /// A text that could harm a terminal, and that this program never writes.
    #[error("the field `{0}` contains control characters")]
    ControlCharacters(&'static str),
}

/// The fields as they stand in JSON, in this order.
#[derive(Serialize, Deserialize)]
struct Fields {
    schema: u32,
    game: String,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    changed: Map<String, Value>,
    rules: String,
    deal: String,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    granted_groups: Option<u32>,
    states: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<OptimalRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_cells: Option<MinCellsRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<SolutionField>,
}

impl From<Record> for Fields {
    fn from(record: Record) -> Fields {
        Fields {
            schema: SCHEMA,
            game: record.game,
            changed: record.changed,
            rules: record.rules,
            deal: record.deal,
            verdict: record.verdict.word().to_string(),
            reason: record.verdict.reason(),
            error: record.verdict.error().map(str::to_string),
            moves: record.moves,
            cards: record.cards,
            granted_groups: record.granted_groups,
            states: record.states,
            optimal: record.optimal,
            min_cells: record.min_cells,
            difficulty: record.difficulty,
            seconds: record.seconds,
            solution: SolutionField::of(record.solution, record.notation),
        }
    }
}

impl TryFrom<Fields> for Record {
    type Error = InvalidRecord;

    fn try_from(fields: Fields) -> Result<Record, InvalidRecord> {
        if fields.schema != SCHEMA {
            return Err(InvalidRecord::Schema(fields.schema));
        }
        let (solution, notation) = SolutionField::parts(fields.solution);
        Record {
            game: fields.game,
            changed: fields.changed,
            rules: fields.rules,
            deal: fields.deal,
            verdict: RecordVerdict::read(&fields.verdict, fields.reason, fields.error)?,
            moves: fields.moves,
            cards: fields.cards,
            granted_groups: fields.granted_groups,
            states: fields.states,
            optimal: fields.optimal,
            min_cells: fields.min_cells,
            difficulty: fields.difficulty,
            seconds: fields.seconds,
            solution,
            notation,
        }
        .checked()
    }
}

impl Record {
    /// The record of an answer, with or without its solution.
    pub fn new(rules: &Rules, deal: &str, answer: &Answer, with_solution: bool) -> Record {
        Record::of(&RulesName::new(rules), deal, answer, with_solution)
    }

    /// The same for many deals, with the name of the rules computed once.
    pub fn of(rules: &RulesName, deal: &str, answer: &Answer, with_solution: bool) -> Record {
        let replay = answer.solution.as_ref().map(|s| &s.replay);
        Record {
            game: rules.game.clone(),
            changed: rules.changed.clone(),
            rules: rules.digest.clone(),
            deal: deal.to_string(),
            verdict: answer.verdict.into(),
            moves: replay.map(|r| r.moves),
            cards: replay.map(|r| r.cards),
            granted_groups: replay.map(|r| r.granted.len() as u32).filter(|&n| n > 0),
            states: answer.states,
            optimal: answer.bounds.map(|bounds| OptimalRecord::new(bounds, answer.cut_short)),
            min_cells: None,
            difficulty: None,
            seconds: None,
            solution: answer.solution.as_ref().filter(|_| with_solution).map(|s| s.moves.clone()),
            notation: None,
        }
    }

    /// The record with its solution in notation; `layout` is the position that the solution starts from.
    pub fn compact(mut self, game: &Game, layout: &Layout) -> Record {
        if let Some(moves) = self.solution.take_if(|moves| !moves.is_empty()) {
            self.notation = Some(notation::write_compact(game, layout, &moves));
        }
        self
    }

    /// Which solution the record holds.
    pub fn solutions(&self) -> Solutions {
        match (&self.solution, &self.notation) {
            (Some(_), _) => Solutions::Moves,
            (None, Some(_)) => Solutions::Notation,
            (None, None) => Solutions::None,
        }
    }

    /// The record of a deal whose search ended in an internal error.
    pub fn of_error(rules: &RulesName, deal: &str, message: String) -> Record {
        Record {
            game: rules.game.clone(),
            changed: rules.changed.clone(),
            rules: rules.digest.clone(),
            deal: deal.to_string(),
            verdict: RecordVerdict::Error(message),
            moves: None,
            cards: None,
            granted_groups: None,
            states: 0,
            optimal: None,
            min_cells: None,
            difficulty: None,
            seconds: None,
            solution: None,
            notation: None,
        }
    }

    /// The game with what was changed: `freecell (cells=3)`.
    pub fn label(&self) -> String {
        let value = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let changed: Vec<String> = self.changed.iter().map(|(key, v)| format!("{key}={}", value(v))).collect();
        label(&self.game, &changed)
    }

    /// Refuses texts that this program never writes.
    pub(crate) fn checked(self) -> Result<Record, InvalidRecord> {
        let error = self.verdict.error().unwrap_or_default();
        let in_notation = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '=');
        if self.notation.as_ref().is_some_and(|text| {
            !text.starts_with(|c: char| c.is_ascii_alphanumeric()) || !text.chars().all(in_notation)
        }) {
            return Err(InvalidRecord::Notation);
        }
        let changed = if self.changed.is_empty() { String::new() } else { self.label() };
        for (field, text) in [
            ("game", self.game.as_str()),
            ("rules", &self.rules),
            ("deal", &self.deal),
            ("error", error),
            ("changed", &changed),
        ] {
            if text.chars().any(crate::text::is_control) {
                return Err(InvalidRecord::ControlCharacters(field));
            }
        }
        Ok(self)
    }

    /// The record as one line, without its end.
    pub fn to_line(&self) -> String {
        let mut line = Vec::new();
        self.write(&mut line);
        String::from_utf8(line).expect("JSON is text")
    }

    /// Appends the same line.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"schema\":");
        write_number(out, SCHEMA.into());
        write_field(out, "game");
        write_text(out, &self.game);
        if !self.changed.is_empty() {
            write_field(out, "changed");
            serde_json::to_writer(&mut *out, &self.changed).expect("plain data");
        }
        for (field, text) in [("rules", self.rules.as_str()), ("deal", &self.deal), ("verdict", self.verdict.word())] {
            write_field(out, field);
            write_text(out, text);
        }
        if let Some(reason) = self.verdict.reason() {
            write_field(out, "reason");
            write_text(out, reason.word());
        }
        if let Some(error) = self.verdict.error() {
            write_field(out, "error");
            write_text(out, error);
        }
        for (field, number) in [("moves", self.moves), ("cards", self.cards), ("granted_groups", self.granted_groups)] {
            if let Some(number) = number {
                write_field(out, field);
                write_number(out, number.into());
            }
        }
        write_field(out, "states");
        write_number(out, self.states);
        if let Some(optimal) = &self.optimal {
            write_field(out, "optimal");
            serde_json::to_writer(&mut *out, optimal).expect("bounds are plain data");
        }
        if let Some(min_cells) = &self.min_cells {
            write_field(out, "min_cells");
            serde_json::to_writer(&mut *out, min_cells).expect("numbers");
        }
        if let Some(difficulty) = &self.difficulty {
            write_field(out, "difficulty");
            serde_json::to_writer(&mut *out, difficulty).expect("plain data");
        }
        if let Some(seconds) = &self.seconds {
            write_field(out, "seconds");
            serde_json::to_writer(&mut *out, seconds).expect("a number");
        }
        if let Some(solution) = &self.solution {
            write_field(out, "solution");
            write_moves(out, solution);
        } else if let Some(notation) = &self.notation {
            write_field(out, "solution");
            write_text(out, notation);
        }
        out.push(b'}');
    }
}

fn write_field(out: &mut Vec<u8>, field: &str) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(field.as_bytes());
    out.extend_from_slice(b"\":");
}

/// A JSON string; nearly all texts need no escaping.
fn write_text(out: &mut Vec<u8>, text: &str) {
    let plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_control() && byte != b'"' && byte != b'\\';
    if !text.bytes().all(plain) {
        return serde_json::to_writer(out, text).expect("a text");
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

fn write_number(out: &mut Vec<u8>, number: u64) {
    write!(out, "{number}").expect("memory does not fail");
}

/// Appends a list of moves as JSON.
pub fn write_moves(out: &mut Vec<u8>, moves: &[Move]) {
    out.reserve(moves.len() * 48);
    out.push(b'[');
    for (i, mv) in moves.iter().enumerate() {
        out.extend_from_slice(if i > 0 { b",{" } else { b"{" });
        if let Some(card) = mv.card {
            out.extend_from_slice(b"\"card\":\"");
            out.extend_from_slice(card.name().as_bytes());
            out.extend_from_slice(b"\",");
        }
        out.extend_from_slice(b"\"count\":");
        match mv.count {
            digit @ 0..10 => out.push(b'0' + digit),
            more => write_number(out, more.into()),
        }
        let pile = |out: &mut Vec<u8>, field: &[u8], pile: Pile| {
            out.extend_from_slice(field);
            out.extend_from_slice(pile.name().as_bytes());
            out.push(b'"');
        };
        pile(out, b",\"from\":\"", mv.from);
        pile(out, b",\"to\":\"", mv.to);
        out.push(b'}');
    }
    out.push(b']');
}

impl OptimalRecord {
    fn new(bounds: Bounds, reason: Option<Reason>) -> OptimalRecord {
        OptimalRecord {
            metric: bounds.metric,
            lower: bounds.lower,
            upper: bounds.upper,
            proven: bounds.proven,
            reason: reason.filter(|_| !bounds.proven),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::verdict::Capacity;
    use proptest::option::of;
    use proptest::prelude::*;

    const LINE: &str = r#"{"schema":1,"game":"freecell","rules":"9f3c","deal":"ms:617","verdict":"winnable","moves":87,"cards":103,"states":412,"optimal":{"metric":"moves","lower":81,"upper":81,"proven":true},"solution":[{"card":"7H","count":1,"from":"t7","to":"c1"},{"count":6,"from":"stock","to":"tableau"}]}"#;

    fn read(line: &str) -> Result<Record, serde_json::Error> {
        serde_json::from_str(line)
    }

    #[test]
    fn a_record_reads_back() {
        let record = read(LINE).unwrap();
        assert_eq!(record.to_line(), LINE);
        assert_eq!(record.verdict, Verdict::Winnable.into());
        assert_eq!(record.solution.unwrap()[1], Move { card: None, count: 6, from: Pile::Stock, to: Pile::Tableau });
    }

    #[test]
    fn objects_that_are_not_records_are_refused() {
        for (from, to, says) in [
            ("\"schema\":1", "\"schema\":2", "schema 2"),
            ("\"winnable\"", "\"maybe\"", "no verdict `maybe`"),
            ("\"winnable\"", "\"undecided\"", "needs the field `reason`"),
            ("\"winnable\"", "\"undecided\",\"reason\":\"weather\"", "`weather` is not a reason"),
            ("\"winnable\"", "\"winnable\",\"reason\":\"states\"", "`reason` does not go with"),
            ("\"winnable\"", "\"unwinnable\",\"error\":\"x\"", "`error` does not go with"),
            ("\"winnable\"", "\"error\"", "needs the field `error`"),
            ("\"metric\":\"moves\"", "\"metric\":\"steps\"", "steps"),
            ("\"freecell\"", "\"free\\u001b[31mcell\"", "`game` contains control characters"),
            ("\"t7\"", "\"x7\"", "x7"),
            ("\"7H\"", "\"7X\"", "7X"),
        ] {
            let error = read(&LINE.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(says), "{to}: {error}");
        }
    }

    fn text() -> impl Strategy<Value = String> {
        let any = prop_oneof!["[a-z0-9:-]{0,12}", "\\PC{0,8}", r#"[\\"é=♥]{0,5}"#];
        any.prop_filter("records with control characters are refused", |t| !t.chars().any(crate::text::is_control))
    }

    fn reason() -> impl Strategy<Value = Reason> {
        proptest::sample::select(&Reason::ALL[..])
    }

    fn verdict() -> impl Strategy<Value = RecordVerdict> {
        prop_oneof![
            Just(Verdict::Winnable.into()),
            Just(Verdict::Unwinnable.into()),
            reason().prop_map(|reason| Verdict::Undecided(reason).into()),
            text().prop_map(RecordVerdict::Error),
        ]
    }

    fn pile() -> impl Strategy<Value = Pile> {
        prop_oneof![
            (0..200u8).prop_map(Pile::Column),
            (0..200u8).prop_map(Pile::Cell),
            of(0..200u8).prop_map(Pile::Foundation),
            Just(Pile::Stock),
            Just(Pile::Waste),
            Just(Pile::Tableau),
        ]
    }

    fn a_move() -> impl Strategy<Value = Move> {
        let card = of((0..52usize).prop_map(|i| Card::all().nth(i).unwrap()));
        (card, any::<u8>(), pile(), pile()).prop_map(|(card, count, from, to)| Move { card, count, from, to })
    }

    fn bounds() -> impl Strategy<Value = OptimalRecord> {
        let metric = proptest::sample::select(&Metric::ALL[..]);
        (metric, any::<u32>(), of(any::<u32>()), any::<bool>(), of(reason()))
            .prop_map(|(metric, lower, upper, proven, reason)| OptimalRecord { metric, lower, upper, proven, reason })
    }

    prop_compose! {
        fn record()(
            (game, rules, deal) in (text(), text(), text()),
            changed in proptest::collection::vec(("[a-z_]{1,9}", 0u8..20), 0..3),
            verdict in verdict(),
            (moves, cards, granted_groups) in (of(any::<u32>()), of(any::<u32>()), of(any::<u32>())),
            states in any::<u64>(),
            optimal in of(bounds()),
            min_cells in of((0..20u8, of(0..20u8)).prop_map(|(lower, upper)| {
                MinCellsRecord { lower, upper, proven: upper == Some(lower) }
            })),
            difficulty in of((0..9u8, 0..1000u32, 0..200u32, 0..40u32).prop_map(|(cells, narrowness, length, trap)| {
                Difficulty::of_parts(cells, narrowness, length, trap)
            })),
            seconds in of(0.0..1e9f64),
            (solution, notation) in prop_oneof![
                of(proptest::collection::vec(a_move(), 0..5)).prop_map(|moves| (moves, None)),
                "[0-9a-h][0-9a-hv= -]{0,20}".prop_map(|text| (None, Some(text))),
            ],
        ) -> Record {
            let changed = changed.into_iter().map(|(key, value)| (key, value.into())).collect();
            Record {
                game, changed, rules, deal, verdict, moves, cards, granted_groups, states, optimal, min_cells, difficulty,
                seconds, solution, notation
            }
        }
    }

    proptest! {
        #[test]
        fn the_writer_agrees_with_serde(record in record()) {
            prop_assert_eq!(record.to_line(), serde_json::to_string(&record).unwrap());
            prop_assert_eq!(read(&record.to_line()).unwrap(), record);
        }
    }

    #[test]
    fn capacities_are_words_too() {
        let reason = Reason::Capacity(Capacity::Columns);
        assert_eq!(serde_json::to_string(&reason).unwrap(), "\"capacity_columns\"");
    }
}
