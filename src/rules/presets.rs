//! The games that come with the program, as data.
//!
//! Each preset is a few rule lines over the defaults of [`Rules::default`], in the same syntax as a rule file,
//! so a preset is exactly what a user could have written.

use super::Rules;

/// Name, aliases, one line about the game, and its rules where they differ from the defaults.
pub struct Preset {
    /// The name given to `--game`.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// One line about the game.
    pub description: &'static str,
    /// The game that it varies.
    base: Option<&'static str>,
    rules: &'static str,
}

const fn game(
    name: &'static str,
    aliases: &'static [&'static str],
    description: &'static str,
    rules: &'static str,
) -> Preset {
    Preset { name, aliases, description, base: None, rules }
}

const fn variant(
    base: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    description: &'static str,
    rules: &'static str,
) -> Preset {
    Preset { name, aliases, description, base: Some(base), rules }
}

/// All presets, the five seed games first.
pub const PRESETS: &[Preset] = &[
    game("freecell", &["fc"], "the classic: 8 columns, 4 cells, alternate colours", "foundation_return = 'tableau'"),
    game("seven-by-four", &["7x4"], "FreeCell on seven columns with 4 cells", "columns = [8, 8, 8, 7, 7, 7, 7]"),
    game(
        "big-freecell",
        &["big"],
        "two decks, 10 columns, 4 cells, kings only in empty columns",
        "decks = 2
         columns = [11, 11, 11, 11, 10, 10, 10, 10, 10, 10]
         empty_column = 'king'
         group = 'formula'",
    ),
    game(
        "freecell-four-deck",
        &["four-deck"],
        "four decks, 14 columns, 14 cells, groups of one more than the free cells",
        "decks = 4
         columns = [15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 14, 14]
         cells = 14
         group = 'cells_plus_one'",
    ),
    game(
        "fours-up",
        &[],
        "two decks, 6 columns, no cells, rows dealt from the stock, foundations from 4 to 3",
        "decks = 2
         columns = [1, 1, 1, 1, 1, 1]
         cells = 0
         build = 'any_suit'
         build_wrap = true
         group = 'single'
         foundation_base = 4
         foundation_wrap = true
         foundation_prefill = 'bases'
         stock = 'row_deal'",
    ),
    game("bakers-game", &["bakers"], "FreeCell built in suit", "build = 'same_suit'"),
    variant(
        "bakers-game",
        "kings-only-bakers-game",
        &["ko-bakers-game"],
        "Baker's Game with kings only in empty columns",
        "empty_column = 'king'",
    ),
    game(
        "eight-off",
        &[],
        "8 cells, half of them filled, built in suit, kings only",
        "columns = [6, 6, 6, 6, 6, 6, 6, 6]
         cells = 8
         cells_prefilled = [0, 2, 4, 6]
         build = 'same_suit'
         empty_column = 'king'",
    ),
    variant(
        "eight-off",
        "eight-off-relaxed",
        &["relaxed-eight-off"],
        "Eight Off with groups of any size",
        "group = 'unlimited'",
    ),
    game(
        "seahaven-towers",
        &["seahaven"],
        "10 columns, 4 cells, two of them filled, built in suit, kings only",
        "columns = [5, 5, 5, 5, 5, 5, 5, 5, 5, 5]
         cells_prefilled = [1, 2]
         build = 'same_suit'
         empty_column = 'king'",
    ),
    variant(
        "seahaven-towers",
        "seahaven-towers-relaxed",
        &["relaxed-seahaven-towers"],
        "Seahaven Towers with groups of any size",
        "group = 'unlimited'",
    ),
    game("freecell-relaxed", &["relaxed-freecell"], "FreeCell with groups of any size", "group = 'unlimited'"),
    game(
        "forecell",
        &[],
        "FreeCell with filled cells and kings only in empty columns",
        "columns = [6, 6, 6, 6, 6, 6, 6, 6]
         cells_prefilled = [0, 1, 2, 3]
         empty_column = 'king'",
    ),
    variant("seven-by-four", "seven-by-five", &["7x5"], "FreeCell on seven columns with 5 cells", "cells = 5"),
    variant(
        "big-freecell",
        "double-freecell-traditional",
        &[],
        "two decks, 10 columns, 8 cells, any card in empty columns",
        "cells = 8
         empty_column = 'any'
         group = 'supermove'",
    ),
    game(
        "double-freecell",
        &[],
        "two decks, 10 columns, 6 cells, four foundations of 26 cards",
        "decks = 2
         columns = [10, 10, 10, 10, 10, 10, 10, 10, 10, 10]
         cells = 6
         foundation_piles = 'per_suit'
         foundation_wrap = true
         foundation_prefill = 'bases'",
    ),
    game(
        "triple-freecell",
        &[],
        "three decks, 13 columns, 10 cells",
        "decks = 3
         columns = [12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12]
         cells = 10",
    ),
    game(
        "king-albert",
        &[],
        "columns of 1 to 9 cards and a reserve of 7",
        "columns = [1, 2, 3, 4, 5, 6, 7, 8, 9]
         cells = 7
         cells_kind = 'reserve'
         cells_prefilled = [0, 1, 2, 3, 4, 5, 6]
         group = 'single'
         foundation_return = 'tableau'",
    ),
    game(
        "penguin",
        &[],
        "7 columns, 7 cells, built in suit round the corner, the first card decides the base",
        "columns = [7, 7, 7, 7, 7, 7, 7]
         cells = 7
         build = 'same_suit'
         build_wrap = true
         empty_column = 'top_rank'
         group = 'unlimited'
         foundation_base = 'from_deal'
         foundation_wrap = true
         foundation_prefill = 3",
    ),
    game(
        "stalactites",
        &["grampus"],
        "no building on columns, foundations of any suit, each with a base of its own",
        "columns = [6, 6, 6, 6, 6, 6, 6, 6]
         cells = 2
         build = 'none'
         empty_column = 'none'
         group = 'single'
         foundation_base = 'from_deal'
         foundation_wrap = true
         foundation_prefill = 4
         foundation_piles = 'any_suit'",
    ),
    game("challenge-freecell", &[], "FreeCell with the twos and aces at the bottoms", "deal_first = [2, 'A']"),
    variant(
        "challenge-freecell",
        "super-challenge-freecell",
        &[],
        "Challenge FreeCell with kings only in empty columns",
        "empty_column = 'king'",
    ),
    game(
        "streets-and-alleys",
        &[],
        "FreeCell without cells, built regardless of suit",
        "cells = 0
         build = 'any_suit'",
    ),
    variant(
        "streets-and-alleys",
        "beleaguered-castle",
        &[],
        "Streets and Alleys with the aces on the foundations",
        "columns = [6, 6, 6, 6, 6, 6, 6, 6]
         foundation_prefill = 'bases'",
    ),
    variant(
        "fours-up",
        "fours-up-waste",
        &[],
        "Fours Up with a waste pile instead of row deals, groups in suit",
        "group = 'unlimited'
         group_build = 'same_suit'
         stock = 'waste'",
    ),
];

