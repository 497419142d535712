//! Stopping a derivative on purpose.
//!
//! It has no rule: `#[differentiable]` treats a call as a constant, so nothing is stored or computed for it.

/// The value of `x` as a constant: no derivative flows through it, and its argument may call any function.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn f(x: f64) -> f64 {
///     x * stop_gradient(x) // like x · c with c = x
/// }
/// assert_eq!(f::value_and_grad(3.0), (9.0, 3.0));
/// ```
#[inline]
#[must_use]
pub fn stop_gradient<T>(x: T) -> T {
    x
}
