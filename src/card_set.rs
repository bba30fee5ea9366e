//! Sets of up to 64 numbered members in one word, such as sets of cards or of places.
//!
//! A [`Set64`] knows what its numbers stand for, so a set of cards cannot be mistaken for a set of
//! places in columns, though both are one `u64`. All operations are those of the word.

use crate::card::Card;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

/// A numbering: what the numbers below 64 in a set stand for.
pub trait Numbering {
    /// What is numbered.
    type Member: Copy;
    /// Its number.
    fn number(member: Self::Member) -> u8;
    /// The member with this number, which must be in use.
    fn numbered(number: u8) -> Self::Member;
}

/// A set of kinds of cards.
pub type CardSet = Set64<Card>;

/// The numbering of cards by [`Card::index`], for states that store indices. Their other values
/// (in a cell, no card, …) are numbers from 52 to 63, so they can be looked up in a set too and are
/// never in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Index {}

/// A set of cards by their indices.
pub type IndexSet = Set64<Index>;

/// A set of members with numbers below 64.
pub struct Set64<T>(u64, PhantomData<T>);

impl<T> Set64<T> {
    /// The empty set.
    pub const EMPTY: Set64<T> = Set64::from_bits(0);

    /// The set with these numbers as bits.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Set64<T> {
        Set64(bits, PhantomData)
    }

    /// The numbers as bits.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether nothing is in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many members it has.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the sets have a member in common.
    #[inline(always)]
    pub const fn meets(self, other: Set64<T>) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all members are in the other set, too.
    #[inline(always)]
    pub const fn is_within(self, other: Set64<T>) -> bool {
        self.0 & !other.0 == 0
    }
}

impl<T: Numbering> Set64<T> {
    /// The set of one member.
    #[inline(always)]
    pub fn of(member: T::Member) -> Set64<T> {
        Set64::from_bits(1 << T::number(member))
    }

    /// Whether the member is in the set.
    #[inline(always)]
    pub fn contains(self, member: T::Member) -> bool {
        self.0 >> T::number(member) & 1 != 0
    }

    /// Adds a member. Returns whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, member: T::Member) -> bool {
        let new = !self.contains(member);
        *self |= Set64::of(member);
        new
    }

    /// Removes a member.
    #[inline(always)]
    pub fn remove(&mut self, member: T::Member) {
        *self -= Set64::of(member);
    }

    /// The member with the lowest number.
    #[inline(always)]
    pub fn first(self) -> Option<T::Member> {
        (self.0 != 0).then(|| T::numbered(self.0.trailing_zeros() as u8))
    }

    /// The member with the highest number.
    #[inline(always)]
    pub fn last(self) -> Option<T::Member> {
        (self.0 != 0).then(|| T::numbered(63 - self.0.leading_zeros() as u8))
    }

    /// Removes and returns the member with the lowest number.
    #[inline(always)]
    pub fn pop_first(&mut self) -> Option<T::Member> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// How many members have lower numbers than this one, whether it is in the set or not.
    #[inline(always)]
    pub fn rank_of(self, member: T::Member) -> u32 {
        (self.0 & ((1 << T::number(member)) - 1)).count_ones()
    }

    /// The set itself if the condition holds, otherwise the empty set; without a branch.
    #[inline(always)]
    pub fn only_if(self, condition: bool) -> Set64<T> {
        Set64::from_bits(self.0 & u64::from(condition).wrapping_neg())
    }
}

impl CardSet {
    /// The same set by indices.
    #[inline(always)]
    pub const fn indices(self) -> IndexSet {
        Set64::from_bits(self.0)
    }
}

impl IndexSet {
    /// All 52 cards.
    pub const CARDS: IndexSet = Set64::from_bits((1 << Card::KINDS) - 1);

    /// The lowest four numbers: the cards of the lowest rank.
    const LOWEST_RANK: u64 = 0xf;

    /// The cards of a suit. Four neighbouring indices are a rank.
    #[inline(always)]
    pub const fn of_suit(suit: usize) -> IndexSet {
        Set64::from_bits(0x1111_1111_1111_1111 << suit)
    }

    /// The cards that foundations take next that start with the lowest rank and hold this set.
    #[inline(always)]
    pub const fn next_home(self) -> IndexSet {
        Set64::from_bits((self.0 << 4 | IndexSet::LOWEST_RANK) & !self.0)
    }
}

impl Numbering for Index {
    type Member = u8;

    #[inline(always)]
    fn number(index: u8) -> u8 {
        index
    }

    #[inline(always)]
    fn numbered(number: u8) -> u8 {
        number
    }
}

impl<T> Clone for Set64<T> {
    #[inline(always)]
    fn clone(&self) -> Set64<T> {
        *self
    }
}

impl<T> Copy for Set64<T> {}

impl<T> PartialEq for Set64<T> {
    #[inline(always)]
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

impl<T: Numbering<Member: fmt::Debug>> fmt::Debug for Set64<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl<T> BitOr for Set64<T> {
    type Output = Set64<T>;
    #[inline(always)]
    fn bitor(self, other: Set64<T>) -> Set64<T> {
        Set64::from_bits(self.0 | other.0)
    }
}

impl<T> BitOrAssign for Set64<T> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Set64<T>) {
        self.0 |= other.0;
    }
}

impl<T> BitAnd for Set64<T> {
    type Output = Set64<T>;
    #[inline(always)]
    fn bitand(self, other: Set64<T>) -> Set64<T> {
        Set64::from_bits(self.0 & other.0)
    }
}

impl<T> BitAndAssign for Set64<T> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Set64<T>) {
        self.0 &= other.0;
    }
}

/// The members of one set that are not in the other.
impl<T> Sub for Set64<T> {
    type Output = Set64<T>;
    #[inline(always)]
    fn sub(self, other: Set64<T>) -> Set64<T> {
        Set64::from_bits(self.0 & !other.0)
    }
}

impl<T> SubAssign for Set64<T> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Set64<T>) {
        self.0 &= !other.0;
    }
}

/// The members of exactly one of two sets.
impl<T> BitXor for Set64<T> {
    type Output = Set64<T>;
    #[inline(always)]
    fn bitxor(self, other: Set64<T>) -> Set64<T> {
        Set64::from_bits(self.0 ^ other.0)
    }
}

impl<T> Not for Set64<T> {
    type Output = Set64<T>;
    #[inline(always)]
    fn not(self) -> Set64<T> {
        Set64::from_bits(!self.0)
    }
}

impl<T: Numbering> FromIterator<T::Member> for Set64<T> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = T::Member>>(members: I) -> Set64<T> {
        members.into_iter().fold(Set64::EMPTY, |set, member| set | Set64::of(member))
    }
}

/// The members, lowest number first.
pub struct Members<T>(Set64<T>);

impl<T: Numbering> Iterator for Members<T> {
    type Item = T::Member;

    #[inline(always)]
    fn next(&mut self) -> Option<T::Member> {
        self.0.pop_first()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl<T: Numbering> IntoIterator for Set64<T> {
    type Item = T::Member;
    type IntoIter = Members<T>;

    #[inline(always)]
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
        assert_eq!((CardSet::EMPTY.first(), CardSet::EMPTY.last()), (None, None));
        assert_eq!((some.last(), some.rank_of(cards[2]), all.rank_of(cards[2])), (Some(cards[2]), 1, 51));
        assert_eq!((some.only_if(true), some.only_if(false)), (some, CardSet::EMPTY));
        assert_eq!(some.indices().into_iter().collect::<Vec<_>>(), [cards[1].index(), cards[2].index()]);
    }
}
