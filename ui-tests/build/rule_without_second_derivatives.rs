use cotangent::prelude::*;

#[differentiable(vjp = root_vjp, jvp = root_jvp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_vjp(_: f64, y: &f64, y_bar: &f64) -> f64 {
    y_bar / (2.0 * y)
}

fn root_jvp(_: f64, y: &f64, x_dot: &f64) -> f64 {
    x_dot / (2.0 * y)
}

#[differentiable]
fn norm(a: f64, b: f64) -> f64 {
    root(a * a + b * b)
}

fn main() {
    let _ = norm::at(3.0, 4.0).hessian();
}
