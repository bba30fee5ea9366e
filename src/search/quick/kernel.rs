//! The search compiled twice: for any processor, and for those with AVX2 and the bit instructions that came with it.
//!
//! It is the same source, so both give the same results by construction; which one runs is decided when the program
//! runs. The gain is in copying states through wide registers and in counting and finding bits with one instruction.

use super::run::{Ended, Run, Task};

/// Which compilation of the search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// For any processor.
    Portable,
    /// For x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// Proof that the processor has what [`Kernel::Avx2`] needs.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

impl Kernel {
    /// The best that this processor can run.
    pub fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Kernel::Avx2(Avx2(()));
        }
        Kernel::Portable
    }

    /// Runs one search; see [`Run::search`].
    #[allow(unsafe_code)]
    pub(super) fn search(self, run: &mut Run, task: &Task, spent: &mut u64) -> Ended {
        match self {
            Kernel::Portable => run.search(task, spent),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx2` is only made by `Kernel::best` after all of the function's features were detected.
            Kernel::Avx2(_) => unsafe { search_avx2(run, task, spent) },
        }
    }
}

/// # Safety
/// The processor must have the features named below.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[allow(unsafe_code)]
unsafe fn search_avx2(run: &mut Run, task: &Task, spent: &mut u64) -> Ended {
    run.search(task, spent)
}
