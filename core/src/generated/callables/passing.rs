//! How a function that is an argument takes its own arguments: [`Moved`], [`Borrowed`] or [`Changed`], for `X`, `&X` and `&mut X`.
//!
//! What is on its way to such a function is a [`Handed`], and its tangents are [`HandedTangents`]: the type of a closure may not
//! depend on the way in which it takes an argument, for the lifetimes of a projection would have to be `'static`.

use core::marker::PhantomData;

use super::{Along, Captured, Place, elsewhere};
use crate::differentiable::{Accepts, Differentiable, Yes};
use crate::generated::pairs::LentPair;
use crate::generated::width::Places;
use crate::rule::directions::Directions;
use crate::rule::pair::{PairMut, PairOut, PairSlot};
use crate::rule::slot::Slot;
use crate::tape::{Mutable, Read};

/// How a function takes an argument.
pub trait Passing {
    /// The type of the value.
    type Value: Captured + ?Sized;
    /// The argument of the body: the value, or a reference to it.
    type Argument<'a>
    where
        Self: 'a;
    /// The argument of a body that only reads it.
    fn passed(value: &Self::Value) -> Self::Argument<'_>;
    /// The operand of a call: a reference.
    type Operand<'a>
    where
        Self: 'a;
    /// What the reverse half has of it: the value, or not.
    type Read: Default;
    /// The operand on its way.
    fn handed(operand: Self::Operand<'_>) -> Handed<'_, Self::Value>;
    /// The operand again, where it has arrived.
    fn operand(handed: Handed<'_, Self::Value>) -> Self::Operand<'_>;
    /// The same in the reverse half: nothing, if the function changes it.
    type Again<'a>
    where
        Self: 'a;
    /// That of the reverse half.
    fn again(handed: Handed<'_, Self::Value>) -> Self::Again<'_>;
    /// The value under the name of the argument, where the closure may hand it on: not there, if the function changes it.
    type Seen<'a>
    where
        Self: 'a;
    /// The value in the forward half.
    fn seen<'a>(operand: &Self::Operand<'a>) -> Self::Seen<'a>
    where
        Self: 'a;
    /// That of the reverse half.
    fn seen_again<'a>(again: &Self::Again<'a>) -> Self::Seen<'a>
    where
        Self: 'a;
    /// The tangents of an operand.
    type Tangents<'a, const K: usize>
    where
        Place<Self::Value>: 'a;
    /// The tangents, where they have arrived.
    fn tangents<const K: usize>(handed: HandedTangents<'_, Place<Self::Value>, K>) -> Self::Tangents<'_, K>;
}

/// How a function takes an argument that it only reads.
#[diagnostic::on_unimplemented(
    message = "this closure is given a `&mut` reference, which neither a type nor a change of it shows",
    label = "this argument is a `&mut` reference",
    note = "write its type: `|t, y, rates: &mut [f64]| ..`"
)]
pub trait Looked: Passing {}

/// How a function takes an argument that it changes.
#[diagnostic::on_unimplemented(
    message = "this closure changes an argument that it is not given as `&mut`",
    label = "this argument is no `&mut` reference"
)]
pub trait Changing: Passing {}

/// Claims that a function only reads an argument.
#[inline(always)]
pub const fn looks<P: Looked>(_: PhantomData<P>) {}

/// Claims that a function takes an argument as `&mut`.
#[inline(always)]
pub const fn changes<P: Changing>(_: PhantomData<P>) {}

/// An argument by value.
#[derive(Debug)]
pub struct Moved<T>(PhantomData<fn() -> T>);

/// An argument of type `&T`.
#[derive(Debug)]
pub struct Borrowed<T: ?Sized>(PhantomData<fn() -> T>);

/// An argument of type `&mut T`.
#[derive(Debug)]
pub struct Changed<T: ?Sized>(PhantomData<fn() -> T>);

