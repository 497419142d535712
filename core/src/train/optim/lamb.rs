//! LAMB.

use super::Optimizer;
use super::hyperparameter::{converted, fraction, not_negative, positive_f32};
use super::moments::one_minus_power;
use super::subnormal::or_zero;
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{Leaves, Update, update};
use crate::scalar::Real;

/// LAMB (layer-wise adaptive moments): the step of [`AdamW`](super::AdamW), scaled for each leaf to the norm of its
/// parameters, for large batches.
///
/// ```text
/// m ← β₁·m + (1 - β₁)·g
/// v ← β₂·v + (1 - β₂)·g²
/// r ← (m / (1 - β₁ᵗ)) / (√(v / (1 - β₂ᵗ)) + ε) + weight_decay·p
/// p ← p - rate·(‖p‖ / ‖r‖)·r
/// ```
///
/// where the quotient of norms is 1 if one of them is 0. You et al., *Large Batch Optimization for Deep Learning*, 2020,
/// algorithm 2, with the identity for `ϕ`.
///
/// ```
/// use cotangent::optim::Lamb;
/// use cotangent::prelude::*;
///
/// let mut x = [3.0, 4.0]; // of norm 5
/// let mut optimizer = Lamb::new(&x, 0.1);
/// optimizer.weight_decay = 0.0;
/// optimizer.step(&mut x, &[7.0, 0.0]);
/// assert!((x[0] - 2.5).abs() < 1e-9 && x[1] == 4.0); // a tenth of the norm
/// ```
#[derive(Clone, Debug)]
pub struct Lamb<P: Differentiable, R = f64> {
    /// The learning rate: finite, not negative.
    pub rate: R,
    /// The decay of the first moment in one step: at least 0, less than 1. 0.9 by default.
    pub beta1: R,
    /// The decay of the second moment in one step: at least 0, less than 1. 0.999 by default.
    pub beta2: R,
    /// Keeps the step finite when the second moment is zero: positive, at least `f32::MIN_POSITIVE`. 1e-6 by default.
    pub epsilon: R,
    /// The share of a parameter in the direction of its step: finite, not negative. 0.01 by default.
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

impl<P: Differentiable, R: Real> Lamb<P, R> {
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
            epsilon: R::lit(1e-6),
            weight_decay: R::lit(0.01),
            decays: super::all,
            steps: 0,
            first_moment: zero_of(parameters),
            second_moment: zero_of(parameters),
        }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, R: Real> Optimizer<P> for Lamb<P, R> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let betas = [fraction("beta1", self.beta1), fraction("beta2", self.beta2)];
        let [bias1, bias2] = betas.map(|beta| one_minus_power(beta, self.steps + 1));
        let mut step = Coefficients {
            rate: not_negative("rate", self.rate),
            news: betas.map(|beta| R::ONE - beta),
            factor: R::ONE / bias1,
            root: R::ONE / bias2.sqrt(),
            epsilon: positive_f32("epsilon", self.epsilon),
            weight_decay: not_negative("weight_decay", self.weight_decay),
            decays: self.decays,
        };
        update(&mut step, parameters, gradient, [&mut self.first_moment, &mut self.second_moment]);
        self.steps += 1;
    }

    fn rate(&self) -> f64 {
        self.rate.to_f64()
    }

    fn set_rate(&mut self, rate: f64) {
        self.rate = not_negative("rate", R::lit(rate));
    }
}

/// One step of [`Lamb`], the same for all numbers.
struct Coefficients<R> {
    rate: R,
    /// `1 - β₁` and `1 - β₂`.
    news: [R; 2],
    /// `1 / (1 - β₁ᵗ)`: corrects the bias of `m`.
    factor: R,
    /// `1 / √(1 - β₂ᵗ)`: corrects the bias of `√v`.
    root: R,
    epsilon: R,
    weight_decay: R,
    decays: fn(&[usize]) -> bool,
}

impl<R: Real> Update<2> for Coefficients<R> {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [first, second]: [&mut [T]; 2]) {
        let [new1, new2] = self.news.map(converted::<R, T::Wide>);
        let [factor, root, epsilon] = [self.factor, self.root, self.epsilon].map(converted::<R, T::Wide>);
        let decay = converted::<R, T::Wide>(if (self.decays)(shape) { self.weight_decay } else { R::ZERO });
        let direction = |p: T::Wide, m: T::Wide, v: T::Wide| factor * m / (v.sqrt() * root + epsilon) + decay * p;

        let square = |x: T::Wide| converted::<T::Wide, R>(x * x);
        let [mut of_parameters, mut of_steps] = [R::ZERO; 2];
        for (((p, g), m), v) in parameters.iter().zip(gradient).zip(&mut *first).zip(&mut *second) {
            let (p, g, old1, old2) = (p.widen(), g.widen(), m.widen(), v.widen());
            *m = T::rounded(or_zero(old1 + new1 * (g - old1)));
            *v = T::rounded(or_zero(old2 + new2 * (g * g - old2)));
            of_parameters += square(p);
            of_steps += square(direction(p, m.widen(), v.widen()));
        }
        let zero = of_parameters == R::ZERO || of_steps == R::ZERO;
        let trust = if zero { R::ONE } else { (of_parameters / of_steps).sqrt() };
        let rate = converted::<R, T::Wide>(self.rate * trust);
        for ((p, m), v) in parameters.iter_mut().zip(first).zip(second) {
            let wide = p.widen();
            *p = T::rounded(wide - rate * direction(wide, m.widen(), v.widen()));
        }
    }
}
