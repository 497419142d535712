//! Running both sweeps of a function on a tape.

use super::{Function, PureFunction};
use crate::differentiable::{Ct, Differentiable};
use crate::tape::words::measure;
use crate::tape::{Store, TapeOverflow};

/// Runs both sweeps of a function.
pub trait RunSweeps<A, Y: Differentiable, F: Function<A, Y> = Self> {
    /// Adds to the cotangents, and returns the value.
    ///
    /// # Errors
    /// When the tape is too small.
    fn run<S: Store + ?Sized>(
        tape: &mut S,
        arguments: A,
        seed: Ct<Y>,
        cotangents: F::Cotangents<'_>,
    ) -> Result<Y, TapeOverflow>;

    /// The words that these arguments need.
    fn words(arguments: A) -> usize;
}

/// The forward sweep, then the reverse sweep, for functions that change no argument.
#[derive(Debug)]
pub struct OneAfterTheOther;

impl<F: PureFunction<A, Y>, A, Y: Differentiable> RunSweeps<A, Y, F> for OneAfterTheOther {
    #[inline(always)]
    #[track_caller]
    fn run<S: Store + ?Sized>(
        tape: &mut S,
        arguments: A,
        seed: Ct<Y>,
        cotangents: F::Cotangents<'_>,
    ) -> Result<Y, TapeOverflow> {
        F::compare_lengths(&arguments, &cotangents);
        tape.run(
            |tape| F::forward(tape, &arguments),
            |tape, y| {
                F::compare(&y, &arguments);
                F::reverse(tape, &arguments, &seed, cotangents);
                y
            },
        )
    }

    fn words(arguments: A) -> usize {
        measure(|tape| F::forward(tape, &arguments))
    }
}
