//! Cross entropies of logits with soft targets and of log-probabilities with labels; one-hot and smoothed targets.
//!
//! For logits with labels see [`softmax_cross_entropy`](super::softmax_cross_entropy).

use super::log_softmax::log_probabilities;
use crate::kernels::add_to;
use crate::rule::{By2, rule, times};
use crate::scalar::{Element, Real};
use crate::tape::{No, Yes};
use crate::tensor::{Dim, Matrix, One, Tensor, exponentiate, wide_sum_to, widened, zip_accumulate, zip3_accumulate};

impl<T: Element, const B: usize, const C: usize> Matrix<T, B, C> {
    /// A row for each label, with a 1 in the column of the label and 0 in the others.
    ///
    /// # Panics
    /// If a label is not below `C`; the message names it, its position and `C`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(Matrix::one_hot(&[2, 0]), tensor([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]));
    /// ```
    #[must_use]
    pub fn one_hot(labels: &[usize; B]) -> Self {
        let mut out = Self::ZEROS;
        for (i, &label) in labels.iter().enumerate() {
            known::<C>("one_hot", i, label);
            out[[i, label]] = T::ONE;
        }
        out
    }

    /// [`one_hot`](Self::one_hot), of which a share `amount` is spread evenly over all `C` classes: label smoothing (Szegedy et al.
    /// 2016).
    ///
    /// # Panics
    /// If a label is not below `C`; the message names it, its position and `C`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(Matrix::smoothed(&[1], 0.5), tensor([[0.25, 0.75]]));
    /// ```
    #[must_use]
    pub fn smoothed(labels: &[usize; B], amount: T) -> Self
    where
        T: Real,
    {
        Self::one_hot(labels) * (T::ONE - amount) + amount / T::from_usize(C)
    }

    /// The mean over `B` samples of `-Σ t ln softmax(x)`, where a row of `self` holds the `C` logits `x` of one sample, and a row of
    /// `targets` its probabilities `t`.
    ///
    /// It does not overflow and stays accurate where softmax underflows. A term with `t = 0` is 0. A batch without samples gives
    /// NaN.
    ///
    /// Derivatives: `x̄ += ȳ (softmax(x) Σ t - t) / B` and `t̄ -= ȳ ln softmax(x) / B`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn loss(logits: &Matrix<f64, 1, 2>, #[constant] targets: &Matrix<f64, 1, 2>) -> f64 {
    ///     logits.cross_entropy(targets)
    /// }
    /// let targets = Matrix::smoothed(&[1], 0.5);
    /// assert_eq!(loss::value_and_grad(&tensor([[3.0, 3.0]]), &targets), (2.0_f64.ln(), tensor([[0.25, -0.25]])));
    /// ```
    #[inline]
    #[must_use]
    pub fn cross_entropy(&self, targets: &Self) -> T
    where
        T: Real,
    {
        T::rounded(sum_of_terms::<T, B, C>(&logs(self), targets) / T::Wide::from_usize(B))
    }

    /// [`cross_entropy`](Self::cross_entropy), but the sum over the samples instead of the mean.
    ///
    /// Derivatives: `x̄ += ȳ (softmax(x) Σ t - t)` and `t̄ -= ȳ ln softmax(x)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let logits = tensor([[3.0, 3.0], [1.0, 1.0]]);
    /// assert_eq!(logits.cross_entropy_sum(&Matrix::one_hot(&[1, 0])), 2.0 * 2.0_f64.ln());
    /// ```
    #[inline]
    #[must_use]
    pub fn cross_entropy_sum(&self, targets: &Self) -> T
    where
        T: Real,
    {
        T::rounded(sum_of_terms::<T, B, C>(&logs(self), targets))
    }

    /// The mean over `B` samples of `-x[label]`, where a row of `self` holds the log-probabilities `x` of one sample: the negative log
    /// likelihood. A batch without samples gives NaN.
    ///
    /// Derivative: `x̄[label] -= ȳ / B`. Labels have no derivative.
    ///
    /// # Panics
    /// If a label is not below `C`; the message names it, its position and `C`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[-1.0, -3.0], [-0.5, -2.0]]).nll(&[1, 0]), 1.75);
    /// ```
    #[inline]
    #[must_use]
    pub fn nll(&self, labels: &[usize; B]) -> T
    where
        T: Real,
    {
        T::rounded(sum_of_labels(self, labels) / T::Wide::from_usize(B))
    }

    /// [`nll`](Self::nll), but the sum over the samples instead of the mean.
    ///
    /// Derivative: `x̄[label] -= ȳ`. Labels have no derivative.
    ///
    /// # Panics
    /// If a label is not below `C`; the message names it, its position and `C`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[-1.0, -3.0], [-0.5, -2.0]]).nll_sum(&[1, 0]), 3.5);
    /// ```
    #[inline]
    #[must_use]
    pub fn nll_sum(&self, labels: &[usize; B]) -> T
    where
        T: Real,
    {
        T::rounded(sum_of_labels(self, labels))
    }

