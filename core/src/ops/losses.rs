//! Losses that are sums or means of a term for each element: one row each.
//!
//! Rules, because composed of operators they would make several temporaries. Both operands have the same shape: nothing is broadcast,
//! so a wrong target does not compile. The [mean squared error](super::mse) is older and has a file of its own; the cross entropies
//! are in [`cross_entropy`](super::cross_entropy), Huber's loss, which has a parameter, in [`huber`](super::huber).

use super::linear::rule;
use crate::differentiable::Ct;
use crate::rule::lift::second;
use crate::rule::slot::Slot;
use crate::rule::{By2, Rule2, add_dual, times};
use crate::scalar::{Dual, Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::{Shape, Tensor, zip_accumulate, zip3_accumulate};

/// The term of a loss, and its derivatives.
trait Term {
    fn term<T: Real>(x: T, t: T) -> T;
    fn by_x<T: Real>(x: T, t: T) -> T;
    fn by_t<T: Real>(x: T, t: T) -> T;
}

#[inline(always)]
fn along_x<L: Term, T: Real>(x: T, t: T, c: T) -> T {
    times(c, L::by_x(x, t))
}
#[inline(always)]
fn along_t<L: Term, T: Real>(x: T, t: T, c: T) -> T {
    times(c, L::by_t(x, t))
}

/// The sum of all terms.
#[inline]
fn sum<L: Term, T: Real, S: Shape>(x: &Tensor<T, S>, t: &Tensor<T, S>) -> T::Wide {
    let mut sum = Tensor::<T::Wide, ()>::ZEROS;
    zip_accumulate(x, t, &mut sum, L::term::<T::Wide>);
    sum.item()
}

/// The tangent of the sum.
#[inline]
fn tangent<L: Term, T: Real, S: Shape>(
    x: &Tensor<T, S>,
    t: &Tensor<T, S>,
    x_dot: Option<&Tensor<T, S>>,
    t_dot: Option<&Tensor<T, S>>,
) -> T::Wide {
    let mut sum = Tensor::<T::Wide, ()>::ZEROS;
    if let Some(x_dot) = x_dot {
        zip3_accumulate(x, t, x_dot, &mut sum, along_x::<L, T::Wide>);
    }
    if let Some(t_dot) = t_dot {
        zip3_accumulate(x, t, t_dot, &mut sum, along_t::<L, T::Wide>);
    }
    sum.item()
}

macro_rules! losses {
    ($(
        $(#[$meta:meta])*
        $mean:ident $sum:ident($x:ident, $t:ident) = $term:expr, $by_x:expr, $by_t:expr;
    )*) => {
        $(
            rule! {
                $(#[$meta])*
                $mean reads (Yes, Yes, No);
            }
            rule! {
                #[doc = concat!("[`", stringify!($mean), "`], but the sum instead of the mean.")]
                $sum reads (Yes, Yes, No);
            }

            impl Term for $mean {
                #[inline(always)]
                fn term<T: Real>($x: T, $t: T) -> T {
                    $term
                }
                #[inline(always)]
                #[allow(unused_variables, reason = "a derivative need not depend on both")]
                fn by_x<T: Real>($x: T, $t: T) -> T {
                    $by_x
                }
                #[inline(always)]
                #[allow(unused_variables, reason = "a derivative need not depend on both")]
                fn by_t<T: Real>($x: T, $t: T) -> T {
                    $by_t
                }
            }

            losses!(@rule $mean of $mean, T::Wide::from_usize(S::NUMEL));
            losses!(@rule $sum of $mean, T::Wide::ONE);

            impl<T: Real, S: Shape> Tensor<T, S> {
                $(#[$meta])*
                #[inline]
                #[must_use]
                pub fn $mean(&self, target: &Self) -> T {
                    $mean::forward(self, target).0
                }
                #[doc = concat!("[`", stringify!($mean), "`](Self::", stringify!($mean), "), but the sum instead of the mean.")]
                #[inline]
                #[must_use]
                pub fn $sum(&self, target: &Self) -> T {
                    $sum::forward(self, target).0
                }
            }
        )*

        /// Leads from these methods to their rules.
        pub trait LossRules {
            crate::derivatives_of! {
                $($mean: By2<$mean>; $sum: By2<$sum>;)*
            }
        }
        impl<X> LossRules for X {}
    };
    (@rule $name:ident of $term:ident, $n:expr) => {
        impl<T: Real, S: Shape> Rule2<Tensor<T, S>, Tensor<T, S>> for $name {
            type Output = T;
            type Residual = ();
            #[inline(always)]
            fn forward(x: &Tensor<T, S>, t: &Tensor<T, S>) -> (T, ()) {
                (T::rounded(sum::<$term, T, S>(x, t) / $n), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                x: Read<'_, Tensor<T, S>>,
                t: Read<'_, Tensor<T, S>>,
                _: Read<'_, T>,
                c: &Ct<T>,
                x_bar: impl Slot<Ct<Tensor<T, S>>>,
                t_bar: impl Slot<Ct<Tensor<T, S>>>,
            ) {
                let c = Tensor::from(c.widen() / $n);
                x_bar.accumulate(|d| zip3_accumulate(x.get(), t.get(), &c, d, along_x::<$term, T::Wide>));
                t_bar.accumulate(|d| zip3_accumulate(x.get(), t.get(), &c, d, along_t::<$term, T::Wide>));
            }
            fn jvp(
                x: &Tensor<T, S>,
                t: &Tensor<T, S>,
                _: &T,
                x_dot: Option<&Ct<Tensor<T, S>>>,
                t_dot: Option<&Ct<Tensor<T, S>>>,
            ) -> Ct<T> {
                T::rounded(tangent::<$term, T, S>(x, t, x_dot, t_dot) / $n)
            }
            second!(Tensor<T, S>, Tensor<T, S>: |(x, x_dot), (t, t_dot), _, (c, c_dot), (d, d_dot), (e, e_dot)| {
                let (c, none) = (Dual::with_tangent(*c, c_dot.copied()) / Dual::constant($n), Tensor::<T, ()>::ZEROS);
                let operands = ((x.get(), x_dot), (t.get(), t_dot), (&none, None));
                add_dual(d, d_dot, operands, |x, t, _| along_x::<$term, Dual<T::Wide>>(x, t, c));
                add_dual(e, e_dot, operands, |x, t, _| along_t::<$term, Dual<T::Wide>>(x, t, c));
            });
        }
    };
}

losses! {
    /// The mean absolute error: of `|x - t|`. Derivatives ±1, the sign of `x - t` and the opposite; 0 where they are equal.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).mae(&tensor([2.0, 2.0])), 2.0);
    /// assert_eq!(tensor([1.0, 5.0]).mae_sum(&tensor([2.0, 2.0])), 4.0);
    /// ```
    mae mae_sum(x, t) = (x - t).abs(), step(x - t), -step(x - t);

    /// The binary cross entropy of probabilities: the mean of `-t ln x - (1 - t) ln(1 - x)`, where `0 ln 0` is 0. Derivatives
    /// `(1 - t) / (1 - x) - t / x` and, by the target, `ln(1 - x) - ln x`. Where `x` comes from a sigmoid, take
    /// [`bce_with_logits`](crate::tensor::Tensor::bce_with_logits).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.5, 1.0]).bce(&tensor([1.0, 1.0])), 2.0_f64.ln() / 2.0);
    /// ```
    bce bce_sum(x, t) = -times(t, x.ln()) - times(T::ONE - t, (-x).ln_1p()),
        times(T::ONE - t, T::ONE / (T::ONE - x)) - times(t, T::ONE / x),
        (-x).ln_1p() - x.ln();

    /// The binary cross entropy of logits: the mean of `ln(1 + eˣ) - t x`, without overflow. Derivatives `σ(x) - t` and `-x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e4]).bce_with_logits(&tensor([1.0, 1.0])), 2.0_f64.ln() / 2.0);
    /// ```
    bce_with_logits bce_with_logits_sum(x, t) =
        if x >= T::ZERO {
            times(x, T::ONE - t) + (-x).exp().ln_1p()
        } else {
            times(-x, t) + x.exp().ln_1p()
        },
        <super::elementwise::sigmoid as crate::rule::Elementwise>::value(x) - t,
        -x;

    /// The Kullback-Leibler divergence of log-probabilities `x` from probabilities `t`: the mean of `t (ln t - x)` over all elements, where
    /// `0 ln 0` is 0. Derivatives `-t` and `ln t + 1 - x`. The divergence proper is the sum over a distribution: `kl_div_sum`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let log_q = tensor([0.5, 0.5, 0.0]).ln();
    /// assert_eq!(log_q.kl_div_sum(&tensor([0.0, 1.0, 0.0])), 2.0_f64.ln());
    /// ```
    kl_div kl_div_sum(x, t) = if t == T::ZERO { T::ZERO } else { t * (t.ln() - x) }, -t, t.ln() + T::ONE - x;

    /// The hinge loss for targets ±1: the mean of `max(0, 1 - t x)`. Derivatives `-t` and `-x` where `t x < 1`, else 0, also at the kink.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.5, 3.0]).hinge(&tensor([1.0, -1.0])), (0.5 + 4.0) / 2.0);
    /// ```
    hinge hinge_sum(x, t) = if t * x >= T::ONE { T::ZERO } else { T::ONE - t * x },
        if t * x >= T::ONE { T::ZERO } else { -t },
        if t * x >= T::ONE { T::ZERO } else { -x };
}

/// 1 above 0, -1 below, 0 at 0.
#[inline(always)]
pub(super) fn step<T: Real>(x: T) -> T {
    if x > T::ZERO {
        T::ONE
    } else if x < T::ZERO {
        -T::ONE
    } else {
        x
    }
}
