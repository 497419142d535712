//! Arguments that are names of mutable references: the function that is called takes them as `&mut T` or as `&T`, which its
//! companion says by a flag, [`Yes`] if it reads what they refer to.

use crate::differentiable::NoGrad;
use crate::slot::Out;
use crate::tape::{Flag, No, Read, Yes};

/// What the reverse half needs of an argument of type `&mut T`.
pub trait Reads<T: ?Sized>: Flag {
    /// A copy, or nothing.
    type Kept;
    /// Makes it.
    fn keep(place: &T) -> Self::Kept;
}

impl<T: Copied + ?Sized> Reads<T> for Yes {
    type Kept = T::Copy;
    #[inline(always)]
    fn keep(place: &T) -> T::Copy {
        place.copy()
    }
}

/// What can be copied.
pub trait Copied {
    /// The copy.
    type Copy;
    /// Makes it.
    fn copy(&self) -> Self::Copy;
}

impl<T: Clone> Copied for T {
    type Copy = T;
    #[inline(always)]
    fn copy(&self) -> T {
        self.clone()
    }
}

/// A slice cannot be: that nothing is there instead does not fit where its value is needed.
impl<T> Copied for [T] {
    type Copy = NoGrad;
    fn copy(&self) -> NoGrad {
        NoGrad
    }
}

impl<T: ?Sized> Reads<T> for No {
    type Kept = ();
    #[inline(always)]
    fn keep(_: &T) {}
}

/// What the reverse half of the function is given for such an argument.
pub trait Lends: Flag {
    /// The value, or nothing.
    type Value<'a, K: 'a>;
    /// A slot for the cotangent, or its place.
    type Place<'a, C: ?Sized + 'a>;
    /// The value.
    fn value<'a, K>(kept: Read<'a, K>) -> Self::Value<'a, K>;
    /// The cotangent.
    fn place<C: ?Sized>(cotangent: &mut C) -> Self::Place<'_, C>;
}

impl Lends for Yes {
    type Value<'a, K: 'a> = &'a K;
    type Place<'a, C: ?Sized + 'a> = Out<'a, C, Self>;
    #[inline(always)]
    fn value<'a, K>(kept: Read<'a, K>) -> &'a K {
        kept.get()
    }
    #[inline(always)]
    fn place<C: ?Sized>(cotangent: &mut C) -> Out<'_, C, Self> {
        Out::new(cotangent)
    }
}

impl Lends for No {
    type Value<'a, K: 'a> = ();
    type Place<'a, C: ?Sized + 'a> = &'a mut C;
    #[inline(always)]
    fn value<'a, K>(_: Read<'a, K>) {}
    #[inline(always)]
    fn place<C: ?Sized>(cotangent: &mut C) -> &mut C {
        cotangent
    }
}

/// [`Reads::keep`], by the flag.
#[inline(always)]
pub fn keep<F: Reads<T>, T: ?Sized>(_: F, place: &T) -> F::Kept {
    F::keep(place)
}

/// [`Lends::value`], by the flag.
#[inline(always)]
pub fn value_of<F: Lends, K>(_: F, kept: Read<'_, K>) -> F::Value<'_, K> {
    F::value(kept)
}

/// [`Lends::place`], by the flag.
#[inline(always)]
pub fn place_of<F: Lends, C: ?Sized>(_: F, cotangent: &mut C) -> F::Place<'_, C> {
    F::place(cotangent)
}
