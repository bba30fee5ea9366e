//! JSON lines about positions: the record of the position, and what was asked beyond its verdict.
//!
//! `moves` adds `options`, `hint` adds `next`, `review` adds `lost_at` and `instead`. The fields of the record come first and
//! in their usual form, so programs that read records can read these lines too.

use super::board;
use super::record::{Record, RulesName, SCHEMA, Solutions};
use super::start::NamedDeal;
use crate::game::Game;
use crate::search::pick::Picked;
use crate::search::{Answer, JudgedMove, Purpose, Review};
use crate::text::plain_json;
use crate::verdict::Verdict;
use serde_json::{Map, Value, json};

/// The record as a line with more fields at its end.
pub fn with_fields(record: &Record, fields: Map<String, Value>) -> String {
    let mut line = record.to_line();
    if !fields.is_empty() {
        line.pop();
        line.push(',');
        line.push_str(&Value::Object(fields).to_string()[1..]);
    }
    line
}

/// The fields of `moves --json`: every move with its verdict. `proven` appears where shortest lengths were asked for.
pub fn options(moves: &[JudgedMove], optimal: bool) -> Map<String, Value> {
    let options = moves.iter().map(|judged| option(judged, optimal)).collect();
    Map::from_iter([("options".to_string(), Value::Array(options))])
}

/// The fields of `hint --json`.
pub fn next(next: Option<&(JudgedMove, Purpose)>, optimal: bool) -> Map<String, Value> {
    let next = next.map_or(Value::Null, |(judged, purpose)| {
        let mut next = option(judged, optimal);
        next["purpose"] = json!(purpose.to_string());
        next
    });
    Map::from_iter([("next".to_string(), next)])
}

/// The fields of `review --json`.
pub fn review(review: &Review, optimal: bool) -> Map<String, Value> {
    let instead = review.instead.as_ref().map(|judged| option(judged, optimal));
    let mut fields = json!({
        "played": review.played,
        "won": review.won,
        "lost_at": review.lost_at,
        "instead": instead,
        "won_until": review.won_until,
        "lost_from": review.lost_from,
        "shortest": review.shortest,
        "detour": review.detour,
    });
    if optimal {
        fields["proven"] = json!(review.proven);
    }
    match fields {
        Value::Object(fields) => fields,
        _ => unreachable!("an object"),
    }
}

/// The line of `deal --json`.
pub fn deal_line(rules: &Game, deal: &NamedDeal) -> String {
    let board = board::write(&deal.layout, rules);
    let (game, digest) = (&rules.name, rules.digest());
    json!({"schema": SCHEMA, "game": game, "rules": digest, "deal": deal.name, "board": board}).to_string()
}

/// The record of a picked deal, with its board and solution if they are wanted.
pub fn picked_line(
    rules: &Game,
    rules_name: &RulesName,
    picked: &Picked,
    with_board: bool,
    solutions: Solutions,
) -> String {
    let answer = Answer {
        verdict: Verdict::Winnable,
        solution: Some(picked.solution.clone()),
        states: picked.states,
        bounds: None,
        cut_short: None,
    };
    let mut record = Record::of(rules_name, &picked.number.to_string(), &answer, solutions != Solutions::None);
    record.difficulty = picked.difficulty;
    if solutions == Solutions::Notation {
        record = record.compact(rules, &picked.layout);
    }
    let board = || ("board".to_string(), json!(board::write(&picked.layout, rules)));
    let more: Map<String, Value> = with_board.then(board).into_iter().collect();
    with_fields(&record, more)
}

/// One move with its verdict.
fn option(judged: &JudgedMove, optimal: bool) -> Value {
    let mut option = serde_json::to_value(judged.mv).expect("a move is plain data");
    option["verdict"] = json!(judged.verdict.word());
    if let Verdict::Undecided(reason) = judged.verdict {
        option["reason"] = json!(reason.word());
    }
    if let Some(length) = judged.length {
        option["length"] = json!(length);
        if optimal {
            option["proven"] = json!(judged.proven);
        }
    }
    option
}

/// The record of a board that has no number: its id stands in the place of the deal.
pub fn with_id(record: &Record, id: &Value) -> String {
    let nameless = Record { deal: String::new(), ..record.clone() };
    // Quotes inside of texts are escaped, so this is the field itself.
    plain_json(nameless.to_line().replacen("\"deal\":\"\"", &format!("\"id\":{id}"), 1))
}

/// The line of a board that cannot be read.
pub fn error_line(id: &Value, error: &str) -> String {
    plain_json(json!({"schema": SCHEMA, "id": id, "error": error}).to_string())
}