impl<T: Differentiable + Clone> Passing for Moved<T> {
    type Value = T;
    type Argument<'a>
        = T
    where
        T: 'a;
    #[inline(always)]
    fn passed(value: &T) -> T {
        value.clone()
    }
    type Operand<'a>
        = &'a T
    where
        T: 'a;
    type Read = Yes;
    #[inline(always)]
    fn handed(operand: Self::Operand<'_>) -> Handed<'_, T> {
        Handed::Shared(operand)
    }
    #[inline(always)]
    fn operand(handed: Handed<'_, T>) -> Self::Operand<'_> {
        handed.shared()
    }
    type Again<'a>
        = &'a T
    where
        T: 'a;
    #[inline(always)]
    fn again(handed: Handed<'_, T>) -> Self::Again<'_> {
        handed.shared()
    }
    type Tangents<'a, const K: usize>
        = Along<'a, Place<T>, K>
    where
        Place<T>: 'a;
    #[inline(always)]
    fn tangents<const K: usize>(handed: HandedTangents<'_, Place<T>, K>) -> Self::Tangents<'_, K> {
        handed.along()
    }
    type Seen<'a>
        = T
    where
        T: 'a;
    #[inline(always)]
    fn seen<'a>(operand: &Self::Operand<'a>) -> Self::Seen<'a>
    where
        Self: 'a,
    {
        (*operand).clone()
    }
    #[inline(always)]
    fn seen_again<'a>(again: &Self::Again<'a>) -> Self::Seen<'a>
    where
        Self: 'a,
    {
        (*again).clone()
    }
}

impl<T: Captured + ?Sized> Passing for Borrowed<T> {
    type Value = T;
    type Argument<'a>
        = &'a T
    where
        T: 'a;
    #[inline(always)]
    fn passed(value: &T) -> &T {
        value
    }
    type Operand<'a>
        = &'a T
    where
        T: 'a;
    type Read = Yes;
    #[inline(always)]
    fn handed(operand: Self::Operand<'_>) -> Handed<'_, T> {
        Handed::Shared(operand)
    }
    #[inline(always)]
    fn operand(handed: Handed<'_, T>) -> Self::Operand<'_> {
        handed.shared()
    }
    type Again<'a>
        = &'a T
    where
        T: 'a;
    #[inline(always)]
    fn again(handed: Handed<'_, T>) -> Self::Again<'_> {
        handed.shared()
    }
    type Tangents<'a, const K: usize>
        = Along<'a, Place<T>, K>
    where
        Place<T>: 'a;
    #[inline(always)]
    fn tangents<const K: usize>(handed: HandedTangents<'_, Place<T>, K>) -> Self::Tangents<'_, K> {
        handed.along()
    }
    type Seen<'a>
        = &'a T
    where
        T: 'a;
    #[inline(always)]
    fn seen<'a>(operand: &Self::Operand<'a>) -> Self::Seen<'a>
    where
        Self: 'a,
    {
        *operand
    }
    #[inline(always)]
    fn seen_again<'a>(again: &Self::Again<'a>) -> Self::Seen<'a>
    where
        Self: 'a,
    {
        *again
    }
}

impl<T: Captured + ?Sized> Passing for Changed<T> {
    type Value = T;
    type Argument<'a>
        = &'a mut T
    where
        T: 'a;
    #[inline(always)]
    fn passed(_: &T) -> Self::Argument<'_> {
        elsewhere()
    }
    type Operand<'a>
        = &'a mut T
    where
        T: 'a;
    type Read = Mutable;
    #[inline(always)]
    fn handed(operand: Self::Operand<'_>) -> Handed<'_, T> {
        Handed::Changed(operand)
    }
    #[inline(always)]
    fn operand(handed: Handed<'_, T>) -> Self::Operand<'_> {
        handed.changed()
    }
    type Again<'a>
        = ()
    where
        T: 'a;
    #[inline(always)]
    fn again(_: Handed<'_, T>) -> Self::Again<'_> {}
    type Tangents<'a, const K: usize>
        = [&'a mut Place<T>; K]
    where
        Place<T>: 'a;
    #[inline(always)]
    fn tangents<const K: usize>(handed: HandedTangents<'_, Place<T>, K>) -> Self::Tangents<'_, K> {
        handed.places()
    }
    type Seen<'a>
        = ()
    where
        T: 'a;
    #[inline(always)]
    fn seen<'a>(_: &Self::Operand<'a>) -> Self::Seen<'a>
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    fn seen_again<'a>((): &Self::Again<'a>) -> Self::Seen<'a>
    where
        Self: 'a,
    {
    }
}

#[diagnostic::do_not_recommend]
impl<T: Differentiable + Clone> Looked for Moved<T> {}

#[diagnostic::do_not_recommend]
impl<T: Captured + ?Sized> Looked for Borrowed<T> {}

#[diagnostic::do_not_recommend]
impl<T: Captured + ?Sized> Changing for Changed<T> {}

/// An argument on its way to a function.
#[derive(Debug)]
pub enum Handed<'a, V: ?Sized> {
    /// Of a function that takes the value, or `&V`.
    Shared(&'a V),
    /// Of a function that takes `&mut V`.
    Changed(&'a mut V),
    /// The same in the reverse half, which does not have the value.
    Gone,
}

impl<'a, V: ?Sized> Handed<'a, V> {
    /// The value of an argument that is not changed.
    #[inline(always)]
    #[must_use]
    pub fn shared(self) -> &'a V {
        match self {
            Self::Shared(value) => value,
            Self::Changed(_) | Self::Gone => elsewhere(),
        }
    }

    /// The place of an argument that is changed.
    #[inline(always)]
    #[must_use]
    pub fn changed(self) -> &'a mut V {
        match self {
            Self::Changed(place) => place,
            Self::Shared(_) | Self::Gone => elsewhere(),
        }
    }
}

/// The tangents of an argument on its way to a function, along `K` directions.
#[derive(Debug)]
pub enum HandedTangents<'a, C: ?Sized, const K: usize> {
    /// Of one that is not changed.
    Along(Along<'a, C, K>),
    /// The places of those of one that is changed.
    Places([&'a mut C; K]),
}

impl<'a, C: ?Sized, const K: usize> HandedTangents<'a, C, K> {
    /// The tangents of an argument that is not changed.
    #[inline(always)]
    #[must_use]
    pub fn along(self) -> Along<'a, C, K> {
        match self {
            Self::Along(along) => along,
            Self::Places(_) => elsewhere(),
        }
    }

    /// The places of those of an argument that is changed.
    #[inline(always)]
    #[must_use]
    pub fn places(self) -> [&'a mut C; K] {
        match self {
            Self::Places(places) => places,
            Self::Along(_) => elsewhere(),
        }
    }

    /// The same number of them, under another name.
    #[inline(always)]
    #[must_use]
    pub fn resized<const J: usize>(self) -> HandedTangents<'a, C, J> {
        match self {
            Self::Along(along) => HandedTangents::Along(along.resized()),
            Self::Places(places) => {
                let mut places = places.into_iter();
                // Of the same length: a function is called along as many directions as it was made for.
                HandedTangents::Places(core::array::from_fn(|_| places.next().unwrap_or_else(|| elsewhere())))
            }
        }
    }
}

/// An operand of a call in the reverse half, for a function that takes it as `P` says.
pub trait Again<P: Passing> {
    /// What is there of it.
    fn again(&self) -> Handed<'_, P::Value>;
}

impl<T: Differentiable + Clone, V: SeenAs<T> + ?Sized> Again<Moved<T>> for Read<'_, V> {
    #[inline(always)]
    fn again(&self) -> Handed<'_, T> {
        Handed::Shared(self.get().seen_as())
    }
}

impl<T: Captured + ?Sized, V: SeenAs<T> + ?Sized> Again<Borrowed<T>> for Read<'_, V> {
    #[inline(always)]
    fn again(&self) -> Handed<'_, T> {
        Handed::Shared(self.get().seen_as())
    }
}

impl<T: Captured + ?Sized> Again<Changed<T>> for () {
    #[inline(always)]
    fn again(&self) -> Handed<'_, T> {
        Handed::Gone
    }
}