    #[doc(hidden)]
    pub fn derivative_of_cross_entropy(&self) -> By2<cross_entropy> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_cross_entropy_sum(&self) -> By2<cross_entropy_sum> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_nll_sum(&self) -> By2<nll_sum> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_nll(&self) -> By2<nll> {
        By2::new()
    }
}

/// Refuses a label that is not a class.
fn known<const C: usize>(what: &str, position: usize, label: usize) {
    assert!(label < C, "{what}: label {label} at position {position} is not below the number of classes, {C}");
}

/// `-t ln p`
#[inline(always)]
fn term<T: Real>(log_p: T, t: T) -> T {
    -times(t, log_p)
}

/// `p Σt - t`
#[inline(always)]
fn slope<T: Real>(p: T, t: T, total: T) -> T {
    p * total - t
}

/// The derivative by the logits, without the factor of the mean.
#[inline]
fn slopes<T: Real, const B: usize, const C: usize>(
    log_p: &Matrix<T::Wide, B, C>,
    targets: &Matrix<T, B, C>,
) -> Matrix<T::Wide, B, C> {
    let mut slopes = Tensor::ZEROS;
    let mut p = *log_p;
    exponentiate(&mut p);
    zip3_accumulate(&p, targets, &wide_sum_to::<T, _, (Dim<B>, One)>(targets), &mut slopes, slope);
    slopes
}

/// `-Σ t ln p`
#[inline]
fn sum_of_terms<T: Real, const B: usize, const C: usize>(
    log_p: &Matrix<T::Wide, B, C>,
    targets: &Matrix<T, B, C>,
) -> T::Wide {
    let mut sum = Tensor::<T::Wide, ()>::ZEROS;
    zip_accumulate(log_p, targets, &mut sum, term);
    sum.item()
}

/// `ln softmax(x)`
#[inline]
fn logs<T: Real, const B: usize, const C: usize>(x: &Matrix<T, B, C>) -> Matrix<T::Wide, B, C> {
    let mut logs = widened(x);
    log_probabilities::<1, T::Wide, _>(&mut logs);
    logs
}

/// `-Σ x[label]`
fn sum_of_labels<T: Real, const B: usize, const C: usize>(x: &Matrix<T, B, C>, labels: &[usize; B]) -> T::Wide {
    let mut sum = T::Wide::ZERO;
    for (i, &label) in labels.iter().enumerate() {
        known::<C>("nll", i, label);
        sum -= x[[i, label]].widen();
    }
    sum
}

macro_rules! cross_entropies {
    ($($(#[$meta:meta])* $name:ident: $n:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (No, Yes, No);
            lifted for [T: Real, const B: usize, const C: usize] (x: Matrix<T, B, C>, targets: Matrix<T, B, C>) -> T,
                keeps log_p: Matrix<T::Wide, B, C> = logs(x);
            y = T::rounded(sum_of_terms::<T, B, C>(log_p, targets) / $n);
            x (log_p, targets => |c, d| {
                zip_accumulate(&slopes::<T, B, C>(log_p, targets), &Tensor::from(c.widen() / $n), d, times)
            }),
            targets (log_p => |c, d| zip_accumulate(log_p, &Tensor::from(c.widen() / $n), d, term));
            tangent(x_dot, targets_dot) = {
                let (log_p, mut sum) = (logs(x), Tensor::<T::Wide, ()>::ZEROS);
                if let Some(x_dot) = x_dot {
                    zip_accumulate(&slopes::<T, B, C>(&log_p, targets), x_dot, &mut sum, times);
                }
                if let Some(targets_dot) = targets_dot {
                    zip_accumulate(&log_p, targets_dot, &mut sum, term);
                }
                T::rounded(sum.item() / $n)
            };
        }
    )*};
}
cross_entropies! {
    /// Mean cross entropy of softmax with soft targets. Residual: `ln softmax(x)`.
    cross_entropy: T::Wide::from_usize(B);
    /// Sum of the cross entropies of softmax with soft targets. Residual: `ln softmax(x)`.
    cross_entropy_sum: T::Wide::ONE;
}

macro_rules! likelihoods {
    ($($(#[$meta:meta])* $name:ident: $n:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (No, Yes, No);
            linear for [T: Real, const B: usize, const C: usize] (x: Matrix<T, B, C>, labels: [usize; B]) -> T;
            y = T::rounded(sum_of_labels(x, labels) / $n);
            x (labels => |c, d| {
                for (i, &label) in labels.iter().enumerate() {
                    add_to(&mut d[[i, label]], -c.widen() / $n);
                }
            }),
            labels (none);
        }
    )*};
}
likelihoods! {
    /// Mean negative log likelihood. VJP: `-ȳ / B` at the labels.
    nll: T::Wide::from_usize(B);
    /// Sum of the negative log likelihoods. VJP: `-ȳ` at the labels.
    nll_sum: T::Wide::ONE;
}
