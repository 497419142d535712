//! Memory for a tape: borrowed words, a fixed buffer, or (feature `alloc`) a buffer that grows.

use super::part::sweep_whole;
use super::words::{Tape, TapeOverflow, sweep_forward, sweep_reverse};

/// Memory that a tape can use: `[u64; N]`, `[u64]`, [`TapeBuffer`], [`GrowableTape`] (feature `alloc`).
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// fn slope(x: f64, tape: &mut (impl Store + ?Sized)) -> f64 {
///     cube::at(x).on(tape).grad()
/// }
/// assert_eq!(slope(2.0, &mut [0; cube::tape_words()]), 12.0);
/// assert_eq!(slope(2.0, &mut vec![0; 100][..]), 12.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tape",
    label = "expected the memory of a tape",
    note = "a tape is a `TapeBuffer`, a `GrowableTape` (feature `alloc`), `[u64; N]` or `[u64]`"
)]
pub trait Store {
    /// The words of the memory.
    fn memory(&mut self) -> &mut [u64];

    /// Whether a forward sweep that runs out of memory runs again.
    #[doc(hidden)]
    #[inline(always)]
    fn runs_again(&self) -> bool {
        false
    }

    /// Runs a forward sweep, then the reverse sweep over the entries it left.
    ///
    /// # Errors
    /// [`TapeOverflow`] when the memory is too small; the reverse sweep then did not run.
    #[inline(always)]
    fn run<Y, R>(
        &mut self,
        forward: impl FnMut(&mut Tape<'_>) -> Y,
        reverse: impl FnOnce(&mut Tape<'_>, Y) -> R,
    ) -> Result<R, TapeOverflow> {
        let (y, pushed) = sweep_forward(self.memory(), forward)?;
        Ok(sweep_reverse(self.memory(), pushed, |tape| reverse(tape, y)))
    }

    /// Runs both sweeps at once, part by part.
    ///
    /// # Errors
    /// [`TapeOverflow`] when the memory is too small; the cotangents that `sweeps` added to are then incomplete.
    #[doc(hidden)]
    #[inline(always)]
    fn run_whole<R>(&mut self, sweeps: impl FnMut(&mut Tape<'_>) -> R) -> Result<R, TapeOverflow> {
        sweep_whole(self.memory(), sweeps)
    }

    /// Ensures that there are `words` words.
    ///
    /// # Errors
    /// [`TapeOverflow`] when there are fewer.
    #[doc(hidden)]
    #[inline(always)]
    fn provide(&mut self, words: usize) -> Result<(), TapeOverflow> {
        let available = self.memory().len();
        if words <= available { Ok(()) } else { Err(TapeOverflow { needed: words, available }) }
    }
}

impl Store for [u64] {
    #[inline(always)]
    fn memory(&mut self) -> &mut [u64] {
        self
    }
}

impl<const N: usize> Store for [u64; N] {
    #[inline(always)]
    fn memory(&mut self) -> &mut [u64] {
        self
    }
}

/// A tape of `WORDS` words of 8 bytes: on the stack, in a `static`, in a field.
///
/// Size it with the generated `tape_words`:
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// let mut tape = TapeBuffer::<{ cube::tape_words() }>::new();
/// assert_eq!(cube::at(2.0).on(&mut tape).value_and_grad(), (8.0, 12.0));
/// ```
#[derive(Clone, Debug)]
pub struct TapeBuffer<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> TapeBuffer<WORDS> {
    /// An empty tape.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> Default for TapeBuffer<WORDS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const WORDS: usize> Store for TapeBuffer<WORDS> {
    #[inline(always)]
    fn memory(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// The largest tape that a call puts on the stack without being asked, in words: 64 KiB, and 256 KiB where there is no
/// heap.
const LARGEST: usize = if cfg!(feature = "alloc") { 8 * 1024 } else { 32 * 1024 };

/// This size and all above it stand for "known only at run time". The bound leaves room for the arithmetic of lengths.
pub const UNBOUNDED: usize = usize::MAX >> 12;

/// Whether a call that chooses its own tape takes one that grows: if the size is known only at run time.
///
/// # Panics
/// When it would, and there is no allocator. The call is evaluated in a constant, so the panic is a compile error.
#[must_use]
pub const fn grows(words: usize) -> bool {
    assert!(
        words < UNBOUNDED || cfg!(feature = "alloc"),
        "the size of the tape depends on the arguments: lend one, `f::at(..).on(&mut tape)`, or enable feature `alloc` of `cotangent`"
    );
    words >= UNBOUNDED
}

/// How many of `words` words go on the stack.
#[must_use]
pub const fn on_stack(words: usize) -> usize {
    if words <= LARGEST { words } else { 0 }
}

/// Lends a tape of `words` words to a call: on the stack, if `WORDS` is [`on_stack`] of them, or on the heap.
#[inline(always)]
pub fn on_exact_tape<const WORDS: usize, R>(words: usize, call: impl FnOnce(&mut [u64]) -> R) -> R {
    if words <= LARGEST { call(&mut [0; WORDS]) } else { on_heap(words, call) }
}

/// Like [`on_exact_tape`] for generic functions, whose size cannot be a constant in a type: takes the smallest of a few
/// sizes that is enough.
#[inline(always)]
pub fn on_own_tape<R>(words: usize, call: impl FnOnce(&mut [u64]) -> R) -> R {
    /// A separate function, so that only the chosen size is on the stack.
    #[inline]
    fn on_stack<const WORDS: usize, R>(call: impl FnOnce(&mut [u64]) -> R) -> R {
        call(&mut [0; WORDS])
    }
    if words > LARGEST {
        return on_heap(words, call);
    }
    match words {
        0..=16 => on_stack::<16, _>(call),
        17..=128 => on_stack::<128, _>(call),
        129..=1024 => on_stack::<1024, _>(call),
        1025..=4096 => on_stack::<4096, _>(call),
        4097..=8192 => on_stack::<8192, _>(call),
        8193..=16384 => on_stack::<16384, _>(call),
        16385.. => on_stack::<LARGEST, _>(call),
    }
}

/// The memory is kept for the next call: to allocate it and to touch it for the first time takes longer than many
/// gradients.
#[cfg(feature = "alloc")]
fn on_heap<R>(words: usize, call: impl FnOnce(&mut [u64]) -> R) -> R {
    on_growing_tape::<0, _>(|tape| {
        tape.at_least(words);
        call(&mut tape.memory()[..words])
    })
}

#[cfg(not(feature = "alloc"))]
#[cold]
fn on_heap<R>(words: usize, _: impl FnOnce(&mut [u64]) -> R) -> R {
    panic!(
        "the tape needs {words} words of 8 bytes, too many for the stack: lend one, `f::at(..).on(&mut tape)`, or enable feature `alloc`"
    )
}

/// Lends a tape that grows to a call whose size is known only at run time. The thread keeps the memory for its next
/// call.
#[cfg(feature = "std")]
pub fn on_growing_tape<const WORDS: usize, R>(call: impl FnOnce(&mut GrowableTape) -> R) -> R {
    use core::cell::Cell;
    std::thread_local! {
        static MEMORY: Cell<GrowableTape> = const { Cell::new(GrowableTape::new()) };
    }
    let mut tape = MEMORY.take();
    let result = call(&mut tape);
    MEMORY.set(tape);
    result
}

/// Lends a tape that grows to a call whose size is known only at run time.
#[cfg(all(feature = "alloc", not(feature = "std")))]
pub fn on_growing_tape<const WORDS: usize, R>(call: impl FnOnce(&mut GrowableTape) -> R) -> R {
    call(&mut GrowableTape::new())
}

/// Does not compile where it is called with a size that is known only at run time: without an allocator no tape grows.
#[cfg(not(feature = "alloc"))]
pub fn on_growing_tape<const WORDS: usize, R>(_: impl FnOnce(&mut [u64]) -> R) -> R {
    const { assert!(!grows(WORDS)) }
    unreachable!("no tape grows without an allocator")
}

#[cfg(feature = "alloc")]
pub use growable::GrowableTape;

#[cfg(feature = "alloc")]
mod growable {
    use super::{Store, Tape, TapeOverflow, sweep_forward, sweep_reverse, sweep_whole};
    use alloc::vec::Vec;

    /// A tape that grows to the size that the function needs and keeps its memory for the next call (feature `alloc`).
    ///
    /// When a forward sweep does not fit, it runs a second time on enough memory.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn cube(x: f64) -> f64 {
    ///     x * x * x
    /// }
    ///
    /// let mut tape = GrowableTape::new();
    /// assert_eq!(cube::at(2.0).on(&mut tape).grad(), 12.0);
    /// assert_eq!(tape.words(), cube::tape_words());
    /// ```
    #[derive(Clone, Debug, Default)]
    pub struct GrowableTape(Vec<u64>);

    impl GrowableTape {
        /// A tape without memory.
        #[must_use]
        pub const fn new() -> Self {
            Self(Vec::new())
        }

        /// A tape with room for `words` words.
        #[must_use]
        pub fn with_words(words: usize) -> Self {
            Self(alloc::vec![0; words])
        }

        /// Words of 8 bytes that it has room for.
        #[must_use]
        pub fn words(&self) -> usize {
            self.0.len()
        }
    }

    impl GrowableTape {
        /// Grows if it has fewer. The old contents are obsolete and are not copied.
        pub(super) fn at_least(&mut self, words: usize) {
            if words > self.0.len() {
                self.0 = alloc::vec![0; words];
            }
        }
    }

    impl Store for GrowableTape {
        #[inline(always)]
        fn memory(&mut self) -> &mut [u64] {
            &mut self.0
        }

        fn runs_again(&self) -> bool {
            true
        }

        // A method of its own: a second try inside the shared one would keep the compiler from optimising small
        // functions as a whole.
        fn run<Y, R>(
            &mut self,
            mut forward: impl FnMut(&mut Tape<'_>) -> Y,
            reverse: impl FnOnce(&mut Tape<'_>, Y) -> R,
        ) -> Result<R, TapeOverflow> {
            let (y, pushed) = match sweep_forward(&mut self.0, &mut forward) {
                Err(overflow) => {
                    self.at_least(overflow.needed);
                    sweep_forward(&mut self.0, &mut forward)?
                }
                fits => fits?,
            };
            Ok(sweep_reverse(&mut self.0, pushed, |tape| reverse(tape, y)))
        }

        fn run_whole<R>(&mut self, mut sweeps: impl FnMut(&mut Tape<'_>) -> R) -> Result<R, TapeOverflow> {
            sweep_whole(&mut self.0, &mut sweeps).or_else(|overflow| {
                self.at_least(overflow.needed);
                sweep_whole(&mut self.0, &mut sweeps)
            })
        }

        fn provide(&mut self, words: usize) -> Result<(), TapeOverflow> {
            self.at_least(words);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests;
