//! The common part of [`Adagrad`](super::Adagrad) and [`RmsProp`](super::RmsProp): a step by the gradient over the root of past squares.
//!
//! ```text
//! g ← g + weight_decay·p
//! v ← kept·v + added·g²
//! p ← p - rate·g / (√v + ε)
//! ```

use super::hyperparameter::{converted, not_negative, positive_f32};
use super::subnormal::or_zero;
use crate::leaves::Update;
use crate::scalar::Real;

/// The update of one step.
pub(super) struct Squares<R> {
    rate: R,
    kept: R,
    added: R,
    epsilon: R,
    weight_decay: R,
    decays: fn(&[usize]) -> bool,
}

impl<R: Real> Squares<R> {
    /// Of the old squares `kept` remain, of the new ones `added` are added.
    #[track_caller]
    pub(super) fn new(rate: R, [kept, added]: [R; 2], epsilon: R) -> Self {
        Self {
            rate: not_negative("rate", rate),
            kept,
            added,
            epsilon: positive_f32("epsilon", epsilon),
            weight_decay: R::ZERO,
            decays: super::all,
        }
    }

    /// Adds `weight_decay·p` to the gradient.
    #[track_caller]
    pub(super) fn with_decay(self, weight_decay: R, decays: fn(&[usize]) -> bool) -> Self {
        Self { weight_decay: not_negative("weight_decay", weight_decay), decays, ..self }
    }
}

impl<R: Real> Update<1> for Squares<R> {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [squares]: [&mut [T]; 1]) {
        let [rate, kept, added, epsilon] =
            [self.rate, self.kept, self.added, self.epsilon].map(converted::<R, T::Wide>);
        let decay = converted::<R, T::Wide>(if (self.decays)(shape) { self.weight_decay } else { R::ZERO });
        for ((p, g), v) in parameters.iter_mut().zip(gradient).zip(squares) {
            let wide = p.widen();
            let g = g.widen() + decay * wide;
            let square = or_zero(kept * v.widen() + added * (g * g));
            *p = T::rounded(wide - rate * g / (square.sqrt() + epsilon));
            *v = T::rounded(square);
        }
    }
}
