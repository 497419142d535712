//! The common part of [`Adam`](super::Adam), [`AdamW`](super::AdamW) and [`Lamb`](super::Lamb): running averages of the gradient and of its
//! square, and a step proportional to their ratio.
//!
//! ```text
//! g ← g + coupled·p
//! m ← m + (1 - β₁)·(g - m)           first moment
//! v ← v + (1 - β₂)·(g² - v)          second moment
//! p ← p - rate·m̂ / (√v̂ + ε) - decoupled·p
//! ```
//!
//! with `m̂ = m / (1 - β₁ᵗ)` and `v̂ = v / (1 - β₂ᵗ)` at step `t`. Written as a difference, an average needs only
//! `1 - β`, which `f32` holds more accurately than `β`.

use super::hyperparameter::{converted, fraction, not_negative, positive_f32};
use super::subnormal::or_zero;
use crate::leaves::Update;
use crate::scalar::Real;

/// The update of one step, the same for all numbers: it depends only on the hyperparameters and the number of steps.
pub(super) struct Moments<R> {
    /// `1 - β₁` and `1 - β₂`.
    news: [R; 2],
    /// `rate / (1 - β₁ᵗ)`: the rate, with the bias of `m` corrected.
    rate: R,
    /// `1 / √(1 - β₂ᵗ)`: corrects the bias of `√v`.
    root: R,
    epsilon: R,
    coupled: R,
    decoupled: R,
    decays: fn(&[usize]) -> bool,
}

impl<R: Real> Moments<R> {
    /// Step number `steps`, counted from 1, without weight decay.
    #[track_caller]
    pub(super) fn new(rate: R, [beta1, beta2]: [R; 2], epsilon: R, steps: u64) -> Self {
        let rate = not_negative("rate", rate);
        let betas = [fraction("beta1", beta1), fraction("beta2", beta2)];
        let [bias1, bias2] = betas.map(|beta| one_minus_power(beta, steps));
        Self {
            news: betas.map(|beta| R::ONE - beta),
            rate: rate / bias1,
            root: R::ONE / bias2.sqrt(),
            epsilon: positive_f32("epsilon", epsilon),
            coupled: R::ZERO,
            decoupled: R::ZERO,
            decays: super::all,
        }
    }

    /// Adds `weight_decay·p` to the gradient, so the decay goes through the moments.
    #[track_caller]
    pub(super) fn with_coupled_decay(self, weight_decay: R, decays: fn(&[usize]) -> bool) -> Self {
        Self { coupled: not_negative("weight_decay", weight_decay), decays, ..self }
    }

    /// Subtracts `rate·weight_decay·p` from the parameter directly, not through the moments.
    #[track_caller]
    pub(super) fn with_decoupled_decay(self, rate: R, weight_decay: R, decays: fn(&[usize]) -> bool) -> Self {
        Self { decoupled: rate * not_negative("weight_decay", weight_decay), decays, ..self }
    }
}

/// `1 - betaᵗ`, accurate to the last digits even if `betaᵗ` is close to 1.
fn one_minus_power<R: Real>(beta: R, t: u64) -> R {
    -(R::from_usize(usize::try_from(t).unwrap_or(usize::MAX)) * beta.ln()).exp_m1()
}

impl<R: Real> Moments<R> {
    /// The step for a leaf of this shape, in the type in which it is computed.
    #[inline(always)]
    pub(super) fn step<T: Real>(&self, shape: &[usize]) -> Step<T> {
        let decays = (self.decays)(shape);
        let decay = |decay| converted(if decays { decay } else { R::ZERO });
        Step {
            news: self.news.map(converted::<R, T>),
            rate: converted(self.rate),
            root: converted(self.root),
            epsilon: converted(self.epsilon),
            coupled: decay(self.coupled),
            decoupled: decay(self.decoupled),
        }
    }
}

/// The fields of [`Moments`], for one leaf.
pub(super) struct Step<T> {
    news: [T; 2],
    rate: T,
    root: T,
    epsilon: T,
    coupled: T,
    decoupled: T,
}

impl<T: Real> Step<T> {
    /// The new moments of a parameter.
    #[inline(always)]
    pub(super) fn moments(&self, p: T, g: T, [first, second]: [T; 2]) -> [T; 2] {
        let [new1, new2] = self.news;
        let g = g + self.coupled * p;
        [or_zero(first + new1 * (g - first)), or_zero(second + new2 * (g * g - second))]
    }

    /// What is subtracted from it.
    #[inline(always)]
    pub(super) fn length(&self, p: T, [first, second]: [T; 2]) -> T {
        self.rate * first / (second.sqrt() * self.root + self.epsilon) + self.decoupled * p
    }
}

impl<R: Real> Update<2> for Moments<R> {
    // One function for a number type, shared by all models, which keeps programs small.
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [first, second]: [&mut [T]; 2]) {
        let step = self.step::<T::Wide>(shape);
        for (((p, g), m), v) in parameters.iter_mut().zip(gradient).zip(first).zip(second) {
            let wide = p.widen();
            let moments = step.moments(wide, g.widen(), [m.widen(), v.widen()]);
            *p = T::rounded(wide - step.length(wide, moments));
            [*m, *v] = moments.map(T::rounded);
        }
    }
}
