//! A `Vec` that grows and shrinks, and its cotangents and tangents.
//!
//! These functions take a `Vec` and nothing else, so they also check that a method with such a name is the one of `Vec`.

use alloc::vec::Vec;

use super::ranges::Positions;
use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::rule::directions::{Directions, Width};

/// `list.reserve(more)` and the like: the capacity is no part of the value.
#[inline(always)]
pub fn change_capacity<T>(list: &mut Vec<T>, change: impl FnOnce(&mut Vec<T>)) {
    change(list);
}

/// `list.push(value)`
#[inline(always)]
pub fn push<T>(list: &mut Vec<T>, value: T) {
    list.push(value);
}

/// Room for the numbers that a loop over a range appends to a list, one in each iteration.
#[inline(always)]
pub fn room<'l, T: Default + Copy>(list: &'l mut Vec<T>, range: &impl Positions) -> &'l mut [T] {
    let (before, more) = (list.len(), range.count_of());
    list.resize(before + more, T::default());
    &mut list[before..][..more]
}

/// `list.insert(at, value)`
///
/// # Panics
/// When `at` is beyond the end.
#[inline(always)]
#[track_caller]
pub fn insert<T>(list: &mut Vec<T>, at: usize, value: T) {
    list.insert(at, value);
}

/// The indices of the elements of a list in the order that a stable sort gives them.
#[must_use]
pub fn order(length: usize, compare: impl FnMut(&usize, &usize) -> core::cmp::Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(compare);
    order
}

/// `list.pop()`
#[inline(always)]
pub fn pop<T>(list: &mut Vec<T>) -> Option<T> {
    list.pop()
}

macro_rules! take_at {
    ($($name:ident $taken:ty;)*) => {$(
        /// The method of `Vec`.
        ///
        /// # Panics
        /// As that does.
        #[inline(always)]
        #[track_caller]
        pub fn $name<T>(list: &mut Vec<T>, at: usize) -> $taken {
            list.$name(at)
        }
    )*};
}
take_at! {
    remove T;
    swap_remove T;
    split_off Vec<T>;
}

/// The reverse halves. That of an insertion removes the cotangent of the new element and returns it; that of a removal inserts the
/// cotangent of what was taken.
pub mod back {
    use alloc::vec::Vec;

    use crate::generated::ranges::Positions;

    /// Of `push`.
    ///
    /// # Panics
    /// When the cotangent of the list is shorter than the list.
    #[inline(always)]
    #[track_caller]
    pub fn push<C>(list: &mut Vec<C>) -> C {
        list.pop().unwrap_or_else(|| shorter())
    }

    /// The cotangents of the elements that a loop over a range appended, one in each iteration.
    ///
    /// # Panics
    /// When the cotangent of the list is shorter than the list.
    #[inline(always)]
    #[track_caller]
    #[expect(clippy::ptr_arg, reason = "the type of the list is that of its cotangent")]
    pub fn appended<'l, C>(list: &'l mut Vec<C>, range: &impl Positions) -> &'l mut [C] {
        let before = before(list, range);
        list.split_at_mut(before).1
    }

    /// Removes them.
    ///
    /// # Panics
    /// When the cotangent of the list is shorter than the list.
    #[inline(always)]
    #[track_caller]
    pub fn shorten<C>(list: &mut Vec<C>, range: &impl Positions) {
        list.truncate(before(list, range));
    }

    /// How many elements the list had before the loop.
    #[inline(always)]
    #[track_caller]
    fn before<C>(list: &[C], range: &impl Positions) -> usize {
        list.len().checked_sub(range.count_of()).unwrap_or_else(|| shorter())
    }

    /// Of `insert`.
    #[inline(always)]
    #[track_caller]
    pub fn insert<C>(list: &mut Vec<C>, at: usize) -> C {
        list.remove(at)
    }

    /// Of `pop`.
    #[inline(always)]
    pub fn pop<C: Clone>(list: &mut Vec<C>, taken: &C) {
        list.push(taken.clone());
    }

    /// Of `remove`.
    #[inline(always)]
    #[track_caller]
    pub fn remove<C: Clone>(list: &mut Vec<C>, at: usize, taken: &C) {
        list.insert(at, taken.clone());
    }

    /// Of `swap_remove`.
    #[inline(always)]
    #[track_caller]
    pub fn swap_remove<C: Clone>(list: &mut Vec<C>, at: usize, taken: &C) {
        list.push(taken.clone());
        let last = list.len() - 1;
        list.swap(at, last);
    }

    /// Of `split_off`.
    #[inline(always)]
    #[expect(clippy::ptr_arg, reason = "a cotangent, like the others")]
    pub fn split_off<C: Clone>(list: &mut Vec<C>, _: usize, taken: &Vec<C>) {
        list.extend_from_slice(taken);
    }

    #[cold]
    #[track_caller]
    fn shorter() -> ! {
        panic!("the cotangent of a `Vec` is shorter than the value: see `zero_of`")
    }
}

