//! Address space: whether the system would still give so many bytes.
//!
//! Where address space is limited (`ulimit -v`), a thread whose stack just fits may die in its first steps: the C library
//! aborts the process when it cannot note down a destructor of the thread, Rust when there is no room for its signal stack,
//! and the stack of the main thread, which grows on demand, ends in a segmentation fault. None of these can be caught. So
//! what the first steps need is asked for before, and given back at once.

/// Whether a block of so many bytes could be mapped now. Where that cannot be asked, it is assumed.
pub fn is_left(bytes: usize) -> bool {
    #[cfg(target_os = "linux")]
    #[allow(unsafe_code)]
    {
        // Writable memory counts for every kind of limit; none of it is touched, so it costs nothing.
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new anonymous mapping at a place that the system chooses overlaps no memory of this process. It is
        // removed with the same length before anybody could use it.
        unsafe {
            let block = libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0);
            block != libc::MAP_FAILED && libc::munmap(block, bytes) == 0
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = bytes;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_left_but_not_everything() {
        assert!(is_left(4096));
        #[cfg(target_os = "linux")]
        assert!(!is_left(usize::MAX / 2));
    }
}
