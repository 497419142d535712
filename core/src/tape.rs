//! The tape: the forward sweep stores on it the values that the reverse sweep reads.
//!
//! It is a stack of 64-bit words over memory that the caller lends: `&mut [u64]`, a [`TapeBuffer`] on the stack or in a
//! `static`, or (feature `alloc`) a [`GrowableTape`]. Its two phases make it safe without any `unsafe`: the forward
//! sweep shrinks a `&'t mut [u64]` from its end, the reverse sweep walks the same words as `&'t [u64]`. The entries are
//! plain old data, so a wrong order could give wrong numbers or a panic, never undefined behaviour. Debug builds tag
//! every entry with its type, check the tag, and check that every entry is read.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn growth(x: f64, y: f64) -> f64 {
//!     let s = x.exp() * y;
//!     s * s
//! }
//!
//! // How much memory the gradient needs is a constant of the program.
//! const WORDS: usize = growth::tape_words();
//! let mut tape = TapeBuffer::<WORDS>::new();
//! assert_eq!(growth::at(0.0, 3.0).on(&mut tape).grad(), (18.0, 6.0));
//!
//! // Too small a tape is an error that can be handled, and says what it needs.
//! let mut small = [0_u64; 0];
//! let error = growth::at(0.0, 3.0).on(&mut small).try_grad().unwrap_err();
//! assert_eq!(error.needed, WORDS);
//! ```
//!
//! Any [`Store`] can be lent, and lent again: a call leaves nothing in it that the next call needs. One tape serves
//! several functions if it is large enough for each; a `GrowableTape` grows until it is.
//!
//! Authors of a [rule](crate::rule) also use [`Yes`], [`No`], [`Read`] and [`Taped`].

pub(crate) mod buffer;
pub(crate) mod checkpoint;
pub(crate) mod flag;
pub(crate) mod forms;
#[cfg(feature = "alloc")]
mod heap;
mod option;
mod part;
pub(crate) mod saved;
pub(crate) mod size;
mod taped;
pub(crate) mod words;

pub use crate::differentiable::{Flag, No, Yes};
#[cfg(feature = "alloc")]
pub use buffer::GrowableTape;
pub use buffer::{Store, TapeBuffer};
pub use saved::{Read, ReadList};
pub use taped::Taped;
pub use words::{Frame, Tape, TapeOverflow};

pub(crate) use buffer::{UNBOUNDED, grows, on_exact_tape, on_growing_tape, on_own_tape};
pub(crate) use flag::{Mutable, Unread};
pub(crate) use saved::{Member, Saved, Ty};
pub(crate) use size::{Sweeps, TapeSize};
pub(crate) use taped::array_words;
pub(crate) use words::fits;
