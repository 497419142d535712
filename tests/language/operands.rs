//! Operators on numbers and tensors, in the forms of ownership that users write.

use cotangent::prelude::*;

#[differentiable]
fn rational(x: f64, y: f64) -> f64 {
    (x + 2.0 * y) / (1.0 - x * y) - -x + x % y
}

#[test]
fn all_operators() {
    let (x, y) = (5.0, 3.0);
    let (n, d) = (x + 2.0 * y, 1.0 - x * y);
    let (value, (dx, dy)) = rational::value_and_grad(x, y);
    assert_eq!(value, n / d + x + 2.0);
    assert!((dx - (1.0 / d + n * y / (d * d) + 1.0 + 1.0)).abs() < 1e-14);
    assert!((dy - (2.0 / d + n * x / (d * d) - 1.0)).abs() < 1e-14);
}

#[differentiable]
fn mixed(a: &Vector<f64, 2>, b: Vector<f64, 2>, s: f64) -> f64 {
    let c = a * &b + b * s - 2.0 * a;
    let d = &c / s;
    (&d + a).sum()
}

#[test]
fn tensors_by_value_and_by_reference() {
    let (a, b, s) = (tensor([1.0, 2.0]), tensor([3.0, 4.0]), 2.0);
    let (value, (da, db, ds)) = mixed::value_and_grad(&a, b, s);
    // Σ (a b + b s - 2 a) / s + a = Σ a b / s + b - 2 a / s + a
    assert_eq!(value, 5.5 + 7.0 - 3.0 + 3.0);
    assert_eq!(da, tensor([1.5, 2.0]));
    assert_eq!(db, tensor([1.5, 2.0]));
    assert_eq!(ds, -11.0 / 4.0 + 6.0 / 4.0);
}

#[differentiable]
fn twenty(x: f64, y: f64) -> f64 {
    let a = x * y + x.sin();
    let b = a.exp() - y / x;
    let c = (b * b + 1.0).sqrt();
    let d = c.ln() * a.cos() - b.tanh();
    let e = d * d + c * a - x;
    e / (c + 2.0) + d * y
}

#[test]
fn a_longer_expression_against_differences() {
    let (x, y) = (0.7, 1.3);
    let (_, (dx, dy)) = twenty::value_and_grad(x, y);
    let h = 1e-4;
    let five = |f: &dyn Fn(f64) -> f64| (f(-2.0 * h) - 8.0 * f(-h) + 8.0 * f(h) - f(2.0 * h)) / (12.0 * h);
    assert!((dx - five(&|h| twenty(x + h, y))).abs() < 1e-9);
    assert!((dy - five(&|h| twenty(x, y + h))).abs() < 1e-9);
}
