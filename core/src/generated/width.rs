//! The computations of forward mode along each direction.

mod parts;

use core::array;

pub use parts::{parts, parts_of, tangent, tangent_part};

use super::{PartOf, Sweep, zero_for};
use crate::differentiable::{Accepts, Ct, Differentiable, NoGrad, Tangent};
use crate::ops;
use crate::rule::directions::{Directions, Width};
use crate::rule::{Rule1, Rule2};

/// The places of the tangents of a value that is changed.
pub trait Places<C: ?Sized, const K: usize> {
    /// A place for each direction.
    fn places(&mut self) -> [&mut C; K];
}

impl<C: Accepts<V> + ?Sized, V: ?Sized, const K: usize> Places<V, K> for [&mut C; K] {
    #[inline(always)]
    fn places(&mut self) -> [&mut V; K] {
        self.each_mut().map(|place| place.as_sink().unwrap_or_else(|| unreachable!("the place has a derivative")))
    }
}

/// Without a place, the changed value must not have a tangent; the reverse half reports that.
impl<V: ?Sized, const K: usize> Places<V, K> for NoGrad {
    fn places(&mut self) -> [&mut V; K] {
        unreachable!("the place has no derivative")
    }
}

/// A list of equal elements.
pub trait Repeated: Differentiable + Sized {
    /// The element.
    type Element: Differentiable;
    /// The tangent of the list, from that of the element.
    fn repeat(&self, tangent: Option<&Ct<Self::Element>>) -> Ct<Self>;
}

impl<T: Differentiable, const N: usize> Repeated for [T; N] {
    type Element = T;
    #[inline(always)]
    fn repeat(&self, tangent: Option<&Ct<T>>) -> [Ct<T>; N] {
        match tangent {
            Some(tangent) => array::from_fn(|_| tangent.clone()),
            None => zero_for(self),
        }
    }
}

#[cfg(feature = "alloc")]
impl<T: Differentiable> Repeated for alloc::vec::Vec<T> {
    type Element = T;
    fn repeat(&self, tangent: Option<&Ct<T>>) -> alloc::vec::Vec<Ct<T>> {
        match tangent {
            Some(tangent) => alloc::vec![tangent.clone(); self.len()],
            None => zero_for(self),
        }
    }
}

impl<const K: usize, S> Width<K, S> {
    /// The same for a function that is called in the forward half.
    #[inline(always)]
    #[must_use]
    pub const fn onward(self) -> Width<K, S::Onward>
    where
        S: Sweep,
    {
        Width::new()
    }

    /// The computation along each direction.
    #[inline(always)]
    pub fn along<C>(self, tangent: impl FnMut(usize) -> C) -> [C; K] {
        array::from_fn(tangent)
    }

    /// Zero tangents, for a value that was computed without tangents.
    #[inline(always)]
    pub fn zero<T: Differentiable>(self, value: &T) -> [Ct<T>; K] {
        array::from_fn(|_| zero_for(value))
    }

    /// The place for the tangents of the result of a call.
    #[inline(always)]
    pub fn to_come<C: Tangent>(self) -> [C; K] {
        array::from_fn(|_| C::zero())
    }

    /// The tangents of the value of an early exit, before the exit.
    #[inline(always)]
    pub fn none<T: Differentiable>(self, _: &Option<T>) -> Option<[Ct<T>; K]> {
        None
    }

    /// A copy of the tangents of a value.
    #[inline(always)]
    pub fn own<T: Differentiable>(self, value: &T, tangents: impl Directions<Ct<T>, K>) -> [Ct<T>; K] {
        array::from_fn(|k| tangents.at(k).map_or_else(|| zero_for(value), Clone::clone))
    }

