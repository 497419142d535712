//! The block of a transformer, and its parts.

use super::heads::{attention_with_bias, multi_head};
use super::{LayerNorm, Linear};
use crate::differentiable;
use crate::prelude::*;
#[cfg(feature = "rand")]
use crate::train::init;

/// Multi-head self-attention with `H` heads of width `D` between vectors of width `W`: see [`multi_head`](fn@super::multi_head).
///
/// ```
/// use cotangent::nn::{MultiHead, causal};
/// use cotangent::prelude::*;
///
/// let (any, eye) = (Tensor::zeros(), tensor([[[1.0, 0.0], [0.0, 1.0]]]));
/// let heads = MultiHead { query: any, key: any, value: eye, output: eye };
/// let x = tensor([[[2.0, 4.0], [6.0, 0.0]]]);
/// assert_eq!(heads.apply(&x, &causal()), tensor([[[2.0, 4.0], [4.0, 2.0]]])); // the mean of what was there so far
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MultiHead<T: Real, const W: usize, const H: usize, const D: usize> {
    /// To what a position asks for.
    pub query: Tensor3<T, H, W, D>,
    /// To what a position is found by.
    pub key: Tensor3<T, H, W, D>,
    /// To what a position hands on.
    pub value: Tensor3<T, H, W, D>,
    /// From what a head has taken to its part of the result.
    pub output: Tensor3<T, H, D, W>,
}

#[cfg(feature = "rand")]
impl<T: Real, const W: usize, const H: usize, const D: usize> MultiHead<T, W, H, D> {
    /// Uniform numbers between `±1/√W`, those of the output between `±1/√(H D)`.
    ///
    /// # Panics
    /// When `W`, `H` or `D` is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        let (end, last) = (super::end(W), super::end(H * D));
        Self {
            query: init::uniform(-end, end, rng),
            key: init::uniform(-end, end, rng),
            value: init::uniform(-end, end, rng),
            output: init::uniform(-last, last, rng),
        }
    }
}

#[differentiable]
impl<T: Real, const W: usize, const H: usize, const D: usize> MultiHead<T, W, H, D> {
    /// What every position of `B` sequences of length `L` takes from the others; `bias` is [`causal`](super::causal), or zeros
    /// if every position may see every other.
    pub fn apply<const B: usize, const L: usize>(
        &self,
        x: &Tensor3<T, B, L, W>,
        bias: &Matrix<T, L, L>,
    ) -> Tensor3<T, B, L, W> {
        multi_head(x, &self.query, &self.key, &self.value, &self.output, bias)
    }

    /// [`apply`](Self::apply) with queries and keys that are rotated by their positions: `turns` is [`rotary`](super::rotary).
    pub fn apply_rotary<const B: usize, const L: usize>(
        &self,
        x: &Tensor3<T, B, L, W>,
        bias: &Matrix<T, L, L>,
        turns: &Matrix<T, L, D>,
    ) -> Tensor3<T, B, L, W> {
        let x = x.unsqueeze::<1>();
        let query = x.matmul(&self.query).rotate_pairs(turns);
        let key = x.matmul(&self.key).rotate_pairs(turns);
        let taken = attention_with_bias(&query, &key, &x.matmul(&self.value), bias);
        taken.matmul(&self.output).sum_axis::<1>()
    }
}

/// Two linear layers with the Gaussian error unit in between, for each position: `W` numbers become `F`, then `W` again.
///
/// ```
/// use cotangent::nn::{FeedForward, Linear};
/// use cotangent::prelude::*;
///
/// let up = Linear { weight: Matrix::full(10.0), bias: Vector::zeros() };
/// let layer = FeedForward { up, down: Linear { weight: Matrix::full(0.1), bias: Vector::zeros() } };
/// let x: Matrix<f64, 2, 1> = tensor([[3.0], [-3.0]]);
/// assert_eq!(FeedForward::<f64, 1, 2>::apply(&layer, &x).map(f64::round), tensor([[6.0], [0.0]]));
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeedForward<T: Real, const W: usize, const F: usize> {
    /// To the inner width.
    pub up: Linear<T, W, F>,
    /// Back.
    pub down: Linear<T, F, W>,
}

