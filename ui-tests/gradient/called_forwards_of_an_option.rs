use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

#[differentiable]
fn slope(x: f64) -> f64 {
    let (y, y_dot) = root::jvp(x, 1.0);
    y.unwrap_or(x) * y_dot
}

fn main() {}
