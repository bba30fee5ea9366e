//! A set of units of a relaxed game, at most one per card.

use crate::rules::MAX_CARDS;

/// Words of 64 units.
const WORDS: usize = MAX_CARDS.div_ceil(64);

/// Most units that a set can hold.
pub const MAX_UNITS: usize = 64 * WORDS;

/// A set of unit numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitSet([u64; WORDS]);

impl UnitSet {
    pub const EMPTY: UnitSet = UnitSet([0; WORDS]);

    /// The units from 0 to `end`, exclusive.
    pub fn first(end: usize) -> UnitSet {
        (0..end).collect()
    }

    #[inline]
    pub fn contains(&self, unit: usize) -> bool {
        self.0[unit / 64] >> (unit % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, unit: usize) {
        self.0[unit / 64] |= 1 << (unit % 64);
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == UnitSet::EMPTY
    }

    #[inline]
    pub fn union(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline]
    pub fn minus(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    pub fn meets(&self, other: &UnitSet) -> bool {
        (0..WORDS).any(|i| self.0[i] & other.0[i] != 0)
    }

    #[inline]
    pub fn is_within(&self, other: &UnitSet) -> bool {
        (0..WORDS).all(|i| self.0[i] & !other.0[i] == 0)
    }

    /// The units in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < WORDS && words[at] == 0 {
                at += 1;
            }
            let word = words.get_mut(at)?;
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            Some(64 * at + bit)
        })
    }
}

impl FromIterator<usize> for UnitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(units: I) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}
