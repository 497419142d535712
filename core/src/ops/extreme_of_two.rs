//! The larger and the smaller of two numbers: `x.max(y)`, `x.min(y)`.
//!
//! The derivative goes to the one that is taken, half to each if they are equal. A NaN loses against a number and gets nothing;
//! of two the value is NaN and the derivative zero.

use super::linear::rule;
use crate::differentiable::Ct;
use crate::real::Real;
use crate::rule::Rule2;
use crate::slot::Slot;
use crate::tape::{No, Read, Yes};

/// The part of `c` that goes to `x`, where the maximum of `x` and `y` is taken.
#[inline(always)]
fn share<T: Real>(c: T, x: T, y: T) -> T {
    if x == y {
        // Rare: in a chain of maxima nothing else should wait for this product.
        core::hint::cold_path();
        c * T::lit(0.5)
    } else if x > y || (y.is_nan() && !x.is_nan()) {
        c
    } else {
        T::ZERO
    }
}

macro_rules! extremes_of_two {
    ($($(#[$meta:meta])* $name:ident: $method:ident, $u:ident, $v:ident => $larger:expr, $other:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (Yes, Yes, No);
        }

        impl<T: Real> Rule2<T, T> for $name {
            type Output = T;
            type Residual = ();
            #[inline(always)]
            fn forward(x: &T, y: &T) -> (T, ()) {
                (Real::$method(*x, *y), ())
            }
            #[inline(always)]
            fn vjp((): &(), x: Read<'_, T>, y: Read<'_, T>, _: Read<'_, T>, c: &T, x_bar: impl Slot<Ct<T>>, y_bar: impl Slot<Ct<T>>) {
                let ($u, $v) = (*x.get(), *y.get());
                x_bar.accumulate(|d| *d += share(*c, $larger, $other));
                y_bar.accumulate(|d| *d += share(*c, $other, $larger));
            }
            fn jvp(x: &T, y: &T, _: &T, x_dot: Option<&T>, y_dot: Option<&T>) -> T {
                let ($u, $v) = (*x, *y);
                let along = |t: Option<&T>, x, y| t.map_or(T::ZERO, |t| share(*t, x, y));
                along(x_dot, $larger, $other) + along(y_dot, $other, $larger)
            }
        }
    )*};
}
extremes_of_two! {
    /// `x.max(y)` of two numbers. Derivative 1 for the larger one, ½ for both if they are equal.
    larger: max, x, y => x, y;
    /// `x.min(y)` of two numbers. Derivative 1 for the smaller one, ½ for both if they are equal.
    smaller: min, x, y => -x, -y;
}