/// A value as a parameter of type `V` takes it: an array and a `Vec` may be slices.
pub trait SeenAs<V: ?Sized> {
    /// The value.
    fn seen_as(&self) -> &V;
}

impl<V: ?Sized> SeenAs<V> for V {
    #[inline(always)]
    fn seen_as(&self) -> &V {
        self
    }
}

impl<V, const N: usize> SeenAs<[V]> for [V; N] {
    #[inline(always)]
    fn seen_as(&self) -> &[V] {
        self
    }
}

#[cfg(feature = "alloc")]
impl<V> SeenAs<[V]> for alloc::vec::Vec<V> {
    #[inline(always)]
    fn seen_as(&self) -> &[V] {
        self
    }
}

/// What takes the cotangent of an operand: a slot, or the place of one that is changed.
pub trait Receives<P: Passing> {
    /// The place, if it is wanted.
    fn place(&mut self) -> Option<&mut Place<P::Value>>;
}

impl<T: Differentiable + Clone, S: Slot<Place<T>>> Receives<Moved<T>> for S {
    #[inline(always)]
    fn place(&mut self) -> Option<&mut Place<T>> {
        self.out().into_place()
    }
}

impl<T: Captured + ?Sized, S: Slot<Place<T>>> Receives<Borrowed<T>> for S {
    #[inline(always)]
    fn place(&mut self) -> Option<&mut Place<T>> {
        self.out().into_place()
    }
}

