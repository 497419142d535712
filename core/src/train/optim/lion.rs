//! Lion.

use super::Optimizer;
use super::hyperparameter::{converted, fraction, not_negative, own_rate};
use super::subnormal::or_zero;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, Update, update};
use crate::scalar::{Element, Real};

/// Lion (evolved sign momentum): every parameter moves by the rate, in the direction of the momentum. One moment for
/// each parameter, half of the memory of [`AdamW`](super::AdamW); the rate is a third to a tenth of its, and the decay larger by that factor.
///
/// ```text
/// u ← sign(β₁·m + (1 - β₁)·g)
/// m ← β₂·m + (1 - β₂)·g
/// p ← p - rate·(u + weight_decay·p)
/// ```
///
/// where the sign of 0 is 0. Chen et al., *Symbolic Discovery of Optimization Algorithms*, 2023, algorithm 2.
///
/// ```
/// use cotangent::optim::Lion;
/// use cotangent::prelude::*;
///
/// let mut x = [1.0, 1.0, 1.0];
/// let mut optimizer = Lion::new(&x, 0.25);
/// optimizer.step(&mut x, &[3.0, -1e-9, 0.0]);
/// assert_eq!(x, [0.75, 1.25, 1.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Lion<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The share of the moment in the direction of a step: at least 0, less than 1. 0.9 by default.
    pub beta1: R,
    /// The decay of the moment in one step: at least 0, less than 1. 0.99 by default.
    pub beta2: R,
    /// The share of a parameter that a step subtracts, in units of `rate`: finite, not negative. 0 by default.
    pub weight_decay: R,
    /// Selects the leaves that decay, by their shape; all by default.
    pub decays: fn(shape: &[usize]) -> bool,
    /// `m`, the running average of the gradient; zero where that would be subnormal.
    pub moment: P::Tangent,
}

impl<P: Differentiable, R: Real> Lion<P, R> {
    /// An optimizer for parameters of this type and of these lengths; their values do not matter.
    ///
    /// # Panics
    /// When `rate` is negative, infinite or NaN.
    #[track_caller]
    pub fn new(parameters: &P, rate: R) -> Self {
        Self {
            rate: not_negative("rate", rate),
            beta1: R::lit(0.9),
            beta2: R::lit(0.99),
            weight_decay: R::ZERO,
            decays: super::all,
            moment: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for Lion<P, R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let mut step = Coefficients {
            rate: not_negative("rate", self.rate),
            betas: [fraction("beta1", self.beta1), fraction("beta2", self.beta2)],
            weight_decay: not_negative("weight_decay", self.weight_decay),
            decays: self.decays,
        };
        update(&mut step, parameters, gradient, [&mut self.moment]);
    }

    own_rate!();
}

/// [`Lion`] without its state.
struct Coefficients<R> {
    rate: R,
    betas: [R; 2],
    weight_decay: R,
    decays: fn(&[usize]) -> bool,
}

impl<R: Real> Update<1> for Coefficients<R> {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [moment]: [&mut [T]; 1]) {
        let rate = converted::<R, T::Wide>(self.rate);
        let [new1, new2] = self.betas.map(|beta| converted::<R, T::Wide>(R::ONE - beta));
        let decay = converted::<R, T::Wide>(if (self.decays)(shape) { self.weight_decay } else { R::ZERO });
        for ((p, g), m) in parameters.iter_mut().zip(gradient).zip(moment) {
            let (wide, g, old) = (p.widen(), g.widen(), m.widen());
            let direction = old + new1 * (g - old);
            // That of NaN is NaN, as everywhere: it must not look like a number.
            let sign = if direction == T::Wide::ZERO { direction } else { direction.signum() };
            *p = T::rounded(wide - rate * (sign + decay * wide));
            *m = T::rounded(or_zero(old + new2 * (g - old)));
        }
    }
}
