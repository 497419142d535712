//! Nothing imported.
#![deny(warnings)]

#[cotangent::differentiable]
fn cost(x: f64, y: f64) -> f64 {
    (x * y).exp().sqrt() + x.max(y)
}

#[derive(cotangent::Differentiable, Clone)]
struct Pair {
    a: f64,
    b: f64,
}

#[cotangent::differentiable]
fn product(pair: &Pair) -> f64 {
    pair.a * pair.b
}

fn main() {
    assert_eq!(cost::grad(0.0, 1.0), (0.5, 1.0));
    let grad = product::grad(&Pair { a: 2.0, b: 3.0 });
    assert_eq!((grad.a, grad.b), (3.0, 2.0));
}
