//! The matrix product, for every combination of matrices, vectors and stacks.
//!
//! Both halves of the VJP are matrix products themselves. Their kernels read the transposed operand where it lies and add
//! straight into the cotangent: nothing is copied, and a stack that was stretched is summed over on the way.

use super::linear::rule;
use crate::differentiable::Ct;
use crate::lift::second;
use crate::real::{Element, Real};
use crate::rule::{By2, Rule2};
use crate::slot::Slot;
use crate::tape::{No, Read, Yes};
use crate::tensor::{MatMul, Shape, Tensor, matmul_add, matmul_vjp_lhs, matmul_vjp_rhs};

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

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_matmul(&self) -> By2<matmul> {
        By2::new()
    }
}
