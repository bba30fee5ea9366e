//! The moves of all columns in wide registers, for x86-64 with AVX2: one byte or 16 bits a column, as many as there are
//! columns.
//!
//! Tables of 64 bytes are looked up with byte shuffles, and so are masks of cards: a mask is a table of 64 bits. Values
//! are computed modulo 2^16, which is how [`Choice`](super::choices::Choice) keeps them, so results are those of
//! [`Plain`](super::columns::Plain) in every case.

#![allow(unsafe_code)]

use super::choices::{Choice, Choices};
use super::columns::{Columns, Lanes};
use super::state::{BASE, CELL};
use std::arch::x86_64::*;

/// Proof that the processor has what this file and the search around it are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, where it holds.
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
    fn push(self, columns: &Columns, choices: &mut Choices) {
        // SAFETY: an `Avx2` is only made by `Avx2::detect`, after the function's features were found.
        unsafe { push(columns, choices) }
    }
}

/// # Safety
/// The processor must have AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
unsafe fn push(columns: &Columns, choices: &mut Choices) {
    let &Columns { start, eval, state, .. } = columns;
    // SAFETY: the caller vouches for AVX2, and every load is from a reference to an array of at least that size.
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
        let next = weighed(below.of(columns.view.next), eval.uncovers[1]);
        let exit = weighed(below.of(columns.view.take_cell), eval.uncovers[2]);
        let child = weighed(Bits::new(look_up(&start.run_base, under)).of(columns.view.takes), eval.uncovers[4]);
        let not_king = _mm_cmpgt_epi8(_mm_set1_epi8(12), base_rank);
        let bottom = weighed(not_king, eval.bottom[0]);
        let rests = _mm256_blendv_epi8(
            shares(&start.share, base, columns.count),
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
        write(choices, change, top, target, Bits::new(top).of(columns.parked));

        if columns.spread != 0 {
            let counts = _mm256_cvtepu8_epi16(count);
            let lifted = _mm256_add_epi16(_mm256_mullo_epi16(each, counts), uncovers);
            let landed = _mm256_add_epi16(_mm256_set1_epi16(columns.to_empty as i16), bottom);
            let change = _mm256_sub_epi16(landed, lifted);
            let target = _mm256_or_si256(_mm256_set1_epi16(i16::from(BASE) << 4), counts);
            let too_many = _mm_cmpgt_epi8(count, _mm_set1_epi8(columns.most as i8));
            let never = _mm_or_si128(too_many, at_bottom);
            write(choices, change, base, target, _mm_andnot_si128(never, Bits::new(base).of(columns.spread)));
        }
    }
}

/// The entries of a table at 16 places below 64.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn look_up(table: &[u8; 64], at: __m128i) -> __m128i {
    // SAFETY: the caller vouches for AVX2; the loads are the four quarters of the table.
    unsafe {
        let quarter = |i: usize| {
            let quarter = _mm_loadu_si128(table.as_ptr().add(16 * i).cast());
            _mm_shuffle_epi8(quarter, _mm_and_si128(at, _mm_set1_epi8(15)))
        };
        // A blend looks at the highest bit of each byte: the places' bits 4 and 5 are moved there.
        let (bit4, bit5) = (_mm_slli_epi16::<3>(at), _mm_slli_epi16::<2>(at));
        let lower = _mm_blendv_epi8(quarter(0), quarter(1), bit4);
        let upper = _mm_blendv_epi8(quarter(2), quarter(3), bit4);
        _mm_blendv_epi8(lower, upper, bit5)
    }
}

/// Places below 64, made ready for asking which of them are in a mask.
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

    /// All bits set where the mask has the place.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn of(&self, mask: u64) -> __m128i {
        let bytes = _mm_shuffle_epi8(_mm_cvtsi64_si128(mask as i64), self.byte);
        _mm_cmpeq_epi8(_mm_and_si128(bytes, self.bit), self.bit)
    }
}

/// Sixteen numbers that fit into 16 bits, in order.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn words(lower: __m256i, upper: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(lower, upper))
}

/// What the lowest cards of runs cost where they lie.
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

/// Packs sixteen moves as [`Choice::new`] does, [`Choice::NONE`] where they do not exist, and adds them.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn write(choices: &mut Choices, change: __m256i, card: __m128i, target: __m256i, really: __m128i) {
    let step = _mm256_or_si256(_mm256_slli_epi16::<10>(_mm256_cvtepu8_epi16(card)), target);
    let really = _mm256_cvtepi8_epi16(really);
    let none = _mm256_set1_epi32(i32::MAX);
    let lower = _mm256_blendv_epi8(none, _mm256_unpacklo_epi16(step, change), _mm256_unpacklo_epi16(really, really));
    let upper = _mm256_blendv_epi8(none, _mm256_unpackhi_epi16(step, change), _mm256_unpackhi_epi16(really, really));
    let block: &mut [Choice; 16] = choices.block();
    // SAFETY: a `Choice` is an `i32` in memory, and there are sixteen of them.
    unsafe {
        let place: *mut __m256i = block.as_mut_ptr().cast();
        _mm256_storeu_si256(place, lower);
        _mm256_storeu_si256(place.add(1), upper);
    }
}
