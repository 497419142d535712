use cotangent::prelude::*;

#[differentiable(forward = root_forward, vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_forward(x: f64) -> (f64, f64) {
    (x.sqrt(), x)
}

fn root_vjp(x: &[f64; 2], y_bar: &f64) -> f64 {
    y_bar * x[0]
}

fn main() {
    let _ = root::grad(4.0);
}
