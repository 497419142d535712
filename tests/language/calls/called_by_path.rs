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

#[derive(Differentiable, Clone, Debug)]
struct Average<T> {
    decay: T,
    value: T,
}

#[differentiable]
impl<T: num_traits::Float> Average<T> {
    fn new(decay: T, value: T) -> Self {
        Average { decay, value }
    }

    fn add(&mut self, x: T) -> T {
        self.value = self.value + self.decay * (x - self.value);
        self.value
    }

    fn times(&self, x: T) -> T {
        self.value * x
    }

    fn into_value(self) -> T {
        self.value * self.decay
    }
}

/// `Type::method(&mut x, ..)`
#[differentiable]
fn methods_by_path(x: f64, y: f64) -> f64 {
    let mut average = Average::new(x, y);
    let mut sum = 0.0;
    for _ in 0..3 {
        let value = Average::add(&mut average, x * sum);
        sum += value * Average::<f64>::times(&average, y);
    }
    Average::add(&mut average, sum);
    let other: Average<f64> = Average::new(sum, x);
    sum * Average::into_value(average) + Average::into_value(other)
}

#[test]
fn methods_by_the_path_of_their_type() {
    for (x, y) in [(0.4, 0.7), (1.3, -0.6)] {
        methods_by_path::at(x, y).check().unwrap();
    }
    let by_name = {
        let (mut average, mut sum) = (Average::new(0.4_f64, 0.7), 0.0);
        for _ in 0..3 {
            let value = average.add(0.4 * sum);
            sum += value * average.times(0.7);
        }
        average.add(sum);
        sum * average.into_value() + Average::new(sum, 0.4).into_value()
    };
    assert_eq!(methods_by_path(0.4, 0.7).to_bits(), by_name.to_bits());
}
