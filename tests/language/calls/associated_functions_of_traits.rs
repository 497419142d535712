//! Functions of annotated traits without a receiver that take numbers or values of the type, and give one.

use cotangent::prelude::*;

#[differentiable]
trait Blend {
    fn mix(t: f64, a: Self, b: Self) -> Self;
    fn distance(a: &Self, b: &Self) -> f64;
    fn unit() -> Self;
}

#[differentiable]
impl Blend for f64 {
    fn mix(t: f64, a: Self, b: Self) -> Self {
        a * (1.0 - t) + b * t
    }
    fn distance(a: &f64, b: &f64) -> f64 {
        (a - b).abs()
    }
    fn unit() -> f64 {
        1.0
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
impl Blend for Pair {
    fn mix(t: f64, a: Pair, b: Pair) -> Self {
        Pair(f64::mix(t, a.0, b.0), f64::mix(t, a.1, b.1))
    }
    fn distance(a: &Pair, b: &Pair) -> f64 {
        ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
    }
    fn unit() -> Pair {
        Pair(1.0, 0.0)
    }
}

#[differentiable]
trait Kernel {
    fn weight(r: f64) -> f64;
}

struct Gauss;

#[differentiable]
impl Kernel for Gauss {
    fn weight(r: f64) -> f64 {
        (-r * r).exp()
    }
}

#[differentiable]
fn of_numbers(t: f64, a: f64) -> f64 {
    f64::mix(t, a, 2.0) * f64::unit() + f64::sin(a)
}

#[differentiable]
fn of_pairs(t: f64, a: f64) -> f64 {
    let pair = Pair::mix(t, Pair(a, 1.0), Pair(2.0, a * t));
    Pair::distance(&pair, &Pair::unit())
}

#[differentiable]
fn of_any<T: Blend>(t: f64, a: T, b: T, c: T) -> f64 {
    T::distance(&T::mix(t, a, b), &c)
}

#[differentiable]
fn of_both(t: f64, a: f64) -> f64 {
    of_any(t, Pair(a, 1.0), Pair(2.0, a * t), Pair(0.5, 0.1)) + of_any(t, a, t * t, 0.3)
}

#[differentiable]
fn smoothed<K: Kernel>(r: f64) -> f64 {
    K::weight(r * r) + Gauss::weight(r)
}

#[differentiable]
fn by_gauss(r: f64) -> f64 {
    smoothed::<Gauss>(r)
}

#[test]
fn no_mark_is_needed() {
    of_numbers::at(0.3, 0.7).check().unwrap();
    of_pairs::at(0.3, 0.7).check().unwrap();
    of_both::at(0.3, 0.7).check().unwrap();
    of_both::at(0.3, 0.7).check_jvp().unwrap();
    by_gauss::at(0.7).check().unwrap();
}
