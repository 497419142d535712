use cotangent::prelude::*;

#[differentiable(forward = root_forward, vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_forward(x: f64) -> (f64, Vec<f64>) {
    (x.sqrt(), vec![x])
}

fn root_vjp(x: &Vec<f64>, y_bar: &f64) -> f64 {
    y_bar * x[0]
}

fn main() {
    let _ = root::grad(4.0);
}
