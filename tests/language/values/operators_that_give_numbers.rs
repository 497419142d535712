//! Operators of a type of the program whose result is a number: sums of numbers are another thing.

use std::ops::{Add, Neg};

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Pair {
    x: f64,
    y: f64,
}

#[differentiable]
impl Neg for Pair {
    type Output = f64;
    fn neg(self) -> f64 {
        self.x * self.y
    }
}

#[differentiable]
impl Add for Pair {
    type Output = f64;
    fn add(self, other: Self) -> f64 {
        self.x * other.y
    }
}

#[differentiable]
fn negated(x: f64, y: f64) -> f64 {
    -Pair { x, y }
}

#[differentiable]
fn added(x: f64, y: f64) -> f64 {
    let pair = Pair { x, y };
    pair + Pair { x: y, y: x }
}

#[differentiable]
fn named(x: f64, y: f64) -> f64 {
    let product = -Pair { x, y };
    product * product
}

#[differentiable]
fn of_a_parameter(pair: Pair, y: f64) -> f64 {
    -pair + y
}

#[test]
fn gradients_agree_with_differences() {
    negated::at(1.5, 2.0).check().unwrap();
    added::at(1.5, 2.0).check().unwrap();
    named::at(1.5, 2.0).check().unwrap();
    of_a_parameter::at(Pair { x: 1.5, y: 2.0 }, 0.2).check().unwrap();
    negated::at(1.5, 2.0).check_hvp().unwrap();
}