    /// A copy of the tangents of a slice, whose own copy is `value`.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn own_list<T: Differentiable>(
        self,
        value: &alloc::vec::Vec<T>,
        tangents: impl Directions<[Ct<T>], K>,
    ) -> [alloc::vec::Vec<Ct<T>>; K] {
        array::from_fn(|k| tangents.at(k).map_or_else(|| zero_for(value), <[_]>::to_vec))
    }

    /// Sets a part of tangents that are still zero, with the lengths of their value.
    #[inline(always)]
    pub fn set<C, P: PartOf<V>, V: Tangent>(
        self,
        of: &mut [C; K],
        part: impl Fn(&mut C) -> &mut P,
        tangents: impl Directions<V, K>,
    ) {
        for (k, of) in of.iter_mut().enumerate() {
            let place = part(of);
            match tangents.at(k) {
                Some(tangent) => place.set(tangent),
                None => place.set_to_zero(),
            }
        }
    }

    /// Sets a part of each tangent, where `value` takes the place of another of any length.
    #[inline(always)]
    pub fn assign<C, P: PartOf<Ct<T>>, T: Differentiable>(
        self,
        of: &mut [C; K],
        part: impl Fn(&mut C) -> &mut P,
        value: &T,
        tangents: impl Directions<Ct<T>, K>,
    ) {
        for (k, of) in of.iter_mut().enumerate() {
            let place = part(of);
            match tangents.at(k) {
                Some(tangent) => place.set(tangent),
                None => place.set(&zero_for(value)),
            }
        }
    }

    /// Sets a part of each tangent to zero, where the value has become one without tangents.
    #[inline(always)]
    pub fn reset<C, P: PartOf<Ct<T>>, T: Differentiable>(
        self,
        of: &mut [C; K],
        part: impl Fn(&mut C) -> &mut P,
        value: &T,
    ) {
        of.iter_mut().for_each(|of| part(of).set(&zero_for(value)));
    }

    /// The tangents of an array with equal elements.
    #[inline(always)]
    pub fn repeat<L: Repeated>(self, list: &L, tangents: impl Directions<Ct<L::Element>, K>) -> [Ct<L>; K] {
        array::from_fn(|k| list.repeat(tangents.at(k)))
    }

    /// Zero tangents of an array or a matrix that is `made` of its elements.
    #[inline(always)]
    pub fn places<L, C: Tangent>(self, made: impl Fn(fn(usize) -> C) -> L) -> [L; K] {
        array::from_fn(|_| made(|_| C::zero()))
    }

    /// The tangents of element `i`.
    #[inline(always)]
    pub fn element<L: core::ops::IndexMut<usize, Output = C>, C>(
        self,
        places: &mut [L; K],
        i: usize,
        tangents: [C; K],
    ) {
        for (place, tangent) in places.iter_mut().zip(tangents) {
            place[i] = tangent;
        }
    }

    /// An array or a matrix, and its tangents.
    #[inline(always)]
    pub fn elements<L: Differentiable>(self, elements: L, places: [Ct<L>; K]) -> (L, [Ct<L>; K]) {
        (elements, places)
    }

    /// The tangents of `-a`.
    #[inline(always)]
    pub fn neg<A: Differentiable>(
        self,
        a: &A,
        y: &<ops::neg as Rule1<A>>::Output,
        a_dot: impl Directions<Ct<A>, K>,
    ) -> [Ct<<ops::neg as Rule1<A>>::Output>; K]
    where
        ops::neg: Rule1<A>,
    {
        array::from_fn(|k| <ops::neg as Rule1<A>>::jvp(a, y, a_dot.at(k)))
    }

    /// The tangents of `a as Y`.
    #[inline(always)]
    pub fn cast<A: Differentiable, Y: Differentiable>(
        self,
        a: &A,
        y: &Y,
        a_dot: impl Directions<Ct<A>, K>,
    ) -> [Ct<Y>; K]
    where
        ops::cast<Y>: Rule1<A, Output = Y>,
    {
        array::from_fn(|k| <ops::cast<Y> as Rule1<A>>::jvp(a, y, a_dot.at(k)))
    }
}

macro_rules! operator {
    ($($name:ident)*) => {
        impl<const K: usize, S> Width<K, S> {$(
            /// The tangents of the result of the operator.
            #[inline(always)]
            pub fn $name<A: Differentiable, B: Differentiable>(
                self,
                a: &A,
                b: &B,
                y: &<ops::$name as Rule2<A, B>>::Output,
                a_dot: impl Directions<Ct<A>, K>,
                b_dot: impl Directions<Ct<B>, K>,
            ) -> [Ct<<ops::$name as Rule2<A, B>>::Output>; K]
            where
                ops::$name: Rule2<A, B>,
            {
                array::from_fn(|k| <ops::$name as Rule2<A, B>>::jvp(a, b, y, a_dot.at(k), b_dot.at(k)))
            }
        )*}
    };
}
operator!(add sub mul div rem);
