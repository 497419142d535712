//! The matrix product, for every combination of matrices, vectors and stacks, also with a bias.
//!
//! Both halves of the VJP are matrix products themselves. Their kernels read the transposed operand where it lies and add
//! straight into the cotangent: nothing is copied, and a stack that was stretched is summed over on the way. A linear layer is the
//! product and a bias in one operation, whose sums begin with the bias.

use core::marker::PhantomData;

use super::linear::rule;
use crate::differentiable::Ct;
use crate::rule::lift::{bilinear, second};
use crate::rule::slot::Slot;
use crate::rule::{By2, By3, Rule2, Rule3};
use crate::scalar::{Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::{
    Axis, MatMul, Shape, Tensor, matmul_add, matmul_vjp_lhs, matmul_vjp_rhs, put_sum_of_rows, repeat_row,
};

rule! {
    /// `Y = A B`. VJP: `Ā += Ȳ Bᵀ`, `B̄ += Aᵀ Ȳ`. JVP: `Ẏ = Ȧ B + A Ḃ`.
    matmul reads (Yes, Yes, No);
}

impl<T: Real, S: Shape + MatMul<R>, R: Shape> Rule2<Tensor<T, S>, Tensor<T, R>> for matmul {
    type Output = Tensor<T, S::Product>;
    type Residual = ();
    #[inline(always)]
    fn forward(a: &Tensor<T, S>, b: &Tensor<T, R>) -> (Self::Output, ()) {
        (a.matmul(b), ())
    }
    #[inline(always)]
    fn vjp(
        (): &(),
        a: Read<'_, Tensor<T, S>>,
        b: Read<'_, Tensor<T, R>>,
        _: Read<'_, Self::Output>,
        c: &Ct<Self::Output>,
        a_bar: impl Slot<Ct<Tensor<T, S>>>,
        b_bar: impl Slot<Ct<Tensor<T, R>>>,
    ) {
        a_bar.put(|d, how| matmul_vjp_lhs(c, b.get(), d, how));
        b_bar.put(|d, how| matmul_vjp_rhs(a.get(), c, d, how));
    }
    fn jvp(
        a: &Tensor<T, S>,
        b: &Tensor<T, R>,
        _: &Self::Output,
        a_dot: Option<&Ct<Tensor<T, S>>>,
        b_dot: Option<&Ct<Tensor<T, R>>>,
    ) -> Ct<Self::Output> {
        let mut y_dot = Tensor::ZEROS;
        if let Some(a_dot) = a_dot {
            matmul_add(a_dot, b, &mut y_dot);
        }
        if let Some(b_dot) = b_dot {
            matmul_add(a, b_dot, &mut y_dot);
        }
        y_dot
    }
    second!(bilinear for Tensor<T, S>, Tensor<T, R>);
}

rule! {
    /// `Y = X W + b`, with the bias in every row. VJP: `X̄ += Ȳ Wᵀ`, `W̄ += Xᵀ Ȳ`, `b̄ +=` the sum of the rows of `Ȳ`. JVP: `Ẏ = Ẋ W + X Ẇ + ḃ`.
    linear reads (Yes, Yes, No, No);
}

impl<T, S, K, M> Rule3<Tensor<T, S>, Tensor<T, (K, M)>, Tensor<T, (M,)>> for linear
where
    T: Real,
    S: Shape + MatMul<(K, M)>,
    K: Axis,
    M: Axis,
{
    type Output = Tensor<T, S::Product>;
    type Residual = ();
    #[inline(always)]
    fn forward(x: &Tensor<T, S>, w: &Tensor<T, (K, M)>, b: &Tensor<T, (M,)>) -> (Self::Output, ()) {
        (x.linear(w, b), ())
    }
    #[inline(always)]
    fn vjp(
        (): &(),
        x: Read<'_, Tensor<T, S>>,
        w: Read<'_, Tensor<T, (K, M)>>,
        _: Read<'_, Tensor<T, (M,)>>,
        y: Read<'_, Self::Output>,
        c: &Ct<Self::Output>,
        x_bar: impl Slot<Ct<Tensor<T, S>>>,
        w_bar: impl Slot<Ct<Tensor<T, (K, M)>>>,
        b_bar: impl Slot<Ct<Tensor<T, (M,)>>>,
    ) {
        matmul::vjp(&(), x, w, y, c, x_bar, w_bar);
        b_bar.put(|d, how| put_sum_of_rows(c, d, how));
    }
    fn jvp(
        x: &Tensor<T, S>,
        w: &Tensor<T, (K, M)>,
        _: &Tensor<T, (M,)>,
        _: &Self::Output,
        x_dot: Option<&Ct<Tensor<T, S>>>,
        w_dot: Option<&Ct<Tensor<T, (K, M)>>>,
        b_dot: Option<&Ct<Tensor<T, (M,)>>>,
    ) -> Ct<Self::Output> {
        let mut y_dot = Tensor::ZEROS;
        if let Some(b_dot) = b_dot {
            repeat_row(b_dot, &mut y_dot);
        }
        if let Some(x_dot) = x_dot {
            matmul_add(x_dot, w, &mut y_dot);
        }
        if let Some(w_dot) = w_dot {
            matmul_add(x, w_dot, &mut y_dot);
        }
        y_dot
    }
    second!(Tensor<T, S>, Tensor<T, (K, M)>, Tensor<T, (M,)>: |x, w, _, y, (c, c_dot), x_bar, w_bar, (b_bar, b_bar_dot)| {
        bilinear::two(PhantomData::<matmul>, (x, w), y, (c, c_dot), x_bar, w_bar);
        b_bar.put(|d, how| put_sum_of_rows(c, d, how));
        if let Some(c) = c_dot {
            b_bar_dot.put(|d, how| put_sum_of_rows(c, d, how));
        }
    });
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_matmul(&self) -> By2<matmul> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_linear(&self) -> By3<linear> {
        By3::new()
    }
}
