//! Forward mode: tangents beside values in generated code, along several directions at once.
//!
//! A `[Ct<T>; K]` beside a value of type `T` holds its tangents along `K` directions. One pass with `K` directions
//! computes the values once; `f::jvp` is a pass with one direction.

use core::marker::PhantomData;

use crate::differentiable::{Accepts, NoGrad};

/// The tangents of one value along `K` directions. An absent tangent is zero.
pub trait Directions<C: ?Sized, const K: usize>: Copy {
    /// The tangent along direction `k`.
    fn at(&self, k: usize) -> Option<&C>;
}

impl<C: Accepts<V>, V: ?Sized, const K: usize> Directions<V, K> for &[C; K] {
    #[inline(always)]
    fn at(&self, k: usize) -> Option<&V> {
        self[k].as_source()
    }
}

impl<C: Accepts<V> + ?Sized, V: ?Sized, const K: usize> Directions<V, K> for [&C; K] {
    #[inline(always)]
    fn at(&self, k: usize) -> Option<&V> {
        self[k].as_source()
    }
}

impl<C: Accepts<V> + ?Sized, V: ?Sized, const K: usize> Directions<V, K> for [Option<&C>; K] {
    #[inline(always)]
    fn at(&self, k: usize) -> Option<&V> {
        self[k].and_then(C::as_source)
    }
}

/// For a single direction.
impl<C: Accepts<V> + ?Sized, V: ?Sized> Directions<V, 1> for Option<&C> {
    #[inline(always)]
    fn at(&self, _: usize) -> Option<&V> {
        self.and_then(C::as_source)
    }
}

impl<V: ?Sized, const K: usize> Directions<V, K> for NoGrad {
    #[inline(always)]
    fn at(&self, _: usize) -> Option<&V> {
        None
    }
}

/// The number of directions, the half of a function that runs, and the computation along each direction.
#[derive(Debug)]
pub struct Width<const K: usize, S>(PhantomData<fn() -> S>);

impl<const K: usize, S> Clone for Width<K, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const K: usize, S> Copy for Width<K, S> {}

impl<const K: usize, S> Width<K, S> {
    /// The value, which its type determines.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it is a name, not a value")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}
