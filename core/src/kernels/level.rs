//! The instruction sets of processors, and code that is compiled for each of them.
//!
//! A [`Task`] is generic code. [`run`] inlines it into a function for each [`Level`], so that the compiler may use the
//! instructions of that level, and calls the best of these functions. The processor is queried once per process.
//! Without an operating system, and on other processors, there is only the portable level. The arguments of a task are
//! separate, so that they are passed in registers.

#![allow(unsafe_code, reason = "calls of functions that ask for instructions")]

use super::vector::{Plain, Vector};
use crate::scalar::math::{Arithmetic, Native};

/// Instruction sets; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// The instructions of the compilation target.
    Portable,
    /// x86-64 with registers of 256 bits and fused multiply-add.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2,
    /// x86-64 with thirty-two registers of 512 bits.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512,
}

/// A task with three arguments, as code that can run at any level.
pub(crate) trait Task<A, B, C> {
    /// The result.
    type Output;
    /// Runs the task; `#[inline(always)]`, like all that it calls in its loops.
    ///
    /// # Safety
    /// The processor has the instructions of `L`.
    unsafe fn run<L: Registers>(self, a: A, b: B, c: C) -> Self::Output;
}

/// Runs the task with the best instructions of the processor. Debug builds use at most those of 256 bits, which give
/// the same numbers, to compile less.
#[inline(always)]
pub(crate) fn run<A, B, C, K: Task<A, B, C>>(task: K, a: A, b: B, c: C) -> K::Output {
    // SAFETY: the best level is one that the processor has.
    unsafe { implementation::run(Level::best(), task, a, b, c) }
}

/// Runs the task with the instructions of a level.
///
/// # Panics
/// If the processor does not have them.
#[inline(always)]
pub(crate) fn at<A, B, C, K: Task<A, B, C>>(level: Level, task: K, a: A, b: B, c: C) -> K::Output {
    assert!(level <= Level::best(), "the processor has no {level:?}");
    // SAFETY: a processor has what is before its best level.
    unsafe { implementation::at(level, task, a, b, c) }
}

/// The registers of a level.
pub(crate) trait Registers {
    /// Whether it is worth compiling small products for every shape.
    const SPECIAL: bool;
    /// Full of `f32`.
    type Single: Vector<Number = f32>;
    /// Full of `f64`.
    type Double: Vector<Number = f64>;
    /// How products are added in functions.
    type Arithmetic: Arithmetic;
}

/// The registers of the target. Small products are not compiled for them if there are better ones.
pub(crate) struct Portable;
impl Registers for Portable {
    const SPECIAL: bool = cfg!(not(all(feature = "std", target_arch = "x86_64")));
    type Single = Plain<f32>;
    type Double = Plain<f64>;
    type Arithmetic = Native;
}

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
mod implementation {
    use super::{Level, Portable, Task};

    impl Level {
        /// The best level of the processor.
        #[inline(always)]
        pub(crate) const fn best() -> Level {
            Level::Portable
        }
    }

    pub(crate) use at as run;

