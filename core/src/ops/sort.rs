//! Sorting, the largest few, and where the largest is.
//!
//! A derivative flows to where a number came from. Which one that is among equal numbers is the order's choice: the first stays first.

use super::linear::rule;
use crate::differentiable::{Ct, NoGrad};
use crate::kernels;
use crate::real::{Element, Real};
use crate::rule::{By1, Rule1};
use crate::slot::Slot;
use crate::tape::{No, Read};
use crate::tensor::{Axis, Dim, HasAxis, Shape, Tensor, Text, along, lines};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// The elements of every line along axis `AXIS`, from the smallest to the largest; NaN comes last. Derivative: the cotangent goes
    /// back to where the element came from; among equal elements the first stays first.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn median(x: &Vector<f64, 3>) -> f64 {
    ///     x.sort::<0>()[[1]]
    /// }
    /// assert_eq!(median::value_and_grad(&tensor([3.0, 1.0, 2.0])), (2.0, tensor([0.0, 0.0, 1.0])));
    /// ```
    #[inline]
    #[must_use]
    pub fn sort<const AXIS: isize>(&self) -> Self
    where
        S: HasAxis<AXIS>,
    {
        gathered::<AXIS, T, S, S>(self, &ordered::<AXIS, T, S>(self, false))
    }

    /// Where the elements of [`sort`](Self::sort) stand in their lines. A constant.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, 1.0, 2.0]).argsort::<0>(), tensor([1, 2, 0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn argsort<const AXIS: isize>(&self) -> Tensor<usize, S>
    where
        S: HasAxis<AXIS>,
    {
        let (order, lines) = (ordered::<AXIS, T, S>(self, false), lines::<AXIS, S>());
        let mut out = Tensor::ZEROS;
        for (j, &place) in order.as_slice().iter().enumerate() {
            let (line, k) = (j / lines.len, j % lines.len);
            out.as_mut_slice()[lines.at(line, k)] = (place - lines.at(line, 0)) / lines.pitch;
        }
        out
    }

    /// The `K` largest elements of every line along axis `AXIS`, the largest first; a NaN is taken last. Derivative: the cotangent goes
    /// back to where the element came from; among equal elements the first is taken first.
    ///
    /// More than there are do not compile.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[3.0, 1.0, 2.0], [4.0, 5.0, 6.0]]).topk::<1, 2>(), tensor([[3.0, 2.0], [6.0, 5.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn topk<const AXIS: isize, const K: usize>(&self) -> Tensor<T, S::With<Dim<K>>>
    where
        S: HasAxis<AXIS>,
    {
        const {
            if K > S::Axis::LEN {
                along::<AXIS, S>(Text::new("topk: ").number(K).push(" are more than there are along"))
            }
        }
        gathered::<AXIS, T, S, S::With<Dim<K>>>(self, &ordered::<AXIS, T, S>(self, true))
    }

    /// Where the largest element is, counted in row-major order; the first of several, and no NaN if there is a number. A constant.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1.0, 5.0], [5.0, 2.0]]).argmax(), 1);
    /// ```
    #[inline]
    pub fn argmax(&self) -> usize {
        first_of_all(self.as_slice(), |x, best| x > best)
    }

    /// Where the smallest element is, counted in row-major order; the first of several, and no NaN if there is a number. A constant.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1.0, 5.0], [5.0, 2.0]]).argmin(), 0);
    /// ```
    #[inline]
    pub fn argmin(&self) -> usize {
        first_of_all(self.as_slice(), |x, best| x < best)
    }

    /// Where in its line along axis `AXIS` the largest element is; the first of several, and no NaN if there is a number. A constant.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1.0, 5.0], [5.0, 2.0]]).argmax_axis::<1>(), tensor([1, 0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn argmax_axis<const AXIS: isize>(&self) -> Tensor<usize, S::Removed>
    where
        S: HasAxis<AXIS>,
    {
        let mut out = Tensor::ZEROS;
        first_of_lines(lines::<AXIS, S>(), self.as_slice(), |x, best| x > best, out.as_mut_slice());
        out
    }

    /// Where in its line along axis `AXIS` the smallest element is; the first of several, and no NaN if there is a number. A constant.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1.0, 5.0], [5.0, 2.0]]).argmin_axis::<0>(), tensor([0, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn argmin_axis<const AXIS: isize>(&self) -> Tensor<usize, S::Removed>
    where
        S: HasAxis<AXIS>,
    {
        let mut out = Tensor::ZEROS;
        first_of_lines(lines::<AXIS, S>(), self.as_slice(), |x, best| x < best, out.as_mut_slice());
        out
    }
}

/// Where the best of some numbers is: the first, and no NaN if there is a number.
fn first<T: Real>(numbers: impl Iterator<Item = T>, better: impl Fn(T, T) -> bool) -> usize {
    let mut best = (0, T::NAN);
    for (i, x) in numbers.enumerate() {
        if better(x, best.1) || (best.1.is_nan() && !x.is_nan()) {
            best = (i, x);
        }
    }
    best.0
}

fn first_of_all<T: Real>(numbers: &[T], better: impl Fn(T, T) -> bool) -> usize {
    assert!(!numbers.is_empty(), "an empty tensor has no largest or smallest element");
    first(numbers.iter().copied(), better)
}

