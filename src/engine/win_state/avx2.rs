//! The column moves of [`super::columns`] in AVX2 registers, one lane of 8 or 16 bits per column.
//!
//! Tables of 64 bytes are looked up with byte shuffles, and so are card sets: a set is a table of
//! 64 bits. Scores are computed modulo 2^16, as [`ScoredMove`](super::scored_moves::ScoredMove)
//! stores them, so the results equal those of [`Plain`](super::columns::Plain) in every case. A
//! test compares them.

#![allow(unsafe_code)]

use super::columns::{Columns, Lanes};
use super::scored_moves::{MoveList, ScoredMove};
use super::state::{BASE, CELL};
use crate::card_set::IndexSet;
use std::arch::x86_64::*;

/// Proof that the processor has the features that this file and the search around it are compiled
/// for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, if the features are present.
    pub fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn push(self, columns: &Columns, moves: &mut MoveList) {
        // SAFETY: an `Avx2` is created only by `Avx2::detect`, after the required features were
        // detected.
        unsafe { push(columns, moves) }
    }
}

/// # Safety
/// The processor must have AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
unsafe fn push(columns: &Columns, moves: &mut MoveList) {
    let &Columns { deal, evaluation, state, .. } = columns;
    // SAFETY: the caller vouches for AVX2, and every load is from a reference to an array of at
    // least that size.
    unsafe {
        let top = _mm_loadu_si128(state.top.as_ptr().cast());
        let base = _mm_loadu_si128(state.base.as_ptr().cast());
        let rank = |cards| _mm_and_si128(_mm_srli_epi16::<2>(cards), _mm_set1_epi8(15));
        let base_rank = rank(base);
        let count = _mm_add_epi8(_mm_sub_epi8(base_rank, rank(top)), _mm_set1_epi8(1));
        let under = look_up(&state.below, base);
        let at_bottom = _mm_cmpeq_epi8(under, _mm_set1_epi8(BASE as i8));

        let below = Bits::new(under);
        let weighed = |cards: __m128i, weight: i32| {
            _mm256_and_si256(_mm256_cvtepi8_epi16(cards), _mm256_set1_epi16(weight as i16))
        };
        let next = weighed(below.of(columns.view.next), evaluation.uncovers[1]);
        let exit = weighed(below.of(columns.view.take_cell), evaluation.uncovers[2]);
        let child = weighed(Bits::new(look_up(&deal.run_base, under)).of(columns.view.takes), evaluation.uncovers[4]);
        let not_king = _mm_cmpgt_epi8(_mm_set1_epi8(12), base_rank);
        let bottom = weighed(not_king, evaluation.bottom[0]);
        let rests = _mm256_blendv_epi8(
            shares(&deal.share, base, columns.count),
            _mm256_sub_epi16(bottom, _mm256_set1_epi16(columns.view.column_gain as i16)),
            _mm256_cvtepi8_epi16(at_bottom),
        );
        let uncovers = _mm256_add_epi16(_mm256_add_epi16(rests, next), _mm256_add_epi16(exit, child));
        let each = words(
            _mm256_loadu_si256(columns.buries.as_ptr().cast()),
            _mm256_loadu_si256(columns.buries.as_ptr().add(8).cast()),
        );

        let single = _mm256_cvtepi8_epi16(_mm_cmpeq_epi8(count, _mm_set1_epi8(1)));
        let whole = _mm256_add_epi16(each, _mm256_and_si256(uncovers, single));
        let change = _mm256_sub_epi16(_mm256_set1_epi16(columns.to_cell as i16), whole);
        let target = _mm256_set1_epi16(i16::from(CELL) << 4 | 1);
        write(moves, change, top, target, Bits::new(top).of(columns.parked));

        if !columns.spread.is_empty() {
            let counts = _mm256_cvtepu8_epi16(count);
            let lifted = _mm256_add_epi16(_mm256_mullo_epi16(each, counts), uncovers);
            let landed = _mm256_add_epi16(_mm256_set1_epi16(columns.to_empty as i16), bottom);
            let change = _mm256_sub_epi16(landed, lifted);
            let target = _mm256_or_si256(_mm256_set1_epi16(i16::from(BASE) << 4), counts);
            let too_many = _mm_cmpgt_epi8(count, _mm_set1_epi8(columns.most as i8));
            let never = _mm_or_si128(too_many, at_bottom);
            write(moves, change, base, target, _mm_andnot_si128(never, Bits::new(base).of(columns.spread)));
        }
    }
}

