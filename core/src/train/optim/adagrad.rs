//! Adagrad.

use super::Optimizer;
use super::hyperparameter::{not_negative, own_rate};
use super::squares::Squares;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, update};
use crate::scalar::Real;

/// Adagrad: a parameter whose gradients have been large takes small steps. Rare features, such as rows of an embedding, keep large ones.
///
/// ```text
/// g ← g + weight_decay·p
/// v ← v + g²
/// p ← p - rate·g / (√v + ε)
/// ```
///
/// Duchi, Hazan and Singer, *Adaptive Subgradient Methods for Online Learning and Stochastic Optimization*, 2011, with
/// the diagonal of their matrix; `ε` outside of the root as in PyTorch.
///
/// ```
/// use cotangent::optim::Adagrad;
/// use cotangent::prelude::*;
///
/// let mut x = [1.0, 1.0];
/// let mut optimizer = Adagrad::new(&x, 0.5);
/// optimizer.step(&mut x, &[3.0, -100.0]);
/// assert!((x[0] - 0.5).abs() < 1e-9 && (x[1] - 1.5).abs() < 1e-9); // the first step has the length of the rate
/// optimizer.step(&mut x, &[4.0, 0.0]);
/// assert!((x[0] - 0.1).abs() < 1e-9); // the second 4 / √(3² + 4²) of it
/// ```
#[derive(Clone, Debug)]
pub struct Adagrad<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// Keeps the step finite when the sum is zero: positive, at least `f32::MIN_POSITIVE`. 1e-10 by default, as in PyTorch.
    pub epsilon: R,
    /// The share of a parameter that is added to its gradient: finite, not negative. 0 by default.
    pub weight_decay: R,
    /// Selects the leaves that decay, by their shape; all by default.
    pub decays: fn(shape: &[usize]) -> bool,
    /// `v`, the sum of the squares of all gradients.
    pub squares: P::Tangent,
}

impl<P: Differentiable, R: Real> Adagrad<P, R> {
    /// An optimizer for parameters of this type and of these lengths; their values do not matter.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN.
    #[track_caller]
    pub fn new(parameters: &P, rate: R) -> Self {
        Self {
            rate: not_negative("rate", rate),
            epsilon: R::lit(1e-10),
            weight_decay: R::ZERO,
            decays: super::all,
            squares: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for Adagrad<P, R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let mut squares =
            Squares::new(self.rate, [R::ONE, R::ONE], self.epsilon).with_decay(self.weight_decay, self.decays);
        update(&mut squares, parameters, gradient, [&mut self.squares]);
    }

    own_rate!();
}
