//! Strategies as people write them: `quick,greedy:states=2000,weights=mine.toml,prove`.
//!
//! Commas separate strategies as well as parameters: a piece `key=value` without a name and colon
//! before it belongs to the strategy to its left. Parameters that a strategy does not have are refused,
//! with suggestions for misspelt names.

use crate::named_weights::{NamedWeights, WeightsError};
use crate::text;

/// A strategy that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// The list is empty.
    #[error("no strategy is named")]
    Empty,
    /// There is more than one where one is wanted.
    #[error("several strategies are named where one is wanted")]
    Several,
    /// There is no such strategy.
    #[error("there is no strategy `{name}`; {hint}")]
    Unknown {
        /// What was read.
        name: String,
        /// What to do.
        hint: String,
    },
    /// The strategy has no such parameter.
    #[error("strategy `{strategy}` has no parameter `{key}`; {hint}")]
    Parameter {
        /// The strategy.
        strategy: String,
        /// What was read.
        key: String,
        /// What to do.
        hint: String,
    },
    /// A parameter has a value that it cannot have.
    #[error("strategy `{strategy}`: {key}={value}: {problem}")]
    Value {
        /// The strategy.
        strategy: String,
        /// Its parameter.
        key: String,
        /// What was read.
        value: String,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// The strategy does not play this game.
    #[error("strategy `{strategy}` does not play {game}; {hint}")]
    Unsupported {
        /// The strategy.
        strategy: String,
        /// The game.
        game: String,
        /// What to take instead.
        hint: &'static str,
    },
}

/// A strategy's name and parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// As it was written.
    pub text: String,
    /// The name.
    pub name: String,
    /// Keys and values, in order.
    pub parameters: Vec<(String, String)>,
}

impl Spec {
    /// Reads a single strategy.
    pub fn one(text: &str) -> Result<Spec, StrategyError> {
        let mut specs = Spec::list(text)?;
        match specs.len() {
            1 => Ok(specs.swap_remove(0)),
            _ => Err(StrategyError::Several),
        }
    }

    /// Reads a list of strategies.
    pub fn list(text: &str) -> Result<Vec<Spec>, StrategyError> {
        let mut specs: Vec<Spec> = Vec::new();
        for piece in text.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
            let head = piece.split('=').next().unwrap_or_default();
            match (head.split_once(':'), piece.split_once('='), specs.last_mut()) {
                (None, Some((key, value)), Some(spec)) => {
                    spec.text += &format!(",{piece}");
                    spec.parameters.push((key.into(), value.into()));
                }
                (Some((name, _)), Some((_, value)), _) => {
                    let key = &head[name.len() + 1..];
                    let parameters = vec![(key.into(), value.into())];
                    specs.push(Spec { text: piece.into(), name: name.into(), parameters });
                }
                _ => {
                    let name = piece.trim_end_matches(':').to_string();
                    specs.push(Spec { text: name.clone(), name, parameters: Vec::new() });
                }
            }
        }
        if specs.is_empty() { Err(StrategyError::Empty) } else { Ok(specs) }
    }
}

/// Returns the text of a file that a parameter names: the library itself opens no files.
pub type ReadText<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The parameters of a strategy while it is made.
pub(super) struct Parameters<'a> {
    spec: &'a Spec,
    left: Vec<&'a (String, String)>,
    asked: Vec<String>,
    read: ReadText<'a>,
}

