//! Layers that are one product of matrices: linear layers and embeddings.

use crate::differentiable;
use crate::prelude::*;
#[cfg(feature = "rand")]
use crate::train::init;

/// `x W + b` for every row of `x`: `I` numbers become `O`.
///
/// The weight has a row for each input, so that of `torch.nn.Linear` is its transpose. `x` may be a matrix, a stack of matrices, or
/// a [`Batch`] of any number of rows.
///
/// ```
/// use cotangent::nn::Linear;
/// use cotangent::prelude::*;
///
/// #[derive(Differentiable)]
/// struct Mlp { hidden: Linear<f64, 2, 3>, head: Linear<f64, 3, 1> }
///
/// #[differentiable]
/// fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f64, B, 2>, #[constant] y: &Matrix<f64, B, 1>) -> f64 {
///     m.head.apply(&m.hidden.apply(x).tanh()).mse(y)
/// }
/// let m = Mlp {
///     hidden: Linear { weight: Matrix::full(0.5), bias: Vector::zeros() },
///     head: Linear { weight: Matrix::full(1.0), bias: Vector::zeros() },
/// };
/// let gradient = loss::grad(&m, &tensor([[1.0, -1.0]]), &tensor([[2.0]]));
/// assert_eq!(gradient.head.bias, tensor([-4.0])); // of (y - 2)² at y = 0
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Linear<T: Real, const I: usize, const O: usize> {
    /// `W`
    pub weight: Matrix<T, I, O>,
    /// `b`
    pub bias: Vector<T, O>,
}

#[cfg(feature = "rand")]
impl<T: Real, const I: usize, const O: usize> Linear<T, I, O> {
    /// Uniform numbers between `±1/√I`, as `torch.nn.Linear` begins; see [`init`](crate::init) for others.
    ///
    /// # Panics
    /// When `I` is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        let end = super::end(I);
        Self { weight: init::uniform(-end, end, rng), bias: init::uniform(-end, end, rng) }
    }
}

#[differentiable]
impl<T: Real, const I: usize, const O: usize> Linear<T, I, O> {
    /// `x W + b`
    pub fn apply<S: AnyShape + MatMul<(Dim<I>, Dim<O>)>>(&self, x: &Tensor<T, S>) -> Tensor<T, S::Product> {
        x.linear(&self.weight, &self.bias)
    }
}

/// A vector of `W` numbers for each of `N` symbols.
///
/// ```
/// use cotangent::nn::Embedding;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn sums(words: &Embedding<f64, 3, 2>, read: &[usize; 4]) -> f64 {
///     words.apply(read).sum()
/// }
/// let words = Embedding { weight: tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]) };
/// assert_eq!(words.apply(&[2, 0]), tensor([[5.0, 6.0], [1.0, 2.0]]));
/// assert_eq!(sums::grad(&words, &[2, 0, 2, 2]).weight, tensor([[1.0, 1.0], [0.0, 0.0], [3.0, 3.0]]));
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Embedding<T: Real, const N: usize, const W: usize> {
    /// The vectors.
    pub weight: Matrix<T, N, W>,
}

#[cfg(feature = "rand")]
impl<T: Real, const N: usize, const W: usize> Embedding<T, N, W> {
    /// Normal numbers of deviation 1, as `torch.nn.Embedding` begins.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        Self { weight: init::normal(0.0, 1.0, rng) }
    }
}

#[differentiable]
impl<T: Real, const N: usize, const W: usize> Embedding<T, N, W> {
    /// The vectors of these symbols.
    ///
    /// # Panics
    /// When a symbol is not less than `N`.
    pub fn apply<const L: usize>(&self, symbols: &[usize; L]) -> Matrix<T, L, W> {
        self.weight.embedding(symbols)
    }
}
