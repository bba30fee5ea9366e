//! Telling the processor what will be read soon.
//!
//! A proof asks for some eight positions at random places of a table of gigabytes for every position it expands; asked
//! for one after the other, waiting for memory is most of its time. Announced together they arrive together. This is
//! a hint without any effect on what is computed; where there is no such instruction it does nothing.

/// Announces that a value will be read.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of x86-64, and a prefetch of any address, let alone a valid one, reads and writes nothing.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
