//! Boards as JSON, written as the text that says the same.
//!
//! `{"columns":[["JD","KD"],…],"cells":["6S",null],"foundations":{"H":2}}`, a list of columns, a list of all cards in dealing order, or
//! an object that holds a board as text (`"board"`). Names that other programs use for the same things are known.

use serde_json::{Map, Value};

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
    let list = get(&["columns", "tableau", "cascades", "piles", "stacks"]).and_then(Value::as_array);
    let list = list.ok_or("a board as JSON has `columns`, a list of lists of cards, or `board`, a text")?;
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
    Ok(text + &columns(list)?)
}

fn columns(list: &[Value]) -> Result<String, String> {
    if !list.is_empty()
        && list.iter().all(|value| value.as_str().is_some_and(|text| super::words::card(text.trim()).is_some()))
    {
        return cards(&Value::Array(list.to_vec()));
    }
    list.iter().map(|column| Ok(format!(": {}\n", cards(column)?))).collect()
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
        Value::Object(card) if card.contains_key("rank") && card.contains_key("suit") => {
            let text = |key: &str| cards(&card[key]);
            let suit = text("suit")?;
            let short = suit.chars().next().filter(|_| suit.len() > 1 && suit.is_ascii()).map(String::from);
            Ok(format!("{}{}", text("rank")?, short.unwrap_or(suit)))
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