#[cfg(feature = "rand")]
impl<T: Real, const W: usize, const F: usize> FeedForward<T, W, F> {
    /// Layers as [`Linear::new`] makes them.
    ///
    /// # Panics
    /// When `W` or `F` is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        Self { up: Linear::new(rng), down: Linear::new(rng) }
    }
}

#[differentiable]
impl<T: Real, const W: usize, const F: usize> FeedForward<T, W, F> {
    /// `gelu(x W₁ + b₁) W₂ + b₂`, with the exact `gelu`, not its approximation by `tanh`.
    pub fn apply<S, M>(&self, x: &Tensor<T, S>) -> Tensor<T, S>
    where
        S: AnyShape + MatMul<(Dim<W>, Dim<F>), Product = M>,
        M: AnyShape + MatMul<(Dim<F>, Dim<W>), Product = S>,
    {
        self.down.apply(&self.up.apply(x).gelu())
    }
}

/// A block of a transformer with the normalisations in front (Xiong et al. 2020): attention, then a layer for each position,
/// each added to what came in.
///
/// `W` is the width of the vectors, `H` the number of heads, `D` their width, `F` the inner width of the layer.
///
/// ```
/// use cotangent::nn::{TransformerBlock, causal};
/// use cotangent::prelude::*;
/// # #[cfg(feature = "rand")] {
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// type Block = TransformerBlock<f64, 8, 2, 4, 16>;
///
/// #[differentiable]
/// fn energy(blocks: &[Block; 2], #[constant] x: &Tensor3<f64, 1, 3, 8>) -> f64 {
///     let mask = causal();
///     let mut x = *x;
///     for block in blocks {
///         x = block.apply(&x, &mask);
///     }
///     x.powi(2).sum()
/// }
/// let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
/// let blocks = [Block::new(rng), Block::new(rng)];
/// energy::at(&blocks, &Tensor::from_fn(|[_, i, j]| ((3 * i + j) as f64).sin())).check().unwrap();
/// # }
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TransformerBlock<T: Real, const W: usize, const H: usize, const D: usize, const F: usize> {
    /// In front of the heads.
    pub before_heads: LayerNorm<T, W>,
    /// The attention.
    pub heads: MultiHead<T, W, H, D>,
    /// In front of the layer.
    pub before_layer: LayerNorm<T, W>,
    /// The layer for each position.
    pub layer: FeedForward<T, W, F>,
}

#[cfg(feature = "rand")]
impl<T: Real, const W: usize, const H: usize, const D: usize, const F: usize> TransformerBlock<T, W, H, D, F> {
    /// Parts as their `new` makes them.
    ///
    /// # Panics
    /// When a width or the number of heads is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        Self {
            before_heads: LayerNorm::new(),
            heads: MultiHead::new(rng),
            before_layer: LayerNorm::new(),
            layer: FeedForward::new(rng),
        }
    }
}

#[differentiable]
impl<T: Real, const W: usize, const H: usize, const D: usize, const F: usize> TransformerBlock<T, W, H, D, F> {
    /// The vectors of `B` sequences of length `L`; `bias` as in [`MultiHead::apply`].
    pub fn apply<const B: usize, const L: usize>(
        &self,
        x: &Tensor3<T, B, L, W>,
        bias: &Matrix<T, L, L>,
    ) -> Tensor3<T, B, L, W> {
        let x = x + self.heads.apply(&self.before_heads.apply(x), bias);
        let made = self.layer.apply(&self.before_layer.apply(&x));
        x + made
    }

    /// [`apply`](Self::apply) with rotary positions; `turns` as in [`MultiHead::apply_rotary`].
    pub fn apply_rotary<const B: usize, const L: usize>(
        &self,
        x: &Tensor3<T, B, L, W>,
        bias: &Matrix<T, L, L>,
        turns: &Matrix<T, L, D>,
    ) -> Tensor3<T, B, L, W> {
        let x = x + self.heads.apply_rotary(&self.before_heads.apply(x), bias, turns);
        let made = self.layer.apply(&self.before_layer.apply(&x));
        x + made
    }
}
