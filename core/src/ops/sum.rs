//! Sums: of all elements, or along an axis. Linear: every summand gets the cotangent of its sum.

use super::linear::{linear, rule};
use crate::rule::By1;
use crate::scalar::{Element, Real};
use crate::tensor::{HasAxis, Shape, Tensor, kept};

linear! {
    /// The sum of all elements. VJP: `X̄ += ȳ`.
    sum: for [T: Real, S: Shape] Tensor<T, S> => T;
    value(x) = x.sum();
    adjoint(c, d) = *d += *c;
}

linear! {
    /// The sums along axis `AXIS`, which is removed. VJP: the cotangent, stretched along it.
    sum_axis[AXIS: isize]: for [T: Real, S: HasAxis<AXIS>] Tensor<T, S> => Tensor<T, S::Removed>;
    value(x) = x.sum_axis::<AXIS>();
    adjoint(c, d) = *d += kept::<AXIS, T, S>(c);
}

linear! {
    /// The sums along axis `AXIS`, which becomes `One`. VJP: the cotangent, stretched along it.
    sum_keep[AXIS: isize]: for [T: Real, S: HasAxis<AXIS>] Tensor<T, S> => Tensor<T, S::Kept>;
    value(x) = x.sum_keep::<AXIS>();
    adjoint(c, d) = *d += c;
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_sum(&self) -> By1<sum> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_sum_axis<const AXIS: isize>(&self) -> By1<sum_axis<AXIS>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_sum_keep<const AXIS: isize>(&self) -> By1<sum_keep<AXIS>> {
        By1::new()
    }
}