/// Looks up 16 indices below 64 in a table.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn look_up(table: &[u8; 64], at: __m128i) -> __m128i {
    // SAFETY: the caller vouches for AVX2; the loads are the four quarters of the table.
    unsafe {
        let quarter = |i: usize| {
            let quarter = _mm_loadu_si128(table.as_ptr().add(16 * i).cast());
            _mm_shuffle_epi8(quarter, _mm_and_si128(at, _mm_set1_epi8(15)))
        };
        // A blend tests the highest bit of each byte: bits 4 and 5 of the indices are shifted
        // there.
        let (bit4, bit5) = (_mm_slli_epi16::<3>(at), _mm_slli_epi16::<2>(at));
        let lower = _mm_blendv_epi8(quarter(0), quarter(1), bit4);
        let upper = _mm_blendv_epi8(quarter(2), quarter(3), bit4);
        _mm_blendv_epi8(lower, upper, bit5)
    }
}

/// Indices below 64, prepared for membership tests.
struct Bits {
    byte: __m128i,
    bit: __m128i,
}

impl Bits {
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn new(at: __m128i) -> Bits {
        let powers = _mm_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let seven = _mm_set1_epi8(7);
        Bits {
            byte: _mm_and_si128(_mm_srli_epi16::<3>(at), seven),
            bit: _mm_shuffle_epi8(powers, _mm_and_si128(at, seven)),
        }
    }

    /// All bits set in the lanes whose index is in the set.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn of(&self, set: IndexSet) -> __m128i {
        let bytes = _mm_shuffle_epi8(_mm_cvtsi64_si128(set.bits() as i64), self.byte);
        _mm_cmpeq_epi8(_mm_and_si128(bytes, self.bit), self.bit)
    }
}

/// Packs sixteen 32-bit numbers that fit into 16 bits, in order.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn words(lower: __m256i, upper: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(lower, upper))
}

/// The evaluation terms of the lowest cards of the runs.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn shares(table: &[i32; 64], base: __m128i, columns: usize) -> __m256i {
    // SAFETY: the caller vouches for AVX2; places are below 64.
    unsafe {
        let at = _mm_and_si128(base, _mm_set1_epi8(63));
        let lower = _mm256_i32gather_epi32::<4>(table.as_ptr(), _mm256_cvtepu8_epi32(at));
        let upper = match columns > 8 {
            true => _mm256_i32gather_epi32::<4>(table.as_ptr(), _mm256_cvtepu8_epi32(_mm_srli_si128::<8>(at))),
            false => _mm256_setzero_si256(),
        };
        words(lower, upper)
    }
}

/// Packs sixteen moves as [`ScoredMove::new`] does, with [`ScoredMove::NONE`] for moves that do not
/// exist, and appends them.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn write(moves: &mut MoveList, change: __m256i, card: __m128i, target: __m256i, exists: __m128i) {
    let step = _mm256_or_si256(_mm256_slli_epi16::<10>(_mm256_cvtepu8_epi16(card)), target);
    let exists = _mm256_cvtepi8_epi16(exists);
    let none = _mm256_set1_epi32(i32::MAX);
    let lower = _mm256_blendv_epi8(none, _mm256_unpacklo_epi16(step, change), _mm256_unpacklo_epi16(exists, exists));
    let upper = _mm256_blendv_epi8(none, _mm256_unpackhi_epi16(step, change), _mm256_unpackhi_epi16(exists, exists));
    let block: &mut [ScoredMove; 16] = moves.block();
    // SAFETY: a `ScoredMove` is an `i32` in memory, and there are sixteen of them.
    unsafe {
        let place: *mut __m256i = block.as_mut_ptr().cast();
        _mm256_storeu_si256(place, lower);
        _mm256_storeu_si256(place.add(1), upper);
    }
}
