//! The allocator of the program: returns freed memory to the system, and reports when the system refuses memory.
//!
//! *Freed memory.* `--memory` is about what the operating system sees. glibc raises its threshold for separately mapped
//! blocks (up to 32 MB) whenever such a block is freed. The tables of a search grow by replacing blocks, so most of them
//! would soon come from the heap, where freed blocks leave holes: a run with `--memory 300M` held 315 MB. With a fixed
//! threshold every large block is mapped by itself and returned at once: 290 MB. Small blocks, and so the speed of short
//! searches, are not touched.
//!
//! *No more memory.* Where the system allows less than `--memory` does (`ulimit -v`, a container), Rust's answer is
//! SIGABRT. [`OrExit`] says what happened and ends with the documented code [`Exit::Resources`] instead. Ending there is
//! as safe as a kill: results are written under private names, and what a run has saved is resumed. The program begins only
//! where there is room to get as far as that.

#![allow(unsafe_code)]

use super::exit::Exit;
use crate::batch::address_space;
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

/// Blocks of this size and above are mapped by themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED_FROM: libc::c_int = 128 << 10;

/// Fixes the threshold for the whole program. Where there is another allocator nothing happens.
pub fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `mallopt` changes a parameter of the allocator and may be called at any time; it is called before any thread
    // is started. If it fails, the parameter stays as it is.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_FROM);
    }
}

/// Stack of the main thread that every command gets by with, and what else it takes before it allocates much.
const STACK: usize = 1 << 20;
const ROOM: usize = 2 << 20;

/// Ends the program in an orderly way where there is no room for its first steps.
pub fn begin() {
    if !address_space::is_left(STACK + ROOM) {
        out_of_memory(STACK + ROOM);
    }
    grow_stack();
}

/// The stack grows now, while there is room. Later the system would answer with a segmentation fault.
#[inline(never)]
fn grow_stack() {
    black_box([0_u8; STACK]);
}

/// The system's allocator, with a message and an exit code when the system refuses memory. For the binary only: a library must
/// not choose the allocator of its users or end their program.
#[derive(Debug)]
pub struct OrExit;

// SAFETY: every call is passed on to the system's allocator as it is, and its answer is handed back unless it is null.
unsafe impl GlobalAlloc for OrExit {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        or_exit(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        or_exit(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`.
        or_exit(unsafe { System.realloc(block, layout, size) }, size)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline]
fn or_exit(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() {
        out_of_memory(size);
    }
    block
}

/// Reports it and ends the program, without allocating and without taking locks that this thread may hold. On systems where
/// that is not possible it returns, and the standard library aborts.
#[cold]
fn out_of_memory(size: usize) {
    #[cfg(unix)]
    {
        use std::fs::File;
        use std::io::{Cursor, Write};
        use std::mem::ManuallyDrop;
        use std::os::fd::FromRawFd;
        use std::sync::atomic::{AtomicBool, Ordering};
        static SAID: AtomicBool = AtomicBool::new(false);
        if !SAID.swap(true, Ordering::SeqCst) {
            let mut text = Cursor::new([0; 300]);
            let _ = writeln!(
                text,
                "error: the system has no more memory ({size} bytes were refused); lower --memory or --threads, or \
                 allow the program more. What a run has saved is kept: `analyze … --resume` goes on"
            );
            let end = text.position() as usize;
            // SAFETY: descriptor 2 is standard error for as long as the program runs; it is not closed here.
            let mut stderr = ManuallyDrop::new(unsafe { File::from_raw_fd(2) });
            let _ = stderr.write_all(&text.get_ref()[..end]);
        }
        #[cfg(target_os = "linux")]
        // SAFETY: ends the process at once, without running anything that could allocate.
        unsafe {
            libc::_exit(Exit::Resources as i32)
        }
        #[cfg(not(target_os = "linux"))]
        std::process::exit(Exit::Resources as i32)
    }
    #[cfg(not(unix))]
    let _ = (size, Exit::Resources);
}
