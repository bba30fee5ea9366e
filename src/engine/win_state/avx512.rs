//! The column moves of [`super::columns`] in AVX-512 registers, one lane of 8 or 16 bits per column.
//!
//! A table of 64 bytes is one register, so a look-up is one byte permutation (VBMI). A card set is
//! one word, so a membership test of all columns is one bit shuffle (BITALG) into a mask register.
//! Moves that do not exist are squeezed out, so the list of moves stays short. Scores are computed
//! modulo 2^16 as in [`super::avx2`]; the moves equal those of [`Plain`](super::columns::Plain) in
//! every case. A test compares them.

#![allow(unsafe_code)]

use super::columns::{Columns, Lanes};
use super::scored_moves::{MoveList, ScoredMove};
use super::state::{BASE, CELL};
use crate::card_set::IndexSet;
use std::arch::x86_64::*;

/// Proof that the processor has the features that this file and the search around it are compiled
/// for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The proof, if the features are present: those of Intel's Ice Lake and AMD's Zen 4.
    pub fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx512(()))
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn push(self, columns: &Columns, moves: &mut MoveList) {
        // SAFETY: an `Avx512` is created only by `Avx512::detect`, after the required features were
        // detected.
        unsafe { push(columns, moves) }
    }
}

/// # Safety
/// The processor must have the features that [`Avx512::detect`] looks for.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
unsafe fn push(columns: &Columns, moves: &mut MoveList) {
    let &Columns { deal, evaluation, state, .. } = columns;
    // SAFETY: the caller vouches for the features, and every load is from a reference to an array
    // of at least that size.
    unsafe {
        let top = _mm_loadu_si128(state.top.as_ptr().cast());
        let base = _mm_loadu_si128(state.base.as_ptr().cast());
        let rank = |cards| _mm_and_si128(_mm_srli_epi16::<2>(cards), _mm_set1_epi8(15));
        let base_rank = rank(base);
        let count = _mm_add_epi8(_mm_sub_epi8(base_rank, rank(top)), _mm_set1_epi8(1));
        let under = look_up(&state.below, base);
        let at_bottom = _mm_cmpeq_epi8_mask(under, _mm_set1_epi8(BASE as i8));

        let word = |weight: i32| _mm256_set1_epi16(weight as i16);
        let weighed = |lanes: __mmask16, weight: i32| _mm256_maskz_mov_epi16(lanes, word(weight));
        let next = weighed(members(columns.view.next, under), evaluation.uncovers[1]);
        let exit = weighed(members(columns.view.take_cell, under), evaluation.uncovers[2]);
        let child = members(columns.view.takes, look_up(&deal.run_base, under));
        let child = weighed(child, evaluation.uncovers[4]);
        let bottom = weighed(_mm_cmplt_epi8_mask(base_rank, _mm_set1_epi8(12)), evaluation.bottom[0]);
        let rests =
            _mm256_mask_sub_epi16(shares(&deal.narrow_share, base), at_bottom, bottom, word(columns.view.column_gain));
        let uncovers = _mm256_add_epi16(_mm256_add_epi16(rests, next), _mm256_add_epi16(exit, child));
        let each = _mm512_cvtepi32_epi16(_mm512_loadu_si512(columns.buries.as_ptr().cast()));

        let single = _mm_cmpeq_epi8_mask(count, _mm_set1_epi8(1));
        let whole = _mm256_mask_add_epi16(each, single, each, uncovers);
        let change = _mm256_sub_epi16(word(columns.to_cell), whole);
        let target = _mm256_set1_epi16(i16::from(CELL) << 4 | 1);
        write(moves, change, top, target, members(columns.parked, top));

        if !columns.spread.is_empty() {
            let counts = _mm256_cvtepu8_epi16(count);
            let lifted = _mm256_add_epi16(_mm256_mullo_epi16(each, counts), uncovers);
            let landed = _mm256_add_epi16(word(columns.to_empty), bottom);
            let change = _mm256_sub_epi16(landed, lifted);
            let target = _mm256_or_si256(_mm256_set1_epi16(i16::from(BASE) << 4), counts);
            let few = _mm_cmple_epi8_mask(count, _mm_set1_epi8(columns.most as i8));
            write(moves, change, base, target, members(columns.spread, base) & few & !at_bottom);
        }
    }
}

/// Looks up 16 indices below 64 in a table.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
#[inline]
unsafe fn look_up(table: &[u8; 64], at: __m128i) -> __m128i {
    // SAFETY: the caller vouches for the features; the load is the whole table.
    let table = unsafe { _mm512_loadu_si512(table.as_ptr().cast()) };
    _mm512_castsi512_si128(_mm512_permutexvar_epi8(_mm512_castsi128_si512(at), table))
}

/// The lanes whose index, below 64, is in the set.
#[target_feature(enable = "avx512f,avx512vl,avx512bitalg")]
#[inline]
unsafe fn members(set: IndexSet, at: __m128i) -> __mmask16 {
    _mm_bitshuffle_epi64_mask(_mm_set1_epi64x(set.bits() as i64), at)
}

/// The evaluation terms of the lowest cards of the runs.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
unsafe fn shares(table: &[i16; 64], base: __m128i) -> __m256i {
    // SAFETY: the caller vouches for the features; the loads are the halves of the table.
    unsafe {
        let lower = _mm512_loadu_si512(table.as_ptr().cast());
        let upper = _mm512_loadu_si512(table.as_ptr().add(32).cast());
        let at = _mm512_castsi256_si512(_mm256_cvtepu8_epi16(base));
        _mm512_castsi512_si256(_mm512_permutex2var_epi16(lower, at, upper))
    }
}

/// Packs sixteen moves as [`ScoredMove::new`] does and appends those that exist.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
#[inline]
unsafe fn write(moves: &mut MoveList, change: __m256i, card: __m128i, target: __m256i, exists: __mmask16) {
    let step = _mm256_or_si256(_mm256_slli_epi16::<10>(_mm256_cvtepu8_epi16(card)), target);
    let change = _mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(change));
    let packed = _mm512_or_si512(change, _mm512_cvtepu16_epi32(step));
    let block: &mut [ScoredMove; 16] = moves.block_of(exists.count_ones() as usize);
    // SAFETY: a `ScoredMove` is an `i32` in memory, and there are sixteen of them.
    unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), _mm512_maskz_compress_epi32(exists, packed)) }
}
