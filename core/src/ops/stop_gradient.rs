//! The end of a derivative, on purpose.
//!
//! It has no rule: `#[differentiable]` treats a call of it as a constant, so nothing is stored and nothing computed for it.

/// The value of `x`, as a constant: no derivative flows back through it, and anything may be called inside.
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
