//! How rules differ from the preset whose name they bear: `freecell (cells=3)`.
//!
//! A verdict belongs to its rules, so every text and record that names the game says what was changed. Rules with a name that
//! no preset has show no changes.

use super::{Rules, preset};

impl Rules {
    /// The keys whose values differ from the preset of the same name, with the values as `--rule` takes them.
    pub fn changed(&self) -> Vec<(String, String)> {
        let Some(original) = preset(&self.name) else { return Vec::new() };
        let original = original.rule_lines();
        let lines = self.rule_lines().into_iter().filter(|line| !original.contains(line));
        let bare = |line: String| {
            let (key, value) = line.split_once(" = ").expect("rule lines are `key = value`");
            (key.to_string(), value.replace(['"', ' '], ""))
        };
        lines.map(bare).collect()
    }

    /// The game's name with what was changed: `freecell (cells=3)`.
    pub fn label(&self) -> String {
        let changed: Vec<String> = self.changed().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        label(&self.name, &changed)
    }

    /// The changed keys with their values in JSON, in the order of a rule file.
    #[cfg(feature = "serde")]
    pub fn changed_json(&self) -> serde_json::Map<String, serde_json::Value> {
        let keys: Vec<String> = self.changed().into_iter().map(|(key, _)| key).collect();
        let serde_json::Value::Object(all) = self.to_json() else { return serde_json::Map::new() };
        all.into_iter().filter(|(key, _)| keys.contains(key)).collect()
    }
}

/// A name with changes like `cells=3`.
pub(crate) fn label(name: &str, changed: &[String]) -> String {
    if changed.is_empty() { name.to_string() } else { format!("{name} ({})", changed.join(", ")) }
}

#[cfg(test)]
mod tests {
    use crate::rules::{PRESETS, preset};

    #[test]
    fn presets_are_not_changed_and_changes_are_named() {
        for game in PRESETS {
            assert_eq!(game.rules().label(), game.name);
        }
        let mut rules = preset("freecell").unwrap();
        for change in ["cells=3", "build=same_suit", "columns=[13,13,13,13]"] {
            rules.apply_override(change).unwrap();
        }
        assert_eq!(rules.label(), "freecell (columns=[13,13,13,13], cells=3, build=same_suit, group_build=same_suit)");
        rules.name = "mine".into();
        assert_eq!(rules.label(), "mine");
    }

    #[test]
    fn the_order_of_changes_does_not_matter() {
        let read = |changes: &[&str]| {
            let mut rules = preset("freecell").unwrap();
            rules.apply_overrides(&changes.iter().map(|c| c.to_string()).collect::<Vec<_>>()).map(|()| rules.label())
        };
        let one = read(&["stock=row_deal", "stock_when=no_moves"]).unwrap();
        assert_eq!(read(&["stock_when=no_moves", "stock=row_deal"]).unwrap(), one);
        let one = read(&["build=any_suit", "group_build=alternate_color"]).unwrap();
        assert_eq!(read(&["group_build=alternate_color", "build=any_suit"]).unwrap(), one);
    }
}
