use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x < 0.0 { None } else { Some(x.sqrt()) }
}

fn main() {
    let (_value, _gradient) = root::value_and_grad(2.0);
    let _ = root::grad(2.0);
}
