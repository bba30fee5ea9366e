//! The search compiled twice: for any processor, and for processors with AVX2 and the bit
//! instructions that came with it.
//!
//! The source is the same except for the column moves
//! ([`columns`](crate::engine::win_state::columns)). The kernel is chosen at run time; the results
//! are identical. Apart from the column moves, AVX2 speeds up copying states and counting and
//! finding bits.

use super::best_first::{Ended, Run, Task};
#[cfg(target_arch = "x86_64")]
pub use crate::engine::win_state::avx2::Avx2;
use crate::engine::win_state::columns::Plain;

/// Which compilation of the search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// For any processor.
    Portable,
    /// For x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Kernel {
    /// The best that this processor can run.
    pub fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return Kernel::Avx2(avx2);
        }
        Kernel::Portable
    }

    /// Runs one search; see [`Run::search`].
    #[allow(unsafe_code)]
    pub(super) fn search(self, run: &mut Run, task: &Task, spent: &mut u64) -> Ended {
        match self {
            Kernel::Portable => run.search(Plain, task, spent),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx2` is created only by `Avx2::detect`, after the required features were
            // detected.
            Kernel::Avx2(avx2) => unsafe { search_avx2(run, avx2, task, spent) },
        }
    }
}

/// # Safety
/// The processor must have the features named below.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[allow(unsafe_code)]
unsafe fn search_avx2(run: &mut Run, avx2: Avx2, task: &Task, spent: &mut u64) -> Ended {
    run.search(avx2, task, spent)
}
