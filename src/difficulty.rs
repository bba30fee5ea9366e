//! How difficult a winnable deal is for a player: four parts, a score and a level.
//!
//! `docs/difficulty.md` explains the parts and shows the sample that the thresholds come from. The thresholds are constants,
//! so a deal keeps its level from version to version unless its parts are measured differently.

use std::fmt;

/// Quartiles of FreeCell, Microsoft 1..1000: a part scores one point for each of its three that it exceeds.
const NARROWNESS: [u32; 3] = [9, 18, 34];
const LENGTH: [u32; 3] = [86, 90, 93];
const TRAP: [u32; 3] = [2, 3, 4];
/// Fewest cells known: 0 or 1, 2, 3, 4 and more.
const CELLS: [u32; 3] = [1, 2, 3];
/// Quartiles of the sum: above each begins the next level.
const LEVELS: [u32; 3] = [3, 5, 7];

/// How difficult a deal is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Level {
    /// The easiest quarter of the sample.
    Easy,
    /// The next quarter.
    Medium,
    /// The third quarter.
    Hard,
    /// The hardest quarter.
    Expert,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        })
    }
}

/// The difficulty of a winnable deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Difficulty {
    /// The level.
    pub level: Level,
    /// Points of all parts, 0 to 12.
    pub score: u32,
    /// The fewest cells with which a win is known.
    pub cells: u8,
    /// Share of losing moves in games played without looking ahead, in thousandths.
    pub narrowness: u32,
    /// Length of a short win in moves.
    pub length: u32,
    /// Average number of moves made in such games after the losing move.
    pub trap: u32,
}

impl Difficulty {
    /// The difficulty with these parts: score and level follow from them.
    pub fn of_parts(cells: u8, narrowness: u32, length: u32, trap: u32) -> Difficulty {
        let points =
            |value: u32, quartiles: [u32; 3]| quartiles.iter().filter(|&&quartile| value > quartile).count() as u32;
        let score =
            points(cells.into(), CELLS) + points(narrowness, NARROWNESS) + points(length, LENGTH) + points(trap, TRAP);
        let level = match points(score, LEVELS) {
            0 => Level::Easy,
            1 => Level::Medium,
            2 => Level::Hard,
            _ => Level::Expert,
        };
        Difficulty { level, score, cells, narrowness, length, trap }
    }
}
