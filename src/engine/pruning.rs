//! Switches for the pruning rules of the complete search.
//!
//! The soundness argument of each rule is in the file of the engine that it prunes.

/// Pruning rules in use. Tests compare the verdicts of all combinations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// Safe home moves are forced.
    pub safe_home: bool,
    /// States in which some card can never move are pruned (several decks or a stock only).
    pub stuck: bool,
    /// Which states are stored and expanded, in games where groups are a gesture.
    pub space: Space,
}

/// The state space of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// All states, connected by all legal moves.
    Plain,
    /// States in canonical parking form, connected by block moves ([`super::one_deck`]). Smaller,
    /// but exhausting it proves nothing: for finding wins only.
    Blocks,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning { safe_home: true, stuck: true, space: Space::Blocks }
    }
}

impl Pruning {
    /// No pruning at all.
    pub const NONE: Pruning = Pruning { safe_home: false, stuck: false, space: Space::Plain };

    /// All combinations of the switches.
    pub fn variants() -> impl Iterator<Item = Pruning> {
        let spaces = [Space::Plain, Space::Blocks];
        spaces.into_iter().flat_map(|space| {
            [(true, true), (true, false), (false, true), (false, false)].map(|(safe_home, stuck)| Pruning {
                safe_home,
                stuck,
                space,
            })
        })
    }
}
