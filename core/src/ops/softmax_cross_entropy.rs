//! Softmax and cross entropy in one: the loss of a classifier.
//!
//! A rule of its own, because the composition of `ln` and `softmax` loses what a small probability was, and because its
//! gradient, `p - onehot`, is a by-product of the value: the forward sweep leaves just that on the tape, in the room that the
//! logits would have taken, and the reverse sweep only scales it.

use core::ops::Mul;

use super::softmax::exponentials;
use crate::rule::{By2, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Column, Matrix, Tensor, widened, zip_accumulate};

impl<T: Element, const B: usize, const C: usize> Matrix<T, B, C> {
    /// The mean over `B` samples of `-ln softmax(x)[label]`, where a row of `self` holds the `C` logits of one sample.
    ///
    /// It is `ln Σ exp(x - max) + max - x[label]`, which does not overflow and stays accurate where softmax underflows. A batch
    /// without samples gives NaN, as every mean of nothing does.
    ///
    /// Derivative: `x̄ += ȳ (softmax(x) - onehot(label)) / B`. Labels have no derivative.
    ///
    /// # Panics
    /// If a label is not below `C`; the message names it, its position and `C`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn loss(logits: &Matrix<f64, 2, 2>, labels: &[usize; 2]) -> f64 {
    ///     logits.softmax_cross_entropy(labels)
    /// }
    /// let logits = tensor([[3.0, 3.0], [0.0, 1000.0]]);
    /// let (value, grad) = loss::value_and_grad(&logits, &[0, 1]);
    /// assert_eq!(value, 2.0_f64.ln() / 2.0); // a coin toss, and certainty
    /// assert_eq!(grad, tensor([[-0.25, 0.25], [0.0, 0.0]]));
    /// ```
    #[inline]
    pub fn softmax_cross_entropy(&self, labels: &[usize; B]) -> T
    where
        T: Real,
    {
        T::rounded(sum_of_losses_of(self, labels) / T::Wide::from_usize(B))
    }

    /// [`softmax_cross_entropy`](Self::softmax_cross_entropy), but the sum over the samples instead of the mean.
    ///
    /// Derivative: `x̄ += ȳ (softmax(x) - onehot(label))`. Labels have no derivative.
    ///
    /// # Panics
    /// If a label is not below `C`; the message names it, its position and `C`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[3.0, 3.0], [0.0, 1000.0]]).softmax_cross_entropy_sum(&[0, 1]), 2.0_f64.ln());
    /// ```
    #[inline]
    #[must_use]
    pub fn softmax_cross_entropy_sum(&self, labels: &[usize; B]) -> T
    where
        T: Real,
    {
        T::rounded(sum_of_losses_of(self, labels))
    }

    #[doc(hidden)]
    pub fn derivative_of_softmax_cross_entropy_sum(&self) -> By2<softmax_cross_entropy_sum> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_softmax_cross_entropy(&self) -> By2<softmax_cross_entropy> {
        By2::new()
    }
}

/// The sum of `ln Σ exp(x - max) + (max - x[label])`.
#[inline]
fn sum_of_losses<T: Real, const B: usize, const C: usize>(
    logits: &Matrix<T, B, C>,
    labels: &[usize; B],
    (max, sum): &(Column<T::Wide, B>, Column<T::Wide, B>),
) -> T::Wide {
    let mut losses = sum.map(T::Wide::ln);
    for (i, &label) in labels.iter().enumerate() {
        assert!(
            label < C,
            "softmax_cross_entropy: label {label} at position {i} is not below the number of classes, {C}"
        );
        losses[[i, 0]] += max[[i, 0]] - logits[[i, label]].widen();
    }
    losses.sum()
}

#[inline]
fn sum_of_losses_of<T: Real, const B: usize, const C: usize>(logits: &Matrix<T, B, C>, labels: &[usize; B]) -> T::Wide {
    sum_of_losses(logits, labels, &exponentials::<1, T::Wide, _>(&mut widened(logits)))
}

macro_rules! cross_entropies {
    ($($(#[$meta:meta])* $name:ident: $n:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (No, No, No);
            lifted for [T: Real, const B: usize, const C: usize] (logits: Matrix<T, B, C>, labels: [usize; B]) -> T,
                keeps gradient: Matrix<T::Wide, B, C>;
            y = {
                let mut gradient = widened(logits);
                let mut parts = exponentials::<1, T::Wide, _>(&mut gradient);
                let n = $n;
                let loss = T::rounded(sum_of_losses(logits, labels, &parts) / n);
                parts.1 *= n;
                gradient /= parts.1;
                for (i, &label) in labels.iter().enumerate() {
                    gradient[[i, label]] -= T::Wide::ONE / n;
                }
                (loss, gradient)
            };
            logits (gradient => |c, d| zip_accumulate(gradient, &Tensor::from(*c), d, Mul::mul)), labels (none);
            tangent(logits_dot, _labels) = {
                let mut loss_dot = Tensor::ZEROS;
                if let Some(logits_dot) = logits_dot {
                    let (_, gradient) = Self::forward(logits, labels);
                    zip_accumulate(&gradient, logits_dot, &mut loss_dot, Mul::mul);
                }
                Tensor::<T, ()>::item(&loss_dot)
            };
        }
    )*};
}
cross_entropies! {
    /// Mean cross entropy of softmax. Residual: the gradient `(p - onehot) / B`. VJP: scaled by the cotangent.
    softmax_cross_entropy: T::Wide::from_usize(B);
    /// Sum of the cross entropies of softmax. Residual: the gradient `p - onehot`. VJP: scaled by the cotangent.
    softmax_cross_entropy_sum: T::Wide::ONE;
}
