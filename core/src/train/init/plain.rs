//! Normal and uniform numbers with given parameters, in any shape.

use rand::distr::Uniform;
use rand::{Rng, RngExt};

use super::{draw_into, standard_normal};
use crate::scalar::Real;
use crate::tensor::{Shape, Tensor};

/// Normal numbers with this mean and standard deviation.
///
/// # Panics
/// When `mean` or `deviation` is infinite or NaN, or `deviation` negative.
///
/// ```
/// use cotangent::init;
/// use cotangent::prelude::*;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let noise: Vector<f32, 1000> = init::normal(5.0, 0.1, &mut Xoshiro256PlusPlus::seed_from_u64(7));
/// assert!((noise.mean() - 5.0).abs() < 0.01);
/// ```
#[track_caller]
pub fn normal<T: Real, S: Shape>(mean: f64, deviation: f64, rng: &mut (impl Rng + ?Sized)) -> Tensor<T, S> {
    let mut out = Tensor::ZEROS;
    normal_into(mean, deviation, rng, &mut out);
    out
}

/// Fills `out` as [`normal`] does.
///
/// # Panics
/// As [`normal`].
#[track_caller]
pub fn normal_into<T: Real, S: Shape>(
    mean: f64,
    deviation: f64,
    rng: &mut (impl Rng + ?Sized),
    out: &mut Tensor<T, S>,
) {
    assert!(mean.is_finite(), "normal: the mean must be finite, it is {mean}");
    assert!(
        deviation.is_finite() && deviation >= 0.0,
        "normal: the deviation must be finite and not negative, it is {deviation}"
    );
    draw_into(out, || mean + deviation * standard_normal(rng));
}

/// Uniform numbers from `low` to `high`; both ends are possible.
///
/// In `f32` the ends are rounded like the numbers.
///
/// # Panics
/// When `low`, `high` or `high - low` is infinite or NaN, or `low` is above `high`.
///
/// ```
/// use cotangent::init;
/// use cotangent::prelude::*;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let x: Vector<f32, 1000> = init::uniform(2.0, 3.0, &mut Xoshiro256PlusPlus::seed_from_u64(7));
/// assert!(x.min() >= 2.0 && x.max() <= 3.0);
/// ```
#[track_caller]
pub fn uniform<T: Real, S: Shape>(low: f64, high: f64, rng: &mut (impl Rng + ?Sized)) -> Tensor<T, S> {
    let mut out = Tensor::ZEROS;
    uniform_into(low, high, rng, &mut out);
    out
}

/// Fills `out` as [`uniform`] does.
///
/// # Panics
/// As [`uniform`].
#[track_caller]
pub fn uniform_into<T: Real, S: Shape>(low: f64, high: f64, rng: &mut (impl Rng + ?Sized), out: &mut Tensor<T, S>) {
    assert!(
        low <= high && (high - low).is_finite(),
        "uniform: the interval must go up and have a finite width, it is from {low} to {high}"
    );
    let between = Uniform::new_inclusive(low, high).expect("an interval that goes up and has a finite width");
    draw_into(out, || rng.sample(between));
}
