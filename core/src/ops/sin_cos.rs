//! Sine and cosine at once, as a pair.

use crate::rule::{By1, rule, times};
use crate::scalar::Real;
use crate::tape::{No, Yes};

rule! {
    /// `(sin x, cos x)`. VJP: `x̄ += cos x · s̄ - sin x · c̄`.
    sin_cos reads (No, Yes);
    lifted for [T: Real] (x: T) -> (T, T);
    y = x.sin_cos();
    x (y => |c, d| *d += times(c.0, y.1) - times(c.1, y.0));
    tangent(x_dot) = x_dot.map_or((T::ZERO, T::ZERO), |t| (times(*t, y.1), -times(*t, y.0)));
}

/// Leads from the method to its rule.
pub trait SinCosRule {
    crate::derivatives_of! { sin_cos: By1<sin_cos>; }
}
impl<T: Real> SinCosRule for T {}
