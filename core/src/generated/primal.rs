//! Comparison of the value of derived code with that of the function itself, in every call of a debug build.
//!
//! The two must be the same, bit by bit. If they differ, the derivative is that of another function, or of this one at
//! another point.

use crate::differentiable::{Difference, Differentiable};

/// Compares the value that derived code of `function` computed with the value of the function itself.
///
/// # Panics
/// When they differ.
#[track_caller]
pub fn compare<V: Differentiable>(function: &str, found: &V, expected: &V) {
    if let Err(difference) = V::agrees(found, expected) {
        raise(function, difference);
    }
}

/// The same for each element of a slice.
///
/// # Panics
/// When they differ.
#[track_caller]
pub fn compare_all<V: Differentiable>(function: &str, found: &[V], expected: &[V]) {
    for (found, expected) in found.iter().zip(expected) {
        compare(function, found, expected);
    }
}

#[cold]
#[track_caller]
fn raise(function: &str, difference: Difference) -> ! {
    panic!(
        "the derivative code of `{function}` computed another value than `{function}` itself: {difference}\n\
         note: so its derivatives may be those of another function\n\
         help: does `{function}` give the same value each time it is called with the same arguments? Where it reads a clock, random \
         numbers or a counter it does not: pass those as arguments\n\
         help: is there a rule of yours in it, by `forward = ..` or by an `impl`? Its `forward` must compute what the function or \
         method computes, to the last bit\n\
         help: if neither, this is a bug of cotangent: please report it with the function and its arguments, at {}/issues\n\
         help: to go on all the same, build cotangent without this check: `debug-assertions = false` in \
         `[profile.dev.package.cotangent]`",
        env!("CARGO_PKG_REPOSITORY")
    )
}
