//! Maxima and minima: of all elements, along an axis, or along several.
//!
//! The derivative of the extreme goes to the elements that hold it, in equal shares. A NaN loses against a number and gets
//! nothing; where there is nothing but NaN the value is NaN and the derivative zero.

use super::linear::rule;
use crate::differentiable::Ct;
use crate::rule::lift::second;
use crate::rule::slot::Slot;
use crate::rule::{By1, Rule1};
use crate::scalar::{Element, Real};
use crate::tape::{Read, Yes};
use crate::tensor::{HasAxis, Shape, SumTo, Tensor, kept, mean_over_ties, share_among_ties};

macro_rules! extremes {
    ($($all:ident $axis:ident $keep:ident $to:ident, $what:literal: $of_all:ident $of_axis:ident $of_keep:ident $of_to:ident;)*) => {$(
        rule! {
            #[doc = concat!($what, " of all elements. VJP: the cotangent, shared among those that equal it.")]
            $all reads (Yes, Yes);
        }

        impl<T: Real, S: Shape> Rule1<Tensor<T, S>> for $all {
            type Output = T;
            type Residual = ();
            #[inline(always)]
            fn forward(x: &Tensor<T, S>) -> (T, ()) {
                (x.$all(), ())
            }
            #[inline(always)]
            fn vjp((): &(), x: Read<'_, Tensor<T, S>>, y: Read<'_, T>, c: &Ct<T>, x_bar: impl Slot<Ct<Tensor<T, S>>>) {
                x_bar.accumulate(|d| share_among_ties(x.get(), &Tensor::from(*y.get()), &Tensor::from(*c), d));
            }
            fn jvp(x: &Tensor<T, S>, y: &T, x_dot: Option<&Ct<Tensor<T, S>>>) -> Ct<T> {
                x_dot.map_or(T::ZERO, |x_dot| mean_over_ties(x, &Tensor::from(*y), x_dot).item())
            }
            second!(linear for Tensor<T, S>);
        }

        rule! {
            #[doc = concat!($what, " along axis `AXIS`, which is removed. VJP: the cotangent, shared among those that equal it.")]
            $axis[AXIS: isize] reads (Yes, Yes);
        }

        impl<const AXIS: isize, T: Real, S: HasAxis<AXIS>> Rule1<Tensor<T, S>> for $axis<AXIS> {
            type Output = Tensor<T, S::Removed>;
            type Residual = ();
            #[inline(always)]
            fn forward(x: &Tensor<T, S>) -> (Self::Output, ()) {
                (x.$axis::<AXIS>(), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                x: Read<'_, Tensor<T, S>>,
                y: Read<'_, Self::Output>,
                c: &Ct<Self::Output>,
                x_bar: impl Slot<Ct<Tensor<T, S>>>,
            ) {
                x_bar.accumulate(|d| share_among_ties(x.get(), kept::<AXIS, T, S>(y.get()), kept::<AXIS, T, S>(c), d));
            }
            fn jvp(x: &Tensor<T, S>, y: &Self::Output, x_dot: Option<&Ct<Tensor<T, S>>>) -> Ct<Self::Output> {
                x_dot.map_or(Tensor::ZEROS, |x_dot| mean_over_ties(x, kept::<AXIS, T, S>(y), x_dot).reshape())
            }
            second!(linear for Tensor<T, S>);
        }

        rule! {
            #[doc = concat!($what, " along axis `AXIS`, which becomes `One`. VJP: the cotangent, shared among those that equal it.")]
            $keep[AXIS: isize] reads (Yes, Yes);
        }

        impl<const AXIS: isize, T: Real, S: HasAxis<AXIS>> Rule1<Tensor<T, S>> for $keep<AXIS> {
            type Output = Tensor<T, S::Kept>;
            type Residual = ();
            #[inline(always)]
            fn forward(x: &Tensor<T, S>) -> (Self::Output, ()) {
                (x.$keep::<AXIS>(), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                x: Read<'_, Tensor<T, S>>,
                y: Read<'_, Self::Output>,
                c: &Ct<Self::Output>,
                x_bar: impl Slot<Ct<Tensor<T, S>>>,
            ) {
                x_bar.accumulate(|d| share_among_ties(x.get(), y.get(), c, d));
            }
            fn jvp(x: &Tensor<T, S>, y: &Self::Output, x_dot: Option<&Ct<Tensor<T, S>>>) -> Ct<Self::Output> {
                x_dot.map_or(Tensor::ZEROS, |x_dot| mean_over_ties(x, y, x_dot))
            }
            second!(linear for Tensor<T, S>);
        }

        rule! {
            #[doc = concat!($what, " of the elements that fall onto one of shape `K`. VJP: the cotangent, shared among those that equal it.")]
            $to<K> reads (Yes, Yes);
        }

        impl<T: Real, S: Shape + SumTo<K>, K: Shape> Rule1<Tensor<T, S>> for $to<K> {
            type Output = Tensor<T, K>;
            type Residual = ();
            fn forward(x: &Tensor<T, S>) -> (Tensor<T, K>, ()) {
                (x.$to::<K>(), ())
            }
            fn vjp(
                (): &(),
                x: Read<'_, Tensor<T, S>>,
                y: Read<'_, Tensor<T, K>>,
                c: &Ct<Tensor<T, K>>,
                x_bar: impl Slot<Ct<Tensor<T, S>>>,
            ) {
                x_bar.accumulate(|d| share_among_ties(x.get(), y.get(), c, d));
            }
            fn jvp(x: &Tensor<T, S>, y: &Tensor<T, K>, x_dot: Option<&Ct<Tensor<T, S>>>) -> Ct<Tensor<T, K>> {
                x_dot.map_or(Tensor::ZEROS, |x_dot| mean_over_ties(x, y, x_dot))
            }
            second!(linear for Tensor<T, S>);
        }

        impl<T: Element, S: Shape> Tensor<T, S> {
            #[doc(hidden)]
            pub fn $of_all(&self) -> By1<$all> {
                By1::new()
            }
            #[doc(hidden)]
            pub fn $of_axis<const AXIS: isize>(&self) -> By1<$axis<AXIS>> {
                By1::new()
            }
            #[doc(hidden)]
            pub fn $of_keep<const AXIS: isize>(&self) -> By1<$keep<AXIS>> {
                By1::new()
            }
            #[doc(hidden)]
            pub fn $of_to<K: Shape>(&self) -> By1<$to<K>> {
                By1::new()
            }
        }
    )*};
}
extremes! {
    max max_axis max_keep max_to, "The maximum":
        derivative_of_max derivative_of_max_axis derivative_of_max_keep derivative_of_max_to;
    min min_axis min_keep min_to, "The minimum":
        derivative_of_min derivative_of_min_axis derivative_of_min_keep derivative_of_min_to;
}
