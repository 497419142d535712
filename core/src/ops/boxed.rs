//! `Box::new(x)`: the cotangent of the content is that of the box.

use alloc::boxed::Box;

use crate::differentiable::{Differentiable, Tangent};
use crate::rule::{By1, rule};
use crate::tape::No;

rule! {
    /// `y = Box::new(x)`. Derivative 1.
    boxed reads (No, No);
    linear for [X: Differentiable + Clone] (x: X) -> Box<X>;
    y = Box::new(x.clone());
    x (=> |c, d| d.accumulate(c));
    tangent(x_dot) = Box::new(x_dot.map_or_else(Tangent::zero, Clone::clone));
}

rule! {
    /// `y = *x` of a box. Derivative 1.
    unboxed reads (No, No);
    linear for [X: Differentiable + Clone] (x: Box<X>) -> X;
    y = (**x).clone();
    x (=> |c, d| (**d).accumulate(c));
    tangent(x_dot) = x_dot.map_or_else(Tangent::zero, |x_dot| (**x_dot).clone());
}

/// Leads from `Box::new` to its rule, and from `*` of a box.
#[derive(Debug)]
pub struct Boxes;

impl Boxes {
    /// The rule.
    #[must_use]
    pub const fn derivative_of_function_new() -> By1<boxed> {
        By1::new()
    }

    /// The rule of `*`.
    #[must_use]
    pub const fn derivative_of_function_content() -> By1<unboxed> {
        By1::new()
    }

    /// Claims that a function is `Box::new`.
    pub const fn is_new<T>(_: fn(T) -> Box<T>, _: &T) {}
}
