//! Products: of all elements, or along axes.
//!
//! The derivative by an element is the product of all others. It comes from two running products, not from a quotient, so it is correct if some elements are 0.

use core::ops::Mul;

use super::reduction::{Reduce, reduction};
use crate::rule::times;
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
    prod prod_axis prod_keep prod_to reads (Yes, No);
    "The product";
    y = wide(x, |x| fold_to::<T::Wide, S, K>(x, one, Mul::mul)).map(T::rounded);
    x (x => |c, d| zip_accumulate(&products_of_others::<T, S, K>(x), c, d, times));
    tangent(x_dot) = {
        let mut y_dot = Tensor::ZEROS;
        zip_accumulate(&products_of_others::<T, S, K>(x), x_dot, &mut y_dot, times);
        y_dot
    };
    second = adjoint;
}

/// The empty product.
#[inline(always)]
fn one<T: Real>(_: T) -> T {
    T::ONE
}
