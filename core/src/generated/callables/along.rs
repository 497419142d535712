//! The tangents of what a closure takes or captures.

use core::array;

use super::{Captured, Place};
use crate::rule::directions::{Directions, Width};

/// The tangents of one value along `K` directions, as those of a value of this type only: an array is no slice here.
#[derive(Debug)]
pub struct Along<'a, C: ?Sized, const K: usize>([Option<&'a C>; K]);

impl<C: ?Sized, const K: usize> Clone for Along<'_, C, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: ?Sized, const K: usize> Copy for Along<'_, C, K> {}

impl<C: ?Sized, const K: usize> Directions<C, K> for Along<'_, C, K> {
    #[inline(always)]
    fn at(&self, k: usize) -> Option<&C> {
        self.0[k]
    }
}

impl<'a, C: ?Sized, const K: usize> Along<'a, C, K> {
    /// The given tangents.
    #[inline(always)]
    pub fn of(tangents: &'a impl Directions<C, K>) -> Self {
        Self(array::from_fn(|k| tangents.at(k)))
    }

    /// No tangents.
    #[inline(always)]
    #[must_use]
    pub fn none() -> Self {
        Self(array::from_fn(|_| None))
    }

    /// The same number of them, under another name.
    #[inline(always)]
    #[must_use]
    pub fn resized<const J: usize>(self) -> Along<'a, C, J> {
        Along(array::from_fn(|j| self.0[j]))
    }
}

/// The tangents of a captured value.
#[inline(always)]
pub fn captured_tangents<'a, V: Captured + ?Sized, const K: usize, S>(
    _: Width<K, S>,
    _: &V,
    tangents: &'a impl Directions<Place<V>, K>,
) -> Along<'a, Place<V>, K> {
    Along::of(tangents)
}
