use cotangent::prelude::*;

#[differentiable(forward = root_forward, vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_forward(x: f64) -> (f64, String) {
    (x.sqrt(), x.to_string())
}

fn root_vjp(x: &String, y_bar: &f64) -> f64 {
    y_bar * x.len() as f64
}

fn main() {
    let _ = root::grad(4.0);
}