fn first_of_lines<T: Real>(lines: kernels::Lines, x: &[T], better: impl Fn(T, T) -> bool, out: &mut [usize]) {
    assert!(lines.len > 0 || lines.count == 0, "an empty axis has no largest or smallest element");
    for (i, out) in out.iter_mut().enumerate() {
        *out = first((0..lines.len).map(|k| x[lines.at(i, k)]), &better);
    }
}

/// Line after line, where the elements are, in order.
fn ordered<const AXIS: isize, T: Real, S: HasAxis<AXIS>>(x: &Tensor<T, S>, descending: bool) -> Tensor<usize, S> {
    let mut order = Tensor::ZEROS;
    kernels::order(lines::<AXIS, S>(), x.as_slice(), descending, order.as_mut_slice());
    order
}

/// Calls `visit` with a place of a tensor of shape `R` and the place of one of shape `S` that it takes its element from.
#[inline(always)]
fn places<const AXIS: isize, S: HasAxis<AXIS>, R: Shape>(
    order: &Tensor<usize, S>,
    mut visit: impl FnMut(usize, usize),
) {
    let from = lines::<AXIS, S>();
    let to = kernels::Lines { len: R::NUMEL.checked_div(from.count).unwrap_or(0), ..from };
    for i in 0..to.count {
        for k in 0..to.len {
            visit(to.at(i, k), order.as_slice()[i * from.len + k]);
        }
    }
}

fn gathered<const AXIS: isize, T: Real, S: HasAxis<AXIS>, R: Shape>(
    x: &Tensor<T, S>,
    order: &Tensor<usize, S>,
) -> Tensor<T, R> {
    let mut out = Tensor::ZEROS;
    places::<AXIS, S, R>(order, |to, from| out.as_mut_slice()[to] = x.as_slice()[from]);
    out
}

fn scattered<const AXIS: isize, T: Real, S: HasAxis<AXIS>, R: Shape>(
    c: &Tensor<T, R>,
    order: &Tensor<usize, S>,
    d: &mut Tensor<T, S>,
) {
    places::<AXIS, S, R>(order, |to, from| d.as_mut_slice()[from] += c.as_slice()[to]);
}

macro_rules! permuting {
    ($($(#[$meta:meta])* $name:ident[$($k:ident)?] $descending:literal: $s:ident => [$($bound:tt)*] $r:ty;)*) => {$(
        rule! {
            $(#[$meta])*
            $name[AXIS: isize $(, $k: usize)?] reads (No, No);
        }

        impl<const AXIS: isize $(, const $k: usize)?, T: Real, $s: HasAxis<AXIS $($bound)*>> Rule1<Tensor<T, $s>>
            for $name<AXIS $(, $k)?>
        {
            type Output = Tensor<T, $r>;
            type Residual = Tensor<usize, $s>;
            fn forward(x: &Tensor<T, $s>) -> (Tensor<T, $r>, Tensor<usize, $s>) {
                let order = ordered::<AXIS, T, $s>(x, $descending);
                (gathered::<AXIS, T, $s, $r>(x, &order), order)
            }
            fn vjp(
                order: &Tensor<usize, $s>,
                _: Read<'_, Tensor<T, $s>>,
                _: Read<'_, Tensor<T, $r>>,
                c: &Ct<Tensor<T, $r>>,
                x_bar: impl Slot<Ct<Tensor<T, $s>>>,
            ) {
                x_bar.accumulate(|d| scattered::<AXIS, T, $s, $r>(c, order, d));
            }
            fn jvp(x: &Tensor<T, $s>, _: &Tensor<T, $r>, x_dot: Option<&Ct<Tensor<T, $s>>>) -> Ct<Tensor<T, $r>> {
                let order = ordered::<AXIS, T, $s>(x, $descending);
                x_dot.map_or(Tensor::ZEROS, |x_dot| gathered::<AXIS, T, $s, $r>(x_dot, &order))
            }
        }
    )*};
}
permuting! {
    /// The elements of every line in ascending order. Residual: the order. VJP: back to where they came from.
    sort[] false: S => [] S;
    /// The largest elements of every line. Residual: the order. VJP: back to where they came from.
    topk[K] true: S => [] S::With<Dim<K>>;
}

macro_rules! places_of_extremes {
    ($($name:ident)*) => {$(
        rule! {
            /// Where the extreme element is. A constant: no derivative flows through it.
            $name reads (No, No);
        }

        impl<T: Real, S: Shape> Rule1<Tensor<T, S>> for $name {
            type Output = usize;
            type Residual = ();
            fn forward(x: &Tensor<T, S>) -> (usize, ()) {
                (x.$name(), ())
            }
            fn vjp(
                (): &(),
                _: Read<'_, Tensor<T, S>>,
                _: Read<'_, usize>,
                _: &NoGrad,
                _: impl Slot<Ct<Tensor<T, S>>>,
            ) {
            }
            fn jvp(_: &Tensor<T, S>, _: &usize, _: Option<&Ct<Tensor<T, S>>>) -> NoGrad {
                NoGrad
            }
        }
    )*};
}
places_of_extremes!(argmax argmin);

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_sort<const AXIS: isize>(&self) -> By1<sort<AXIS>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_topk<const AXIS: isize, const K: usize>(&self) -> By1<topk<AXIS, K>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_argmax(&self) -> By1<argmax> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_argmin(&self) -> By1<argmin> {
        By1::new()
    }
}
