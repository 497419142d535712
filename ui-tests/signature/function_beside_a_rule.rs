use cotangent::prelude::*;

#[differentiable(vjp = integral_vjp)]
fn integral(f: impl Fn(f64) -> f64, b: f64) -> f64 {
    b * f(0.5 * b)
}

fn integral_vjp(b: f64, bar: f64) -> f64 {
    b * bar
}

fn main() {}
