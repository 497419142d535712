use cotangent::prelude::*;

#[differentiable(forward = root_forward)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_forward(x: f64) -> (f64, f64) {
    (x.sqrt(), x)
}

fn main() {
    let _ = root::grad(4.0);
}
