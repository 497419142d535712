//! Maxima and minima: of all elements, along an axis, or along several.
//!
//! The derivative is shared equally by the elements that equal the extreme. NaN elements are ignored; if all are NaN, the value is NaN and
//! the derivative zero.

use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::Yes;
use crate::tensor::{HasAxis, Shape, SumTo, Tensor, kept, mean_over_ties, share_among_ties};

macro_rules! extremes {
    ($($all:ident $axis:ident $keep:ident $to:ident, $what:literal: $of_all:ident $of_axis:ident $of_keep:ident $of_to:ident;)*) => {$(
        rule! {
            #[doc = concat!($what, " of all elements. VJP: the cotangent, shared among those that equal it.")]
            $all reads (Yes, Yes);
            linear for [T: Real, S: Shape] (x: Tensor<T, S>) -> T;
            y = x.$all();
            x (x, y => |c, d| share_among_ties(x, &Tensor::from(*y), &Tensor::from(*c), d));
            tangent(x_dot) = x_dot.map_or(T::ZERO, |x_dot| mean_over_ties(x, &Tensor::from(*y), x_dot).item());
        }
        rule! {
            #[doc = concat!($what, " along axis `AXIS`, which is removed. VJP: the cotangent, shared among those that equal it.")]
            $axis[AXIS: isize] reads (Yes, Yes);
            linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Removed>;
            y = x.$axis::<AXIS>();
            x (x, y => |c, d| share_among_ties(x, kept::<AXIS, T, S>(y), kept::<AXIS, T, S>(c), d));
            tangent(x_dot) = x_dot.map_or(Tensor::ZEROS, |x_dot| mean_over_ties(x, kept::<AXIS, T, S>(y), x_dot).reshape());
        }
        rule! {
            #[doc = concat!($what, " along axis `AXIS`, which becomes `One`. VJP: the cotangent, shared among those that equal it.")]
            $keep[AXIS: isize] reads (Yes, Yes);
            linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Kept>;
            y = x.$keep::<AXIS>();
            x (x, y => |c, d| share_among_ties(x, y, c, d));
            tangent(x_dot) = x_dot.map_or(Tensor::ZEROS, |x_dot| mean_over_ties(x, y, x_dot));
        }
        rule! {
            #[doc = concat!($what, " of the elements that fall onto one of shape `K`. VJP: the cotangent, shared among those that equal it.")]
            $to<K> reads (Yes, Yes);
            linear for [T: Real, S: Shape + SumTo<K>, K: Shape] (x: Tensor<T, S>) -> Tensor<T, K>;
            y = x.$to::<K>();
            x (x, y => |c, d| share_among_ties(x, y, c, d));
            tangent(x_dot) = x_dot.map_or(Tensor::ZEROS, |x_dot| mean_over_ties(x, y, x_dot));
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
