use cotangent::prelude::*;

#[differentiable]
fn cost(Some(x): Option<f64>) -> f64 {
    x * x
}

fn main() {
    let _ = cost::grad(Some(1.0));
}
