//! The games that Freecell Solver knows, as rules of this program.
//!
//! Boards come as text, so a game is no more than the number of piles and three rules; how it is dealt does not matter. Cards
//! never come back from the foundations.

use crate::game::Game;
use crate::rules::{Build, EmptyColumn, Group, Rules, RulesError};
use anyhow::bail;

/// The rules that Freecell Solver's flags can set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Number of decks.
    pub decks: u8,
    /// Number of columns.
    pub columns: u8,
    /// Number of cells.
    pub cells: u8,
    /// How columns are built.
    pub build: Build,
    /// How many cards move together.
    pub group: Group,
    /// What may fill an empty column.
    pub empty_column: EmptyColumn,
}

impl Default for Variant {
    /// FreeCell.
    fn default() -> Variant {
        one_deck(8, 4, Build::AlternateColor, EmptyColumn::Any)
    }
}

const fn one_deck(columns: u8, cells: u8, build: Build, empty_column: EmptyColumn) -> Variant {
    Variant { decks: 1, columns, cells, build, group: Group::Supermove, empty_column }
}

const fn relaxed(variant: Variant) -> Variant {
    Variant { group: Group::Unlimited, ..variant }
}

const fn two_decks(variant: Variant) -> Variant {
    Variant { decks: 2, ..variant }
}

const KINGS: EmptyColumn = EmptyColumn::King;
const EIGHT_OFF: Variant = one_deck(8, 8, Build::SameSuit, KINGS);
const SEAHAVEN: Variant = one_deck(10, 4, Build::SameSuit, KINGS);
const CASTLE: Variant = one_deck(8, 0, Build::AnySuit, EmptyColumn::Any);
const SNAKE: Variant = two_decks(one_deck(9, 8, Build::AlternateColor, EmptyColumn::None));

/// Names and rules. The redeals of Cruel are left out, as Freecell Solver does.
const GAMES: &[(&[&str], Variant)] = &[
    (&["bakers_dozen"], one_deck(13, 0, Build::AnySuit, EmptyColumn::None)),
    (&["bakers_game"], one_deck(8, 4, Build::SameSuit, EmptyColumn::Any)),
    (&["beleaguered_castle", "citadel", "streets_and_alleys"], CASTLE),
    (&["cruel"], one_deck(12, 0, Build::SameSuit, EmptyColumn::None)),
    (&["der_katz", "der_katzenschwanz"], relaxed(SNAKE)),
    (&["die_schlange"], SNAKE),
    (&["eight_off"], EIGHT_OFF),
    (&["fan"], one_deck(18, 0, Build::SameSuit, KINGS)),
    (&["forecell"], one_deck(8, 4, Build::AlternateColor, KINGS)),
    (&["freecell"], one_deck(8, 4, Build::AlternateColor, EmptyColumn::Any)),
    (&["good_measure"], one_deck(10, 0, Build::AnySuit, EmptyColumn::None)),
    (&["ko_bakers_game", "kings_only_bakers_game"], one_deck(8, 4, Build::SameSuit, KINGS)),
    (&["relaxed_freecell"], relaxed(one_deck(8, 4, Build::AlternateColor, EmptyColumn::Any))),
    (&["relaxed_seahaven", "relaxed_seahaven_towers"], relaxed(SEAHAVEN)),
    (&["seahaven", "seahaven_towers"], SEAHAVEN),
];

/// The game of this name.
pub fn named(name: &str) -> anyhow::Result<Variant> {
    if name == "simple_simon" {
        bail!(
            "The game \"simple_simon\" is not supported: whole suits go home at once there, which the rules of winnable \
             cannot express."
        );
    }
    match GAMES.iter().find(|(names, _)| names.contains(&name)) {
        Some(&(_, variant)) => Ok(variant),
        None => bail!("Unknown game \"{name}\"!"),
    }
}

/// All names, for the help.
pub fn names() -> Vec<&'static str> {
    GAMES.iter().flat_map(|(names, _)| names.iter().copied()).collect()
}

/// Reads `--sequences-are-built-by`.
pub fn build(flag: &str, word: &str) -> anyhow::Result<Build> {
    let words = [("alternate_color", Build::AlternateColor), ("suit", Build::SameSuit), ("rank", Build::AnySuit)];
    choose(flag, word, &words)
}

/// Reads `--sequence-move`.
pub fn group(flag: &str, word: &str) -> anyhow::Result<Group> {
    choose(flag, word, &[("limited", Group::Supermove), ("unlimited", Group::Unlimited)])
}

/// Reads `--empty-stacks-filled-by`.
pub fn empty_column(flag: &str, word: &str) -> anyhow::Result<EmptyColumn> {
    choose(flag, word, &[("all", EmptyColumn::Any), ("kings", KINGS), ("none", EmptyColumn::None)])
}

fn choose<T: Copy>(flag: &str, word: &str, words: &[(&str, T)]) -> anyhow::Result<T> {
    match words.iter().find(|(known, _)| *known == word) {
        Some(&(_, value)) => Ok(value),
        None => {
            let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
            bail!("The parameter \"{flag}\" takes one of {}, but got \"{word}\".", known.join(", "))
        }
    }
}

impl Variant {
    /// The rules. A board does not say how the cards were dealt, so the columns' first lengths are arbitrary.
    pub fn game(&self) -> Result<Game, RulesError> {
        let rules = Rules {
            name: "fc-solve".into(),
            description: "a game of Freecell Solver".into(),
            decks: self.decks,
            cells: self.cells,
            build: self.build,
            group_build: self.build,
            group: self.group,
            empty_column: self.empty_column,
            ..Rules::default()
        };
        let (cards, columns) = (rules.cards(), self.columns as usize);
        let columns = (0..columns).map(|i| ((cards + columns - 1 - i) / columns) as u8).collect();
        Game::new(Rules { columns, ..rules })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{FoundationReturn, PRESETS};

    /// Each game that both programs know has the same rules in both.
    #[test]
    fn games_agree_with_the_presets() {
        for (names, variant) in GAMES {
            let game = variant.game().unwrap_or_else(|e| panic!("{names:?}: {e}"));
            assert_eq!(game.foundation_return, FoundationReturn::None);
            for preset in PRESETS.iter().map(|p| p.rules()) {
                let known_as = |name: &str| names.contains(&name.replace('-', "_").as_str());
                if known_as(&preset.name) || preset.aliases.iter().any(|alias| known_as(alias)) {
                    let facts = |rules: &Rules| {
                        let piles = (rules.decks, rules.columns.len(), rules.cells);
                        (piles, rules.build, rules.group_build, rules.empty_column)
                    };
                    assert_eq!(facts(&game), facts(&preset), "{names:?}");
                    assert_eq!(game.group, preset.group, "{names:?}");
                }
            }
        }
        assert!(named("simple_simon").unwrap_err().to_string().contains("not supported"));
    }

    #[test]
    fn any_number_of_piles_makes_a_game() {
        for columns in 1..=20 {
            for decks in 1..=4 {
                let variant = Variant { decks, columns, ..Variant::default() };
                assert!(variant.game().is_ok(), "{columns} columns, {decks} decks");
            }
        }
        assert!(Variant { columns: 0, ..Variant::default() }.game().is_err());
    }
}
