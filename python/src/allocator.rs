//! The allocator: the system's for the package; for the command `winnable` the one of the program, which ends with a message
//! and an exit code when there is no more memory. A library must not end the process that it is loaded into.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};
use winnable::cli::OrExit;

static PROGRAM: AtomicBool = AtomicBool::new(false);

#[global_allocator]
static ALLOCATOR: Either = Either;

/// From now on, running out of memory ends the process in an orderly way.
pub fn this_is_the_program() {
    PROGRAM.store(true, Ordering::Relaxed);
}

struct Either;

// SAFETY: every call is passed on as it is. Both allocators hand out blocks of the system's, so it does not matter which of
// them a block came from.
unsafe impl GlobalAlloc for Either {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { if PROGRAM.load(Ordering::Relaxed) { OrExit.alloc(layout) } else { System.alloc(layout) } }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe {
            if PROGRAM.load(Ordering::Relaxed) { OrExit.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) }
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe {
            if PROGRAM.load(Ordering::Relaxed) {
                OrExit.realloc(block, layout, size)
            } else {
                System.realloc(block, layout, size)
            }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
