//! Values that may be missing: `Option` and `Result`.
//!
//! Their derivative is that of the value: where there is none, nothing flows. What an `Err` carries has no derivative.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn root(x: f64) -> Option<f64> {
//!     if x < 0.0 { None } else { Some(x.sqrt()) }
//! }
//!
//! #[differentiable]
//! fn half_root(x: f64) -> Option<f64> {
//!     Some(0.5 * root(x)?)
//! }
//! assert_eq!(half_root::value_and_grad(4.0), (Some(1.0), 0.125));
//! assert_eq!(half_root::value_and_grad(-4.0), (None, 0.0));
//! ```

use crate::differentiable::Differentiable;
use crate::primal::Difference;
use crate::tape::{Frame, No, Taped, Yes};

impl<T: Differentiable> Differentiable for Option<T> {
    type Tangent = T::Tangent;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        match (found, expected) {
            (Some(found), Some(expected)) => T::agrees(found, expected),
            (None, None) => Ok(()),
            _ => Err(Difference::Variants),
        }
    }
}

impl<T: Differentiable, E> Differentiable for Result<T, E> {
    type Tangent = T::Tangent;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        match (found, expected) {
            (Ok(found), Ok(expected)) => T::agrees(found, expected),
            (Err(_), Err(_)) => Ok(()),
            _ => Err(Difference::Variants),
        }
    }
}

/// What `?` takes: a value, or what the function returns instead.
#[doc(hidden)]
pub trait Outcome {
    /// The value.
    type Value;
    /// What is returned instead, for results of other types.
    type Residual;
    /// Whether there is no value.
    fn stops(&self) -> bool;
    /// The value.
    ///
    /// # Panics
    /// When there is none, which generated code has asked before.
    fn payload(self) -> Self::Value;
    /// The same, not moved out.
    fn payload_ref(&self) -> &Self::Value;
    /// What is returned instead.
    fn residual(self) -> Self::Residual;
}

/// The result of a function that can return `R` of a `?` in it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`?` cannot return this from a function whose result is `{Self}`",
    label = "in this function"
)]
pub trait Returns<R> {
    /// The result that says there is no value.
    fn returns(residual: R) -> Self;
}

/// The residual of `None`.
#[derive(Debug)]
pub struct Absent;

/// The residual of an error.
#[derive(Debug)]
pub struct Failed<E>(E);

fn asked<R>() -> R {
    unreachable!("whether there is a value was asked before")
}

impl<T> Outcome for Option<T> {
    type Value = T;
    type Residual = Absent;
    #[inline(always)]
    fn stops(&self) -> bool {
        self.is_none()
    }
    #[inline(always)]
    fn payload(self) -> T {
        self.unwrap_or_else(asked)
    }
    #[inline(always)]
    fn payload_ref(&self) -> &T {
        self.as_ref().unwrap_or_else(asked)
    }
    #[inline(always)]
    fn residual(self) -> Absent {
        Absent
    }
}

impl<T> Returns<Absent> for Option<T> {
    #[inline(always)]
    fn returns(_: Absent) -> Self {
        None
    }
}

impl<T, E> Outcome for Result<T, E> {
    type Value = T;
    type Residual = Failed<E>;
    #[inline(always)]
    fn stops(&self) -> bool {
        self.is_err()
    }
    #[inline(always)]
    fn payload(self) -> T {
        self.unwrap_or_else(|_| asked())
    }
    #[inline(always)]
    fn payload_ref(&self) -> &T {
        self.as_ref().unwrap_or_else(|_| asked())
    }
    #[inline(always)]
    fn residual(self) -> Failed<E> {
        match self {
            Ok(_) => asked(),
            Err(error) => Failed(error),
        }
    }
}

impl<T, E, F: From<E>> Returns<Failed<E>> for Result<T, F> {
    #[inline(always)]
    fn returns(Failed(error): Failed<E>) -> Self {
        Err(error.into())
    }
}

/// The first word of an entry says whether there is a value.
const VALUE: u64 = 1;

/// Writes one of two values in the room of the larger one.
fn put<T: Taped>(tag: u64, value: &T, words: usize, frame: &mut Frame<&mut [u64]>) {
    frame.next(1)[0] = tag;
    T::put_all(core::slice::from_ref(value), frame);
    frame.next(words - 1 - T::WORDS).fill(0);
}

/// Reads it.
fn get<T: Taped>(words: usize, frame: &mut Frame<&[u64]>) -> T {
    let [value] = T::get_all::<1>(frame);
    frame.next(words - 1 - T::WORDS);
    value
}

impl<T: Taped> Taped for Option<T> {
    const BYTES: usize = 8 * (1 + T::WORDS);
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            match value {
                Some(value) => put(VALUE, value, Self::WORDS, frame),
                None => put(!VALUE, &(), Self::WORDS, frame),
            }
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        if frame.next(1)[0] == VALUE {
            return Some(get(Self::WORDS, frame));
        }
        let () = get(Self::WORDS, frame);
        None
    }
    type Again = No;
    type Stored = Yes;
}

impl<T: Taped, E: Taped> Taped for Result<T, E> {
    const BYTES: usize = 8 * (1 + crate::private::larger(T::WORDS, E::WORDS));
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            match value {
                Ok(value) => put(VALUE, value, Self::WORDS, frame),
                Err(error) => put(!VALUE, error, Self::WORDS, frame),
            }
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        if frame.next(1)[0] == VALUE { Ok(get(Self::WORDS, frame)) } else { Err(get(Self::WORDS, frame)) }
    }
    type Again = No;
    type Stored = Yes;
}