impl Preset {
    /// The full rules.
    pub fn rules(&self) -> Rules {
        let mut rules = self.base.and_then(preset).unwrap_or_default();
        rules.name = self.name.to_string();
        rules.aliases = self.aliases.iter().map(|a| a.to_string()).collect();
        rules.description = self.description.to_string();
        rules.apply_toml(self.rules).expect("presets are valid, as a test checks");
        rules
    }

    fn answers_to(&self, name: &str) -> bool {
        let same = |candidate: &str| {
            let plain = |text: &str| -> String {
                text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
            };
            plain(candidate) == plain(name)
        };
        same(self.name) || self.aliases.iter().any(|a| same(a))
    }
}

/// The preset of this name or alias; case, dashes, underscores and spaces do not matter.
pub fn preset(name: &str) -> Option<Rules> {
    PRESETS.iter().find(|p| p.answers_to(name)).map(Preset::rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_valid_and_distinct() {
        for (i, p) in PRESETS.iter().enumerate() {
            let rules = p.rules();
            rules.validate().unwrap_or_else(|e| panic!("{}: {e}", p.name));
            for other in &PRESETS[i + 1..] {
                assert!(!other.answers_to(p.name), "{} twice", p.name);
                assert!(!p.aliases.iter().any(|a| other.answers_to(a)), "alias of {} twice", p.name);
            }
        }
        assert_eq!(preset("Eight Off").unwrap().name, "eight-off");
        assert_eq!(preset("7x4").unwrap().columns.len(), 7);
        assert!(preset("").is_none());
    }
}
