//! Huber's loss: squared near the target, straight on beyond a distance `δ`, which may be learned.

use super::linear::rule;
use super::losses::step;
use super::numbers::Numbers;
use crate::differentiable::{Ct, Tangent};
use crate::kernels::add_to;
use crate::rule::lift::second;
use crate::rule::slot::Slot;
use crate::rule::{By3, Rule3, add_dual, times};
use crate::scalar::{Dual, Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::{Shape, Tensor, zip_accumulate, zip3_accumulate};

/// `r²/2` up to `δ`, then straight on.
#[inline(always)]
fn huber_term<T: Real>(x: T, t: T, delta: T) -> T {
    let r = (x - t).abs();
    if r <= delta { T::lit(0.5) * r * r } else { delta * (r - T::lit(0.5) * delta) }
}
#[inline(always)]
fn huber_by_x<T: Real>(x: T, t: T, delta: T) -> T {
    let r = x - t;
    if r.abs() <= delta { r } else { delta * step(r) }
}
#[inline(always)]
fn huber_by_delta<T: Real>(x: T, t: T, delta: T) -> T {
    let r = (x - t).abs();
    if r <= delta { T::ZERO } else { r - delta }
}

/// The sum of a function of all pairs and a number.
#[inline]
fn sum_with<T: Real, S: Shape>(
    x: &Tensor<T, S>,
    t: &Tensor<T, S>,
    delta: T,
    f: impl Fn(T::Wide, T::Wide, T::Wide) -> T::Wide,
) -> T::Wide {
    let mut sum = Tensor::<T::Wide, ()>::ZEROS;
    zip3_accumulate(x, t, &Tensor::from(delta), &mut sum, f);
    sum.item()
}

/// `∂/∂x` for all pairs.
#[inline]
fn huber_slopes<T: Real, S: Shape>(x: &Tensor<T, S>, t: &Tensor<T, S>, delta: T) -> Tensor<T::Wide, S> {
    let mut slopes = Tensor::ZEROS;
    zip3_accumulate(x, t, &Tensor::from(delta), &mut slopes, huber_by_x);
    slopes
}

#[inline(always)]
fn minus_times<T: Real>(slope: T, c: T) -> T {
    -times(c, slope)
}

macro_rules! huber {
    ($($(#[$meta:meta])* $name:ident: $n:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (Yes, Yes, Yes, No);
        }

        impl<T: Real, S: Shape> Rule3<Tensor<T, S>, Tensor<T, S>, T> for $name {
            type Output = T;
            type Residual = ();
            #[inline(always)]
            fn forward(x: &Tensor<T, S>, t: &Tensor<T, S>, delta: &T) -> (T, ()) {
                (T::rounded(sum_with(x, t, *delta, huber_term) / $n), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                x: Read<'_, Tensor<T, S>>,
                t: Read<'_, Tensor<T, S>>,
                delta: Read<'_, T>,
                _: Read<'_, T>,
                c: &Ct<T>,
                x_bar: impl Slot<Ct<Tensor<T, S>>>,
                t_bar: impl Slot<Ct<Tensor<T, S>>>,
                delta_bar: impl Slot<Ct<T>>,
            ) {
                let c = Tensor::from(c.widen() / $n);
                let slopes = || huber_slopes(x.get(), t.get(), *delta.get());
                x_bar.accumulate(|d| zip_accumulate(&slopes(), &c, d, times));
                t_bar.accumulate(|d| zip_accumulate(&slopes(), &c, d, minus_times));
                delta_bar.accumulate(|d| add_to(d, c.item() * sum_with(x.get(), t.get(), *delta.get(), huber_by_delta)));
            }
            fn jvp(
                x: &Tensor<T, S>,
                t: &Tensor<T, S>,
                delta: &T,
                _: &T,
                x_dot: Option<&Ct<Tensor<T, S>>>,
                t_dot: Option<&Ct<Tensor<T, S>>>,
                delta_dot: Option<&Ct<T>>,
            ) -> Ct<T> {
                let zero = Tensor::zero();
                let along = *x_dot.unwrap_or(&zero) - t_dot.unwrap_or(&zero);
                let mut sum = Tensor::<T::Wide, ()>::ZEROS;
                zip_accumulate(&huber_slopes(x, t, *delta), &along, &mut sum, times);
                let by_delta =
                    delta_dot.map_or(T::Wide::ZERO, |dot| dot.widen() * sum_with(x, t, *delta, huber_by_delta));
                T::rounded((sum.item() + by_delta) / $n)
            }
            second!(Tensor<T, S>, Tensor<T, S>, T: |x, t, delta, _, c, (d, d_dot), (e, e_dot), (f, f_dot)| {
                let moving = |x: &T, dot: Option<&T>| Dual::with_tangent(*x, dot.copied());
                let (c, delta) = (moving(c.0, c.1) / Dual::constant($n), moving(delta.0.get(), delta.1));
                let none = Tensor::<T, ()>::ZEROS;
                let operands = ((x.0.get(), x.1), (t.0.get(), t.1), (&none, None));
                add_dual(d, d_dot, operands, |x, t, _| times(c, huber_by_x(x, t, delta)));
                add_dual(e, e_dot, operands, |x, t, _| -times(c, huber_by_x(x, t, delta)));
                let (mut f, mut f_dot) = (f, f_dot);
                let (mut f, mut f_dot) = (f.out(), f_dot.out());
                let (f, f_dot) = (f.parts(Numbers::as_tensor_mut), f_dot.parts(Numbers::as_tensor_mut));
                add_dual(f, f_dot, operands, |x, t, _| times(c, huber_by_delta(x, t, delta)));
            });
        }

        impl<T: Real, S: Shape> Tensor<T, S> {
            $(#[$meta])*
            #[inline]
            #[must_use]
            pub fn $name(&self, target: &Self, delta: T) -> T {
                $name::forward(self, target, &delta).0
            }
        }
    )*};
}
huber! {
    /// Huber's loss: the mean of `r²/2` for `|r| ≤ δ`, else `δ (|r| - δ/2)`, with `r = x - t`. Derivatives by `x`: `r`, but not beyond ±`δ`;
    /// by the target the opposite; by `δ`: `|r| - δ` where that is positive.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).huber(&tensor([2.0, 2.0]), 1.0), (0.5 + 2.5) / 2.0);
    /// ```
    huber: T::Wide::from_usize(S::NUMEL);
    /// [`huber`](crate::tensor::Tensor::huber), but the sum instead of the mean: of `r²/2` for `|r| ≤ δ`, else `δ (|r| - δ/2)`, with `r = x - t`. Derivatives
    /// by `x`: `r`, but not beyond ±`δ`; by the target the opposite; by `δ`: `|r| - δ` where that is positive.
    huber_sum: T::Wide::ONE;
}

/// Leads from these methods to their rules.
pub trait HuberRules {
    crate::derivatives_of! {
        huber: By3<huber>;
        huber_sum: By3<huber_sum>;
    }
}
impl<X> HuberRules for X {}
