//! Named weights: reads and writes the weights of evaluations as TOML, and changes single weights
//! by name.
//!
//! An evaluation lists its weights once, with their names ([`NamedWeights::visit`]); everything
//! else follows from that. Names are paths like `commit`, `price.run` or `free_cells.0`.

use crate::text;
use crate::toml_tree::{self, Value};
use std::fmt::Write;

/// One weight of an evaluation.
pub enum Weight<'a> {
    /// A number.
    Number(&'a mut i32),
    /// A list of numbers.
    List(&'a mut [i32]),
    /// A switch.
    Switch(&'a mut bool),
    /// A number that may be missing.
    Optional(&'a mut Option<u8>),
}

/// An evaluation whose weights have names.
pub trait NamedWeights: Clone {
    /// Calls `f` with every weight and its name, always in the same order. A name with a dot
    /// belongs to a table.
    fn visit(&mut self, f: &mut dyn FnMut(&'static str, Weight));

    /// Reads weights from TOML. Every weight must be present unless it is optional, and no other
    /// key may be.
    fn from_toml(defaults: Self, text: &str) -> Result<Self, WeightsError> {
        let mut table = toml_tree::parse(text).map_err(|error| WeightsError::Toml(error.message))?;
        let mut weights = defaults;
        let mut problem = None;
        weights.visit(&mut |name, weight| {
            let value = match name.split_once('.') {
                Some((name, key)) => {
                    let inner = table.iter_mut().find_map(|(other, value)| match value {
                        Value::Table(table) if other == name => Some(table),
                        _ => None,
                    });
                    inner.and_then(|table| toml_tree::remove(table, key))
                }
                None => toml_tree::remove(&mut table, name),
            };
            let read = match (value, weight) {
                (None, Weight::Optional(place)) => {
                    *place = None;
                    Ok(())
                }
                (None, _) => Err(WeightsError::Missing(name)),
                (Some(value), weight) => read(name, weight, &value),
            };
            problem = problem.take().or(read.err());
        });
        table.retain(|(_, value)| !matches!(value, Value::Table(table) if table.is_empty()));
        let unknown = table.first().map(|(key, _)| weights.unknown(key));
        match unknown.or(problem) {
            Some(problem) => Err(problem),
            None => Ok(weights),
        }
    }

    /// Writes weights as TOML.
    fn to_toml(&self) -> String {
        let (mut text, mut tables) = (String::new(), String::new());
        let mut last_table = "";
        self.clone().visit(&mut |name, weight| {
            let value = match weight {
                Weight::Number(number) => number.to_string(),
                Weight::List(numbers) => format!("{numbers:?}"),
                Weight::Switch(switch) => switch.to_string(),
                Weight::Optional(Some(number)) => number.to_string(),
                Weight::Optional(None) => return,
            };
            let (to, key) = match name.split_once('.') {
                None => (&mut text, name),
                Some((table, key)) => {
                    if table != last_table {
                        let _ = writeln!(tables, "\n[{table}]");
                        last_table = table;
                    }
                    (&mut tables, key)
                }
            };
            let _ = writeln!(to, "{key} = {value}");
        });
        text + &tables
    }

    /// Changes one weight. An element of a list is named by its index, like `free_cells.0`.
    fn set(&mut self, path: &str, value: &str) -> Result<(), WeightsError> {
        let mut result = None;
        self.visit(&mut |name, weight| {
            let element =
                path.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')).and_then(|n| n.parse::<usize>().ok());
            let wrong = |right| Err(WeightsError::Value { name: path.to_string(), right });
            let number = || {
                value
                    .parse::<i32>()
                    .map_err(|_| WeightsError::Value { name: path.to_string(), right: "a whole number" })
            };
            match weight {
                Weight::Number(place) if name == path => result = Some(number().map(|n| *place = n)),
                Weight::Switch(place) if name == path => {
                    result = Some(value.parse().map(|n| *place = n).or_else(|_| wrong("true or false")));
                }
                Weight::Optional(place) if name == path => {
                    result = Some(value.parse().map(|n| *place = Some(n)).or_else(|_| wrong("a whole number")));
                }
                Weight::List(places) => {
                    if let Some(place) = element.and_then(|i| places.get_mut(i)) {
                        result = Some(number().map(|n| *place = n));
                    }
                }
                _ => {}
            }
        });
        result.unwrap_or_else(|| Err(self.unknown(path)))
    }

    /// The error for a name that no weight has.
    fn unknown(&self, name: &str) -> WeightsError {
        let names = self.names();
        let near = names.iter().filter(|known| text::close(known, name)).copied().collect();
        WeightsError::Unknown { name: name.to_string(), near }
    }

    /// The names of all weights.
    fn names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.clone().visit(&mut |name, _| names.push(name));
        names
    }
}

fn read(name: &'static str, weight: Weight, value: &Value) -> Result<(), WeightsError> {
    let number = |value: &Value| value.as_integer().and_then(|n| i32::try_from(n).ok());
    let wrong = |right| WeightsError::Value { name: name.to_string(), right };
    match weight {
        Weight::Number(place) => *place = number(value).ok_or(wrong("a whole number"))?,
        Weight::Switch(place) => *place = value.as_bool().ok_or(wrong("true or false"))?,
        Weight::Optional(place) => {
            *place = Some(number(value).and_then(|n| u8::try_from(n).ok()).ok_or(wrong("a whole number from 0"))?);
        }
        Weight::List(places) => {
            let list = value.as_list().filter(|list| list.len() == places.len());
            let numbers: Option<Vec<i32>> = list.and_then(|list| list.iter().map(number).collect());
            places.copy_from_slice(
                &numbers.ok_or(wrong("a list of as many whole numbers as the built-in weights have"))?,
            );
        }
    }
    Ok(())
}

/// Weights that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Invalid TOML.
    #[error("{0}")]
    Toml(String),
    /// A weight is missing.
    #[error("the weight `{0}` is missing")]
    Missing(&'static str),
    /// There is no such weight.
    #[error("there is no weight `{name}`{}", near.first().map_or(String::new(), |_| format!("; did you mean {}?", near.join(" or "))))]
    Unknown {
        /// What was read.
        name: String,
        /// Similar names.
        near: Vec<&'static str>,
    },
    /// A value of the wrong kind.
    #[error("`{name}` must be {right}")]
    Value {
        /// Which weight.
        name: String,
        /// What it must be.
        right: &'static str,
    },
}
