//! Initial weights from a seed (feature `rand`).
//!
//! The scale of the initial weights decides whether signals keep their size on the way through a deep network. He
//! initialisation suits layers with `relu`; Glorot (Xavier) initialisation suits `tanh`, `sigmoid` and the last layer.
//! Both take the number of connections from the shape ([`Fans`]). Biases start as zeros.
//!
//! ```
//! use cotangent::init;
//! use cotangent::prelude::*;
//! use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
//!
//! #[derive(Differentiable, Clone)]
//! struct Mlp { w1: Matrix<f32, 64, 32>, b1: Vector<f32, 32>, w2: Matrix<f32, 32, 10>, b2: Vector<f32, 10> }
//!
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
//! let model = Mlp {
//!     w1: init::he_normal(&mut rng),
//!     b1: Vector::zeros(),
//!     w2: init::xavier_uniform(&mut rng),
//!     b2: Vector::zeros(),
//! };
//! assert!(model.w2.max() <= (6.0_f32 / (32.0 + 10.0)).sqrt());
//! ```
//!
//! To fill a tensor that is too large for the stack in place, use the function with `_into`:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use cotangent::init;
//! use cotangent::prelude::*;
//! use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
//!
//! let mut w = Matrix::<f32, 1024, 2048>::boxed_zeros();
//! init::he_normal_into(&mut Xoshiro256PlusPlus::seed_from_u64(7), &mut w);
//! # }
//! ```
//!
//! # Which generator
//!
//! Any [`Rng`] of the crate `rand`, version 0.10. Add `rand` to your own dependencies:
//!
//! ```toml
//! cotangent = { version = "0.1", features = ["rand"] }
//! rand = { version = "0.10", default-features = false }
//! ```
//!
//! To get the same weights next year and on another machine, use a generator that `rand` promises to be portable and
//! never to change. [`Xoshiro256PlusPlus`](rand::rngs::Xoshiro256PlusPlus) is one; it is fast, and part of `rand`
//! without any features. `StdRng` and `SmallRng` are not: they may change with the version of `rand`, and `SmallRng`
//! also with the processor.
//!
//! Numbers are drawn as `f64` and then rounded, so a model in `f32` and one in `f64` start alike. Uniform numbers are
//! the same to the last bit everywhere. So are normal numbers, except those more than 3.65 deviations from the mean,
//! one in 3900: they depend on a logarithm, whose last bit in `f64` may differ between mathematical libraries.

mod fans;
mod he;
mod plain;
mod xavier;

pub use fans::Fans;
pub use he::{he_normal, he_normal_into, he_uniform, he_uniform_into};
pub use plain::{normal, normal_into, uniform, uniform_into};
pub use xavier::{xavier_normal, xavier_normal_into, xavier_uniform, xavier_uniform_into};

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

use crate::scalar::Real;
use crate::tensor::{Shape, Tensor};

/// Sets every number of `out` to a result of `draw`.
fn draw_into<T: Real, S: Shape>(out: &mut Tensor<T, S>, mut draw: impl FnMut() -> f64) {
    for x in out.as_mut_slice() {
        *x = T::lit(draw());
    }
}

/// One number of mean 0 and deviation 1.
fn standard_normal(rng: &mut (impl Rng + ?Sized)) -> f64 {
    rng.sample(StandardNormal)
}

/// One number between -1 and 1.
fn symmetric(rng: &mut (impl Rng + ?Sized)) -> f64 {
    2.0 * rng.random::<f64>() - 1.0
}
