//! Solutions as JSON: a record of `solve --json`, a list of moves, or a list of moves in notation.

use super::{Autoplay, CellNames, Convention, EmptyColumnCount, Notation, ReadSolution, Reading, SolutionError};
use crate::deal::DealNumber;
use crate::format::record::Record;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use serde_json::Value;

/// What JSON holds.
pub(super) enum Found {
    /// Moves in full.
    Moves(ReadSolution),
    /// Moves in notation, to be read as text.
    Text(String),
}

/// Reads JSON. Of several records, as `analyze` writes them, the one of this deal is taken, otherwise the first.
pub(super) fn read(text: &str, game: &Game, layout: &Layout) -> Result<Found, SolutionError> {
    let error = |what: &str, e: serde_json::Error| SolutionError::Json(format!("{what}: {e}"));
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let first = values.next().ok_or(SolutionError::Empty)?.map_err(|e| match text.starts_with('{') {
        true => error("not a record with a solution", e),
        false => error("not a JSON list of moves", e),
    })?;
    // Whether a deal that is named has these cards; `None` if it has no number.
    let is_this = |deal: &str| Some(game.deal(deal.parse::<DealNumber>().ok()?) == *layout);
    let fits = |value: &Value| value.get("deal").and_then(Value::as_str).and_then(is_this) == Some(true);
    let value = match fits(&first) {
        true => first,
        false => values.map_while(Result::ok).find(fits).unwrap_or(first),
    };
    match value {
        Value::Object(ref fields) if fields.contains_key("schema") || !fields.contains_key("moves") => {
            let record: Record = serde_json::from_value(value).map_err(|e| error("not a record with a solution", e))?;
            if !game.has_digest(&record.rules) {
                return Err(SolutionError::OtherRules { game: record.game, digest: record.rules });
            }
            match (record.solution, record.notation) {
                (Some(moves), _) => Ok(Found::Moves(of(moves, Some(record.deal)))),
                // Moves of another deal could not be played; the deal is the mistake.
                (None, Some(_)) if is_this(&record.deal) == Some(false) => {
                    Err(SolutionError::OtherDeal { deal: record.deal })
                }
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