impl<'a> Parameters<'a> {
    pub fn new(spec: &'a Spec, read: ReadText<'a>) -> Parameters<'a> {
        Parameters { spec, left: spec.parameters.iter().collect(), asked: Vec::new(), read }
    }

    /// The value of a key; the last one if it occurs more than once.
    fn take(&mut self, key: &str) -> Option<&'a str> {
        self.asked.push(key.into());
        let found = self.left.iter().rfind(|(k, _)| k == key).map(|(_, value)| value.as_str());
        self.left.retain(|(k, _)| k != key);
        found
    }

    fn wrong(&self, key: &str, value: &str, problem: impl Into<String>) -> StrategyError {
        let strategy = self.spec.name.clone();
        StrategyError::Value { strategy, key: key.into(), value: value.into(), problem: problem.into() }
    }

    /// A number from 1 to `most`.
    pub fn number(&mut self, key: &str, default: u64, most: u64) -> Result<u64, StrategyError> {
        let Some(value) = self.take(key) else { return Ok(default) };
        match value.replace('_', "").parse() {
            Ok(n) if (1..=most).contains(&n) => Ok(n),
            _ => Err(self.wrong(key, value, format!("write a whole number from 1 to {most}"))),
        }
    }

    /// One of several words.
    pub fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)], default: T) -> Result<T, StrategyError> {
        let Some(value) = self.take(key) else { return Ok(default) };
        match words.iter().find(|(word, _)| *word == value) {
            Some((_, meaning)) => Ok(*meaning),
            None => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                Err(self.wrong(key, value, format!("write {}", words.join(" or "))))
            }
        }
    }

    /// `on` or `off`.
    pub fn switch(&mut self, key: &str, default: bool) -> Result<bool, StrategyError> {
        self.word(key, &[("on", true), ("off", false)], default)
    }

    /// Weights: those of the file that `weights=` names or the given ones, with single ones changed by name
    /// (`commit=80`, `price.part=40`, `free_cells.0=300`).
    pub fn weights<W: NamedWeights>(&mut self, given: W) -> Result<W, StrategyError> {
        let mut weights = match self.take("weights") {
            Some(path) => {
                let text = (self.read)(path).map_err(|problem| self.wrong("weights", path, problem))?;
                W::from_toml(given, &text).map_err(|e| self.wrong("weights", path, e.to_string()))?
            }
            None => given,
        };
        self.asked.extend(weights.names().into_iter().map(String::from));
        let mut unknown = Vec::new();
        for pair in std::mem::take(&mut self.left) {
            let (key, value) = pair;
            match weights.set(key, value) {
                Ok(()) => {}
                Err(WeightsError::Unknown { .. }) => unknown.push(pair),
                Err(error) => return Err(self.wrong(key, value, error.to_string())),
            }
        }
        self.left = unknown;
        Ok(weights)
    }

    /// Refuses parameters that the strategy has not read.
    pub fn finish(self) -> Result<(), StrategyError> {
        let Some((key, _)) = self.left.first() else { return Ok(()) };
        let strategy = self.spec.name.clone();
        let near: Vec<&str> = self.asked.iter().map(String::as_str).filter(|known| text::close(known, key)).collect();
        let hint = match (near.is_empty(), self.asked.is_empty()) {
            (false, _) => format!("did you mean {}?", near.join(" or ")),
            (true, false) => format!("it has {}", self.asked.join(", ")),
            (true, true) => "it has none".into(),
        };
        Err(StrategyError::Parameter { strategy, key: key.clone(), hint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_part_strategies_and_parameters() {
        let specs = Spec::list("quick, greedy:states=2000,weights=a:b.toml,commit=3,prove:,beam:width=7").unwrap();
        let texts: Vec<&str> = specs.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts, ["quick", "greedy:states=2000,weights=a:b.toml,commit=3", "prove", "beam:width=7"]);
        assert_eq!(specs[1].parameters.len(), 3);
        assert_eq!(specs[1].parameters[1], ("weights".into(), "a:b.toml".into()));
        assert_eq!(Spec::list(" , "), Err(StrategyError::Empty));
    }

    #[test]
    fn parameters_nobody_knows_are_refused() {
        let specs = Spec::list("x:sttates=3").unwrap();
        let mut parameters = Parameters::new(&specs[0], &|_| Err("no files".into()));
        assert_eq!(parameters.number("states", 5, 10), Ok(5));
        let message = parameters.finish().unwrap_err().to_string();
        assert!(message.contains("did you mean states?"), "{message}");
    }

    #[test]
    fn single_weights_change_by_name() {
        use crate::engine::win_state::Weights;
        let specs = Spec::list("x:commit=7,price.run=-3,free_cells.0=9").unwrap();
        let mut parameters = Parameters::new(&specs[0], &|_| Err("no files".into()));
        let weights = parameters.weights(Weights::default()).unwrap();
        parameters.finish().unwrap();
        assert_eq!((weights.commit, weights.price.run, weights.free_cells[0]), (7, -3, 9));
        assert_eq!(weights.away, Weights::default().away);
    }
}
