//! Losses that are the mean or the sum of an elementwise term.
//!
//! Rules, because composed of operators they would make several temporaries. Both operands have the same shape: nothing is broadcast,
//! so a wrong target does not compile. A third operand is a number, which may be learned. The cross entropies are in
//! [`cross_entropy`](super::cross_entropy).
//!
//! A row is that of the [tables](super::elementwise), under the names of the mean and of the sum; every partial derivative reads all operands.

use super::elementwise::rows::{Passes, partial};
use super::operands::Numbers;
use crate::kernels::add_to;
use crate::rule::{By2, By3, Rule2, Rule3, add_dual, formula, rule, times};
use crate::scalar::{Dual, Element, Real};
use crate::tape::{No, Yes};
use crate::tensor::{AnyShape, SumTo, Tensor, joined_rows, zip_accumulate, zip3_accumulate};

/// The sum of `f(x, t)` of all pairs.
#[inline]
fn sum<T: Real, S: AnyShape>(x: &Tensor<T, S>, t: &Tensor<T, S>, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> T::Wide {
    joined_rows::<S, S>(x.count_rows(), t.count_rows());
    let mut sum = Tensor::<T::Wide, ()>::ZEROS;
    zip_accumulate(x, t, &mut sum, f);
    sum.item()
}

/// The sum of `f(x, t, with)` over all pairs, where `with` is a number that broadcasts to them or is passed beside
/// them.
#[inline]
fn sum_with<T: Real, S: AnyShape + SumTo<R>, R: AnyShape>(
    x: &Tensor<T, S>,
    t: &Tensor<T, S>,
    with: &Tensor<T, R>,
    f: impl Fn(T::Wide, T::Wide, T::Wide) -> T::Wide,
) -> T::Wide {
    joined_rows::<S, S>(x.count_rows(), t.count_rows());
    let mut sum = Tensor::<T::Wide, ()>::ZEROS;
    zip3_accumulate(x, t, with, &mut sum, f);
    sum.item()
}

/// The number of pairs, by which a mean is divided.
#[inline(always)]
fn count<T: Real, S: AnyShape>(x: &Tensor<T, S>) -> T::Wide {
    T::Wide::from_usize(x.as_slice().len())
}

/// By which a sum is divided.
#[inline(always)]
fn one<T: Real, S: AnyShape>(_: &Tensor<T, S>) -> T::Wide {
    T::Wide::ONE
}

/// The contribution of a pair from a cotangent.
#[inline(always)]
fn along<P: Passes, T: Real>(x: T, t: T, c: T) -> T {
    P::along(c, x, t)
}

macro_rules! losses {
    ($(
        $(#[$meta:meta])*
        $mean:ident $sum:ident($($x:ident),+) = $value:expr, $($by:ident $partial:tt),+;
    )*) => {$(
        losses! { @row [$(#[$meta])*] $mean [concat!("[`", stringify!($mean), "`](Tensor::", stringify!($mean), "), but the sum instead of the mean.")]
            $sum ($($x),+) {$value} $($partial)+ }
    )*};
    (@row [$($doc:tt)*] $mean:ident [$of_sum:expr] $sum:ident ($x:ident, $t:ident) {$value:expr} $by_x:tt $by_t:tt) => {
        rule! { $($doc)* $mean reads (Yes, Yes, No); }
        rule! { #[doc = $of_sum] $sum reads (Yes, Yes, No); }

        #[allow(non_camel_case_types, unused_variables, reason = "a row reads what it needs")]
        const _: () = {
            #[inline(always)]
            fn term<T: Real>($x: T, $t: T) -> T {
                $value
            }
            partial!(by_x $by_x);
            partial!(by_t $by_t);
            losses!(@pairs $mean, count);
            losses!(@pairs $sum, one);
        };

        impl<T: Real, S: AnyShape> Tensor<T, S> {
            $($doc)*
            #[inline]
            #[must_use]
            pub fn $mean(&self, target: &Self) -> T {
                $mean::forward(self, target).0
            }
            #[doc = $of_sum]
            #[inline]
            #[must_use]
            pub fn $sum(&self, target: &Self) -> T {
                $sum::forward(self, target).0
            }
            crate::derivatives_of! { pub $mean: By2<$mean>; pub $sum: By2<$sum>; }
        }
    };
    (@pairs $name:ident, $n:ident) => {
        formula! {
            {} {$name}
            by_hand for [T: Real, S: AnyShape] (x: Tensor<T, S>, t: Tensor<T, S>) -> T;
            y = T::rounded(sum(x, t, term) / $n(x));
            x (x, t => |c, d| zip3_accumulate(x, t, &Tensor::from(c.widen() / $n(x)), d, along::<by_x, _>)),
            t (x, t => |c, d| zip3_accumulate(x, t, &Tensor::from(c.widen() / $n(x)), d, along::<by_t, _>));
            tangent(x_dot, t_dot) = {
                let along = [x_dot.map(|dot| sum_with(x, t, dot, along::<by_x, _>)), t_dot.map(|dot| sum_with(x, t, dot, along::<by_t, _>))];
                T::rounded(along.into_iter().flatten().fold(T::Wide::ZERO, |sum, along| sum + along) / $n(x))
            };
            second |(x, x_dot), (t, t_dot), _, (c, c_dot), (d, d_dot), (e, e_dot)| {
                let (c, none) = (Dual::with_tangent(*c, c_dot.copied()) / Dual::constant($n(x.get())), Tensor::<T, ()>::ZEROS);
                let operands = ((x.get(), x_dot), (t.get(), t_dot), (&none, None));
                add_dual(d, d_dot, operands, |x, t, _| along::<by_x, _>(x, t, c));
                add_dual(e, e_dot, operands, |x, t, _| along::<by_t, _>(x, t, c));
            }
        }
    };
    (@row [$($doc:tt)*] $mean:ident [$of_sum:expr] $sum:ident ($x:ident, $t:ident, $p:ident) {$value:expr} $by_x:tt $by_t:tt $by_p:tt) => {
        rule! { $($doc)* $mean reads (Yes, Yes, Yes, No); }
        rule! { #[doc = $of_sum] $sum reads (Yes, Yes, Yes, No); }

        #[allow(unused_variables, reason = "a row reads what it needs")]
        const _: () = {
            #[inline(always)]
            fn term<T: Real>($x: T, $t: T, $p: T) -> T {
                $value
            }
            losses!(@slope by_x $by_x);
            losses!(@slope by_t $by_t);
            losses!(@slope by_p $by_p);
            losses!(@pairs_with $mean, count);
            losses!(@pairs_with $sum, one);
        };

        impl<T: Real, S: AnyShape> Tensor<T, S> {
            $($doc)*
            #[inline]
            #[must_use]
            pub fn $mean(&self, target: &Self, $p: T) -> T {
                $mean::forward(self, target, &$p).0
            }
            #[doc = $of_sum]
            #[inline]
            #[must_use]
            pub fn $sum(&self, target: &Self, $p: T) -> T {
                $sum::forward(self, target, &$p).0
            }
            crate::derivatives_of! { pub $mean: By3<$mean>; pub $sum: By3<$sum>; }
        }
    };
    (@slope $name:ident ($x:ident, $t:ident, $p:ident => $partial:expr)) => {
        #[inline(always)]
        fn $name<T: Real>($x: T, $t: T, $p: T) -> T {
            $partial
        }
    };
    (@pairs_with $name:ident, $n:ident) => {
        formula! {
            {} {$name}
            by_hand for [T: Real, S: AnyShape] (x: Tensor<T, S>, t: Tensor<T, S>, p: T) -> T;
            y = T::rounded(sum_with(x, t, &Tensor::from(*p), term) / $n(x));
            x (x, t, p => |c, d| {
                let p = p.widen();
                zip3_accumulate(x, t, &Tensor::from(c.widen() / $n(x)), d, |x, t, c| times(c, by_x(x, t, p)));
            }),
            t (x, t, p => |c, d| {
                let p = p.widen();
                zip3_accumulate(x, t, &Tensor::from(c.widen() / $n(x)), d, |x, t, c| times(c, by_t(x, t, p)));
            }),
            p (x, t, p => |c, d| add_to(d, c.widen() / $n(x) * sum_with(x, t, &Tensor::from(*p), by_p)));
            tangent(x_dot, t_dot, p_dot) = {
                let wide = p.widen();
                let along = [
                    x_dot.map(|dot| sum_with(x, t, dot, |x, t, dot| times(dot, by_x(x, t, wide)))),
                    t_dot.map(|dot| sum_with(x, t, dot, |x, t, dot| times(dot, by_t(x, t, wide)))),
                    p_dot.map(|dot| dot.widen() * sum_with(x, t, &Tensor::from(*p), by_p)),
                ];
                T::rounded(along.into_iter().flatten().fold(T::Wide::ZERO, |sum, along| sum + along) / $n(x))
            };
            second |x, t, p, _, c, (d, d_dot), (e, e_dot), (mut f, mut f_dot)| {
                let moving = |x: &T, dot: Option<&T>| Dual::with_tangent(*x, dot.copied());
                let (c, p) = (moving(c.0, c.1) / Dual::constant($n(x.0.get())), moving(p.0.get(), p.1));
                let none = Tensor::<T, ()>::ZEROS;
                let operands = ((x.0.get(), x.1), (t.0.get(), t.1), (&none, None));
                add_dual(d, d_dot, operands, |x, t, _| times(c, by_x(x, t, p)));
                add_dual(e, e_dot, operands, |x, t, _| times(c, by_t(x, t, p)));
                let (mut f, mut f_dot) = (f.out(), f_dot.out());
                let (f, f_dot) = (f.parts(Numbers::as_tensor_mut), f_dot.parts(Numbers::as_tensor_mut));
                add_dual(f, f_dot, operands, |x, t, _| times(c, by_p(x, t, p)));
            }
        }
    };
}

losses! {
    /// The mean of `(x - target)²` over all `n` elements; NaN if there are none. Derivatives `2 (x - target) / n`, and the opposite for the
    /// target.
    ///
    /// Both have the same shape: nothing is broadcast, so a wrong target does not compile.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn loss(x: &Vector<f64, 2>, #[constant] target: &Vector<f64, 2>) -> f64 {
    ///     x.mse(target)
    /// }
    /// assert_eq!(loss::value_and_grad(&tensor([1.0, 5.0]), &tensor([1.0, 2.0])), (4.5, tensor([0.0, 3.0])));
    /// assert_eq!(tensor([1.0, 5.0]).mse_sum(&tensor([1.0, 2.0])), 9.0);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use cotangent::prelude::*;
    ///
    /// tensor([1.0, 5.0]).mse(&tensor([[1.0], [2.0]]));
    /// ```
    mse mse_sum(x, t) = (x - t) * (x - t), x (x, t => |c| (c + c) * (x - t)), t (x, t => |c| (c + c) * (t - x));

    /// The mean absolute error: of `|x - t|`. Derivatives ±1, the sign of `x - t` and the opposite; 0 where they are equal.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).mae(&tensor([2.0, 2.0])), 2.0);
    /// assert_eq!(tensor([1.0, 5.0]).mae_sum(&tensor([2.0, 2.0])), 4.0);
    /// ```
    mae mae_sum(x, t) = (x - t).abs(), x (x, t => step(x - t)), t (x, t => -step(x - t));

    /// The binary cross entropy of probabilities: the mean of `-t ln x - (1 - t) ln(1 - x)`, where `0 ln 0` is 0. Derivatives
    /// `(1 - t) / (1 - x) - t / x` and, by the target, `ln(1 - x) - ln x`. If `x` is the output of a sigmoid, use
    /// [`bce_with_logits`](crate::tensor::Tensor::bce_with_logits) instead.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.5, 1.0]).bce(&tensor([1.0, 1.0])), 2.0_f64.ln() / 2.0);
    /// ```
    bce bce_sum(x, t) = -times(t, x.ln()) - times(T::ONE - t, (-x).ln_1p()),
        x (x, t => times(T::ONE - t, T::ONE / (T::ONE - x)) - times(t, T::ONE / x)),
        t (x, t => (-x).ln_1p() - x.ln());

    /// The binary cross entropy of logits: the mean of `ln(1 + eˣ) - t x`, without overflow. Derivatives `σ(x) - t` and `-x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e4]).bce_with_logits(&tensor([1.0, 1.0])), 2.0_f64.ln() / 2.0);
    /// ```
    bce_with_logits bce_with_logits_sum(x, t) = cross(x, t),
        x (x, t => x.logistic() - t),
        t (x, t => -x);

    /// The Kullback-Leibler divergence of log-probabilities `x` from probabilities `t`: the mean of `t (ln t - x)` over all elements, where
    /// `0 ln 0` is 0. Derivatives `-t` and `ln t + 1 - x`. The divergence proper is the sum over a distribution: `kl_div_sum`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let log_q = tensor([0.5, 0.5, 0.0]).ln();
    /// assert_eq!(log_q.kl_div_sum(&tensor([0.0, 1.0, 0.0])), 2.0_f64.ln());
    /// ```
    kl_div kl_div_sum(x, t) = if t == T::ZERO { T::ZERO } else { t * (t.ln() - x) },
        x (x, t => -t), t (x, t => t.ln() + T::ONE - x);

    /// The hinge loss for targets ±1: the mean of `max(0, 1 - t x)`. Derivatives `-t` and `-x` where `t x < 1`, else 0, also at the kink.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.5, 3.0]).hinge(&tensor([1.0, -1.0])), (0.5 + 4.0) / 2.0);
    /// ```
    hinge hinge_sum(x, t) = if t * x >= T::ONE { T::ZERO } else { T::ONE - t * x },
        x (x, t => if t * x >= T::ONE { T::ZERO } else { -t }),
        t (x, t => if t * x >= T::ONE { T::ZERO } else { -x });

    /// Huber's loss: the mean of `r²/2` for `|r| ≤ δ`, else `δ (|r| - δ/2)`, with `r = x - t`. Derivatives by `x`: `r` clamped to ±`δ`; by
    /// the target the opposite; by `δ`: `|r| - δ` where positive.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).huber(&tensor([2.0, 2.0]), 1.0), (0.5 + 2.5) / 2.0);
    /// ```
    huber huber_sum(x, t, delta) = { let r = (x - t).abs(); if r <= delta { T::lit(0.5) * r * r } else { delta * (r - T::lit(0.5) * delta) } },
        x (x, t, delta => limited(x - t, delta)),
        t (x, t, delta => -limited(x - t, delta)),
        delta (x, t, delta => { let r = (x - t).abs(); if r <= delta { T::ZERO } else { r - delta } });

    /// The focal loss of logits (Lin et al., *Focal Loss for Dense Object Detection*, 2017, equation 4): the mean of `mᵞ e`, where `e` is the
    /// binary cross entropy `ln(1 + eˣ) - t x`, and `m = t σ(-x) + (1 - t) σ(x)` the probability of a mistake. The larger `γ`, the less count
    /// what is easy; at 0 it is [`bce_with_logits`](crate::tensor::Tensor::bce_with_logits). Derivatives by `x`:
    /// `mᵞ (σ(x) - t) + γ mᵞ⁻¹ e (1 - 2t) σ(x) σ(-x)`; by `t`: `-mᵞ x + γ mᵞ⁻¹ e (1 - 2σ(x))`; by `γ`: `mᵞ ln m e`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// // An even chance is a mistake by half.
    /// assert_eq!(tensor([0.0]).focal_with_logits(&tensor([1.0]), 2.0), 0.25 * 2.0_f64.ln());
    /// ```
    focal_with_logits focal_with_logits_sum(x, t, gamma) = times(cross(x, t), mistake(x, t).powf(gamma)),
        x (x, t, gamma => times(x.logistic() - t, mistake(x, t).powf(gamma)) + steep(x, t, gamma) * (T::ONE - t - t) * x.logistic() * (-x).logistic()),
        t (x, t, gamma => times(-x, mistake(x, t).powf(gamma)) + steep(x, t, gamma) * ((-x).logistic() - x.logistic())),
        gamma (x, t, gamma => times(cross(x, t), times(mistake(x, t).powf(gamma), mistake(x, t).ln())));
}

/// `ln(1 + eˣ) - t x`, without overflow.
#[inline(always)]
fn cross<T: Real>(x: T, t: T) -> T {
    if x >= T::ZERO { times(x, T::ONE - t) + (-x).exp().ln_1p() } else { times(-x, t) + x.exp().ln_1p() }
}

/// The probability of a mistake.
#[inline(always)]
fn mistake<T: Real>(x: T, t: T) -> T {
    t * (-x).logistic() + (T::ONE - t) * x.logistic()
}

/// `γ mᵞ⁻¹ e`, the slope of the focal loss by the probability of a mistake.
#[inline(always)]
fn steep<T: Real>(x: T, t: T, gamma: T) -> T {
    times(gamma, times(cross(x, t), mistake(x, t).powf(gamma - T::ONE)))
}

/// `r`, limited to ±`limit`.
#[inline(always)]
fn limited<T: Real>(r: T, limit: T) -> T {
    if r.abs() <= limit { r } else { limit * step(r) }
}

/// 1 above 0, -1 below, 0 at 0.
#[inline(always)]
fn step<T: Real>(x: T) -> T {
    if x > T::ZERO {
        T::ONE
    } else if x < T::ZERO {
        -T::ONE
    } else {
        x
    }
}
