//! A game: checked rules. Everything that deals, plays, solves or verifies takes one.

use crate::deal::DealNumber;
use crate::layout::Layout;
use crate::rules::{Rules, RulesError, preset};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Checked rules. Cheap to clone; dereferences to the [`Rules`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game(Arc<Rules>);

impl Game {
    /// Checks rules: the only way from [`Rules`] to a game.
    pub fn new(rules: Rules) -> Result<Game, RulesError> {
        rules.validate()?;
        Ok(Game(Arc::new(rules)))
    }

    /// A game from rules that have been checked already: those of a preset, of a file that was read, of another game.
    pub(crate) fn of_checked(rules: Rules) -> Game {
        debug_assert_eq!(rules.validate(), Ok(()));
        Game(Arc::new(rules))
    }

    /// One of the built-in games, by name or alias.
    pub fn preset(name: &str) -> Option<Game> {
        preset(name).map(Game::of_checked)
    }

    /// A game from a rule description in TOML.
    pub fn from_toml(text: &str) -> Result<Game, RulesError> {
        Game::new(Rules::from_toml(text)?)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.0
    }

    /// The layout of a numbered deal.
    pub fn deal(&self, number: DealNumber) -> Layout {
        number.deal(&self.0)
    }
}

impl Default for Game {
    /// FreeCell.
    fn default() -> Game {
        Game::preset("freecell").expect("FreeCell is a preset")
    }
}

impl Deref for Game {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_without_sense_are_no_game() {
        assert!(Game::new(Rules { decks: 0, ..Rules::default() }).is_err());
        assert!(Game::new(Rules::default()).is_ok());
        assert_eq!(Game::default().name, "freecell");
        assert_eq!(Game::preset("no such game"), None);
    }
}
