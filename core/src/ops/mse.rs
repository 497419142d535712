//! The mean squared error, and the sum of squares: the loss of a regression.
//!
//! Rules, because composed of operators they would make three temporaries.

use super::linear::rule;
use crate::differentiable::Ct;
use crate::rule::lift::second;
use crate::rule::slot::Slot;
use crate::rule::{By2, Rule2};
use crate::scalar::{Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::{Shape, Tensor, zip_accumulate, zip3_accumulate};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// The mean of `(x - target)²` over all `n` elements; NaN if there are none.
    ///
    /// Both have the same shape: nothing is broadcast, so a wrong target does not compile.
    ///
    /// Derivatives: `x̄ += ȳ · 2 (x - target) / n`, and the opposite for the target.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn loss(x: &Vector<f64, 2>, #[constant] target: &Vector<f64, 2>) -> f64 {
    ///     x.mse(target)
    /// }
    /// assert_eq!(loss::value_and_grad(&tensor([1.0, 5.0]), &tensor([1.0, 2.0])), (4.5, tensor([0.0, 3.0])));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use cotangent::prelude::*;
    ///
    /// tensor([1.0, 5.0]).mse(&tensor([[1.0], [2.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn mse(&self, target: &Self) -> T {
        T::rounded(sum_of_squares(self, target) / T::Wide::from_usize(S::NUMEL))
    }

    /// The sum of `(x - target)²` over all elements.
    ///
    /// Derivatives: `x̄ += ȳ · 2 (x - target)`, and the opposite for the target.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).mse_sum(&tensor([1.0, 2.0])), 9.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn mse_sum(&self, target: &Self) -> T {
        T::rounded(sum_of_squares(self, target))
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_mse(&self) -> By2<mse> {
        By2::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_mse_sum(&self) -> By2<mse_sum> {
        By2::new()
    }
}

/// `(a - b)²`
#[inline(always)]
fn squared_difference<T: Real>(a: T, b: T) -> T {
    (a - b) * (a - b)
}

/// `(a - b) c`
#[inline(always)]
fn difference_times<T: Real>(a: T, b: T, c: T) -> T {
    (a - b) * c
}

#[inline]
fn sum_of_squares<T: Real, S: Shape>(a: &Tensor<T, S>, b: &Tensor<T, S>) -> T::Wide {
    let mut sum = Tensor::<T::Wide, ()>::ZEROS;
    zip_accumulate(a, b, &mut sum, squared_difference);
    sum.item()
}

macro_rules! squared_errors {
    ($($(#[$meta:meta])* $name:ident: $scale:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (Yes, Yes, No);
        }

        impl<T: Real, S: Shape> Rule2<Tensor<T, S>, Tensor<T, S>> for $name {
            type Output = T;
            type Residual = ();
            #[inline(always)]
            fn forward(a: &Tensor<T, S>, b: &Tensor<T, S>) -> (T, ()) {
                (a.$name(b), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                a: Read<'_, Tensor<T, S>>,
                b: Read<'_, Tensor<T, S>>,
                _: Read<'_, T>,
                c: &Ct<T>,
                a_bar: impl Slot<Ct<Tensor<T, S>>>,
                b_bar: impl Slot<Ct<Tensor<T, S>>>,
            ) {
                let c = Tensor::from(c.widen() * $scale);
                a_bar.accumulate(|d| zip3_accumulate(a.get(), b.get(), &c, d, difference_times));
                b_bar.accumulate(|d| zip3_accumulate(b.get(), a.get(), &c, d, difference_times));
            }
            fn jvp(
                a: &Tensor<T, S>,
                b: &Tensor<T, S>,
                _: &T,
                a_dot: Option<&Ct<Tensor<T, S>>>,
                b_dot: Option<&Ct<Tensor<T, S>>>,
            ) -> Ct<T> {
                let mut sum = Tensor::<T::Wide, ()>::ZEROS;
                if let Some(a_dot) = a_dot {
                    zip3_accumulate(a, b, a_dot, &mut sum, difference_times);
                }
                if let Some(b_dot) = b_dot {
                    zip3_accumulate(b, a, b_dot, &mut sum, difference_times);
                }
                T::rounded(sum.item() * $scale)
            }
            second!(Tensor<T, S>, Tensor<T, S>: |(a, a_dot), (b, b_dot), (y, _), (c, c_dot), (a_bar, mut d), (b_bar, mut e)| {
                Self::vjp(&(), a, b, y, c, a_bar, b_bar);
                if let Some(c) = c_dot {
                    Self::vjp(&(), a, b, y, c, d.out(), e.out());
                }
                // The cotangents are linear in both operands together.
                if a_dot.is_some() || b_dot.is_some() {
                    let zero = Tensor::ZEROS;
                    let (a, b) = (a_dot.unwrap_or(&zero), b_dot.unwrap_or(&zero));
                    Self::vjp(&(), Read::live(a), Read::live(b), y, c, d, e);
                }
            });
        }
    )*};
}
squared_errors! {
    /// `y = Σ (a - b)² / n`. VJP: `ā += ȳ · 2 (a - b) / n`, and the opposite for `b`.
    mse: T::Wide::lit(2.0) / T::Wide::from_usize(S::NUMEL);
    /// `y = Σ (a - b)²`. VJP: `ā += ȳ · 2 (a - b)`, and the opposite for `b`.
    mse_sum: T::Wide::lit(2.0);
}
