//! Glorot initialisation, also called Xavier initialisation: weights of variance `2 / (fan_in + fan_out)`.
//!
//! Variance `1 / fan_in` would keep the size of the signals in the forward sweep, `1 / fan_out` that of the gradients
//! in the reverse sweep. This is the compromise, for activations with slope 1 at 0 such as `tanh`, and for layers
//! without an activation. Glorot, Bengio: *Understanding the difficulty of training deep feedforward neural networks*,
//! 2010, equations 12 and 16.

use rand::Rng;

use super::{Fans, draw_into, standard_normal, symmetric};
use crate::scalar::Real;
use crate::tensor::Tensor;

/// Normal weights for a layer without `relu`: mean 0, deviation `√(2 / (fan_in + fan_out))`.
///
/// [`Fans`] defines fan-in and fan-out. Glorot and Bengio 2010, equation 12.
///
/// ```
/// use cotangent::init;
/// use cotangent::prelude::*;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let w: Matrix<f64, 50, 200> = init::xavier_normal(&mut Xoshiro256PlusPlus::seed_from_u64(7));
/// let variance = (&w * &w).mean();
/// assert!((variance - 2.0 / 250.0).abs() < 0.0004);
/// ```
pub fn xavier_normal<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized)) -> Tensor<T, S> {
    let mut out = Tensor::ZEROS;
    xavier_normal_into(rng, &mut out);
    out
}

/// Fills `out` as [`xavier_normal`] does.
pub fn xavier_normal_into<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized), out: &mut Tensor<T, S>) {
    let deviation = (2.0 / fans::<S>()).sqrt();
    draw_into(out, || deviation * standard_normal(rng));
}

/// Uniform weights for a layer without `relu`: from `-a` to `a`, with `a = √(6 / (fan_in + fan_out))`.
///
/// [`Fans`] defines fan-in and fan-out. Glorot and Bengio 2010, equation 16.
///
/// ```
/// use cotangent::init;
/// use cotangent::prelude::*;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let w: Matrix<f32, 50, 100> = init::xavier_uniform(&mut Xoshiro256PlusPlus::seed_from_u64(7));
/// assert!(w.max() <= 0.2 && w.min() >= -0.2);
/// ```
pub fn xavier_uniform<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized)) -> Tensor<T, S> {
    let mut out = Tensor::ZEROS;
    xavier_uniform_into(rng, &mut out);
    out
}

/// Fills `out` as [`xavier_uniform`] does.
pub fn xavier_uniform_into<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized), out: &mut Tensor<T, S>) {
    let bound = (6.0 / fans::<S>()).sqrt();
    draw_into(out, || bound * symmetric(rng));
}

/// Fan-in plus fan-out.
fn fans<S: Fans>() -> f64 {
    f64::from_usize(S::FAN_IN) + f64::from_usize(S::FAN_OUT)
}
