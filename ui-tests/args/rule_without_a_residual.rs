use cotangent::prelude::*;

#[differentiable(forward = root_forward, vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_forward(x: f64) -> f64 {
    x.sqrt()
}

fn root_vjp(y: &f64, y_bar: &f64) -> f64 {
    y_bar / (2.0 * y)
}

fn main() {
    let _ = root::grad(4.0);
}
