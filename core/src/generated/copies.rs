//! Copies of values, for the forward half and for what runs again. A type that is `Clone` is cloned; a type with
//! `#[derive(Differentiable)]` that is not is copied field by field, as the tape keeps it ([`Taped::copied`]).
//!
//! Which of the two is decided where the type is known: a method is looked up in [`Of`] first, which has it for types that are
//! `Clone`, then in what it leads to.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::tape::Taped;

/// A place that is copied.
pub struct Of<'a, T: ?Sized>(pub(super) Other<'a, T>);

/// What [`Of`] leads to: the same place, for types that are not `Clone`.
pub struct Other<'a, T: ?Sized>(pub(super) Any<'a, T>);

/// What [`Other`] leads to: the same place, for types that cannot be copied.
pub struct Any<'a, T: ?Sized>(pub(super) &'a T);

/// A place that is copied.
#[inline(always)]
pub const fn of<T: ?Sized>(place: &T) -> Of<'_, T> {
    Of(Other(Any(place)))
}

impl<'a, T: ?Sized> Deref for Of<'a, T> {
    type Target = Other<'a, T>;
    #[inline(always)]
    fn deref(&self) -> &Other<'a, T> {
        &self.0
    }
}

impl<'a, T: ?Sized> Deref for Other<'a, T> {
    type Target = Any<'a, T>;
    #[inline(always)]
    fn deref(&self) -> &Any<'a, T> {
        &self.0
    }
}

impl<T: Clone> Of<'_, T> {
    /// A copy.
    #[inline(always)]
    pub fn own(self) -> T {
        self.0.0.0.clone()
    }
}

impl<T: Taped> Other<'_, T> {
    /// A copy.
    #[inline(always)]
    pub fn own(&self) -> T {
        T::copied(self.0.0)
    }
}

impl<'a, T: ?Sized> Of<'a, T>
where
    Cloned: Copies<T>,
{
    /// How the place is copied.
    #[inline(always)]
    pub const fn place(self) -> Place<'a, T, Cloned> {
        Place(self.0.0.0, PhantomData)
    }
}

impl<'a, T: ?Sized> Other<'a, T>
where
    ByParts: Copies<T>,
{
    /// How the place is copied.
    #[inline(always)]
    pub const fn place(&self) -> Place<'a, T, ByParts> {
        Place(self.0.0, PhantomData)
    }
}

impl<'a, T: ?Sized> Any<'a, T> {
    /// Refused: the compiler names the type.
    #[inline(always)]
    pub fn own(&self) -> T
    where
        T: Clone,
    {
        self.0.clone()
    }
    /// A place that cannot be copied, which is no mistake where no copy is wanted.
    #[inline(always)]
    pub const fn place(&self) -> Place<'a, T, Refused> {
        Place(self.0, PhantomData)
    }
}

/// A place, and how it is copied: [`Cloned`], [`ByParts`] or [`Refused`].
pub struct Place<'a, T: ?Sized, How>(pub(super) &'a T, PhantomData<How>);

impl<T: ?Sized, How> Clone for Place<'_, T, How> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized, How> Copy for Place<'_, T, How> {}

/// By `Clone`.
pub struct Cloned;

/// Field by field.
pub struct ByParts;

/// Not at all.
pub struct Refused;

