use cotangent::prelude::*;

#[differentiable]
fn midpoint(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) * f(0.5 * (a + b))
}

fn main() {
    // Of a closure of the caller's there is no derivative.
    let _ = midpoint::grad(|x: f64| x * x, 0.0, 1.0);
}
