//! Matrix products with a bias: the sums of every row start with the bias.
//!
//! So the bias needs no separate pass over the result, and a half-precision result is rounded once. The shapes imply
//! that the last axis of the product is that of the bias, so no bound is needed for it.

use core::ops::{Add, Mul};

use super::matmul::Stacks;
use super::{AnyShape, Axis, MatMul, Tensor, walk, wide_mut};
use crate::kernels::{self, WriteMode};
use crate::scalar::{Element, Real};

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// A linear layer, `x w + b`: `(.., N, K)` times `(K, M)`, plus `(M,)` in every row, gives `(.., N, M)`.
    ///
    /// All rows of a stack are multiplied by the same weights. A vector `(K,)` counts as one row and gives a vector
    /// `(M,)`. The sums start with the bias, so this is faster than [`matmul`](Self::matmul) and `+`, and rounds only
    /// once in half precision.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let (w, b) = (tensor([[1.0, 0.0, 2.0], [0.0, 1.0, 2.0]]), tensor([0.5, -0.5, 0.0]));
    /// let x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(x.linear(&w, &b), tensor([[1.5, 1.5, 6.0], [3.5, 3.5, 14.0]]));
    /// assert_eq!(x.linear(&w, &b), x.matmul(&w) + b);
    /// assert_eq!(tensor([1.0, 2.0]).linear(&w, &b), tensor([1.5, 1.5, 6.0]));
    /// ```
    ///
    /// Weights or a bias of other lengths do not compile:
    ///
    /// ```compile_fail,E0308
    /// use cotangent::prelude::*;
    ///
    /// let (x, w) = (Matrix::<f32, 32, 784>::zeros(), Matrix::<f32, 784, 10>::zeros());
    /// let y = x.linear(&w, &Vector::<f32, 784>::zeros()); // there is a bias for each input, not for each output
    /// ```
    #[inline]
    pub fn linear<K: Axis, M: Axis, P: AnyShape>(&self, w: &Tensor<T, (K, M)>, b: &Tensor<T, (M,)>) -> Tensor<T, P>
    where
        S: MatMul<(K, M), Product = P>,
        T: Add<Output = T> + Mul<Output = T>,
    {
        P::written(self.count_rows(), |out| self.linear_into(w, b, out))
    }

    /// Writes `x w + b`, the [`linear`](Self::linear) layer, to `out`.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let mut out = Matrix::ZEROS;
    /// tensor([[1.0, 2.0]]).linear_into(&tensor([[1.0, 0.0], [0.0, 1.0]]), &tensor([10.0, 20.0]), &mut out);
    /// assert_eq!(out, tensor([[11.0, 22.0]]));
    /// ```
    #[inline]
    pub fn linear_into<K: Axis, M: Axis>(
        &self,
        w: &Tensor<T, (K, M)>,
        b: &Tensor<T, (M,)>,
        out: &mut Tensor<T, <S as MatMul<(K, M)>>::Product>,
    ) where
        S: MatMul<(K, M)>,
        T: Add<Output = T> + Mul<Output = T>,
    {
        let (x, w, b) = (self.as_slice(), w.as_slice(), b.as_slice());
        out.fit(self.count_rows());
        if const { S::STATIC } {
            kernels::multiply_with_row::<Stacks<S, (K, M)>, _>(x, w, b, out.as_mut_slice());
        } else {
            let plan = S::PLAN.times(self.count_rows());
            kernels::multiply_rows_with_row(plan, x, w, b, out.as_mut_slice());
        }
    }
}

/// Sets every row of `out` to `row`.
#[inline]
pub(crate) fn repeat_row<T: Element, P: AnyShape, M: Axis>(row: &Tensor<T, (M,)>, out: &mut Tensor<T, P>) {
    walk!(plan: P; one<(M,)>, out.count_rows());
    kernels::zip_assign(plan, out.as_mut_slice(), row.as_slice(), set);
}

/// `sum += ` the sum of the rows of `g`, or `=`.
#[inline]
pub(crate) fn put_sum_of_rows<T: Real, P: AnyShape, M: Axis>(
    g: &Tensor<T, P>,
    sum: &mut Tensor<T, (M,)>,
    how: WriteMode,
) {
    how.ready(sum.as_mut_slice());
    wide_mut(sum, |sum| kernels::add_rows(g.as_slice(), sum.as_mut_slice()));
}

#[inline(always)]
fn set<T>(o: &mut T, x: T) {
    *o = x;
}
