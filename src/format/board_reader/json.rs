//! Boards as JSON, converted to boards as text.
//!
//! `{"columns":[["JD","KD"],…],"cells":["6S",null],"foundations":{"H":2}}`, a list of columns, a list of all cards in dealing order,
//! columns by number or as `rows`, or an object that holds a board as text (`"board"`). Names that other programs use for the same
//! things are known, and a list as Python prints it is read too.

use serde_json::{Map, Value};
use std::borrow::Cow;

/// The JSON of a text that starts like it.
pub(super) fn found(text: &str) -> Option<Cow<'_, str>> {
    let text = text.trim_start();
    if !text.starts_with(['{', '[', '(']) {
        return None;
    }
    if text.contains('"') {
        return Some(Cow::Borrowed(text)).filter(|text| !text.starts_with('('));
    }
    // Python's quotes and tuples. Lines in brackets that are not one list are text.
    let json = text.replace('\'', "\"").replace('(', "[").replace(')', "]").replace("None", "null");
    let json = json.replace(",]", "]");
    let whole = serde_json::from_str::<Value>(&json).is_ok_and(|value| !value.as_array().is_some_and(Vec::is_empty));
    (text.contains('\'') && whole).then_some(Cow::Owned(json))
}

/// The board as text, or what is wrong.
pub(super) fn as_text(json: &str) -> Result<String, String> {
    let first = serde_json::Deserializer::from_str(json).into_iter::<Value>().next();
    match first.ok_or("there is no board in it")?.map_err(|e| format!("not a board as JSON: {e}"))? {
        Value::Object(fields) => object(&fields),
        Value::Array(list) => columns(&list),
        _ => Err("not a board as JSON".into()),
    }
}

fn object(fields: &Map<String, Value>) -> Result<String, String> {
    let get = |names: &[&str]| {
        fields.iter().find(|(key, _)| names.contains(&key.to_ascii_lowercase().as_str())).map(|(_, value)| value)
    };
    match get(&["board", "layout", "position"]) {
        Some(Value::String(text)) => return Ok(text.clone()),
        Some(Value::Object(inner)) => return object(inner),
        _ => {}
    }
    let by_number = |map: &Map<String, Value>| {
        !map.is_empty() && map.keys().all(|key| super::column_number(&key.to_ascii_lowercase()).is_some())
    };
    let numbered = |map: &Map<String, Value>| -> Result<String, String> {
        map.iter().map(|(key, column)| Ok(format!("{key}: {}\n", cards(column)?))).collect()
    };
    let shown = match get(&["columns", "tableau", "cascades", "piles", "stacks"]) {
        Some(Value::Array(list)) => columns(list)?,
        Some(Value::Object(map)) if by_number(map) => numbered(map)?,
        None if by_number(fields) => return numbered(fields),
        None => match get(&["rows"]).and_then(Value::as_array) {
            Some(list) => columns(&turned(list)?)?,
            None => return Err(EXPECTED.into()),
        },
        Some(_) => return Err(EXPECTED.into()),
    };
    let mut text = String::new();
    for (names, label) in [
        (&["foundations", "foundation", "home"][..], "Foundations"),
        (&["cells", "freecells", "free", "reserve"], "Freecells"),
        (&["waste"], "Waste"),
        (&["redeals"], "Redeals"),
        (&["stock", "talon"], "Stock"),
    ] {
        if let Some(value) = get(names) {
            text += &format!("{label}: {}\n", cards(value)?);
        }
    }
    Ok(text + &shown)
}

const EXPECTED: &str = "a board as JSON has `columns`, a list of lists of cards, or `board`, a text";

/// Rows as columns. Empty places are null or an empty text.
fn turned(rows: &[Value]) -> Result<Vec<Value>, String> {
    let mut columns: Vec<Value> = Vec::new();
    for row in rows {
        let row = row.as_array().ok_or("`rows` is a list of lists of cards, with null for empty places")?;
        for (i, place) in row.iter().enumerate() {
            if columns.len() == i {
                columns.push(Value::Array(Vec::new()));
            }
            if let (Value::Array(column), false) = (&mut columns[i], cards(place)? == "-") {
                column.push(place.clone());
            }
        }
    }
    Ok(columns)
}

fn columns(list: &[Value]) -> Result<String, String> {
    if !list.is_empty()
        && list.iter().all(|value| value.as_str().is_some_and(|text| super::words::card(text.trim()).is_some()))
    {
        return cards(&Value::Array(list.to_vec()));
    }
    list.iter().map(|column| Ok(format!(": {}\n", cards(column)?))).collect()
}

fn rank_of(card: &Map<String, Value>) -> Option<&Value> {
    ["rank", "value", "number", "face"].iter().find_map(|key| card.get(*key))
}

/// Cards of a list, an object by suit, or a text.
fn cards(value: &Value) -> Result<String, String> {
    match value {
        Value::Null => Ok("-".into()),
        Value::String(text) if text.is_empty() => Ok("-".into()),
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Array(list) if list.is_empty() => Ok(String::new()),
        Value::Array(list) => Ok(list.iter().map(cards).collect::<Result<Vec<_>, _>>()?.join(" ")),
        Value::Object(card) if card.contains_key("suit") && rank_of(card).is_some() => {
            let suit = cards(&card["suit"])?;
            let short = suit.chars().next().filter(|_| suit.len() > 1 && suit.is_ascii()).map(String::from);
            let rank = cards(rank_of(card).unwrap_or(&Value::Null))?;
            // `queen`, but not `10`.
            let named = rank.chars().next().filter(|c| rank.len() > 2 && c.is_ascii_alphabetic());
            let rank = named.filter(|c| "AJQKajqk".contains(*c)).map_or(rank, String::from);
            Ok(format!("{rank}{}", short.unwrap_or(suit)))
        }
        Value::Object(suits) => {
            let pile = |(suit, top): (&String, &Value)| {
                let letter = suit.chars().next().unwrap_or('?');
                Ok(format!("{letter}-{}", cards(top)?.split_whitespace().last().unwrap_or("0")))
            };
            Ok(suits.iter().map(pile).collect::<Result<Vec<_>, String>>()?.join(" "))
        }
        Value::Bool(_) => Err(format!("`{value}` is not a card")),
    }
}
