//! Products: of all elements, or along axes.
//!
//! The derivative by an element is the product of all others, from two running products, never a quotient: it is right with zeros.

use core::ops::Mul;

use super::reduction::{Reduce, reduction};
use crate::rule::{By1, times};
use crate::scalar::Real;
use crate::tape::{No, Yes};
use crate::tensor::{HasAxis, Shape, SumTo, Tensor, fold_to, kept, products_of_others, wide, zip_accumulate};

reduction! {
    /// The product of all elements; 1 if there are none. Derivative: the product of all other elements.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn volume(x: &Vector<f64, 3>) -> f64 {
    ///     x.prod()
    /// }
    /// assert_eq!(volume::value_and_grad(&tensor([2.0, 0.0, 3.0])), (0.0, tensor([0.0, 6.0, 0.0])));
    /// ```
    ProdRules: prod prod_axis prod_keep prod_to reads (Yes, No);
    "The product"
}

/// The product of nothing.
#[inline(always)]
fn one<T: Real>(_: T) -> T {
    T::ONE
}

impl Reduce for prod {
    fn value<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T, K> {
        wide(x, |x| fold_to::<T::Wide, S, K>(x, one, Mul::mul)).map(T::rounded)
    }
    fn adjoint<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        _: impl FnOnce() -> Tensor<T, K>,
        c: &Tensor<T, K>,
        d: &mut Tensor<T, S>,
    ) {
        zip_accumulate(&products_of_others::<T, S, K>(x), c, d, times);
    }
    fn tangent<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        _: &Tensor<T, K>,
        x_dot: &Tensor<T, S>,
    ) -> Tensor<T, K> {
        let mut out = Tensor::ZEROS;
        zip_accumulate(&products_of_others::<T, S, K>(x), x_dot, &mut out, times);
        out
    }
}
