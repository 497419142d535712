//! Positions: of the largest and smallest elements, and of the elements of a sorted line.
//!
//! The results are integers, so no derivative flows through these operations: in a `#[differentiable]` function they are constants.

use super::reshape::{fixed, reshape};
use super::sort::ordered;
use super::split::{squeeze, unsqueeze};
use crate::kernels;
use crate::rule::{By1, formula, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Dim, HasAxis, Insert, One, Shape, Squeeze, Tensor, lines};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// The position of the largest element in row-major order; the first of several; a NaN counts only if all are NaN. A constant.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1.0, 5.0], [5.0, 2.0]]).argmax(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn argmax(&self) -> usize {
        first_of_all(self.as_slice(), |x, best| x > best)
    }

    /// The position of the smallest element in row-major order; the first of several; a NaN counts only if all are NaN. A constant.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1.0, 5.0], [5.0, 2.0]]).argmin(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn argmin(&self) -> usize {
        first_of_all(self.as_slice(), |x, best| x < best)
    }

    /// The position of the largest element of each line along axis `AXIS`; the first of several; a NaN counts only if all are NaN. A constant.
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

    /// The position of the smallest element of each line along axis `AXIS`; the first of several; a NaN counts only if all are NaN. A constant.
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

    /// The positions in `self` of the elements that [`sort`](Self::sort) returns. A constant.
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
}

/// The index of the best number: the first among equals, and a NaN only if all are NaN.
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

macro_rules! constants {
    ($($(#[$meta:meta])* $name:ident $([$axis:ident])?: [$($bound:tt)*] => $y:ty;)*) => {$(
        rule! {
            $(#[$meta])*
            $name $([$axis: isize])? reads (No, No);
            constant for [T: Real, S: $($bound)*] (x: Tensor<T, S>) -> $y;
            y = x.$name $(::<$axis>)? ();
        }
    )*};
}
constants! {
    /// Where the largest element is. A constant.
    argmax: [Shape] => usize;
    /// Where the smallest element is. A constant.
    argmin: [Shape] => usize;
    /// Where in its line along axis `AXIS` the largest element is. A constant.
    argmax_axis[AXIS]: [HasAxis<AXIS>] => Tensor<usize, S::Removed>;
    /// Where in its line along axis `AXIS` the smallest element is. A constant.
    argmin_axis[AXIS]: [HasAxis<AXIS>] => Tensor<usize, S::Removed>;
    /// Where the elements of the sorted lines stand. A constant.
    argsort[AXIS]: [HasAxis<AXIS>] => Tensor<usize, S>;
}

// Indices under another shape, as `gather` takes them: the rules for numbers have derivatives, these have none.
macro_rules! of_positions {
    ($($rule:tt: $generics:tt $s:ident => $r:ty, $x:ident => $value:expr;)*) => {$(
        formula! { {} $rule constant for $generics ($x: Tensor<usize, $s>) -> Tensor<usize, $r>; y = $value; }
    )*};
}
of_positions! {
    {reshape<R>}: [S: Shape, R: Shape] S => R, x => x.reshape();
    {squeeze<AXIS>}: [const AXIS: isize, S: Squeeze<AXIS>] S => S::Removed, x => x.squeeze::<AXIS>();
    {unsqueeze<AXIS>}: [const AXIS: isize, S: Insert<AXIS>] S => S::Inserted<One>, x => x.unsqueeze::<AXIS>();
    {fixed<AXIS>}: [const AXIS: isize, S: HasAxis<AXIS, Axis = One>] S => S::With<Dim<1>>, x => x.fixed::<AXIS>();
}

impl<T: Element, S: Shape> Tensor<T, S> {
    crate::derivatives_of! {
        pub argmax: By1<argmax>;
        pub argmin: By1<argmin>;
        pub argmax_axis<const AXIS: isize>: By1<argmax_axis<AXIS>>;
        pub argmin_axis<const AXIS: isize>: By1<argmin_axis<AXIS>>;
        pub argsort<const AXIS: isize>: By1<argsort<AXIS>>;
    }
}
