//! The tape of a call that the caller gives no tape.

use super::Function;
use crate::differentiable::Differentiable;
use crate::tape::{Store, grows, on_exact_tape, on_growing_tape, on_own_tape};

/// A computation that needs a tape.
pub trait Task {
    /// Its result.
    type Result;
    /// Runs it.
    fn run<S: Store + ?Sized>(self, tape: &mut S) -> Self::Result;
}

/// Lends a tape to a task: on the stack if its size is known and at most 64 KiB, otherwise on the heap.
pub trait OwnTape<F, A, Y> {
    /// Runs it.
    fn lend<K: Task>(task: K) -> K::Result;
}

/// A tape of exactly the words that the function needs, `WORDS` if they are on the stack.
#[derive(Debug)]
pub struct OfItsSize<const WORDS: usize>;

/// A tape of a generic function, whose size cannot be a constant in a type: the smallest of a few sizes that is enough.
#[derive(Debug)]
pub struct OfOneOfSomeSizes;

impl<F: Function<A, Y>, A, Y: Differentiable, const WORDS: usize> OwnTape<F, A, Y> for OfItsSize<WORDS> {
    #[inline(always)]
    fn lend<K: Task>(task: K) -> K::Result {
        if const { grows(F::WORDS) } {
            on_growing_tape::<0, _>(|tape| task.run(tape))
        } else {
            on_exact_tape::<WORDS, _>(const { F::WORDS }, |tape| task.run(tape))
        }
    }
}

impl<F: Function<A, Y>, A, Y: Differentiable> OwnTape<F, A, Y> for OfOneOfSomeSizes {
    #[inline(always)]
    fn lend<K: Task>(task: K) -> K::Result {
        if const { grows(F::WORDS) } {
            on_growing_tape::<0, _>(|tape| task.run(tape))
        } else {
            on_own_tape(const { F::WORDS }, |tape| task.run(tape))
        }
    }
}
