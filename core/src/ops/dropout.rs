//! Dropout: elements chosen by a seed become zero, and the others are scaled up.
//!
//! A rule of its own: the mask is a function of the seed and the position, so the reverse sweep recomputes it and nothing is stored.

use crate::differentiable::Tangent;
use crate::kernels;
use crate::rule::slot::Slot;
use crate::rule::{By3, rule};
use crate::scalar::Real;
use crate::tape::{Flag, No, Yes};
use crate::tensor::{AnyShape, Tensor};

impl<T: Real, S: AnyShape> Tensor<T, S> {
    /// Each number becomes 0 with probability `rate`, and `x / (1 - rate)` otherwise, so the expected value stays the same
    /// (Srivastava et al. 2014).
    ///
    /// The mask depends only on `seed` and the position: it is the same on every machine, for `f32` and `f64`. Use another seed for every
    /// step and every layer. This is the form for training; at inference omit it, or set `rate` to 0, which changes nothing. At 1 nothing
    /// is left.
    ///
    /// Derivative: `x̄ += ȳ / (1 - rate)` where `x` stayed. The rate has none: one that varies does not build, so it is a number, or a
    /// parameter or field that is `#[constant]`.
    ///
    /// # Panics
    /// If `rate` is not from 0 to 1; the message names it.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: &Vector<f64, 6>, seed: u64) -> f64 {
    ///     x.dropout(0.5, seed).sum()
    /// }
    /// let x = Vector::full(1.0);
    /// assert_eq!(x.dropout(0.5, 3), tensor([0.0, 2.0, 2.0, 0.0, 0.0, 2.0]));
    /// assert_eq!(f::grad(&x, 3), tensor([0.0, 2.0, 2.0, 0.0, 0.0, 2.0]));
    /// assert_eq!(x.dropout(0.0, 3), x);
    /// ```
    #[inline]
    #[must_use]
    pub fn dropout(&self, rate: f64, seed: u64) -> Self {
        let mut out = S::zero_rows(self.count_rows());
        add_kept(rate, seed, self, &mut out);
        out
    }

    #[doc(hidden)]
    pub fn derivative_of_dropout(&self) -> By3<dropout> {
        By3::new()
    }
}

/// `d += x / (1 - rate)` where `x` stays.
#[inline]
fn add_kept<T: Real, S: AnyShape>(rate: f64, seed: u64, x: &Tensor<T, S>, d: &mut Tensor<T, S>) {
    assert!((0.0..=1.0).contains(&rate), "dropout: the rate {rate} is not from 0 to 1");
    if x.is_zero_of_any() {
        return;
    }
    d.fit(x.count_rows());
    kernels::add_some(rate, seed, T::Wide::lit(1.0 / (1.0 - rate)), x.as_slice(), d.as_mut_slice());
}

/// Refuses, while building, a rate that varies: its derivative would need the value, which is not kept.
fn nobody_wants<R: Slot<f64>>(_: &R) {
    const { assert!(!R::Wanted::VALUE, "dropout: the rate has no derivative: make it `#[constant]`") }
}

rule! {
    /// Numbers that stay by chance. VJP: the cotangent of those that stayed.
    dropout reads (No, Yes, Yes, No);
    linear for [T: Real, S: AnyShape] (x: Tensor<T, S>, rate: f64, seed: u64) -> Tensor<T, S>;
    y = x.dropout(*rate, *seed);
    x (rate, seed => |c, d| add_kept(*rate, *seed, c, d)), rate (refused by nobody_wants), seed (none);
    tangent(x_dot, rate_dot, _seed) = {
        let y_dot = x_dot.map_or_else(Tangent::zero, |x_dot| x_dot.dropout(*rate, *seed));
        match rate_dot {
            Some(rate_dot) => y_dot + y * T::lit(rate_dot / (1.0 - rate)),
            None => y_dot,
        }
    };
}
