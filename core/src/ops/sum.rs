//! Sums: of all elements, or along an axis. Linear: every summand gets the cotangent of its sum.

use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{AnyShape, HasAxis, Tensor, kept};

rule! {
    /// The sum of all elements. VJP: `X̄ += ȳ`.
    sum reads (No, No);
    linear for [T: Real, S: AnyShape] (x: Tensor<T, S>) -> T, keeps rows: S::Rows = S::rows(x.count_rows());
    y = x.sum();
    x (rows => |c, d| {
        d.fit(S::count(*rows));
        *d += *c;
    });
}

rule! {
    /// The sums along axis `AXIS`, which is removed. VJP: the cotangent, stretched along it.
    sum_axis[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Removed>;
    y = x.sum_axis::<AXIS>();
    x (=> |c, d| *d += kept::<AXIS, T, S>(c));
}

rule! {
    /// The sums along axis `AXIS`, which becomes `One`. VJP: the cotangent, stretched along it.
    sum_keep[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Kept>;
    y = x.sum_keep::<AXIS>();
    x (=> |c, d| *d += c);
}

impl<T: Element, S: AnyShape> Tensor<T, S> {
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
