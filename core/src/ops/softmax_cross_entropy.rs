//! Softmax and cross entropy in one: the loss of a classifier.
//!
//! A rule of its own, because the composition of `ln` and `softmax` loses what a small probability was, and because its
//! gradient, `p - onehot`, is a by-product of the value: the forward sweep leaves just that on the tape, in the room that the
//! logits would have taken, and the reverse sweep only scales it.

use core::ops::Mul;

use super::softmax::exponentials;
use crate::kernels::rolled;
use crate::rule::{By2, formula, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{AnyShape, Matrix, SumTo, Tensor, widen_to, widened, zip_accumulate};
#[cfg(feature = "alloc")]
use crate::tensor::{Batch, Dim, Dyn, One, exponentiate, joined_rows, largest_of_rows};

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

/// The largest number of each row, and the sum of its exponentials.
type Two<T, K> = (Tensor<T, K>, Tensor<T, K>);

/// The sum of `ln Σ exp(x - max) + (max - x[label])`, where a shape `K` has a number for each row of `classes` logits. The losses
/// replace the largest numbers.
#[inline]
fn sum_of_losses<T: Real, S: AnyShape, K: AnyShape>(
    classes: usize,
    logits: &Tensor<T, S>,
    labels: &[usize],
    (max, sum): &mut Two<T::Wide, K>,
) -> T::Wide {
    let rows = logits.as_slice().chunks_exact(classes).zip(sum.as_slice());
    for (i, ((max, &label), (row, &sum))) in max.as_mut_slice().iter_mut().zip(labels).zip(rows).enumerate() {
        rolled();
        assert!(
            label < classes,
            "softmax_cross_entropy: label {label} at position {i} is not below the number of classes, {classes}"
        );
        *max = sum.ln() + (*max - row[label].widen());
    }
    max.sum()
}

#[inline]
fn sum_of_losses_of<T: Real, const B: usize, const C: usize>(logits: &Matrix<T, B, C>, labels: &[usize; B]) -> T::Wide {
    sum_of_losses(C, logits, labels, &mut exponentials::<1, T::Wide, _>(&mut widened(logits)))
}

/// The loss. A copy of the logits becomes its gradient `(p - onehot) / n`.
#[inline]
fn with_gradient<T: Real, S: AnyShape + SumTo<K>, K: AnyShape>(
    classes: usize,
    logits: &Tensor<T, S>,
    labels: &[usize],
    gradient: &mut Tensor<T::Wide, S>,
    n: T::Wide,
    exponentials: impl FnOnce(&mut Tensor<T::Wide, S>) -> Two<T::Wide, K>,
) -> T {
    let mut parts = exponentials(gradient);
    let loss = T::rounded(sum_of_losses(classes, logits, labels, &mut parts) / n);
    parts.1 *= n;
    *gradient /= &parts.1;
    for (row, &label) in gradient.as_mut_slice().chunks_exact_mut(classes).zip(labels) {
        rolled();
        // It is below `classes`, as the sum of the losses has checked.
        if let Some(at_label) = row.get_mut(label) {
            *at_label -= T::Wide::ONE / n;
        }
    }
    loss
}

/// The rule for logits of one type.
macro_rules! cross_entropy {
    ($name:ident [$($generics:tt)*] $logits:ty, $labels:ty, $gradient:ty; |$x:ident, $l:ident, $g:ident| $value:expr) => {
        formula! {
            {} {$name}
            lifted for [T: Real, $($generics)*] (logits: $logits, labels: $labels) -> T, keeps gradient: $gradient => {
                widen_to(logits, gradient);
                let ($x, $l, $g) = (logits, labels, gradient);
                $value
            };
            y = {
                let mut gradient = widened(logits);
                let ($x, $l, $g) = (logits, labels, &mut gradient);
                ($value, gradient)
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
    };
}

macro_rules! cross_entropies {
    ($($(#[$meta:meta])* $name:ident: |$rows:ident| $n:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (No, No, No);
        }
        cross_entropy!($name [const B: usize, const C: usize] Matrix<T, B, C>, [usize; B], Matrix<T::Wide, B, C>; |x, labels, gradient| {
            let $rows = B;
            with_gradient(C, x, labels, gradient, $n, exponentials::<1, T::Wide, _>)
        });
        #[cfg(feature = "alloc")]
        cross_entropy!($name [const C: usize] Batch<T, C>, Labels, Batch<T::Wide, C>; |x, labels, gradient| {
            let $rows = same_rows(x, labels);
            with_gradient(C, x, labels.as_slice(), gradient, $n, exponentials_of_rows)
        });
    )*};
}
cross_entropies! {
    /// Mean cross entropy of softmax. Residual: the gradient `(p - onehot) / B`. VJP: scaled by the cotangent.
    softmax_cross_entropy: |rows| T::Wide::from_usize(rows);
    /// Sum of the cross entropies of softmax. Residual: the gradient `p - onehot`. VJP: scaled by the cotangent.
    softmax_cross_entropy_sum: |_rows| T::Wide::ONE;
}

/// The label of each row.
#[cfg(feature = "alloc")]
type Labels = Tensor<usize, (Dyn,)>;

#[cfg(feature = "alloc")]
#[inline]
fn exponentials_of_rows<T: Real, const C: usize>(x: &mut Batch<T, C>) -> Two<T, (Dyn, One)> {
    let max = largest_of_rows(x);
    *x -= &max;
    exponentiate(x);
    (max, x.sum_to())
}

/// The number of rows of logits, as many as labels.
#[cfg(feature = "alloc")]
#[track_caller]
fn same_rows<T: Real, const C: usize>(logits: &Batch<T, C>, labels: &Labels) -> usize {
    joined_rows::<(Dyn, Dim<C>), (Dyn,)>(logits.rows(), labels.rows())
}

#[cfg(feature = "alloc")]
impl<T: Real, const C: usize> Batch<T, C> {
    /// The mean over all rows of `-ln softmax(x)[label]`, where a row of `self` holds the `C` logits of one sample: as for a matrix.
    ///
    /// Derivative: `x̄ += ȳ (softmax(x) - onehot(label)) / rows`. Labels have no derivative.
    ///
    /// # Panics
    /// If there are not as many labels as rows; if a label is not below `C`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let logits = Batch::of_rows([[3.0, 3.0], [0.0, 1000.0]]);
    /// assert_eq!(logits.softmax_cross_entropy(&Tensor::from(vec![0, 1])), 2.0_f64.ln() / 2.0);
    /// ```
    #[must_use]
    pub fn softmax_cross_entropy(&self, labels: &Tensor<usize, (Dyn,)>) -> T {
        let n = T::Wide::from_usize(same_rows(self, labels));
        T::rounded(sum_of_losses(C, self, labels.as_slice(), &mut exponentials_of_rows(&mut widened(self))) / n)
    }

    /// [`softmax_cross_entropy`](Self::softmax_cross_entropy), but the sum over the rows instead of the mean.
    ///
    /// Derivative: `x̄ += ȳ (softmax(x) - onehot(label))`. Labels have no derivative.
    ///
    /// # Panics
    /// If there are not as many labels as rows; if a label is not below `C`.
    #[must_use]
    pub fn softmax_cross_entropy_sum(&self, labels: &Tensor<usize, (Dyn,)>) -> T {
        same_rows(self, labels);
        T::rounded(sum_of_losses(C, self, labels.as_slice(), &mut exponentials_of_rows(&mut widened(self))))
    }

    crate::derivatives_of! {
        pub softmax_cross_entropy: By2<softmax_cross_entropy>;
        pub softmax_cross_entropy_sum: By2<softmax_cross_entropy_sum>;
    }
}
