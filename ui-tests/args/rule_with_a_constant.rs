use cotangent::prelude::*;

#[differentiable(vjp = root_vjp, jvp = root_jvp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

#[differentiable]
fn root_vjp(_: f64, #[constant] y: &f64, y_bar: &f64) -> f64 {
    y_bar / (2.0 * *y)
}

fn root_jvp(_: f64, y: &f64, x_dot: &f64) -> f64 {
    x_dot / (2.0 * y)
}

fn main() {
    let _ = root::at(4.0).hvp(1.0);
}
