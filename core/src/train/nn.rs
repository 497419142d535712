//! Parts of neural networks, composed of [operations](crate::ops) with `#[differentiable]`: functions, and with the feature
//! `layers` structs that have the weights.
//!
//! They are functions and structs like your own: call them in a `#[differentiable]` function, put layers into your
//! structs, or take gradients of them alone. Their types show the shapes that they accept.
//!
#![cfg_attr(feature = "layers", doc = "```")]
#![cfg_attr(not(feature = "layers"), doc = "```ignore")]
//! use cotangent::nn::{LayerNorm, Linear};
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable, Clone)]
//! struct Model { norm: LayerNorm<f64, 4>, head: Linear<f64, 4, 2> }
//!
//! #[differentiable]
//! fn scores<const B: usize>(m: &Model, x: &Matrix<f64, B, 4>) -> Matrix<f64, B, 2> {
//!     m.head.apply(&m.norm.apply(x))
//! }
//! let model = Model { norm: LayerNorm::new(), head: Linear { weight: Matrix::full(1.0), bias: Vector::zeros() } };
//! let x = tensor([[1.0, 2.0, 3.0, 4.0]]);
//! let (y, (by_model, _)) = scores::vjp(&model, &x, tensor([[1.0, 0.0]]));
//! assert!(y.abs().max() < 1e-15); // the mean has been taken out
//! assert_eq!(by_model.head.bias, tensor([1.0, 0.0]));
//! ```
//!
//! | layer | function |
//! |---|---|
//! | `Linear`, `Embedding` | `x.linear(&w, &b)`, `w.embedding(&symbols)` |
//! | `Conv1d`, `Conv2d`, `ConvTranspose2d` | `x.conv1d::<STRIDE, PADDING>(&w)`, `x.conv2d::<..>(&w)`, `x.conv_transpose2d::<..>(&w)` |
//! | `LayerNorm`, `RmsNorm`, `GroupNorm`, `BatchNorm` | [`layer_norm`](fn@layer_norm), [`rms_norm`](fn@rms_norm), [`group_norm`](fn@group_norm), [`batch_norm`](fn@batch_norm) |
//! | `Rnn`, `Gru`, `Lstm` | one step; write the loop |
//! | `MultiHead`, `FeedForward`, `TransformerBlock` | [`multi_head`](fn@multi_head), [`attention`](fn@attention); [`causal`], [`rotary`] |
//! | `KeyValues`, what generation keeps | |
//! | `Layer`: tuples of layers, one after the other; `Relu`, `Gelu`, `Silu`, `Sigmoid`, `Tanh` | write the calls: `b.apply(&a.apply(x).relu())` |
//! | | `ctc_loss`, for labels whose places are not known |
//!
//! A layer called `name` has the leaves `name.weight`, `name.bias`, ..: see [`leaves`](crate::leaves). Dropout,
//! activations, poolings and upsampling have no weights: they are methods of tensors.

#[cfg(feature = "layers")]
mod convolutions;
#[cfg(feature = "layers")]
mod ctc;
#[cfg(feature = "layers")]
mod generation;
mod heads;
#[cfg(feature = "layers")]
mod linear;
mod normalisation;
#[cfg(feature = "layers")]
mod norms;
#[cfg(feature = "layers")]
mod recurrent;
#[cfg(feature = "layers")]
mod sequential;
#[cfg(feature = "layers")]
mod transformer;

#[cfg(feature = "layers")]
pub use convolutions::{Conv1d, Conv2d, ConvTranspose2d};
#[cfg(feature = "layers")]
pub use ctc::ctc_loss;
#[cfg(feature = "layers")]
pub use generation::KeyValues;
pub use heads::{attention, attention_with_bias, causal, multi_head, rotary};
#[cfg(feature = "layers")]
pub use linear::{Embedding, Linear};
pub use normalisation::{batch_norm, batch_norm_given, group_norm, layer_norm, rms_norm};
#[cfg(feature = "layers")]
pub use norms::{BatchNorm, GroupNorm, LayerNorm, RmsNorm, Running};
#[cfg(feature = "layers")]
pub use recurrent::{Gate, Gru, Lstm, Rnn};
#[cfg(feature = "layers")]
pub use sequential::{Gelu, Layer, Makes, Relu, Sigmoid, Silu, Tanh};
#[cfg(feature = "layers")]
pub use transformer::{FeedForward, MultiHead, TransformerBlock};

/// `1/√n`, the end of the interval that the numbers of a layer with `n` inputs come from.
#[cfg(all(feature = "layers", feature = "rand"))]
#[track_caller]
fn end(n: usize) -> f64 {
    use crate::scalar::Real;
    assert!(n > 0, "a layer without inputs has no initial weights");
    1.0 / Real::sqrt(f64::from_usize(n))
}
