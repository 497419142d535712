use cotangent::prelude::*;

#[differentiable(vjp = product_vjp)]
fn product(a: f64, b: f64) -> f64 {
    a * b
}

fn product_vjp(_: f64, b: f64, _: &f64, y_bar: &f64) -> f64 {
    y_bar * b
}

fn main() {
    let _ = product::grad(4.0, 1.0);
}
