use cotangent::prelude::*;

#[differentiable(vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_vjp(_: f64, y: &f64, y_bar: &f64) -> f64 {
    y_bar / (2.0 * y)
}

#[differentiable]
fn slope(x: f64) -> f64 {
    root::grad(x) * x
}

fn main() {}
