//! `RMSprop`.

use super::Optimizer;
use super::hyperparameter::{fraction, not_negative, own_rate};
use super::squares::Squares;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, update};
use crate::scalar::Real;

/// `RMSprop`: the gradient over the root of the running average of its squares.
///
/// ```text
/// g ← g + weight_decay·p
/// v ← α·v + (1 - α)·g²
/// p ← p - rate·g / (√v + ε)
/// ```
///
/// Hinton, Srivastava and Swersky, *Neural Networks for Machine Learning*, lecture 6e, 2012; `ε` as in PyTorch.
///
/// ```
/// use cotangent::optim::RmsProp;
/// use cotangent::prelude::*;
///
/// let mut x = [1.0, 1.0];
/// let mut optimizer = RmsProp::new(&x, 0.5);
/// optimizer.alpha = 0.75;
/// optimizer.step(&mut x, &[3.0, -100.0]);
/// assert!((x[0] - 0.0).abs() < 1e-8 && (x[1] - 2.0).abs() < 1e-8); // 0.5 / √(1 - 0.75)
/// ```
#[derive(Clone, Debug)]
pub struct RmsProp<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The decay of the average in one step: at least 0, less than 1. 0.99 by default, as in PyTorch.
    pub alpha: R,
    /// Keeps the step finite when the average is zero: positive, at least `f32::MIN_POSITIVE`. 1e-8 by default.
    pub epsilon: R,
    /// The share of a parameter that is added to its gradient: finite, not negative. 0 by default.
    pub weight_decay: R,
    /// Selects the leaves that decay, by their shape; all by default.
    pub decays: fn(shape: &[usize]) -> bool,
    /// `v`, the running average of the squares of the gradient; zero where that would be subnormal.
    pub squares: P::Tangent,
}

impl<P: Differentiable, R: Real> RmsProp<P, R> {
    /// An optimizer for parameters of this type and of these lengths; their values do not matter.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN.
    #[track_caller]
    pub fn new(parameters: &P, rate: R) -> Self {
        Self {
            rate: not_negative("rate", rate),
            alpha: R::lit(0.99),
            epsilon: R::lit(1e-8),
            weight_decay: R::ZERO,
            decays: super::all,
            squares: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for RmsProp<P, R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let alpha = fraction("alpha", self.alpha);
        let mut squares =
            Squares::new(self.rate, [alpha, R::ONE - alpha], self.epsilon).with_decay(self.weight_decay, self.decays);
        update(&mut squares, parameters, gradient, [&mut self.squares]);
    }

    own_rate!();
}
