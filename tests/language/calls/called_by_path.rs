//! Operators and functions by another path than their own.

use std::ops::{Add, Mul, Neg, Sub};

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
impl Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b * other.b }
    }
}

#[differentiable]
fn operators(x: f64, y: f64) -> f64 {
    let z = Add::add(x, y) * std::ops::Mul::mul(x, 3.0) + Neg::neg(y) - Sub::sub(x, y) + std::ops::Div::div(x, y);
    let pair = Add::add(Pair { a: x, b: z }, Pair { a: y, b: x });
    pair.a * pair.b + <f64 as Mul>::mul(x, y) + std::ops::Rem::rem(5.0 * x, y)
}

#[differentiable]
fn methods_of_types(x: f64, y: f64) -> f64 {
    <f64>::exp(x) * <f64>::hypot(x, y) + f64::powi(x, 2) + <f64 as From<f32>>::from(2.0) * x
}

#[test]
fn operators_and_methods_by_their_paths() {
    operators::at(0.4, 0.7).check().unwrap();
    methods_of_types::at(0.4, 0.7).check().unwrap();
}

mod powers {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn in_variables(x: f64) -> f64 {
    let (s, c): (_, fn(f64) -> f64) = (0.5, powers::cube);
    let sine = f64::sin;
    let power = square;
    let mut sum = power(x) * s;
    for i in 0..3 {
        let power = powers::cube;
        sum += power(x) * sine(x * f64::from(i));
    }
    // On constants any function may be called.
    sum * c(2.0) + power(sum)
}

#[test]
fn functions_in_variables() {
    in_variables::at(0.4).check().unwrap();
}

#[allow(dropping_copy_types)]
#[differentiable]
fn dropped(x: f64, list: &[f64]) -> f64 {
    drop(x * 2.0);
    let copy = list.to_vec();
    let first = copy[0];
    drop(copy);
    std::mem::drop(first * x);
    first * x
}

#[test]
fn values_may_be_dropped() {
    dropped::at(0.4, &[0.7, 0.2][..]).check().unwrap();
}
