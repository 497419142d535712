//! Gradient descent with momentum.

use super::Optimizer;
use super::hyperparameter::{converted, fraction, not_negative, own_rate};
use super::subnormal::or_zero;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, Update, update};
use crate::scalar::Real;

/// Gradient descent with momentum: the velocity is a sum of past gradients that decays by the factor `momentum` in each
/// step.
///
/// ```text
/// g ← g + weight_decay·p
/// v ← momentum·v + g
/// p ← p - rate·v                      or, Nesterov's:
/// p ← p - rate·(g + momentum·v)
/// ```
///
/// Polyak, *Some methods of speeding up the convergence of iteration methods*, 1964; Sutskever, Martens, Dahl and
/// Hinton, *On the importance of initialization and momentum in deep learning*, 2013, for Nesterov's form. Here, as in
/// PyTorch, the velocity does not contain the rate, so a new rate applies at once to all of it.
///
/// ```
/// use cotangent::optim::Momentum;
/// use cotangent::prelude::*;
///
/// let mut x = 4.0;
/// let mut optimizer = Momentum::new(&x, 0.5, 0.5);
/// optimizer.step(&mut x, &1.0);
/// assert_eq!((x, optimizer.velocity), (3.5, 1.0));
/// optimizer.step(&mut x, &1.0);
/// assert_eq!((x, optimizer.velocity), (2.75, 1.5));
///
/// optimizer.nesterov = true; // looks ahead by one step
/// optimizer.step(&mut x, &0.0);
/// assert_eq!((x, optimizer.velocity), (2.5625, 0.75));
/// ```
#[derive(Clone, Debug)]
pub struct Momentum<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The share of the velocity that remains after a step: at least 0, less than 1.
    pub momentum: R,
    /// Whether the step is taken with the gradient plus the decayed new velocity (Nesterov's form). Not by default.
    pub nesterov: bool,
    /// The share of a parameter that is added to its gradient: finite, not negative. 0 by default.
    pub weight_decay: R,
    /// Selects the leaves that decay, by their shape; all by default.
    pub decays: fn(shape: &[usize]) -> bool,
    /// `v`, the sum of past gradients; zero where that would be subnormal.
    pub velocity: P::Tangent,
}

impl<P: Differentiable, R: Real> Momentum<P, R> {
    /// An optimizer for parameters of this type and of these lengths; their values do not matter.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN, or `momentum` not from 0 to less than 1.
    #[track_caller]
    pub fn new(parameters: &P, rate: R, momentum: R) -> Self {
        Self {
            rate: not_negative("rate", rate),
            momentum: fraction("momentum", momentum),
            nesterov: false,
            weight_decay: R::ZERO,
            decays: super::all,
            velocity: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for Momentum<P, R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let mut step = Coefficients {
            rate: not_negative("rate", self.rate),
            momentum: fraction("momentum", self.momentum),
            nesterov: self.nesterov,
            weight_decay: not_negative("weight_decay", self.weight_decay),
            decays: self.decays,
        };
        update(&mut step, parameters, gradient, [&mut self.velocity]);
    }

    own_rate!();
}

/// [`Momentum`] without its state.
struct Coefficients<R> {
    rate: R,
    momentum: R,
    nesterov: bool,
    weight_decay: R,
    decays: fn(&[usize]) -> bool,
}

impl<R: Real> Update<1> for Coefficients<R> {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [velocity]: [&mut [T]; 1]) {
        let [rate, momentum] = [self.rate, self.momentum].map(converted::<R, T::Wide>);
        let decay = converted::<R, T::Wide>(if (self.decays)(shape) { self.weight_decay } else { R::ZERO });
        for ((p, g), v) in parameters.iter_mut().zip(gradient).zip(velocity) {
            let (wide, g) = (p.widen(), g.widen());
            let g = g + decay * wide;
            let new = or_zero(momentum * v.widen() + g);
            *p = T::rounded(wide - rate * if self.nesterov { g + momentum * new } else { new });
            *v = T::rounded(new);
        }
    }
}
