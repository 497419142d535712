//! The tangents of a part of a value, `d.field[i]` of each `d`, by reference.
//!
//! They are looked up one by one, when an operation needs them. The compiler would have to split up an array of
//! references to them, which it stops doing when there are many directions. A function still takes such an array,
//! because otherwise it would be compiled once for each way to look them up.

use core::array;
use core::marker::PhantomData;

use crate::differentiable::Accepts;
use crate::rule::directions::Directions;

/// A part of a value from the caller.
pub struct Given<'d, D, C: ?Sized, P: ?Sized, F> {
    of: &'d D,
    part: F,
    kinds: PhantomData<fn(&C, &P)>,
}

/// The tangents of a part of a parameter.
#[inline(always)]
pub fn parts<D: Directions<C, K>, C: ?Sized, P: ?Sized, F: Fn(&C) -> &P + Copy, const K: usize>(
    of: &D,
    part: F,
) -> Given<'_, D, C, P, F> {
    Given { of, part, kinds: PhantomData }
}

impl<'d, D, C: ?Sized + 'd, P: ?Sized, F: Fn(&C) -> &P> Given<'d, D, C, P, F> {
    /// References to them.
    #[inline(always)]
    pub fn each<const K: usize>(self) -> [Option<&'d P>; K]
    where
        D: Directions<C, K>,
    {
        array::from_fn(|k| self.of.at(k).map(&self.part))
    }
}

impl<D, C: ?Sized, P: ?Sized, F: Copy> Copy for Given<'_, D, C, P, F> {}
impl<D, C: ?Sized, P: ?Sized, F: Copy> Clone for Given<'_, D, C, P, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, C, P, V, F, const K: usize> Directions<V, K> for Given<'_, D, C, P, F>
where
    D: Directions<C, K>,
    C: ?Sized,
    P: Accepts<V> + ?Sized,
    V: ?Sized,
    F: Fn(&C) -> &P + Copy,
{
    #[inline(always)]
    fn at(&self, k: usize) -> Option<&V> {
        self.of.at(k).and_then(|of| (self.part)(of).as_source())
    }
}

/// The first tangent of a parameter.
#[inline]
pub fn tangent<D: Directions<C, K>, C: ?Sized, const K: usize>(of: &D) -> Option<&C> {
    of.at(0)
}

/// A part of the first tangent of a parameter.
#[inline]
pub fn tangent_part<'d, D: Directions<C, K>, C: ?Sized + 'd, P: ?Sized, const K: usize>(
    of: &'d D,
    part: impl Fn(&C) -> &P,
) -> Option<&'d P> {
    of.at(0).map(part)
}

/// A part of a variable.
pub struct Own<'d, C, P: ?Sized, F, const K: usize> {
    of: &'d [C; K],
    part: F,
    kind: PhantomData<fn(&P)>,
}

/// The tangents of a part of a variable.
#[inline(always)]
pub fn parts_of<C, P: ?Sized, F: Fn(&C) -> &P + Copy, const K: usize>(of: &[C; K], part: F) -> Own<'_, C, P, F, K> {
    Own { of, part, kind: PhantomData }
}

impl<'d, C, P: ?Sized, F: Fn(&C) -> &P, const K: usize> Own<'d, C, P, F, K> {
    /// References to them.
    #[inline(always)]
    pub fn each(self) -> [&'d P; K] {
        self.of.each_ref().map(self.part)
    }
}

impl<C, P: ?Sized, F: Copy, const K: usize> Copy for Own<'_, C, P, F, K> {}
impl<C, P: ?Sized, F: Copy, const K: usize> Clone for Own<'_, C, P, F, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, P, V, F, const K: usize> Directions<V, K> for Own<'_, C, P, F, K>
where
    P: Accepts<V> + ?Sized,
    V: ?Sized,
    F: Fn(&C) -> &P + Copy,
{
    #[inline(always)]
    fn at(&self, k: usize) -> Option<&V> {
        (self.part)(&self.of[k]).as_source()
    }
}
