//! The cyclic order of the ranks in play.
//!
//! "One lower" and "one higher" mean the neighbour among the ranks that are in play: with 2 and 3 stripped the
//! ace is followed by the 4. Whether the order closes to a circle (king before ace) is decided by the caller:
//! columns and foundations have separate rules for it.

use crate::card::Rank;

/// Ranks in play, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankOrder {
    len: u8,
    ranks: [u8; 13],
    /// Position of each rank in `ranks`, 255 where it is not in play.
    place: [u8; 14],
}

impl RankOrder {
    /// The ranks `1..=top` without the stripped ones.
    pub fn new(top: u8, strip: &[Rank]) -> RankOrder {
        let mut order = RankOrder { len: 0, ranks: [0; 13], place: [255; 14] };
        for rank in 1..=top.min(13) {
            if !strip.iter().any(|s| s.number() == rank) {
                order.ranks[order.len as usize] = rank;
                order.place[rank as usize] = order.len;
                order.len += 1;
            }
        }
        order
    }

    /// How many ranks are in play.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Ranks in play, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = Rank> + '_ {
        self.ranks[..self.len()].iter().filter_map(|&r| Rank::new(r))
    }

    /// Whether the rank is in play.
    pub fn contains(&self, rank: Rank) -> bool {
        self.place[rank.number() as usize] != 255
    }

    /// Position of a rank in play, from 0.
    pub fn place(&self, rank: Rank) -> usize {
        debug_assert!(self.contains(rank));
        self.place[rank.number() as usize] as usize
    }

    /// The highest rank in play; what `empty_column = king` means.
    pub fn top(&self) -> Option<Rank> {
        self.iter().last()
    }

    /// The lowest rank in play.
    pub fn bottom(&self) -> Option<Rank> {
        self.iter().next()
    }

    /// The rank `steps` above, going round from the top to the bottom.
    pub fn above(&self, rank: Rank, steps: usize) -> Rank {
        let place = self.place(rank) + steps;
        // Nearly all steps stay within the order; this avoids a division.
        let place = if place < self.len() { place } else { place % self.len() };
        Rank::new(self.ranks[place]).expect("ranks in play are 1..=13")
    }

    /// Whether `upper` is one above `lower`; `wrap` lets the lowest rank follow the highest.
    pub fn follows(&self, upper: Rank, lower: Rank, wrap: bool) -> bool {
        let (u, l) = (self.place(upper), self.place(lower));
        u == l + 1 || (wrap && self.len() > 1 && u == 0 && l + 1 == self.len())
    }
}