    /// Runs the task.
    ///
    /// # Safety
    /// None is needed: there is only one level.
    #[inline(always)]
    pub(crate) unsafe fn at<A, B, C, K: Task<A, B, C>>(_: Level, task: K, a: A, b: B, c: C) -> K::Output {
        // SAFETY: the portable level needs nothing.
        unsafe { task.run::<Portable>(a, b, c) }
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod implementation {
    use core::arch::x86_64::{__m256, __m256d, __m512, __m512d};
    use core::sync::atomic::{AtomicU8, Ordering};
    use std::arch::is_x86_feature_detected;

    use super::{Level, Portable, Registers, Task};
    use crate::scalar::math::Fused;

    /// The registers of [`Level::Avx2`].
    pub(crate) struct Avx2;
    impl Registers for Avx2 {
        const SPECIAL: bool = true;
        type Single = __m256;
        type Double = __m256d;
        type Arithmetic = Fused;
    }

    /// The registers of [`Level::Avx512`].
    pub(crate) struct Avx512;
    impl Registers for Avx512 {
        const SPECIAL: bool = true;
        type Single = __m512;
        type Double = __m512d;
        type Arithmetic = Fused;
    }

    /// The best level plus one; 0 if it is not known yet.
    static BEST: AtomicU8 = AtomicU8::new(0);

    impl Level {
        /// The best level of the processor.
        #[inline(always)]
        pub(crate) fn best() -> Level {
            match BEST.load(Ordering::Relaxed) {
                0 => Self::ask(),
                1 => Level::Portable,
                2 => Level::Avx2,
                _ => Level::Avx512,
            }
        }

        /// Queries the processor.
        #[cold]
        fn ask() -> Level {
            let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            let avx512 = avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq");
            let level = match (avx512, avx2) {
                (true, _) => Level::Avx512,
                (_, true) => Level::Avx2,
                _ => Level::Portable,
            };
            BEST.store(level as u8 + 1, Ordering::Relaxed);
            level
        }
    }

    /// Runs the task; in debug builds not with registers of 512 bits.
    ///
    /// # Safety
    /// The processor has the instructions of the level.
    #[inline(always)]
    pub(crate) unsafe fn run<A, B, C, K: Task<A, B, C>>(level: Level, task: K, a: A, b: B, c: C) -> K::Output {
        // SAFETY: as in `at`; a processor has what is before its level.
        unsafe {
            match level {
                Level::Portable => task.run::<Portable>(a, b, c),
                #[cfg(not(debug_assertions))]
                Level::Avx512 => avx512(task, a, b, c),
                _ => avx2(task, a, b, c),
            }
        }
    }

    /// Runs the task.
    ///
    /// # Safety
    /// The processor has the instructions of the level.
    #[inline(always)]
    pub(crate) unsafe fn at<A, B, C, K: Task<A, B, C>>(level: Level, task: K, a: A, b: B, c: C) -> K::Output {
        // SAFETY: the caller's; the features that each function asks for are those that `ask` has found for its level.
        unsafe {
            match level {
                Level::Portable => task.run::<Portable>(a, b, c),
                Level::Avx2 => avx2(task, a, b, c),
                Level::Avx512 => avx512(task, a, b, c),
            }
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn avx2<A, B, C, K: Task<A, B, C>>(task: K, a: A, b: B, c: C) -> K::Output {
        // SAFETY: this function is only called where these features are there.
        unsafe { task.run::<Avx2>(a, b, c) }
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")]
    fn avx512<A, B, C, K: Task<A, B, C>>(task: K, a: A, b: B, c: C) -> K::Output {
        // SAFETY: as in `avx2`.
        unsafe { task.run::<Avx512>(a, b, c) }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Level, Registers, Task, at, run};
    use crate::kernels::vector::Vector;

    /// The levels that this processor has.
    pub(in crate::kernels) fn levels() -> impl Iterator<Item = Level> {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        let all = [Level::Portable, Level::Avx2, Level::Avx512];
        #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
        let all = [Level::Portable];
        all.into_iter().filter(|level| *level <= Level::best())
    }

    /// The lanes of the current level.
    struct Lanes;

    impl Task<(), (), ()> for Lanes {
        type Output = usize;
        #[inline(always)]
        unsafe fn run<L: Registers>(self, (): (), (): (), (): ()) -> usize {
            L::Single::LANES
        }
    }

    #[test]
    fn a_task_is_run_at_its_level() {
        let lanes = |level| [4, 8, 16][level as usize];
        for level in levels() {
            assert_eq!(at(level, Lanes, (), (), ()), lanes(level));
        }
        let most = if cfg!(debug_assertions) { 8 } else { 16 };
        assert_eq!(run(Lanes, (), (), ()), lanes(Level::best()).min(most));
    }

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[test]
    fn the_best_level_is_what_the_processor_has() {
        use std::arch::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("fma");
        let avx512 = avx2 && has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq");
        let best = if avx512 {
            Level::Avx512
        } else if avx2 {
            Level::Avx2
        } else {
            Level::Portable
        };
        assert_eq!(Level::best(), best);
        assert_eq!(levels().last(), Some(best));
    }
}
