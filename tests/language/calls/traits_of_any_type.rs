//! Implementations for numbers, `impl<F: Float> Curve<F> for Line<F>`, of traits whose parameter has no bounds.

use cotangent::prelude::*;
use num_traits::Float;

#[differentiable]
trait Curve<T> {
    type Point;
    fn point(&self, t: T) -> Self::Point;
    fn length(&self) -> T;
    fn twice(&self) -> (T, T) {
        (self.length(), self.length())
    }
}

#[derive(Differentiable, Clone, Copy)]
struct Line<F> {
    a: F,
    b: F,
}

#[derive(Differentiable, Clone, Copy)]
struct Standing {
    v: f64,
}

#[derive(Differentiable, Clone, Copy)]
struct Segments {
    a: [f64; 2],
    b: [f64; 2],
}

#[differentiable]
impl<F: Float> Curve<F> for Line<F> {
    type Point = F;
    fn point(&self, t: F) -> F {
        self.a * (F::one() - t) + self.b * t
    }
    fn length(&self) -> F {
        (self.b - self.a).abs()
    }
}

#[differentiable]
impl Curve<f64> for Standing {
    type Point = [f64; 2];
    fn point(&self, t: f64) -> [f64; 2] {
        [self.v * t, self.v]
    }
    fn length(&self) -> f64 {
        self.v * self.v
    }
}

#[differentiable]
impl Curve<[f64; 2]> for Segments {
    type Point = f64;
    fn point(&self, t: [f64; 2]) -> f64 {
        self.a[0] * t[0] + self.b[1] * t[1]
    }
    fn length(&self) -> [f64; 2] {
        [self.a[0] * self.b[0], self.a[1]]
    }
}

#[differentiable]
fn of_numbers(t: f64) -> f64 {
    let mut line = Line { a: t, b: 2.0 * t };
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += line.point(t * t) * line.length();
        line.a = sum * 0.5;
    }
    sum
}

#[differentiable]
fn thrice<C: Curve<f64>>(curve: &C) -> f64 {
    curve.length() * 3.0
}

#[derive(Differentiable)]
struct Scene<C> {
    curve: C,
}

#[differentiable]
impl<C: Curve<f64>> Scene<C> {
    fn size(&self) -> f64 {
        self.curve.length() + self.curve.twice().1
    }
}

#[differentiable]
fn of_one_number(t: f64) -> f64 {
    let curve = Standing { v: t * t };
    curve.point(t)[0] + thrice(&curve) + Scene { curve }.size()
}

#[differentiable]
fn of_lists(t: f64) -> f64 {
    let curve = Segments { a: [t, 2.0], b: [1.0, t * t] };
    curve.point([t, t]) + curve.length()[0] * curve.twice().1[0]
}

#[differentiable]
trait Density<T> {
    fn mean(&self) -> T;
    fn at_point(&self, x: T) -> T;
}

#[derive(Differentiable, Clone, Copy)]
struct Normal<F> {
    mean: F,
    deviation: F,
}

#[differentiable]
impl<F: Float> Density<F> for Normal<F> {
    fn mean(&self) -> F {
        self.mean
    }
    fn at_point(&self, x: F) -> F {
        let z = (x - self.mean) / self.deviation;
        (-z * z).exp() / self.deviation
    }
}

#[differentiable]
fn density(t: f64) -> f64 {
    let normal = Normal { mean: t, deviation: 2.0 * t };
    normal.at_point(t * t) * normal.mean()
}

#[test]
fn their_gradients_are_those_of_differences() {
    each_is_right!([of_numbers of_one_number of_lists density](0.7));
}
