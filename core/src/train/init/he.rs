//! He initialisation: weights of variance `2 / fan_in`.
//!
//! `relu` sets half of its inputs to zero and so halves their second moment. The factor 2 makes up for it, so signals
//! neither grow nor vanish in a deep network. In other words: gain `√2`, deviation `gain / √fan_in`. He, Zhang, Ren,
//! Sun: *Delving Deep into Rectifiers*, 2015, equations 10 and 12.

use rand::Rng;

use super::{Fans, draw_into, standard_normal, symmetric};
use crate::scalar::Real;
use crate::tensor::Tensor;

/// Normal weights for a layer followed by `relu`: mean 0, deviation `√(2 / fan_in)`.
///
/// [`Fans`] defines fan-in. He et al. 2015, equation 10.
///
/// ```
/// use cotangent::init;
/// use cotangent::prelude::*;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let w: Matrix<f64, 50, 200> = init::he_normal(&mut Xoshiro256PlusPlus::seed_from_u64(7));
/// let variance = (&w * &w).mean();
/// assert!((variance - 2.0 / 50.0).abs() < 0.002);
/// ```
pub fn he_normal<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized)) -> Tensor<T, S> {
    let mut out = Tensor::ZEROS;
    he_normal_into(rng, &mut out);
    out
}

/// Fills `out` as [`he_normal`] does.
pub fn he_normal_into<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized), out: &mut Tensor<T, S>) {
    let deviation = (2.0 / f64::from_usize(S::FAN_IN)).sqrt();
    draw_into(out, || deviation * standard_normal(rng));
}

/// Uniform weights for a layer followed by `relu`: from `-a` to `a`, with `a = √(6 / fan_in)`.
///
/// They have the variance of [`he_normal`], `a² / 3 = 2 / fan_in`. [`Fans`] defines fan-in.
///
/// ```
/// use cotangent::init;
/// use cotangent::prelude::*;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let w: Matrix<f32, 6, 100> = init::he_uniform(&mut Xoshiro256PlusPlus::seed_from_u64(7));
/// assert!(w.max() <= 1.0 && w.min() >= -1.0);
/// ```
pub fn he_uniform<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized)) -> Tensor<T, S> {
    let mut out = Tensor::ZEROS;
    he_uniform_into(rng, &mut out);
    out
}

/// Fills `out` as [`he_uniform`] does.
pub fn he_uniform_into<T: Real, S: Fans>(rng: &mut (impl Rng + ?Sized), out: &mut Tensor<T, S>) {
    let bound = (6.0 / f64::from_usize(S::FAN_IN)).sqrt();
    draw_into(out, || bound * symmetric(rng));
}
