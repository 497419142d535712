//! The common part of [`Adam`](super::Adam) and [`AdamW`](super::AdamW): running averages of the gradient and of its
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
use crate::scalar::{Element, Real};

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
pub(super) fn one_minus_power<R: Real>(beta: R, t: u64) -> R {
    -(R::from_usize(usize::try_from(t).unwrap_or(usize::MAX)) * beta.ln()).exp_m1()
}

impl<R: Real> Update<2> for Moments<R> {
    // One function for a number type, shared by all models, which keeps programs small.
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [first, second]: [&mut [T]; 2]) {
        let [new1, new2] = self.news.map(converted::<R, T::Wide>);
        let [rate, root, epsilon] = [self.rate, self.root, self.epsilon].map(converted::<R, T::Wide>);
        let [coupled, decoupled] = if (self.decays)(shape) {
            [self.coupled, self.decoupled].map(converted::<R, T::Wide>)
        } else {
            [T::Wide::ZERO; 2]
        };
        for (((p, g), m), v) in parameters.iter_mut().zip(gradient).zip(first).zip(second) {
            let (wide, g, first, second) = (p.widen(), g.widen(), m.widen(), v.widen());
            let g = g + coupled * wide;
            let first = or_zero(first + new1 * (g - first));
            let second = or_zero(second + new2 * (g * g - second));
            let step = rate * first / (second.sqrt() * root + epsilon) + decoupled * wide;
            (*p, *m, *v) = (T::rounded(wide - step), T::rounded(first), T::rounded(second));
        }
    }
}