impl<T: Captured + ?Sized, C: Accepts<Place<T>> + ?Sized> Receives<Changed<T>> for &mut C {
    #[inline(always)]
    fn place(&mut self) -> Option<&mut Place<T>> {
        self.as_sink()
    }
}

/// The same for a cotangent and its tangent.
pub trait ReceivesPair<P: Passing> {
    /// The places, if they are wanted.
    fn pair(&mut self) -> Option<PairMut<'_, Place<P::Value>>>;
}

fn both<S: PairSlot<C>, C: ?Sized>(slot: &mut S) -> Option<PairMut<'_, C>> {
    let PairOut { bar, dot } = slot.outs();
    Some(PairMut { bar: bar.into_place()?, dot: dot.into_place()? })
}

impl<T: Differentiable + Clone, S: PairSlot<Place<T>>> ReceivesPair<Moved<T>> for S {
    #[inline]
    fn pair(&mut self) -> Option<PairMut<'_, Place<T>>> {
        both(self)
    }
}

impl<T: Captured + ?Sized, S: PairSlot<Place<T>>> ReceivesPair<Borrowed<T>> for S {
    #[inline]
    fn pair(&mut self) -> Option<PairMut<'_, Place<T>>> {
        both(self)
    }
}

impl<T: Captured + ?Sized, S: LentPair<Place<T>>> ReceivesPair<Changed<T>> for S {
    #[inline]
    fn pair(&mut self) -> Option<PairMut<'_, Place<T>>> {
        Some(self.places())
    }
}

/// The tangents of an operand, as forward mode hands them on.
pub trait HandsTangents<P: Passing, const K: usize> {
    /// The tangents.
    fn handed(&mut self) -> HandedTangents<'_, Place<P::Value>, K>;
}

impl<T: Differentiable + Clone, D: Directions<Place<T>, K>, const K: usize> HandsTangents<Moved<T>, K> for D {
    #[inline(always)]
    fn handed(&mut self) -> HandedTangents<'_, Place<T>, K> {
        HandedTangents::Along(Along::of(self))
    }
}

impl<T: Captured + ?Sized, D: Directions<Place<T>, K>, const K: usize> HandsTangents<Borrowed<T>, K> for D {
    #[inline(always)]
    fn handed(&mut self) -> HandedTangents<'_, Place<T>, K> {
        HandedTangents::Along(Along::of(self))
    }
}

impl<T: Captured + ?Sized, D: Places<Place<T>, K>, const K: usize> HandsTangents<Changed<T>, K> for D {
    #[inline(always)]
    fn handed(&mut self) -> HandedTangents<'_, Place<T>, K> {
        HandedTangents::Places(self.places())
    }
}
