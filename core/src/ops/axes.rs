//! Axes in another order. Linear: the cotangent goes back in the old order.

use super::linear::{linear, rule};
use crate::rule::By1;
use crate::scalar::{Element, Real};
use crate::tensor::{Permute, Shape, SwapAxes, Tensor, Transpose, put_permuted, put_swapped, put_transposed};

linear! {
    /// The last two axes exchanged. VJP: `X̄ += Ȳᵀ`.
    transpose: for [T: Real, S: Transpose] Tensor<T, S> => Tensor<T, S::Transposed>;
    value(x) = x.transpose();
    adjoint(c, d, how) = put_transposed(c, d, how);
}

linear! {
    /// Axes `I` and `J` exchanged. VJP: exchanged again.
    swap_axes[I: usize, J: usize]: for [T: Real, S: SwapAxes<I, J>] Tensor<T, S> => Tensor<T, S::Swapped>;
    value(x) = x.swap_axes::<I, J>();
    adjoint(c, d, how) = put_swapped::<I, J, T, S>(c, d, how);
}

linear! {
    /// The axes in the order `P`. VJP: the inverse order.
    permute<P>: for [P: 'static, T: Real, S: Permute<P>] Tensor<T, S> => Tensor<T, S::Permuted>;
    value(x) = x.permute::<P>();
    adjoint(c, d, how) = put_permuted::<P, T, S>(c, d, how);
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_transpose(&self) -> By1<transpose> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_swap_axes<const I: usize, const J: usize>(&self) -> By1<swap_axes<I, J>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_permute<P: 'static>(&self) -> By1<permute<P>> {
        By1::new()
    }
}
