//! Transposition and permutation of axes. Linear: the VJP restores the order of the axes.

use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Permute, Shape, SwapAxes, Tensor, Transpose, put_permuted, put_swapped, put_transposed};

rule! {
    /// The last two axes exchanged. VJP: `X̄ += Ȳᵀ`.
    transpose reads (No, No);
    linear for [T: Real, S: Transpose] (x: Tensor<T, S>) -> Tensor<T, S::Transposed>;
    y = x.transpose();
    x (=> |c, d, how| put_transposed(c, d, how));
}

rule! {
    /// Axes `I` and `J` exchanged. VJP: exchanged again.
    swap_axes[I: usize, J: usize] reads (No, No);
    linear for [T: Real, S: SwapAxes<I, J>] (x: Tensor<T, S>) -> Tensor<T, S::Swapped>;
    y = x.swap_axes::<I, J>();
    x (=> |c, d, how| put_swapped::<I, J, T, S>(c, d, how));
}

rule! {
    /// The axes in the order `P`. VJP: the inverse order.
    permute<P> reads (No, No);
    linear for [P: 'static, T: Real, S: Permute<P>] (x: Tensor<T, S>) -> Tensor<T, S::Permuted>;
    y = x.permute::<P>();
    x (=> |c, d, how| put_permuted::<P, T, S>(c, d, how));
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
