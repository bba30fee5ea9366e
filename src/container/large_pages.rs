//! Large memory in large pages.
//!
//! A search of millions of positions reads at random places of gigabytes. In pages of 4 kB the processor forgets where
//! most of them lie, and looking that up takes as long as the read itself; in pages of 2 MB it does not. Most systems
//! give large pages only to those who ask. This is a hint without any effect on what is computed; where there is
//! no such thing it does nothing.

/// A vector of `len` equal values in large pages.
pub fn in_large_pages<T: Clone>(value: T, len: usize) -> Vec<T> {
    let mut memory = Vec::with_capacity(len);
    want_large_pages(&memory);
    memory.resize(len, value);
    memory
}

/// Asks for large pages in the capacity of a vector; to be asked before anything is written to it.
#[allow(unsafe_code)]
pub fn want_large_pages<T>(memory: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const LARGE: usize = 2 << 20;
        let start = memory.as_ptr() as usize;
        // Only pages that lie wholly inside: nobody else's memory is spoken of, and no more is taken than was asked for.
        let (first, end) =
            (start.next_multiple_of(LARGE), (start + memory.capacity() * size_of::<T>()) / LARGE * LARGE);
        if first < end {
            // SAFETY: the range lies within one live allocation of ours, and the advice changes no byte of it. If
            // it is not taken, nothing happens.
            unsafe {
                libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
