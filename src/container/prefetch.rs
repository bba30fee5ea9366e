//! Prefetching: a hint to the processor that a value will be read soon.
//!
//! A proof looks up about eight successors per expanded state, at random addresses of a table of
//! gigabytes. One after the other, the cache misses would be most of its time; prefetched together,
//! they overlap. The hint has no effect on results; where there is no such instruction it does
//! nothing.

/// Prefetches a value.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of x86-64, and a prefetch of any address has no architectural effect.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
