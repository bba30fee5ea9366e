//! How the C library's allocator gives memory back, so that `--memory` is about what the operating system sees.
//!
//! glibc raises its threshold for separately mapped blocks (up to 32 MB) whenever such a block is freed. The tables of a
//! search grow by replacing blocks, so most of them would soon come from the heap, where freed blocks leave holes: a run
//! with `--memory 300M` held 315 MB. With a fixed threshold every large block is mapped by itself and returned at once: 290 MB.
//! Small blocks, and so the speed of short searches, are not touched.

/// Blocks of this size and above are mapped by themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED_FROM: libc::c_int = 128 << 10;

/// Fixes the threshold for the whole program. Where there is another allocator nothing happens.
#[allow(unsafe_code)]
pub fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `mallopt` changes a parameter of the allocator and may be called at any time; it is called before any thread
    // is started. If it fails, the parameter stays as it is.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_FROM);
    }
}
