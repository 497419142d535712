//! Other attributes on a function.
#![deny(warnings)]

use cotangent::prelude::*;

/// Documented, with an example:
///
/// ```
/// assert_eq!(1, 1);
/// ```
#[differentiable]
#[inline(always)]
#[must_use]
pub fn a(x: f64) -> f64 {
    x * x
}

#[must_use = "a value"]
#[differentiable]
#[track_caller]
fn b(x: f64) -> f64 {
    assert!(x > 0.0);
    x * x
}

#[cfg(any())]
#[differentiable]
fn absent(x: Unknown) -> Unknown {
    x
}

#[cfg_attr(all(), differentiable)]
#[cfg_attr(any(), unknown)]
fn perhaps(x: f64) -> f64 {
    x * x
}

#[rustfmt::skip]
#[cfg_attr(all(), doc = "One of several.", inline, differentiable, must_use)]
pub fn among(x: f64) -> f64 { x * x }

#[differentiable]
#[cfg(any())]
fn absent_too(x: Unknown) -> Unknown {
    x
}

#[differentiable]
extern "C" fn c(x: f64) -> f64 {
    x * x
}

#[differentiable]
#[unsafe(no_mangle)]
pub extern "C" fn exported(x: f64) -> f64 {
    x * x
}

#[differentiable]
const fn d(x: f64) -> f64 {
    x * x
}

#[differentiable]
#[allow(non_snake_case)]
fn E(X: f64) -> f64 {
    X * X
}

#[differentiable]
#[expect(clippy::unused_unit)]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {
    assert_eq!((a::grad(1.0), b::grad(1.0), c::grad(1.0), exported::grad(1.0)), (2.0, 2.0, 2.0, 2.0));
    assert_eq!((perhaps::grad(1.0), among::grad(1.0)), (2.0, 2.0));
    assert_eq!((d::grad(1.0), E::grad(1.0), f::grad(1.0)), (2.0, 2.0, 2.0));
}
