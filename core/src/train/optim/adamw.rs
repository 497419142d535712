//! Adam with decoupled weight decay.

use super::Optimizer;
use super::hyperparameter::{not_negative, own_rate};
use super::moments::Moments;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, update};
use crate::scalar::Real;

/// Adam with decoupled weight decay: the decay acts on the parameters directly, not through the moments, so every
/// parameter decays at the same relative rate, however large its gradients are.
///
/// ```text
/// m ← β₁·m + (1 - β₁)·g
/// v ← β₂·v + (1 - β₂)·g²
/// p ← p - rate·(m / (1 - β₁ᵗ)) / (√(v / (1 - β₂ᵗ)) + ε) - rate·weight_decay·p
/// ```
///
/// Loshchilov and Hutter, *Decoupled Weight Decay Regularization*, 2019, algorithm 2. As in PyTorch, one `rate`
/// combines its schedule multiplier `η` and its `α`, and multiplies the decay too.
///
/// ```
/// use cotangent::optim::AdamW;
/// use cotangent::prelude::*;
///
/// let mut model = (tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([5.0, 6.0]));
/// let mut optimizer = AdamW::new(&model, 0.1);
/// optimizer.weight_decay = 0.5;
/// optimizer.decays = |shape| shape.len() > 1; // matrices, but no vectors
///
/// let gradient = (Matrix::zeros(), Vector::zeros()); // only the decay acts
/// optimizer.step(&mut model, &gradient);
/// assert_eq!(model, (tensor([[0.95, 1.9], [2.85, 3.8]]), tensor([5.0, 6.0])));
/// ```
#[derive(Clone, Debug)]
pub struct AdamW<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The decay of the first moment in one step: at least 0, less than 1. 0.9 by default.
    pub beta1: R,
    /// The decay of the second moment in one step: at least 0, less than 1. 0.999 by default.
    pub beta2: R,
    /// Keeps the step finite when the second moment is zero: positive, at least `f32::MIN_POSITIVE`. 1e-8 by default.
    pub epsilon: R,
    /// The share of a parameter that a step subtracts, in units of `rate`: finite, not negative. 0.01 by default, as in
    /// PyTorch.
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

impl<P: Differentiable, R: Real> AdamW<P, R> {
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
            weight_decay: R::lit(0.01),
            decays: super::all,
            steps: 0,
            first_moment: zero_of(parameters),
            second_moment: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for AdamW<P, R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let mut moments = Moments::new(self.rate, [self.beta1, self.beta2], self.epsilon, self.steps + 1)
            .with_decoupled_decay(self.rate, self.weight_decay, self.decays);
        update(&mut moments, parameters, gradient, [&mut self.first_moment, &mut self.second_moment]);
        self.steps += 1;
    }

    own_rate!();
}
