//! Methods of annotated traits that take functions.

use cotangent::prelude::*;

#[differentiable]
trait Quadrature {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64;
    fn generic<F: Fn(f64) -> f64>(&self, f: F, b: f64) -> f64;
    fn object(&self, f: &dyn Fn(f64) -> f64, b: f64) -> f64;
    fn order(&self, x: f64) -> f64;
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
    fn order(&self, x: f64) -> f64 {
        x * x
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
    fn order(&self, x: f64) -> f64 {
        self.weight * x
    }
}

#[differentiable]
fn by_midpoints(k: f64, b: f64) -> f64 {
    let rule = Midpoints { n: 3 };
    let force = |x: f64| k * x * x;
    rule.integral(force, 0.1, b) + rule.generic(|x| x * k, b) * rule.object(&|x| x.sin() * b, k)
}

#[differentiable]
fn by_both(m: f64, s: f64) -> f64 {
    let rule = Trapezoid { weight: m };
    by_midpoints(m, s) + rule.integral(|x| x.exp() * m, 0.0, s) * rule.object(&f64::sin, s) + rule.order(s)
}

#[differentiable]
fn of_any<Q: Quadrature>(rule: &Q, x: f64) -> f64 {
    rule.order(x) * x
}

#[test]
fn functions_as_arguments_of_methods_of_traits() {
    follows! { by_both }
    of_any::at(&Trapezoid { weight: 0.3 }, 1.2).check().unwrap();
}
