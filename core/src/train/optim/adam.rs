//! Adam.

use super::Optimizer;
use super::hyperparameter::{not_negative, own_rate};
use super::moments::Moments;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, update};
use crate::scalar::Real;

/// Adam, adaptive moments: the step of each parameter is proportional to the average of its gradient divided by the
/// root of the average square. Scaling the loss does not change the steps.
///
/// ```text
/// g ← g + weight_decay·p
/// m ← β₁·m + (1 - β₁)·g
/// v ← β₂·v + (1 - β₂)·g²
/// p ← p - rate·(m / (1 - β₁ᵗ)) / (√(v / (1 - β₂ᵗ)) + ε)
/// ```
///
/// Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2015, algorithm 1. The weight decay, 0 by default, is
/// added to the gradient (L2 regularisation), as in PyTorch, so it is divided by `√v` too; [`AdamW`](super::AdamW)
/// decouples it.
///
/// ```
/// use cotangent::optim::Adam;
/// use cotangent::prelude::*;
///
/// // The first step has the length of the rate, in every direction, whatever the gradient's length.
/// let mut x = [1.0, 1.0, 1.0];
/// let mut optimizer = Adam::new(&x, 0.25);
/// optimizer.epsilon = 1e-30;
/// optimizer.step(&mut x, &[1e-5, 0.0, -2.0]);
/// assert!((x[0] - 0.75).abs() < 1e-15 && x[1] == 1.0 && (x[2] - 1.25).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub struct Adam<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The decay of the first moment in one step: at least 0, less than 1. 0.9 by default.
    pub beta1: R,
    /// The decay of the second moment in one step: at least 0, less than 1. 0.999 by default.
    pub beta2: R,
    /// Keeps the step finite when the second moment is zero: positive, at least `f32::MIN_POSITIVE`. 1e-8 by default.
    pub epsilon: R,
    /// The share of a parameter that is added to its gradient: finite, not negative. 0 by default.
    pub weight_decay: R,
    /// Selects the leaves that decay, by their shape; all by default.
    pub decays: fn(shape: &[usize]) -> bool,
    /// The number of steps taken.
    pub steps: u64,
    /// `m`, the running average of the gradient; zero where that would be subnormal.
    pub first_moment: P::Tangent,
    /// `v`, the running average of the squares of the gradient; zero where that would be subnormal.
    pub second_moment: P::Tangent,
}

impl<P: Differentiable, R: Real> Adam<P, R> {
    /// An optimizer for parameters of this type and of these lengths; their values do not matter.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN.
    #[track_caller]
    pub fn new(parameters: &P, rate: R) -> Self {
        Self {
            rate: not_negative("rate", rate),
            beta1: R::lit(0.9),
            beta2: R::lit(0.999),
            epsilon: R::lit(1e-8),
            weight_decay: R::ZERO,
            decays: super::all,
            steps: 0,
            first_moment: zero_of(parameters),
            second_moment: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for Adam<P, R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let mut moments = Moments::new(self.rate, [self.beta1, self.beta2], self.epsilon, self.steps + 1)
            .with_coupled_decay(self.weight_decay, self.decays);
        update(&mut moments, parameters, gradient, [&mut self.first_moment, &mut self.second_moment]);
        self.steps += 1;
    }

    own_rate!();
}
