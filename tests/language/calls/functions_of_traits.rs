//! Methods of annotated traits that take functions.

use cotangent::prelude::*;

#[differentiable]
trait Quadrature {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64;
    fn generic<F: Fn(f64) -> f64>(&self, f: F, b: f64) -> f64;
    fn object(&self, f: &dyn Fn(f64) -> f64, b: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Midpoints {
    n: usize,
}

#[derive(Differentiable, Clone)]
struct Trapezoid {
    weight: f64,
}

#[differentiable]
impl Quadrature for Midpoints {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
        let h = (b - a) / self.n as f64;
        (0..self.n).map(|i| f(a + (i as f64 + 0.5) * h)).sum::<f64>() * h
    }
    fn generic<F: Fn(f64) -> f64>(&self, f: F, b: f64) -> f64 {
        f(0.5 * b) * b
    }
    fn object(&self, f: &dyn Fn(f64) -> f64, b: f64) -> f64 {
        f(0.5 * b) * b
    }
}

#[differentiable]
impl Quadrature for Trapezoid {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
        self.weight * (f(a) + f(b)) * (b - a)
    }
    fn generic<F: Fn(f64) -> f64>(&self, f: F, b: f64) -> f64 {
        self.weight * f(b)
    }
    fn object(&self, f: &dyn Fn(f64) -> f64, b: f64) -> f64 {
        self.weight * f(b) * b
    }
}

#[differentiable]
fn work<Q: Quadrature>(rule: &Q, k: f64, b: f64) -> f64 {
    let force = |x: f64| k * x * x;
    rule.integral(force, 0.1, b) + rule.generic(|x| x * k, b) * rule.object(&|x| x.sin() * b, k)
}

#[differentiable]
fn by_both(m: f64, s: f64) -> f64 {
    let trapezoid = Trapezoid { weight: m };
    work(&Midpoints { n: 3 }, m, s) + work(&trapezoid, s, m) + trapezoid.integral(|x| x.exp() * m, 0.0, s)
}

#[test]
fn functions_as_arguments_of_methods_of_traits() {
    follows! { by_both }
}
