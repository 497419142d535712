//! LAMB.

use super::Optimizer;
use super::hyperparameter::{converted, not_negative, own_rate};
use super::moments::Moments;
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
        let moments = Moments::new(R::ONE, [self.beta1, self.beta2], self.epsilon, self.steps + 1)
            .with_decoupled_decay(R::ONE, self.weight_decay, self.decays);
        let mut step = Trusted { moments, rate: not_negative("rate", self.rate) };
        update(&mut step, parameters, gradient, [&mut self.first_moment, &mut self.second_moment]);
        self.steps += 1;
    }

    own_rate!();
}

/// The step of these moments, of the length that the norm of a leaf gives it.
struct Trusted<R> {
    moments: Moments<R>,
    rate: R,
}

impl<R: Real> Update<2> for Trusted<R> {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [first, second]: [&mut [T]; 2]) {
        let step = self.moments.step::<T::Wide>(shape);
        let square = |x: T::Wide| converted::<T::Wide, R>(x * x);
        let [mut of_parameters, mut of_steps] = [R::ZERO; 2];
        for (((p, g), m), v) in parameters.iter().zip(gradient).zip(&mut *first).zip(&mut *second) {
            let p = p.widen();
            [*m, *v] = step.moments(p, g.widen(), [m.widen(), v.widen()]).map(T::rounded);
            of_parameters += square(p);
            of_steps += square(step.length(p, [m.widen(), v.widen()]));
        }
        let zero = of_parameters == R::ZERO || of_steps == R::ZERO;
        let trust = if zero { R::ONE } else { (of_parameters / of_steps).sqrt() };
        let rate = converted::<R, T::Wide>(self.rate * trust);
        for ((p, m), v) in parameters.iter_mut().zip(first).zip(second) {
            let wide = p.widen();
            *p = T::rounded(wide - rate * step.length(wide, [m.widen(), v.widen()]));
        }
    }
}
