//! TOML as a small tree of the types that rules and weights have.
//!
//! Parser and quoting are those of the `toml` crates. Their own value types would add serde, floating-point numbers and dates to
//! the program; here such numbers and dates stay text.

use std::fmt;
use toml::de::{DeTable, DeValue};

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number of 64 bits.
    Integer(i64),
    /// True or false.
    Boolean(bool),
    /// A list.
    List(Vec<Value>),
    /// A table.
    Table(Table),
    /// A date or another number, as it is written.
    Other(String),
}

/// Keys and their values, in the order of the keys.
pub type Table = Vec<(String, Value)>;

/// What keeps a text from being TOML.
#[derive(Debug)]
pub struct TomlError {
    /// The parser's message.
    pub message: String,
    /// The byte at which it stopped.
    pub at: usize,
}

/// Reads a document.
pub fn parse(text: &str) -> Result<Table, TomlError> {
    match DeTable::parse(text) {
        Ok(table) => Ok(table_of(table.get_ref())),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start.min(text.len()));
            Err(TomlError { message: error.message().to_string(), at })
        }
    }
}

/// Takes the value of a key out of a table.
pub fn remove(table: &mut Table, key: &str) -> Option<Value> {
    let at = table.iter().position(|(other, _)| other == key)?;
    Some(table.remove(at).1)
}

/// A text in quotation marks.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    let _ = toml_writer::TomlWrite::value(&mut quoted, text);
    quoted
}

fn table_of(table: &DeTable) -> Table {
    table.iter().map(|(key, value)| (key.get_ref().to_string(), value_of(value.get_ref()))).collect()
}

fn value_of(value: &DeValue) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Integer(number),
            Err(_) => Value::Other(number.to_string()),
        },
        DeValue::Boolean(truth) => Value::Boolean(*truth),
        DeValue::Array(list) => Value::List(list.iter().map(|item| value_of(item.get_ref())).collect()),
        DeValue::Table(table) => Value::Table(table_of(table)),
        DeValue::Float(number) => Value::Other(number.as_str().to_string()),
        DeValue::Datetime(date) => Value::Other(date.to_string()),
    }
}

impl Value {
    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// The number, if it is a whole one.
    pub fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(number) = self { Some(*number) } else { None }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Boolean(truth) = self { Some(*truth) } else { None }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        if let Value::List(list) = self { Some(list) } else { None }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        let mut comma = |f: &mut fmt::Formatter<'_>| f.write_str(std::mem::replace(&mut before, ", "));
        match self {
            Value::Text(text) => f.write_str(&quoted(text)),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Boolean(truth) => write!(f, "{truth}"),
            Value::Other(text) => f.write_str(text),
            Value::List(list) => {
                f.write_str("[")?;
                for value in list {
                    comma(f)?;
                    write!(f, "{value}")?;
                }
                f.write_str("]")
            }
            Value::Table(table) => {
                f.write_str("{ ")?;
                for (key, value) in table {
                    comma(f)?;
                    write!(f, "{key} = {value}")?;
                }
                f.write_str(" }")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_shown() {
        let text = "c = [1, \"a\", true]\na = { y = 0x10, x = 'q' }\nb = 1.5\nd = 1979-05-27\ne = 99999999999999999999\n[t]\nz = -1";
        let table = parse(text).unwrap();
        let shown: Vec<String> = table.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let expected = [
            "a = { x = \"q\", y = 16 }",
            "b = 1.5",
            "c = [1, \"a\", true]",
            "d = 1979-05-27",
            "e = 99999999999999999999",
            "t = { z = -1 }",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn quoted_texts_read_back() {
        for text in ["", "plain", "'single' and \"double\"", "back\\slash", "line\nfeed", "\u{1b}[31m\t♥", "'''\"\"\""]
        {
            let table = parse(&format!("v = {}", quoted(text))).unwrap();
            assert_eq!(table, [("v".to_string(), Value::Text(text.to_string()))], "{text:?}");
        }
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(parse("a = 1\nb = = 2").unwrap_err().at, 10);
    }
}