/// A way to copy values of type `T`.
#[diagnostic::on_unimplemented(
    message = "a value of type `{T}` cannot be copied",
    label = "not `Clone`",
    note = "the forward half keeps values for the reverse half and may run twice, with a copy each time",
    note = "derive `Clone` for `{T}`, or pass what the function needs of it; a type with `#[derive(Differentiable)]` alone is copied field by \
            field, if all its fields can be kept on the tape, also those that are `#[constant]`"
)]
pub trait Copies<T: ?Sized> {
    /// The copy: of a slice a `Vec`.
    type Copy;
    /// Makes the copy.
    fn copy(place: &T) -> Self::Copy;
    /// Gives the place the value of the copy.
    fn restore(place: &mut T, before: &Self::Copy);
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Copies<T> for Cloned {
    type Copy = T;
    #[inline(always)]
    fn copy(place: &T) -> T {
        place.clone()
    }
    fn restore(place: &mut T, before: &T) {
        place.clone_from(before);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Taped> Copies<T> for ByParts {
    type Copy = T;
    #[inline(always)]
    fn copy(place: &T) -> T {
        T::copied(place)
    }
    fn restore(place: &mut T, before: &T) {
        *place = T::copied(before);
    }
}

#[diagnostic::do_not_recommend]
#[cfg(feature = "alloc")]
impl<T: Clone> Copies<[T]> for Cloned {
    type Copy = alloc::vec::Vec<T>;
    fn copy(place: &[T]) -> alloc::vec::Vec<T> {
        place.to_vec()
    }
    fn restore(place: &mut [T], before: &alloc::vec::Vec<T>) {
        place.clone_from_slice(before);
    }
}

#[diagnostic::do_not_recommend]
#[cfg(feature = "alloc")]
impl<T: Taped> Copies<[T]> for ByParts {
    type Copy = alloc::vec::Vec<T>;
    fn copy(place: &[T]) -> alloc::vec::Vec<T> {
        place.iter().map(T::copied).collect()
    }
    fn restore(place: &mut [T], before: &alloc::vec::Vec<T>) {
        place.iter_mut().zip(before).for_each(|(place, before)| *place = T::copied(before));
    }
}

/// Without an allocator a slice cannot be copied; the absent copy does not fit where the value is needed, no part runs again, and
/// nothing is compared.
macro_rules! no_slices {
    ($($how:ident: $bound:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        #[cfg(not(feature = "alloc"))]
        impl<T: $bound> Copies<[T]> for $how {
            type Copy = crate::differentiable::NoGrad;
            fn copy(_: &[T]) -> crate::differentiable::NoGrad {
                crate::differentiable::NoGrad
            }
            fn restore(_: &mut [T], _: &crate::differentiable::NoGrad) {}
        }
    )*};
}
no_slices!(Cloned: Clone; ByParts: Taped;);

/// A copy of all that a mutable reference leads to.
#[inline(always)]
pub fn copy_of<T: ?Sized, H: Copies<T>>(place: Place<'_, T, H>) -> H::Copy {
    H::copy(place.0)
}

/// The same of its tangents.
#[inline(always)]
pub fn copies_of<C: ?Sized, const K: usize>(tangents: [&C; K]) -> [<Cloned as Copies<C>>::Copy; K]
where
    Cloned: Copies<C>,
{
    tangents.map(Cloned::copy)
}

/// What is copied before the sweeps: an argument of type `&mut T`.
pub trait Lent {
    /// A copy of its value.
    type Copy;
    /// The copy, to be changed.
    fn place(before: &mut Option<Self::Copy>) -> Option<&mut Self>;
}

impl<T> Lent for T {
    type Copy = T;
    fn place(before: &mut Option<T>) -> Option<&mut T> {
        before.as_mut()
    }
}

#[cfg(feature = "alloc")]
impl<T> Lent for [T] {
    type Copy = alloc::vec::Vec<T>;
    fn place(before: &mut Option<alloc::vec::Vec<T>>) -> Option<&mut [T]> {
        before.as_deref_mut()
    }
}

#[cfg(not(feature = "alloc"))]
impl<T> Lent for [T] {
    type Copy = crate::differentiable::NoGrad;
    fn place(_: &mut Option<crate::differentiable::NoGrad>) -> Option<&mut [T]> {
        None
    }
}

/// Claims that an argument of type `&mut T` can be restored.
pub const fn can_be_restored<T: ?Sized, H: Copies<T>>(_: &Place<'_, T, H>) {}

/// A copy of an argument of type `&mut T` before the sweeps, if it is wanted later.
#[inline(always)]
pub fn before<T: Lent + ?Sized, H: Copies<T, Copy = T::Copy>>(wanted: bool, place: Place<'_, T, H>) -> Before<T> {
    Before(if wanted { Some(H::copy(place.0)) } else { None }, H::restore)
}

/// The copy, if it was wanted, and how it gets back.
pub struct Before<T: Lent + ?Sized>(pub Option<T::Copy>, fn(&mut T, &T::Copy));

impl<T: Lent + ?Sized> Before<T> {
    /// Gives the place the value that it had.
    #[inline(always)]
    pub fn restore(&self, place: &mut T) {
        if let Some(before) = &self.0 {
            (self.1)(place, before);
        }
    }
}
