//! Functions inside of a function with documentation and attributes of the compiler.

use cotangent::prelude::*;

#[differentiable]
fn f(x: f64) -> f64 {
    /// The square.
    #[inline]
    fn square(x: f64) -> f64 {
        x * x
    }
    #[must_use]
    #[allow(clippy::let_and_return, reason = "an attribute")]
    fn other(x: f64) -> f64 {
        let y = x.sin();
        y
    }
    square(x) * other(x)
}
#[test]
fn attributes_of_the_compiler_change_nothing() {
    both_modes!(f(1.5));
}
