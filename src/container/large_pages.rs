//! Allocations in large pages.
//!
//! A search of millions of states reads random addresses in gigabytes of memory. With pages of 4 kB
//! nearly every access misses the translation lookaside buffer (TLB), and the page walk takes as
//! long as the access itself; with pages of 2 MB it does not. Most systems give large pages only on
//! request. The request is a hint without effect on results; where it is unsupported it does
//! nothing.

/// A vector of `len` equal values in large pages.
pub fn in_large_pages<T: Clone>(value: T, len: usize) -> Vec<T> {
    let mut memory = Vec::with_capacity(len);
    want_large_pages(&memory);
    memory.resize(len, value);
    memory
}

/// Requests large pages for the capacity of a vector. Call it before anything is written there.
#[allow(unsafe_code)]
pub fn want_large_pages<T>(memory: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const LARGE: usize = 2 << 20;
        let start = memory.as_ptr() as usize;
        // Only pages that lie entirely inside the allocation: no other memory is affected, and none
        // is added.
        let (first, end) =
            (start.next_multiple_of(LARGE), (start + memory.capacity() * size_of::<T>()) / LARGE * LARGE);
        if first < end {
            // SAFETY: the range lies within one live allocation that we own, and the advice does not
            // change its contents. A failure has no effect.
            unsafe {
                libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
