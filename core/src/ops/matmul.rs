//! The matrix product of matrices, vectors and stacks of matrices, also with a bias.
//!
//! Both halves of the VJP are matrix products themselves. Their kernels read the transposed operand in place and add directly to the
//! cotangent, so nothing is copied; the cotangent of a broadcast stack is summed. A linear layer is a product and a bias in one operation,
//! whose sums start with the bias.

use core::marker::PhantomData;

use crate::rule::lift::bilinear;
use crate::rule::{By2, By3, rule};
use crate::scalar::{Element, Real};
use crate::tape::{No, Yes};
use crate::tensor::{
    AnyShape, Axis, MatMul, Tensor, matmul_add, matmul_vjp_lhs, matmul_vjp_rhs, put_sum_of_rows, repeat_row,
};

rule! {
    /// `Y = A B`. VJP: `Ā += Ȳ Bᵀ`, `B̄ += Aᵀ Ȳ`. JVP: `Ẏ = Ȧ B + A Ḃ`.
    matmul reads (Yes, Yes, No);
    bilinear for [T: Real, S: AnyShape + MatMul<R>, R: AnyShape] (a: Tensor<T, S>, b: Tensor<T, R>) -> Tensor<T, S::Product>;
    y = a.matmul(b);
    add = matmul_add(a, b, y);
    a (b => |c, d, how| matmul_vjp_lhs(c, b, d, how)), b (a => |c, d, how| matmul_vjp_rhs(a, c, d, how));
}

rule! {
    /// `Y = X W + b`, with the bias in every row. VJP: `X̄ += Ȳ Wᵀ`, `W̄ += Xᵀ Ȳ`, `b̄ +=` the sum of the rows of `Ȳ`. JVP: `Ẏ = Ẋ W + X Ẇ + ḃ`.
    linear reads (Yes, Yes, No, No);
    by_hand for [T: Real, S: AnyShape + MatMul<(K, M)>, K: Axis, M: Axis]
        (x: Tensor<T, S>, w: Tensor<T, (K, M)>, b: Tensor<T, (M,)>) -> Tensor<T, S::Product>;
    y = x.linear(w, b);
    x (w => |c, d, how| matmul_vjp_lhs(c, w, d, how)),
    w (x => |c, d, how| matmul_vjp_rhs(x, c, d, how)),
    b (=> |c, d, how| put_sum_of_rows(c, d, how));
    tangent(x_dot, w_dot, b_dot) = {
        let mut y_dot = S::Product::zero_rows(y.count_rows());
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
    };
    second |x, w, _, y, (c, c_dot), x_bar, w_bar, (b_bar, b_bar_dot)| {
        bilinear::two(PhantomData::<matmul>, (x, w), y, (c, c_dot), x_bar, w_bar);
        b_bar.put(|d, how| put_sum_of_rows(c, d, how));
        if let Some(c) = c_dot {
            b_bar_dot.put(|d, how| put_sum_of_rows(c, d, how));
        }
    }
}

impl<T: Element, S: AnyShape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_matmul(&self) -> By2<matmul> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_linear(&self) -> By3<linear> {
        By3::new()
    }
}
