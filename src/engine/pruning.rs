//! The switches of the complete searches. Each rule is argued beside the engine that it prunes.

/// What a search may leave out. Tests switch everything on and off and compare verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// Cards that nothing can need any more go home.
    pub safe_home: bool,
    /// Positions in which a card can never leave its place are cut off, in games of several decks or with a stock.
    pub stuck: bool,
    /// What is stored and expanded, in games where groups are a gesture.
    pub space: Space,
}

/// Which positions a search walks through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// All of them, by every legal move.
    Plain,
    /// Tidy positions by block moves ([`super::one_deck`]): for finding wins only.
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

    /// Every combination of switches.
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
