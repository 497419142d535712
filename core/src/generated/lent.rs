//! Arguments that are names of mutable references: the function that is called takes them as `&mut T` or as `&T`, which its
//! companion says by a flag, [`Mutable`] or, by whether it reads what they refer to, [`Yes`] or [`No`].

use crate::differentiable::NoGrad;
use crate::rule::slot::Out;
use crate::tape::{Mutable, No, Yes};

/// Whether an argument of type `T` or `&mut T` is lent, and what the reverse half needs.
pub trait Reads<T: ?Sized> {
    /// A copy, or nothing.
    type Kept;
    /// Makes it.
    fn keep(place: &T) -> Self::Kept;
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

impl<T: ?Sized> Reads<T> for Mutable {
    type Kept = ();
    #[inline(always)]
    fn keep(_: &T) {}
}

/// The same of its tangents.
pub trait ReadsTangents<C: ?Sized> {
    /// Copies, or nothing.
    type Kept<const K: usize>;
    /// Makes them.
    fn keep_tangents<const K: usize>(tangents: [&C; K]) -> Self::Kept<K>;
}

impl<C: ?Sized> ReadsTangents<C> for Mutable {
    type Kept<const K: usize> = ();
    #[inline(always)]
    fn keep_tangents<const K: usize>(_: [&C; K]) {}
}

/// What the reverse half of the function is given for the cotangent of such an argument.
pub trait Lends {
    /// A slot for it, or its place.
    type Place<'a, C: ?Sized + 'a>;
    /// The cotangent.
    fn place<C: ?Sized>(cotangent: &mut C) -> Self::Place<'_, C>;
    /// What its forward mode is given for the tangents: their places, or the tangents.
    type Tangents<'a, C: ?Sized + 'a, const K: usize>;
    /// The tangents.
    fn tangents<C: ?Sized, const K: usize>(tangents: [&mut C; K]) -> Self::Tangents<'_, C, K>;
}

impl Lends for Mutable {
    type Place<'a, C: ?Sized + 'a> = &'a mut C;
    #[inline(always)]
    fn place<C: ?Sized>(cotangent: &mut C) -> &mut C {
        cotangent
    }
    type Tangents<'a, C: ?Sized + 'a, const K: usize> = [&'a mut C; K];
    #[inline(always)]
    fn tangents<C: ?Sized, const K: usize>(tangents: [&mut C; K]) -> [&mut C; K] {
        tangents
    }
}

/// Such an argument is a value; if it is not read, the copy tells the type.
macro_rules! by_value {
    ($($flag:ident)*) => {$(
        impl<T: Copied + ?Sized> Reads<T> for $flag {
            type Kept = T::Copy;
            #[inline(always)]
            fn keep(place: &T) -> T::Copy {
                place.copy()
            }
        }

        impl<C: Copied + ?Sized> ReadsTangents<C> for $flag {
            type Kept<const K: usize> = [C::Copy; K];
            #[inline(always)]
            fn keep_tangents<const K: usize>(tangents: [&C; K]) -> [C::Copy; K] {
                tangents.map(C::copy)
            }
        }

        impl Lends for $flag {
            type Place<'a, C: ?Sized + 'a> = Out<'a, C, Yes>;
            #[inline(always)]
            fn place<C: ?Sized>(cotangent: &mut C) -> Out<'_, C, Yes> {
                Out::new(cotangent)
            }
            type Tangents<'a, C: ?Sized + 'a, const K: usize> = [&'a C; K];
            #[inline(always)]
            fn tangents<C: ?Sized, const K: usize>(tangents: [&mut C; K]) -> [&C; K] {
                tangents.map(|tangent| &*tangent)
            }
        }
    )*};
}
by_value!(Yes No);

/// `Reads::keep`, by the flag.
#[inline(always)]
pub fn keep<F: Reads<T>, T: ?Sized>(_: F, place: &T) -> F::Kept {
    F::keep(place)
}

/// `ReadsTangents::keep_tangents`, by the flag.
#[inline(always)]
pub fn keep_tangents<F: ReadsTangents<C>, C: ?Sized, const K: usize>(_: F, tangents: [&C; K]) -> F::Kept<K> {
    F::keep_tangents(tangents)
}

/// `Lends::place`, by the flag.
#[inline(always)]
pub fn place_of<F: Lends, C: ?Sized>(_: F, cotangent: &mut C) -> F::Place<'_, C> {
    F::place(cotangent)
}

/// `Lends::tangents`, by the flag.
#[inline(always)]
pub fn tangents_of<F: Lends, C: ?Sized, const K: usize>(_: F, tangents: [&mut C; K]) -> F::Tangents<'_, C, K> {
    F::tangents(tangents)
}