/// The same of cotangents with tangents.
#[expect(clippy::needless_pass_by_value, reason = "a pair of references, as generated code has it")]
pub mod dual {
    use alloc::vec::Vec;

    use super::back;
    use crate::rule::pair::{Pair, PairMut, PairRef};

    /// Of `push`.
    #[inline]
    #[track_caller]
    pub fn push<C>(list: PairMut<'_, Vec<C>>) -> Pair<C> {
        Pair { bar: back::push(list.bar), dot: back::push(list.dot) }
    }

    /// Of `insert`.
    #[inline]
    #[track_caller]
    pub fn insert<C>(list: PairMut<'_, Vec<C>>, at: usize) -> Pair<C> {
        Pair { bar: back::insert(list.bar, at), dot: back::insert(list.dot, at) }
    }

    /// Of `pop`.
    #[inline]
    pub fn pop<C: Clone>(list: PairMut<'_, Vec<C>>, taken: PairRef<'_, C>) {
        back::pop(list.bar, taken.bar);
        back::pop(list.dot, taken.dot);
    }

    macro_rules! taken_at {
        ($($name:ident: $taken:ty;)*) => {$(
            /// Of the method.
            #[inline]
            #[track_caller]
            pub fn $name<C: Clone>(list: PairMut<'_, Vec<C>>, at: usize, taken: PairRef<'_, $taken>) {
                back::$name(list.bar, at, taken.bar);
                back::$name(list.dot, at, taken.dot);
            }
        )*};
    }
    taken_at! {
        remove: C;
        swap_remove: C;
        split_off: Vec<C>;
    }
}

/// The tangents of a list that grows and shrinks.
impl<const K: usize, S> Width<K, S> {
    /// Of `push`.
    #[inline(always)]
    pub fn push<C, T: Differentiable>(
        self,
        of: &mut [C; K],
        part: impl Fn(&mut C) -> &mut Vec<Ct<T>>,
        value: &T,
        tangents: impl Directions<Ct<T>, K>,
    ) {
        for (of, tangent) in of.iter_mut().zip(self.own(value, tangents)) {
            part(of).push(tangent);
        }
    }

    /// Of `insert`.
    #[inline(always)]
    #[track_caller]
    pub fn insert<C, T: Differentiable>(
        self,
        of: &mut [C; K],
        part: impl Fn(&mut C) -> &mut Vec<Ct<T>>,
        at: usize,
        value: &T,
        tangents: impl Directions<Ct<T>, K>,
    ) {
        for (of, tangent) in of.iter_mut().zip(self.own(value, tangents)) {
            part(of).insert(at, tangent);
        }
    }

    /// Of `pop`.
    #[inline(always)]
    pub fn pop<C, T: Differentiable>(
        self,
        of: &mut [C; K],
        part: impl Fn(&mut C) -> &mut Vec<Ct<T>>,
        _: &Option<T>,
    ) -> [Ct<T>; K] {
        of.each_mut().map(|of| part(of).pop().unwrap_or_else(Ct::<T>::zero))
    }
}

macro_rules! tangents_taken_at {
    ($($name:ident: $taken:ty, $of:ty;)*) => {
        impl<const K: usize, S> Width<K, S> {$(
            /// Of the method.
            #[inline(always)]
            #[track_caller]
            pub fn $name<C, T: Differentiable>(
                self,
                of: &mut [C; K],
                part: impl Fn(&mut C) -> &mut Vec<Ct<T>>,
                at: usize,
                _: &$taken,
            ) -> [$of; K] {
                of.each_mut().map(|of| part(of).$name(at))
            }
        )*}
    };
}
tangents_taken_at! {
    remove: T, Ct<T>;
    swap_remove: T, Ct<T>;
    split_off: Vec<T>, Vec<Ct<T>>;
}
