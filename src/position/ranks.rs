//! The ranks in play and what follows what, for the reference position alone.
//!
//! The engines compute neighbours of ranks in another way (`rules::RankOrder`). This one looks for the next rank that
//! is in play, so that a slip there cannot be repeated here.

use crate::card::Rank;
use crate::rules::Rules;

/// Which ranks are in play, and the next one after each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks {
    in_play: [bool; 14],
    next: [Rank; 14],
}

impl Ranks {
    pub fn new(rules: &Rules) -> Ranks {
        let stripped = |number: u8| rules.strip_ranks.iter().any(|rank| rank.number() == number);
        let in_play = |number: usize| number >= 1 && number <= rules.ranks as usize && !stripped(number as u8);
        let in_play: [bool; 14] = std::array::from_fn(in_play);
        let up = |number: usize| if number == 13 { 1 } else { number + 1 };
        let next = |number: usize| {
            let mut next = up(number);
            while !in_play[next] && next != number {
                next = up(next);
            }
            Rank::new(next as u8).unwrap_or(Rank::KING)
        };
        Ranks { in_play, next: std::array::from_fn(next) }
    }

    pub fn contains(&self, rank: Rank) -> bool {
        self.in_play[rank.number() as usize]
    }

    pub fn len(&self) -> usize {
        self.in_play.iter().filter(|in_play| **in_play).count()
    }

    /// The highest rank in play: what `empty_column = king` means.
    pub fn highest(&self) -> Option<Rank> {
        (1..=13).rev().find(|&number| self.in_play[number as usize]).and_then(Rank::new)
    }

    /// The next rank in play; after the highest comes the lowest.
    #[inline]
    pub fn next(&self, rank: Rank) -> Rank {
        self.next[rank.number() as usize]
    }

    /// The rank `steps` above.
    #[inline]
    pub fn after(&self, rank: Rank, steps: usize) -> Rank {
        (0..steps).fold(rank, |rank, _| self.next(rank))
    }

    /// Whether `upper` is one above `lower`; `wrap` lets the lowest rank follow the highest.
    #[inline]
    pub fn follows(&self, upper: Rank, lower: Rank, wrap: bool) -> bool {
        upper != lower && self.next(lower) == upper && (wrap || upper > lower)
    }
}
