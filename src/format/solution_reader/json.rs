//! Solutions as JSON: a record of `solve --json`, a list of moves, or a list of moves in notation.

use super::{Autoplay, CellNames, Convention, EmptyColumnCount, Notation, ReadSolution, Reading, SolutionError};
use crate::format::record::Record;
use crate::game::Game;
use crate::moves::Move;
use serde_json::Value;

/// What JSON holds.
pub(super) enum Found {
    /// Moves in full.
    Moves(ReadSolution),
    /// Moves in notation, to be read as text.
    Text(String),
}

pub(super) fn read(text: &str, game: &Game) -> Result<Found, SolutionError> {
    let error = |what: &str, e: serde_json::Error| SolutionError::Json(format!("{what}: {e}"));
    let first = serde_json::Deserializer::from_str(text).into_iter::<Value>().next();
    let value = first.ok_or(SolutionError::Empty)?.map_err(|e| match text.starts_with('{') {
        true => error("not a record with a solution", e),
        false => error("not a JSON list of moves", e),
    })?;
    match value {
        Value::Object(ref fields) if fields.contains_key("schema") || !fields.contains_key("moves") => {
            let record: Record = serde_json::from_value(value).map_err(|e| error("not a record with a solution", e))?;
            if !game.has_digest(&record.rules) {
                return Err(SolutionError::OtherRules { game: record.game, digest: record.rules });
            }
            match (record.solution, record.notation) {
                (Some(moves), _) => Ok(Found::Moves(of(moves, Some(record.deal)))),
                (None, Some(text)) => Ok(Found::Text(text)),
                (None, None) => Err(SolutionError::Json("the record has no solution".into())),
            }
        }
        Value::Object(mut fields) => match fields.remove("moves") {
            Some(Value::Array(list)) => list_of_moves(list),
            Some(Value::String(text)) => Ok(Found::Text(text)),
            _ => Err(SolutionError::Json("not a record with a solution: `moves` is not a list".into())),
        },
        Value::Array(list) => list_of_moves(list),
        _ => Err(SolutionError::Json("not a JSON list of moves".into())),
    }
}

fn list_of_moves(list: Vec<Value>) -> Result<Found, SolutionError> {
    if !list.is_empty() && list.iter().all(Value::is_string) {
        // One a line, so that an error names the entry.
        return Ok(Found::Text(list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")));
    }
    let read = |(i, value)| {
        let wrong = |e| SolutionError::Json(format!("not a JSON list of moves: move {}: {e}", i + 1));
        serde_json::from_value::<Move>(value).map_err(wrong)
    };
    let moves = list.into_iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(Found::Moves(of(moves, None)))
}

/// Moves in full: nothing is left open.
fn of(moves: Vec<Move>, deal: Option<String>) -> ReadSolution {
    let convention = Convention {
        autoplay: Autoplay::None,
        autoplay_at_start: false,
        to_empty_column: EmptyColumnCount::Most,
        cells: CellNames::Fixed,
    };
    let reading = Reading { notation: Notation::Json, convention, counts_were_open: false };
    ReadSolution { moves, automatic: 0, reading, others: Vec::new(), deal }
}
