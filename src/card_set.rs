//! Sets of up to 64 small things in one word: kinds of cards, and whatever else a search numbers.
//!
//! A [`Set64`] knows what it is a set of, so a set of cards cannot be mistaken for a set of places in columns, though both
//! are one `u64`. All operations are those of the word: nothing here costs more than the bare number would.

use crate::card::Card;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// Something that has a number below 64.
pub trait Member: Copy {
    /// Its number.
    fn number(self) -> u8;
    /// What has this number; only asked for numbers that members have.
    fn numbered(number: u8) -> Self;
}

/// A set of kinds of cards.
pub type CardSet = Set64<Card>;

/// A set of members with numbers below 64.
pub struct Set64<T>(u64, PhantomData<T>);

impl<T> Set64<T> {
    /// The empty set.
    pub const EMPTY: Set64<T> = Set64::from_bits(0);

    /// The set with these numbers as bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Set64<T> {
        Set64(bits, PhantomData)
    }

    /// The numbers as bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether nothing is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many members it has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

impl<T: Member> Set64<T> {
    /// The set of one member.
    #[inline]
    pub fn of(member: T) -> Set64<T> {
        Set64::from_bits(1 << member.number())
    }

    /// Whether something is in it.
    #[inline]
    pub fn contains(self, member: T) -> bool {
        self.0 >> member.number() & 1 == 1
    }

    /// Puts something in; whether it was not there.
    #[inline]
    pub fn insert(&mut self, member: T) -> bool {
        let new = !self.contains(member);
        *self |= Set64::of(member);
        new
    }

    /// Takes something out.
    #[inline]
    pub fn remove(&mut self, member: T) {
        *self -= Set64::of(member);
    }

    /// The member with the lowest number.
    #[inline]
    pub fn first(self) -> Option<T> {
        (self.0 != 0).then(|| T::numbered(self.0.trailing_zeros() as u8))
    }

    /// Takes the member with the lowest number out.
    #[inline]
    pub fn pop_first(&mut self) -> Option<T> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// Whether the sets have a member in common.
    #[inline]
    pub fn meets(self, other: Set64<T>) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all members are in the other set, too.
    #[inline]
    pub fn is_within(self, other: Set64<T>) -> bool {
        self.0 & !other.0 == 0
    }
}

impl<T> Clone for Set64<T> {
    #[inline]
    fn clone(&self) -> Set64<T> {
        *self
    }
}

impl<T> Copy for Set64<T> {}

impl<T> PartialEq for Set64<T> {
    #[inline]
    fn eq(&self, other: &Set64<T>) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Set64<T> {}

impl<T> Default for Set64<T> {
    fn default() -> Set64<T> {
        Set64::EMPTY
    }
}

impl<T> Hash for Set64<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T: Member + fmt::Debug> fmt::Debug for Set64<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl<T> BitOr for Set64<T> {
    type Output = Set64<T>;
    #[inline]
    fn bitor(self, other: Set64<T>) -> Set64<T> {
        Set64::from_bits(self.0 | other.0)
    }
}

impl<T> BitOrAssign for Set64<T> {
    #[inline]
    fn bitor_assign(&mut self, other: Set64<T>) {
        self.0 |= other.0;
    }
}

impl<T> BitAnd for Set64<T> {
    type Output = Set64<T>;
    #[inline]
    fn bitand(self, other: Set64<T>) -> Set64<T> {
        Set64::from_bits(self.0 & other.0)
    }
}

impl<T> BitAndAssign for Set64<T> {
    #[inline]
    fn bitand_assign(&mut self, other: Set64<T>) {
        self.0 &= other.0;
    }
}

/// The members of one set that are not in the other.
impl<T> Sub for Set64<T> {
    type Output = Set64<T>;
    #[inline]
    fn sub(self, other: Set64<T>) -> Set64<T> {
        Set64::from_bits(self.0 & !other.0)
    }
}

impl<T> SubAssign for Set64<T> {
    #[inline]
    fn sub_assign(&mut self, other: Set64<T>) {
        self.0 &= !other.0;
    }
}

impl<T> Not for Set64<T> {
    type Output = Set64<T>;
    #[inline]
    fn not(self) -> Set64<T> {
        Set64::from_bits(!self.0)
    }
}

impl<T: Member> FromIterator<T> for Set64<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Set64<T> {
        members.into_iter().fold(Set64::EMPTY, |set, member| set | Set64::of(member))
    }
}

/// The members, lowest number first.
pub struct Members<T>(Set64<T>);

impl<T: Member> Iterator for Members<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl<T: Member> IntoIterator for Set64<T> {
    type Item = T;
    type IntoIter = Members<T>;

    #[inline]
    fn into_iter(self) -> Members<T> {
        Members(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_what_was_put_in() {
        let all: CardSet = (0..52).filter_map(Card::from_index).collect();
        assert_eq!((all.bits(), all.len()), ((1 << 52) - 1, 52));
        let mut some = CardSet::EMPTY;
        let cards: Vec<Card> = ["AC", "7H", "KS"].iter().map(|text| text.parse().unwrap()).collect();
        for &card in cards.iter().rev() {
            assert!(some.insert(card) && !some.insert(card));
        }
        assert_eq!(some.into_iter().collect::<Vec<_>>(), cards);
        assert_eq!(format!("{some:?}"), "{AC, 7H, KS}");
        assert!(some.is_within(all) && some.meets(all) && !all.is_within(some));
        assert!((all - some).len() == 49 && !(all - some).meets(some) && (all - some) | some == all);
        some.remove(cards[0]);
        assert_eq!((some.first(), some.len()), (Some(cards[1]), 2));
        assert_eq!(CardSet::EMPTY.first(), None);
    }
}
