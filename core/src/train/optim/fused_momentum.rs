//! Gradient descent with momentum, where the reverse half adds to the velocity.

use super::hyperparameter::{converted, fraction, not_negative};
use super::subnormal::or_zero;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{LeafMut, Leaves};
use crate::scalar::Real;

/// Gradient descent with momentum that keeps no gradient: the reverse half adds it to the velocity. Training so needs two numbers for each
/// parameter, where [`Momentum`](super::Momentum) and a gradient need three.
///
/// ```text
/// v ← v + g                     the reverse half
/// p ← p - rate·v                the step
/// v ← momentum·v
/// ```
///
/// The parameters are those of [`Momentum`](super::Momentum) up to rounding. With a momentum of 0 it is plain gradient descent, and a
/// step leaves zeros to which the next gradient is added.
///
/// ```
/// use cotangent::optim::FusedMomentum;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn bowl(x: &[f32; 2]) -> f32 {
///     x[0] * x[0] + 4.0 * x[1] * x[1]
/// }
///
/// let mut x = [1.0_f32, 1.0];
/// let mut tape = TapeBuffer::<{ bowl::tape_words() }>::new();
/// let mut optimizer = FusedMomentum::new(&x, 0.05_f32, 0.5);
/// for _ in 0..100 {
///     bowl::at(&x).on(&mut tape).value_and_grad_into(&mut optimizer.velocity);
///     optimizer.step(&mut x);
/// }
/// assert!(bowl(&x) < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct FusedMomentum<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The share of the velocity that remains after a step: at least 0, less than 1.
    pub momentum: R,
    /// The sum of past gradients, decayed already for the next step. Add the next gradient to it.
    pub velocity: P::Tangent,
}

impl<P: Differentiable, R: Real> FusedMomentum<P, R> {
    /// An optimizer for parameters of this type and of these lengths; their values do not matter.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN, or `momentum` not from 0 to less than 1.
    #[track_caller]
    pub fn new(parameters: &P, rate: R, momentum: R) -> Self {
        Self {
            rate: not_negative("rate", rate),
            momentum: fraction("momentum", momentum),
            velocity: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> FusedMomentum<P, R> {
    /// Takes one step by the velocity, to which the gradient has been added.
    ///
    /// # Panics
    /// When a hyperparameter is outside its range.
    #[track_caller]
    pub fn step(&mut self, parameters: &mut P) {
        let factors = (not_negative("rate", self.rate), fraction("momentum", self.momentum));
        for i in 0..parameters.leaf_count() {
            let velocity = self.velocity.leaf_mut(i);
            match parameters.leaf_mut(i) {
                LeafMut::F32(parameters) => descend(parameters, velocity.f32(), factors),
                LeafMut::F64(parameters) => descend(parameters, velocity.f64(), factors),
                #[cfg(feature = "half")]
                LeafMut::F16(parameters) => descend(parameters, velocity.f16(), factors),
                #[cfg(feature = "half")]
                LeafMut::BF16(parameters) => descend(parameters, velocity.bf16(), factors),
            }
        }
    }
}

/// The step of one leaf.
#[inline(never)]
fn descend<T: Real, R: Real>(parameters: &mut [T], velocity: &mut [T], (rate, momentum): (R, R)) {
    let (rate, momentum) = (converted::<R, T::Wide>(rate), converted::<R, T::Wide>(momentum));
    for (p, v) in parameters.iter_mut().zip(velocity) {
        *p = T::rounded(p.widen() - rate * v.widen());
        *v = T::rounded(or_zero(momentum * v.widen()));
    }
}
