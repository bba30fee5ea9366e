//! A short name for exactly these rules: what records and checkpoints compare.
//!
//! Name, aliases and description do not count: two games with the same rules have the same digest. The hash is
//! FNV-1a over the rule text, so it is the same on every machine and in every version that has the same keys.

use super::Rules;

impl Rules {
    /// Sixteen hexadecimal digits that change whenever a rule changes.
    pub fn digest(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for byte in self.rule_lines().join("\n").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        format!("{hash:016x}")
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::preset;

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
    }
}
