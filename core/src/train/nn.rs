//! Parts of neural networks, composed of [operations](crate::ops) with `#[differentiable]`.
//!
//! They are functions like your own: call them in a `#[differentiable]` function, or take their gradients. Their types
//! show the shapes that they accept.
//!
//! ```
//! use cotangent::nn;
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn dense<const B: usize>(
//!     x: &Matrix<f64, B, 4>, scale: &Vector<f64, 4>, shift: &Vector<f64, 4>, w: &Matrix<f64, 4, 2>,
//! ) -> Matrix<f64, B, 2> {
//!     nn::layer_norm(x, scale, shift, 1e-5).matmul(w)
//! }
//! let x = tensor([[1.0, 2.0, 3.0, 4.0]]);
//! let (y, _) = dense::vjp(&x, &Vector::full(1.0), &Vector::zeros(), &Matrix::full(1.0), tensor([[1.0, 1.0]]));
//! assert!(y.abs().max() < 1e-15); // the mean has been taken out
//! ```

mod heads;
mod normalisation;

pub use heads::{attention, attention_with_bias, causal, multi_head};
pub use normalisation::{batch_norm, batch_norm_given, group_norm, layer_norm, rms_norm};
