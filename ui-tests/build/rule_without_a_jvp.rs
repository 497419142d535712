use cotangent::prelude::*;

#[differentiable(vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_vjp(_: f64, y: &f64, y_bar: &f64) -> f64 {
    y_bar / (2.0 * y)
}

#[differentiable]
fn norm(a: f64, b: f64) -> f64 {
    root(a * a + b * b)
}

fn main() {
    let _ = norm::jvp(3.0, 4.0, (1.0, 0.0));
}
