//! A short name for exactly these rules: what records and checkpoints compare.
//!
//! Name, aliases and description do not count: two games with the same rules have the same digest. The hash is
//! FNV-1a over the lines of the rule text that differ from the defaults, so it is the same on every machine, and a
//! version with a new rule key gives every old game the digest that it had before.
//!
//! Version 0.1 hashed all lines. Its files are still recognised ([`Rules::has_digest`]).

use super::Rules;

impl Rules {
    /// Sixteen hexadecimal digits that change whenever a rule changes.
    pub fn digest(&self) -> String {
        let defaults = Rules::default().rule_lines();
        let changed: Vec<String> = self.rule_lines().into_iter().filter(|line| !defaults.contains(line)).collect();
        fnv1a(&changed.join("\n"))
    }

    /// Whether a digest, as this version or as version 0.1 wrote it, is that of these rules.
    pub fn has_digest(&self, digest: &str) -> bool {
        digest == self.digest() || digest == self.digest_of_version_0_1()
    }

    /// The digest that version 0.1 wrote: over all keys that there were then.
    fn digest_of_version_0_1(&self) -> String {
        let lines: Vec<String> = self.rule_lines().into_iter().filter(|line| is_key_of_version_0_1(line)).collect();
        fnv1a(&lines.join("\n"))
    }
}

/// Version 0.1 had the keys that this version has; keys that are added later are named here.
fn is_key_of_version_0_1(line: &str) -> bool {
    const LATER: [&str; 0] = [];
    !LATER.iter().any(|key| line.starts_with(key))
}

fn fnv1a(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use crate::rules::{PRESETS, Rules, preset};
    use std::collections::HashSet;

    #[test]
    fn digest_follows_the_rules_only() {
        let base = preset("freecell").unwrap();
        let mut renamed = base.clone();
        renamed.name = "other".into();
        renamed.description = "other".into();
        assert_eq!(base.digest(), renamed.digest());
        let mut changed = base.clone();
        changed.cells = 3;
        assert_ne!(base.digest(), changed.digest());
        assert_eq!(base.digest().len(), 16);
        let digests: HashSet<String> = PRESETS.iter().map(|p| p.rules().digest()).collect();
        assert_eq!(digests.len(), PRESETS.len());
    }

    /// Pinned: results of years must stay readable.
    #[test]
    fn digests_stay_as_they_are() {
        assert_eq!(Rules::default().digest(), "cbf29ce484222325");
        for (game, changes, digest, old) in [
            ("freecell", &[][..], "ab99510cfeb3f58e", "c18185da5b7dfd00"),
            ("freecell", &["foundation_return=none"], "cbf29ce484222325", "1e7b821afeb1ef1e"),
            ("seven-by-four", &[], "319cd220b06cdec9", "7ba48dee8904981c"),
            ("fours-up", &[], "ba587eaf3d0d07d2", "d2477b4143bb7091"),
        ] {
            let mut rules = preset(game).unwrap();
            changes.iter().for_each(|change: &&str| rules.apply_override(change).unwrap());
            assert_eq!((rules.digest().as_str(), rules.digest_of_version_0_1().as_str()), (digest, old), "{game}");
            assert!(rules.has_digest(digest) && rules.has_digest(old) && !rules.has_digest("9f3c"));
        }
    }
}
