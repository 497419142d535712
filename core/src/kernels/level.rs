//! Which instructions the processor has, and code compiled once more for them.
//!
//! A [`Task`] is generic code. [`run`] has it inlined into a function for each [`Level`], so that the compiler may use what that level
//! has, and calls the best of these functions: what the processor has is asked once per process. Where there is no operating
//! system to ask, and on other processors, there is the portable level only.

#![allow(unsafe_code, reason = "calls of functions that ask for instructions")]

/// Sets of instructions, each with what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// What the target has.
    Portable,
    /// x86-64 with registers of 256 bits and fused multiply-add.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2,
    /// x86-64 with thirty-two registers of 512 bits.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512,
}

/// Something to do, in code that any level can run.
pub(crate) trait Task {
    /// What comes out.
    type Output;
    /// Does it; `#[inline(always)]`, as all that it calls in its loops.
    ///
    /// # Safety
    /// The processor has the instructions of `L`.
    unsafe fn run<L: Registers>(self) -> Self::Output;
}

/// Does the task with the best instructions there are.
#[inline(always)]
pub(crate) fn run<K: Task>(task: K) -> K::Output {
    at(Level::best(), task)
}

pub(crate) use implementation::{Registers, at};

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
mod implementation {
    use super::super::vector::{Plain, Vector};
    use super::{Level, Task};

    /// The registers of a level.
    pub(crate) trait Registers {
        /// Whether it pays to compile small products for every shape.
        const SPECIAL: bool;
        /// Full of `f32`.
        type Single: Vector<Number = f32>;
        /// Full of `f64`.
        type Double: Vector<Number = f64>;
    }

    /// Those of the target.
    pub(crate) struct Portable;
    impl Registers for Portable {
        const SPECIAL: bool = true;
        type Single = Plain<f32>;
        type Double = Plain<f64>;
    }

    impl Level {
        /// The best that the processor has.
        #[inline(always)]
        pub(crate) const fn best() -> Level {
            Level::Portable
        }
    }

    /// Does the task.
    #[inline(always)]
    pub(crate) fn at<K: Task>(_: Level, task: K) -> K::Output {
        // SAFETY: the portable level needs nothing.
        unsafe { task.run::<Portable>() }
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod implementation {
    use core::arch::x86_64::{__m256, __m256d, __m512, __m512d};
    use core::sync::atomic::{AtomicU8, Ordering};
    use std::arch::is_x86_feature_detected;

    use super::super::vector::{Plain, Vector};
    use super::{Level, Task};

    /// The registers of a level.
    pub(crate) trait Registers {
        /// Whether it pays to compile small products for every shape.
        const SPECIAL: bool;
        /// Full of `f32`.
        type Single: Vector<Number = f32>;
        /// Full of `f64`.
        type Double: Vector<Number = f64>;
    }

    /// Those of the target.
    pub(crate) struct Portable;
    impl Registers for Portable {
        const SPECIAL: bool = false;
        type Single = Plain<f32>;
        type Double = Plain<f64>;
    }

    /// Those of [`Level::Avx2`].
    pub(crate) struct Avx2;
    impl Registers for Avx2 {
        const SPECIAL: bool = true;
        type Single = __m256;
        type Double = __m256d;
    }

    /// Those of [`Level::Avx512`].
    pub(crate) struct Avx512;
    impl Registers for Avx512 {
        const SPECIAL: bool = true;
        type Single = __m512;
        type Double = __m512d;
    }

    /// The best level plus one; 0 is not known yet.
    static BEST: AtomicU8 = AtomicU8::new(0);

    impl Level {
        /// The best that the processor has.
        #[inline(always)]
        pub(crate) fn best() -> Level {
            match BEST.load(Ordering::Relaxed) {
                0 => Self::ask(),
                1 => Level::Portable,
                2 => Level::Avx2,
                _ => Level::Avx512,
            }
        }

        /// Asks the processor.
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

    /// Does the task with the instructions of a level.
    ///
    /// # Panics
    /// If the processor has them not.
    #[inline(always)]
    pub(crate) fn at<K: Task>(level: Level, task: K) -> K::Output {
        assert!(level <= Level::best(), "the processor has no {level:?}");
        match level {
            // SAFETY: it needs nothing.
            Level::Portable => unsafe { task.run::<Portable>() },
            // SAFETY: the processor has at least the features of this level, as was just asserted.
            Level::Avx2 => unsafe { avx2(task) },
            // SAFETY: as before.
            Level::Avx512 => unsafe { avx512(task) },
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn avx2<K: Task>(task: K) -> K::Output {
        // SAFETY: this function is only called where these features are there.
        unsafe { task.run::<Avx2>() }
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")]
    fn avx512<K: Task>(task: K) -> K::Output {
        // SAFETY: as in `avx2`.
        unsafe { task.run::<Avx512>() }
    }
}
