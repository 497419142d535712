//! Arguments that are names of mutable references. The called function takes them as `&mut T` or as `&T`; its companion
//! says which by a flag: [`Mutable`], or, if it takes `&T`, [`Yes`] or [`No`] according to whether it reads the value.

use super::copies::{Cloned, Copies, Lent, Place, copies_of};
use crate::differentiable::Tangent;
#[cfg(feature = "alloc")]
use crate::differentiable::add;
use crate::rule::slot::Out;
use crate::tape::saved::Ty;
use crate::tape::{Mutable, No, Yes};

/// Whether an argument of type `T` or `&mut T` is passed on as `&mut`, and what the reverse half stores of it.
pub trait Reads<T: ?Sized, How> {
    /// A copy, or nothing.
    type Kept;
    /// Makes the copy.
    fn keep(place: &T) -> Self::Kept;
}

/// The cotangent of such a place takes that of a copy.
pub trait TakesCopy<C> {
    /// Adds it.
    fn add_copy(&mut self, of_copy: &C);
}

impl<C: Tangent> TakesCopy<C> for C {
    #[inline(always)]
    fn add_copy(&mut self, of_copy: &C) {
        self.accumulate(of_copy);
    }
}

#[cfg(feature = "alloc")]
impl<C: Tangent> TakesCopy<alloc::vec::Vec<C>> for [C] {
    fn add_copy(&mut self, of_copy: &alloc::vec::Vec<C>) {
        add(self, of_copy);
    }
}

/// Adds the cotangent of a copy to that of the place.
#[inline(always)]
pub fn add_copy<P: TakesCopy<C> + ?Sized, C>(place: &mut P, of_copy: &C) {
    place.add_copy(of_copy);
}

impl<T: ?Sized, How> Reads<T, How> for Mutable {
    type Kept = ();
    #[inline(always)]
    fn keep(_: &T) {}
}

/// The same for its tangents.
pub trait ReadsTangents<C: ?Sized> {
    /// Copies, or nothing.
    type Kept<const K: usize>;
    /// Makes the copies.
    fn keep_tangents<const K: usize>(tangents: [&C; K]) -> Self::Kept<K>;
}

impl<C: ?Sized> ReadsTangents<C> for Mutable {
    type Kept<const K: usize> = ();
    #[inline(always)]
    fn keep_tangents<const K: usize>(_: [&C; K]) {}
}

/// The cotangent of such an argument, as the reverse half of the called function takes it.
pub trait Lends {
    /// A slot, or the place itself.
    type Place<'a, C: ?Sized + 'a>;
    /// The cotangent.
    fn place<C: ?Sized>(cotangent: &mut C) -> Self::Place<'_, C>;
    /// The tangents of such an argument, as forward mode of the called function takes them: their places, or the
    /// tangents.
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

impl<T: ?Sized, How: Copies<T>> Reads<T, How> for Yes {
    type Kept = How::Copy;
    #[inline(always)]
    fn keep(place: &T) -> How::Copy {
        How::copy(place)
    }
}

/// What is not read is not copied: only its type is kept.
impl<T: Lent + ?Sized, How> Reads<T, How> for No {
    type Kept = Ty<T::Copy>;
    #[inline(always)]
    fn keep(_: &T) -> Ty<T::Copy> {
        Ty::new()
    }
}

/// Such an argument is a value.
macro_rules! by_value {
    ($($flag:ident)*) => {$(
        impl<C: ?Sized> ReadsTangents<C> for $flag
        where
            Cloned: Copies<C>,
        {
            type Kept<const K: usize> = [<Cloned as Copies<C>>::Copy; K];
            #[inline(always)]
            fn keep_tangents<const K: usize>(tangents: [&C; K]) -> Self::Kept<K> {
                copies_of(tangents)
            }
        }

        impl<D: Copy> HandsOn<D> for $flag {
            type Tangents<'a>
                = D
            where
                D: 'a;
            #[inline(always)]
            fn on(tangents: &mut D) -> D {
                *tangents
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

/// What a method reads of its receiver where values have tangents: all of it, unless the method changes it.
pub trait ReadsWithTangents {
    /// The flag.
    type Flag: Default;
}

impl ReadsWithTangents for Mutable {
    type Flag = Mutable;
}

impl ReadsWithTangents for Yes {
    type Flag = Yes;
}

impl ReadsWithTangents for No {
    type Flag = Yes;
}

/// `ReadsWithTangents::Flag`, by the flag.
#[inline(always)]
pub fn read_with_tangents<F: ReadsWithTangents>(_: F) -> F::Flag {
    F::Flag::default()
}

/// `Reads::keep`, by the flag.
#[inline(always)]
pub fn keep<F: Reads<T, How>, T: ?Sized, How>(_: F, place: Place<'_, T, How>) -> F::Kept {
    F::keep(place.0)
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

/// The cotangent of an argument of a closure that is handed on, as the reverse half of the called function takes it.
#[inline(always)]
pub fn place_on<'a, F: Lends, C: ?Sized>(_: F, cotangent: &'a mut Out<'_, C, Yes>) -> F::Place<'a, C> {
    cotangent.place().map_or_else(|| unreachable!("a place that is wanted"), F::place)
}

/// The tangents of such an argument, as forward mode of the called function takes them: places, or tangents along directions.
pub trait HandsOn<D> {
    /// The tangents.
    type Tangents<'a>
    where
        D: 'a;
    /// The tangents.
    fn on(tangents: &mut D) -> Self::Tangents<'_>;
}

impl<'p, C: ?Sized, const K: usize> HandsOn<[&'p mut C; K]> for Mutable {
    type Tangents<'a>
        = [&'a mut C; K]
    where
        'p: 'a;
    #[inline(always)]
    fn on<'a>(tangents: &'a mut [&'p mut C; K]) -> [&'a mut C; K] {
        tangents.each_mut().map(|place| &mut **place)
    }
}

/// `HandsOn::on`, by the flag.
#[inline(always)]
pub fn tangents_on<F: HandsOn<D>, D>(_: F, tangents: &mut D) -> F::Tangents<'_> {
    F::on(tangents)
}

/// What a rule says of an operand that the function takes as `&T`.
#[diagnostic::on_unimplemented(
    message = "a method that takes `&mut self` cannot be called here: the order would be another",
    label = "this method takes `&mut self`",
    note = "bind each value with `let`; in a chain of iterators, write a loop over indices"
)]
pub trait Looks {}
#[diagnostic::do_not_recommend]
impl Looks for Yes {}
#[diagnostic::do_not_recommend]
impl Looks for No {}

/// Claims that a method does not change what it is called on.
#[inline(always)]
pub const fn looks<F: Looks + Copy>(_: F) {}
