//! The search compiled three times: for any processor, for processors with AVX2 and the bit
//! instructions that came with it, and for those with AVX-512 as of Ice Lake.
//!
//! The source is the same except for the column moves
//! ([`columns`](crate::engine::win_state::columns)). The kernel is chosen at run time; the results
//! are identical. Apart from the column moves, AVX2 speeds up copying states and counting and
//! finding bits.

use super::best_first::{Ended, Run, Task};
use crate::engine::win_state::columns::Plain;
#[cfg(target_arch = "x86_64")]
pub use crate::engine::win_state::{avx2::Avx2, avx512::Avx512};

/// Which compilation of the search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// For any processor.
    Portable,
    /// For x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// For x86-64 with AVX-512 F, BW, DQ, VL, VBMI and BITALG as well.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Kernel {
    /// The best that this processor can run.
    pub fn best() -> Kernel {
        let (_, best) = Kernel::available().pop().expect("the portable kernel is always there");
        best
    }

    /// All that this processor can run with their names, the best last.
    pub fn available() -> Vec<(&'static str, Kernel)> {
        #[allow(unused_mut)]
        let mut kernels = vec![("portable", Kernel::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            kernels.extend(Avx2::detect().map(|avx2| ("avx2", Kernel::Avx2(avx2))));
            kernels.extend(Avx512::detect().map(|avx512| ("avx512", Kernel::Avx512(avx512))));
        }
        kernels
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
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx512` is created only by `Avx512::detect`, after the required features
            // were detected.
            Kernel::Avx512(avx512) => unsafe { search_avx512(run, avx512, task, spent) },
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

/// # Safety
/// The processor must have the features named below.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,avx2,bmi1,bmi2,lzcnt,popcnt")]
#[allow(unsafe_code)]
unsafe fn search_avx512(run: &mut Run, avx512: Avx512, task: &Task, spent: &mut u64) -> Ended {
    run.search(avx512, task, spent)
}
