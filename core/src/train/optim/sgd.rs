//! Gradient descent.

use super::Optimizer;
use super::hyperparameter::{converted, not_negative};
use crate::differentiable::Differentiable;
use crate::leaves::{Leaves, Update, update};
use crate::scalar::Real;

/// Gradient descent; stochastic if the gradient is that of a part of the data. It has no state.
///
/// ```text
/// p ← p - rate·(g + weight_decay·p)
/// ```
///
/// Robbins and Monro, *A Stochastic Approximation Method*, 1951.
///
/// ```
/// use cotangent::optim::Sgd;
/// use cotangent::prelude::*;
///
/// let mut x = 4.0;
/// let mut optimizer = Sgd::new(0.25);
/// optimizer.step(&mut x, &2.0);
/// assert_eq!(x, 3.5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sgd<R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The share of a parameter that is added to its gradient: finite, not negative. 0 by default.
    pub weight_decay: R,
    /// Selects the leaves that decay, by their shape; all by default.
    pub decays: fn(shape: &[usize]) -> bool,
}

impl<R: Real> Sgd<R> {
    /// An optimizer without weight decay.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN.
    #[track_caller]
    pub fn new(rate: R) -> Self {
        Self { rate: not_negative("rate", rate), weight_decay: R::ZERO, decays: super::all }
    }

    /// [`Optimizer::set_rate`], for code in which the type of the model is not yet known.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN.
    #[track_caller]
    pub fn set_rate(&mut self, rate: R) {
        self.rate = not_negative("rate", rate);
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for Sgd<R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        not_negative("rate", self.rate);
        not_negative("weight_decay", self.weight_decay);
        update(self, parameters, gradient, []);
    }

    fn rate(&self) -> f64 {
        self.rate.to_f64()
    }

    fn set_rate(&mut self, rate: f64) {
        Self::set_rate(self, R::lit(rate));
    }
}

impl<R: Real> Update<0> for Sgd<R> {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], []: [&mut [T]; 0]) {
        let rate = converted::<R, T::Wide>(self.rate);
        let decay = converted::<R, T::Wide>(if (self.decays)(shape) { self.weight_decay } else { R::ZERO });
        for (p, g) in parameters.iter_mut().zip(gradient) {
            let wide = p.widen();
            *p = T::rounded(wide - rate * (g.widen() + decay * wide));
        }
    }
}
