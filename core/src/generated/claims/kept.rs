//! Claims that what the reverse half reads can be stored on the tape. Where one cannot, the method does not exist, so the compiler reports
//! no second mistake.

use core::marker::PhantomData;

use crate::tape::{Taped, Yes};

/// A value that the reverse half reads.
pub trait Keep: Sized {
    /// The value. If it cannot be stored on the tape, the method does not exist, so the compiler reports no second
    /// mistake.
    #[inline(always)]
    fn kept_on_the_tape(&self) -> &Self {
        self
    }
}

impl<T: Taped> Keep for T {}

/// A value, and a flag that says whether the reverse half reads it.
#[derive(Debug)]
pub struct IfRead<'v, T, F>(Unclaimed<'v, T>, PhantomData<F>);

/// A value that the reverse half does not read: it may be of any type.
#[derive(Debug)]
pub struct Unclaimed<'v, T>(&'v T);

impl<'v, T> Unclaimed<'v, T> {
    /// The value.
    #[inline(always)]
    #[must_use]
    pub const fn kept_on_the_tape(&self) -> &'v T {
        self.0
    }
}

impl<'v, T, F> IfRead<'v, T, F> {
    /// The value with its flag.
    #[inline(always)]
    #[must_use]
    pub fn new(value: &'v T, _: F) -> Self {
        Self(Unclaimed(value), PhantomData)
    }
}

impl<'v, T> IfRead<'v, T, Yes> {
    /// The value, which must be one for the tape.
    #[inline(always)]
    #[must_use]
    pub const fn claimed(&self) -> &'v T {
        self.0.0
    }
}

/// The same where the flag is another one, or depends on type parameters: nothing is claimed.
pub trait PerhapsRead<'v, T> {
    /// The value.
    fn claimed(&self) -> &Unclaimed<'v, T>;
}

impl<'v, T, F> PerhapsRead<'v, T> for IfRead<'v, T, F> {
    #[inline(always)]
    fn claimed(&self) -> &Unclaimed<'v, T> {
        &self.0
    }
}
